//! Elements -> groups of elements at the same place; the best group by its words and by how alike its elements are.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::page::PageView;
use crate::page::table::{Element, flag};

pub const LEAST_ENTRIES: usize = 3;
/// Share of the kept words that a group must have.
const LEAST_SHARE: f64 = 0.02;
/// Of the words of a group's elements: an article between two notices is not a list.
const LEAST_EVENNESS: f64 = 0.75;
/// Of a group's elements, see `likeness`: the sections of a home page have the same tag, and little else in common.
pub const LEAST_LIKENESS: f64 = 0.45;
/// Groups whose likeness is computed, the best ones.
const MAX_COMPARED: usize = 12;
const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

/// Groups of elements, of one kind.
pub struct Candidates {
    groups: Vec<Group>,
}

struct Group {
    /// Its elements, in order.
    rows: Vec<u32>,
    /// Of each: whether it shares a block with the one before it.
    overlaps: Vec<bool>,
    depth: u16,
}

impl Candidates {
    /// The elements by place, and by place, tag and classes, in groups that are large enough.
    pub fn both_kinds(elements: &[Element], rows: &[u32]) -> [Candidates; 2] {
        let place = |element: &Element| element.path;
        let class = |element: &Element| element.path ^ element.signature.wrapping_mul(MIX);
        [Candidates::new(elements, rows, place), Candidates::new(elements, rows, class)]
    }

    fn new(elements: &[Element], rows: &[u32], key: impl Fn(&Element) -> u64) -> Candidates {
        let mut keyed: Vec<(u64, u32)> = rows.iter().map(|row| (key(&elements[*row as usize]), *row)).collect();
        keyed.sort_unstable();
        let same = keyed.chunk_by(|one, other| one.0 == other.0);
        // Most elements are alone at their place.
        let large = same.filter(|group| group.len() >= LEAST_ENTRIES);
        Candidates { groups: large.map(|group| Group::new(elements, group)).collect() }
    }

    /// The best group by the words of the elements, which are 0 for those that are taken; and its score, 0 without one.
    pub fn best(&self, page: PageView<'_>, words: &[i64], total: i64) -> (f64, Vec<u32>) {
        let scored = self.groups.iter().map(|group| (group.score(words, total), group));
        let mut scored: Vec<(f64, &Group)> = scored.filter(|(score, _)| *score > 0.0).collect();
        // Of elements inside each other with the same text the outer ones have the image and the price.
        scored.sort_by_key(|(score, group)| (Reverse((1000.0 * score).round_ties_even() as i64), group.depth));
        for (score, group) in scored.into_iter().take(MAX_COMPARED) {
            let members: Vec<u32> = group.rows.iter().copied().filter(|row| words[*row as usize] > 0).collect();
            if likeness(page, &members) >= LEAST_LIKENESS {
                return (score, members);
            }
        }
        (0.0, Vec::new())
    }
}

impl Group {
    fn new(elements: &[Element], keyed: &[(u64, u32)]) -> Group {
        let rows: Vec<u32> = keyed.iter().map(|(_, row)| *row).collect();
        let element = |row: u32| &elements[row as usize];
        let overlap = |pair: &[u32]| element(pair[1]).first_block < element(pair[0]).stop_block;
        let overlaps = std::iter::once(false).chain(rows.windows(2).map(overlap)).collect();
        Group { depth: element(rows[0]).depth, overlaps, rows }
    }

    /// How much of the kept words a group has, in how many elements, and how evenly; 0 if it is not a list.
    fn score(&self, words: &[i64], total: i64) -> f64 {
        let (mut n_members, mut sum, mut logs) = (0usize, 0i64, 0.0f64);
        for (row, overlaps) in self.rows.iter().zip(&self.overlaps) {
            let own = words[*row as usize];
            if own > 0 {
                // Links within one line are not entries.
                if *overlaps {
                    return 0.0;
                }
                n_members += 1;
                sum += own;
                logs += own as f64 * (own as f64).ln();
            }
        }
        let share = f64::min(1.0, sum as f64 / total as f64);
        if n_members < LEAST_ENTRIES || share < LEAST_SHARE {
            return 0.0;
        }
        // The entropy of the shares of the words: 1 if all elements have the same number of them, near 0 if one has all.
        let (n, sum) = (n_members as f64, sum as f64);
        let evenness = (sum.ln() - logs / sum) / n.ln();
        if evenness < LEAST_EVENNESS {
            return 0.0;
        }
        // The root, because half of a page may be advice below the entries, and three sections of a page are not entries.
        share.sqrt() * n / (n + 2.0) * evenness
    }
}

/// How alike elements are: of their shown blocks, the mean share of the elements that have one at the same place.
pub fn likeness(page: PageView<'_>, members: &[u32]) -> f64 {
    let shown = |row: u32| {
        let element = &page.elements[row as usize];
        let blocks = page.block_range(element.first_block as usize, element.stop_block as usize).iter();
        blocks
            .filter(|block| block.flags & u32::from(flag::APART) == 0)
            .filter_map(|block| page.elements.get(block.element as usize))
            .map(|element| element.path)
    };
    // By place: how many elements have it, the last of them, and how many blocks are there.
    let mut places: HashMap<u64, (usize, u32, usize)> = HashMap::new();
    for row in members {
        for path in shown(*row) {
            let (n_owners, last, n_blocks) = places.entry(path).or_insert((0, u32::MAX, 0));
            *n_owners += usize::from(*last != *row);
            *last = *row;
            *n_blocks += 1;
        }
    }
    let n_blocks: usize = places.values().map(|(_, _, n_blocks)| n_blocks).sum();
    if n_blocks == 0 {
        return 1.0;
    }
    let sum: usize = places.values().map(|(n_owners, _, n_blocks)| n_owners * n_blocks).sum();
    sum as f64 / n_blocks as f64 / members.len() as f64
}
