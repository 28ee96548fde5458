//! Elements that are looked for: links that say how what they lead to is related to the page, links near a place,
//! rows of some tags, tags that have some text in them.

use std::collections::HashSet;

use crate::page::PageView;
use crate::page::table::Element;
use crate::parse::attributes::{self, AttributeSink};
use crate::parse::tags::Tag;

/// The relations that are looked for; of two in one link the one listed first here counts.
const RELATIONS: [&str; 4] = ["license", "author", "category", "tag"];

/// A link with a relation to the page, such as its licence.
#[derive(Debug, PartialEq)]
pub struct Related {
    /// The element.
    pub row: u32,
    /// One of license, author, category, tag.
    pub relation: &'static str,
    /// The address, as written.
    pub address: String,
}

#[derive(Default)]
struct Written<'a> {
    relations: Option<&'a [u8]>,
    address: Option<&'a [u8]>,
}

impl<'a> AttributeSink<'a> for Written<'a> {
    fn attribute(&mut self, name: &'a [u8], value: &'a [u8]) {
        if name.eq_ignore_ascii_case(b"rel") {
            self.relations.get_or_insert(value);
        } else if name.eq_ignore_ascii_case(b"href") {
            self.address.get_or_insert(value);
        }
    }
}

/// The first `most` `<a>` and `<link>` elements with one of the relations.
pub fn related(page: PageView<'_>, most: usize) -> Vec<Related> {
    let links =
        page.elements.iter().enumerate().filter(|(_, element)| {
            (element.tag == Tag::A as u8 || element.tag == Tag::Link as u8) && element.has_tag()
        });
    let found = links.filter_map(|(row, element)| {
        if !may_have_relation(page.source.get(element.start as usize..element.open_stop as usize)?) {
            return None;
        }
        let mut written = Written::default();
        attributes::scan_tag(page.source, element.start as usize, &mut written);
        let relations = attributes::value_text(written.relations?);
        let has = |wanted: &&str| relations.split_whitespace().any(|own| own.eq_ignore_ascii_case(wanted));
        let relation = RELATIONS.into_iter().find(has)?;
        Some(Related {
            row: row as u32,
            relation,
            address: attributes::value_text(written.address.unwrap_or_default()),
        })
    });
    found.take(most).collect()
}

/// Whether a tag has the letters of `rel`, in whatever case, and what may follow them. Most links have no relation, and
/// looking for its letters is a fraction of reading all attributes.
fn may_have_relation(tag: &[u8]) -> bool {
    memchr::memchr2_iter(b'l', b'L', tag).any(|at| {
        let is_end = tag.get(at + 1).is_some_and(|next| *next == b'=' || next.is_ascii_whitespace());
        is_end && at >= 2 && tag[at - 2..at].eq_ignore_ascii_case(b"re")
    })
}

/// Row and address of the `<a>` elements whose text begins in a range of blocks.
pub fn links_between(page: PageView<'_>, first_block: u32, stop_block: u32) -> Vec<(u32, String)> {
    let near =
        page.elements.iter().enumerate().filter(|(_, element)| {
            element.tag == Tag::A as u8 && (first_block..stop_block).contains(&element.first_block)
        });
    let found = near.filter_map(|(row, element)| Some((row as u32, page.attribute(element, b"href")?)));
    found.collect()
}

/// The links in a block, in order, each once. A text may be `depth - 1` elements inside of its link.
pub fn links_in_block(page: PageView<'_>, block: usize, depth: usize) -> Vec<u32> {
    let mut links = Vec::new();
    let mut seen = HashSet::new();
    for run in page.runs_of_blocks(block, block + 1) {
        let mut row = run.element;
        for _ in 0..depth {
            let Some(element) = page.elements.get(row as usize) else { break };
            if element.tag == Tag::A as u8 {
                if seen.insert(row) {
                    links.push(row);
                }
                break;
            }
            row = element.parent;
        }
    }
    links
}

/// For each of the tags: the rows of its elements.
pub fn rows_by_tag(elements: &[Element], tags: &[u8]) -> Vec<Vec<u32>> {
    let mut places = [usize::MAX; 256];
    for (place, tag) in tags.iter().enumerate() {
        places[*tag as usize] = place;
    }
    let mut rows = vec![Vec::new(); tags.len()];
    for (row, element) in elements.iter().enumerate() {
        if let Some(own) = rows.get_mut(places[element.tag as usize]) {
            own.push(row as u32);
        }
    }
    rows
}

/// The rows of the elements whose start tag has a text in it, going by the first `most` places of that text.
pub fn rows_naming(page: PageView<'_>, text: &[u8], most: usize) -> Vec<u32> {
    let mut rows = Vec::new();
    for place in memchr::memmem::find_iter(page.source, text).take(most) {
        let row = row_with(page, place).filter(|row| rows.last() != Some(row));
        rows.extend(row);
    }
    rows
}

/// The same for several texts that begin alike, in one pass over the source: a search takes longer than all that follows
/// it.
pub fn rows_naming_each(page: PageView<'_>, texts: &[Vec<u8>], most: usize) -> Vec<Vec<u32>> {
    let mut rows: Vec<Vec<u32>> = vec![Vec::new(); texts.len()];
    let mut left = vec![most; texts.len()];
    let prefix = common_prefix(texts);
    if prefix.is_empty() {
        return texts.iter().map(|text| rows_naming(page, text, most)).collect();
    }
    // Pages have thousands of "data-": most of them are ruled out by the byte after it.
    let next = |text: &[u8]| text.get(prefix.len()).copied();
    let mut may_be_next = [texts.iter().any(|text| next(text).is_none()); 256];
    texts.iter().filter_map(|text| next(text)).for_each(|byte| may_be_next[usize::from(byte)] = true);
    for place in memchr::memmem::find_iter(page.source, prefix) {
        let rest = &page.source[place..];
        if next(rest).is_some_and(|byte| !may_be_next[usize::from(byte)]) {
            continue;
        }
        for (index, text) in texts.iter().enumerate() {
            if left[index] > 0 && rest.starts_with(text) {
                left[index] -= 1;
                let row = row_with(page, place).filter(|row| rows[index].last() != Some(row));
                rows[index].extend(row);
            }
        }
    }
    rows
}

fn common_prefix(texts: &[Vec<u8>]) -> &[u8] {
    let Some((first, others)) = texts.split_first() else { return &[] };
    let shared = |other: &Vec<u8>| first.iter().zip(other).take_while(|(one, other)| one == other).count();
    &first[..others.iter().map(shared).min().unwrap_or(first.len())]
}

/// The row of the element whose start tag has a place of the source in it.
fn row_with(page: PageView<'_>, place: usize) -> Option<u32> {
    let row = page.elements.partition_point(|element| element.start as usize <= place).checked_sub(1)?;
    (place < page.elements[row].open_stop as usize).then_some(row as u32)
}

#[cfg(test)]
mod tests {
    use super::super::element_text;
    use super::*;
    use crate::page::tests::with_page;

    #[test]
    fn links_of_a_block_are_found_around_their_texts() {
        with_page("<p>By <a>Ann <b>Lee</b></a> and <i><a><span><b>Bo</b></span></a></i><p><a>Home</a>", |page| {
            let texts = |block, depth| {
                let rows = links_in_block(page, block, depth).into_iter();
                rows.map(|row| element_text(page, row as usize, ' ')).collect::<Vec<_>>()
            };
            assert_eq!(texts(0, 3), ["Ann Lee", "Bo"]);
            assert_eq!(texts(0, 2), ["Ann Lee"]);
            assert_eq!((texts(1, 1), texts(2, 1)), (vec!["Home".to_owned()], vec![]));
        });
    }

    #[test]
    fn only_links_that_say_something_are_given() {
        let html = "<link rel=stylesheet href=/s><a rEl='nofollow Author' href='/a?b&amp;c'>x</a><a href=/n>y</a>\
                    <b rel=tag>z</b><link rel='tag license'>";
        let found = with_page(html, |page| {
            related(page, 9).into_iter().map(|link| (link.relation, link.address)).collect::<Vec<_>>()
        });
        assert_eq!(found, [("author", "/a?b&c".to_string()), ("license", String::new())]);
        assert_eq!(with_page(html, |page| related(page, 1).len()), 1);
    }

    #[test]
    fn tags_without_a_relation_are_not_read() {
        for tag in ["<a rel=tag>", "<a REL = 'tag'>", "<a href=/x\nrEl\n=tag>", "<a data-rel=x>"] {
            assert!(may_have_relation(tag.as_bytes()), "{tag}");
        }
        for tag in ["<a href=/related class=REL1>", "<a rel>", "<a href=/l=>", "el="] {
            assert!(!may_have_relation(tag.as_bytes()), "{tag}");
        }
    }

    #[test]
    fn links_are_found_by_the_blocks_they_stand_in() {
        let html = "<p><a href=/a>x</a><p><a href=/b>y</a> <a>z</a><p><a href=/c>w</a>";
        let of = |first, stop| with_page(html, |page| links_between(page, first, stop));
        let addresses = |first, stop| of(first, stop).into_iter().map(|(_, address)| address).collect::<Vec<_>>();
        assert_eq!(addresses(1, 2), ["/b"]);
        assert_eq!(addresses(0, 9), ["/a", "/b", "/c"]);
    }

    #[test]
    fn rows_are_told_apart_by_their_tags() {
        let tags = [Tag::P as u8, Tag::Time as u8, Tag::B as u8];
        let rows = with_page("<html><body><p>a<b>b</b><p>c<b>d</b>", |page| rows_by_tag(page.elements, &tags));
        assert_eq!(rows.iter().map(Vec::len).collect::<Vec<_>>(), [2, 0, 2]);
        assert!(rows[0][0] < rows[2][0] && rows[2][0] < rows[0][1]);
    }

    #[test]
    fn tags_are_found_by_what_stands_in_them() {
        let html = "<p x=1>a<p>x=1 b<b y=2 x=1 x=1>c";
        let of = |most| with_page(html, |page| rows_naming(page, b" x=1", most));
        let letters = |most| {
            with_page(html, |page| {
                of(most).iter().map(|row| element_text(page, *row as usize, ' ')).collect::<Vec<_>>()
            })
        };
        assert_eq!(letters(9), ["a", "c"]);
        assert_eq!(letters(1), ["a"]);
        assert!(letters(0).is_empty());
    }

    #[test]
    fn several_texts_are_found_as_each_alone() {
        let html = "<p data-price=1>a<p data-sku=2 data-price=3>data-sku<b data-sku=4>b</b><i data-s data-sku>c</i>";
        let texts = [b"data-price".to_vec(), b"data-sku".to_vec(), b"data-x".to_vec()];
        for most in [0, 1, 2, 9] {
            let alone: Vec<_> =
                texts.iter().map(|text| with_page(html, |page| rows_naming(page, text, most))).collect();
            assert_eq!(with_page(html, |page| rows_naming_each(page, &texts, most)), alone);
        }
        let others = [b"data-sku".to_vec(), b"price".to_vec()];
        assert_eq!(with_page(html, |page| rows_naming_each(page, &others, 9)[1].len()), 2);
        assert!(with_page(html, |page| rows_naming_each(page, &[], 9)).is_empty());
    }
}
