//! Which images, rules and formulas belong to the kept text.

use super::roles;
use crate::page::table::{NO_ROW, flag};
use crate::render::Kept;

/// Takes the role of images, rules and formulas that are not near kept text.
///
/// What has no text goes with the smallest element around it that has some. There it belongs if at least half of
/// the shown text is kept, and it is between kept texts or all of the text is kept. A rule must be between kept texts.
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
}

impl Sums {
    fn new(kept: Kept) -> Self {
        let n = kept.blocks.len() + 1;
        let mut sums = Sums { shown_chars: vec![0; n], kept_chars: vec![0; n], kept_blocks: vec![0; n] };
        for (row, (block, &keep)) in kept.blocks.iter().zip(kept.keep).enumerate() {
            let chars = u64::from(block.chars);
            let is_shown = block.flags & u32::from(flag::APART) == 0;
            sums.shown_chars[row + 1] = sums.shown_chars[row] + if is_shown { chars } else { 0 };
            sums.kept_chars[row + 1] = sums.kept_chars[row] + if keep { chars } else { 0 };
            sums.kept_blocks[row + 1] = sums.kept_blocks[row] + u32::from(keep);
        }
        sums
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
        let around = &kept.elements[around_with_text(kept, row)];
        let (first, stop) = (around.first_block as usize, around.stop_block.max(around.first_block) as usize);
        let n_shown = self.shown_chars[stop] - self.shown_chars[first];
        let n_kept = self.kept_chars[stop] - self.kept_chars[first];
        let is_whole = n_kept >= n_shown && role != roles::RULE;
        let is_between = blocks(around.first_block, element.first_block) > 0
            && blocks(element.stop_block.max(element.first_block), around.stop_block) > 0;
        n_kept > 0 && 2 * n_kept >= n_shown && (is_between || is_whole)
    }
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
