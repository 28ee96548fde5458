//! A range of blocks -> a page of its own, in the time that the range takes: a thread is written post by post.
//!
//! A part has the elements that begin in its stretch of the source, and those around them. Offsets in the source and in
//! the text stay those of the page. What elements have before and after the part is there as one block for each stretch
//! between two of their ends, without runs, so that sums over the blocks of an element stay those of the page.

use std::ops::Range;

use super::PageView;
use super::table::{Block, Element, NO_ROW, Run, flag};
use crate::parse::tags::Tag;

/// The rows of a part of a page.
pub struct PagePart {
    elements: Vec<Element>,
    blocks: Vec<Block>,
    runs: Vec<Run>,
    words: Vec<u64>,
    /// Blocks of stretches before the part.
    n_before: usize,
}

/// What all parts of a page need to know about it.
pub struct Parts<'a> {
    page: PageView<'a>,
    /// Characters that are shown before each block, and all of them last.
    shown_chars: Vec<u32>,
    /// `<base>` elements, which belong to every part.
    bases: Vec<u32>,
}

impl<'a> Parts<'a> {
    /// Of a page.
    pub fn new(page: PageView<'a>) -> Parts<'a> {
        let mut sum = 0;
        let shown = page.blocks.iter().map(|block| {
            sum += if block.flags & u32::from(flag::APART) == 0 { block.chars } else { 0 };
            sum
        });
        let shown_chars = std::iter::once(0).chain(shown).collect();
        let is_base = |row: &u32| page.elements[*row as usize].tag == Tag::Base as u8;
        Parts { page, shown_chars, bases: (0..page.elements.len() as u32).filter(is_base).collect() }
    }

    /// The part with a range of blocks; None if a table is partly in it, because its other rows decide whether it is one
    /// of data.
    pub fn part(&self, blocks: Range<usize>) -> Option<PagePart> {
        let rows = self.rows(&blocks);
        let inside = self.stretch(&blocks);
        let is_cut = |row: &u32| {
            let element = &self.page.elements[*row as usize];
            element.tag == Tag::Table as u8 && (*row < inside.start || element.end > inside.end)
        };
        if rows.iter().any(is_cut) {
            return None;
        }
        Some(self.built(&rows, blocks))
    }

    /// The rows of the elements that begin after the text before the part and before the text after it.
    fn stretch(&self, blocks: &Range<usize>) -> Range<u32> {
        let PageView { elements, .. } = self.page;
        let start = blocks.start.checked_sub(1).map_or(0, |before| self.page.blocks[before].stop);
        let stop = self.page.blocks.get(blocks.end).map_or(u32::MAX, |after| after.start);
        let place = |offset: u32| elements.partition_point(|element| element.start < offset) as u32;
        place(start)..place(stop).max(place(start))
    }

    /// Those rows, the elements around them and around the texts, and the bases, in order.
    fn rows(&self, blocks: &Range<usize>) -> Vec<u32> {
        let PageView { elements, .. } = self.page;
        let stretch = self.stretch(blocks);
        let runs = self.page.runs_of_blocks(blocks.start, blocks.end);
        let of_blocks = self.page.blocks[blocks.clone()].iter().map(|block| block.element);
        let texts = runs.iter().map(|run| run.element).chain(of_blocks);
        let parents = stretch.clone().map(|row| elements[row as usize].parent);
        // These elements are open where the part begins, so the depth of the page bounds their number.
        let mut around: Vec<u32> = Vec::new();
        for row in texts.chain(parents).chain(self.bases.iter().copied()) {
            let mut row = row;
            while row != NO_ROW && !stretch.contains(&row) && !around.contains(&row) {
                around.push(row);
                row = elements[row as usize].parent;
            }
        }
        let mut rows: Vec<u32> = around.into_iter().chain(stretch).collect();
        rows.sort_unstable();
        rows.dedup();
        rows
    }

    fn built(&self, rows: &[u32], blocks: Range<usize>) -> PagePart {
        let place = |row: u32| rows.partition_point(|own| *own < row) as u32;
        let (before, after) = self.ends(rows, &blocks);
        let n_before = before.len();
        let (first, stop) = (blocks.start as u32, blocks.end as u32);
        let block_place = |block: u32| match block {
            block if block < first => before.partition_point(|own| *own < block) as u32,
            block if block <= stop => n_before as u32 + block - first,
            block => (n_before + blocks.len()) as u32 + after.partition_point(|own| *own < block) as u32 + 1,
        };
        let mut words = Vec::new();
        let element = |row: &u32| {
            let own = self.page.elements[*row as usize];
            let first_word = words.len() as u32;
            words.extend_from_slice(self.page.words_of(*row as usize));
            Element {
                parent: if own.parent == NO_ROW { NO_ROW } else { place(own.parent) },
                end: place(own.end),
                first_block: block_place(own.first_block),
                stop_block: block_place(own.stop_block),
                first_word,
                ..own
            }
        };
        let elements = rows.iter().map(element).collect();
        let first_run = self.page.blocks.get(blocks.start).map_or(0, |block| block.first_run);
        let runs = self.page.runs_of_blocks(blocks.start, blocks.end).iter();
        let runs: Vec<Run> =
            runs.map(|run| Run { element: place(run.element), block: block_place(run.block), ..*run }).collect();
        let stretch = |range: (u32, u32), first_run: u32| Block {
            chars: self.shown_chars[range.1 as usize] - self.shown_chars[range.0 as usize],
            first_run,
            ..Block::default()
        };
        let own = self.page.blocks[blocks.clone()].iter();
        let own =
            own.map(|block| Block { element: place(block.element), first_run: block.first_run - first_run, ..*block });
        let pairs = |ends: &[u32]| ends.windows(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>();
        let before = pairs(&[before.as_slice(), &[first]].concat()).into_iter().map(|range| stretch(range, 0));
        let after =
            pairs(&[&[stop], after.as_slice()].concat()).into_iter().map(|range| stretch(range, runs.len() as u32));
        PagePart { blocks: before.chain(own).chain(after).collect(), elements, runs, words, n_before }
    }

    /// Where elements begin before the part and where they end after it, in blocks.
    fn ends(&self, rows: &[u32], blocks: &Range<usize>) -> (Vec<u32>, Vec<u32>) {
        let elements = rows.iter().map(|row| &self.page.elements[*row as usize]);
        let ends = elements.flat_map(|element| [element.first_block, element.stop_block]);
        let (mut before, mut after): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        for end in ends {
            if (end as usize) < blocks.start {
                before.push(end);
            } else if end as usize > blocks.end {
                after.push(end);
            }
        }
        for own in [&mut before, &mut after] {
            own.sort_unstable();
            own.dedup();
        }
        (before, after)
    }
}

impl PagePart {
    /// The part as a page.
    pub fn view<'a>(&'a self, page: PageView<'a>) -> PageView<'a> {
        let PagePart { elements, blocks, runs, words, .. } = self;
        PageView { elements, blocks, runs, words, ..page }
    }

    /// The mask of the part's blocks.
    pub fn mask(&self, keep: &[bool]) -> Vec<bool> {
        let mut mask = vec![false; self.blocks.len()];
        mask[self.n_before..self.n_before + keep.len()].copy_from_slice(keep);
        mask
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::with_page;

    #[test]
    fn a_part_has_its_own_rows_and_what_is_around_them() {
        with_page("<base href=/><main><p>one<p>two <b class=author>words</b><p>three</main>", |page| {
            let part = Parts::new(page).part(1..2).unwrap();
            let view = part.view(page);
            let names: Vec<u8> = view.elements.iter().map(|element| element.tag).collect();
            let tags = [Tag::Base, Tag::Main, Tag::P, Tag::B];
            assert!(tags.iter().all(|tag| names.contains(&(*tag as u8))));
            assert_eq!(names.iter().filter(|tag| **tag == Tag::P as u8).count(), 2);
            let main = view.elements.iter().find(|element| element.tag == Tag::Main as u8).unwrap();
            // The texts before and after the part are one block each.
            let chars =
                view.block_range(main.first_block as usize, main.stop_block as usize).iter().map(|own| own.chars);
            assert_eq!(chars.collect::<Vec<_>>(), [3, 8, 5]);
            assert_eq!(part.mask(&[true]), [false, true, false]);
            let bold = names.iter().position(|tag| *tag == Tag::B as u8).unwrap();
            assert_eq!(view.words_of(bold).len(), 1);
            assert_eq!(view.runs.iter().map(|run| run.block).collect::<Vec<_>>(), [1, 1]);
        });
    }

    #[test]
    fn a_table_is_not_cut() {
        let html = "<table><tr><td>one<tr><td>two<tr><td>three</table><p>four<p>five";
        with_page(html, |page| {
            let parts = Parts::new(page);
            assert!(parts.part(0..1).is_none() && parts.part(1..2).is_none());
            assert!(parts.part(0..3).is_some() && parts.part(3..4).is_some() && parts.part(5..5).is_some());
        });
    }
}
