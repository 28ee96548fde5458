//! A part of the page for narrow screens beside the same part for wide ones -> its text once.
//!
//! Such parts have names for what they are shown on: `mobile`, `hidden-xs`, `d-none d-md-block`. A part with such a name
//! is a copy if the blocks that are kept of it are kept elsewhere, too, one after another. Other repetitions stay:
//! quotations in threads, choruses, rows of equal prices.

use std::collections::HashMap;
use std::ops::Range;

use super::{COPY, Decision, apart};
use crate::page::PageView;
use crate::parse::class_words::{WordKind, word_hash};

/// What a part is shown on.
const SCREENS: &[&str] = &["mobile", "desktop", "tablet", "phone", "smartphone", "handheld"];
/// Whether it is shown, apart from the size of the screen.
const SHOWN: &[&str] = &["hidden", "visible", "hide", "show", "none"];
const SIZES: &[&str] = &["xs", "sm", "md", "lg", "xl", "small", "medium", "large"];
/// Copies of fewer characters are names and numbers that pages repeat for other reasons.
const LEAST_CHARS: u32 = 40;

/// At most this many places that begin like a part are compared with it.
const MAX_PLACES: usize = 8;

/// This many elements around a block are searched for the classes of the other part.
const MAX_LEVELS: usize = 6;

/// Drops the kept blocks of copies.
pub fn drop_copies(page: PageView<'_>, decision: &mut Decision) {
    let kept: Vec<usize> = (0..page.blocks.len()).filter(|&number| decision.keep[number]).collect();
    let long = kept.iter().map(|&number| &page.blocks[number]).filter(|block| block.chars >= LEAST_CHARS);
    let mut seen: Vec<u64> = long.map(|block| block.hash).collect();
    seen.sort_unstable();
    if seen.windows(2).all(|pair| pair[0] != pair[1]) {
        return; // Nearly all pages: the names of their elements are not looked at.
    }
    let mut places: HashMap<u64, Vec<usize>> = HashMap::new();
    for (at, &number) in kept.iter().enumerate() {
        places.entry(page.blocks[number].hash).or_default().push(at);
    }
    let hashes =
        |words: &[&str]| -> Vec<u64> { words.iter().map(|word| word_hash(word.as_bytes(), WordKind::Class)).collect() };
    let (screens, shown, sizes) = (hashes(SCREENS), hashes(SHOWN), hashes(SIZES));
    // From the end: of two copies the first stays.
    for row in (0..page.elements.len()).rev() {
        let element = &page.elements[row];
        if element.chars < LEAST_CHARS {
            continue;
        }
        let words = page.words_of(row);
        let has = |wanted: &[u64]| words.iter().any(|word| wanted.contains(word));
        if !(has(&screens) || has(&shown) && has(&sizes)) {
            continue;
        }
        let start = kept.partition_point(|&number| number < element.first_block as usize);
        let stop = kept.partition_point(|&number| number < element.stop_block as usize);
        let part = Part { page, kept: &kept, own: start..stop, signature: element.signature };
        if part.is_copy(&places, &decision.with) {
            for &number in &kept[start..stop] {
                decision.keep[number] = false;
                decision.with[number] = COPY;
            }
        }
    }
}

/// A part of the page, as a range of its kept blocks.
struct Part<'a> {
    page: PageView<'a>,
    kept: &'a [usize],
    own: Range<usize>,
    /// Of the tag and classes of its element.
    signature: u64,
}

impl Part<'_> {
    /// Whether its blocks are elsewhere, too, in the same order and with nothing between them.
    fn is_copy(&self, places: &HashMap<u64, Vec<usize>>, with: &[u8]) -> bool {
        let (own, block) = (self.own.clone(), |at: usize| &self.page.blocks[self.kept[at]]);
        let is_long = own.clone().any(|at| block(at).chars >= LEAST_CHARS);
        let is_odd = |at: usize| apart(block(at).flags) != 0 || with[self.kept[at]] == COPY;
        if !is_long || own.clone().any(is_odd) {
            return false;
        }
        let others = places.get(&block(own.start).hash).into_iter().flatten().copied();
        let others = others.filter(|&at| at + own.len() <= own.start || at >= own.end).take(MAX_PLACES);
        others.filter(|&first| first + own.len() <= self.kept.len() && !self.is_alike(first)).any(|first| {
            let is_same = |(at, other): (usize, usize)| block(at).hash == block(other).hash;
            own.clone().zip(first..).all(|pair| is_same(pair) && with[self.kept[pair.1]] != COPY)
        })
    }

    /// Whether a block is in an element with the same tag and classes: then both are filled into one template, and what
    /// they share is not for another screen.
    fn is_alike(&self, at: usize) -> bool {
        let mut row = self.page.blocks[self.kept[at]].element;
        for _ in 0..MAX_LEVELS {
            let Some(element) = self.page.elements.get(row as usize) else { return false };
            if element.signature == self.signature {
                return true;
            }
            row = element.parent;
        }
        false
    }
}
