//! `class="post-title articleBody"` -> the hashes of post, title, article, body.
//!
//! A word is a run of letters, cut where a capital follows a small letter, lower-cased, at least two
//! bytes long; digits and punctuation part words and are dropped, so that `post-17` and `post-18` are
//! one word. The two lowest bits of a hash say which attribute the word stood in.

use crate::hash;

/// Where a word was found.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(u8)]
pub enum WordKind {
    /// In a `class` attribute.
    Class = 0,
    /// In an `id`.
    Id = 1,
    /// In a `role`.
    Role = 2,
    /// In an `itemprop`.
    Itemprop = 3,
}

/// The hash of one lower-case word.
pub fn word_hash(word: &[u8], kind: WordKind) -> u64 {
    let mut packer = Packer::default();
    word.iter().for_each(|&byte| packer.push(byte));
    packer.finish() << 2 | kind as u64
}

/// Appends the hashes of the words of `value`; gives the sum of what it appended.
#[inline]
pub fn push_words(value: &[u8], kind: WordKind, words: &mut Vec<u64>) -> u64 {
    let mut sum = 0u64;
    let mut packer = Packer::default();
    let mut was_small = false;
    let mut end = |packer: &mut Packer| {
        if packer.length > 1 {
            let word = packer.finish() << 2 | kind as u64;
            sum = sum.wrapping_add(word);
            words.push(word);
        }
        *packer = Packer::default();
    };
    for &byte in value {
        match LETTERS[byte as usize] {
            0 => {
                end(&mut packer);
                was_small = false;
            }
            letter => {
                let is_capital = letter != byte;
                if is_capital && was_small {
                    end(&mut packer);
                }
                packer.push(letter);
                was_small = !is_capital;
            }
        }
    }
    end(&mut packer);
    sum
}

/// The words of recently read class attributes. Pages repeat their classes, and hashing one again costs
/// more than comparing it.
pub struct ClassMemo<'a> {
    slots: [Remembered<'a>; MEMO_SLOTS],
}

const MEMO_SLOTS: usize = 64;

#[derive(Clone, Copy, Default)]
struct Remembered<'a> {
    value: &'a [u8],
    first_word: usize,
    stop_word: usize,
    sum: u64,
}

impl<'a> ClassMemo<'a> {
    pub fn new() -> Self {
        ClassMemo { slots: [Remembered::default(); MEMO_SLOTS] }
    }

    /// Does what `push_words` does for a class attribute.
    #[inline(always)]
    pub fn push_words(&mut self, value: &'a [u8], words: &mut Vec<u64>) -> u64 {
        let Some(&last) = value.last() else { return 0 };
        let middle = value[value.len() / 2];
        let slot = value.len().wrapping_mul(7) ^ usize::from(last) ^ usize::from(middle).wrapping_mul(5);
        let slot = &mut self.slots[slot % MEMO_SLOTS];
        if slot.value == value {
            words.extend_from_within(slot.first_word..slot.stop_word);
            return slot.sum;
        }
        let first_word = words.len();
        let sum = push_words(value, WordKind::Class, words);
        *slot = Remembered { value, first_word, stop_word: words.len(), sum };
        sum
    }
}

/// The lower-case form of each byte that is part of a word, 0 for the rest. Every byte outside ASCII
/// counts as a small letter.
static LETTERS: [u8; 256] = letters();

const fn letters() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        if (byte as u8).is_ascii_alphabetic() || byte >= 128 {
            table[byte] = (byte as u8).to_ascii_lowercase();
        }
        byte += 1;
    }
    table
}

/// Collects the bytes of a word eight at a time and hashes them.
#[derive(Default)]
pub(crate) struct Packer {
    hash: u64,
    packed: u64,
    length: u32,
}

impl Packer {
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.length == 0
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, byte: u8) {
        self.packed = self.packed << 8 | u64::from(byte);
        self.length += 1;
        if self.length.is_multiple_of(8) {
            self.hash = hash::mix(self.hash, self.packed);
            self.packed = 0;
        }
    }

    #[inline(always)]
    pub(crate) fn finish(&self) -> u64 {
        hash::mix(hash::mix(self.hash, self.packed), u64::from(self.length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hashes(value: &str) -> Vec<u64> {
        let mut words = Vec::new();
        push_words(value.as_bytes(), WordKind::Class, &mut words);
        words
    }

    fn of(words: &[&str]) -> Vec<u64> {
        words.iter().map(|word| word_hash(word.as_bytes(), WordKind::Class)).collect()
    }

    #[test]
    fn words_are_cut_and_lowered() {
        assert_eq!(hashes("post-17 articleBody"), of(&["post", "article", "body"]));
        assert_eq!(hashes("HTMLContent_main__x3Zf"), of(&["htmlcontent", "main", "zf"]));
        assert_eq!(hashes("  a b  c "), of(&[]));
        assert_eq!(hashes("größe"), of(&["größe"]));
        assert_eq!(hashes("averyveryverylongclassword"), of(&["averyveryverylongclassword"]));
    }

    #[test]
    fn a_remembered_class_gives_the_same_words() {
        let (mut memo, mut words) = (ClassMemo::new(), Vec::new());
        for value in ["post-1 title", "", "x", "post-1 title", "post-2 title", "post-1 title"] {
            let before = words.len();
            let sum = memo.push_words(value.as_bytes(), &mut words);
            assert_eq!(words[before..], hashes(value));
            assert_eq!(sum, hashes(value).iter().fold(0, |sum: u64, &word| sum.wrapping_add(word)));
        }
    }

    #[test]
    fn the_kind_stands_in_the_lowest_bits() {
        assert_eq!(word_hash(b"main", WordKind::Itemprop) & 3, 3);
        assert_eq!(word_hash(b"main", WordKind::Id) >> 2, word_hash(b"main", WordKind::Class) >> 2);
    }
}
