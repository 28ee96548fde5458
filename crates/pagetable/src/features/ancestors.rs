//! Facts about the elements around a block: how far up the nearest one of each group is, and the sum and
//! the extremes of a value over all of them.
//!
//! Elements come parents first, so one pass with a stack of the open ancestors is enough: an element takes
//! over its parent's state, one step further away, and adds its own. It takes time by elements and memory by
//! depth, however the elements are nested.

use crate::parse::tags::Tag;

/// Groups of class words, in the order of the lines of `class_groups.txt`, which has the words of each.
pub const CLASS_GROUPS: [&str; 46] = [
    "ad",
    "author",
    "body",
    "breadcrumb",
    "button",
    "caption",
    "card",
    "code",
    "comment",
    "consent",
    "content",
    "date",
    "description",
    "article",
    "foot",
    "forum",
    "header",
    "hidden",
    "legal",
    "list",
    "login",
    "main",
    "media",
    "meta",
    "modal",
    "nav",
    "pager",
    "popular",
    "post",
    "price",
    "product",
    "related",
    "review",
    "search",
    "share",
    "side",
    "slide",
    "spec",
    "subscribe",
    "summary",
    "tab",
    "tag",
    "title",
    "toc",
    "user",
    "widget",
];
/// Groups of tags; their bits come after those of the class words.
pub const TAG_GROUPS: [(&str, &[Tag]); 18] = [
    ("p", &[Tag::P]),
    ("li", &[Tag::Li]),
    ("cell", &[Tag::Td, Tag::Th]),
    ("h1", &[Tag::H1]),
    ("h2", &[Tag::H2]),
    ("h3", &[Tag::H3, Tag::H4, Tag::H5, Tag::H6]),
    ("article", &[Tag::Article]),
    ("main", &[Tag::Main]),
    ("section", &[Tag::Section]),
    ("nav", &[Tag::Nav]),
    ("footer", &[Tag::Footer]),
    ("aside", &[Tag::Aside]),
    ("header", &[Tag::Header]),
    ("form", &[Tag::Form]),
    ("figure", &[Tag::Figure, Tag::Figcaption]),
    ("table", &[Tag::Table]),
    ("quote", &[Tag::Blockquote]),
    ("pre", &[Tag::Pre, Tag::Code]),
];
/// One bit per group.
pub const GROUPS: usize = CLASS_GROUPS.len() + TAG_GROUPS.len();
const _: () = assert!(GROUPS == u64::BITS as usize);

/// The bit of a group of class words.
pub const fn class_group(name: &str) -> usize {
    let mut bit = 0;
    while !is_same(CLASS_GROUPS[bit], name) {
        bit += 1;
    }
    bit
}

/// The bit of a group of tags.
pub const fn tag_group(name: &str) -> usize {
    let mut place = 0;
    while !is_same(TAG_GROUPS[place].0, name) {
        place += 1;
    }
    CLASS_GROUPS.len() + place
}

const fn is_same(one: &str, two: &str) -> bool {
    let (one, two) = (one.as_bytes(), two.as_bytes());
    let mut at = 0;
    while at < one.len() && at < two.len() && one[at] == two[at] {
        at += 1;
    }
    at == one.len() && at == two.len()
}

/// The set of groups of each tag.
pub fn tag_group_sets() -> [u64; 256] {
    let mut sets = [0; 256];
    for (place, (_, tags)) in TAG_GROUPS.iter().enumerate() {
        tags.iter().for_each(|&tag| sets[tag as usize] |= 1 << (CLASS_GROUPS.len() + place));
    }
    sets
}

/// No block.
const NONE: u32 = u32::MAX;
/// The distance of a group that no ancestor belongs to.
pub const FAR: u8 = 30;

#[derive(Debug, PartialEq)]
pub struct Ancestors {
    /// One row per block, one column per group: steps up to the nearest element of the group, 0 for the block's own.
    pub distances: Vec<u8>,
    /// One row per block: the sum, the least and the greatest of the ancestors' values.
    pub folds: Vec<f32>,
}

#[derive(Clone, Copy)]
struct State {
    row: i32,
    distances: [u8; GROUPS],
    sum: f32,
    least: f32,
    greatest: f32,
}

/// The ancestors of each block, its own element among them. `groups` and `values` have one entry per element, `parents`
/// the row of its parent; `block_elements` the row of each block's element.
pub fn ancestors(parents: &[i32], groups: &[u64], values: &[f32], block_elements: &[i32]) -> Ancestors {
    let mut found =
        Ancestors { distances: vec![FAR; block_elements.len() * GROUPS], folds: vec![0.0; block_elements.len() * 3] };
    let is_around = around(parents, block_elements);
    // The blocks of each element as a linked list, since a list of their own for each takes as long as all the rest.
    let mut first_block = vec![NONE; parents.len()];
    let mut next_block = vec![NONE; block_elements.len()];
    for (block, &element) in block_elements.iter().enumerate() {
        next_block[block] = std::mem::replace(&mut first_block[element as usize], block as u32);
    }
    let mut open: Vec<State> = Vec::new();
    for (row, (&parent, (&group, &value))) in parents.iter().zip(groups.iter().zip(values)).enumerate() {
        if !is_around[row] {
            continue;
        }
        while open.last().is_some_and(|state| state.row != parent) {
            open.pop();
        }
        let state = below(open.last(), row as i32, group, value);
        let mut waiting = first_block[row];
        while waiting != NONE {
            let block = waiting as usize;
            waiting = next_block[block];
            found.distances[block * GROUPS..][..GROUPS].copy_from_slice(&state.distances);
            found.folds[block * 3..][..3].copy_from_slice(&[state.sum, state.least, state.greatest]);
        }
        open.push(state);
    }
    found
}

/// Whether each element is around a block: half of a page's elements are not.
fn around(parents: &[i32], block_elements: &[i32]) -> Vec<bool> {
    let mut is_around = vec![false; parents.len()];
    for &element in block_elements {
        let mut row = element as usize;
        // Those above a marked one are marked, so each is marked once.
        while row < parents.len() && !is_around[row] {
            is_around[row] = true;
            row = parents[row] as usize;
        }
    }
    is_around
}

#[inline(always)]
fn below(above: Option<&State>, row: i32, group: u64, value: f32) -> State {
    let mut state = match above {
        Some(above) => State {
            row,
            distances: above.distances.map(|distance| if distance < FAR { distance + 1 } else { FAR }),
            sum: above.sum + value,
            least: above.least.min(value),
            greatest: above.greatest.max(value),
        },
        None => State { row, distances: [FAR; GROUPS], sum: value, least: value.min(0.0), greatest: value.max(0.0) },
    };
    let mut bits = group;
    while bits != 0 {
        state.distances[bits.trailing_zeros() as usize] = 0;
        bits &= bits - 1;
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_of_a_group_counts_and_siblings_do_not() {
        // 0 > (1 > 2), 3
        let found = ancestors(&[-1, 0, 1, 0], &[1, 2, 0, 4], &[0.5, -1.0, 2.0, 0.0], &[2, 3, 0]);
        assert_eq!(found.distances[..4], [2, 1, FAR, FAR]);
        assert_eq!(found.distances[GROUPS..][..3], [1, FAR, 0]);
        assert_eq!(found.distances[2 * GROUPS..][..3], [0, FAR, FAR]);
        assert_eq!(found.folds, [1.5, -1.0, 2.0, 0.5, 0.0, 0.5, 0.5, 0.0, 0.5]);
    }

    #[test]
    fn distances_end_somewhere_and_no_elements_are_no_ancestors() {
        let parents: Vec<i32> = (-1..99).collect();
        let groups: Vec<u64> = (0..100).map(|row| u64::from(row == 0)).collect();
        let found = ancestors(&parents, &groups, &[0.0; 100], &[99]);
        assert_eq!(found.distances[0], FAR);
        assert_eq!(ancestors(&[], &[], &[], &[]).distances, []);
    }
}
