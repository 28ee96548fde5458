//! Text -> the hashes of its words, for comparing texts without making strings.
//!
//! A word is a run of letters and digits of any script, the case of ASCII letters aside; each Han, kana
//! and Hangul character is a word by itself. Punctuation parts words, also that of U+2000 to U+206F
//! (dashes, curly quotes) and of Latin-1.

use crate::parse::class_words::Packer;

#[derive(Debug, Default, PartialEq)]
pub struct TextWords {
    pub hashes: Vec<u64>,
    /// Where each word starts in the text.
    pub starts: Vec<u32>,
}

/// What a byte is part of: 0 for nothing, itself (in lower case) for a word, or one of these.
const LATIN1_LEAD: u8 = 1;
const PUNCTUATION_LEAD: u8 = 2;
const ALONE_LEAD: u8 = 3;

static KINDS: [u8; 256] = kinds();
/// The same, with all digits counted as the same character.
static KINDS_OF_ALIKE: [u8; 256] = with_digits_alike(kinds());

const fn kinds() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            0xC2 => LATIN1_LEAD,
            0xE2 => PUNCTUATION_LEAD,
            0xE3..=0xED => ALONE_LEAD,
            b if b >= 0x80 || b.is_ascii_alphanumeric() => b.to_ascii_lowercase(),
            _ => 0,
        };
        byte += 1;
    }
    table
}

const fn with_digits_alike(mut table: [u8; 256]) -> [u8; 256] {
    let mut digit = b'0';
    while digit <= b'9' {
        table[digit as usize] = b'0';
        digit += 1;
    }
    table
}

/// All words of a UTF-8 text.
pub fn text_words(text: &[u8]) -> TextWords {
    let room = text.len() / 6 + 1;
    let mut words = TextWords { hashes: Vec::with_capacity(room), starts: Vec::with_capacity(room) };
    read_words(text, &KINDS, |hash, start| {
        words.hashes.push(hash);
        words.starts.push(start as u32);
    });
    words
}

/// Calls `each` with the hash of every word of a text: "2019" and "2024" are one word, "7" is another.
pub fn words_with_digits_alike(text: &[u8], mut each: impl FnMut(u64)) {
    read_words(text, &KINDS_OF_ALIKE, |hash, _| each(hash));
}

#[inline(always)]
fn read_words(text: &[u8], kinds: &[u8; 256], mut each: impl FnMut(u64, usize)) {
    let mut word = Word::default();
    let mut at = 0;
    while at < text.len() {
        let kind = kinds[text[at] as usize];
        if kind > ALONE_LEAD {
            word.push(kind, at);
            at += 1;
            continue;
        }
        let length = match kind {
            0 => {
                word.end(&mut each);
                1
            }
            LATIN1_LEAD => {
                word.end(&mut each);
                2
            }
            PUNCTUATION_LEAD if matches!(text.get(at + 1), Some(0x80 | 0x81)) => {
                word.end(&mut each);
                3
            }
            ALONE_LEAD => {
                word.end(&mut each);
                for &byte in text[at..].iter().take(3) {
                    word.push(byte, at);
                }
                word.end(&mut each);
                3
            }
            _ => {
                word.push(text[at], at);
                1
            }
        };
        at += length;
    }
    word.end(&mut each);
}

/// The word being read.
#[derive(Default)]
struct Word {
    packer: Packer,
    start: usize,
}

impl Word {
    #[inline(always)]
    fn push(&mut self, byte: u8, at: usize) {
        if self.packer.is_empty() {
            self.start = at;
        }
        self.packer.push(byte);
    }

    #[inline(always)]
    fn end(&mut self, each: &mut impl FnMut(u64, usize)) {
        if !self.packer.is_empty() {
            each(self.packer.finish(), self.start);
            self.packer = Packer::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starts(text: &str) -> Vec<u32> {
        text_words(text.as_bytes()).starts
    }

    #[test]
    fn words_are_parted_by_punctuation_of_every_kind() {
        assert_eq!(starts("Hello, World 42"), [0, 7, 13]);
        assert_eq!(starts("“one” – two"), [3, 14]);
        assert_eq!(starts("«größe»"), [2]);
        assert_eq!(starts("中文x"), [0, 3, 6]);
        assert_eq!(starts(""), []);
    }

    #[test]
    fn the_same_word_has_the_same_hash() {
        let words = text_words("Fox fox “FOX” from form".as_bytes()).hashes;
        assert_eq!(words[0], words[1]);
        assert_eq!(words[0], words[2]);
        assert_ne!(words[3], words[4]);
    }

    #[test]
    fn bytes_that_are_no_utf_8_do_no_harm() {
        for text in [b"\xC2".as_slice(), b"\xE2", b"\xE4\xB8", b"a\xE2b", b"\xFF\xE3"] {
            text_words(text);
        }
    }
}
