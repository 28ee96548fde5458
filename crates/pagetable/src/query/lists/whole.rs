//! Elements of a group -> entries that are whole: the elements around their parts, or siblings that belong together.

use std::collections::{HashMap, HashSet};

use super::candidates::{LEAST_ENTRIES, LEAST_LIKENESS, likeness};
use crate::page::PageView;
use crate::page::table::{Element, NO_ROW};
use crate::parse::tags::Tag;
use crate::query::Span;

/// Siblings that make an entry together.
const MAX_CYCLE: usize = 4;
/// Share of the siblings that must be of the same kind as the one a cycle before.
const LEAST_REGULAR: f64 = 0.9;
/// Elements around an entry that are looked at.
const MAX_AROUND: usize = 8;
/// How many times as many blocks as its part an entry has.
const MAX_GROWTH: u64 = 3;
const HEADINGS: [Tag; 6] = [Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6];

/// The parents of the elements instead, if the elements are parts of entries: those of one parent have the same
/// address, as a name and "Buy now" do, or other classes each. Three entries in a row of a table have neither.
pub fn whole(page: PageView<'_>, members: Vec<u32>) -> Vec<u32> {
    let mut by_parent: HashMap<u32, Vec<u32>> = HashMap::new();
    for row in &members {
        by_parent.entry(page.elements[*row as usize].parent).or_default().push(*row);
    }
    let n_parents = by_parent.len();
    if n_parents < LEAST_ENTRIES || n_parents == members.len() || by_parent.contains_key(&NO_ROW) {
        return members;
    }
    let are_parts = are_different(page.elements, &by_parent)
        || (2 * n_parents <= members.len() && are_same_addresses(page, &members, &by_parent));
    if !are_parts {
        return members;
    }
    let mut parents: Vec<u32> = by_parent.into_keys().collect();
    parents.sort_unstable();
    parents
}

/// Whether the elements of most parents that have several are all of different kinds, and always of the same few. A
/// copy of the entries for phones may have parents with one.
fn are_different(elements: &[Element], by_parent: &HashMap<u32, Vec<u32>>) -> bool {
    let kinds = |rows: &Vec<u32>| rows.iter().map(|row| elements[*row as usize].signature).collect::<HashSet<u64>>();
    let several = by_parent.values().filter(|rows| rows.len() > 1);
    let (mut n_several, mut n_alike) = (0, 0);
    for rows in several {
        n_several += 1;
        n_alike += usize::from(kinds(rows).len() == rows.len());
    }
    let n_kinds = by_parent.values().filter(|rows| rows.len() > 1).flat_map(kinds).collect::<HashSet<u64>>().len();
    let most = by_parent.values().map(Vec::len).max().unwrap_or_default();
    2 * n_alike > n_several && n_kinds == most
}

/// Whether the first links of most elements have the same address as the others of their parent.
fn are_same_addresses(page: PageView<'_>, members: &[u32], by_parent: &HashMap<u32, Vec<u32>>) -> bool {
    let is_link = |row: &u32| page.elements[*row as usize].tag == Tag::A as u8;
    let first_link = |row: &u32| (*row..page.elements[*row as usize].end).find(is_link);
    if !members.iter().all(|row| first_link(row).is_some()) {
        return false;
    }
    let address = |row: &u32| first_link(row).and_then(|link| page.attribute(&page.elements[link as usize], b"href"));
    let same = by_parent.values().filter(|rows| rows.len() > 1).filter(|rows| {
        let first = address(&rows[0]);
        rows[1..].iter().all(|row| address(row) == first)
    });
    2 * same.map(Vec::len).sum::<usize>() > members.len()
}

/// The elements around the members instead, as long as each has its own and they add no block: the price may be in the
/// line of the name, beside its link.
pub fn with_all_around(elements: &[Element], mut members: Vec<u32>) -> Vec<u32> {
    for _ in 0..MAX_AROUND {
        let parents: Vec<u32> = members.iter().map(|row| elements[*row as usize].parent).collect();
        let is_own = parents.iter().collect::<HashSet<_>>().len() == parents.len() && !parents.contains(&NO_ROW);
        let blocks = |row: &u32| (elements[*row as usize].first_block, elements[*row as usize].stop_block);
        if !is_own || !members.iter().zip(&parents).all(|(row, parent)| blocks(row) == blocks(parent)) {
            break;
        }
        members = parents;
    }
    members
}

/// The cards in the members instead of those that hold several: the columns of a grid. Cards are all that is shown in a
/// member, of one kind, and have a heading and another block each.
pub fn cards(elements: &[Element], members: Vec<u32>) -> Vec<u32> {
    let own = |row: u32| cards_in(elements, row).unwrap_or_else(|| vec![row]);
    members.into_iter().flat_map(own).collect()
}

fn cards_in(elements: &[Element], member: u32) -> Option<Vec<u32>> {
    let of = |row: u32| &elements[row as usize];
    let n_blocks = |row: u32| of(row).stop_block - of(row).first_block;
    let mut inside = shown_children(elements, member);
    // Elements around all of them.
    while let [only] = inside[..] {
        if n_blocks(only) != n_blocks(member) {
            return None;
        }
        inside = shown_children(elements, only);
    }
    let first = *inside.first()?;
    let are_all = inside.iter().map(|row| n_blocks(*row)).sum::<u32>() == n_blocks(member);
    let is_heading = |element: &Element| HEADINGS.iter().any(|tag| *tag as u8 == element.tag);
    let is_card = |row: &u32| {
        let subtree = &elements[*row as usize..of(*row).end as usize];
        of(*row).signature == of(first).signature && n_blocks(*row) > 1 && subtree.iter().any(is_heading)
    };
    (are_all && inside.iter().all(is_card)).then_some(inside)
}

/// The children of an element that have blocks.
fn shown_children(elements: &[Element], row: u32) -> Vec<u32> {
    let end = elements[row as usize].end;
    let mut found = Vec::new();
    let mut child = row + 1;
    while child < end {
        let element = &elements[child as usize];
        if element.stop_block > element.first_block {
            found.push(child);
        }
        child = element.end;
    }
    found
}

/// The siblings around the members instead, if each has its own and these are alike: a card ends where the next one
/// begins, and has the day beside the heading. `is_open` is about the elements: others hold entries of other lists.
pub fn up_to_siblings(page: PageView<'_>, members: Vec<u32>, is_open: &[bool]) -> Vec<u32> {
    let of = |row: &u32| &page.elements[*row as usize];
    let mut around = members.clone();
    for _ in 0..MAX_AROUND {
        let parents: Vec<u32> = around.iter().map(|row| of(row).parent).collect();
        if parents.contains(&NO_ROW) || parents.iter().collect::<HashSet<_>>().len() < parents.len() {
            break;
        }
        around = parents;
    }
    let n_blocks =
        |rows: &[u32]| -> u64 { rows.iter().map(|row| u64::from(of(row).stop_block - of(row).first_block)).sum() };
    let lists: HashSet<u32> = around.iter().map(|row| of(row).parent).collect();
    let kinds: HashSet<u64> = around.iter().map(|row| of(row).signature).collect();
    let are_siblings = 2 * lists.len() <= around.len() && !lists.contains(&NO_ROW) && kinds.len() == 1;
    let are_entries = are_siblings
        && around.iter().all(|row| is_open[*row as usize])
        && n_blocks(&around) <= MAX_GROWTH * n_blocks(&members)
        && likeness(page, &around) >= LEAST_LIKENESS;
    if are_entries { around } else { members }
}

/// Siblings that make an entry together, because their kinds come in the same order again and again: the title in one
/// row of a table, the facts in the next. None if the members are entries themselves: every second row of many tables
/// has another class, but the same parts.
pub fn cycles(elements: &[Element], members: &[u32]) -> Option<Vec<Span>> {
    let kinds: Vec<u64> = members.iter().map(|row| elements[*row as usize].signature).collect();
    let n_kinds = kinds.iter().collect::<HashSet<_>>().len();
    let parent = |row: &u32| elements[*row as usize].parent;
    let is_apart = members.iter().any(|row| parent(row) != parent(&members[0]));
    if is_apart || !(2..=MAX_CYCLE).contains(&n_kinds) || members.len() < LEAST_ENTRIES * n_kinds {
        return None;
    }
    let n_regular = kinds.iter().zip(&kinds[n_kinds..]).filter(|(one, other)| one == other).count();
    let is_regular = n_regular as f64 / (kinds.len() - n_kinds) as f64 >= LEAST_REGULAR;
    if !is_regular || kinds[1..n_kinds].contains(&kinds[0]) {
        return None;
    }
    let parts: Vec<HashSet<u64>> = kinds[..n_kinds].iter().map(|kind| usual_paths(elements, members, *kind)).collect();
    let are_like = |other: &HashSet<u64>| 2 * parts[0].intersection(other).count() > parts[0].union(other).count();
    if parts[1..].iter().any(are_like) {
        return None;
    }
    let leaders: Vec<usize> = (0..kinds.len()).filter(|at| kinds[*at] == kinds[0]).collect();
    let last = (leaders[leaders.len() - 1] + n_kinds).min(members.len());
    let stops = leaders[1..].iter().copied().chain([last]);
    Some(leaders.iter().zip(stops).map(|(first, stop)| (members[*first], members[stop - 1])).collect())
}

/// The places of the elements that half of the members of a kind have inside of them.
fn usual_paths(elements: &[Element], members: &[u32], kind: u64) -> HashSet<u64> {
    let mut counts: HashMap<u64, usize> = HashMap::new();
    let mut n_members = 0;
    for row in members.iter().filter(|row| elements[**row as usize].signature == kind) {
        n_members += 1;
        let inside = &elements[*row as usize..elements[*row as usize].end as usize];
        let paths: HashSet<u64> = inside.iter().map(|element| element.path).collect();
        paths.into_iter().for_each(|path| *counts.entry(path).or_insert(0) += 1);
    }
    counts.into_iter().filter(|(_, n)| 2 * n >= n_members).map(|(path, _)| path).collect()
}
