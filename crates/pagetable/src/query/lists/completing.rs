//! Entries of a list -> all of its entries: also those that have text but no kept block.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::{sums, within};
use crate::page::PageView;
use crate::page::table::{NO_ROW, flag};

/// Elements of a group whose list is looked for, because each walks up the tree.
const MAX_COMPLETED: usize = 2000;

/// The elements of a group with those like them in the same list, if these are not the most of the list.
pub fn completed(page: PageView<'_>, members: &[u32], is_free: &[bool]) -> BTreeSet<u32> {
    let elements = page.elements;
    let shown = sums(page.blocks.iter().map(|block| i64::from(block.flags & u32::from(flag::APART) == 0)));
    let of = |row: &u32| &elements[*row as usize];
    let paths: HashSet<u64> = members.iter().map(|row| of(row).path).collect();
    let signatures: HashSet<u64> = members.iter().map(|row| of(row).signature).collect();
    let is_other = |row: &u32| {
        let element = of(row);
        is_free[*row as usize]
            && paths.contains(&element.path)
            && signatures.contains(&element.signature)
            && within(&shown, element) > 0
    };
    let others: Vec<u32> = (0..elements.len() as u32).filter(is_other).collect();
    // Copies of an entry for phones are not counted again.
    let known: HashSet<Vec<u64>> = members.iter().map(|row| text_key(page, *row)).collect();
    let mut found: BTreeSet<u32> = members.iter().copied().collect();
    for (up, n_pairs) in lists_around(page, members) {
        if up == NO_ROW || n_pairs < 2 {
            continue;
        }
        let start = others.partition_point(|row| *row <= up);
        let stop = others.partition_point(|row| *row < of(&up).end);
        let inside = &others[start..stop];
        if inside.len() <= 2 * (n_pairs + 1) {
            found.extend(inside.iter().filter(|row| !known.contains(&text_key(page, **row))));
        }
    }
    found
}

/// The smallest elements around two members in a row, and how many such pairs each has.
fn lists_around(page: PageView<'_>, members: &[u32]) -> HashMap<u32, usize> {
    let mut lists: HashMap<u32, usize> = HashMap::new();
    for pair in members[..members.len().min(MAX_COMPLETED)].windows(2) {
        let mut up = page.elements[pair[0] as usize].parent;
        while up != NO_ROW && page.elements[up as usize].end <= pair[1] {
            up = page.elements[up as usize].parent;
        }
        *lists.entry(up).or_insert(0) += 1;
    }
    lists
}

/// The hashes of the texts of an element.
fn text_key(page: PageView<'_>, row: u32) -> Vec<u64> {
    let element = &page.elements[row as usize];
    page.block_range(element.first_block as usize, element.stop_block as usize).iter().map(|block| block.hash).collect()
}
