//! The page table, and the borrowed view of it that every later step reads.

pub mod part;
pub mod table;

use std::ops::Range;

use table::{Block, Element, Run, Table};

use crate::parse::attributes;

/// A page that has been read: its source and its rows. Cheap to copy, so functions take it by value.
#[derive(Clone, Copy)]
pub struct PageView<'a> {
    /// The HTML, which is UTF-8.
    pub source: &'a [u8],
    /// The normalised text of all blocks, which is UTF-8.
    pub text: &'a [u8],
    /// Elements, in the order of their start tags.
    pub elements: &'a [Element],
    /// Blocks of text, in source order.
    pub blocks: &'a [Block],
    /// The pieces of text between tags, in source order.
    pub runs: &'a [Run],
    /// Hashes of the words of class, id, role and itemprop attributes, and of the names of custom elements.
    pub words: &'a [u64],
}

impl<'a> PageView<'a> {
    /// A view of a table and the source that it was built from.
    pub fn new(source: &'a [u8], table: &'a Table) -> PageView<'a> {
        let Table { elements, blocks, runs, words, text, .. } = table;
        PageView { source, text, elements, blocks, runs, words }
    }

    /// The text of a block.
    pub fn block_text(&self, block: &Block) -> &'a [u8] {
        self.text.get(block.text_start as usize..block.text_stop as usize).unwrap_or_default()
    }

    /// Whether some bytes are anywhere in the source.
    pub fn source_has(&self, part: &[u8]) -> bool {
        memchr::memmem::find(self.source, part).is_some()
    }

    /// The blocks of a range; fewer if the page has fewer.
    pub fn block_range(&self, first: usize, stop: usize) -> &'a [Block] {
        let stop = stop.min(self.blocks.len());
        self.blocks.get(first..stop).unwrap_or_default()
    }

    /// The runs of a range of blocks, which are next to each other.
    pub fn runs_of_blocks(&self, first: usize, stop: usize) -> &'a [Run] {
        if first >= stop {
            return &[];
        }
        let first_run = |block: usize| self.blocks.get(block).map_or(self.runs.len(), |block| block.first_run as usize);
        self.runs.get(first_run(first)..first_run(stop)).unwrap_or_default()
    }

    /// The hashes of an element's class, id, role and itemprop words.
    pub fn words_of(&self, row: usize) -> &'a [u64] {
        &self.words[self.word_range(row)]
    }

    /// The places of an element's words among those of all elements.
    pub fn word_range(&self, row: usize) -> Range<usize> {
        let first_word = |row: usize| self.elements.get(row).map_or(self.words.len(), |next| next.first_word as usize);
        first_word(row)..first_word(row + 1)
    }

    /// The source between an element's start and end tag.
    pub fn content(&self, element: &Element) -> &'a [u8] {
        self.source.get(element.open_stop as usize..element.close_start as usize).unwrap_or_default()
    }

    /// The value of an element's attribute; an element that the source only implies has none.
    pub fn attribute(&self, element: &Element, name: &[u8]) -> Option<String> {
        element.has_tag().then(|| attributes::value_of(self.source, element.start as usize, name))?
    }

    /// The texts of the blocks that a mask keeps, with a blank line between them.
    pub fn joined_text(&self, keep: impl Iterator<Item = bool>) -> Vec<u8> {
        let kept = self.blocks.iter().zip(keep).filter(|(_, keep)| *keep);
        kept.map(|(block, _)| self.block_text(block)).collect::<Vec<_>>().join(b"\n\n".as_slice())
    }
}

impl Element {
    /// Whether the start tag is in the source, rather than implied by other tags.
    pub fn has_tag(&self) -> bool {
        self.open_stop > self.start
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Calls `look` with the page that a source makes.
    pub fn with_page<T>(html: &str, look: impl Fn(PageView<'_>) -> T) -> T {
        look(PageView::new(html.as_bytes(), &crate::build(html, crate::DEFAULT_MAX_DEPTH)))
    }

    #[test]
    fn kept_blocks_are_joined_by_blank_lines() {
        let text = with_page("<p>One<p>two<p>three", |page| page.joined_text([true, false, true].into_iter()));
        assert_eq!(text, b"One\n\nthree");
    }

    #[test]
    fn an_implied_element_has_no_attributes_and_no_words() {
        with_page("<table class=a id=b><tr class=c><td>x", |page| {
            let words: Vec<usize> = (0..page.elements.len()).map(|row| page.words_of(row).len()).collect();
            let classes: Vec<_> = page.elements.iter().map(|element| page.attribute(element, b"class")).collect();
            for (row, element) in page.elements.iter().enumerate().filter(|(_, element)| !element.has_tag()) {
                assert_eq!((words[row], classes[row].as_deref()), (0, None), "{element:?}");
            }
            assert_eq!(classes.iter().flatten().collect::<Vec<_>>(), ["a", "c"]);
        });
    }
}
