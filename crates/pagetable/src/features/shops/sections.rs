//! Sections that are about the shop, by their headings: "Delivery & returns", "Customer reviews", "You may also like".
//!
//! A heading's section is the rest of the largest element that begins with the heading (an accordion with its title), or
//! what follows the heading in its parent; in both cases up to the next heading of the same or a higher level. Sections
//! of one level don't overlap, and there are seven levels, so marking them takes linear time.

use super::phrases::{Topics, topics};
use super::text_of;
use crate::features::matrix::is_root;
use crate::page::PageView;
use crate::parse::tags::Tag;

/// A heading is so many steps above its text at most.
const MAX_STEPS: usize = 4;
/// A longer text is not a heading.
const MAX_BYTES: usize = 140;
const MAX_WORDS: u32 = 9;
/// The level of what is below all headings: summaries, terms, buttons that open a section.
const BELOW_HEADINGS: u8 = 7;

/// A heading around a block: its level, 0 for none, and its row.
type Heading = (u8, usize);

/// Marks the blocks of sections whose headings name one of some topics.
pub fn mark_sections(page: PageView<'_>, marked: Topics, mut mark: impl FnMut(usize)) {
    let headings: Vec<Heading> = page.blocks.iter().map(|block| heading(page, block.element as usize)).collect();
    for (number, block) in page.blocks.iter().enumerate() {
        let (level, row) = headings[number];
        // The page's headline names the product, whatever its words.
        if level <= 1 || block.words > MAX_WORDS || page.block_text(block).len() > MAX_BYTES {
            continue;
        }
        if topics(text_of(page, block)) & marked == 0 {
            continue;
        }
        mark(number);
        let (first, stop) = section(page, number, row);
        let is_open = |other: &usize| headings[*other].0 == 0 || headings[*other].0 > level;
        (first..stop).take_while(is_open).for_each(&mut mark);
    }
}

/// The blocks that follow a heading: in the largest element that begins with it or, if that has no others, in its parent.
fn section(page: PageView<'_>, number: usize, row: usize) -> (usize, usize) {
    let elements = page.elements;
    let own_stop = elements[row].stop_block as usize;
    let mut outer = row;
    let parent = |row: usize| Some(elements[row].parent as usize).filter(|&above| above < elements.len());
    while let Some(above) = parent(outer).filter(|&above| !is_root(elements, above as u32)) {
        if elements[above].first_block as usize != number {
            break;
        }
        outer = above;
    }
    let stop = elements[outer].stop_block as usize;
    if stop > own_stop {
        return (own_stop, stop);
    }
    (own_stop, parent(outer).map_or(own_stop, |above| elements[above].stop_block as usize))
}

/// The level of the heading around an element, 0 if there is none.
pub fn level_of(page: PageView<'_>, element: usize) -> u8 {
    heading(page, element).0
}

fn heading(page: PageView<'_>, element: usize) -> Heading {
    let mut row = element;
    for _ in 0..MAX_STEPS {
        let Some(element) = page.elements.get(row) else { break };
        let level = level(element.tag);
        if level > 0 {
            return (level, row);
        }
        row = element.parent as usize;
    }
    (0, element)
}

fn level(tag: u8) -> u8 {
    const HEADINGS: [Tag; 6] = [Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6];
    const OTHERS: [Tag; 5] = [Tag::Summary, Tag::Dt, Tag::Legend, Tag::Button, Tag::Caption];
    let is_other = || OTHERS.iter().any(|&other| other as u8 == tag);
    let place = HEADINGS.iter().position(|&heading| heading as u8 == tag);
    place.map_or_else(|| if is_other() { BELOW_HEADINGS } else { 0 }, |place| place as u8 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::with_page;

    fn marked(html: &str) -> String {
        with_page(html, |page| {
            let mut found = vec![false; page.blocks.len()];
            mark_sections(page, !0, |number| found[number] = true);
            String::from_utf8(page.joined_text(found.into_iter())).unwrap().replace("\n\n", " ")
        })
    }

    #[test]
    fn a_section_ends_with_its_element_or_at_the_next_heading() {
        assert_eq!(marked("<p>It boils.<div><h3>Delivery</h3><p>Two days.</div><p>Steel."), "Delivery Two days.");
        assert_eq!(
            marked("<h2>Returns</h2><p>A month.<h3>How</h3><p>By post.<h2>Size</h2><p>2 l"),
            "Returns A month. How By post."
        );
        assert_eq!(marked("<div><h4>Versand</h4></div><p>Zwei Tage.<h4>Maße</h4><p>2 l"), "Versand Zwei Tage.");
        assert_eq!(
            marked("<p>Bout.<details><summary>Livraison</summary><p>Deux jours.</details><p>Acier."),
            "Livraison Deux jours."
        );
    }

    #[test]
    fn headlines_long_headings_and_other_topics_mark_nothing() {
        for html in [
            "<h1>Delivery box</h1><p>It is of steel.",
            "<h2>Size</h2><p>2 l",
            "<p>Delivery</p><p>Two days.",
            "<h2>The kettle that a delivery of coal had once been meant to heat</h2><p>2 l",
            "<h2>Delivery",
            "",
        ] {
            let found = marked(html);
            assert!(found.is_empty() || found == "Delivery", "{html}: {found}");
        }
    }
}
