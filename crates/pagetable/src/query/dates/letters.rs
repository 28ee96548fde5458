//! The characters of a text, and what they are in patterns of Python: `\d` has the decimal digits of all scripts.

use std::ops::{Range, RangeInclusive};

use crate::query::element_text::is_space;

/// The zeros of all scripts in the basic plane that have decimal digits.
const ZEROS: [u32; 37] = [
    0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0,
    0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620,
    0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
];

/// The value of a decimal digit.
pub fn digit(letter: char) -> Option<u32> {
    if letter.is_ascii() {
        return letter.to_digit(10);
    }
    let after = ZEROS.partition_point(|zero| *zero <= letter as u32);
    Some(letter as u32 - ZEROS[after - 1]).filter(|value| *value < 10)
}

/// Whether a text begins with four digits, or is fewer and nothing else.
pub fn is_decimal(text: &str) -> bool {
    !text.is_empty() && text.chars().take(4).all(is_digit)
}

pub fn is_digit(letter: char) -> bool {
    digit(letter).is_some()
}

/// `[^\W\d_]`: letters, and numeric characters other than decimal digits. Vowel signs of Indic scripts count as letters.
pub fn is_letter(letter: char) -> bool {
    letter.is_alphanumeric() && !is_digit(letter)
}

/// `\w`
pub fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The characters of a text.
pub struct Letters(Vec<char>);

impl Letters {
    /// Those of the first `most` characters.
    pub fn of(text: &str, most: usize) -> Letters {
        Letters(text.chars().take(most).collect())
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The text of a range.
    pub fn text(&self, range: Range<usize>) -> String {
        self.0.get(range).unwrap_or_default().iter().collect()
    }

    /// Whether the character at a place is there and is of a kind.
    pub fn has(&self, at: usize, is_kind: impl Fn(char) -> bool) -> bool {
        self.0.get(at).is_some_and(|letter| is_kind(*letter))
    }

    /// The same for the one before a place.
    pub fn had(&self, at: usize, is_kind: impl Fn(char) -> bool) -> bool {
        at > 0 && self.has(at - 1, is_kind)
    }

    /// The place after the characters of a kind from a place on.
    pub fn after(&self, at: usize, is_kind: impl Fn(char) -> bool) -> usize {
        let rest = self.0.get(at..).unwrap_or_default();
        at + rest.iter().position(|letter| !is_kind(*letter)).unwrap_or(rest.len())
    }

    /// The place after the letters from a place on.
    pub fn after_letters(&self, at: usize) -> usize {
        self.after(at, is_letter)
    }

    /// The place after one space, if there is one.
    pub fn after_space(&self, at: usize) -> usize {
        at + usize::from(self.has(at, is_space))
    }

    /// The value of the digits from a place on, and the place after them, if they are so many.
    pub fn number(&self, at: usize, n_digits: RangeInclusive<usize>) -> Option<(u32, usize)> {
        let stop = self.after(at, is_digit);
        n_digits.contains(&(stop - at)).then(|| (self.value(at..stop), stop))
    }

    /// The value of a range of at most nine digits.
    pub fn value(&self, range: Range<usize>) -> u32 {
        self.0
            .get(range)
            .unwrap_or_default()
            .iter()
            .filter_map(|letter| digit(*letter))
            .fold(0, |sum, own| 10 * sum + own)
    }

    /// The place after a text, if it is at this place.
    pub fn literal(&self, at: usize, text: &str) -> Option<usize> {
        self.same(at, text, |own, wanted| own == wanted)
    }

    /// The same for a text in small letters, whatever the case.
    pub fn any_case(&self, at: usize, text: &str) -> Option<usize> {
        self.same(at, text, |own, wanted| own.to_lowercase().eq([wanted]))
    }

    fn same(&self, at: usize, text: &str, are_same: impl Fn(char, char) -> bool) -> Option<usize> {
        let mut stop = at;
        for wanted in text.chars() {
            if !self.has(stop, |own| are_same(own, wanted)) {
                return None;
            }
            stop += 1;
        }
        Some(stop)
    }

    /// Whether a word begins or ends at a place.
    pub fn is_boundary(&self, at: usize) -> bool {
        self.had(at, is_word) != self.has(at, is_word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_all_scripts_have_values() {
        assert_eq!(
            ['7', '٧', '९', '７', 'x', '²', '年'].map(digit),
            [Some(7), Some(7), Some(9), Some(7), None, None, None]
        );
        assert!(is_letter('é') && is_letter('年') && !is_letter('7') && !is_letter('_') && is_word('_'));
    }

    #[test]
    fn parts_of_a_text_are_found_at_their_places() {
        let text = Letters::of("5TH May 2026", 99);
        assert_eq!(text.number(0, 1..=2), Some((5, 1)));
        assert_eq!(text.number(8, 1..=2), None);
        assert_eq!((text.any_case(1, "th"), text.literal(1, "th")), (Some(3), None));
        assert!(text.is_boundary(4) && text.is_boundary(12) && !text.is_boundary(5));
        assert_eq!(text.text(4..7), "May");
    }
}
