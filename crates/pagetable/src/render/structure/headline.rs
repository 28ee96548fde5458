//! A headline before the text -> no copy of it in the text, and no other heading of its level.

use super::roles;
use crate::parse::tags::Tag;
use crate::render::Kept;

/// How many kept blocks at the beginning are searched for a copy of the headline that is not a level-1 heading.
const MAX_BLOCKS_BEFORE: usize = 10;

/// The mask without the copies of a headline: every heading of level 1 that repeats it, and the first other block.
pub fn without_copies(kept: Kept, headline: &str) -> Vec<bool> {
    let mut keep = kept.keep.to_vec();
    let wanted = letters(headline);
    let mut has_copy = false;
    let kept_blocks = kept.blocks.iter().zip(&mut keep).filter(|(_, keep)| **keep);
    for (n_before, (block, keep)) in kept_blocks.enumerate() {
        let tag = kept.elements[block.element as usize].tag;
        let is_first_heading = tag == Tag::H1 as u8;
        let may_be_copy = is_first_heading || !has_copy && n_before < MAX_BLOCKS_BEFORE && !is_part(tag);
        let text = &kept.text[block.text_start as usize..block.text_stop as usize];
        // Both have about as many bytes; a long block needs no closer look.
        if may_be_copy && text.len() <= 2 * headline.len() + 16 && letters(text) == wanted {
            *keep = false;
            has_copy |= !is_first_heading;
        }
    }
    keep
}

/// Whether elements of a tag are parts of a list or table, which would lose an item or cell.
fn is_part(tag: u8) -> bool {
    [Tag::Td, Tag::Th, Tag::Li, Tag::Dt, Tag::Dd].iter().any(|&part| part as u8 == tag)
}

/// A text without case, white space and punctuation.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Makes the headline the only heading of level 1.
pub fn lower_first_headings(all: &mut [u8]) {
    all.iter_mut().filter(|role| **role == roles::H1).for_each(|role| *role = roles::H2);
}
