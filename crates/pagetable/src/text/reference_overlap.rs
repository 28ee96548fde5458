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
    let sets: Vec<Set> = references.iter().map(Set::of).collect();
    let n_blocks = words.blocks().len();
    let mut rows = vec![0.0; (sets.len() + 1) * n_blocks];
    let is_long = sets.iter().any(|set| set.length == 3 && !set.is_empty);
    let (mut singles, mut triples) = (Vec::new(), Vec::new());
    for (block, own) in words.blocks().enumerate() {
        // Several references have sequences of the same length, so the keys of a block are computed once.
        singles.clear();
        singles.extend(own.iter().map(|word| key(std::slice::from_ref(word))));
        if is_long {
            triples.clear();
            triples.extend(own.windows(3).zip(&singles).map(|(words, &first)| longer_key(first, &words[1..])));
        }
        for (number, set) in sets.iter().enumerate().filter(|(_, set)| !set.is_empty) {
            let keys = if set.length == 1 { &singles } else { &triples };
            rows[number * n_blocks + block] = set.count(keys) as f32;
        }
        rows[sets.len() * n_blocks + block] = own.len() as f32;
    }
    rows
}

/// Hashes in an open-addressing table that is at most half full; 0 is an empty slot.
struct Set {
    slots: Vec<u64>,
    /// A bit for each value of some other bits of a hash, set if a hash has it: most sequences of blocks are in no
    /// reference, and this is small enough to stay in the processor's nearest cache.
    is_maybe: Vec<u64>,
    length: usize,
    is_empty: bool,
}

impl Set {
    fn of(reference: &Reference<'_>) -> Set {
        let words = words_of(reference.text);
        let mut set = Set {
            slots: vec![0; (2 * words.len() + 2).next_power_of_two()],
            is_maybe: vec![0; (words.len() / 16 + 1).next_power_of_two()],
            length: reference.length,
            is_empty: words.len() < reference.length,
        };
        for sequence in words.windows(reference.length) {
            let key = key(sequence).max(1);
            let at = set.place(key);
            set.slots[at] = key;
            let (word, bit) = set.filter_place(key);
            set.is_maybe[word] |= bit;
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

    fn count(&self, keys: &[u64]) -> usize {
        keys.iter().map(|key| key.max(&1)).filter(|&&key| self.has(key)).count()
    }

    fn has(&self, key: u64) -> bool {
        let (word, bit) = self.filter_place(key);
        self.is_maybe[word] & bit != 0 && self.slots[self.place(key)] != 0
    }

    fn filter_place(&self, key: u64) -> (usize, u64) {
        let high = key >> 32;
        ((high >> 6) as usize & (self.is_maybe.len() - 1), 1 << (high % 64))
    }
}

#[inline(always)]
fn key(sequence: &[u64]) -> u64 {
    longer_key(1, sequence)
}

/// The key of a sequence, given that of its beginning.
#[inline(always)]
fn longer_key(beginning: u64, words: &[u64]) -> u64 {
    words.iter().fold(beginning, |key, &word| hash::mix(key, word))
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
