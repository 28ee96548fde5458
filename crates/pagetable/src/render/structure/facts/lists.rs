//! Ordered lists -> the numbers of their items.

use crate::page::table::Element;
use crate::parse::tags::Tag;
use crate::render::Kept;

/// How an ordered list counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbering {
    /// The number of the first item.
    pub first: i64,
    /// What is added for each further one.
    pub step: i64,
}

pub fn numbering(kept: Kept, row: u32) -> Numbering {
    let element = &kept.elements[row as usize];
    let start = kept.attribute(element, b"start").as_deref().and_then(number);
    if kept.attribute(element, b"reversed").is_none() {
        return Numbering { first: start.unwrap_or(1), step: 1 };
    }
    let first = start.unwrap_or_else(|| children(kept, row).filter(|child| child.tag == Tag::Li as u8).count() as i64);
    Numbering { first, step: -1 }
}

/// The number in an item's `value` attribute.
pub fn own_number(kept: Kept, row: u32) -> Option<i64> {
    number(&kept.attribute(&kept.elements[row as usize], b"value")?)
}

fn children<'a>(kept: Kept<'a>, row: u32) -> impl Iterator<Item = &'a Element> {
    let end = kept.elements[row as usize].end;
    let mut next = row + 1;
    std::iter::from_fn(move || {
        let child = (next < end).then(|| &kept.elements[next as usize])?;
        next = child.end.max(next + 1);
        Some(child)
    })
}

/// A whole number of at most nine digits at the start of a text.
fn number(written: &str) -> Option<i64> {
    let written = written.trim_start();
    let unsigned = written.strip_prefix(['+', '-']).unwrap_or(written);
    let n_digits = unsigned.bytes().take_while(u8::is_ascii_digit).count();
    let magnitude: i64 = unsigned[..n_digits].parse().ok().filter(|_| n_digits <= 9)?;
    Some(if written.starts_with('-') { -magnitude } else { magnitude })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_browsers_read_them() {
        for (written, expected) in
            [("7", Some(7)), (" -3x", Some(-3)), ("+4", Some(4)), ("x", None), ("", None), ("1234567890", None)]
        {
            assert_eq!(number(written), expected, "{written}");
        }
    }
}
