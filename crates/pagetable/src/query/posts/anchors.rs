//! Page -> groups of elements that show a date in the same way: the candidates for the dates of posts.
//!
//! A date is a `<time>`, or a short piece of text that names a day or a time that has passed. Elements are of a group if
//! they and their parents have the same tags and classes; and, because the first post of a thread often has other
//! classes, also if they have the same tags from the root down, or if they alone have the same tag and classes.

use std::collections::{HashMap, HashSet};

use super::groups::signature_around;
use crate::page::PageView;
use crate::page::table::{Element, flag};
use crate::parse::tags::Tag;
use crate::query::dates::Months;
use crate::query::element_text::value_text;
use crate::query::related::rows_by_tag;

/// A piece of text that shows a date is at most so long.
const DATE_BYTES: u32 = 80;
const LEAST_BYTES: u32 = 4;
/// Pieces of text of a page among which posts are looked for.
const MAX_RUNS: usize = 20_000;
/// Dates of a group that are used: no page shows more posts.
pub const MAX_RECORDS: usize = 1_000;
/// Groups that are compared, those with the most members first.
const MAX_GROUPS: usize = 60;
/// Text for browsers without scripts is read: some forums have the whole thread there.
const UNSEEN: u8 = flag::HIDDEN | flag::TEMPLATE;

/// A piece of text that shows a date.
pub struct DatedRun {
    /// Number of the piece.
    pub number: usize,
    /// The element around it.
    pub row: u32,
    /// What it shows.
    pub text: String,
}

/// The pieces of text that show a date to readers, found once for a page.
pub struct DatedRuns<'a> {
    /// The page.
    pub page: PageView<'a>,
    /// The pieces, in order.
    runs: Vec<DatedRun>,
    /// The `<time>` elements.
    pub times: Vec<u32>,
}

impl<'a> DatedRuns<'a> {
    /// Those of a page.
    pub fn of(page: PageView<'a>, months: &Months) -> DatedRuns<'a> {
        let numbered = page.runs.iter().enumerate();
        let short = numbered
            .filter(|(_, run)| (LEAST_BYTES..=DATE_BYTES).contains(&run.text_stop.saturating_sub(run.text_start)));
        let dated = short.filter_map(|(number, run)| {
            let text = page.text.get(run.text_start as usize..run.text_stop as usize)?;
            let text = String::from_utf8_lossy(text);
            months.shows_date(&text).then(|| DatedRun { number, row: run.element, text: text.into_owned() })
        });
        DatedRuns { page, runs: dated.collect(), times: rows_by_tag(page.elements, &[Tag::Time as u8]).remove(0) }
    }

    /// The dates in a range of pieces.
    pub fn between(&self, first: usize, stop: usize) -> &[DatedRun] {
        let place = |number: usize| self.runs.partition_point(|run| run.number < number);
        self.runs.get(place(first)..place(stop)).unwrap_or_default()
    }

    /// The elements that show a date to readers, in order.
    fn rows(&self) -> Vec<u32> {
        let PageView { runs, elements, .. } = self.page;
        let dated = self.between(0, MAX_RUNS).iter();
        let seen = dated.filter(|dated| runs[dated.number].flags & u32::from(UNSEEN) == 0).map(|dated| dated.row);
        let times = self.times.iter().copied().filter(|row| elements[*row as usize].flags & UNSEEN == 0);
        let mut rows: Vec<u32> = seen.chain(times).filter(|row| (*row as usize) < elements.len()).collect();
        rows.sort_unstable();
        rows.dedup();
        rows
    }
}

/// Groups of two or more elements that show a date in the same way, the largest first.
pub fn date_groups(dated: &DatedRuns<'_>) -> Vec<Vec<u32>> {
    let (page, rows) = (dated.page, dated.rows());
    if rows.len() < 2 {
        return Vec::new();
    }
    let texts: HashMap<u32, String> = rows.iter().map(|row| (*row, value_text(page, *row as usize))).collect();
    let by_class =
        |element: &Element| element.signature.wrapping_mul(31).wrapping_add(signature_around(page.elements, element));
    let keys: [&dyn Fn(&Element) -> u64; 3] = [&by_class, &|element| element.path, &|element| element.signature];
    let (mut groups, mut known): (Vec<Vec<u32>>, HashSet<Vec<u32>>) = Default::default();
    for key in keys {
        for members in largest_groups(&rows, |row| key(&page.elements[row as usize])) {
            let variant = without_repeated(&members, &texts);
            for group in [members, variant] {
                if group.len() > 1 && known.insert(group.clone()) {
                    groups.push(group);
                }
            }
        }
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups.truncate(MAX_GROUPS);
    groups
}

/// The rows with the same key, those of the most usual keys first.
fn largest_groups(rows: &[u32], key: impl Fn(u32) -> u64) -> Vec<Vec<u32>> {
    let mut by_key: HashMap<u64, Vec<u32>> = HashMap::new();
    for row in rows {
        by_key.entry(key(*row)).or_default().push(*row);
    }
    let mut groups: Vec<(u64, Vec<u32>)> = by_key.into_iter().collect();
    groups.sort_unstable_by_key(|(key, members)| (std::cmp::Reverse(members.len()), *key));
    groups.truncate(MAX_GROUPS);
    groups
        .into_iter()
        .map(|(_, mut members)| {
            members.truncate(MAX_RECORDS);
            members
        })
        .collect()
}

/// The elements whose text is not that of the one before: some posts show their date twice.
fn without_repeated(rows: &[u32], texts: &HashMap<u32, String>) -> Vec<u32> {
    let is_new = |(place, row): &(usize, &u32)| *place == 0 || texts.get(row) != texts.get(&rows[place - 1]);
    rows.iter().enumerate().filter(is_new).map(|(_, row)| *row).collect()
}
