//! Records of posts -> the elements that hold what was written: the tag and classes that most records have, with the
//! most text. They never contain the date.

use std::collections::HashMap;

use super::anchors::MAX_RECORDS;
use super::records::{Record, Written};
use crate::page::PageView;
use crate::page::table::{Element, NO_ROW, flag};

/// Share of the records that must have the element.
const LEAST_RECORDS: f64 = 0.5;
/// Elements per record up to which an element is the one around a text.
const MOST_PER_RECORD: f64 = 1.3;
/// Share of the best text that such an element must have.
const LEAST_SINGLE: f64 = 0.7;
/// An inner element with this share of the best one's text is nearer to what was written.
const NEAR_BEST: f64 = 0.9;
/// Posts without a date that are looked for: the first one of a thread, and some more.
const MAX_UNDATED: usize = 20;
/// A text that a page has more often is a label, a rank or a control.
const MOST_OFTEN: u32 = 2;

/// Which elements hold the texts of records.
#[derive(Debug, PartialEq)]
pub struct BodyKind {
    /// The elements of this kind, in order.
    pub rows: Vec<u32>,
    /// Whether a record has one of them.
    pub is_single: bool,
    /// Whether they have neither class nor id, so that elements elsewhere may be like them by chance.
    pub is_bare: bool,
}

/// The characters before each block that somebody wrote for the page, and all of them last: those of blocks outside of
/// links that the page has once or twice.
pub fn written_sums(page: PageView<'_>) -> Vec<i64> {
    let mut counts: HashMap<u64, u32> = HashMap::with_capacity(page.blocks.len());
    for block in page.blocks {
        *counts.entry(block.hash).or_insert(0) += 1;
    }
    let mut sum = 0;
    let written = page.blocks.iter().map(|block| {
        let is_seen = block.flags & u32::from(flag::HIDDEN | flag::TEMPLATE) == 0;
        if is_seen && block.words > 0 && counts[&block.hash] <= MOST_OFTEN {
            sum += i64::from(block.chars) - i64::from(block.link_chars);
        }
        sum
    });
    std::iter::once(0).chain(written).collect()
}

/// How often an element with the same tag and classes is in records, and how much text it has there.
struct Tally {
    n_records: usize,
    n_elements: usize,
    n_chars: i64,
    depth: u16,
    is_bare: bool,
    /// The last record that has one, and the greatest end of those in it.
    last: (usize, u32),
}

impl Tally {
    fn is_single(&self) -> bool {
        self.n_elements as f64 <= MOST_PER_RECORD * self.n_records as f64
    }
}

/// The elements that hold the texts of records; None if none do. `sums` are those of `written_sums`.
pub fn body_kind(page: PageView<'_>, records: &[Record], sums: &[i64]) -> Option<BodyKind> {
    let (tallies, by_key) = tallies(page, records, sums);
    let is_usual = |tally: &&Tally| tally.n_records as f64 >= LEAST_RECORDS * records.len() as f64;
    let most = tallies.iter().filter(is_usual).map(|tally| tally.n_chars).max()?;
    // Paragraphs are many per post, the element around them is one.
    let singles = || tallies.iter().filter(is_usual).filter(|tally| tally.is_single());
    let most_single = singles().map(|tally| tally.n_chars).max().unwrap_or_default();
    // Of two that are as good the first one of the page is taken.
    let best = if most_single as f64 >= LEAST_SINGLE * most as f64 {
        // A paragraph in it without a class is not: it lacks the lists and other paragraphs of some posts.
        let is_near = |tally: &&Tally| match tally.is_bare {
            true => tally.n_chars == most_single,
            false => tally.n_chars as f64 >= NEAR_BEST * most_single as f64,
        };
        let near = singles().filter(is_near);
        near.rev().max_by_key(|tally| tally.depth)?
    } else {
        tallies.iter().filter(is_usual).rev().max_by_key(|tally| tally.n_chars)?
    };
    let is_best = |row: &u32| by_key.get(&key(page, *row)).is_some_and(|at| std::ptr::eq(&tallies[*at], best));
    let rows = (0..page.elements.len() as u32).filter(is_best).collect();
    Some(BodyKind { rows, is_single: best.is_single(), is_bare: best.is_bare })
}

/// The outermost elements of a kind in a record; the one with the date, if it is known, is left out.
pub fn body_rows(
    page: PageView<'_>,
    record: &Record,
    date: Option<u32>,
    kind: &BodyKind,
    written: &Written<'_>,
) -> Vec<u32> {
    let place = |row: u32| kind.rows.partition_point(|own| *own < row);
    let own = kind.rows.get(place(record.rows[0])..place(record.stop_row)).unwrap_or_default();
    let found = outermost(page.elements, own, date);
    match found.iter().rev().max_by_key(|row| written.of(**row)) {
        Some(longest) if kind.is_single => vec![*longest],
        _ => found,
    }
}

fn outermost(elements: &[Element], rows: &[u32], anchor: Option<u32>) -> Vec<u32> {
    let mut found: Vec<u32> = Vec::new();
    for row in rows {
        let inside = *row..elements[*row as usize].end;
        let is_inner = found.last().is_some_and(|last| elements[*last as usize].end > *row);
        if !is_inner && anchor.is_none_or(|anchor| !inside.contains(&anchor)) {
            found.push(*row);
        }
    }
    found
}

/// Records for the bodies that no record has: the largest element around each that has no record and no other body. Often
/// it is the first post of a thread, whose date is shown in another way.
pub fn undated_records(page: PageView<'_>, records: &[Record], kind: &BodyKind) -> Vec<Record> {
    if kind.is_bare {
        return Vec::new();
    }
    let elements = page.elements;
    let with_text = kind.rows.iter().copied().filter(|row| elements[*row as usize].chars > 0).take(MAX_RECORDS);
    let rows = outermost(elements, &with_text.collect::<Vec<u32>>(), None);
    let mut stop = 0;
    let spans = records.iter().map(|record| {
        stop = stop.max(record.stop_row);
        (record.rows[0], stop)
    });
    let spans: Vec<(u32, u32)> = spans.collect();
    let is_outside = |row: &u32| {
        let before = spans.partition_point(|(first, _)| first <= row).checked_sub(1);
        before.is_none_or(|before| *row >= spans[before].1)
    };
    let n_inside = |sorted: &dyn Fn(u32) -> usize, up: u32| sorted(elements[up as usize].end) - sorted(up);
    let firsts_before = |row: u32| spans.partition_point(|(first, _)| *first < row);
    let rows_before = |row: u32| rows.partition_point(|own| *own < row);
    let record = |row: u32| {
        let mut own = row;
        loop {
            let up = elements[own as usize].parent;
            // The body itself is one of those inside.
            if up == NO_ROW || n_inside(&firsts_before, up) > 0 || n_inside(&rows_before, up) > 1 {
                break;
            }
            own = up;
        }
        // The whole page around a single post is not its record.
        let own = if matches!(elements[own as usize].parent, 0 | NO_ROW) { row } else { own };
        let Element { end, first_block, stop_block, .. } = elements[own as usize];
        Record { anchor: row, rows: vec![own], stop_row: end, first_block, stop_block }
    };
    rows.iter().copied().filter(is_outside).take(MAX_UNDATED).map(record).collect()
}

/// The tallies in the order of the page, and the place of each by tag and classes.
fn tallies(page: PageView<'_>, records: &[Record], sums: &[i64]) -> (Vec<Tally>, HashMap<u64, usize>) {
    let written = |element: &Element| {
        let at = |block: u32| sums.get(block as usize).copied().unwrap_or_default();
        at(element.stop_block) - at(element.first_block)
    };
    let (mut tallies, mut by_key): (Vec<Tally>, HashMap<u64, usize>) = Default::default();
    for (index, record) in records.iter().enumerate() {
        let Some(first) = record.rows.first() else { continue };
        for row in *first..record.stop_row.min(page.elements.len() as u32) {
            let element = &page.elements[row as usize];
            let n_chars = written(element);
            if n_chars <= 0 || (row <= record.anchor && record.anchor < element.end) {
                continue;
            }
            let at = *by_key.entry(key(page, row)).or_insert_with(|| {
                let is_bare = page.words_of(row as usize).is_empty();
                let (depth, last) = (element.depth, (usize::MAX, 0));
                tallies.push(Tally { n_records: 0, n_elements: 0, n_chars: 0, depth, is_bare, last });
                tallies.len() - 1
            });
            let tally = &mut tallies[at];
            let is_first = tally.last.0 != index;
            if is_first || tally.last.1 <= row {
                tally.n_elements += 1;
                tally.n_chars += n_chars;
            }
            tally.n_records += usize::from(is_first);
            tally.last = (index, if is_first { element.end } else { tally.last.1.max(element.end) });
        }
    }
    (tallies, by_key)
}

/// An element's tag and classes as one number; with those of its parent if it has no class or id.
fn key(page: PageView<'_>, row: u32) -> u64 {
    let element = &page.elements[row as usize];
    if !page.words_of(row as usize).is_empty() {
        return element.signature;
    }
    let parent = page.elements.get(element.parent as usize).unwrap_or(&page.elements[0]);
    element.signature.wrapping_mul(31).wrapping_add(parent.signature)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::with_page;
    use crate::parse::tags::Tag;
    use crate::query::posts::records::dated_records;
    use crate::query::rows_by_tag;

    fn kind_of(html: &str) -> Option<BodyKind> {
        with_page(html, |page| {
            let sums = written_sums(page);
            let times = rows_by_tag(page.elements, &[Tag::Time as u8]).remove(0);
            let anchors: Vec<usize> = times.into_iter().map(|row| row as usize).collect();
            body_kind(page, &dated_records(page, &anchors, &sums).records, &sums)
        })
    }

    #[test]
    fn the_element_around_the_text_holds_it() {
        let post = |text: &str| {
            format!("<div><p><time>May</time></p><div class=body><p>{text} one<p>{text} two</div><p>Reply</div>")
        };
        let kind = kind_of(&["a", "b", "c"].map(post).concat()).unwrap();
        assert_eq!((kind.rows.len(), kind.is_single, kind.is_bare), (3, true, false));
    }

    #[test]
    fn a_list_after_a_paragraph_is_part_of_it() {
        let post = |text: &str| {
            format!(
                "<div><p><time>May</time></p><div class=body><p>What {text} wrote in many words.</p>{text}</div></div>"
            )
        };
        let kind = kind_of(&["<ul><li>one</ul>", "b", ""].map(post).concat()).unwrap();
        assert!(!kind.is_bare);
    }

    #[test]
    fn paragraphs_hold_it_if_nothing_is_around_them() {
        let post = |text: &str| format!("<div><time>May</time><p>{text} one<p>{text} two</div>");
        let kind = kind_of(&["a", "b", "c"].map(post).concat()).unwrap();
        assert_eq!((kind.rows.len(), kind.is_single, kind.is_bare), (6, false, true));
    }

    #[test]
    fn texts_that_are_repeated_and_links_are_not_written() {
        let html = "<p>Reply<p>Reply<p>Reply<p>words<p><a href=/>link</a><p hidden>no";
        assert_eq!(with_page(html, written_sums).last(), Some(&5));
        assert_eq!(with_page("", written_sums), [0]);
        assert_eq!(with_page("<p>a", |page| body_kind(page, &[], &[0, 1])), None);
    }
}
