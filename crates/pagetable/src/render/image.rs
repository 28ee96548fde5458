//! An `<img>` tag -> what it shows, and where it is.

use super::address::Resolver;
use crate::parse::attributes::{self, AttributeSink};

#[derive(Debug, Default, PartialEq)]
pub struct Image {
    /// Empty if the page gives none, or only the image's data.
    pub address: String,
    pub alt: String,
    pub title: String,
}

/// Where pages keep the address of an image, also of one that a script is to load; the likeliest first.
const PLACES: &[&[u8]] = &[b"src", b"data-src", b"data-original", b"data-lazy-src", b"data-srcset", b"srcset"];

/// The attributes that are looked at, as they are written: images bring long ones that nobody needs decoded.
#[derive(Default)]
struct Written<'a> {
    places: [Option<&'a [u8]>; PLACES.len()],
    alt: Option<&'a [u8]>,
    title: Option<&'a [u8]>,
}

impl<'a> AttributeSink<'a> for Written<'a> {
    fn attribute(&mut self, name: &'a [u8], value: &'a [u8]) {
        let place = match name.first().map(u8::to_ascii_lowercase) {
            Some(b's' | b'd') => match PLACES.iter().position(|place| name.eq_ignore_ascii_case(place)) {
                Some(at) => &mut self.places[at],
                None => return,
            },
            Some(b'a') if name.eq_ignore_ascii_case(b"alt") => &mut self.alt,
            Some(b't') if name.eq_ignore_ascii_case(b"title") => &mut self.title,
            _ => return,
        };
        place.get_or_insert(value);
    }
}

pub fn read(source: &[u8], start: usize, addresses: &mut Resolver) -> Image {
    let mut written = Written::default();
    attributes::scan_tag(source, start, &mut written);
    let text = |value: Option<&[u8]>| value.map_or_else(String::new, |value| collapsed(&attributes::value_text(value)));
    let address = PLACES.iter().zip(written.places).find_map(|(name, value)| {
        let value = value?.trim_ascii();
        // An image inside the address is a placeholder, or too long for a text.
        let is_inside = value.get(..5).is_some_and(|start| start.eq_ignore_ascii_case(b"data:"));
        if value.is_empty() || is_inside {
            return None;
        }
        // A set of addresses has a size after each; a plain one may have spaces in it.
        let is_set = name.ends_with(b"srcset");
        let first = if is_set { value.split(u8::is_ascii_whitespace).next().unwrap_or_default() } else { value };
        Some(attributes::value_text(first).trim_end_matches(if is_set { "," } else { "\0" }).to_owned())
    });
    let address = address.and_then(|written| addresses.resolve(&written)).unwrap_or_default();
    Image { address, alt: text(written.alt), title: text(written.title) }
}

fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
