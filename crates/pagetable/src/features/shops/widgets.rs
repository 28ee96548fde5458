//! Blocks in carousels, in dialogs and among reviews, by the names of the elements around them.
//!
//! What a product's page shows in a carousel is mostly other products, dialogs are about delivery and sizes, and reviews are
//! what buyers wrote. Their class names are English, or names of the programs that draw them, on pages in any language. On
//! other pages carousels hold the content as often as not, so the trees, which see the same names, can't rely on them.

use crate::features::ancestors::{GROUPS, class_group};
use crate::features::facts::Facts;
use crate::page::PageView;
use crate::page::table::{Block, Element};

const REVIEW: usize = class_group("review");
/// Steps up from a block to an element named for reviews. Further out whole descriptions are: `product-with-reviews`.
const MAX_STEPS_TO_REVIEWS: u8 = 3;
/// Parts of class names and ids: what carousels are called, programs that draw them, and what opens above the page.
const NAMES: [&str; 18] = [
    "slider",
    "carousel",
    "karussell",
    "swiper",
    "slick",
    "owl-",
    "splide",
    "glide",
    "flickity",
    "modal",
    "popup",
    "dialog",
    "drawer",
    "overlay",
    "offcanvas",
    "lightbox",
    "tooltip",
    "popover",
];
/// Elements from a block's own one up to the one with the name. Libraries wrap each entry several times.
const MAX_ELEMENTS: usize = 10;

/// Finds what is in widgets, and looks at each element once.
pub struct Widgets<'a> {
    page: PageView<'a>,
    facts: &'a Facts,
    /// For each element whether its names are those of a widget, once it has been looked at.
    known: Vec<Option<bool>>,
}

impl<'a> Widgets<'a> {
    pub fn new(page: PageView<'a>, facts: &'a Facts) -> Widgets<'a> {
        Widgets { page, facts, known: vec![None; page.elements.len()] }
    }

    /// Whether a block is among reviews.
    pub fn are_reviews(&self, number: usize) -> bool {
        let steps = &self.facts.around.distances[number * GROUPS..][..GROUPS];
        steps[REVIEW] <= MAX_STEPS_TO_REVIEWS
    }

    /// Whether a block is in a carousel or in a dialog.
    pub fn are_around(&mut self, block: &Block) -> bool {
        let mut row = block.element as usize;
        for _ in 0..MAX_ELEMENTS {
            let Some(element) = self.page.elements.get(row) else { break };
            if *self.known[row].get_or_insert_with(|| is_widget(self.page, element)) {
                return true;
            }
            row = element.parent as usize;
        }
        false
    }
}

fn is_widget(page: PageView<'_>, element: &Element) -> bool {
    let is_named = |name: &[u8]| {
        let value = page.attribute(element, name).unwrap_or_default().to_ascii_lowercase();
        NAMES.iter().any(|own| value.contains(own))
    };
    is_named(b"class") || is_named(b"id")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::facts::{WordTables, read_facts};
    use crate::page::tests::with_page;

    fn held(html: &str) -> Vec<bool> {
        with_page(html, |page| {
            let facts = read_facts(page, &WordTables::empty());
            let mut widgets = Widgets::new(page, &facts);
            page.blocks.iter().map(|block| widgets.are_around(block)).collect()
        })
    }

    fn reviews(steps: u8) -> bool {
        with_page("<p>It boils.", |page| {
            let mut facts = read_facts(page, &WordTables::empty());
            facts.around.distances.chunks_exact_mut(GROUPS).for_each(|own| own[REVIEW] = steps);
            Widgets::new(page, &facts).are_reviews(0)
        })
    }

    #[test]
    fn widgets_are_found_by_class_and_id_in_any_case() {
        for open in [
            "<div class='b Swiper-slide'>",
            "<ul id=RelatedSlider><li>",
            "<section class=owl-stage><div><p>",
            "<div class=SizeModal>",
        ] {
            assert_eq!(held(&format!("<p>It boils.</p>{open}Pot</div></section>")), [false, true], "{open}");
        }
        assert_eq!(held("<div class=slide><p>It boils.</div>"), [false]);
        assert_eq!(held(""), [false; 0]);
    }

    #[test]
    fn widgets_further_out_hold_nothing() {
        let nested = |depth| format!("<div class=slick>{}Pot", "<div>".repeat(depth));
        assert_eq!(held(&nested(MAX_ELEMENTS - 1)), [true]);
        assert_eq!(held(&nested(MAX_ELEMENTS)), [false]);
    }

    #[test]
    fn reviews_are_near_elements_that_are_named_for_them() {
        assert!(reviews(MAX_STEPS_TO_REVIEWS));
        assert!(!reviews(MAX_STEPS_TO_REVIEWS + 1));
    }
}
