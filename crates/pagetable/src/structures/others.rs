//! On the page of a product, a grid of links is other products: recommendations, offers, what was looked at before.
//!
//! Each entry of such a grid looks like the product of the page: a name, a price, an image. On a listing the same entries
//! are the content, and most pages with such grids are listings, so the model scores them high. What tells them apart is
//! the type of the page. Lists of facts about the product have few links, and sections of the page have many words.

use crate::features::{dense, is_root, nearest, running};
use crate::hash;
use crate::page::PageView;
use crate::page::table::Element;

/// The probability of the page type `product` from which on grids of links are other products.
pub const MIN_PRODUCT: f64 = 0.7;
/// What the probability of their blocks is multiplied by.
pub const FACTOR: f64 = 0.1;
const LEAST_ITEMS: u32 = 3;
/// More of the words of a grid than this are links.
const LINK_SHARE: f64 = 0.5;
/// An entry has fewer words on average; more are a section of the page.
const MAX_WORDS: f64 = 60.0;

/// Elements beside each other that have the same tag and classes.
#[derive(Clone, Default)]
struct Group {
    n_items: u32,
    words: f64,
    link_words: f64,
}

impl Group {
    fn is_of_links(&self) -> bool {
        self.n_items >= LEAST_ITEMS
            && self.link_words > LINK_SHARE * self.words.max(1.0)
            && self.words < MAX_WORDS * f64::from(self.n_items)
    }
}

/// For each block whether it is in a grid of links: the nearest repeated element around it, or the next one out.
pub fn in_grids_of_links(page: PageView<'_>) -> Vec<bool> {
    let elements = page.elements;
    let words = || page.blocks.iter().map(|block| f64::from(block.words));
    let shares = page.blocks.iter().map(|block| f64::from(block.link_chars) / f64::from(block.chars.max(1)));
    let (words_to, link_words_to) =
        (running(words()), running(words().zip(shares).map(|(words, share)| words * share)));
    let held = |element: &Element, sums: &[f64]| sums[element.stop_block as usize] - sums[element.first_block as usize];
    let has_text = |&row: &usize| elements[row].stop_block > elements[row].first_block;
    let rows: Vec<usize> = (0..elements.len()).filter(has_text).collect();
    let key = |&row: &usize| hash::mix(u64::from(elements[row].parent), elements[row].signature);
    let (numbers, n_groups) = dense(&rows.iter().map(key).collect::<Vec<u64>>());
    let mut groups = vec![Group::default(); n_groups];
    let mut group_of = vec![None; elements.len()];
    for (&row, &number) in rows.iter().zip(&numbers) {
        let group = &mut groups[number as usize];
        group.n_items += 1;
        group.words += held(&elements[row], &words_to);
        group.link_words += held(&elements[row], &link_words_to);
        group_of[row] = Some(number as usize);
    }
    let group_at = |row: u32| group_of[row as usize].map(|number| &groups[number]);
    let is_item = |row: u32| !is_root(elements, row) && group_at(row).is_some_and(|group| group.n_items >= LEAST_ITEMS);
    let nearest = nearest(elements, is_item);
    let is_of_links = |item: u32| is_item(item) && group_at(item).is_some_and(Group::is_of_links);
    let is_inside = |element: u32| {
        let item = nearest[element as usize];
        let outer = nearest.get(elements[item as usize].parent as usize).copied();
        is_of_links(item) || outer.is_some_and(is_of_links)
    };
    page.blocks.iter().map(|block| is_inside(block.element)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::with_page;

    fn marked(html: &str) -> String {
        with_page(html, |page| {
            let found = in_grids_of_links(page);
            String::from_utf8(page.joined_text(found.into_iter())).unwrap().replace("\n\n", " ")
        })
    }

    #[test]
    fn entries_that_are_links_are_marked_with_their_prices() {
        let entry = |name: &str| format!("<div class=card><a href=/x><p>Pot {name} of steel</p></a><p>$5</p></div>");
        let grid: String = ["one", "two", "three"].map(entry).concat();
        let found = marked(&format!("<h1>Kettle</h1><p>It boils.</p><section>{grid}</section>"));
        assert_eq!(found, "Pot one of steel $5 Pot two of steel $5 Pot three of steel $5");
    }

    #[test]
    fn two_entries_facts_without_links_and_long_sections_are_not() {
        let two = "<div class=c><a href=/a>Pot</a></div>".repeat(2);
        let facts = "<ul><li>Height: 12 cm<li>Weight: 2 kg<li>Made by <a href=/m>Miller</a></ul>";
        let long = format!("<a href=/a>{}</a>", "word ".repeat(70));
        let sections = format!("<div class=s>{long}</div>").repeat(4);
        for html in [two, facts.to_owned(), sections] {
            assert_eq!(marked(&html), "", "{html}");
        }
        assert_eq!(marked("<p>"), "");
    }
}
