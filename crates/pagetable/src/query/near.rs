//! Lines, links and elements that may name an author or a day.
//!
//! Everything here is a quick look that lets through what the patterns of Python can match, and a little more: a page
//! has hundreds of lines and links near its heading, and a handful of them pass.

use super::element_text::{element_text, is_space, line};
use crate::page::PageView;
use crate::page::table::Element;
use crate::parse::attributes;
use crate::parse::tags::Tag;

/// A longer line is a sentence.
const MAX_LINE_CHARS: usize = 120;
/// A labelled line has at most so many bytes, and at least so many digits: a year and a day.
const LABELLED_BYTES: u32 = 90;
const LABELLED_DIGITS: u32 = 5;

/// A line that may be a byline or have a day.
#[derive(Debug, PartialEq)]
pub struct NearLine {
    /// Its place among the lines that were looked at.
    pub number: usize,
    /// Whether it may be a byline.
    pub is_signed: bool,
    /// Whether it may have a day.
    pub is_dated: bool,
    /// The line before it; empty if it is the first.
    pub before: String,
    /// The line itself.
    pub text: String,
    /// The line after it, if it is not the last.
    pub after: Option<String>,
}

/// The lines of a range of blocks that may be a byline or have a day.
pub fn near_lines(page: PageView<'_>, first: usize, stop: usize) -> Vec<NearLine> {
    let blocks = page.block_range(first, stop);
    let text_of = |number: usize| blocks.get(number).map(|block| line(page.block_text(block)));
    let mut found = Vec::new();
    for (number, block) in blocks.iter().enumerate() {
        let raw = page.block_text(block);
        // Characters that white space takes are few: a line that is much longer can't be short.
        if block.chars as usize > MAX_LINE_CHARS {
            continue;
        }
        // White space of other scripts at the beginning is not part of the line.
        let is_signed = match raw.first() {
            Some(letter) if letter.is_ascii_graphic() => may_be_signed(raw),
            _ => may_be_signed(line(raw).as_bytes()),
        };
        let is_dated = may_have_year(raw);
        if is_signed || is_dated {
            let before = number.checked_sub(1).and_then(text_of).unwrap_or_default();
            let text = line(raw);
            found.push(NearLine { number, is_signed, is_dated, before, text, after: text_of(number + 1) });
        }
    }
    found
}

/// Block and text of the first `most` short lines with digits, of those the ones that may begin with a label such as
/// "Published".
pub fn labelled_lines(page: PageView<'_>, most: usize) -> Vec<(usize, String)> {
    let short =
        page.blocks.iter().enumerate().filter(|(_, block)| {
            block.text_stop - block.text_start <= LABELLED_BYTES && block.digits >= LABELLED_DIGITS
        });
    let labelled = short.take(most).filter(|(_, block)| {
        page.block_text(block).first().is_some_and(|letter| b"foapdveg".contains(&letter.to_ascii_lowercase()))
    });
    labelled.map(|(row, block)| (row, String::from_utf8_lossy(page.block_text(block)).into_owned())).collect()
}

/// Row and address of the links whose text begins in a range of blocks and that may lead to the page of an author.
pub fn author_links(page: PageView<'_>, first_block: u32, stop_block: u32) -> Vec<(u32, String)> {
    let mut found = super::related::links_between(page, first_block, stop_block);
    found.retain(|(_, address)| may_be_author(address));
    found
}

/// An element that may have a day.
#[derive(Debug, PartialEq)]
pub struct Dated {
    /// The element.
    pub row: u32,
    /// Its `datetime`; empty if it has none.
    pub datetime: String,
    /// Its class.
    pub class: Option<String>,
    /// Its itemprop; empty if it has none.
    pub item: String,
    /// The text that a browser shows of it.
    pub text: String,
}

/// The `<time>` elements among the first `most` that may have a day.
pub fn times(page: PageView<'_>, most: usize) -> Vec<Dated> {
    let rows = page.elements.iter().enumerate().filter(|(_, element)| element.tag == Tag::Time as u8).take(most);
    let dated = rows.map(|(row, element)| dated(page, row, element));
    dated.filter(|found| !found.datetime.is_empty() || may_have_year(found.text.as_bytes())).collect()
}

/// The elements among some that have the text of a short line and may have a day.
pub fn short_dated(page: PageView<'_>, rows: &[usize]) -> Vec<Dated> {
    let short = rows
        .iter()
        .filter_map(|row| Some((*row, page.elements.get(*row)?)))
        .filter(|(_, element)| element.chars > 5 && element.chars as usize <= MAX_LINE_CHARS);
    short.map(|(row, element)| dated(page, row, element)).filter(|found| may_have_year(found.text.as_bytes())).collect()
}

fn dated(page: PageView<'_>, row: usize, element: &Element) -> Dated {
    let value = |name| page.attribute(element, name);
    Dated {
        row: row as u32,
        datetime: value(b"datetime").unwrap_or_default(),
        class: value(b"class"),
        item: value(b"itemprop").unwrap_or_default(),
        text: element_text(page, row, ' '),
    }
}

/// The first block of the heading with a text, white space not counted, among the first `most` of the first two levels;
/// else that of the first heading; `None` if there is none.
pub fn heading_block(page: PageView<'_>, wanted: &str, most: usize) -> Option<u32> {
    let is_heading = |element: &Element| element.tag == Tag::H1 as u8 || element.tag == Tag::H2 as u8;
    let mut headings = page.elements.iter().enumerate().filter(|(_, element)| is_heading(element)).take(most);
    let mut first = None;
    headings
        .find_map(|(row, element)| {
            first.get_or_insert(element.first_block);
            let is_same = !wanted.is_empty() && is_same_text(&element_text(page, row, ' '), wanted);
            is_same.then_some(element.first_block)
        })
        .or(first)
}

fn is_same_text(one: &str, other: &str) -> bool {
    one.chars().filter(|letter| !is_space(*letter)).eq(other.chars().filter(|letter| !is_space(*letter)))
}

/// Of some elements those with less than half of the page's text.
pub fn small_rows(page: PageView<'_>, rows: &[usize]) -> Vec<usize> {
    let n_chars = page.elements.first().map_or(0, |root| u64::from(root.chars));
    let is_small = |row: &usize| page.elements.get(*row).is_some_and(|element| 2 * u64::from(element.chars) < n_chars);
    rows.iter().copied().filter(is_small).collect()
}

/// Beginnings of "By", "Posted by", "Author:" and the like, in two letters.
const SIGNED: [&[u8; 2]; 11] = [b"by", b"wr", b"po", b"pu", b"wo", b"st", b"ar", b"te", b"cr", b"au", b"co"];

fn may_be_signed(text: &[u8]) -> bool {
    let Some([first, second]) = text.first_chunk() else { return false };
    // Patterns without case also match a long s.
    if text.starts_with("ſ".as_bytes()) {
        return true;
    }
    let letters = [first.to_ascii_lowercase(), second.to_ascii_lowercase()];
    SIGNED.iter().any(|known| known[0] == letters[0] && (known[1] == letters[1] || !second.is_ascii()))
}

/// Whether a text may have a year: 19 or 20 and two digits, or four digits of another script, which begin at U+0660.
fn may_have_year(text: &[u8]) -> bool {
    let is_century = |pair: &[u8]| matches!(pair, b"19" | b"20");
    let has_year =
        text.windows(4).any(|part| is_century(&part[..2]) && part[2].is_ascii_digit() && part[3].is_ascii_digit());
    has_year || (!text.is_ascii() && String::from_utf8_lossy(text).chars().any(may_be_digit))
}

/// Characters from U+0660 on, but for the punctuation that Latin texts have.
fn may_be_digit(letter: char) -> bool {
    letter >= '\u{660}' && !('\u{2000}'..='\u{206f}').contains(&letter)
}

const AUTHOR_PARTS: [&str; 11] = [
    "/author",
    "/contributor",
    "/user",
    "/member",
    "/profile",
    "/people/",
    "/writer",
    "/team/",
    "/staff/",
    "/u/",
    "author=",
];

fn may_be_author(address: &str) -> bool {
    if address.contains(['ſ', '\u{212a}']) {
        return true;
    }
    let address = address.to_ascii_lowercase();
    AUTHOR_PARTS.iter().any(|part| address.contains(part))
}

/// A marked element: its row, the end of its subtree, its parent (-1 for none), its characters, its class.
pub type Marked = (u32, u32, i64, u32, Option<String>);

/// Facts about some elements.
pub fn marked(page: PageView<'_>, rows: &[usize]) -> Vec<Marked> {
    let found = rows.iter().filter_map(|row| Some((*row, page.elements.get(*row)?)));
    found
        .map(|(row, element)| {
            let parent = page.elements.get(element.parent as usize).map_or(-1, |_| i64::from(element.parent));
            let class = element.has_tag().then(|| attributes::value_of(page.source, element.start as usize, b"class"));
            (row as u32, element.end, parent, element.chars, class.flatten())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::with_page;

    #[test]
    fn lines_that_may_be_signed_or_dated_pass() {
        let html = "<p>Home<p>By Jane<p>Bread<p>2 March 2024<p>Costs 2000<p>٢٠٢٤<p>“Quoted”<p>ſtory by X<p>x 1850";
        let found = with_page(html, |page| near_lines(page, 0, 99));
        let marks: Vec<_> = found.iter().map(|line| (line.number, line.is_signed, line.is_dated)).collect();
        let both = [(1, true, false), (3, false, true), (4, true, true), (5, false, true), (7, true, false)];
        assert_eq!(marks, both);
        assert_eq!(found[0].before, "Home");
        assert_eq!(found[0].after.as_deref(), Some("Bread"));
        assert!(with_page(html, |page| near_lines(page, 2, 3)).is_empty());
    }

    #[test]
    fn long_lines_do_not_pass() {
        let html = format!("<p>By {}<p>By me", "abc ".repeat(50));
        assert_eq!(with_page(&html, |page| near_lines(page, 0, 9).len()), 1);
    }

    #[test]
    fn labelled_lines_have_digits_and_may_begin_with_a_label() {
        let html = "<p>Published 2 March 2024<p>Published 2024<p>Home 2 March 2024<p>Posted 12345";
        let found = |most| with_page(html, |page| labelled_lines(page, most));
        assert_eq!(found(9), [(0, "Published 2 March 2024".to_owned()), (3, "Posted 12345".to_owned())]);
        assert_eq!(found(2).len(), 1);
    }

    #[test]
    fn links_to_authors_are_found_without_case() {
        let html = "<a href=/AUTHOR/jane>a</a> <a href=/tea>b</a> <a href='/?author=3'>c</a> <a href=/u/x>d</a>";
        let found = with_page(html, |page| author_links(page, 0, 9));
        assert_eq!(
            found.iter().map(|(_, address)| address.as_str()).collect::<Vec<_>>(),
            ["/AUTHOR/jane", "/?author=3", "/u/x"]
        );
    }

    #[test]
    fn elements_with_days_are_given_with_their_marks() {
        let html = "<time>now</time><time datetime=x class=a itemprop=b>y</time><p class=c>5 May 2024<p>2024";
        let dated = with_page(html, |page| times(page, 9));
        assert_eq!(dated.len(), 1);
        assert_eq!((dated[0].datetime.as_str(), dated[0].item.as_str(), dated[0].text.as_str()), ("x", "b", "y"));
        assert_eq!(dated[0].class.as_deref(), Some("a"));
        let rows: Vec<usize> = (0..9).collect();
        let short = with_page(html, |page| short_dated(page, &rows));
        assert!(short.iter().any(|found| found.class.as_deref() == Some("c") && found.text == "5 May 2024"));
        assert!(short.iter().all(|found| found.text != "2024"));
    }

    #[test]
    fn a_heading_is_found_by_its_letters() {
        let html = "<p>x<h2>One</h2><p>y<h1>T w<b>o</b></h1><h3>Three</h3>";
        let of = |wanted: &str, most| with_page(html, |page| heading_block(page, wanted, most));
        assert_eq!((of("Two", 9), of("Two", 1), of("Three", 9), of("", 9)), (Some(3), Some(1), Some(1), Some(1)));
        assert_eq!(with_page("<p>x", |page| heading_block(page, "x", 9)), None);
    }

    #[test]
    fn marks_of_large_elements_mean_nothing() {
        let html = "<html><body><div>some long text</div><p>short";
        let small = with_page(html, |page| small_rows(page, &(0..page.elements.len() + 1).collect::<Vec<_>>()));
        let marked_rows = with_page(html, |page| marked(page, &small));
        assert!(marked_rows.iter().all(|(_, _, _, chars, _)| *chars <= 5));
        assert!(!small.is_empty() && !small.contains(&0));
        assert_eq!(with_page(html, |page| marked(page, &[0])[0].2), -1);
    }
}
