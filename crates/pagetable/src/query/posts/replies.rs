//! Records -> which post each answers, its votes, and whether it is the question or the accepted answer.

use super::records::Record;
use crate::page::PageView;
use crate::page::table::NO_ROW;
use crate::query::dates::{Letters, is_digit};
use crate::query::element_text::element_text;
use crate::query::related::rows_naming_each;

/// Elements with marks of votes that are looked at in a record.
const MAX_MARKED: usize = 50;
/// An element with a number of votes shows little else.
const VOTE_CHARS: u32 = 12;
const VOTE_DIGITS: usize = 6;

/// For each record: the number of the one before it in whose element it is nested.
pub fn answered_posts(page: PageView<'_>, records: &[Record]) -> Vec<Option<usize>> {
    // Number, depth and end of the parent of the records that the present one may be nested in.
    let mut open: Vec<(usize, u16, u32)> = Vec::new();
    let answered = |(index, record): (usize, &Record)| {
        let row = record.rows[0];
        let element = &page.elements[row as usize];
        while open.last().is_some_and(|(_, depth, end)| *depth >= element.depth || *end <= row) {
            open.pop();
        }
        let found = open.last().map(|(number, _, _)| *number);
        if element.parent != NO_ROW {
            open.push((index, element.depth, page.elements[element.parent as usize].end));
        }
        found
    };
    records.iter().enumerate().map(answered).collect()
}

/// The number in one of the elements with the class or itemprop of votes, of each record.
pub fn votes_of(page: PageView<'_>, records: &[Record], rows: &[u32]) -> Vec<Option<i64>> {
    let place = |row: u32| rows.partition_point(|own| *own < row);
    let votes = |record: &Record| {
        let own = rows.get(place(record.rows[0])..place(record.stop_row)).unwrap_or_default();
        let mut own = own.iter().take(MAX_MARKED).filter(|row| page.elements[**row as usize].chars <= VOTE_CHARS);
        own.find_map(|row| number_in(&element_text(page, *row as usize, ' ')))
    };
    records.iter().map(votes).collect()
}

fn number_in(text: &str) -> Option<i64> {
    let text = Letters::of(text, usize::MAX);
    let start = (0..text.len()).find(|at| text.has(*at, is_digit))?;
    let stop = text.after(start, is_digit).min(start + VOTE_DIGITS);
    let value = i64::from(text.value(start..stop));
    Some(if text.had(start, |letter| letter == '-') { -value } else { value })
}

/// question, accepted answer or post: by the types of schema.org that a page of questions declares.
pub fn kinds_of(page: PageView<'_>, records: &[Record]) -> Vec<&'static str> {
    let naming = |texts: [&[u8]; 2], most: usize| rows_naming_each(page, &texts.map(<[u8]>::to_vec), most).concat();
    let is_question_page = !naming([b"schema.org/Question", b"schema.org/QAPage"], 1).is_empty();
    let accepted = naming([b"acceptedAnswer", b"accepted-answer"], 5);
    let is_accepted = |record: &Record| {
        let (first, stop) = (record.rows[0], record.stop_row);
        let is_own =
            |row: &u32| (*row <= first && first < page.elements[*row as usize].end) || (first..stop).contains(row);
        accepted.iter().any(is_own)
    };
    let kind = |(index, record): (usize, &Record)| match index {
        0 if is_question_page || !accepted.is_empty() => "question",
        _ if is_accepted(record) => "accepted answer",
        _ => "post",
    };
    records.iter().enumerate().map(kind).collect()
}
