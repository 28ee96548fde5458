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

/// The top bit of each byte of `word` that is white space, `/`, `>`, or `also`. Control characters may be
/// marked too, and what follows a byte beyond ASCII, so the first mark is to be checked.
#[inline(always)]
fn mark_ends(word: u64, also: u8) -> u64 {
    let is_zero = |x: u64| !((x & !HIGH).wrapping_add(!HIGH)) & HIGH;
    let at_most_space = !(word & !HIGH).wrapping_add(ONES * (0x7F - 0x20)) & HIGH;
    let ends = is_zero(word ^ (ONES * b'/' as u64)) | is_zero(word ^ (ONES * b'>' as u64)) | at_most_space;
    (ends | is_zero(word ^ (ONES * also as u64))) & !word
}

#[inline(always)]
fn eight_bytes(source: &[u8], at: usize) -> Option<u64> {
    source.get(at..at + 8).map(|chunk| u64::from_le_bytes(chunk.try_into().expect("eight bytes")))
}

/// Where the attribute name that `at` stands in stops.
#[inline(always)]
pub fn attribute_name_stop(source: &[u8], mut at: usize) -> usize {
    while let Some(word) = eight_bytes(source, at) {
        let ends = mark_ends(word, b'=');
        if ends == 0 {
            at += 8;
            continue;
        }
        at += ends.trailing_zeros() as usize / 8;
        if is(source[at], ENDS_ATTRIBUTE) {
            return at;
        }
        at += 1;
    }
    while at < source.len() && !is(source[at], ENDS_ATTRIBUTE) {
        at += 1;
    }
    at
}

/// A name of fewer than eight bytes, lower-cased and packed, the first byte lowest.
pub struct ShortName {
    pub packed: u64,
    pub length: usize,
}

/// The tag name at `at`, if it is short ASCII: the usual case, read eight bytes at once. `None` leaves it
/// to the caller to read byte by byte.
#[inline(always)]
pub fn short_name(source: &[u8], at: usize) -> Option<ShortName> {
    let word = eight_bytes(source, at)?;
    let ends = mark_ends(word, b'/');
    if word & HIGH != 0 || ends == 0 {
        return None;
    }
    let length = ends.trailing_zeros() as usize / 8;
    if !is(source[at + length], ENDS_NAME) {
        return None; // A control character, which may stand in a name.
    }
    let name = word & ((1 << (8 * length)) - 1);
    // Adds 0x20 to each byte from A to Z.
    let from_a = name.wrapping_add(ONES * (0x80 - b'A' as u64)) & HIGH;
    let beyond_z = name.wrapping_add(ONES * (0x7F - b'Z' as u64)) & HIGH;
    Some(ShortName { packed: name + ((from_a & !beyond_z) >> 2), length })
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

        #[test]
        fn attribute_names_stop_where_the_plain_reading_does(source in "[a-z@\\x00-\\x21/>=é]{0,30}") {
            let source = source.as_bytes();
            let plain = source.iter().position(|&b| is(b, ENDS_ATTRIBUTE)).unwrap_or(source.len());
            prop_assert_eq!(attribute_name_stop(source, 0), plain);
        }

        #[test]
        fn short_names_are_the_plain_reading(source in "[a-zA-Z0-9@\\[\\x00-\\x21/>é-]{0,12}") {
            let source = source.as_bytes();
            if let Some(name) = short_name(source, 0) {
                let length = source.iter().position(|&b| is(b, ENDS_NAME)).unwrap();
                prop_assert_eq!(name.length, length);
                let lower = source[..length].to_ascii_lowercase();
                let packed = lower.iter().rev().fold(0u64, |packed, &b| packed << 8 | u64::from(b));
                prop_assert_eq!(name.packed, packed);
            }
        }
    }
}
