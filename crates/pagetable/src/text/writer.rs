//! Character data -> blocks: white space collapsed, references decoded, everything counted once.
//!
//! Two channels are written at the same time. Text that a browser shows goes into the current block;
//! hidden, template, noscript and SVG text inside it goes into a block of its own, which
//! follows the shown one. So hidden text does not split a paragraph, and a block is either
//! shown or not.

use crate::bytes::{self, SPACE};
use crate::page::table::{Block, Line, Run, flag};
use crate::parse::references;
use crate::parse::tags::Tag;
use crate::parse::tokenizer::State;
use crate::text::block_builder::{BlockBuilder, Gap};
use crate::text::counts::Counts;
use crate::text::lines::LineCounter;

/// The position of a run of text.
#[derive(Clone, Copy)]
pub struct Place {
    /// The element that holds the text.
    pub element: u32,
    /// The nearest block-level element.
    pub block_element: u32,
    pub flags: u8,
    pub is_link: bool,
}

pub struct TextWriter<'a> {
    source: &'a str,
    pub lines: LineCounter<'a>,
    pub blocks: Vec<Block>,
    pub runs: Vec<Run>,
    shown: BlockBuilder,
    apart: BlockBuilder,
    /// Tags read so far; a block counts those between its first and its last word.
    pub tags: u32,
    /// The first run of the blocks being written.
    base_run: usize,
}

const UNPLACED: u32 = u32::MAX;

impl<'a> TextWriter<'a> {
    pub fn new(source: &'a str, lines: LineCounter<'a>) -> Self {
        TextWriter {
            source,
            lines,
            blocks: Vec::with_capacity(source.len() / 512 + 8),
            runs: Vec::with_capacity(source.len() / 256 + 8),
            shown: BlockBuilder::with_capacity(source.len() / 8 + 64),
            apart: BlockBuilder::with_capacity(0),
            tags: 0,
            base_run: 0,
        }
    }

    /// Writes the text between two tags; gives the number of characters that are not white space.
    pub fn write(&mut self, start: usize, stop: usize, state: State, place: Place) -> u32 {
        let is_apart = place.flags & flag::APART != 0;
        if !is_apart {
            self.apart.add_space(); // Shown text separates the hidden texts around it.
        }
        let channel = if is_apart { &mut self.apart } else { &mut self.shown };
        let is_verbatim = place.flags & flag::PREFORMATTED != 0;
        let mut writer =
            RunWriter { source: self.source, lines: &mut self.lines, channel, is_verbatim, chars: 0, span: None };
        if is_verbatim {
            writer.preformatted(start, stop, state);
        } else {
            writer.collapsed(start, stop, state);
        }
        let RunWriter { chars, span, channel, .. } = writer;
        let Some((text_start, source_start)) = span else { return 0 };
        channel.end_run(place, chars, source_start, stop, self.tags);
        self.runs.push(Run {
            block: if is_apart { UNPLACED } else { self.blocks.len() as u32 },
            element: place.element,
            start: start as u32,
            stop: stop as u32,
            text_start: text_start as u32,
            text_stop: channel.text.len() as u32,
            chars,
            flags: place.flags.into(),
        });
        chars
    }

    /// `<br>`: a new line, and the second one in a row a new block.
    pub fn break_line(&mut self, flags: u8) {
        let channel = if flags & flag::APART != 0 { &mut self.apart } else { &mut self.shown };
        if !channel.is_open {
            return;
        }
        if flags & flag::PREFORMATTED != 0 {
            channel.verbatim_gap.push(b'\n');
        } else if channel.gap == Gap::Line {
            self.end_block();
        } else {
            channel.gap = Gap::Line;
        }
    }

    /// White space between two tags.
    #[inline(always)]
    pub fn add_space(&mut self, flags: u8) {
        if flags & flag::APART == 0 {
            self.shown.add_space();
        }
        self.apart.add_space(); // Anything between two hidden texts separates them.
    }

    /// The last text and its element, if nothing separates it from the next.
    #[inline(always)]
    pub fn text_directly_before(&self, flags: u8) -> Option<(u32, &[u8])> {
        let channel = if flags & flag::APART == 0 { &self.shown } else { &self.apart };
        channel.text_directly_before().map(|element| (element, channel.text.as_slice()))
    }

    /// Keeps the words on both sides of an inline box apart.
    pub fn break_word(&mut self) {
        self.shown.add_space();
        self.apart.add_space();
    }

    /// Keeps the texts of two SVG elements apart.
    pub fn break_apart(&mut self) {
        self.apart.add_space();
    }

    /// A tag at `at`. The tags of scripts and styles are not counted: they are not markup of the text.
    #[inline(always)]
    pub fn count_tag(&mut self, at: usize, tag: Tag) {
        self.tags += 1;
        self.lines.count(at, 0, 0, u32::from(!matches!(tag, Tag::Script | Tag::Style)));
    }

    /// Text outside the body: the title. It counts on its line, but belongs to no block.
    pub fn count_only(&mut self, start: usize, stop: usize) {
        let text = &self.source[start..stop];
        let chars = text.chars().filter(|c| !c.is_whitespace()).count() as u32;
        self.lines.count(start, chars, text.split_whitespace().count() as u32, 0);
    }

    /// The number of blocks that are complete.
    #[inline(always)]
    pub fn block_count(&self) -> u32 {
        self.blocks.len() as u32
    }

    /// The number of blocks whose text is waiting for its end.
    #[inline(always)]
    pub fn open_block_count(&self) -> u32 {
        u32::from(self.shown.is_open) + u32::from(self.apart.is_open)
    }

    /// A block-level element starts or ends.
    #[inline(always)]
    pub fn end_block(&mut self) {
        if self.open_block_count() > 0 {
            self.close_blocks();
        }
        self.shown.forget_gap();
        self.apart.forget_gap();
    }

    fn close_blocks(&mut self) {
        let first_run = self.base_run as u32;
        let mut next_run = first_run;
        if self.shown.is_open {
            let mut block = self.shown.close();
            block.first_run = first_run;
            self.blocks.push(block);
            self.shown.text.push(b'\n');
        }
        if self.apart.is_open {
            let runs = &mut self.runs[self.base_run..];
            runs.sort_by_key(|run| run.block == UNPLACED); // Stable: the order within each block stays.
            let shift = self.shown.text.len() as u32;
            for run in runs {
                if run.block == UNPLACED {
                    run.block = self.blocks.len() as u32;
                    run.text_start += shift;
                    run.text_stop += shift;
                } else {
                    next_run += 1;
                }
            }
            let mut block = self.apart.close();
            block.first_run = next_run;
            block.text_start += shift;
            block.text_stop += shift;
            self.blocks.push(block);
            self.shown.text.append(&mut self.apart.text);
            self.shown.text.push(b'\n');
        }
        self.base_run = self.runs.len();
    }

    /// The text, blocks, runs and lines.
    pub fn finish(mut self) -> (Vec<u8>, Vec<Block>, Vec<Run>, Vec<Line>) {
        self.end_block();
        (self.shown.text, self.blocks, self.runs, self.lines.finish())
    }
}

/// Writes one run into one channel.
struct RunWriter<'w, 'a> {
    source: &'a str,
    lines: &'w mut LineCounter<'a>,
    channel: &'w mut BlockBuilder,
    is_verbatim: bool,
    chars: u32,
    /// Offsets of the run's first character in the text and in the source.
    span: Option<(usize, usize)>,
}

impl RunWriter<'_, '_> {
    /// Text in which any white space is one space.
    fn collapsed(&mut self, mut at: usize, stop: usize, state: State) {
        let source = self.source.as_bytes();
        while at < stop {
            let byte = source[at];
            if bytes::is(byte, SPACE) {
                self.channel.add_space();
                at = bytes::skip_space(&source[..stop], at + 1);
            } else if let Some(length) = self.special(at, stop, state) {
                at += length;
            } else {
                let mut counts = Counts::default();
                let start = at;
                at = counts.stretch(self.source, start, stop);
                self.put(start, &source[start..at], counts);
            }
        }
    }

    /// Text in which white space counts, as in `<pre>`.
    fn preformatted(&mut self, mut at: usize, stop: usize, state: State) {
        let source = self.source.as_bytes();
        while at < stop {
            let byte = source[at];
            if bytes::is(byte, SPACE) {
                let is_pair = byte == b'\r' && source.get(at + 1) == Some(&b'\n');
                if !is_pair {
                    self.channel.verbatim_gap.push(if byte == b'\r' { b'\n' } else { byte });
                }
                at += 1;
            } else if let Some(length) = self.special(at, stop, state) {
                at += length;
            } else {
                let mut counts = Counts::default();
                let start = at;
                at = counts.word(self.source, start, stop);
                self.put(start, &source[start..at], counts);
            }
        }
    }

    /// Handles what is not plain text at `at`: a reference, NUL, a no-break space. Gives its length.
    #[inline(always)]
    fn special(&mut self, at: usize, stop: usize, state: State) -> Option<usize> {
        let source = self.source.as_bytes();
        match source[at] {
            b'&' => {
                if !matches!(state, State::Data | State::RcData) {
                    self.put_char(at, '&');
                    return Some(1);
                }
                let Some(reference) = references::read(&source[at..stop], false) else {
                    self.put_char(at, '&');
                    return Some(1);
                };
                self.put_char(at, reference.first);
                if let Some(second) = reference.second {
                    self.put_char(at, second);
                }
                Some(reference.length)
            }
            0 => {
                // Dropped in ordinary text, replaced elsewhere.
                if !matches!(state, State::Data | State::Cdata) {
                    self.put_char(at, char::REPLACEMENT_CHARACTER);
                }
                Some(1)
            }
            0xC2 if source.get(at + 1) == Some(&0xA0) => {
                self.put_char(at, '\u{A0}');
                Some(2)
            }
            _ => None,
        }
    }

    fn add_gap(&mut self, byte: u8) {
        if self.is_verbatim {
            self.channel.verbatim_gap.push(byte);
        } else {
            self.channel.add_space();
        }
    }

    fn put_char(&mut self, at: usize, c: char) {
        match c {
            '\u{A0}' => self.add_gap(b' '),
            '\t' | '\n' | '\x0C' | '\r' | ' ' => self.add_gap(c as u8),
            // A reference to a control character is not text.
            '\0'..='\x1F' => {}
            _ => {
                let mut counts = Counts::default();
                let mut buffer = [0; 4];
                counts.character(c);
                let text = c.encode_utf8(&mut buffer);
                self.put(at, text.as_bytes(), counts);
            }
        }
    }

    #[inline(always)]
    fn put(&mut self, at: usize, text: &[u8], mut counts: Counts) {
        counts.words += self.channel.open_gap();
        self.span.get_or_insert((self.channel.text.len(), at));
        self.channel.text.extend_from_slice(text);
        self.channel.add(&counts);
        self.chars += counts.chars;
        self.lines.count(at, counts.chars, counts.words, 0);
    }
}
