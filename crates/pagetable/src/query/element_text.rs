//! An element -> the text that a browser shows of it.

use crate::page::PageView;
use crate::page::table::{Block, flag};

/// A value of a page's metadata has at most so many bytes. Without a limit, the text of a large page would be read again
/// for each element around it that is marked as a value.
pub const MAX_VALUE_BYTES: usize = 20_000;

/// The first bytes of a text, as many as a value may have.
pub fn beginning(text: &str) -> &str {
    &text[..boundary(text.as_bytes(), MAX_VALUE_BYTES)]
}

/// The end of the last character that ends within some bytes.
fn boundary(text: &[u8], most: usize) -> usize {
    let is_inside = |at: &usize| text.get(*at).is_some_and(|byte| byte & 0xC0 == 0x80);
    (0..=most.min(text.len())).rev().find(|at| !is_inside(at)).unwrap_or(0)
}

/// The text of an element as a value: its beginning, if it is longer.
pub fn value_text(page: PageView<'_>, row: usize) -> String {
    first_text(page, row, ' ', MAX_VALUE_BYTES)
}

/// The text of an element's subtree that a browser shows, with `between` where it breaks into lines.
pub fn element_text(page: PageView<'_>, row: usize, between: char) -> String {
    first_text(page, row, between, usize::MAX)
}

/// The first bytes of the text of an element.
fn first_text(page: PageView<'_>, row: usize, between: char, most: usize) -> String {
    let Some(element) = page.elements.get(row) else { return String::new() };
    // A caller who wants a hidden element wants its text; hidden text inside a shown element is left out.
    let hidden = if element.flags & flag::UNSHOWN == 0 { u32::from(flag::UNSHOWN) } else { 0 };
    let inside = row as u32..element.end;
    let mut written = Vec::new();
    let mut last = None;
    for run in page.runs_around(row) {
        if !inside.contains(&run.element) || run.flags & hidden != 0 {
            continue;
        }
        let (start, stop) = (run.text_start as usize, run.text_stop as usize);
        written.extend(last.and_then(|last| gap(page.text, last, start)));
        let text = page.text.get(start..stop).unwrap_or_default();
        let n_bytes = boundary(text, most.saturating_sub(written.len()));
        written.extend_from_slice(&text[..n_bytes]);
        if n_bytes < text.len() {
            break;
        }
        last = Some(stop);
    }
    collapsed(&String::from_utf8_lossy(&written), between)
}

/// Letters that are not links from which on a block is prose.
const PROSE_CHARS: u32 = 60;

/// Some of the page's running text, about `most` bytes; of all its text if it has none.
pub fn prose(page: PageView<'_>, most: usize) -> String {
    let is_shown = |block: &&Block| block.flags & u32::from(flag::UNSHOWN) == 0;
    let is_prose = |block: &&Block| {
        block.chars.saturating_sub(block.link_chars) >= PROSE_CHARS
            && 2 * u64::from(block.link_chars) < u64::from(block.chars)
    };
    let has_prose = page.blocks.iter().filter(is_shown).any(|block| is_prose(&block));
    let (mut written, mut n_bytes) = (Vec::new(), 0);
    for block in page.blocks.iter().filter(is_shown).filter(|block| !has_prose || is_prose(block)) {
        let text = page.block_text(block);
        if n_bytes > 0 {
            written.push(b' ');
        }
        written.extend_from_slice(&text[..text.len().min(most)]);
        n_bytes += text.len();
        if n_bytes > most {
            break;
        }
    }
    String::from_utf8_lossy(&written).into_owned()
}

/// A text on one line, its white space collapsed.
pub fn line(text: &[u8]) -> String {
    collapsed(&String::from_utf8_lossy(text), ' ')
}

/// Runs that touch are parts of a word; a line feed between two is that of `<br>` or of the next block.
fn gap(text: &[u8], last: usize, start: usize) -> Option<u8> {
    let between = text.get(last..start).unwrap_or_default();
    match start == last {
        true => None,
        false if between.contains(&b'\n') => Some(b'\n'),
        false => Some(b' '),
    }
}

fn collapsed(text: &str, between: char) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split('\n') {
        let mut mark = between;
        for word in line.split(is_space).filter(|word| !word.is_empty()) {
            if !out.is_empty() {
                out.push(mark);
            }
            out.push_str(word);
            mark = ' ';
        }
    }
    out
}

/// White space as Python has it: also the separators of ASCII.
pub(crate) fn is_space(letter: char) -> bool {
    letter.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&letter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::with_page;
    use crate::parse::tags::Tag;

    fn of_first(html: &str, tag: Tag, between: char) -> String {
        with_page(html, |page| {
            let row = page.elements.iter().position(|element| element.tag == tag as u8).unwrap();
            element_text(page, row, between)
        })
    }

    #[test]
    fn words_are_whole_and_lines_apart() {
        let html = "<div>Jane <b>Do</b>e,<br>cook <p>of\u{1c} tea</p></div>after";
        assert_eq!(of_first(html, Tag::Div, '\n'), "Jane Doe,\ncook\nof tea");
        assert_eq!(of_first(html, Tag::Div, ' '), "Jane Doe, cook of tea");
        assert_eq!(of_first(html, Tag::B, ' '), "Do");
    }

    #[test]
    fn hidden_text_is_read_only_when_asked_for() {
        let html = "<div>By <span hidden>nobody</span> Jane</div>";
        assert_eq!(of_first(html, Tag::Div, ' '), "By Jane");
        assert_eq!(of_first(html, Tag::Span, ' '), "nobody");
    }

    #[test]
    fn a_value_is_the_beginning_of_a_long_text() {
        let read = |html: &str, most| with_page(html, |page| first_text(page, page.elements.len() - 2, ' ', most));
        let html = "<i>a tea é<b>x</b></i>";
        let found: Vec<String> = [3, 5, 7, 8, 9, 50].map(|most| read(html, most)).into();
        assert_eq!(found, ["a t", "a tea", "a tea", "a tea é", "a tea éx", "a tea éx"]);
        assert_eq!(beginning("tea"), "tea");
        assert_eq!(["", "é", "éx", "xé"].map(|text| boundary(text.as_bytes(), 1)), [0, 0, 0, 1]);
    }

    #[test]
    fn an_empty_element_has_no_text() {
        assert_eq!(of_first("<p>x<b></b>", Tag::B, ' '), "");
        assert_eq!(with_page("<p>x", |page| element_text(page, 99, ' ')), "");
    }

    #[test]
    fn prose_is_what_is_neither_short_nor_hidden_nor_links() {
        let long = "Some words that are about something. ".repeat(3);
        let html = format!("<p>Menu<p><a href=/>{long}</a><p hidden>x{long}<p>{long}<p>y{long}");
        let text = with_page(&html, |page| prose(page, 150));
        assert_eq!(text, format!("{} y{}", long.trim(), long.trim()));
        assert_eq!(with_page(&html, |page| prose(page, 9)), "Some word");
        assert_eq!(with_page("<p>Menu<p>Home", |page| prose(page, 99)), "Menu Home");
        assert_eq!(with_page("", |page| prose(page, 99)), "");
    }
}
