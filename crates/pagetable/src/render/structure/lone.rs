//! Which images, rules and formulas belong to the kept text.

use std::cell::OnceCell;

use super::roles;
use crate::page::table::{Element, NO_ROW, flag};
use crate::parse::tags::Tag;
use crate::render::Kept;

/// Takes the role of images, rules and formulas that are not near kept text.
///
/// What has no text goes with the smallest element around it that has some. There it belongs if at least half of
/// the shown text is kept, and it is between kept texts or all of the text is kept. A rule must be between kept texts.
///
/// Captions are often dropped, and the picture that they describe is still one of the text around it. So an image of a
/// figure without kept text goes with the smallest element that has text outside of figures. A figure whose caption is a
/// link leads to another page, and its image stays out.
pub fn place(kept: Kept, roles: &mut [u8]) {
    if !roles.iter().any(|&role| roles::is_void(role)) {
        return;
    }
    let sums = Sums::new(kept);
    for (row, role) in roles.iter_mut().enumerate() {
        if roles::is_void(*role) && !sums.belongs(kept, row, *role) {
            *role = 0;
        }
    }
}

/// Sums over the blocks before each.
struct Sums {
    shown_chars: Vec<u64>,
    kept_chars: Vec<u64>,
    kept_blocks: Vec<u32>,
    /// Shown blocks outside of figures; counted for the first figure without kept text.
    loose_blocks: OnceCell<Vec<u32>>,
}

impl Sums {
    fn new(kept: Kept) -> Self {
        let n = kept.blocks.len() + 1;
        let mut sums = Sums {
            shown_chars: vec![0; n],
            kept_chars: vec![0; n],
            kept_blocks: vec![0; n],
            loose_blocks: OnceCell::new(),
        };
        for (row, (block, &keep)) in kept.blocks.iter().zip(kept.keep).enumerate() {
            let chars = u64::from(block.chars);
            let is_shown = block.flags & u32::from(flag::APART) == 0;
            sums.shown_chars[row + 1] = sums.shown_chars[row] + if is_shown { chars } else { 0 };
            sums.kept_chars[row + 1] = sums.kept_chars[row] + if keep { chars } else { 0 };
            sums.kept_blocks[row + 1] = sums.kept_blocks[row] + u32::from(keep);
        }
        sums
    }

    /// The element whose text decides on what has none: the smallest around it with text, or the one around its figure.
    fn deciding<'a>(&self, kept: Kept<'a>, row: usize, role: u8) -> &'a Element {
        let around = around_with_text(kept, row);
        let count = |sums: &[u32], row: usize| {
            let element = &kept.elements[row];
            sums[element.stop_block.max(element.first_block) as usize] - sums[element.first_block as usize]
        };
        if role != roles::IMAGE || count(&self.kept_blocks, around) > 0 {
            return &kept.elements[around];
        }
        let leads_away = |figure: &usize| 2 * kept.elements[*figure].link_chars > kept.elements[*figure].chars;
        let Some(figure) = figure_around(kept, row).filter(|figure| !leads_away(figure)) else {
            return &kept.elements[around];
        };
        let mut outside = figure.min(around);
        let loose_blocks = self.loose_blocks.get_or_init(|| loose_blocks_before(kept));
        while count(loose_blocks, outside) == 0 && kept.elements[outside].parent != NO_ROW {
            outside = kept.elements[outside].parent as usize;
        }
        &kept.elements[outside]
    }

    fn belongs(&self, kept: Kept, row: usize, role: u8) -> bool {
        let element = &kept.elements[row];
        let blocks =
            |first: u32, stop: u32| self.kept_blocks[stop.max(first) as usize] - self.kept_blocks[first as usize];
        // A formula of kept text has its text in the page; that of a script or an image has none.
        if role == roles::FORMULA && blocks(element.first_block, element.stop_block) > 0 {
            return true;
        }
        if element.flags & flag::APART != 0 {
            return false;
        }
        let around = self.deciding(kept, row, role);
        let (first, stop) = (around.first_block as usize, around.stop_block.max(around.first_block) as usize);
        let n_shown = self.shown_chars[stop] - self.shown_chars[first];
        let n_kept = self.kept_chars[stop] - self.kept_chars[first];
        let is_whole = n_kept >= n_shown && role != roles::RULE;
        let is_between = blocks(around.first_block, element.first_block) > 0
            && blocks(element.stop_block.max(element.first_block), around.stop_block) > 0;
        n_kept > 0 && 2 * n_kept >= n_shown && (is_between || is_whole)
    }
}

/// For each block, the shown blocks before it that are in no figure.
fn loose_blocks_before(kept: Kept) -> Vec<u32> {
    let mut is_loose: Vec<bool> = kept.blocks.iter().map(|block| block.flags & u32::from(flag::APART) == 0).collect();
    let mut marked = 0;
    for figure in kept.elements.iter().filter(|element| element.tag == Tag::Figure as u8) {
        let (first, stop) = (figure.first_block.max(marked), figure.stop_block);
        if first < stop {
            is_loose[first as usize..stop as usize].fill(false);
            marked = stop;
        }
    }
    let mut n_before = vec![0; is_loose.len() + 1];
    for (at, is_loose) in is_loose.into_iter().enumerate() {
        n_before[at + 1] = n_before[at] + u32::from(is_loose);
    }
    n_before
}

/// The nearest figure around a row.
fn figure_around(kept: Kept, row: usize) -> Option<usize> {
    let above =
        |row: &usize| Some(kept.elements[*row].parent).filter(|&parent| parent != NO_ROW).map(|parent| parent as usize);
    std::iter::successors(above(&row), above).find(|&around| kept.elements[around].tag == Tag::Figure as u8)
}

/// The smallest element around a row that has text, the root if none has.
fn around_with_text(kept: Kept, row: usize) -> usize {
    let mut around = row;
    loop {
        match kept.elements[around].parent {
            NO_ROW => return around,
            parent => around = parent as usize,
        }
        if kept.elements[around].chars > 0 {
            return around;
        }
    }
}
