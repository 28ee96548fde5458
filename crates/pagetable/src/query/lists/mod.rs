//! Page, keep mask -> the repeated elements that hold the main content: lists, and one span of elements per entry. What
//! each entry shows is collected in `entries` and judged in `items`.
//!
//! Elements are of a group if they are at the same place in the tree and have the same tag and classes; and, because
//! the first or every second entry often has a class more, also if they only are at the same place. Most of them have a
//! link. The best group has the most of the kept words in the most elements; its elements never contain each other. A
//! page may have several lists, so the best of the groups in what is left comes next, as long as one is good enough.

mod candidates;
mod completing;
mod entries;
mod items;
mod whole;

use candidates::{Candidates, LEAST_ENTRIES};
use completing::completed;
pub use entries::Span;
pub use items::{Item, Reader, read_items};
use whole::{cards, cycles, up_to_siblings, whole, with_all_around};

use crate::page::PageView;
use crate::page::table::Element;
use crate::parse::tags::Tag;

/// Lists of a page.
const MAX_LISTS: usize = 8;

/// The lists of a page, the best first, and of each its entries in order: the first and the last element, mostly the
/// same one. `keep` is about the blocks. Empty if the page has none.
pub fn read_lists(page: PageView<'_>, keep: &[bool]) -> Vec<Vec<Span>> {
    let words = page.blocks.iter().zip(keep).map(|(block, keep)| if *keep { i64::from(block.words) } else { 0 });
    let words = sums(words);
    let total = words.last().copied().unwrap_or_default();
    if total == 0 || keep.len() != page.blocks.len() {
        return Vec::new();
    }
    let own: Vec<i64> = page.elements.iter().map(|element| within(&words, element)).collect();
    let found = lists_of(page, &own, total, &have_links(page));
    // Some pages open an entry by a script. A card without a link has an image and several lines.
    if found.is_empty() { lists_of(page, &own, total, &are_cards(page)) } else { found }
}

/// The sum before each value, and that of all.
fn sums(values: impl Iterator<Item = i64>) -> Vec<i64> {
    let mut sum = 0;
    let before = values.map(|value| {
        sum += value;
        sum
    });
    std::iter::once(0).chain(before).collect()
}

/// The sum over the blocks of an element.
fn within(sums: &[i64], element: &Element) -> i64 {
    let at = |block: u32| sums.get(block as usize).copied().unwrap_or_default();
    at(element.stop_block) - at(element.first_block)
}

/// Per element: whether a block in it is mostly a link, or it is inside a link. A link within a sentence does not make
/// an entry.
fn have_links(page: PageView<'_>) -> Vec<bool> {
    let is_link =
        page.blocks.iter().map(|block| i64::from(2 * u64::from(block.link_chars) >= u64::from(block.chars.max(1))));
    let counts = sums(is_link);
    let is_in_link = |element: &Element| {
        let parent = page.elements.get(element.parent as usize).or(page.elements.first());
        parent.is_some_and(|parent| parent.tag == Tag::A as u8)
    };
    page.elements.iter().map(|element| within(&counts, element) > 0 || is_in_link(element)).collect()
}

fn are_cards(page: PageView<'_>) -> Vec<bool> {
    let counts = sums(page.elements.iter().map(|element| i64::from(element.tag == Tag::Img as u8)));
    let has_image = |row: usize, element: &Element| counts[(element.end as usize).min(counts.len() - 1)] > counts[row];
    let is_card = |(row, own): (usize, &Element)| has_image(row, own) && own.stop_block > own.first_block + 1;
    page.elements.iter().enumerate().map(is_card).collect()
}

fn lists_of(page: PageView<'_>, own: &[i64], total: i64, may_be_entry: &[bool]) -> Vec<Vec<Span>> {
    let is_one = |row: &usize| own[*row] > 0 && may_be_entry[*row];
    let rows: Vec<u32> = (0..own.len()).filter(is_one).map(|row| row as u32).collect();
    if rows.len() < LEAST_ENTRIES {
        return Vec::new();
    }
    let kinds = Candidates::both_kinds(page.elements, &rows);
    let mut is_taken = vec![false; page.blocks.len()];
    let mut found: Vec<Vec<Span>> = Vec::new();
    for _ in 0..MAX_LISTS {
        let taken = sums(is_taken.iter().map(|taken| i64::from(*taken)));
        let is_open: Vec<bool> = page.elements.iter().map(|element| within(&taken, element) == 0).collect();
        let left: Vec<i64> = own.iter().zip(&is_open).map(|(own, open)| if *open { *own } else { 0 }).collect();
        let mut best: (f64, Vec<u32>) = (0.0, Vec::new());
        for kind in &kinds {
            let (score, members) = kind.best(page, &left, total);
            if score > best.0 {
                best = (score, members);
            }
        }
        if best.0 == 0.0 {
            break;
        }
        let members = cards(page.elements, with_all_around(page.elements, whole(page, best.1)));
        let members = up_to_siblings(page, members, &is_open);
        let is_free: Vec<bool> = is_open.iter().zip(may_be_entry).map(|(open, may_be)| *open && *may_be).collect();
        let entries = cycles(page.elements, &members)
            .unwrap_or_else(|| completed(page, &members, &is_free).into_iter().map(|row| (row, row)).collect());
        for (first, last) in &entries {
            let blocks = page.elements[*first as usize].first_block..page.elements[*last as usize].stop_block;
            blocks.for_each(|block| is_taken[block as usize] = true);
        }
        found.push(entries);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::with_page;

    /// The lists of a page of which all is kept, each entry as the text of its first block.
    fn lists(html: &str) -> Vec<Vec<String>> {
        with_page(html, |page| {
            let first = |span: &Span| {
                let block = page.elements[span.0 as usize].first_block as usize;
                String::from_utf8_lossy(page.block_text(&page.blocks[block])).into_owned()
            };
            let found = read_lists(page, &vec![true; page.blocks.len()]);
            found.iter().map(|spans| spans.iter().map(first).collect()).collect()
        })
    }

    #[test]
    fn entries_are_alike_and_lists_are_several() {
        let cards: String = ["a", "b", "c"]
            .map(|name| format!("<div><h3><a href=/{name}>{name}</a></h3><p>some words here</div>"))
            .concat();
        let links: String = ["x", "y", "z"].map(|name| format!("<li><a href=/{name}>{name}</a>")).concat();
        assert_eq!(lists(&format!("<section>{cards}</section><ul>{links}</ul>")), [["a", "b", "c"], ["x", "y", "z"]]);
        assert!(lists("<p>Some words <a href=/>and a link</a> in a sentence").is_empty());
        assert!(lists("").is_empty());
    }

    #[test]
    fn the_cards_in_columns_are_the_entries() {
        let card = |name: &str| format!("<section><h3><a href=/{name}>{name}</a></h3><p>some words</section>");
        let column = |names: [&str; 2]| format!("<div>{}</div>", names.map(card).concat());
        let columns = [["a", "b"], ["c", "d"], ["e", "f"]].map(column).concat();
        assert_eq!(lists(&format!("<main>{columns}</main>")), [["a", "b", "c", "d", "e", "f"]]);
    }

    #[test]
    fn an_entry_ends_where_the_next_one_begins() {
        // The other elements at the place of the cards are unlike them, so the headings alone are a group.
        let card = |name: &str| format!("<li><div><h3><a href=/{name}>{name}</a></h3><time>5 May</time></div>");
        let other = "<li><div><p>x<p>y<p>z<p>x<p>y<p>z<p>x<p>y<p><a href=/>x</a></div>";
        let html = format!("<ul>{}</ul><ul>{}</ul>", ["a", "b", "c"].map(card).concat(), other.repeat(2));
        with_page(&html, |page| {
            let headings: Vec<u32> = crate::query::rows_by_tag(page.elements, &[Tag::H3 as u8]).remove(0);
            let found = up_to_siblings(page, headings.clone(), &vec![true; page.elements.len()]);
            assert!(found.iter().all(|row| page.elements[*row as usize].tag == Tag::Li as u8));
            assert_eq!(up_to_siblings(page, headings.clone(), &vec![false; page.elements.len()]), headings);
        });
    }

    #[test]
    fn a_mask_of_another_page_finds_nothing() {
        assert!(with_page("<li><a href=a>a</a>", |page| read_lists(page, &[true; 9]).is_empty()));
    }
}
