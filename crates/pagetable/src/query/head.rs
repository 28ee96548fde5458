//! The facts of the head, as written, in one pass over the elements.

use crate::page::PageView;
use crate::page::table::{Element, flag};
use crate::parse::attributes::{self, AttributeSink};
use crate::parse::dump::text_content;
use crate::parse::tags::Tag;
use crate::parse::tokenizer::State;

/// See `head.py`, which has the same fields.
#[derive(Debug, Default, PartialEq)]
pub struct Head {
    /// White space as written.
    pub title: Option<String>,
    /// Level and text of every heading.
    pub headings: Vec<(u8, String)>,
    /// Name and content of every `<meta>`.
    pub meta: Vec<(String, String)>,
    /// Address of `<link rel=canonical>`, as written.
    pub canonical: Option<String>,
    /// Address of `<base>`, as written.
    pub base: Option<String>,
    /// `lang` of `<html>`, or of `<body>`.
    pub language: Option<String>,
    /// Source of every JSON-LD script.
    pub json_ld: Vec<String>,
}

/// What is done with headings and `<meta>` elements, of which readers want different parts.
pub(super) trait Pass {
    /// Takes a heading of a level; `text` is `None` for one without text.
    fn heading(&mut self, head: &mut Head, level: u8, text: impl Fn() -> Option<String>);
    /// Counts a heading that has text.
    fn is_heading(&mut self) {}
    /// Takes a `<meta>` that has a name and a content.
    fn meta(&mut self, head: &mut Head, name: String, content: impl Fn() -> String);
}

/// Takes them all.
struct All;

impl Pass for All {
    fn heading(&mut self, head: &mut Head, level: u8, text: impl Fn() -> Option<String>) {
        head.headings.extend(text().map(|text| (level, text)));
    }

    fn meta(&mut self, head: &mut Head, name: String, content: impl Fn() -> String) {
        head.meta.push((name, content()));
    }
}

/// The address of `<link rel=canonical>` alone, as written.
pub fn read_canonical(page: PageView<'_>) -> Option<String> {
    let mut search = Search::default();
    let mut links = page.elements.iter().filter(|element| element.tag == Tag::Link as u8);
    while let (false, Some(link)) = (search.is_canonical_found, links.next()) {
        search.look_at_link(page, link);
    }
    search.head.canonical
}

/// What is still looked for, and what has been found so far.
#[derive(Default)]
struct Search {
    head: Head,
    is_title_found: bool,
    is_canonical_found: bool,
    body_language: Option<String>,
}

/// Reads what the page states about itself, from the whole page.
pub fn read_head(page: PageView<'_>) -> Head {
    read(page, &mut All)
}

/// The same with headings and `<meta>` elements for a pass of one's own.
pub(super) fn read(page: PageView<'_>, pass: &mut impl Pass) -> Head {
    let mut search = Search::default();
    for element in page.elements {
        search.look_at(page, element, pass);
    }
    let Search { mut head, body_language, .. } = search;
    head.language = head.language.or(body_language);
    head
}

impl Search {
    #[inline]
    fn look_at(&mut self, page: PageView<'_>, element: &Element, pass: &mut impl Pass) {
        const FIRST: u8 = Tag::H1 as u8;
        const LAST: u8 = Tag::H6 as u8;
        let value = |name| page.attribute(element, name);
        let head = &mut self.head;
        match element.tag {
            FIRST..=LAST => {
                pass.heading(head, element.tag - FIRST + 1, || heading(page, element));
                if has_text(page, element) {
                    pass.is_heading();
                }
            }
            tag if tag == Tag::Meta as u8 => {
                if let Some((name, content)) = meta(page, element) {
                    pass.meta(head, name, || attributes::value_text(content));
                }
            }
            tag if tag == Tag::Link as u8 => self.look_at_link(page, element),
            tag if tag == Tag::Script as u8 && value(b"type").is_some_and(|kind| is_json_ld(&kind)) => {
                head.json_ld.push(String::from_utf8_lossy(page.content(element)).into_owned());
            }
            tag if tag == Tag::Title as u8 && !self.is_title_found && element.flags & flag::SVG == 0 => {
                self.is_title_found = true;
                head.title = Some(text_content(page.content(element), State::RcData));
            }
            tag if tag == Tag::Base as u8 => set(&mut head.base, value(b"href")),
            tag if tag == Tag::Html as u8 => set(&mut head.language, value(b"lang")),
            tag if tag == Tag::Body as u8 => set(&mut self.body_language, value(b"lang")),
            _ => {}
        }
    }

    fn look_at_link(&mut self, page: PageView<'_>, element: &Element) {
        if self.is_canonical_found {
            return;
        }
        let relations = page.attribute(element, b"rel").unwrap_or_default();
        if relations.split_whitespace().any(|relation| relation.eq_ignore_ascii_case("canonical")) {
            self.is_canonical_found = true;
            self.head.canonical = page.attribute(element, b"href").filter(|address| !address.is_empty());
        }
    }
}

/// The first value that is not empty stays.
fn set(place: &mut Option<String>, value: Option<String>) {
    if place.is_none() {
        *place = value.filter(|value| !value.is_empty());
    }
}

fn is_json_ld(kind: &str) -> bool {
    kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/ld+json")
}

fn heading(page: PageView<'_>, element: &Element) -> Option<String> {
    let blocks = page.block_range(element.first_block as usize, element.stop_block as usize);
    let texts: Vec<&[u8]> = blocks.iter().map(|block| page.block_text(block)).collect();
    let text = String::from_utf8_lossy(&texts.join(&b' ')).into_owned();
    (!text.is_empty()).then_some(text)
}

/// Whether `heading` gives a text; blocks are never empty.
fn has_text(page: PageView<'_>, element: &Element) -> bool {
    !page.block_range(element.first_block as usize, element.stop_block as usize).is_empty()
}

/// Where a `<meta>` has its name; the first that is not empty counts.
const NAMES: [&[u8]; 4] = [b"name", b"property", b"itemprop", b"http-equiv"];

#[derive(Default)]
struct Written<'a> {
    names: [Option<&'a [u8]>; NAMES.len()],
    content: Option<&'a [u8]>,
}

impl<'a> AttributeSink<'a> for Written<'a> {
    fn attribute(&mut self, name: &'a [u8], value: &'a [u8]) {
        if name.eq_ignore_ascii_case(b"content") {
            self.content.get_or_insert(value);
        } else if let Some(at) = NAMES.iter().position(|known| name.eq_ignore_ascii_case(known)) {
            self.names[at].get_or_insert(value);
        }
    }
}

fn meta<'a>(page: PageView<'a>, element: &Element) -> Option<(String, &'a [u8])> {
    let mut written = Written::default();
    if element.has_tag() {
        attributes::scan_tag(page.source, element.start as usize, &mut written);
    }
    let name = written.names.into_iter().flatten().find(|name| !name.is_empty())?;
    Some((attributes::value_text(name), written.content?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::with_page;

    fn head(html: &str) -> Head {
        with_page(html, read_head)
    }

    #[test]
    fn every_fact_is_found() {
        let read = head(
            "<html lang=en><head><base href=/b/><title> Tea &amp;\n time </title><title>no</title>\
             <meta name='' property=og:title content='A &amp; B'><meta charset=utf-8><meta itemprop=x content>\
             <link rel='x Canonical' href=/c><link rel=canonical href=/d>\
             <script type='application/LD+json; x'>{1}</script><script>no</script><h2>Two<p>parts</h2><h3></h3>",
        );
        let want = Head {
            title: Some(" Tea &\n time ".into()),
            headings: vec![(2, "Two parts".into())],
            meta: vec![("og:title".into(), "A & B".into()), ("x".into(), String::new())],
            canonical: Some("/c".into()),
            base: Some("/b/".into()),
            language: Some("en".into()),
            json_ld: vec!["{1}".into()],
        };
        assert_eq!(read, want);
    }

    #[test]
    fn the_canonical_address_alone_is_that_of_the_head() {
        let pages = [
            "<link rel=icon href=/i><link rel='x Canonical' href=/c><link rel=canonical href=/d>",
            "<link rel=canonical href=''><link rel=canonical href=/d>",
            "<link rel=canonical><p>x",
            "<a rel=canonical href=/a>x</a>",
        ];
        let found = pages.map(|html| with_page(html, read_canonical));
        assert_eq!(found, pages.map(|html| head(html).canonical));
        assert_eq!(found, [Some("/c".to_owned()), None, None, None]);
    }

    #[test]
    fn the_body_has_a_language_if_the_page_has_none() {
        assert_eq!(head("<html lang=''><body lang=fr>").language.as_deref(), Some("fr"));
        assert_eq!(head("<html lang=de><body lang=fr>").language.as_deref(), Some("de"));
    }

    #[test]
    fn a_page_has_no_language_because_its_first_paragraph_has_one() {
        assert_eq!(head("<p lang=fr>Bonjour.").language, None);
    }

    #[test]
    fn a_title_within_a_drawing_is_none() {
        assert_eq!(head("<svg><title>Arrow</title></svg><p>x").title, None);
    }
}
