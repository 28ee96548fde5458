//! Byte classes and byte searches that the tokenizer and the text writer share.

/// Tab, line feed, form feed, carriage return, space: what HTML calls white space.
pub const SPACE: u8 = 1;
/// Ends a tag name: white space, `/`, `>`.
pub const ENDS_NAME: u8 = 1 << 1;
/// Ends an attribute name: white space, `/`, `>`, `=`.
pub const ENDS_ATTRIBUTE: u8 = 1 << 2;
pub const LETTER: u8 = 1 << 3;
/// Ends an unquoted attribute value: white space, `>`.
pub const ENDS_VALUE: u8 = 1 << 4;

static CLASSES: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'\t' | b'\n' | b'\x0C' | b'\r' | b' ' => SPACE | ENDS_NAME | ENDS_ATTRIBUTE | ENDS_VALUE,
            b'>' => ENDS_NAME | ENDS_ATTRIBUTE | ENDS_VALUE,
            b'/' => ENDS_NAME | ENDS_ATTRIBUTE,
            b'=' => ENDS_ATTRIBUTE,
            b'a'..=b'z' | b'A'..=b'Z' => LETTER,
            _ => 0,
        };
        byte += 1;
    }
    classes
}

#[inline(always)]
pub fn is(byte: u8, class: u8) -> bool {
    CLASSES[byte as usize] & class != 0
}

#[inline(always)]
pub fn skip_space(source: &[u8], mut at: usize) -> usize {
    while at < source.len() && is(source[at], SPACE) {
        at += 1;
    }
    at
}

/// Whether a text is nothing but white space. Indentation is looked at eight spaces at a time.
#[inline(always)]
pub fn is_blank(text: &[u8]) -> bool {
    let mut at = 0;
    while at < text.len() {
        if eight_bytes(text, at) == Some(ONES * b' ' as u64) {
            at += 8;
        } else if is(text[at], SPACE) {
            at += 1;
        } else {
            return false;
        }
    }
    true
}

const ONES: u64 = 0x0101_0101_0101_0101;

/// Position of the next `byte` at or after `at`; the length of `source` if there is none.
///
/// The first 32 bytes are searched eight at a time inline: most attribute values and gaps between
/// tags are that short, and the call to memchr would cost more than the search.
#[inline(always)]
pub fn find(source: &[u8], at: usize, byte: u8) -> usize {
    let pattern = ONES * byte as u64;
    let mut at = at;
    for _ in 0..4 {
        let Some(word) = eight_bytes(source, at) else { break };
        let differs = word ^ pattern;
        // The lowest zero byte is marked exactly; marks above it may be false, and are not looked at.
        let zero = differs.wrapping_sub(ONES) & !differs & HIGH;
        if zero != 0 {
            return at + zero.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    find_far(source, at, byte)
}

#[inline(never)]
fn find_far(source: &[u8], at: usize, byte: u8) -> usize {
    match source.get(at..) {
        Some(rest) => memchr::memchr(byte, rest).map_or(source.len(), |found| at + found),
        None => source.len(),
    }
}

const HIGH: u64 = ONES << 7;

#[inline(always)]
fn eight_bytes(source: &[u8], at: usize) -> Option<u64> {
    source.get(at..at + 8).map(|chunk| u64::from_le_bytes(chunk.try_into().expect("eight bytes")))
}

/// Position of the next `needle` at or after `at`; the length of `source` if there is none.
pub fn find_sequence(source: &[u8], at: usize, needle: &[u8]) -> usize {
    match source.get(at..) {
        Some(rest) => memchr::memmem::find(rest, needle).map_or(source.len(), |found| at + found),
        None => source.len(),
    }
}

/// Whether `source` has `word` at `at`, in any case.
#[inline]
pub fn has_word(source: &[u8], at: usize, word: &[u8]) -> bool {
    source.get(at..at + word.len()).is_some_and(|found| found.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn find_is_the_plain_search(source in proptest::collection::vec(0u8..6, 0..200), from in 0usize..220, byte in 0u8..6) {
            let plain = (from..source.len()).find(|&at| source[at] == byte).unwrap_or(source.len());
            prop_assert_eq!(find(&source, from, byte), plain);
        }
    }
}
