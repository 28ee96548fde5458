//! Probabilities, threshold -> the blocks to keep, decided over whole structures.
//!
//! The model scores blocks one by one, and readers want whole structures: a table with all of its cells, a list with
//! all of its items, a heading with the text below it. Seven rules are applied, the first before
//! the threshold is chosen and the others after it:
//!
//! ```text
//! products  on the page of a product, grids of links and dialogs are improbable; on a list, its controls
//! pooling   the blocks of a table, a list, a code block, or the same part of similar cards share the mean of their
//!           probabilities, so all of them are kept or none is           (pooling, cards)
//! labels    a heading, a term or a summary is kept if what it introduces is kept and it is not improbable itself
//! captions  the caption of a figure is kept with the other text of the figure
//! tabs      the names of tabs are kept with the code in their panels
//! empty     a heading over dropped text is dropped, unless it is probable itself
//! copies    text that a page has twice, for wide and for narrow screens, is kept once
//! ```
//!
//! Lists and tables whose items hold several blocks each are threads, grids of cards or layout. There only blocks in the
//! same place of each card share a probability: all prices, all names, all buttons.

mod around;
mod captions;
mod cards;
mod copies;
mod empty_headings;
mod labels;
mod pooling;
mod tab_names;

use std::borrow::Cow;

use crate::features::ShopPart;
use crate::page::PageView;
use crate::page::table::flag;

/// What a block was kept or dropped with, by number; 0 means that its own probability decided. Python has the names.
pub const NAMES: [&str; 15] = [
    "",
    "its table",
    "its list",
    "its code block",
    "similar cards",
    "the text below it",
    "its definition",
    "its details",
    "the copies for another screen",
    "the code in its tab",
    "its figure",
    "what is beside the product",
    "the buttons of the shop",
    "the product, as its price",
    "the controls of the list",
];
/// With the rest of its table.
pub const TABLE: u8 = 1;
/// With the rest of its list.
pub const LIST: u8 = 2;
/// With the rest of its code block.
pub const CODE: u8 = 3;
/// With similar cards.
pub const CARD: u8 = 4;
/// A heading with the text below it.
pub const HEADING: u8 = 5;
/// A term with its definition.
pub const TERM: u8 = 6;
/// A summary with its details.
pub const SUMMARY: u8 = 7;
/// Dropped, because the page has the same text for another screen.
pub const COPY: u8 = 8;
/// The name of a tab with the code in it.
pub const TAB: u8 = 9;
/// A caption with the rest of its figure.
pub const CAPTION: u8 = 10;
/// Dropped on the page of a product: links to others, dialogs, carousels, reviews, what is about the shop.
pub const BESIDE: u8 = 11;
/// Dropped on the page of a shop: the label of a button.
pub const CONTROL: u8 = 12;
/// Kept on the page of a product.
pub const PRICE: u8 = 13;
/// Dropped on a list: a button, a label, a choice.
pub const LIST_CONTROL: u8 = 14;

/// Blocks that were scored, and the probability from which on they are kept.
#[derive(Clone, Copy)]
pub struct Scored<'a> {
    /// The probability of each block.
    pub probability: &'a [f64],
    /// Blocks of at least this probability are kept.
    pub threshold: f64,
    /// On forums, headings over posts are their authors and dates, and repetitions are quotations.
    pub is_forum: bool,
}

/// The blocks to keep, and what each was kept or dropped with against its own probability.
pub struct Decision {
    /// One bit per block.
    pub keep: Vec<bool>,
    /// For each block, the constant that says what it was kept or dropped with; 0 if it was judged alone.
    pub with: Vec<u8>,
}

/// The probabilities that blocks are chosen by: those of the model, other ones for some parts of a shop's page. Most pages
/// have no parts.
pub fn weighed<'a>(own: &'a [f64], parts: &[ShopPart]) -> Cow<'a, [f64]> {
    if parts.is_empty() {
        return Cow::Borrowed(own);
    }
    own.iter().zip(parts).map(|(&own, part)| part.weighed(own)).collect()
}

impl Decision {
    /// Notes which blocks were kept or dropped for what they are on the page of a shop; `own` are the model's
    /// probabilities.
    pub fn name_parts(&mut self, own: &[f64], parts: &[ShopPart], threshold: f64) {
        for (number, (own, part)) in own.iter().zip(parts).enumerate() {
            let name = match part {
                ShopPart::Own => continue,
                ShopPart::Price => PRICE,
                ShopPart::Beside | ShopPart::InWidget | ShopPart::AboutShop => BESIDE,
                ShopPart::Control => CONTROL,
                ShopPart::ListControl => LIST_CONTROL,
            };
            if (*own >= threshold) != self.keep[number] {
                self.with[number] = name;
            }
        }
    }
}

/// Decides over the structures of a page; there is one probability per block.
pub fn decide(page: PageView<'_>, scored: Scored<'_>) -> Decision {
    let n_blocks = page.blocks.len();
    if !scored.probability.iter().any(|&own| own >= scored.threshold) {
        return Decision { keep: vec![false; n_blocks], with: vec![0; n_blocks] };
    }
    let around = around::Around::new(page.elements);
    let mut pooled = pooling::Pooled::new(page, scored.probability);
    cards::pool_cards(page, &mut pooled);
    pooling::pool_structures(page, &around, &mut pooled);
    // A page with main content keeps at least its most probable structure.
    let threshold = pooled.probability.iter().copied().fold(0.0, f64::max).min(scored.threshold);
    let keep: Vec<bool> = pooled.probability.iter().map(|&own| own >= threshold).collect();
    let is_overruled = |(own, keep): (&f64, &bool)| (*own >= scored.threshold) != *keep;
    let overruled = scored.probability.iter().zip(&keep).map(is_overruled);
    let with = overruled.zip(&pooled.kind).map(|(is_overruled, &kind)| if is_overruled { kind } else { 0 }).collect();
    let mut decision = Decision { keep, with };
    captions::keep_captions(page, scored.probability, &mut decision);
    tab_names::keep_tab_names(page, &mut decision);
    if !scored.is_forum {
        labels::keep_labels(page, &around, scored.probability, &mut decision);
        empty_headings::drop_empty(page, &around, scored.probability, &mut decision);
        copies::drop_copies(page, &mut decision);
    }
    decision
}

/// The flags that set text apart from the page's own: text with other flags than its structure is not a part of it.
fn apart(flags: u32) -> u32 {
    flags & u32::from(flag::APART)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::with_page;

    /// What is kept of a page whose blocks have these probabilities, with a threshold of one half.
    fn kept(html: &str, probability: &[f64]) -> String {
        with_page(html, |page| {
            assert_eq!(page.blocks.len(), probability.len());
            let found = decide(page, Scored { probability, threshold: 0.5, is_forum: false });
            String::from_utf8(page.joined_text(found.keep.iter().copied())).unwrap().replace("\n\n", " ")
        })
    }

    #[test]
    fn a_table_is_kept_with_its_labels_or_dropped_with_its_values() {
        let table = "<table><tr><th>Height<td>12 m<tr><th>Width<td>8 m</table>";
        assert_eq!(kept(table, &[0.2, 0.9, 0.3, 0.9]), "Height 12 m Width 8 m");
        let page = format!("{table}<p>Text");
        assert_eq!(kept(&page, &[0.1, 0.6, 0.1, 0.6, 0.9]), "Text");
    }

    #[test]
    fn the_most_probable_structure_is_kept_even_if_its_mean_is_low() {
        assert_eq!(kept("<ul><li>one<li>two</ul><p>Ads", &[0.6, 0.2, 0.1]), "one two");
        assert_eq!(kept("<ul><li>one<li>two</ul><p>Ads", &[0.4, 0.2, 0.1]), "");
    }

    #[test]
    fn a_table_that_lays_out_a_page_is_not_a_unit() {
        let table = "<table><tr><td><table><tr><td>One<td>two</table><td>three<tr><td>four<td>five</table>";
        assert_eq!(kept(table, &[0.9, 0.1, 0.9, 0.1, 0.9]), "One three five");
    }

    #[test]
    fn a_list_is_kept_or_dropped_as_a_whole_and_apart_from_the_lists_in_its_items() {
        let list = "<ul><li>flour<li>sugar<li>salt<ul><li>Ad<li>another</ul></ul>";
        assert_eq!(kept(list, &[0.9, 0.8, 0.2, 0.3, 0.6]), "flour sugar salt");
    }

    #[test]
    fn items_of_several_blocks_decide_for_themselves() {
        let thread = "<ol><li><p>Ann<p>Hello<p>there<li><p>Bob<p>Hi<p>you</ol>";
        assert_eq!(kept(thread, &[0.1, 0.9, 0.9, 0.2, 0.9, 0.3]), "Hello there Hi");
    }

    #[test]
    fn the_same_part_of_similar_cards_is_kept_or_dropped_together() {
        let card = |name: &str| format!("<div class=card><h3>{name}</h3><b class=x>9 EUR</b><p class=y>Buy</div>");
        let cards = ["Cup", "Pan", "Pot"].map(card).concat();
        let probability = [0.9, 0.8, 0.1, 0.9, 0.4, 0.1, 0.4, 0.7, 0.6];
        let expected = "Cup 9 EUR Pan 9 EUR Pot 9 EUR";
        assert_eq!(kept(&cards, &probability), expected);
    }

    #[test]
    fn a_heading_is_kept_with_the_text_below_it() {
        let page = "<h1>Title</h1><p>One<h2>Part</h2><h3>Point</h3><p>Two<h2>More</h2><p>Ads";
        assert_eq!(kept(page, &[0.2, 0.9, 0.3, 0.1, 0.9, 0.4, 0.1]), "One Part Point Two");
        assert_eq!(kept(page, &[0.2, 0.9, 0.01, 0.1, 0.9, 0.4, 0.1]), "One Point Two", "improbable");
    }

    #[test]
    fn a_heading_over_dropped_text_is_dropped() {
        let ads = "<p>Five words of an advertisement";
        let page = format!("<p>One<h2>Part</h2><p>Two<h2>More</h2>{ads}<h2>Last</h2>{ads}");
        assert_eq!(kept(&page, &[0.9, 0.9, 0.9, 0.6, 0.1, 0.6, 0.1]), "One Part Two");
        assert_eq!(kept(&page, &[0.9, 0.9, 0.9, 0.8, 0.1, 0.8, 0.1]), "One Part Two More Last", "probable");
        let inner = format!("<p>One<h2>Part</h2>{ads}<h3>Point</h3><p>Two");
        assert_eq!(kept(&inner, &[0.9, 0.6, 0.1, 0.6, 0.9]), "One Part Point Two", "a smaller heading is below");
        let button = "<p>One<h2>Part</h2><p>Buy<h2>More</h2><p>Two";
        assert_eq!(kept(button, &[0.9, 0.6, 0.1, 0.6, 0.9]), "One Part More Two", "a button");
        let contents = format!("<p>More<p>One<h2>More</h2>{ads}");
        assert_eq!(kept(&contents, &[0.1, 0.9, 0.6, 0.1]), "One More", "the table of contents has it");
        let item = format!("<p>One<ul><li><h2>More</h2>{ads}<p>a<p>b</ul>");
        assert_eq!(kept(&item, &[0.9, 0.6, 0.1, 0.1, 0.1]), "One More", "an item");
    }

    #[test]
    fn the_first_headline_is_left_to_the_model() {
        assert_eq!(kept("<h1>Title</h1><p>One", &[0.3, 0.9]), "One");
    }

    #[test]
    fn a_summary_and_a_term_are_kept_with_what_they_introduce() {
        let details = "<p>Before<details><summary>Why?</summary><p>Because</details>";
        assert_eq!(kept(details, &[0.9, 0.3, 0.8]), "Before Why? Because");
        let terms = "<p>Before<dl><dt>Term<dd><p>One<p>two<p>three<p>four</dl>";
        assert_eq!(kept(terms, &[0.9, 0.2, 0.9, 0.9, 0.9, 0.9]), "Before Term One two three four");
    }

    #[test]
    fn a_caption_is_kept_with_the_rest_of_its_figure() {
        let page = "<p>Before<figure><blockquote>So she said.</blockquote><div><figcaption>Ada</figcaption></div></figure><p>Ads";
        assert_eq!(kept(page, &[0.9, 0.9, 0.3, 0.1]), "Before So she said. Ada");
        assert_eq!(kept(page, &[0.9, 0.9, 0.05, 0.1]), "Before So she said.", "improbable");
        assert_eq!(kept(page, &[0.9, 0.1, 0.3, 0.1]), "Before", "nothing else of the figure is kept");
        let image = "<p>Before<figure><img src=a.png><figcaption>A pot</figcaption></figure><p>Ads";
        assert_eq!(kept(image, &[0.9, 0.3, 0.1]), "Before", "an image has no text");
    }

    #[test]
    fn the_names_of_tabs_are_kept_with_their_code() {
        let names = "<p>Before<div><div role=tablist><button>C</button> <button>Go</button></div>";
        let page = format!("{names}<pre>a</pre><pre>b</pre></div><p>Ads");
        assert_eq!(kept(&page, &[0.9, 0.01, 0.9, 0.8, 0.1]), "Before C Go a b");
        assert_eq!(kept(&page, &[0.9, 0.01, 0.9, 0.1, 0.1]), "Before a", "tabs need two panels with kept code");
        with_page(&page, |page| {
            let scored = Scored { probability: &[0.9, 0.01, 0.9, 0.8, 0.1], threshold: 0.5, is_forum: false };
            assert_eq!(decide(page, scored).with, [0, TAB, 0, 0, 0]);
        });
    }

    #[test]
    fn what_was_decided_against_a_probability_is_named() {
        with_page("<p>Text<ul><li>one<li>two</ul>", |page| {
            let scored = Scored { probability: &[0.9, 0.9, 0.4], threshold: 0.5, is_forum: false };
            assert_eq!(decide(page, scored).with, [0, 0, LIST]);
        });
    }

    #[test]
    fn text_for_wide_and_narrow_screens_is_kept_once() {
        let text = "<p>A paragraph of a length that no name and no number of a page has.<p>Two</p>";
        let page = |one: &str, other: &str| format!("<div class='{one}'>{text}</div><div class='{other}'>{text}</div>");
        let once = "A paragraph of a length that no name and no number of a page has. Two";
        let all = [0.9; 4];
        for (one, other) in
            [("for-desktop", "for-mobile"), ("row hidden-xs", "row visible-xs"), ("x", "d-none d-md-block")]
        {
            assert_eq!(kept(&page(one, other), &all), once, "{one} {other}");
        }
        let twice = format!("{once} {once}");
        assert_eq!(kept(&page("post", "quote"), &all), twice);
        assert_eq!(kept(&page("col-md-6", "col-md-6"), &all), twice);
        let longer = format!("<div class=desktop>{text}</div><div class=mobile>{text}<p>Three</div>");
        assert_eq!(kept(&longer, &[0.9; 5]), format!("{once} Three"), "the part with more text stays");
    }

    #[test]
    fn hidden_text_does_not_decide_for_what_is_shown() {
        assert_eq!(kept("<ul><li>one<li>two<li hidden>three</ul>", &[0.9, 0.2, 0.0]), "one two");
    }
}
