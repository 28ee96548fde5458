//! Blocks of text -> numbers of the words that each begins with, for looking them up in a table.
//!
//! A number has sixteen bits, so that a table of all of them is small; some words share one. Digits are alike:
//! "2019" and "2024" are one word, "7" is another. 0 stands for no word.

use crate::text_words::text_words;

/// The bytes of a block that are looked at: a dozen words or more in most scripts.
const PREFIX: usize = 128;

/// A row a block of so many word numbers. `spans` has the start and stop of each block in the text.
pub fn first_words(text: &[u8], spans: impl Iterator<Item = (usize, usize)>, width: usize) -> Vec<u16> {
    let mut numbers = Vec::new();
    let mut prefix = Vec::with_capacity(PREFIX);
    for (start, stop) in spans {
        let block = text.get(start..stop).unwrap_or_default();
        prefix.clear();
        prefix.extend(block.iter().take(PREFIX).map(|byte| if byte.is_ascii_digit() { b'0' } else { *byte }));
        let words = text_words(&prefix);
        // The last word of a longer block may be cut.
        let n_whole = words.hashes.len() - usize::from(block.len() > PREFIX && !words.hashes.is_empty());
        let n_taken = n_whole.min(width);
        numbers.extend(words.hashes[..n_taken].iter().map(|&hash| word_number(hash)));
        numbers.extend(std::iter::repeat_n(0, width - n_taken));
    }
    numbers
}

fn word_number(hash: u64) -> u16 {
    let folded = hash ^ hash >> 32;
    ((folded ^ folded >> 16) as u16).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str, width: usize) -> Vec<u16> {
        first_words(text.as_bytes(), [(0, text.len())].into_iter(), width)
    }

    #[test]
    fn a_word_has_one_number_and_digits_are_alike() {
        assert_eq!(numbers("By HAND", 2), numbers("by hand", 2));
        assert_eq!(numbers("2019", 1), numbers("2024", 1));
        assert_ne!(numbers("2019", 1), numbers("7", 1));
        assert_eq!(numbers("one", 3)[1..], [0, 0]);
        assert_eq!(numbers("", 2), [0, 0]);
    }

    #[test]
    fn a_cut_word_is_no_word() {
        let long = format!("{} {}", "a".repeat(100), "b".repeat(100));
        assert_eq!(numbers(&long, 3)[1..], [0, 0]);
        assert_eq!(first_words(b"abc", [(2, 9)].into_iter(), 1), [0]);
    }
}
