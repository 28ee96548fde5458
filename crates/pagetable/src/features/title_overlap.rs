//! Columns about how much of each block the page repeats in its title, its first heading, its description and its
//! structured data.

use super::facts::Facts;
use super::matrix::Matrix;
use crate::page::PageView;
use crate::page::table::flag::SVG;
use crate::parse::attributes::{AttributeSink, scan_tag, value_of, value_text};
use crate::parse::dump::text_content;
use crate::parse::tags::Tag;
use crate::parse::tokenizer::State;
use crate::text::reference_overlap::{Reference, shared_words};

/// The least similarity of a block that repeats the title.
const ALIKE: f64 = 0.6;
/// Structured data beyond this many bytes is not looked at.
const MOST_DATA: usize = 30_000;

/// How a page describes itself.
pub struct SelfDescription {
    pub title: String,
    pub heading: String,
    pub description: String,
    /// The JSON-LD of the page, as written.
    pub data: Vec<u8>,
}

pub fn read_self_description(page: PageView<'_>) -> SelfDescription {
    SelfDescription { title: title(page), heading: heading(page), description: description(page), data: data(page) }
}

fn rows(page: PageView<'_>, tag: Tag) -> impl Iterator<Item = &crate::page::table::Element> {
    page.elements.iter().filter(move |element| element.tag == tag as u8)
}

fn title(page: PageView<'_>) -> String {
    let title = rows(page, Tag::Title).find(|element| element.flags & SVG == 0);
    let text = title.map(|e| text_content(&page.source[e.open_stop as usize..e.close_start as usize], State::RcData));
    text.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn heading(page: PageView<'_>) -> String {
    let is_h1 = |block: &&crate::page::table::Block| page.elements[block.element as usize].tag == Tag::H1 as u8;
    let texts = page.blocks.iter().filter(is_h1).take(2);
    let parts: Vec<_> = texts
        .map(|block| String::from_utf8_lossy(&page.text[block.text_start as usize..block.text_stop as usize]))
        .collect();
    parts.join(" ")
}

/// The longest of the descriptions.
fn description(page: PageView<'_>) -> String {
    let mut longest = String::new();
    for element in rows(page, Tag::Meta) {
        let mut meta = Meta::default();
        scan_tag(page.source, element.start as usize, &mut meta);
        let is_description = meta.name.is_some_and(|name| says(name, "description"))
            || meta.property.is_some_and(|name| says(name, "og:description"));
        if is_description {
            longest = meta.content.map(value_text).filter(|text| text.len() > longest.len()).unwrap_or(longest);
        }
    }
    longest
}

/// The attributes of a `<meta>` that matter here, as written.
#[derive(Default)]
struct Meta<'a> {
    name: Option<&'a [u8]>,
    property: Option<&'a [u8]>,
    content: Option<&'a [u8]>,
}

impl<'a> AttributeSink<'a> for Meta<'a> {
    fn attribute(&mut self, name: &'a [u8], value: &'a [u8]) {
        let places =
            [(b"name".as_slice(), &mut self.name), (b"property", &mut self.property), (b"content", &mut self.content)];
        let Some((_, place)) = places.into_iter().find(|(own, _)| name.eq_ignore_ascii_case(own)) else { return };
        place.get_or_insert(value);
    }
}

/// Whether a value is a word, in any case.
fn says(value: &[u8], word: &str) -> bool {
    // Hardly any name is written with references, and decoding makes a string.
    value.eq_ignore_ascii_case(word.as_bytes())
        || (value.contains(&b'&') && value_text(value).eq_ignore_ascii_case(word))
}

fn data(page: PageView<'_>) -> Vec<u8> {
    let mut data = Vec::new();
    for element in rows(page, Tag::Script) {
        let kind = value_of(page.source, element.start as usize, b"type").unwrap_or_default();
        let content = &page.source[element.open_stop as usize..element.close_start as usize];
        if kind.to_ascii_lowercase().contains("ld+json") {
            data.extend_from_slice(&content[..content.len().min(MOST_DATA.saturating_sub(data.len()))]);
            data.push(b' ');
        }
    }
    data
}

/// Returns how similar each block is to the title.
pub fn push_overlaps(facts: &Facts, described: &SelfDescription, out: &mut Matrix<'_>) -> Vec<f64> {
    let n_blocks = facts.n_blocks();
    let references = [
        Reference { text: described.title.as_bytes(), length: 1 },
        Reference { text: described.heading.as_bytes(), length: 1 },
        Reference { text: described.description.as_bytes(), length: 3 },
        Reference { text: &described.data, length: 3 },
    ];
    let shared = shared_words(&facts.beginnings, &references);
    let row = |number: usize| shared[number * n_blocks..][..n_blocks].iter().map(|&count| f64::from(count));
    let n_words = || row(4).map(|count| count.max(1.0));
    let n_sequences = || row(4).map(|count| (count - 2.0).max(1.0));
    let size = |text: &str| text.split_whitespace().count().max(1) as f64;
    let likeness = |number: usize, whole: f64| {
        row(number).zip(n_words()).map(move |(both, own)| both / (whole + own - both.min(whole)))
    };
    let if_there = |text: &[u8]| if text.is_empty() { f64::NAN } else { 1.0 };
    let likenesses: Vec<f64> = likeness(0, size(&described.title)).collect();
    let first_alike = likenesses.iter().position(|&likeness| likeness > ALIKE && !described.title.is_empty());
    let has_title = if_there(described.title.as_bytes());
    out.push("title_likeness", likenesses.iter().map(|likeness| likeness * has_title));
    out.push("title_share", row(0).zip(n_words()).map(|(both, own)| both / own * has_title));
    out.push(
        "heading_likeness",
        likeness(1, size(&described.heading)).map(|likeness| likeness * if_there(described.heading.as_bytes())),
    );
    out.push(
        "from_title",
        (0..n_blocks)
            .map(|rank| first_alike.map_or(f64::NAN, |first| (rank as f64 - first as f64).clamp(-99.0, 300.0))),
    );
    out.push(
        "in_description",
        row(2).zip(n_sequences()).map(|(both, own)| both / own * if_there(described.description.as_bytes())),
    );
    out.push("in_structured_data", row(3).zip(n_sequences()).map(|(both, own)| both / own * if_there(&described.data)));
    if described.title.is_empty() { vec![0.0; n_blocks] } else { likenesses }
}
