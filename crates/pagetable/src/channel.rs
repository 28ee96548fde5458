//! One stream of block text, and the counting of its characters.

use crate::hash;
use crate::table::Block;
use crate::text::Place;

/// White space that is written only if more text follows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gap {
    None,
    Space,
    Line,
}

/// A block in the making.
pub struct Channel {
    pub text: Vec<u8>,
    pub is_open: bool,
    pub gap: Gap,
    /// White space of preformatted text since the last word.
    pub verbatim_gap: Vec<u8>,
    block: Block,
    tags_at_start: u32,
    has_place: bool,
    ideographs: u32,
    unspaced_letters: u32,
}

/// Han and kana text has about two characters a word.
const IDEOGRAPHS_PER_WORD: u32 = 2;
/// Thai, Lao, Khmer and Burmese have about five code points a word, vowel signs counted.
const UNSPACED_LETTERS_PER_WORD: u32 = 5;

impl Channel {
    pub fn with_capacity(capacity: usize) -> Self {
        Channel {
            text: Vec::with_capacity(capacity),
            is_open: false,
            gap: Gap::None,
            verbatim_gap: Vec::new(),
            block: Block::default(),
            tags_at_start: 0,
            has_place: false,
            ideographs: 0,
            unspaced_letters: 0,
        }
    }

    #[inline(always)]
    pub fn add_space(&mut self) {
        if self.gap == Gap::None {
            self.gap = Gap::Space;
        }
    }

    #[inline(always)]
    pub fn forget_gap(&mut self) {
        self.gap = Gap::None;
        if !self.verbatim_gap.is_empty() {
            self.verbatim_gap.clear();
        }
    }

    /// Writes the pending white space before more text; gives 1 if a new word begins, else 0.
    #[inline(always)]
    pub fn open_gap(&mut self) -> u32 {
        if !self.is_open {
            self.open();
            return 1;
        }
        if self.gap == Gap::None && self.verbatim_gap.is_empty() {
            return 0;
        }
        self.block.sentences += u32::from(ends_sentence(&self.text));
        if !self.verbatim_gap.is_empty() {
            self.text.append(&mut self.verbatim_gap);
        } else {
            self.text.push(if self.gap == Gap::Line { b'\n' } else { b' ' });
        }
        self.gap = Gap::None;
        1
    }

    fn open(&mut self) {
        self.is_open = true;
        self.has_place = false;
        self.block = Block { text_start: self.text.len() as u32, ..Block::default() };
        self.ideographs = 0;
        self.unspaced_letters = 0;
        // Blank lines before preformatted text go, the indentation of its first line stays.
        let indent = self.verbatim_gap.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        self.text.extend_from_slice(&self.verbatim_gap[indent..]);
        self.forget_gap();
    }

    #[inline(always)]
    pub fn add(&mut self, counts: &Counts) {
        let block = &mut self.block;
        block.chars += counts.chars;
        block.words += counts.words;
        block.sentences += counts.sentences;
        block.punctuation += counts.punctuation;
        block.commas += counts.commas;
        block.digits += counts.digits;
        block.uppers += counts.uppers;
        self.ideographs += counts.ideographs;
        self.unspaced_letters += counts.unspaced_letters;
    }

    /// A run ended: `chars` characters were written for it.
    pub fn end_run(&mut self, place: Place, chars: u32, start: usize, stop: usize, tags: u32) {
        if !self.has_place {
            self.has_place = true;
            self.block.element = place.block_element;
            self.block.start = start as u32;
            self.tags_at_start = tags;
        }
        self.block.stop = stop as u32;
        self.block.tags = tags - self.tags_at_start;
        self.block.flags |= u32::from(place.flags);
        if place.is_link {
            self.block.link_chars += chars;
        }
    }

    /// Ends the block and gives it; its run index is still to be set.
    pub fn close(&mut self) -> Block {
        let mut block = self.block;
        let text = &self.text[block.text_start as usize..];
        block.text_stop = self.text.len() as u32;
        block.hash = hash::of_bytes(text);
        block.sentences += u32::from(ends_sentence(text));
        block.words += self.ideographs / IDEOGRAPHS_PER_WORD + self.unspaced_letters / UNSPACED_LETTERS_PER_WORD;
        self.is_open = false;
        block
    }
}

/// Whether a text ends with a full stop or the like, behind which closing quotes may stand.
#[inline(always)]
fn ends_sentence(text: &[u8]) -> bool {
    match text.last() {
        Some(b'.' | b'!' | b'?') => true,
        Some(b'"' | b'\'' | b')' | b']' | 0x80..) => ends_sentence_closed(text),
        _ => false,
    }
}

fn ends_sentence_closed(mut text: &[u8]) -> bool {
    const CLOSERS: [&str; 7] = ["\"", "'", ")", "]", "”", "’", "»"];
    while let Some(rest) = CLOSERS.iter().find_map(|closer| text.strip_suffix(closer.as_bytes())) {
        text = rest;
    }
    matches!(text.last(), Some(b'.' | b'!' | b'?')) || text.ends_with("…".as_bytes())
}

#[derive(Clone, Copy, Default)]
pub struct Counts {
    pub chars: u32,
    pub words: u32,
    pub sentences: u32,
    pub punctuation: u32,
    pub commas: u32,
    pub digits: u32,
    pub uppers: u32,
    pub ideographs: u32,
    pub unspaced_letters: u32,
}

// A byte's counts, packed so that one addition counts them all: twelve bits each for characters,
// punctuation, commas, digits and capitals. The two highest bits say that the byte is no plain text.
const LANE: u32 = 12;
const LANE_MASK: u64 = (1 << LANE) - 1;
/// No lane can overflow within this many bytes.
const MAX_STRETCH: usize = (1 << LANE) - 1;
const BLANK: u64 = 1 << 62;
/// A reference, white space other than a space, NUL, or not ASCII.
const STOP: u64 = 1 << 63;

static PACKED: [u64; 256] = packed();

const fn packed() -> [u64; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b',' => 1 | 1 << LANE | 1 << (2 * LANE),
            b'.' | b';' | b':' | b'!' | b'?' => 1 | 1 << LANE,
            b'0'..=b'9' => 1 | 1 << (3 * LANE),
            b'A'..=b'Z' => 1 | 1 << (4 * LANE),
            b' ' => BLANK,
            b'&' | b'\t' | b'\n' | b'\x0C' | b'\r' | 0 | 0x80.. => STOP,
            _ => 1,
        };
        byte += 1;
    }
    table
}

impl Counts {
    /// Counts plain text from `start`, single spaces between words included; gives where it stops. The
    /// byte at `start` is no white space, and neither is the one before where it stops.
    #[inline(always)]
    pub fn stretch(&mut self, source: &str, start: usize, stop: usize) -> usize {
        let bytes = &source.as_bytes()[..stop.min(start + MAX_STRETCH)];
        let mut at = start;
        let mut sum = 0;
        while let Some(&byte) = bytes.get(at) {
            let counts = PACKED[byte as usize];
            if counts < BLANK {
                sum += counts;
                at += 1;
            } else if byte == b' ' {
                // Plain text must follow, else the space is a gap; 0xC2 may begin a no-break space.
                match bytes.get(at + 1) {
                    Some(&next) if PACKED[next as usize] < BLANK || next > 0xC2 => {}
                    _ => break,
                }
                self.words += 1;
                self.sentences += u32::from(ends_sentence(&bytes[start..at]));
                at += 1;
            } else if byte >= 0x80 {
                let Some(length) = self.beyond_ascii(source, at) else { break };
                at += length;
            } else {
                break;
            }
        }
        self.unpack(sum);
        at
    }

    /// Counts one word from `at`; gives where it stops.
    pub fn word(&mut self, source: &str, start: usize, stop: usize) -> usize {
        let space = source.as_bytes()[start..stop].iter().position(|&b| b == b' ').map_or(stop, |n| start + n);
        self.stretch(source, start, space)
    }

    /// Counts the character at `at`, which is not ASCII; `None` if it is a no-break space.
    #[inline(always)]
    fn beyond_ascii(&mut self, source: &str, at: usize) -> Option<usize> {
        let c = source[at..].chars().next()?;
        if c == '\u{A0}' {
            return None;
        }
        self.character(c);
        Some(c.len_utf8())
    }

    /// Counts any one character but white space.
    pub fn character(&mut self, c: char) {
        if c.is_ascii() {
            let counts = PACKED[c as usize];
            self.unpack(if counts < BLANK { counts } else { 1 });
            return;
        }
        self.chars += 1;
        match c {
            '。' | '！' | '？' | '．' | '｡' | '؟' | '۔' | '।' => {
                self.sentences += 1;
                self.punctuation += 1;
            }
            '、' | '，' | '､' | '،' => {
                self.commas += 1;
                self.punctuation += 1;
            }
            '；' | '：' | '؛' | '…' => self.punctuation += 1,
            '\u{3041}'..='\u{30FF}'
            | '\u{31F0}'..='\u{31FF}'
            | '\u{3400}'..='\u{4DBF}'
            | '\u{4E00}'..='\u{9FFF}'
            | '\u{F900}'..='\u{FAFF}'
            | '\u{FF66}'..='\u{FF9F}'
            | '\u{20000}'..='\u{3FFFF}' => self.ideographs += 1,
            '\u{0E01}'..='\u{0EDF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17DD}' => self.unspaced_letters += 1,
            // Below: letters with case, and digits of other scripts.
            '\u{00C0}'..='\u{2DFF}' if c.is_uppercase() => self.uppers += 1,
            '\u{0660}'..='\u{1AFF}' | '\u{FF10}'..='\u{FF19}' if c.is_numeric() => self.digits += 1,
            _ => {}
        }
    }

    #[inline(always)]
    fn unpack(&mut self, sum: u64) {
        let lane = |index: u32| (sum >> (index * LANE) & LANE_MASK) as u32;
        self.chars += lane(0);
        self.punctuation += lane(1);
        self.commas += lane(2);
        self.digits += lane(3);
        self.uppers += lane(4);
    }
}
