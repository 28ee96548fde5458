//! Headings over text that was dropped are dropped with it.

use super::around::{Around, NONE, heading_level};
use super::{Decision, HEADING, apart};
use crate::page::PageView;

/// A heading of at least this probability stays: some say everything themselves, such as the names in a grid.
const SURE: f64 = 0.7;
/// Fewer words below a heading may be a date or a button.
const LEAST_WORDS: u32 = 5;

/// Drops headings that have only dropped text up to the next heading of their level, or up to the end. The first kept
/// block stays, and so do headings of the first level, those that are links, such as the names of a listing's entries,
/// those in items and cells, whose list or table would have a hole, and those that the page's table of contents repeats.
pub fn drop_empty(page: PageView<'_>, around: &Around, probability: &[f64], decision: &mut Decision) {
    let level = |number: usize| match around.label[page.blocks[number].element as usize] {
        NONE => 0,
        row => heading_level(page.elements[row as usize].tag),
    };
    let Some(first) = decision.keep.iter().position(|&keep| keep) else { return };
    // Sorted for the first heading that asks: most pages have none.
    let mut texts: Vec<u64> = Vec::new();
    let mut n_words = 0;
    // The level of the kept block below: 1 at the end of the page, which every heading is over.
    let mut below = Some(1);
    for number in (first + 1..page.blocks.len()).rev() {
        let block = &page.blocks[number];
        if !decision.keep[number] {
            n_words += if apart(block.flags) == 0 { block.words } else { 0 };
            continue;
        }
        let own = level(number);
        let is_part = block.link_chars == block.chars || around.item[block.element as usize] != NONE;
        let is_empty = own > 1 && !is_part && below.is_some_and(|below| below <= own) && n_words >= LEAST_WORDS;
        if is_empty && probability[number] < SURE && !has_copy(page, block.hash, &mut texts) {
            decision.keep[number] = false;
            decision.with[number] = HEADING;
            n_words += block.words;
            continue;
        }
        below = Some(own).filter(|&own| own > 0);
        n_words = 0;
    }
}

/// Whether two blocks have the text of a hash; `texts` are the sorted hashes, empty until they are needed.
fn has_copy(page: PageView<'_>, hash: u64, texts: &mut Vec<u64>) -> bool {
    if texts.is_empty() {
        texts.extend(page.blocks.iter().map(|block| block.hash));
        texts.sort_unstable();
    }
    texts.get(texts.partition_point(|&own| own < hash) + 1) == Some(&hash)
}
