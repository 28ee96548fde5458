//! Blocks in grids of links and in dialogs.
//!
//! A grid of links is other products: recommendations, offers, what was looked at before. Each entry looks like the product
//! of the page: a name, a price, an image. On a listing the same entries are the content, and most pages with such grids
//! are listings, so the model scores them high. Only the type of the page separates them. Lists of facts about the product
//! have few links, and sections of the page have many words. Dialogs are about sizes, delivery or cookies.

use crate::features::ancestors::{GROUPS, class_group};
use crate::features::facts::{Facts, Sums};
use crate::features::groups::{LEAST_ITEMS, alike};
use crate::features::matrix::{is_root, nearest};
use crate::page::PageView;
use crate::page::table::Block;

const DIALOG: usize = class_group("modal");
/// Steps up from a block to an element named for dialogs.
const MAX_STEPS_TO_DIALOG: u8 = 3;
/// More of the words of a grid than this are links.
const LINK_SHARE: f64 = 0.5;
/// An entry has fewer words on average; more are a section of the page.
const MAX_WORDS: f64 = 60.0;

/// Elements beside each other that have the same tag and classes.
#[derive(Clone, Default)]
struct Group {
    n_items: usize,
    words: f64,
    link_words: f64,
}

impl Group {
    fn is_of_links(&self) -> bool {
        self.link_words > LINK_SHARE * self.words.max(1.0) && self.words < MAX_WORDS * self.n_items as f64
    }
}

/// For each block whether it is in a grid of links or in a dialog. Of the repeated elements around a block, the nearest
/// and the next one out are looked at.
pub fn in_grids(page: PageView<'_>, facts: &Facts) -> Vec<bool> {
    let elements = page.elements;
    let held = |row: usize, sums: fn(&Sums) -> &Vec<f64>| facts.held(elements, row as u32, sums);
    let (rows, numbers, n_groups) = alike(elements);
    let mut groups = vec![Group::default(); n_groups];
    let mut group_of = vec![None; elements.len()];
    for (&row, &number) in rows.iter().zip(&numbers) {
        let group = &mut groups[number as usize];
        group.n_items += 1;
        group.words += held(row, |sums| &sums.words);
        group.link_words += held(row, |sums| &sums.link_words);
        group_of[row] = Some(number as usize);
    }
    let group_at = |row: u32| group_of[row as usize].map(|number| &groups[number]);
    let repeated = |row: u32| group_at(row).filter(|own| own.n_items >= LEAST_ITEMS && !is_root(elements, row));
    let nearest = nearest(elements, |row| repeated(row).is_some());
    let is_beside = |(block, steps): (&Block, &[u8])| {
        let item = nearest[block.element as usize];
        let outer = nearest.get(elements[item as usize].parent as usize).copied();
        let mut around = [Some(item), outer].into_iter().flatten().filter_map(repeated);
        steps[DIALOG] <= MAX_STEPS_TO_DIALOG || around.any(Group::is_of_links)
    };
    page.blocks.iter().zip(facts.around.distances.chunks_exact(GROUPS)).map(is_beside).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::facts::{WordTables, read_facts};
    use crate::page::tests::with_page;

    /// The marked text of a page; all blocks but the first are so many steps inside a dialog.
    fn marked_in_dialog(html: &str, steps: u8) -> String {
        with_page(html, |page| {
            let mut facts = read_facts(page, &WordTables::empty());
            facts.around.distances.chunks_exact_mut(GROUPS).skip(1).for_each(|own| own[DIALOG] = steps);
            let found = in_grids(page, &facts);
            String::from_utf8(page.joined_text(found.into_iter())).unwrap().replace("\n\n", " ")
        })
    }

    fn marked(html: &str) -> String {
        marked_in_dialog(html, u8::MAX)
    }

    #[test]
    fn entries_that_are_links_are_marked_with_their_prices() {
        let entry = |name: &str| format!("<div class=card><a href=/x><p>Pot {name} of steel</p></a><p>$5</p></div>");
        let grid: String = ["one", "two", "three"].map(entry).concat();
        let found = marked(&format!("<h1>Kettle</h1><p>It boils.</p><section>{grid}</section>"));
        assert_eq!(found, "Pot one of steel $5 Pot two of steel $5 Pot three of steel $5");
    }

    #[test]
    fn dialogs_are_marked() {
        let page = "<p>It boils.<div>All sizes</div>";
        assert_eq!(marked_in_dialog(page, MAX_STEPS_TO_DIALOG), "All sizes");
        assert_eq!(marked_in_dialog(page, MAX_STEPS_TO_DIALOG + 1), "");
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
