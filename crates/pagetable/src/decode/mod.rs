//! bytes -> text, in the order a browser tries: BOM, HTTP header, `<meta>`, UTF-8 validity, detection.
//!
//! A declaration is believed unless the bytes disprove it, because a page that lies about itself is
//! common but its text is still wanted:
//! * a page that declares a legacy encoding and is valid UTF-8 with characters outside ASCII is UTF-8;
//! * a page that declares UTF-8 and has more broken sequences than whole ones is not;
//! * a page that declares a multi-byte encoding and breaks a quarter of its characters is not.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8};

mod prescan;

/// What decided the encoding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Evidence {
    /// The bytes begin with a byte order mark.
    ByteOrderMark,
    /// The HTTP header's charset.
    Header,
    /// `<meta charset>`, `<meta http-equiv>` or the XML declaration.
    Meta,
    /// Nothing was declared, or it was disproved, and the bytes are valid UTF-8.
    Utf8,
    /// Guessed from the bytes.
    Detected,
    /// The bytes are those of a PDF, an image, an archive: there is no text.
    Binary,
}

impl Evidence {
    /// The short name that reports use, such as `meta`.
    pub fn name(self) -> &'static str {
        match self {
            Evidence::ByteOrderMark => "bom",
            Evidence::Header => "header",
            Evidence::Meta => "meta",
            Evidence::Utf8 => "utf-8",
            Evidence::Detected => "detected",
            Evidence::Binary => "binary",
        }
    }
}

/// A page as text, and how its encoding was found.
pub struct Decoded<'a> {
    /// Borrowed if the bytes are UTF-8 already.
    pub text: Cow<'a, str>,
    /// The name of the encoding, as the Encoding Standard spells it.
    pub encoding: &'static str,
    /// What decided the encoding.
    pub evidence: Evidence,
}

/// The first bytes of files that have no text, whatever a server calls them.
const SIGNATURES: &[&[u8]] = &[
    b"%PDF-",
    b"\xFF\xD8\xFF",
    b"\x89PNG\r\n\x1A\n",
    b"GIF87a",
    b"GIF89a",
    b"PK\x03\x04",
    b"\x1F\x8B",
    b"BM\0\0",
    b"OggS",
    b"ID3",
    b"\0\0\x01\0",
    b"wOFF",
    b"wOF2",
    b"Rar!",
    b"7z\xBC\xAF",
    b"\x28\xB5\x2F\xFD",
    b"BZh",
    b"\xFD7zXZ\0",
];

/// Decodes a page; `header` is the charset of the HTTP header, as a label or a whole Content-Type.
pub fn decode<'a>(page: &'a [u8], header: Option<&str>) -> Decoded<'a> {
    if SIGNATURES.iter().any(|signature| page.starts_with(signature)) {
        return Decoded { text: Cow::Borrowed(""), encoding: "binary", evidence: Evidence::Binary };
    }
    if let Some((encoding, length)) = Encoding::for_bom(page) {
        let (text, _) = encoding.decode_without_bom_handling(&page[length..]);
        return Decoded { text, encoding: encoding.name(), evidence: Evidence::ByteOrderMark };
    }
    if let Some(encoding) = unmarked_utf16(page) {
        let (text, _) = encoding.decode_without_bom_handling(page);
        return Decoded { text, encoding: encoding.name(), evidence: Evidence::Detected };
    }
    let utf8 = checked_utf8(page);
    let from_header = header.and_then(header_encoding).map(|encoding| (encoding, Evidence::Header));
    let declared = from_header.or_else(|| prescan::declared(page).map(|encoding| (encoding, Evidence::Meta)));
    if let Some((encoding, evidence)) = declared
        && let Some(text) = believed(page, encoding, utf8)
    {
        return Decoded { text, encoding: encoding.name(), evidence };
    }
    if let Some(text) = utf8 {
        let is_japanese = declared.is_none() && has_escapes(page);
        if !is_japanese {
            return Decoded { text: Cow::Borrowed(text), encoding: UTF_8.name(), evidence: Evidence::Utf8 };
        }
    }
    if declared.is_none() && has_control_codes(page) {
        return Decoded { text: Cow::Borrowed(""), encoding: "binary", evidence: Evidence::Binary };
    }
    let encoding = detect(page);
    let (text, _) = encoding.decode_without_bom_handling(page);
    Decoded { text, encoding: encoding.name(), evidence: Evidence::Detected }
}

/// Bytes as text if they are UTF-8, like `str::from_utf8`, which takes several times as long on long texts.
pub fn checked_utf8(bytes: &[u8]) -> Option<&str> {
    simdutf8::basic::from_utf8(bytes).ok()
}

/// Bytes of UTF-8 as text; broken sequences become U+FFFD.
pub fn text_of_utf8(bytes: &[u8]) -> Cow<'_, str> {
    checked_utf8(bytes).map_or_else(|| String::from_utf8_lossy(bytes), Cow::Borrowed)
}

/// Whether bytes that no text has make up more than a twentieth of the beginning. Text in any encoding that is
/// still a candidate here has practically none of them.
fn has_control_codes(page: &[u8]) -> bool {
    let beginning = &page[..page.len().min(4096)];
    let controls = beginning.iter().filter(|b| matches!(b, 0..=8 | 0x0B | 0x0E..=0x1A | 0x1C..=0x1F)).count();
    controls * 20 > beginning.len()
}

/// The encoding a header names: `utf-8`, or `text/html; charset=utf-8`. Unlike a page's own declaration, it can be UTF-16.
fn header_encoding(header: &str) -> Option<&'static Encoding> {
    let header = header.as_bytes();
    Encoding::for_label(header).or_else(|| Encoding::for_label(prescan::label_in(header, b"charset")?))
}

/// The text by the declared encoding, unless the bytes disprove the declaration.
fn believed<'a>(page: &'a [u8], encoding: &'static Encoding, utf8: Option<&'a str>) -> Option<Cow<'a, str>> {
    if encoding == UTF_8 {
        return match utf8 {
            Some(text) => Some(Cow::Borrowed(text)),
            None => is_mostly_utf8(page).then(|| String::from_utf8_lossy(page)),
        };
    }
    let is_multibyte = [BIG5, EUC_JP, EUC_KR, GB18030, GBK, SHIFT_JIS].contains(&encoding);
    if let Some(text) = utf8
        && encoding.is_ascii_compatible()
    {
        // Two-byte characters can be valid UTF-8 by chance, so a few of them prove nothing.
        let needed = if is_multibyte { 8 } else { 1 };
        if !text.is_ascii() && text.chars().filter(|c| !c.is_ascii()).nth(needed - 1).is_some() {
            return None;
        }
    }
    let (text, has_errors) = encoding.decode_without_bom_handling(page);
    if has_errors && is_multibyte {
        let (mut broken, mut whole) = (0, 0);
        text.chars()
            .filter(|c| !c.is_ascii())
            .for_each(|c| if c == char::REPLACEMENT_CHARACTER { broken += 1 } else { whole += 1 });
        if broken * 3 > whole {
            return None;
        }
    }
    Some(text)
}

/// Whether broken sequences are the exception. One that the end of the page cuts off does not count.
fn is_mostly_utf8(page: &[u8]) -> bool {
    let (mut broken, mut whole) = (0, 0);
    let mut chunks = page.utf8_chunks().peekable();
    while let Some(chunk) = chunks.next() {
        // Every character outside ASCII has one byte that begins it.
        whole += chunk.valid().bytes().filter(|&b| b >= 0xC0).count();
        let is_cut_off = chunks.peek().is_none() && chunk.invalid().len() > 1;
        broken += usize::from(!chunk.invalid().is_empty() && !is_cut_off);
    }
    broken <= whole
}

/// Units at the beginning of a page that tell whether it is in UTF-16.
const UNITS_OF_UTF16: usize = 64;

/// UTF-16 without a mark. The standard recognises it by `<?x` in two-byte units; pages begin with any three characters of
/// ASCII, such as `<p>` or a line feed and `<!`. In no other encoding does text have a NUL beside each of them.
fn unmarked_utf16(page: &[u8]) -> Option<&'static Encoding> {
    // A page of single bytes with NULs between them has two beside each other before long; no text in UTF-16 has.
    let has_nul = page.chunks_exact(2).take(UNITS_OF_UTF16).any(|unit| unit == [0, 0]);
    if has_nul {
        return None;
    }
    let is_text = |byte: u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    let is_all_text = |bytes: [u8; 3]| bytes.into_iter().all(is_text);
    match *page.first_chunk::<6>()? {
        [a, 0, b, 0, c, 0] if is_all_text([a, b, c]) => Some(encoding_rs::UTF_16LE),
        [0, a, 0, b, 0, c] if is_all_text([a, b, c]) => Some(encoding_rs::UTF_16BE),
        _ => None,
    }
}

/// The escape sequences of ISO-2022-JP, which is ASCII to everybody else.
fn has_escapes(page: &[u8]) -> bool {
    memchr::memchr_iter(0x1B, page).take(64).any(|at| matches!(page.get(at + 1), Some(b'$' | b'(')))
        && detect(page) == ISO_2022_JP
}

/// Firefox's detector, fed with informative bytes only. It weighs some twenty encodings byte by byte and
/// would take longer than all the rest; ASCII far from other bytes gives it no evidence.
fn detect(page: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    if memchr::memchr(0x1B, page).is_some() {
        detector.feed(&page[..page.len().min(ENOUGH)], false);
    } else {
        detector.feed(&telling(page), false); // Not the end: the last character may be cut in two.
    }
    detector.guess(None, Utf8Detection::Deny)
}

/// As many bytes as the detector needs to be sure.
const ENOUGH: usize = 4 * 1024;
/// ASCII letters before and after other bytes are evidence: they are of the same words.
const CONTEXT: usize = 12;

/// The bytes outside ASCII, with their neighbours.
fn telling(page: &[u8]) -> Vec<u8> {
    let mut evidence = Vec::with_capacity(ENOUGH);
    let mut at = 0;
    while evidence.len() < ENOUGH {
        let Some(next) = page[at..].iter().position(|&b| b >= 0x80) else { break };
        let start = (at + next).saturating_sub(CONTEXT).max(at);
        if start > at {
            evidence.push(b' ');
        }
        let mut stop = at + next + 1;
        let mut quiet = 0; // ASCII bytes in a row.
        while stop < page.len() && quiet < CONTEXT {
            quiet = if page[stop] >= 0x80 { 0 } else { quiet + 1 };
            stop += 1;
        }
        evidence.extend_from_slice(&page[start..stop.min(start + ENOUGH)]);
        at = stop;
    }
    evidence
}
