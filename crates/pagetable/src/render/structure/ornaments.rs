//! What documentation tools and highlighters add to a text and readers of it do not want: links of headings to
//! themselves, numbers of lines, buttons inside code, labels that say its language.

use std::ops::Range;

use super::facts::code_language;
use super::notes::percent_decoded;
use super::roles;
use crate::page::table::NO_ROW;
use crate::parse::tags::Tag;
use crate::render::Kept;

/// A class with one of these in its name marks numbers of lines.
const NUMBER_CLASSES: &[&str] = &["lineno", "linenum", "line-no", "line-num", "line_num", "gutter", "rownum"];
/// A column of line numbers is at most this many elements around its `<pre>`.
const MAX_LEVELS: usize = 3;

/// A number of a line has at most so many digits, and fewer numbers that count on may be the code.
const MAX_DIGITS: u32 = 5;
const LEAST_LINES: usize = 3;

/// Words of the classes and labels of what copies code.
const COPY_WORDS: &[&str] = &["copy", "clipboard", "clipbtn"];
/// What such controls say, where their classes say nothing.
const COPY_TEXTS: &[&str] = &[
    "copy",
    "copy code",
    "copy code block",
    "copy command",
    "copy snippet",
    "copy to clipboard",
    "copied",
    "copied!",
    "复制",
    "复制代码",
    "コピー",
];
/// A control that copies code has this many characters, at most.
const MAX_COPY_CHARS: u32 = 40;
/// Around code and its controls there is little other text: a name of a file or a language, further controls.
const MAX_OTHER_CHARS: u32 = 120;

/// At most this many elements around a code block are searched, which bounds the time per page.
const MAX_ROWS_AROUND: usize = 200;

/// Elements after a heading among which the link to it is looked for.
const N_ROWS_AFTER: usize = 4;

/// Which characters the text of an element has.
#[derive(Clone, Copy, Default)]
struct Letters {
    has_alphanumeric: bool,
    /// Others than digits and what separates them.
    has_other: bool,
}

/// Takes their roles from ornaments, or has them left out.
pub fn drop_ornaments(kept: Kept, all: &mut [u8], url: &str) {
    let letters = letters_of_labels_and_code(kept, all);
    let is_numbers = |row: usize| kept.elements[row].chars > 0 && !letters[row].has_other;
    let (mut label, mut label_end, mut code_end) = (0, 0, 0);
    let mut line_numbers = Vec::new();
    for row in 0..all.len() {
        let element = &kept.elements[row];
        if is_label(all[row]) {
            (label, label_end) = (row, element.end as usize);
            if let Some(link) = roles::is_heading(all[row]).then(|| permalink_after(kept, row, url)).flatten() {
                all[link] = roles::SKIP;
            }
        }
        if all[row] == roles::CODE_BLOCK {
            let is_inside_code = row < code_end;
            code_end = element.end as usize;
            drop_around_code(kept, all, row);
            if let Some(column) = is_numbers(row).then(|| number_column(kept, row)).flatten() {
                all[column] = roles::SKIP;
            } else if letters[row].has_other && !is_inside_code {
                line_numbers = counting_lines(kept, row);
            }
        } else if row < code_end {
            let is_line_number = || names_numbers(kept, row) || line_numbers.binary_search(&row).is_ok();
            if element.tag == Tag::Button as u8 || is_numbers(row) && is_line_number() {
                all[row] = roles::SKIP;
            }
        } else if row < label_end && element.tag == Tag::A as u8 && leads_to_own_page(kept, row, url) {
            if !letters[row].has_alphanumeric {
                all[row] = roles::SKIP;
            } else if element.chars == kept.elements[label].chars {
                all[row] = 0;
            }
        }
    }
}

/// The link directly after a heading that leads to the heading, whatever it says.
fn permalink_after(kept: Kept, heading: usize, url: &str) -> Option<usize> {
    let parent = kept.elements.get(kept.elements[heading].parent as usize)?;
    let next = |row: &usize| Some(kept.elements[*row].end as usize).filter(|&next| next < parent.end as usize);
    let mut after = std::iter::successors(next(&heading), next).take(N_ROWS_AFTER);
    let link = after.find(|&row| kept.elements[row].tag == Tag::A as u8 || kept.elements[row].chars > 0)?;
    if kept.elements[link].tag != Tag::A as u8 || !leads_to_own_page(kept, link, url) {
        return None;
    }
    let address = kept.attribute(&kept.elements[link], b"href")?;
    let anchor = percent_decoded(address.trim().rsplit('#').next()?);
    let is_own = |element| kept.attribute(element, b"id").is_some_and(|id| id == anchor);
    (is_own(&kept.elements[heading]) || is_own(parent)).then_some(link)
}

/// Skips the controls beside a code block that copy it, and a label before it that only names its language: the fence has
/// the name.
fn drop_around_code(kept: Kept, all: &mut [u8], code: usize) {
    let (mut inner, n_code) = (code, kept.elements[code].chars);
    let language = code_language(kept, code as u32).unwrap_or_default();
    for _ in 0..MAX_LEVELS {
        let around = kept.elements[inner].parent;
        if around == NO_ROW {
            return;
        }
        let element = &kept.elements[around as usize];
        if element.tag == Tag::Body as u8 || element.chars > n_code + MAX_OTHER_CHARS {
            return;
        }
        let (start, end) = (around as usize + 1, kept.elements[around as usize].end as usize);
        if end - start > MAX_ROWS_AROUND + (kept.elements[code].end as usize - code) {
            return;
        }
        for row in (start..inner).chain(kept.elements[inner].end as usize..end) {
            if all[row] != roles::SKIP && copies_code(kept, row) {
                all[row] = roles::SKIP;
            }
        }
        if let Some(bar) = bar_over_code(kept, start..inner, n_code) {
            all[bar] = roles::SKIP;
        }
        let n_codes = all[start..end].iter().filter(|role| **role == roles::CODE_BLOCK).count();
        if let Some(label) = language_label(kept, all, start..inner, &language).filter(|_| n_codes == 1) {
            all[label] = roles::SKIP;
        }
        inner = around as usize;
    }
}

/// The element over code that, with the code, is all of the element around both, and has a link for a script: "Code:
/// Select all", in whatever language.
fn bar_over_code(kept: Kept, rows: Range<usize>, n_code: u32) -> Option<usize> {
    let around = kept.elements.get(rows.start.checked_sub(1)?)?;
    let bar = rows.start;
    let element = kept.elements.get(bar).filter(|_| rows.contains(&bar))?;
    if element.end as usize != rows.end || element.chars > MAX_COPY_CHARS || around.chars > n_code + element.chars {
        return None;
    }
    let is_for_a_script = |row: usize| {
        let address = kept.attribute(&kept.elements[row], b"href").unwrap_or_default();
        let address = address.trim().to_ascii_lowercase();
        kept.elements[row].tag == Tag::A as u8 && (address == "#" || address.starts_with("javascript:"))
    };
    // A file is named `main.rs`.
    let names_file = || text_of(kept, bar).contains(['.', '/', '_']);
    ((bar..rows.end).any(is_for_a_script) && !names_file()).then_some(bar)
}

/// The element before code and inside an element around it whose text is the name of the code's language, and all that
/// is written of its block.
fn language_label(kept: Kept, all: &[u8], rows: Range<usize>, language: &str) -> Option<usize> {
    let block_of = |row: usize| kept.elements[row].first_block;
    let is_label = |&row: &usize| {
        let element = &kept.elements[row];
        let n_chars = element.chars as usize;
        if all[row] == roles::SKIP
            || !(1..=language.len()).contains(&n_chars)
            || element.stop_block != block_of(row) + 1
        {
            return false;
        }
        let is_skipped = |other: &usize| all[*other] == roles::SKIP && block_of(*other) == block_of(row);
        let skipped: Vec<usize> = rows.clone().filter(is_skipped).collect();
        // One space is between the label and each of those.
        let n_other: usize = skipped.iter().map(|&other| kept.elements[other].chars as usize + 1).sum();
        let n_block = kept.blocks.get(block_of(row) as usize).map_or(usize::MAX, |block| block.chars as usize);
        n_block <= n_chars + n_other && text_of(kept, row).eq_ignore_ascii_case(language)
    };
    rows.clone().find(is_label)
}

fn text_of(kept: Kept, row: usize) -> String {
    let element = &kept.elements[row];
    let first = kept.runs.partition_point(|run| run.start < element.start);
    let own = kept.runs[first..].iter().take_while(|run| run.start < element.stop);
    let texts: Vec<&str> =
        own.filter_map(|run| kept.text.get(run.text_start as usize..run.text_stop as usize)).collect();
    texts.join(" ").trim().to_owned()
}

fn copies_code(kept: Kept, row: usize) -> bool {
    let element = &kept.elements[row];
    let is_control = [Tag::Button, Tag::A, Tag::Span, Tag::Div].iter().any(|&tag| element.tag == tag as u8);
    if !is_control || element.chars == 0 || element.chars > MAX_COPY_CHARS {
        return false;
    }
    let is_named = |name: &[u8]| {
        let value = kept.attribute(element, name).unwrap_or_default().to_ascii_lowercase();
        COPY_WORDS.iter().any(|word| value.contains(word))
    };
    if is_named(b"class") || is_named(b"aria-label") || is_named(b"title") {
        return true;
    }
    element.tag == Tag::Button as u8 && COPY_TEXTS.contains(&text_of(kept, row).to_lowercase().as_str())
}

fn is_label(role: u8) -> bool {
    roles::is_heading(role) || matches!(role, roles::TERM | roles::CAPTION)
}

/// The characters of elements in headings, terms, captions and code; others are not looked at.
fn letters_of_labels_and_code(kept: Kept, all: &[u8]) -> Vec<Letters> {
    let mut end = 0;
    let mut is_near = vec![false; all.len()];
    for (row, &role) in all.iter().enumerate() {
        if is_label(role) || role == roles::CODE_BLOCK {
            end = end.max(kept.elements[row].end as usize);
        }
        is_near[row] = row < end;
    }
    let mut letters = vec![Letters::default(); all.len()];
    for run in kept.runs.iter().filter(|run| is_near[run.element as usize]) {
        let own = &mut letters[run.element as usize];
        for c in kept.text[run.text_start as usize..run.text_stop as usize].chars() {
            own.has_alphanumeric |= c.is_alphanumeric();
            own.has_other |= !(c.is_ascii_digit() || c.is_whitespace() || matches!(c, '.' | ':'));
            if own.has_alphanumeric && own.has_other {
                break;
            }
        }
    }
    // Children come after their parents.
    for row in (0..all.len()).rev().filter(|&row| is_near[row]) {
        let own = letters[row];
        if let Some(parent) = letters.get_mut(kept.elements[row].parent as usize) {
            parent.has_alphanumeric |= own.has_alphanumeric;
            parent.has_other |= own.has_other;
        }
    }
    letters
}

/// The outermost element around a code block of numbers that has no other text and is named for line numbers.
fn number_column(kept: Kept, code: usize) -> Option<usize> {
    let (mut row, mut column) = (code, None);
    for _ in 0..=MAX_LEVELS {
        let element = &kept.elements[row];
        if element.chars != kept.elements[code].chars {
            break;
        }
        if names_numbers(kept, row) {
            column = Some(row);
        }
        if element.parent == NO_ROW {
            break;
        }
        row = element.parent as usize;
    }
    column
}

/// The elements of a code block that count its lines: each is a line of its own with the number after the one before it.
/// Several frameworks give such elements no name.
fn counting_lines(kept: Kept, code: usize) -> Vec<usize> {
    let block_of = |row: usize| kept.blocks.get(kept.elements[row].first_block as usize);
    let is_alone = |row: &usize| {
        let element = &kept.elements[*row];
        (1..=MAX_DIGITS).contains(&element.chars)
            && element.end as usize == *row + 1
            && element.stop_block == element.first_block + 1
            && block_of(*row).is_some_and(|block| block.chars == element.chars)
    };
    let rows: Vec<usize> = (code + 1..kept.elements[code].end as usize).filter(is_alone).collect();
    let numbers: Vec<Option<u32>> = rows.iter().map(|&row| text_of(kept, row).parse().ok()).collect();
    let (mut found, mut last): (Vec<usize>, Option<u32>) = (Vec::new(), None);
    for (&row, number) in rows.iter().zip(numbers) {
        if number.is_some() && (last.is_none() || number == last.map(|last| last + 1)) {
            found.push(row);
            last = number;
        }
    }
    if found.len() < LEAST_LINES { Vec::new() } else { found }
}

fn names_numbers(kept: Kept, row: usize) -> bool {
    let classes = kept.attribute(&kept.elements[row], b"class").unwrap_or_default().to_ascii_lowercase();
    NUMBER_CLASSES.iter().any(|name| classes.contains(name))
}

/// Whether a link leads to a place on its own page.
fn leads_to_own_page(kept: Kept, row: usize, url: &str) -> bool {
    let address = kept.attribute(&kept.elements[row], b"href").unwrap_or_default();
    let own = url.split('#').next().unwrap_or_default();
    address.trim().strip_prefix(own).unwrap_or(address.trim()).starts_with('#')
}
