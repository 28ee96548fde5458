//! Blocks of text -> the words that each begins with: for looking them up in a table, and for comparing them with
//! titles and descriptions. The first words are enough to recognise a block, and reading all of a page's text would take longer.
//!
//! All digits count as the same character: "2019" and "2024" are one word, "7" is another.

use crate::text::words::words_with_digits_alike;

/// The bytes of a block that are looked at: two dozen words in most scripts.
const PREFIX: usize = 160;

/// Hashes of the words that blocks begin with.
#[derive(Debug, Default)]
pub struct FirstWords {
    hashes: Vec<u64>,
    /// Where each block's words stop.
    stops: Vec<u32>,
}

impl FirstWords {
    /// `spans` has the start and stop of each block in the text.
    pub fn of(text: &[u8], spans: impl Iterator<Item = (usize, usize)>) -> FirstWords {
        // Most blocks are a few words.
        let n_blocks = spans.size_hint().0;
        let mut found = FirstWords { hashes: Vec::with_capacity(8 * n_blocks), stops: Vec::with_capacity(n_blocks) };
        for (start, stop) in spans {
            let block = text.get(start..stop).unwrap_or_default();
            let before = found.hashes.len();
            words_with_digits_alike(&block[..block.len().min(PREFIX)], |hash| found.hashes.push(hash));
            if block.len() > PREFIX && found.hashes.len() > before {
                // The last word may be cut.
                found.hashes.pop();
            }
            found.stops.push(found.hashes.len() as u32);
        }
        found
    }

    /// The words of each block.
    pub fn blocks(&self) -> impl ExactSizeIterator<Item = &[u64]> {
        let mut start = 0;
        self.stops.iter().map(move |&stop| &self.hashes[std::mem::replace(&mut start, stop as usize)..stop as usize])
    }

    /// One row per block, of `width` numbers of sixteen bits. Sixteen bits keep tables over all numbers small, so some
    /// words share a number; 0 means no word.
    pub fn numbers(&self, width: usize) -> Vec<u16> {
        let mut numbers = Vec::with_capacity(self.stops.len() * width);
        for words in self.blocks() {
            let taken = &words[..words.len().min(width)];
            numbers.extend(taken.iter().map(|&hash| word_number(hash)));
            numbers.extend(std::iter::repeat_n(0, width - taken.len()));
        }
        numbers
    }
}

/// The hashes of all words of a text; all digits count as the same character.
pub fn words_of(text: &[u8]) -> Vec<u64> {
    let mut hashes = Vec::with_capacity(text.len() / 6 + 1);
    words_with_digits_alike(text, |hash| hashes.push(hash));
    hashes
}

/// The number of a word, which is not 0.
pub fn word_number(hash: u64) -> u16 {
    let folded = hash ^ hash >> 32;
    ((folded ^ folded >> 16) as u16).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str, width: usize) -> Vec<u16> {
        FirstWords::of(text.as_bytes(), [(0, text.len())].into_iter()).numbers(width)
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
        assert_eq!(FirstWords::of(b"abc", [(2, 9)].into_iter()).numbers(1), [0]);
    }

    #[test]
    fn every_block_has_its_own_words() {
        let words = FirstWords::of(b"a b\nc\n", [(0, 3), (3, 3), (4, 5)].into_iter());
        assert_eq!(words.blocks().map(<[u64]>::len).collect::<Vec<_>>(), [2, 0, 1]);
    }
}
