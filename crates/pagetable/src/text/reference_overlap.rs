//! (the words that blocks begin with, reference texts) -> how much of each block each reference contains.
//!
//! Of a short reference, such as a title, single words are looked for; of a long one, such as a description, sequences of
//! three words, since any long text has most single words. Words are compared by their hashes.

use crate::hash;
use crate::text::first_words::{FirstWords, words_of};

/// A text that blocks are compared with.
pub struct Reference<'a> {
    pub text: &'a [u8],
    /// Words of a sequence: 1 or 3.
    pub length: usize,
}

/// One row per reference: for each block, how many of its sequences the reference has. The last row counts the words
/// of each block.
pub fn shared_words(words: &FirstWords, references: &[Reference<'_>]) -> Vec<f32> {
    let mut rows = Vec::new();
    for reference in references {
        let set = Set::of(reference);
        rows.extend(words.blocks().map(|own| set.count(own) as f32));
    }
    rows.extend(words.blocks().map(|own| own.len() as f32));
    rows
}

/// Hashes in an open-addressing table that is at most half full; 0 is an empty slot.
struct Set {
    slots: Vec<u64>,
    length: usize,
    is_empty: bool,
}

impl Set {
    fn of(reference: &Reference<'_>) -> Set {
        let words = words_of(reference.text);
        let mut set = Set {
            slots: vec![0; (2 * words.len() + 2).next_power_of_two()],
            length: reference.length,
            is_empty: words.len() < reference.length,
        };
        for sequence in words.windows(reference.length) {
            let key = key(sequence);
            let at = set.place(key);
            set.slots[at] = key;
        }
        set
    }

    fn place(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = key as usize & mask;
        while self.slots[at] != 0 && self.slots[at] != key {
            at = (at + 1) & mask;
        }
        at
    }

    fn count(&self, words: &[u64]) -> usize {
        if self.is_empty {
            return 0;
        }
        words.windows(self.length).filter(|sequence| self.slots[self.place(key(sequence))] != 0).count()
    }
}

#[inline(always)]
fn key(sequence: &[u64]) -> u64 {
    sequence.iter().fold(1, |key, &word| hash::mix(key, word)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(text: &[u8], spans: &[(usize, usize)]) -> FirstWords {
        FirstWords::of(text, spans.iter().copied())
    }

    #[test]
    fn words_and_sequences_are_counted_by_block() {
        let words = blocks(b"The red fox jumps\nover it\n", &[(0, 17), (18, 25)]);
        let references = [
            Reference { text: b"Fox, over", length: 1 },
            Reference { text: b"so the red fox jumps over", length: 3 },
            Reference { text: b"", length: 1 },
        ];
        let rows = shared_words(&words, &references);
        assert_eq!(rows, [1.0, 1.0, 2.0, 0.0, 0.0, 0.0, 4.0, 2.0]);
    }

    #[test]
    fn no_blocks_and_short_references_do_no_harm() {
        assert_eq!(shared_words(&blocks(b"", &[]), &[]), []);
        let rows = shared_words(&blocks(b"a b\n", &[(0, 3)]), &[Reference { text: b"a b", length: 3 }]);
        assert_eq!(rows, [0.0, 2.0]);
    }
}
