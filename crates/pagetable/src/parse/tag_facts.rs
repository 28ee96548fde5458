//! The facts that the page table keeps of a start tag: from its attributes, and flags derived from them.

use crate::bytes;
use crate::page::table::flag;
use crate::parse::attributes::AttributeSink;
use crate::parse::tags::{self, Tag};

#[derive(Default)]
pub struct TagFacts<'a> {
    pub class: Option<&'a [u8]>,
    pub id: Option<&'a [u8]>,
    pub role: Option<&'a [u8]>,
    pub itemprop: Option<&'a [u8]>,
    /// One of the four above is there.
    pub has_words: bool,
    /// `hidden`, or a style that hides.
    pub is_hidden: bool,
    pub is_aria_hidden: bool,
    /// `href`: an `<a>` without it is not a link.
    pub has_address: bool,
    /// `open`: a `<dialog>` without it is not shown.
    pub is_open: bool,
    /// `color`, `face` or `size`: a `<font>` with one of them ends SVG and MathML.
    pub has_font_style: bool,
}

impl<'a> AttributeSink<'a> for TagFacts<'a> {
    #[inline(always)]
    fn attribute(&mut self, name: &'a [u8], value: &'a [u8]) {
        let is = |word: &[u8]| name.eq_ignore_ascii_case(word);
        match (name.len(), name[0] | 0x20) {
            (2, b'i') if is(b"id") => self.words_of(|facts| &mut facts.id, value),
            (4, b'h') if is(b"href") => self.has_address = true,
            (4, b'r') if is(b"role") => self.words_of(|facts| &mut facts.role, value),
            (4, b'o') if is(b"open") => self.is_open = true,
            (4, b'f' | b's') if is(b"face") || is(b"size") => self.has_font_style = true,
            (5, b'c') if is(b"class") => self.words_of(|facts| &mut facts.class, value),
            (5, b'c') if is(b"color") => self.has_font_style = true,
            (5, b's') if is(b"style") => self.is_hidden |= hides(value),
            (6, b'h') if is(b"hidden") => self.is_hidden = true,
            (8, b'i') if is(b"itemprop") => self.words_of(|facts| &mut facts.itemprop, value),
            (11, b'a') if is(b"aria-hidden") => self.is_aria_hidden = value.eq_ignore_ascii_case(b"true"),
            _ => {}
        }
    }
}

impl<'a> TagFacts<'a> {
    /// Keeps the first value of an attribute that has words.
    #[inline(always)]
    fn words_of(&mut self, place: impl Fn(&mut Self) -> &mut Option<&'a [u8]>, value: &'a [u8]) {
        place(self).get_or_insert(value);
        self.has_words = true;
    }
}

/// Whether an inline style sets `display: none` or `visibility: hidden`.
fn hides(style: &[u8]) -> bool {
    let mut from = 0;
    while from < style.len() {
        let colon = bytes::find(style, from, b':');
        let property = style[from..colon.min(style.len())].trim_ascii();
        let stop = bytes::find(style, colon, b';');
        let value = style.get(colon + 1..stop).unwrap_or_default().trim_ascii();
        let says = |name: &[u8], wanted: &[u8]| {
            property.eq_ignore_ascii_case(name)
                && value.len() >= wanted.len()
                && value[..wanted.len()].eq_ignore_ascii_case(wanted)
        };
        if says(b"display", b"none") || says(b"visibility", b"hidden") {
            return true;
        }
        from = stop + 1;
    }
    false
}

/// The flags that a tag gives itself and its content.
#[inline(always)]
pub fn own_flags(tag: Tag, facts: &TagFacts, is_foreign: bool) -> u8 {
    let mut flags = 0;
    if facts.is_aria_hidden {
        flags |= flag::ARIA_HIDDEN;
    }
    let is_unshown = if is_foreign {
        matches!(tag, Tag::Annotation | Tag::AnnotationXml | Tag::Desc | Tag::Metadata | Tag::Title)
    } else {
        tag.is(tags::NEVER_SHOWN) || tag == Tag::Dialog && !facts.is_open
    };
    if facts.is_hidden || is_unshown {
        flags |= flag::HIDDEN;
    }
    match tag {
        Tag::Template if !is_foreign => flags |= flag::TEMPLATE,
        Tag::Noscript if !is_foreign => flags |= flag::NOSCRIPT,
        Tag::Svg if is_foreign => flags |= flag::SVG,
        Tag::Math if is_foreign => flags |= flag::MATH,
        _ if !is_foreign && tag.is(tags::PREFORMATTED) => flags |= flag::PREFORMATTED,
        _ => {}
    }
    flags
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_that_hide_are_seen() {
        for style in ["display:none", "color: red; DISPLAY : None !important", "visibility:hidden;x:y"] {
            assert!(hides(style.as_bytes()), "{style}");
        }
        for style in ["", "display:block", "x-display:none", "display", "background:url(a:none)", ":", ";;"] {
            assert!(!hides(style.as_bytes()), "{style}");
        }
    }
}
