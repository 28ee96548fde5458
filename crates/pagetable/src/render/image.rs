//! An `<img>` tag -> what it shows, and where it is.

use super::address::Base;
use crate::attributes::Attributes;

#[derive(Debug, Default, PartialEq)]
pub struct Image {
    /// Empty if it is not told, or the image stands in the page itself.
    pub address: String,
    pub alt: String,
    pub title: String,
}

/// Where pages keep the address of an image, also of one that a script is to load; the likeliest first.
const PLACES: &[&str] = &["src", "data-src", "data-original", "data-lazy-src", "data-srcset", "srcset"];

pub fn read(source: &str, start: usize, base: &Base) -> Image {
    let attributes = Attributes::of_tag(source.as_bytes(), start).0;
    let value = |name: &str| attributes.iter().find(|(own, _)| own == name).map_or("", |(_, value)| value.as_str());
    // An image inside the address is a placeholder, or too long for a text.
    let is_usable =
        |written: &str| !written.is_empty() && !written.get(..5).is_some_and(|s| s.eq_ignore_ascii_case("data:"));
    // A set of addresses has a size after each; a plain one may have spaces in it.
    let first = |name: &&str| match value(name).trim() {
        set if name.ends_with("srcset") => set.split_whitespace().next().unwrap_or_default().trim_end_matches(','),
        written => written,
    };
    let written = PLACES.iter().map(first).find(|written| is_usable(written)).unwrap_or_default();
    let address = if written.is_empty() { None } else { base.resolve(written) };
    Image { address: address.unwrap_or_default(), alt: collapsed(value("alt")), title: collapsed(value("title")) }
}

fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
