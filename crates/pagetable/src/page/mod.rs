//! The page table, and the borrowed view of it that every later step reads.

pub mod part;
pub mod table;

use std::ops::Range;

use table::{Block, Element, Run, Table, flag};

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

    /// Where the source opens an element, in the order of the elements; behind everything for one that the page does not
    /// have. Formatting that the parser opens again has its first start tag far before: what counts there is where the
    /// elements before it were closed.
    pub fn opened_at(&self, row: usize) -> u32 {
        let mut row = row;
        loop {
            let Some(element) = self.elements.get(row) else { return u32::MAX };
            let is_opened_again = element.flags & flag::IMPLIED != 0 && element.has_tag();
            let Some(mut before) = row.checked_sub(1).filter(|_| is_opened_again) else { return element.start };
            // An element that the parser took out from under others was closed before them.
            let mut closed = None;
            while let Some(own) = self.elements.get(before).filter(|own| own.end as usize <= row) {
                closed = closed.max(Some(own.stop));
                before = own.parent as usize;
            }
            if let Some(closed) = closed {
                return closed;
            }
            row = before;
        }
    }

    /// The runs among which are all of an element's, and few others: most runs of a block that has many elements are not
    /// those of one. Only within a block are runs in the order of the source: text of images is in blocks of its own.
    pub fn runs_around(&self, row: usize) -> impl Iterator<Item = &'a Run> {
        let none = Element::default();
        let element = self.elements.get(row).unwrap_or(&none);
        let (first, stop) = (self.opened_at(row), self.opened_at(element.end as usize));
        let page = *self;
        (element.first_block as usize..element.stop_block as usize).flat_map(move |block| {
            let runs = page.runs_of_blocks(block, block + 1);
            let runs = &runs[runs.partition_point(|run| run.start < first)..];
            &runs[..runs.partition_point(|run| run.start < stop)]
        })
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
    use proptest::prelude::*;

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

    const TAGS: &str = "<b>|</b>|<i class=x>|</i>|<p>|</p>|<div>|</div>|<span>|</span>|<a href=x>|</a>|<table>|<tr>|<td>|\
                        </td>|</table>|<ul>|<li>|</ul>|<br>|<pre>|</pre>|<svg>|</svg>|<select>|<option>|<nobr>|<form>|\
                        </form>|<template>|</template>|<noscript>|</noscript>|<h1>|</h1>|<button>|</button>|<!---->|\
                        <caption>|<body>|</body>|<q>|</q>|<title>|</title>|a|b|c| |&amp;|.";

    proptest! {
        #[test]
        fn the_runs_of_an_element_are_around_it(
            picks in prop::collection::vec(any::<prop::sample::Index>(), 0..if cfg!(miri) { 8 } else { 60 }),
        ) {
            let tags: Vec<&str> = TAGS.split('|').collect();
            let html: String = picks.iter().map(|pick| *pick.get(&tags)).collect();
            with_page(&html, |page| {
                for (row, element) in page.elements.iter().enumerate() {
                    let is_inside = |run: &&Run| (row as u32..element.end).contains(&run.element);
                    let runs = page.runs_of_blocks(element.first_block as usize, element.stop_block as usize);
                    let own: Vec<u32> = runs.iter().filter(is_inside).map(|run| run.start).collect();
                    let found: Vec<u32> = page.runs_around(row).filter(is_inside).map(|run| run.start).collect();
                    assert_eq!(found, own, "{} in {html}", row);
                    assert!(row == 0 || page.opened_at(row - 1) <= page.opened_at(row), "{} in {html}", row);
                }
            });
        }
    }

    #[test]
    fn formatting_that_is_opened_again_is_after_what_was_closed_before_it() {
        with_page("<div>x<b><i>y<p>z</div>w", |page| {
            let again: Vec<usize> =
                (0..page.elements.len()).filter(|row| page.opened_at(*row) != page.elements[*row].start).collect();
            assert_eq!(again.len(), 2);
            assert!(again.iter().all(|row| page.opened_at(*row) == 23 && page.elements[*row].start < 10));
            assert_eq!(page.runs_around(again[0]).count(), 1);
        });
    }
}
