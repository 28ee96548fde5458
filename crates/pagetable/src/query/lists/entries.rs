//! Entries of a list -> what each shows: its lines, its heading, its links, and what is struck through.
//!
//! One call for all entries of a page, because each needs some twenty facts.

use crate::page::PageView;
use crate::page::table::{Block, Element};
use crate::parse::tags::Tag;
use crate::query::element_text::{element_text, value_text};
use crate::query::related::rows_by_tag;
use crate::text::money::{Money, amounts_in};

/// The address of a link around an entry is at most so long.
const MAX_ADDRESS_BYTES: usize = 4_096;
const TAGS: [Tag; 9] = [Tag::A, Tag::Img, Tag::Time, Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6];

/// The first and the last element of an entry: siblings, or one element.
pub type Span = (u32, u32);

/// A link of an entry.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EntryLink {
    /// Its text, on one line.
    pub text: String,
    /// Its address, as written.
    pub address: Option<String>,
    /// Whether it is in the entry's heading, or around it.
    pub is_at_heading: bool,
    /// Whether its text has an amount of money.
    pub has_amount: bool,
}

/// What an entry shows.
#[derive(Debug, Default, PartialEq)]
pub struct Entry {
    /// The blocks that readers see, by number.
    pub blocks: Vec<u32>,
    /// Their texts.
    pub lines: Vec<String>,
    /// The text of the first heading that has one.
    pub heading: Option<String>,
    /// The links in it, and last the one around it.
    pub links: Vec<EntryLink>,
    /// Whether the last link is around it.
    pub has_outer_link: bool,
    /// The images in it, as rows.
    pub images: Vec<u32>,
    /// The days of its `<time>` elements, for machines.
    pub times: Vec<String>,
    /// The lines that have amounts of money, by number, with these.
    pub prices: Vec<(usize, Vec<Money>)>,
    /// The amounts that are struck through.
    pub struck: Vec<String>,
}

/// Reads the entries of a page. `is_seen` is about its blocks; `struck` has the elements that are struck through, in
/// order.
pub fn read_entries(page: PageView<'_>, spans: &[Span], is_seen: &[bool], struck: &[u32]) -> Vec<Entry> {
    let tags = TAGS.map(|tag| tag as u8);
    let mut by_tag = rows_by_tag(page.elements, &tags);
    let mut headings: Vec<u32> = by_tag.drain(3..).flatten().collect();
    headings.sort_unstable();
    let reader = Reader { page, is_seen, headings, by_tag, struck };
    spans.iter().map(|span| reader.entry(*span)).collect()
}

struct Reader<'a> {
    page: PageView<'a>,
    is_seen: &'a [bool],
    headings: Vec<u32>,
    /// Links, images, times.
    by_tag: Vec<Vec<u32>>,
    struck: &'a [u32],
}

impl Reader<'_> {
    fn entry(&self, span: Span) -> Entry {
        let elements = self.page.elements;
        let (Some(first), Some(last)) = (elements.get(span.0 as usize), elements.get(span.1 as usize)) else {
            return Entry::default();
        };
        let stop = last.end;
        let text = |row: &u32| value_text(self.page, *row as usize);
        let headings = inside(&self.headings, span.0, stop).iter();
        let heading = headings.map(|row| (*row, text(row))).find(|(_, text)| !text.is_empty());
        let (blocks, lines) = self.seen(first.first_block, last.stop_block);
        let prices = lines.iter().map(|line| amounts_in(line)).enumerate();
        let prices = prices.filter(|(_, amounts)| !amounts.is_empty()).collect();
        let struck = inside(self.struck, span.0, stop).iter().flat_map(|row| amounts_in(&text(row)));
        let mut links: Vec<EntryLink> = inside(&self.by_tag[0], span.0, stop)
            .iter()
            .map(|row| self.link(*row, heading.as_ref().map(|(heading, _)| *heading)))
            .collect();
        let around = elements.get(first.parent as usize).filter(|parent| parent.tag == Tag::A as u8);
        // It may be around all entries: its text is not read, and a long address is not kept for each.
        let is_usable = |address: &String| address.len() <= MAX_ADDRESS_BYTES;
        let address = |own: &Element| self.page.attribute(own, b"href").filter(is_usable);
        links.extend(around.map(|own| EntryLink { address: address(own), ..EntryLink::default() }));
        let day = |row: &u32| self.page.attribute(&elements[*row as usize], b"datetime").unwrap_or_default();
        Entry {
            blocks,
            lines,
            heading: heading.map(|(_, text)| text),
            links,
            has_outer_link: around.is_some(),
            images: inside(&self.by_tag[1], span.0, stop).to_vec(),
            times: inside(&self.by_tag[2], span.0, stop).iter().map(day).collect(),
            prices,
            struck: struck.map(|money| money.amount).collect(),
        }
    }

    fn seen(&self, first: u32, stop: u32) -> (Vec<u32>, Vec<String>) {
        let is_seen = |(number, _): &(u32, &Block)| self.is_seen.get(*number as usize).copied().unwrap_or(false);
        let blocks = self.page.block_range(first as usize, stop as usize).iter();
        let text = |block: &Block| String::from_utf8_lossy(self.page.block_text(block)).into_owned();
        (first..).zip(blocks).filter(is_seen).map(|(number, block)| (number, text(block))).unzip()
    }

    fn link(&self, row: u32, heading: Option<u32>) -> EntryLink {
        let element = &self.page.elements[row as usize];
        let has = |outer: u32, inner: u32| outer <= inner && inner < self.end_of(outer);
        let text = element_text(self.page, row as usize, ' ');
        EntryLink {
            has_amount: !amounts_in(&text).is_empty(),
            text,
            address: self.page.attribute(element, b"href"),
            is_at_heading: heading.is_some_and(|heading| has(heading, row) || has(row, heading)),
        }
    }

    fn end_of(&self, row: u32) -> u32 {
        self.page.elements.get(row as usize).map_or(0, |element: &Element| element.end)
    }
}

/// Those of some rows, which are in order, from a first one to the one before `stop`.
fn inside(rows: &[u32], first: u32, stop: u32) -> &[u32] {
    let start = rows.partition_point(|row| *row < first);
    let stop = rows.partition_point(|row| *row < stop);
    rows.get(start..stop).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::with_page;

    fn entries(html: &str) -> Vec<Entry> {
        with_page(html, |page| {
            let of = |tag: Tag| rows_by_tag(page.elements, &[tag as u8]).remove(0);
            let spans: Vec<Span> = of(Tag::Li).into_iter().map(|row| (row, row)).collect();
            read_entries(page, &spans, &vec![true; page.blocks.len()], &of(Tag::Del))
        })
    }

    #[test]
    fn an_entry_has_its_lines_links_and_days() {
        let html = "<p>x<ul><li><a href=/i><img src=i.png></a><h2></h2><h3><a href=/n>Name</a></h3>\
                    <time datetime=2026-05-04>May</time><p><del>9 €</del> 7 €<li>other</ul>";
        let found = entries(html);
        let entry = &found[0];
        assert_eq!(entry.lines, ["Name", "May", "9 € 7 €"]);
        assert_eq!(entry.blocks, [1, 2, 3]);
        assert_eq!(entry.heading.as_deref(), Some("Name"));
        let links: Vec<_> =
            entry.links.iter().map(|link| (link.address.as_deref(), link.text.as_str(), link.is_at_heading)).collect();
        assert_eq!(links, [(Some("/i"), "", false), (Some("/n"), "Name", true)]);
        assert_eq!(
            (entry.images.len(), &entry.times[..], &entry.struck[..]),
            (1, &["2026-05-04".to_owned()][..], &["9".to_owned()][..])
        );
        assert_eq!(entry.prices.iter().map(|(line, found)| (*line, found.len())).collect::<Vec<_>>(), [(2, 2)]);
        assert_eq!(found[1].lines, ["other"]);
        assert!(!found[1].has_outer_link);
    }

    #[test]
    fn a_link_around_an_entry_comes_last() {
        let found = entries("<a href=/all><li>a <b>b</b></a>");
        assert!(found[0].has_outer_link);
        assert_eq!(found[0].links[0].address.as_deref(), Some("/all"));
    }

    #[test]
    fn spans_of_other_pages_are_empty() {
        let found = with_page("<p>a", |page| read_entries(page, &[(99, 99), (0, 99)], &[], &[]));
        assert_eq!(found, [Entry::default(), Entry::default()]);
    }
}
