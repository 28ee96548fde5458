//! Records -> the date of each. Dates of posts are in order, up or down; the days on which authors joined are not.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::anchors::DatedRuns;
use super::groups::Groups;
use super::records::Record;
use crate::page::PageView;
use crate::parse::tags::Tag;
use crate::query::dates::{Day, Letters, Months, is_digit};
use crate::query::element_text::value_text;

/// Share of the records that must show a date in the same way.
const LEAST_RECORDS: f64 = 0.6;
/// Pieces of text of a record that are read: dates are among the first.
const MAX_RUNS: usize = 2_000;
/// Words of dates that are not those of posts.
const JOINED: [&str; 10] = [
    "join",
    "regist",
    "member since",
    "dabei seit",
    "mitglied seit",
    "inscrit",
    "beitritt",
    "edited",
    "bearbeitet",
    "last",
];
/// Attributes that have a date for machines.
const MACHINE: [&[u8]; 4] = [b"datetime", b"content", b"title", b"data-time"];

/// A date as a record shows it.
#[derive(Clone, Debug)]
pub struct ShownDate {
    /// The text.
    pub text: String,
    /// The element that shows it.
    pub row: u32,
}

/// What an element that shows a date is like.
struct Look {
    day: Option<Day>,
    /// Year, month and day for comparing; the day is 0 if only the month is known.
    order: Option<(u32, u32, u32)>,
    is_joined: bool,
    is_time: bool,
    has_clock: bool,
    n_chars: usize,
}

/// How dates of a page are read.
#[derive(Clone, Copy)]
pub struct DateReader<'a> {
    /// Names of months.
    pub months: &'a Months,
    /// The language of the page, or empty.
    pub language: &'a str,
}

/// The dates of a page's records. Each element is looked at once, because it is in several groups.
pub struct Dates<'a> {
    dated: &'a DatedRuns<'a>,
    reader: DateReader<'a>,
    looks: HashMap<u32, Look>,
}

impl<'a> Dates<'a> {
    /// The dates among the pieces of text that show one.
    pub fn new(dated: &'a DatedRuns<'a>, reader: DateReader<'a>) -> Dates<'a> {
        Dates { dated, reader, looks: HashMap::new() }
    }

    /// Names of months.
    pub fn months(&self) -> &'a Months {
        self.reader.months
    }

    /// The day of a date that was found.
    pub fn day_of(&self, date: &ShownDate) -> Option<Day> {
        self.looks.get(&date.row)?.day
    }

    /// The date of each record, as shown: that of the best group; where it has none, that of the next best.
    pub fn of(&mut self, records: &[Record]) -> Vec<Option<ShownDate>> {
        let elements = self.dated.page.elements;
        let (shown, rows_of) = self.shown(records);
        let mut groups = Groups::default();
        for (record, rows) in rows_of.iter().enumerate() {
            for row in rows {
                groups.add(elements, (record, *row as usize), *row, classes(self.dated.page, *row));
            }
        }
        for (row, text) in &shown {
            self.looks.entry(*row).or_insert_with(|| look(self.dated.page, self.reader, *row, text));
        }
        let score = |members: &Vec<(usize, usize)>| {
            let looks: Vec<&Look> = members.iter().map(|(_, row)| &self.looks[&(*row as u32)]).collect();
            score(&looks, records.len())
        };
        let mut scored: Vec<_> = groups.members.iter().map(|members| (score(members), members)).collect();
        scored.sort_by(|one, other| other.0.total_cmp(&one.0));
        let mut found = vec![None; records.len()];
        for (_, members) in scored.into_iter().take_while(|(score, _)| *score > 0.0) {
            for (record, row) in members {
                let row = *row as u32;
                found[*record].get_or_insert_with(|| ShownDate { text: shown[&row].clone(), row });
            }
        }
        found
    }

    /// The text of each element that shows a date, and those elements of each record.
    fn shown(&self, records: &[Record]) -> (HashMap<u32, String>, Vec<Vec<u32>>) {
        let DatedRuns { page, times, .. } = self.dated;
        let mut shown: HashMap<u32, String> = HashMap::new();
        let first_run =
            |block: u32| page.blocks.get(block as usize).map_or(page.runs.len(), |block| block.first_run as usize);
        let rows_of = |record: &Record| {
            let (start, stop) = (first_run(record.first_block), first_run(record.stop_block));
            let mut rows = Vec::new();
            for dated in self.dated.between(start, stop.min(start + MAX_RUNS)) {
                rows.push(dated.row);
                shown.entry(dated.row).or_insert_with(|| dated.text.clone());
            }
            let place = |row: u32| times.partition_point(|time| *time < row);
            for row in times.get(place(record.rows[0])..place(record.stop_row)).unwrap_or_default() {
                if let Entry::Vacant(entry) = shown.entry(*row)
                    && let Some(text) = time_text(*page, *row)
                {
                    entry.insert(text);
                    rows.push(*row);
                }
            }
            rows
        };
        let rows_of = records.iter().map(rows_of).collect();
        (shown, rows_of)
    }
}

/// The classes of an element whatever its tag: some forums show new posts' dates in another element than those of old ones.
fn classes(page: PageView<'_>, row: u32) -> Option<u64> {
    let words = page.words_of(row as usize).iter();
    words.map(|word| word.wrapping_mul(31)).reduce(u64::wrapping_add)
}

fn time_text(page: PageView<'_>, row: u32) -> Option<String> {
    let text = value_text(page, row as usize);
    let value = || page.attribute(&page.elements[row as usize], b"datetime").unwrap_or_default();
    Some(if text.is_empty() { value() } else { text }).filter(|text| !text.is_empty())
}

fn look(page: PageView<'_>, reader: DateReader<'_>, row: u32, text: &str) -> Look {
    let element = &page.elements[row as usize];
    let read = |value: &str| reader.months.read_day(value, reader.language);
    let days = MACHINE.iter().filter_map(|name| read(&page.attribute(element, name)?));
    let day = { days }.next().or_else(|| read(text));
    let small = text.to_lowercase();
    let order = day.map(|day| (day.year, day.month, day.day)).or_else(|| short_day(reader, text));
    Look {
        day,
        order,
        is_joined: JOINED.iter().any(|word| small.contains(word)),
        is_time: element.tag == Tag::Time as u8,
        has_clock: has_clock(text),
        n_chars: text.chars().count(),
    }
}

/// How likely the dates that some of the records show in the same way are those of posts; 0 if they are not.
fn score(looks: &[&Look], n_records: usize) -> f64 {
    let n_known = looks.len() as f64;
    let share = n_known / n_records as f64;
    if share < LEAST_RECORDS && looks.len() > 1 {
        return 0.0;
    }
    let days: Vec<_> = looks.iter().filter_map(|look| look.order).collect();
    let n_up = days.windows(2).filter(|pair| pair[1] > pair[0]).count();
    let n_down = days.windows(2).filter(|pair| pair[1] < pair[0]).count();
    let n_steps = days.len().saturating_sub(1);
    let in_order = if n_steps > 0 { (n_steps - n_up.min(n_down)) as f64 / n_steps as f64 } else { 1.0 };
    let share_of = |is_such: fn(&Look) -> bool| looks.iter().filter(|look| is_such(look)).count() as f64 / n_known;
    let n_chars = looks.iter().map(|look| look.n_chars).sum::<usize>() as f64 / n_known;
    let is_exact = share_of(|look| look.is_time).max(share_of(|look| look.has_clock));
    share + in_order + 0.3 * is_exact - share_of(|look| look.is_joined) - n_chars / 100.0
}

/// Whether a text has a time of day: 10:30.
fn has_clock(text: &str) -> bool {
    let text = Letters::of(text, usize::MAX);
    let is_clock = |at: usize| {
        text.had(at, is_digit)
            && text.has(at, |letter| ":.h".contains(letter))
            && (1..=2).all(|n| text.has(at + n, is_digit))
            && !text.has(at + 3, |letter| is_digit(letter) || letter == '.')
    };
    (0..text.len()).any(is_clock)
}

/// A day or month that is only good for comparing: with two digits of the year, or without a day.
fn short_day(reader: DateReader<'_>, text: &str) -> Option<(u32, u32, u32)> {
    let text = Letters::of(text, usize::MAX);
    if let Some(day) = (0..text.len()).find_map(|at| short_year(&text, at)) {
        return reader.months.read_day(&day, reader.language).map(|day| (day.year, day.month, day.day));
    }
    let (name, year) = (0..text.len()).find_map(|at| month_year(&text, at))?;
    reader.months.number(&name, "").map(|month| (year, month.into(), 0))
}

/// 5.3.24, with all digits of its year.
fn short_year(text: &Letters, at: usize) -> Option<String> {
    let is_mark = |letter: char| "./-".contains(letter);
    if text.had(at, |letter| is_digit(letter) || is_mark(letter)) {
        return None;
    }
    let part = |at: usize| text.number(at, 1..=2).map(|(_, stop)| stop).filter(|stop| text.has(*stop, is_mark));
    let year = part(part(at)? + 1)? + 1;
    let (_, stop) = text.number(year, 2..=2)?;
    Some(format!("{}20{}", text.text(at..year), text.text(year..stop)))
}

/// May 2026
fn month_year(text: &Letters, at: usize) -> Option<(String, u32)> {
    let stop = text.after_letters(at);
    if !(3..=12).contains(&(stop - at)) {
        return None;
    }
    let after = stop + usize::from(text.has(stop, |letter| letter == '.'));
    let year = text.literal(after, " ")?;
    let is_century = text.literal(year, "19").or_else(|| text.literal(year, "20")).is_some();
    let is_year = is_century && (2..4).all(|n| text.has(year + n, is_digit));
    is_year.then(|| (text.text(at..stop), text.value(year..year + 4)))
}
