//! Whether two texts with nothing between them are two words or one.
//!
//! `<a>Jobs</a><a>Press</a>` is two words to a reader, since styles part them; `<b>W</b>hen` and
//! `<span>Wor</span><span>ds</span>` are one. How often gold texts agree is in docs/decisions/0011.

use crate::page::table::{Element, flag};
use crate::parse::open_elements::OpenElement;
use crate::parse::tags::{self, Tag};
use crate::parse::tree_builder::TreeBuilder;
use crate::text::counts::Counts;

impl TreeBuilder<'_> {
    /// Whether the text at `start`, in the current element, begins a word although it directly follows `text`,
    /// which the element `last` ends.
    pub(crate) fn are_two_words(&self, last: u32, text: &[u8], start: usize) -> bool {
        begins_word(text, &self.source[start..]) && self.are_side_by_side(last)
    }

    /// Whether `last` and the current element are in two elements side by side, neither of which marks a part of
    /// a word. In code nothing is parted: it has white space where it means it.
    fn are_side_by_side(&self, last: u32) -> bool {
        let mut left = &self.elements[last as usize];
        if !is_closed(left) {
            return false; // The current element is inside it.
        }
        while let Some(parent) = self.elements.get(left.parent as usize).filter(|parent| is_closed(parent)) {
            left = parent;
        }
        let mut right = None;
        for index in (0..self.open.len()).rev() {
            let open = self.open.get(index);
            if is_literal(open) {
                return false;
            }
            if open.row == left.parent && index + 1 < self.open.len() {
                right = Some(&self.elements[self.open.get(index + 1).row as usize]);
            }
            if open.row == open.block_row {
                break;
            }
        }
        let is_whole = |element: &Element| !tags::has(element.tag, tags::IN_WORD);
        right.is_some_and(|right| right.flags & flag::IMPLIED == 0 && is_whole(left) && is_whole(right))
    }
}

/// Of an element that has text: whether its end is known.
fn is_closed(element: &Element) -> bool {
    element.close_start > element.open_stop
}

fn is_literal(open: &OpenElement) -> bool {
    open.is_foreign || open.flags & flag::PREFORMATTED != 0 || matches!(open.tag, Tag::Code | Tag::Kbd | Tag::Samp)
}

/// Whether `after` begins a word if it directly follows `before`: with a digit or a letter that is not small. A
/// small one continues the word, and so do capitals after a single one, which is set larger.
fn begins_word(before: &[u8], after: &[u8]) -> bool {
    // Most texts begin with a small letter or a mark, which needs no decoding.
    if after.first().is_none_or(|byte| byte.is_ascii() && !byte.is_ascii_digit() && !byte.is_ascii_uppercase()) {
        return false;
    }
    let (Some(last), Some(first)) = (last_char(before), first_char(after)) else { return false };
    let is_new = first.is_ascii_digit() || first.is_alphabetic() && !first.is_lowercase();
    if !is_new || !last.is_alphanumeric() || is_unspaced(last) || is_unspaced(first) {
        return false;
    }
    let is_initial = last.is_uppercase()
        && first.is_uppercase()
        && !last_char(&before[..before.len() - last.len_utf8()]).is_some_and(char::is_alphanumeric);
    !is_initial
}

/// Letters of a script that is written without spaces.
fn is_unspaced(c: char) -> bool {
    let mut counts = Counts::default();
    counts.character(c);
    counts.ideographs + counts.unspaced_letters > 0
}

fn first_char(text: &[u8]) -> Option<char> {
    if let Some(&byte) = text.first().filter(|byte| byte.is_ascii()) {
        return Some(byte.into());
    }
    text[..text.len().min(4)].utf8_chunks().next()?.valid().chars().next()
}

fn last_char(text: &[u8]) -> Option<char> {
    let start = text.iter().rposition(|byte| byte & 0xC0 != 0x80)?;
    first_char(&text[start..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_capital_or_a_digit_begins_a_word() {
        for (before, after) in [("jobs", "Press"), ("Accessories", "1385"), ("2024", "New"), ("é", "É"), ("AC", "DC")]
        {
            assert!(begins_word(before.as_bytes(), after.as_bytes()), "{before} {after}");
        }
    }

    #[test]
    fn what_may_be_one_word_is_one() {
        for (before, after) in [
            ("Wor", "ds"),
            ("3", "rd"),
            ("a B", "USINESS"),
            ("x", ", y"),
            ("(", "A"),
            ("北京", "大学"),
            ("m", "²"),
            ("", "A"),
            ("a", ""),
            ("a", "&Eacute;"),
        ] {
            assert!(!begins_word(before.as_bytes(), after.as_bytes()), "{before} {after}");
        }
    }
}
