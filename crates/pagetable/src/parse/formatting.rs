//! The list of active formatting elements: `<b>`, `<a>` and the like that a block's end closed but
//! that continue in the next block, because their end tag is missing.
//!
//! The standard reopens every one of them in every block, which is quadratic on hostile pages. Here
//! the list is short and the number of reopened elements bounded by the number of tags read.

use crate::parse::tags::Tag;

#[derive(Clone, Copy, Debug)]
pub struct Formatting {
    /// `Unknown` for a marker: a cell or the like, which formatting does not cross.
    pub tag: Tag,
    pub name_hash: u32,
    pub row: u32,
    pub start: u32,
    pub stop: u32,
    pub is_link: bool,
    /// Whether it is on the stack of open elements.
    pub is_open: bool,
}

/// More than this many at once are an attack, not formatting.
const MOST: usize = 64;
/// The standard's "Noah's Ark clause": of the same element only three.
const MOST_ALIKE: usize = 3;

#[derive(Default)]
pub struct FormattingList {
    list: Vec<Formatting>,
    closed: usize,
}

impl FormattingList {
    /// Whether an element of the list was closed by something other than its end tag.
    #[inline(always)]
    pub fn has_closed(&self) -> bool {
        self.closed > 0
    }

    pub fn push(&mut self, entry: Formatting, source: &[u8]) {
        let text = |e: &Formatting| &source[e.start as usize..e.stop as usize];
        let since_marker = self.list.len() - self.after_marker();
        if since_marker >= MOST_ALIKE {
            let same: Vec<usize> = (self.after_marker()..self.list.len())
                .filter(|&i| self.list[i].tag == entry.tag && text(&self.list[i]) == text(&entry))
                .collect();
            if same.len() >= MOST_ALIKE {
                self.remove(same[0]);
            }
        }
        self.add(entry);
    }

    pub fn push_marker(&mut self, row: u32) {
        let marker =
            Formatting { tag: Tag::Unknown, name_hash: 0, row, start: 0, stop: 0, is_link: false, is_open: true };
        self.add(marker);
    }

    fn add(&mut self, entry: Formatting) {
        if self.list.len() >= MOST {
            self.remove(0);
        }
        self.list.push(entry);
    }

    fn remove(&mut self, index: usize) {
        let entry = self.list.remove(index);
        self.closed -= usize::from(!entry.is_open);
    }

    fn after_marker(&self) -> usize {
        self.list.iter().rposition(|entry| entry.tag == Tag::Unknown).map_or(0, |at| at + 1)
    }

    /// The last entry with `tag` since the last marker.
    pub fn find(&self, tag: Tag) -> Option<Formatting> {
        self.list.iter().rev().take_while(|entry| entry.tag != Tag::Unknown).find(|entry| entry.tag == tag).copied()
    }

    pub fn forget(&mut self, row: u32) {
        if let Some(index) = self.list.iter().rposition(|entry| entry.row == row) {
            self.remove(index);
        }
    }

    /// The element of `row` was closed, but not by its end tag.
    pub fn close(&mut self, row: u32) {
        if let Some(entry) = self.list.iter_mut().rev().find(|entry| entry.row == row && entry.is_open) {
            entry.is_open = false;
            self.closed += 1;
        }
    }

    /// A cell or the like ended: what was opened inside it ends too.
    pub fn clear_to_marker(&mut self) {
        while let Some(entry) = self.list.pop() {
            self.closed -= usize::from(!entry.is_open);
            if entry.tag == Tag::Unknown {
                break;
            }
        }
    }

    /// The first entry to open again: the one after the last that is open.
    pub fn next_to_reopen(&self) -> Option<Formatting> {
        let first = self.list.iter().rposition(|entry| entry.is_open).map_or(0, |at| at + 1);
        self.list.get(first).copied()
    }

    /// The closed entry of `old_row`, unless it has left the list, was opened again as the element of `row`.
    pub fn reopen(&mut self, old_row: u32, row: u32) {
        if let Some(entry) = self.list.iter_mut().rev().find(|entry| entry.row == old_row && !entry.is_open) {
            entry.row = row;
            entry.is_open = true;
            self.closed -= 1;
        }
    }
}
