//! Page, title -> what is near the title's heading and may name an author or a day.
//!
//! What is collected here is a superset of what the patterns of Python match; the choice is made there.

use super::element_text::{beginning, element_text, line, value_text};
use super::near::{may_be_author, may_be_signed, may_have_year};
use super::related::links_between;
use crate::page::PageView;
use crate::page::table::{Block, Element, flag};
use crate::parse::tags::Tag;

/// Blocks before and after the heading that are near it.
const BEFORE: usize = 12;
const AFTER: usize = 25;
/// A longer line is a sentence.
const MAX_LINE_CHARS: usize = 120;
/// A longer line before a day is not its label.
const MAX_LABEL_CHARS: usize = 30;
/// Headings that are compared with the title.
const MAX_HEADINGS: usize = 40;
/// A labelled line has at most so many bytes, and at least so many digits: a year and a day.
const LABELLED_BYTES: u32 = 90;
const LABELLED_DIGITS: u32 = 5;

/// Where an element is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// Near the heading, before it.
    Before,
    /// Near the heading, after its beginning.
    After,
    /// Not near the heading.
    Elsewhere,
    /// In a comment, in a text other than the page's or in a sidebar, or not shown.
    Apart,
}

/// What shows a day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shown {
    /// A `<time>` element.
    Time,
    /// A line near the heading.
    Line,
    /// An element with the class of a date.
    Marked,
}

/// Something that may show a day.
#[derive(Debug, PartialEq)]
pub struct DayCandidate {
    /// What it is.
    pub shown: Shown,
    /// Its `datetime`; empty if it has none.
    pub datetime: String,
    /// Its class, its itemprop and its text, as far as they may say what happened on that day.
    pub marks: String,
    /// The line before it; empty if that is too long for a label.
    pub label: String,
    /// The text that a browser shows of it.
    pub text: String,
    /// Where it is. One that is apart is in a sidebar.
    pub place: Place,
}

/// A line that may be a byline.
#[derive(Debug, PartialEq)]
pub struct SignedLine {
    /// Its block.
    pub block: usize,
    /// The line.
    pub text: String,
    /// The line after it, if it is near the heading and short.
    pub after: Option<String>,
}

/// An element with the class of an author.
#[derive(Debug, PartialEq)]
pub struct AuthorMark {
    /// The element.
    pub row: u32,
    /// The end of its subtree.
    pub end: u32,
    /// Its parent; -1 if it has none.
    pub parent: i64,
    /// Its class.
    pub class: Option<String>,
    /// Where it is.
    pub place: Place,
    /// Its lines, if it is not apart and they are short enough for names.
    pub text: Option<String>,
}

/// The neighbourhood of a page's heading.
pub struct Surroundings {
    /// The block of the heading.
    heading: usize,
    /// Elements of comments and of other texts, in order.
    others: Vec<usize>,
    /// Elements of sidebars, in order.
    sides: Vec<usize>,
}

impl Surroundings {
    /// `others` and `sides` are marked as such, in order. The mark of an element with half the page's text, such as the
    /// body, means nothing.
    pub fn new(page: PageView<'_>, title: &str, mut others: Vec<usize>, mut sides: Vec<usize>) -> Surroundings {
        let n_chars = page.elements.first().map_or(0, |root| u64::from(root.chars));
        let is_small =
            |row: &usize| page.elements.get(*row).is_some_and(|element| 2 * u64::from(element.chars) < n_chars);
        others.retain(is_small);
        sides.retain(is_small);
        let heading = heading_block(page, title).unwrap_or_else(|| line_of(page, title));
        Surroundings { heading, others, sides }
    }

    /// The block of the title's heading, or of the first heading, or of the title's line, or the first block.
    pub fn heading(&self) -> usize {
        self.heading
    }

    /// What may show a day: of the first `most` `<time>` elements, then of the lines, then of `rows`, which have the
    /// class of a date. What belongs to others is left out.
    pub fn days(&self, page: PageView<'_>, rows: &[usize], most: usize) -> Vec<DayCandidate> {
        let is_time = |(_, element): &(usize, &Element)| element.tag == Tag::Time as u8;
        let times = page.elements.iter().enumerate().filter(is_time).take(most);
        let mut found: Vec<DayCandidate> = times.filter_map(|time| self.time(page, time)).collect();
        found.extend(self.dated_lines(page));
        let marked = rows.iter().filter_map(|row| Some((*row, page.elements.get(*row)?)));
        found.extend(marked.filter_map(|element| self.dated_element(page, element)));
        found
    }

    fn time(&self, page: PageView<'_>, (row, element): (usize, &Element)) -> Option<DayCandidate> {
        let value = |name| page.attribute(element, name).unwrap_or_default();
        let (datetime, text) = (beginning(&value(b"datetime")).to_owned(), value_text(page, row));
        if (datetime.is_empty() && !may_have_year(text.as_bytes())) || self.is_others(page, row) {
            return None;
        }
        let marks = format!("{} {} {text}", beginning(&value(b"class")), beginning(&value(b"itemprop")));
        let (label, place) = (label_of(page, element), self.place(page, row));
        Some(DayCandidate { shown: Shown::Time, datetime, marks, label, text, place })
    }

    fn dated_element(&self, page: PageView<'_>, (row, element): (usize, &Element)) -> Option<DayCandidate> {
        if element.chars <= 5 || element.chars as usize > MAX_LINE_CHARS {
            return None;
        }
        let text = element_text(page, row, ' ');
        if !may_have_year(text.as_bytes()) || self.is_others(page, row) {
            return None;
        }
        let marks = format!("{} {text}", page.attribute(element, b"class").unwrap_or_default());
        let (label, place) = (label_of(page, element), self.place(page, row));
        Some(DayCandidate { shown: Shown::Marked, datetime: String::new(), marks, label, text, place })
    }

    fn dated_lines(&self, page: PageView<'_>) -> impl Iterator<Item = DayCandidate> {
        let first = self.first();
        let dated = self.short_lines(page).filter(move |(block, raw)| *block != self.heading && may_have_year(raw));
        dated.filter_map(move |(block, raw)| {
            let text = Some(line(raw)).filter(|text| is_within(text, MAX_LINE_CHARS))?;
            let before = block.checked_sub(1).filter(|before| *before >= first).map(|before| &page.blocks[before]);
            let label = before.map(|before| line(page.block_text(before))).unwrap_or_default();
            let label = Some(label).filter(|label| is_within(label, MAX_LABEL_CHARS)).unwrap_or_default();
            let place = if block > self.heading { Place::After } else { Place::Before };
            let (datetime, marks) = (String::new(), text.clone());
            Some(DayCandidate { shown: Shown::Line, datetime, marks, label, text, place })
        })
    }

    /// The lines near the heading that may be a byline.
    pub fn signed_lines(&self, page: PageView<'_>) -> Vec<SignedLine> {
        let signed = self.short_lines(page).filter(|(block, raw)| {
            // White space of other scripts at the beginning is not part of the line.
            let may_be_signed = match raw.first() {
                Some(letter) if letter.is_ascii_graphic() => may_be_signed(raw),
                _ => may_be_signed(line(raw).as_bytes()),
            };
            *block != self.heading && may_be_signed
        });
        let short = |text: &String| is_within(text, MAX_LINE_CHARS);
        let found = signed.filter_map(|(block, raw)| {
            let text = Some(line(raw)).filter(short)?;
            let after = page.blocks.get(block + 1).filter(|_| block + 1 < self.heading + AFTER);
            Some(SignedLine { block, text, after: after.map(|after| line(page.block_text(after))).filter(short) })
        });
        found.collect()
    }

    /// Address and text of the links after the heading that may lead to the page of an author and are not apart.
    pub fn author_links(&self, page: PageView<'_>) -> Vec<(String, String)> {
        let links = links_between(page, self.heading as u32, (self.heading + AFTER) as u32).into_iter();
        let own = links
            .filter(|(row, address)| may_be_author(address) && self.place(page, *row as usize) != Place::Apart)
            .map(|(row, address)| (address, element_text(page, row as usize, ' ')));
        own.filter(|(_, text)| !text.is_empty() && is_within(text, MAX_LINE_CHARS)).collect()
    }

    /// Elements with the class of an author.
    pub fn authors(&self, page: PageView<'_>, rows: &[usize]) -> Vec<AuthorMark> {
        let marked = rows.iter().filter_map(|row| Some((*row, page.elements.get(*row)?)));
        let mark = |(row, element): (usize, &Element)| {
            let place = self.place(page, row);
            let is_name = place != Place::Apart && element.chars > 1 && element.chars as usize <= MAX_LINE_CHARS;
            AuthorMark {
                row: row as u32,
                end: element.end,
                parent: page.elements.get(element.parent as usize).map_or(-1, |_| i64::from(element.parent)),
                class: page.attribute(element, b"class"),
                place,
                text: is_name.then(|| element_text(page, row, '\n')),
            }
        };
        marked.map(mark).collect()
    }

    /// Of the first `most` short lines with digits those that are not apart and may begin with a label such as
    /// "Published".
    pub fn labelled_lines(&self, page: PageView<'_>, most: usize) -> Vec<String> {
        let is_short =
            |block: &&Block| block.text_stop - block.text_start <= LABELLED_BYTES && block.digits >= LABELLED_DIGITS;
        let is_labelled = |block: &&Block| {
            let first = page.block_text(block).first();
            first.is_some_and(|letter| b"foapdveg".contains(&letter.to_ascii_lowercase()))
                && self.place(page, block.element as usize) != Place::Apart
        };
        let labelled = page.blocks.iter().filter(is_short).take(most).filter(is_labelled);
        labelled.map(|block| String::from_utf8_lossy(page.block_text(block)).into_owned()).collect()
    }

    /// The first block that is near the heading.
    fn first(&self) -> usize {
        self.heading.saturating_sub(BEFORE)
    }

    /// Number and text of the blocks near the heading that are not much longer than a line may be: characters that
    /// white space takes are few.
    fn short_lines<'a>(&self, page: PageView<'a>) -> impl Iterator<Item = (usize, &'a [u8])> + use<'a> {
        let first = self.first();
        let near = page.block_range(first, self.heading + AFTER).iter().enumerate();
        near.filter(|(_, block)| block.chars as usize <= MAX_LINE_CHARS)
            .map(move |(number, block)| (first + number, page.block_text(block)))
    }

    fn place(&self, page: PageView<'_>, row: usize) -> Place {
        if self.is_inside(page, row, |row, tag| {
            [Tag::Aside as u8, Tag::Nav as u8, Tag::Footer as u8].contains(&tag)
                || self.others.binary_search(&row).is_ok()
                || self.sides.binary_search(&row).is_ok()
        }) {
            return Place::Apart;
        }
        match page.elements.get(row).map_or(0, |element| element.first_block as usize) {
            block if !(self.first()..self.heading + AFTER).contains(&block) => Place::Elsewhere,
            block if block < self.heading => Place::Before,
            _ => Place::After,
        }
    }

    fn is_others(&self, page: PageView<'_>, row: usize) -> bool {
        self.is_inside(page, row, |row, _| self.others.binary_search(&row).is_ok())
    }

    /// Whether an element is not shown, or is inside one that `is_wanted`, itself included.
    fn is_inside(&self, page: PageView<'_>, mut row: usize, is_wanted: impl Fn(usize, u8) -> bool) -> bool {
        if page.elements.get(row).is_some_and(|element| element.flags & flag::UNSHOWN != 0) {
            return true;
        }
        while let Some(element) = page.elements.get(row) {
            if is_wanted(row, element.tag) {
                return true;
            }
            row = element.parent as usize;
        }
        false
    }
}

fn is_within(text: &str, most: usize) -> bool {
    text.len() <= most || text.chars().count() <= most
}

/// The block before an element, if it is short enough for a label.
fn label_of(page: PageView<'_>, element: &Element) -> String {
    let before = (element.first_block as usize).checked_sub(1).and_then(|block| page.blocks.get(block));
    let text = before.map(|block| String::from_utf8_lossy(page.block_text(block)).into_owned()).unwrap_or_default();
    Some(text).filter(|text| is_within(text, MAX_LABEL_CHARS)).unwrap_or_default()
}

/// The first block of the heading with a text, white space not counted, among the first h1 and h2; else that of the
/// first of them.
fn heading_block(page: PageView<'_>, wanted: &str) -> Option<usize> {
    let is_heading = |element: &Element| element.tag == Tag::H1 as u8 || element.tag == Tag::H2 as u8;
    let mut headings = page.elements.iter().enumerate().filter(|(_, element)| is_heading(element)).take(MAX_HEADINGS);
    let mut first = None;
    headings
        .find_map(|(row, element)| {
            first.get_or_insert(element.first_block as usize);
            let is_same = !wanted.is_empty() && is_same_text(&value_text(page, row), wanted);
            is_same.then_some(element.first_block as usize)
        })
        .or(first)
}

fn is_same_text(one: &str, other: &str) -> bool {
    let is_ink = |letter: &char| !super::element_text::is_space(*letter);
    one.chars().filter(is_ink).eq(other.chars().filter(is_ink))
}

/// The first block that is the title, for old forums that have no headings; or the first block.
fn line_of(page: PageView<'_>, title: &str) -> usize {
    let place = match title.is_empty() {
        true => None,
        false => memchr::memmem::find(page.text, format!("\n{title}\n").as_bytes()),
    };
    let is_before = |place: usize| page.blocks.partition_point(|block| block.text_start as usize <= place + 1);
    place.map_or(0, |place| is_before(place).saturating_sub(1))
}

#[cfg(test)]
#[path = "surroundings_tests.rs"]
mod tests;
