//! What documentation tools and highlighters add to a text and readers of it do not want: links of headings to
//! themselves, numbers of lines, buttons inside code.

use super::roles;
use crate::page::table::NO_ROW;
use crate::parse::tags::Tag;
use crate::render::Kept;

/// A class with one of these in its name marks numbers of lines.
const NUMBER_CLASSES: &[&str] = &["lineno", "linenum", "line-no", "line-num", "line_num", "gutter", "rownum"];
/// A column of line numbers is so many elements around its `<pre>`, at most.
const MAX_LEVELS: usize = 3;

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
    for row in 0..all.len() {
        let element = &kept.elements[row];
        if is_label(all[row]) {
            (label, label_end) = (row, element.end as usize);
        }
        if all[row] == roles::CODE_BLOCK {
            code_end = element.end as usize;
            if let Some(column) = is_numbers(row).then(|| number_column(kept, row)).flatten() {
                all[column] = roles::SKIP;
            }
        } else if row < code_end {
            if element.tag == Tag::Button as u8 || is_numbers(row) && names_numbers(kept, row) {
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
