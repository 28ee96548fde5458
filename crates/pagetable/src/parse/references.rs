//! `&amp;` -> `&`: character references, named and numeric, as the WHATWG tokenizer reads them.
//!
//! `references.txt` is the standard's table, a name and its code points a line, sorted by bytes.
//! A name with a semicolon must match whole; the 106 old names that work without one are at most
//! six bytes long, so five look-ups find the longest of them.

use std::sync::OnceLock;

/// The meaning of a reference: one or two characters, and how many source bytes it took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reference {
    pub first: char,
    pub second: Option<char>,
    pub length: usize,
}

const LONGEST_NAME: usize = 32;
const LONGEST_BARE_NAME: usize = 6;

struct Table {
    rows: Vec<(&'static [u8], char, Option<char>)>,
    /// Where the names with each first byte begin.
    starts: [u16; 129],
}

static TABLE: OnceLock<Table> = OnceLock::new();

fn table() -> &'static Table {
    TABLE.get_or_init(|| {
        let rows: Vec<_> = include_str!("references.txt")
            .lines()
            .map(|line| {
                let mut parts = line.split(' ');
                let name = parts.next().expect("a name").as_bytes();
                let mut code = || {
                    let hex = parts.next()?;
                    char::from_u32(u32::from_str_radix(hex, 16).expect("hexadecimal"))
                };
                (name, code().expect("a code point"), code())
            })
            .collect();
        let mut starts = [rows.len() as u16; 129];
        for byte in 0..=128u8 {
            starts[byte as usize] = rows.partition_point(|row| row.0[0] < byte) as u16;
        }
        Table { rows, starts }
    })
}

impl Table {
    fn get(&self, name: &[u8]) -> Option<Reference> {
        let first = name[0] as usize;
        let rows = &self.rows[self.starts[first] as usize..self.starts[first + 1] as usize];
        let found = rows.binary_search_by(|row| row.0.cmp(name)).ok()?;
        let (_, first, second) = rows[found];
        Some(Reference { first, second, length: 1 + name.len() })
    }
}

/// The reference at the start of `text`, which begins with `&`; `None` if the `&` is only itself.
///
/// In an attribute, an old name without its semicolon is left alone before `=` or a letter or digit,
/// so that `?a=1&copy=2` stays the address it is.
pub fn read(text: &[u8], in_attribute: bool) -> Option<Reference> {
    match *text.get(1)? {
        b'#' => numeric(text),
        byte if byte.is_ascii_alphabetic() => named(text, in_attribute),
        _ => None,
    }
}

/// Which references a text has.
#[derive(Clone, Copy, PartialEq)]
pub enum Rule {
    Text,
    Attribute,
    /// None: raw text.
    Raw,
}

/// A text as a string: references decoded by `rule`, line ends made line feeds, NUL replaced if asked.
pub fn decode(text: &[u8], rule: Rule, replaces_nul: bool) -> String {
    let mut content = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            b'&' if rule != Rule::Raw => {
                if let Some(reference) = read(&text[at..], rule == Rule::Attribute) {
                    for c in [Some(reference.first), reference.second].into_iter().flatten() {
                        content.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                    }
                    at += reference.length;
                    continue;
                }
                content.push(b'&');
            }
            b'\r' => {
                if text.get(at + 1) != Some(&b'\n') {
                    content.push(b'\n');
                }
            }
            0 if replaces_nul => content.extend_from_slice("\u{FFFD}".as_bytes()),
            byte => content.push(byte),
        }
        at += 1;
    }
    String::from_utf8(content).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

fn named(text: &[u8], in_attribute: bool) -> Option<Reference> {
    let name = &text[1..text.len().min(1 + LONGEST_NAME + 1)];
    let letters = name.iter().position(|b| !b.is_ascii_alphanumeric()).unwrap_or(name.len());
    if name.get(letters) == Some(&b';')
        && let Some(reference) = table().get(&name[..=letters])
    {
        return Some(reference);
    }
    for length in (2..=letters.min(LONGEST_BARE_NAME)).rev() {
        if let Some(reference) = table().get(&name[..length]) {
            let next = name.get(length).copied().unwrap_or(b' ');
            let is_part_of_address = in_attribute && (next == b'=' || next.is_ascii_alphanumeric());
            return (!is_part_of_address).then_some(reference);
        }
    }
    None
}

/// What the code points 0x80 to 0x9F mean in practice: windows-1252.
const WINDOWS_1252: [u32; 32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
];

fn numeric(text: &[u8]) -> Option<Reference> {
    let is_hex = matches!(text.get(2), Some(b'x' | b'X'));
    let (first_digit, base) = if is_hex { (3, 16) } else { (2, 10) };
    let mut at = first_digit;
    let mut code: u32 = 0;
    while let Some(digit) = text.get(at).and_then(|&b| (b as char).to_digit(base)) {
        code = code.saturating_mul(base).saturating_add(digit);
        at += 1;
    }
    if at == first_digit {
        return None;
    }
    if text.get(at) == Some(&b';') {
        at += 1;
    }
    if (0x80..0xA0).contains(&code) {
        code = WINDOWS_1252[code as usize - 0x80];
    }
    let first = if code == 0 {
        char::REPLACEMENT_CHARACTER
    } else {
        char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
    };
    Some(Reference { first, second: None, length: at })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(text: &str) -> Option<(String, usize)> {
        read(text.as_bytes(), false).map(|r| {
            let mut value = String::from(r.first);
            value.extend(r.second);
            (value, r.length)
        })
    }

    #[test]
    fn the_longest_name_wins() {
        assert_eq!(decoded("&notin;"), Some(("∉".into(), 7)));
        assert_eq!(decoded("&notit;"), Some(("¬".into(), 4)));
        assert_eq!(decoded("&notin"), Some(("¬".into(), 4)));
        assert_eq!(decoded("&amp"), Some(("&".into(), 4)));
        assert_eq!(decoded("&acE;"), Some(("∾\u{333}".into(), 5)));
    }

    #[test]
    fn what_is_no_reference_stays() {
        for text in ["&", "& ", "&;", "&x;", "&#;", "&#x;", "&#xg;", "&Amp;", "&é;"] {
            assert_eq!(decoded(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_out_of_range_are_replaced() {
        assert_eq!(decoded("&#0;"), Some(("\u{FFFD}".into(), 4)));
        assert_eq!(decoded("&#xD800;"), Some(("\u{FFFD}".into(), 8)));
        assert_eq!(decoded("&#99999999999999999999;"), Some(("\u{FFFD}".into(), 23)));
        assert_eq!(decoded("&#x80;"), Some(("€".into(), 6)));
        assert_eq!(decoded("&#65x"), Some(("A".into(), 4)));
    }

    #[test]
    fn an_address_keeps_its_ampersand() {
        assert!(read(b"&copy=2", true).is_none());
        assert!(read(b"&copy=2", false).is_some());
        assert!(read(b"&copy;=2", true).is_some());
        assert!(read(b"&copy ", true).is_some());
    }
}
