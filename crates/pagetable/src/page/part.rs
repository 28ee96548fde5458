//! A range of blocks -> a page of its own, in the time that the range takes: a thread is written post by post.
//!
//! A part has the elements that begin in its stretch of the source, and those around them. Offsets in the source and in
//! the text stay those of the page. What elements have before and after the part is there as one block for each stretch
//! between two of their ends, without runs, so that sums over the blocks of an element stay those of the page.

use std::ops::Range;

use super::PageView;
use super::table::{Block, Element, NO_ROW, Run, flag};
use crate::parse::tags::Tag;

/// What a table consists of.
const TABLE_PARTS: [Tag; 8] = [Tag::Table, Tag::Caption, Tag::Thead, Tag::Tbody, Tag::Tfoot, Tag::Tr, Tag::Td, Tag::Th];

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
    /// Where each element is opened.
    opened: Vec<u32>,
    /// The `<base>` that counts, which belongs to every part.
    base: Option<u32>,
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
        let is_base = |row: &u32| {
            let element = &page.elements[*row as usize];
            element.tag == Tag::Base as u8 && page.attribute(element, b"href").is_some_and(|href| !href.is_empty())
        };
        let base = (0..page.elements.len() as u32).find(is_base);
        let opened = (0..page.elements.len()).map(|row| page.opened_at(row)).collect();
        Parts { page, shown_chars, opened, base }
    }

    /// The part with a range of blocks. A table that is partly in it is only a layout there: its other rows would decide
    /// whether it is one of data, and what its columns are.
    pub fn part(&self, blocks: Range<usize>) -> PagePart {
        let rows = self.rows(&blocks);
        let inside = self.stretch(&blocks);
        let is_cut =
            |row: u32| self.opened[row as usize] < inside.start || self.page.elements[row as usize].stop > inside.end;
        let mut part = self.built(&rows, blocks);
        // Of each element: whether the innermost table around it is cut.
        let mut are_cut: Vec<bool> = Vec::with_capacity(rows.len());
        for (place, row) in rows.iter().enumerate() {
            let element = &part.elements[place];
            let (tag, parent) = (element.tag, element.parent as usize);
            let is_in_cut =
                if tag == Tag::Table as u8 { is_cut(*row) } else { are_cut.get(parent).copied().unwrap_or(false) };
            if is_in_cut && TABLE_PARTS.iter().any(|own| *own as u8 == tag) {
                part.elements[place].tag = Tag::Div as u8;
            }
            are_cut.push(is_in_cut);
        }
        part
    }

    /// The source from the text before the part to the text after it. Hidden text and that of images is in blocks of its
    /// own, which are not in the order of the source: only blocks of the same kind are.
    fn stretch(&self, blocks: &Range<usize>) -> Range<u32> {
        let all = self.page.blocks;
        let kind = |block: &Block| block.flags & u32::from(flag::APART);
        let own = all[blocks.clone()].iter().map(kind).min().unwrap_or_default();
        let start = all[..blocks.start].iter().rev().find(|block| kind(block) == own).map_or(0, |before| before.stop);
        let stop = all[blocks.end..].iter().find(|block| kind(block) == own).map_or(u32::MAX, |after| after.start);
        start..stop.max(start)
    }

    /// The elements that begin there, those around them and around the texts, and the base, in order.
    fn rows(&self, blocks: &Range<usize>) -> Vec<u32> {
        let PageView { elements, .. } = self.page;
        let source = self.stretch(blocks);
        let place = |offset: u32| self.opened.partition_point(|own| *own < offset) as u32;
        let stretch = place(source.start)..place(source.end);
        let runs = self.page.runs_of_blocks(blocks.start, blocks.end);
        let of_blocks = self.page.blocks[blocks.clone()].iter().map(|block| block.element);
        let texts = runs.iter().map(|run| run.element).chain(of_blocks);
        let parents = stretch.clone().map(|row| elements[row as usize].parent);
        // These elements are open where the part begins, so the depth of the page bounds their number.
        let mut around: Vec<u32> = Vec::new();
        for row in texts.chain(parents).chain(self.base) {
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
            let part = Parts::new(page).part(1..2);
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
    fn a_table_that_is_cut_is_a_layout() {
        let html = "<table><tr><td>one<tr><td><table><tr><td>two</table><tr><td>three</table><p>four<p>five";
        with_page(html, |page| {
            let parts = Parts::new(page);
            let n_tables = |blocks| {
                let part = parts.part(blocks);
                let is_of_table = |element: &&Element| TABLE_PARTS.iter().any(|own| *own as u8 == element.tag);
                part.elements.iter().filter(is_of_table).count()
            };
            assert_eq!((n_tables(0..1), n_tables(2..3), n_tables(3..4), n_tables(5..5)), (0, 0, 0, 0));
            // The inner one is whole: a table, its body, a row, a cell.
            assert_eq!(n_tables(1..2), 4);
            assert_eq!(n_tables(0..3), 4 + 8);
        });
    }

    #[test]
    fn one_base_belongs_to_every_part() {
        with_page("<base><base href=/a><base href=/b><p>one<p>two", |page| {
            let part = Parts::new(page).part(1..2);
            let bases: Vec<_> = part.elements.iter().filter(|element| element.tag == Tag::Base as u8).collect();
            assert_eq!(bases.len(), 1);
            assert_eq!(page.attribute(bases[0], b"href").as_deref(), Some("/a"));
        });
    }
}
