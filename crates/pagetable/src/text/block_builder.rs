//! Runs -> one block of text, with its counts, while it is being written.

use crate::hash;
use crate::page::table::Block;
use crate::text::counts::{Counts, ends_sentence};
use crate::text::writer::Place;

/// White space that is written only if more text follows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gap {
    None,
    Space,
    Line,
}

/// A block in the making.
pub struct BlockBuilder {
    pub text: Vec<u8>,
    pub is_open: bool,
    pub gap: Gap,
    /// White space of preformatted text since the last word.
    pub verbatim_gap: Vec<u8>,
    /// The element of the last run.
    last_element: u32,
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

impl BlockBuilder {
    pub fn with_capacity(capacity: usize) -> Self {
        BlockBuilder {
            text: Vec::with_capacity(capacity),
            is_open: false,
            gap: Gap::None,
            verbatim_gap: Vec::new(),
            last_element: 0,
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
        self.last_element = place.element;
        self.block.stop = stop as u32;
        self.block.tags = tags - self.tags_at_start;
        self.block.flags |= u32::from(place.flags);
        if place.is_link {
            self.block.link_chars += chars;
        }
    }

    /// The element of the last text, if nothing separates it from the next.
    #[inline(always)]
    pub fn text_directly_before(&self) -> Option<u32> {
        (self.is_open && self.gap == Gap::None && self.verbatim_gap.is_empty()).then_some(self.last_element)
    }

    /// Ends the block and returns it; its run index is still to be set.
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
