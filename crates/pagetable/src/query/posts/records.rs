//! Dates of a page -> the records that have one date each: the elements that are repeated, once per post.
//!
//! The record of a date is the largest element around it that has no other date of the group. Where the records are
//! children of one element and have little of its text, a post is a record with the siblings after it, up to the next
//! one: forums that are laid out as a table have the name in one row and the text in the next.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use crate::page::PageView;
use crate::page::table::{Element, NO_ROW};

/// Records with less of the text around them are continued by their siblings.
const LEAST_SHARE: f64 = 0.5;
/// Share of the text of larger elements that smaller ones must have to be taken instead.
const NEARLY_ALL: f64 = 0.9;
const MAX_SIBLINGS: usize = 1_000;

/// A part of the page with one date.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The element that shows the date.
    pub anchor: u32,
    /// The elements it is made of: one, or siblings in a row.
    pub rows: Vec<u32>,
    /// The row after its last element.
    pub stop_row: u32,
    /// Its first block.
    pub first_block: u32,
    /// The block after its last one.
    pub stop_block: u32,
}

/// The records of a group of dates, and how alike they are.
#[derive(Debug, Default)]
pub struct Records {
    /// In the order of the page.
    pub records: Vec<Record>,
    /// Characters that were written in each.
    pub chars: Vec<i64>,
    /// How many are at the same place in the tree; have the same classes; have the same tag. Of the most usual one.
    pub n_alike: [usize; 3],
    /// Whether several parents have the same records in the same order, each of another kind: then a post is a parent,
    /// and some of the dates are facts about its author ("Joined: Mar 2015").
    pub are_parts: bool,
}

/// How much text each element has that somebody wrote for the page.
pub struct Written<'a> {
    /// The elements of the page.
    pub elements: &'a [Element],
    /// Characters before each block.
    pub sums: &'a [i64],
}

impl Written<'_> {
    /// Characters of a range of blocks.
    pub fn of_blocks(&self, first: u32, stop: u32) -> i64 {
        let at = |block: u32| self.sums.get(block as usize).copied().unwrap_or_default();
        at(stop) - at(first)
    }

    /// Characters of an element.
    pub fn of(&self, row: u32) -> i64 {
        self.elements.get(row as usize).map_or(0, |element| self.of_blocks(element.first_block, element.stop_block))
    }

    fn of_all(&self, rows: &[u32]) -> f64 {
        rows.iter().map(|row| self.of(*row)).sum::<i64>() as f64
    }
}

/// The records of the dates that some elements show. `sums` has the characters before each block that were written for
/// the page, and all of them last.
pub fn dated_records(page: PageView<'_>, anchors: &[usize], sums: &[i64]) -> Records {
    let known = anchors.iter().filter(|row| **row < page.elements.len());
    let mut anchors: Vec<u32> = known.map(|row| *row as u32).collect();
    anchors.sort_unstable();
    anchors.dedup();
    if anchors.is_empty() {
        return Records::default();
    }
    let written = Written { elements: page.elements, sums };
    let rows = alike(page.elements, &anchors, largest_alone(page.elements, &anchors), &written);
    let members =
        continued(page.elements, &rows, &written).unwrap_or_else(|| rows.iter().map(|row| vec![*row]).collect());
    let mut records: Vec<Record> =
        anchors.iter().zip(members).filter_map(|(anchor, rows)| record(page.elements, *anchor, rows)).collect();
    set_apart(&mut records);
    let firsts: Vec<&Element> = records.iter().map(|record| &page.elements[record.rows[0] as usize]).collect();
    Records {
        chars: records.iter().map(|record| written.of_blocks(record.first_block, record.stop_block)).collect(),
        n_alike: [
            most_usual(firsts.iter().map(|element| element.path)),
            most_usual(firsts.iter().map(|element| element.signature)),
            most_usual(firsts.iter().map(|element| element.tag)),
        ],
        are_parts: are_parts(&firsts),
        records,
    }
}

/// For each of the elements: the largest one around it that has none of the others.
fn largest_alone(elements: &[Element], anchors: &[u32]) -> Vec<u32> {
    let largest = |(index, anchor): (usize, &u32)| {
        let before = index.checked_sub(1).map(|before| anchors[before]);
        let after = anchors.get(index + 1).copied().unwrap_or(elements.len() as u32);
        let mut row = *anchor;
        loop {
            let up = elements[row as usize].parent;
            let is_after = up != NO_ROW && before.is_none_or(|before| up > before);
            if !is_after || elements[up as usize].end > after {
                return row;
            }
            row = up;
        }
    };
    anchors.iter().enumerate().map(largest).collect()
}

/// Smaller elements around the dates that are alike, if the largest ones are not and the smaller ones have nearly all of
/// their text. Of nested comments only those without an answer are alone in the element that nests answers.
fn alike(elements: &[Element], anchors: &[u32], rows: Vec<u32>, written: &Written<'_>) -> Vec<u32> {
    let signature_of = |row: u32| elements[row as usize].signature;
    if rows.iter().all(|row| signature_of(*row) == signature_of(rows[0])) {
        return rows;
    }
    let chains: Vec<HashMap<u64, u32>> = anchors
        .iter()
        .zip(&rows)
        .map(|(anchor, top)| {
            let up = |row: &u32| (row != top).then(|| elements[*row as usize].parent);
            // Of several with the same signature the outermost counts, which comes last.
            std::iter::successors(Some(*anchor), up).map(|row| (signature_of(row), row)).collect()
        })
        .collect();
    let is_shared = |signature: &&u64| chains.iter().all(|chain| chain.contains_key(signature));
    let shared = chains[0].keys().filter(is_shared);
    // Of each chain the outermost element that all chains have. Depths differ within a chain.
    let Some(outermost) = shared.min_by_key(|signature| elements[chains[0][signature] as usize].depth) else {
        return rows;
    };
    let smaller: Vec<u32> = chains.iter().map(|chain| chain[outermost]).collect();
    if written.of_all(&smaller) >= NEARLY_ALL * written.of_all(&rows) { smaller } else { rows }
}

/// The records with the siblings after each, if they are children of one element and have little of its text.
fn continued(elements: &[Element], rows: &[u32], written: &Written<'_>) -> Option<Vec<Vec<u32>>> {
    let parent = elements[rows[0] as usize].parent;
    let is_child = |row: &u32| elements[*row as usize].parent == parent;
    if parent == NO_ROW || !rows.iter().all(is_child) || written.of_all(rows) >= LEAST_SHARE * written.of(parent) as f64
    {
        return None;
    }
    let last = elements[parent as usize].end;
    let mut groups: Vec<Vec<u32>> = Vec::with_capacity(rows.len());
    for (index, row) in rows.iter().enumerate() {
        let stop = rows.get(index + 1).copied().unwrap_or(last);
        // After the last record come the controls of the page: it gets as many siblings as the one before it.
        let most = groups.last().filter(|_| stop == last).map_or(MAX_SIBLINGS, Vec::len);
        // The last element of the page has no row after it.
        let siblings = std::iter::successors(Some(*row), |row| Some(elements.get(*row as usize)?.end));
        groups.push(
            siblings
                .enumerate()
                .take_while(|(at, row)| *at == 0 || *row < stop)
                .map(|(_, row)| row)
                .take(most)
                .collect(),
        );
    }
    Some(groups)
}

fn record(elements: &[Element], anchor: u32, rows: Vec<u32>) -> Option<Record> {
    let blocks = rows.iter().map(|row| &elements[*row as usize]).filter(|own| own.stop_block > own.first_block);
    let mut spans = blocks.map(|own| (own.first_block, own.stop_block));
    let (first_block, stop) = spans.next()?;
    let stop_block = spans.next_back().map_or(stop, |(_, stop)| stop);
    let stop_row = elements[*rows.last()? as usize].end;
    Some(Record { anchor, rows, stop_row, first_block, stop_block })
}

/// Ends each record where the next one begins inside of it. Posts inside each other would otherwise have the text of
/// all inner ones: 500 times a text that is 500 levels deep.
fn set_apart(records: &mut [Record]) {
    for index in (1..records.len()).rev() {
        let (first_row, first_block) = (records[index].rows[0], records[index].first_block);
        let record = &mut records[index - 1];
        record.stop_row = record.stop_row.min(first_row).max(record.rows[0] + 1);
        record.stop_block = record.stop_block.min(first_block).max(record.first_block);
    }
}

fn most_usual<T: Eq + Hash>(values: impl Iterator<Item = T>) -> usize {
    let mut counts = HashMap::new();
    for value in values {
        *counts.entry(value).or_insert(0) += 1;
    }
    counts.into_values().max().unwrap_or(0)
}

fn are_parts(firsts: &[&Element]) -> bool {
    let mut by_parent: HashMap<u32, Vec<u64>> = HashMap::new();
    for element in firsts {
        by_parent.entry(element.parent).or_default().push(element.signature);
    }
    let kinds: HashSet<&Vec<u64>> = by_parent.values().collect();
    let one_kind = kinds.iter().next().filter(|_| by_parent.len() > 1 && kinds.len() == 1);
    one_kind.is_some_and(|signatures| {
        signatures.len() > 1 && signatures.iter().collect::<HashSet<_>>().len() == signatures.len()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::with_page;
    use crate::parse::tags::Tag;

    /// The records of all `<time>` elements, each as its text.
    fn texts(html: &str) -> Vec<String> {
        with_page(html, |page| {
            let found = of_times(page);
            let text = |block: u32| String::from_utf8_lossy(page.block_text(&page.blocks[block as usize])).into_owned();
            let joined =
                |record: &Record| (record.first_block..record.stop_block).map(text).collect::<Vec<_>>().join(" ");
            found.records.iter().map(joined).collect()
        })
    }

    fn of_times(page: PageView<'_>) -> Records {
        let is_time = |(_, element): &(usize, &Element)| element.tag == Tag::Time as u8;
        let anchors: Vec<usize> = page.elements.iter().enumerate().filter(is_time).map(|(row, _)| row).collect();
        let mut sums = vec![0];
        for block in page.blocks {
            sums.push(sums[sums.len() - 1] + i64::from(block.chars));
        }
        dated_records(page, &anchors, &sums)
    }

    #[test]
    fn a_record_is_the_largest_element_with_one_date() {
        let html = "<h1>T</h1><div><p>a<p><time>1</time></div><div><p>b<p><time>2</time></div>";
        assert_eq!(texts(html), ["a 1", "b 2"]);
        let found = with_page(html, of_times);
        assert_eq!((found.n_alike, found.are_parts), ([2, 2, 2], false));
        assert_eq!(found.chars, [2, 2]);
    }

    #[test]
    fn records_without_text_go_on_to_the_next_one() {
        let html = "<div><p><time>1</time></p><p>some words</p><p><time>2</time></p><p>more words</p><p>End</p></div>";
        assert_eq!(texts(html), ["1 some words", "2 more words"]);
    }

    #[test]
    fn the_last_record_may_end_with_the_page() {
        let html = "<div><p><time>1</time></p><p>some words</p><p>and</p><p><time>2</time></p><p>more words</p></div>";
        assert_eq!(texts(html), ["1 some words and", "2 more words"]);
    }

    #[test]
    fn a_record_ends_where_the_next_one_begins_inside_of_it() {
        let html = "<div class=c><p>a<time>1</time></p><div class=c><p>b<time>2</time></p></div></div>";
        assert_eq!(texts(html), ["a1", "b2"]);
    }

    #[test]
    fn dates_of_one_post_are_parts() {
        let post =
            "<section><div class=user><p><time>1</time><p>x</div><div class=body><p><time>2</time><p>y</div></section>";
        let found = with_page(&post.repeat(3), of_times);
        assert!(found.are_parts);
        assert_eq!(found.records.len(), 6);
    }

    #[test]
    fn rows_of_other_pages_are_left_out() {
        assert!(with_page("<p>a", |page| dated_records(page, &[99, usize::MAX], &[]).records.is_empty()));
        assert_eq!(with_page("<p>a<p>b", |page| dated_records(page, &[1, 2, 2], &[]).records.len()), 2);
    }
}
