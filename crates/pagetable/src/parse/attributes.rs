//! The attributes of one tag, read in place.
//!
//! `scan` walks from the end of the tag name to the closing `>` and hands each attribute to a sink as
//! two spans. The page table looks at a handful of names and keeps no strings; whoever needs another
//! attribute later reads it from the source again with `Attributes`.

use crate::bytes::{self, ENDS_ATTRIBUTE, ENDS_VALUE};
use crate::parse::references::{self, Rule};

/// Receives every attribute of a tag, in source order; of two with one name the first counts.
pub trait AttributeSink<'a> {
    /// Takes the next attribute, with name and value as written.
    fn attribute(&mut self, name: &'a [u8], value: &'a [u8]);
}

/// For end tags, whose attributes mean nothing.
impl<'a> AttributeSink<'a> for () {
    #[inline(always)]
    fn attribute(&mut self, _: &'a [u8], _: &'a [u8]) {}
}

/// Where a tag ended.
pub struct TagEnd {
    /// Offset after the `>`.
    pub stop: usize,
    /// Whether it ends with `/>`.
    pub is_self_closing: bool,
}

/// Reads attributes from `at`, just past the tag name. `None` if the source ends inside the tag: a
/// browser then drops the tag.
#[inline(always)]
pub fn scan<'a>(source: &'a [u8], mut at: usize, sink: &mut impl AttributeSink<'a>) -> Option<TagEnd> {
    loop {
        at = bytes::skip_space(source, at);
        match *source.get(at)? {
            b'>' => return Some(TagEnd { stop: at + 1, is_self_closing: false }),
            b'/' => {
                if *source.get(at + 1)? == b'>' {
                    return Some(TagEnd { stop: at + 2, is_self_closing: true });
                }
                at += 1;
                continue;
            }
            _ => {}
        }
        let name_start = at;
        at += 1; // A name may begin with `=`.
        while at < source.len() && !bytes::is(source[at], ENDS_ATTRIBUTE) {
            at += 1;
        }
        let name = &source[name_start..at];
        if *source.get(at)? != b'=' {
            at = bytes::skip_space(source, at);
            if *source.get(at)? != b'=' {
                sink.attribute(name, b"");
                continue;
            }
        }
        at += 1;
        if bytes::is(*source.get(at)?, bytes::SPACE) {
            at = bytes::skip_space(source, at);
        }
        let value_start;
        let value_stop;
        match *source.get(at)? {
            quote @ (b'"' | b'\'') => {
                value_start = at + 1;
                value_stop = bytes::find(source, value_start, quote);
                if value_stop == source.len() {
                    return None;
                }
                at = value_stop + 1;
            }
            _ => {
                value_start = at;
                while at < source.len() && !bytes::is(source[at], ENDS_VALUE) {
                    at += 1;
                }
                value_stop = at;
            }
        }
        sink.attribute(name, &source[value_start..value_stop]);
    }
}

/// Reads the attributes of the tag that starts at `start` with `<`; none if no tag starts there.
pub fn scan_tag<'a>(source: &'a [u8], start: usize, sink: &mut impl AttributeSink<'a>) {
    let mut at = start + 1;
    if source.get(start) == Some(&b'<') && source.get(at).is_some_and(u8::is_ascii_alphabetic) {
        while at < source.len() && !bytes::is(source[at], bytes::ENDS_NAME) {
            at += 1;
        }
        scan(source, at, sink);
    }
}

/// All attributes of a tag as strings: lower-case names, decoded values, the first of each name.
#[derive(Default, Debug)]
pub struct Attributes(pub Vec<(String, String)>);

impl<'a> AttributeSink<'a> for Attributes {
    fn attribute(&mut self, name: &'a [u8], value: &'a [u8]) {
        self.0.push((name_text(name), value_text(value)));
    }
}

impl Attributes {
    /// The attributes of the tag that starts at `start` with `<`; empty if no tag starts there.
    pub fn of_tag(source: &[u8], start: usize) -> Self {
        let mut attributes = Attributes::default();
        scan_tag(source, start, &mut attributes);
        attributes.keep_first_of_each_name();
        attributes
    }

    /// Drops all but the first attribute of each name, as browsers do.
    pub fn keep_first_of_each_name(&mut self) {
        let mut seen = std::collections::HashSet::new();
        self.0.retain(|(name, _)| seen.insert(name.clone()));
    }
}

/// The decoded value of one attribute of the tag that starts at `start`, or `None` if it has none.
pub fn value_of(source: &[u8], start: usize, name: &[u8]) -> Option<String> {
    struct Wanted<'n>(&'n [u8], Option<String>);
    impl<'a> AttributeSink<'a> for Wanted<'_> {
        fn attribute(&mut self, name: &'a [u8], value: &'a [u8]) {
            if self.1.is_none() && name.eq_ignore_ascii_case(self.0) {
                self.1 = Some(value_text(value));
            }
        }
    }
    let mut wanted = Wanted(name, None);
    if source.get(start) != Some(&b'<') {
        return None;
    }
    let mut at = start + 1;
    while at < source.len() && !bytes::is(source[at], bytes::ENDS_NAME) {
        at += 1;
    }
    scan(source, at, &mut wanted)?;
    wanted.1
}

fn name_text(name: &[u8]) -> String {
    String::from_utf8_lossy(name).to_ascii_lowercase().replace('\0', "\u{FFFD}")
}

/// The value of an attribute as text: character references are decoded.
pub fn value_text(value: &[u8]) -> String {
    references::decode(value, Rule::Attribute, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(tag: &str) -> Vec<(String, String)> {
        Attributes::of_tag(tag.as_bytes(), 0).0
    }

    #[test]
    fn every_form_of_attribute_is_read() {
        let read = pairs("<a b c=d e='f g' h = \"i>j\" K=&amp;l/ m>");
        let want = [("b", ""), ("c", "d"), ("e", "f g"), ("h", "i>j"), ("k", "&l/"), ("m", "")];
        assert_eq!(read, want.map(|(n, v)| (n.to_string(), v.to_string())));
    }

    #[test]
    fn the_first_of_two_wins() {
        assert_eq!(pairs("<a x=1 X=2>"), [("x".to_string(), "1".to_string())]);
        assert_eq!(value_of(b"<a x=1 X=2>", 0, b"x").as_deref(), Some("1"));
    }

    #[test]
    fn a_missing_value_ends_the_tag() {
        assert_eq!(pairs("<a b=><c>"), [("b".to_string(), String::new())]);
        assert_eq!(value_of(b"<a b=>", 0, b"c"), None);
    }
}
