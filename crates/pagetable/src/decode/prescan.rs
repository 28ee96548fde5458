//! The `<meta>` prescan: the encoding a page declares in its first bytes, before anything is decoded.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

use crate::bytes::{self, ENDS_NAME, LETTER, SPACE};
use crate::parse::attributes::{self, AttributeSink};

/// The standard asks for 1024 bytes, and lets the parser change its mind at a later `<meta>`. Heads
/// have grown: this much is searched instead of parsing twice, but past what the standard asks for no
/// further than the head goes.
const SEARCHED: usize = 32 * 1024;
const ALWAYS_SEARCHED: usize = 1024;

/// The encoding that the page declares, if it declares a known one.
pub fn declared(page: &[u8]) -> Option<&'static Encoding> {
    let page = &page[..page.len().min(SEARCHED)];
    let mut at = 0;
    if bytes::has_word(page, 0, b"<?xml") {
        let stop = bytes::find(page, 0, b'>');
        if let Some(encoding) = from_text(&page[..stop], b"encoding") {
            return Some(encoding);
        }
        at = stop;
    }
    loop {
        at = bytes::find(page, at, b'<');
        let next = *page.get(at + 1)?;
        if page[at..].starts_with(b"<!--") {
            // The dashes of `<!--` may be those of `-->`.
            at = bytes::find_sequence(page, at + 2, b"-->") + 3;
        } else if bytes::is(next, LETTER) || next == b'/' && page.get(at + 2).is_some_and(|&b| bytes::is(b, LETTER)) {
            let is_meta = bytes::has_word(page, at, b"<meta")
                && page.get(at + 5).is_some_and(|&b| bytes::is(b, SPACE) || b == b'/');
            if at > ALWAYS_SEARCHED && bytes::has_word(page, at, b"<body") {
                return None;
            }
            at += 1;
            while !bytes::is(*page.get(at)?, ENDS_NAME) {
                at += 1;
            }
            let mut meta = Meta::default();
            at = attributes::scan(page, at, &mut meta)?.stop;
            if is_meta && let Some(encoding) = meta.encoding() {
                return Some(encoding);
            }
        } else if matches!(next, b'!' | b'/' | b'?') {
            at = bytes::find(page, at + 2, b'>');
        } else {
            at += 1;
        }
    }
}

/// The encoding of a label, as a page may declare it.
fn from_label(label: &[u8]) -> Option<&'static Encoding> {
    let encoding = Encoding::for_label(label)?;
    // A declaration that could be read as ASCII cannot be in UTF-16.
    if encoding == UTF_16LE || encoding == UTF_16BE {
        Some(UTF_8)
    } else if encoding == X_USER_DEFINED {
        Some(WINDOWS_1252)
    } else {
        Some(encoding)
    }
}

#[derive(Default)]
struct Meta<'a> {
    http_equiv: Option<&'a [u8]>,
    content: Option<&'a [u8]>,
    charset: Option<&'a [u8]>,
}

impl<'a> AttributeSink<'a> for Meta<'a> {
    fn attribute(&mut self, name: &'a [u8], value: &'a [u8]) {
        for (wanted, place) in [
            (b"http-equiv".as_slice(), &mut self.http_equiv),
            (b"content", &mut self.content),
            (b"charset", &mut self.charset),
        ] {
            if name.eq_ignore_ascii_case(wanted) {
                place.get_or_insert(value);
            }
        }
    }
}

impl Meta<'_> {
    fn encoding(&self) -> Option<&'static Encoding> {
        if let Some(label) = self.charset {
            return from_label(label);
        }
        let is_content_type = self.http_equiv?.eq_ignore_ascii_case(b"content-type");
        is_content_type.then(|| from_text(self.content?, b"charset"))?
    }
}

/// The encoding behind `key` and an equals sign, as a page may declare it.
fn from_text(text: &[u8], key: &[u8]) -> Option<&'static Encoding> {
    from_label(label_in(text, key)?)
}

/// The label behind `key` and an equals sign, as in `text/html; charset=utf-8`.
pub fn label_in<'a>(text: &'a [u8], key: &[u8]) -> Option<&'a [u8]> {
    let mut from = 0;
    loop {
        let found = (from..text.len()).find(|&at| bytes::has_word(text, at, key))?;
        from = found + key.len();
        let at = bytes::skip_space(text, from);
        if text.get(at) != Some(&b'=') {
            continue;
        }
        let at = bytes::skip_space(text, at + 1);
        let value = text.get(at..)?;
        let label = match value.first()? {
            quote @ (b'"' | b'\'') => {
                let stop = value[1..].iter().position(|b| b == quote)?;
                &value[1..=stop]
            }
            _ => {
                let stop = value.iter().position(|&b| bytes::is(b, SPACE) || b == b';');
                &value[..stop.unwrap_or(value.len())]
            }
        };
        return Some(label);
    }
}
