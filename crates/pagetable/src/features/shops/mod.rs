//! On pages of shops: which blocks are the price, and which are asides, not about what the page sells, by where they are
//! and what they say.
//!
//! The model scores blocks by what is content on most pages. On the page of a product the same blocks are something else:
//! a grid of links is other products (`grids`), so is a carousel, and dialogs are about sizes and delivery (`widgets`). What
//! a shop writes about delivery, returns, payment, reviews and itself is the same on all its pages (`sections`,
//! `phrases`). Buttons are neither product nor entry of a list. The price (`price`) looks like a label of a menu. On lists,
//! filters and buttons look like entries (`controls`). Only the type of the page separates them, and labelled pages of
//! shops are too few for trees to learn it, least of all in many languages, so these rules follow the model.

mod controls;
mod grids;
mod phrases;
mod price;
mod sections;
mod widgets;

use std::str;

use super::facts::Facts;
use crate::page::PageView;
use crate::page::table::Block;
use crate::parse::tags::Tag;
use phrases::{CONTROLS, PAYMENT, RETURNS, REVIEWS, topics};
use widgets::Widgets;

/// Grids of links, dialogs, carousels and reviews count from this probability of a product on: on listings they are the content.
const MIN_PRODUCT_FOR_GRIDS: f64 = 0.7;
/// Words about the shop are less ambiguous.
const MIN_PRODUCT_FOR_WORDS: f64 = 0.15;
/// Reviews need a surer product.
const MIN_PRODUCT_FOR_REVIEWS: f64 = 0.5;
/// Elements named for reviews count up to this probability of a collection or a listing: there, entries bear the name.
const MAX_LIST_FOR_REVIEWS: f64 = 0.05;
/// Labels of buttons count on any page of a shop, from this probability of a product, a collection or a listing on.
const MIN_SHOP: f64 = 0.5;
/// Controls of lists count from this probability of a collection or a listing on.
const MIN_LIST: f64 = 0.3;
/// Blocks that are less probable are not read: no threshold would keep them.
const MIN_PROBABILITY: f64 = 0.05;
/// Longer texts are not read.
const MAX_BYTES: usize = 3000;
/// A longer text is not the label of a button.
const MAX_WORDS_OF_CONTROL: u32 = 12;
/// A quantity has so many digits at most.
const MAX_DIGITS: usize = 3;
/// The price is kept from this probability of a product on.
const MIN_PRODUCT_FOR_PRICE: f64 = 0.5;
/// The probability that a price counts with at least.
const PROBABILITY_OF_PRICE: f64 = 0.7;
/// What the odds of a block in a carousel, in a dialog or among reviews are multiplied by.
const ODDS_IN_WIDGET: f64 = 0.1;
/// Signs of money.
const MONEY: [char; 7] = ['$', '€', '£', '¥', '₽', '₹', '₩'];

/// What a block is on the page of a shop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ShopPart {
    /// About what the page sells, as far as these rules know.
    Own,
    /// The price of the product.
    Price,
    /// In a grid of other products, in a dialog, or in a section about the shop.
    Beside,
    /// In a carousel, in a dialog or among reviews, by the names of the elements around it. Some shops put descriptions
    /// there, so what the model is sure of is kept.
    InWidget,
    /// A text whose own words are about returns or payment. A description may mention a refund, so it counts more than
    /// what is beside.
    AboutShop,
    /// The label of a button, or a quantity to choose.
    Control,
    /// On a list: a button, a label, a choice.
    ListControl,
}

impl ShopPart {
    /// The probability that the block is chosen by, given that of the model.
    pub fn weighed(self, own: f64) -> f64 {
        match self {
            ShopPart::Own => own,
            ShopPart::Price => own.max(PROBABILITY_OF_PRICE),
            ShopPart::Beside => 0.1 * own,
            ShopPart::InWidget => ODDS_IN_WIDGET * own / (1.0 - own + ODDS_IN_WIDGET * own),
            ShopPart::AboutShop | ShopPart::Control | ShopPart::ListControl => 0.3 * own,
        }
    }
}

/// How probably a page is that of a shop.
#[derive(Clone, Copy)]
pub struct ShopTypes {
    /// That of one product.
    pub product: f64,
    /// That of a product, a collection or a listing.
    pub any: f64,
    /// That of a collection or a listing.
    pub list: f64,
}

/// What each block is; empty if the page is probably not that of a shop.
pub fn shop_parts(page: PageView<'_>, facts: &Facts, types: ShopTypes, probability: &[f64]) -> Vec<ShopPart> {
    let has_product = types.product >= MIN_PRODUCT_FOR_WORDS;
    let (is_shop, is_list) = (has_product || types.any >= MIN_SHOP, types.list >= MIN_LIST);
    if !is_shop && !is_list {
        return Vec::new();
    }
    let own = |(block, &own): (&Block, &f64)| match own >= MIN_PROBABILITY {
        true if is_shop => by_own_words(page, block, has_product),
        _ => ShopPart::Own,
    };
    let mut found: Vec<ShopPart> = page.blocks.iter().zip(probability).map(own).collect();
    if has_product {
        // A page that is rather about what people say of a restaurant has reviews as its content.
        let topics = if types.product >= MIN_PRODUCT_FOR_REVIEWS { !CONTROLS } else { !(CONTROLS | REVIEWS) };
        sections::mark_sections(page, topics, |number| found[number] = ShopPart::Beside);
    }
    if types.product >= MIN_PRODUCT_FOR_GRIDS {
        mark_widgets(page, facts, types.list < MAX_LIST_FOR_REVIEWS, probability, &mut found);
        let marked = found.iter_mut().zip(grids::in_grids(page, facts)).filter(|(_, is_in_grid)| *is_in_grid);
        marked.for_each(|(own, _)| *own = ShopPart::Beside);
    }
    if is_list {
        controls::mark_controls(page, |number| {
            if matches!(found[number], ShopPart::Own | ShopPart::Control) {
                found[number] = ShopPart::ListControl;
            }
        });
    }
    if types.product >= MIN_PRODUCT_FOR_PRICE {
        price::price_block(page).into_iter().for_each(|number| found[number] = ShopPart::Price);
    }
    found
}

fn mark_widgets(page: PageView<'_>, facts: &Facts, with_reviews: bool, probability: &[f64], found: &mut [ShopPart]) {
    let mut widgets = Widgets::new(page, facts);
    for (number, (block, part)) in page.blocks.iter().zip(found).enumerate() {
        let may_be_kept = *part == ShopPart::Own && probability[number] >= MIN_PROBABILITY;
        if may_be_kept && ((with_reviews && widgets.are_reviews(number)) || widgets.are_around(block)) {
            *part = ShopPart::InWidget;
        }
    }
}

fn by_own_words(page: PageView<'_>, block: &Block, has_product: bool) -> ShopPart {
    if page.block_text(block).len() > MAX_BYTES || (!has_product && block.words > MAX_WORDS_OF_CONTROL) {
        return ShopPart::Own;
    }
    let text = text_of(page, block);
    if is_quantity(page, block, text) {
        return ShopPart::Control;
    }
    let found = topics(text);
    // "$195.00 or 4 payments of $48.75" is the price.
    let is_payment = found & PAYMENT != 0 && !text.contains(MONEY);
    if has_product && (is_payment || found & RETURNS != 0) {
        return ShopPart::AboutShop;
    }
    // "49.90 Add to cart" is the price, too.
    let has_digit = || text.bytes().any(|byte| byte.is_ascii_digit());
    let is_control = found & CONTROLS != 0 && block.words <= MAX_WORDS_OF_CONTROL && !has_digit();
    if is_control { ShopPart::Control } else { ShopPart::Own }
}

/// Whether a block is a number of pieces to choose from a menu.
fn is_quantity(page: PageView<'_>, block: &Block, text: &str) -> bool {
    let tag = page.elements.get(block.element as usize).map(|element| element.tag);
    tag == Some(Tag::Option as u8) && text.len() <= MAX_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The text of a block; blocks are whole characters of UTF-8.
fn text_of<'a>(page: PageView<'a>, block: &Block) -> &'a str {
    str::from_utf8(page.block_text(block)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::facts::{WordTables, read_facts};
    use crate::page::tests::with_page;

    fn found(html: &str, types: ShopTypes, probability: f64) -> Vec<ShopPart> {
        with_page(html, |page| {
            let facts = read_facts(page, &WordTables::empty());
            shop_parts(page, &facts, types, &vec![probability; page.blocks.len()])
        })
    }

    fn product(product: f64) -> ShopTypes {
        ShopTypes { product, any: product, list: 0.0 }
    }

    #[test]
    fn words_about_the_shop_and_labels_of_buttons_are_asides() {
        use ShopPart::{AboutShop, Control, Own};
        let page =
            "<p>It boils.<p>Add to cart<p>Returns are free.<p>$9 or 3 payments of $3<p>Payment<p>9.90 Add to cart";
        let sure = product(MIN_PRODUCT_FOR_WORDS);
        assert_eq!(found(page, sure, 0.5), [Own, Control, AboutShop, Own, AboutShop, Own]);
        assert_eq!(found(page, sure, MIN_PROBABILITY / 2.0), [Own; 6], "improbable blocks are not read");
        assert_eq!(found(page, product(0.1), 0.5), [], "another type of page");
        let list = ShopTypes { product: 0.0, any: MIN_SHOP, list: 0.0 };
        assert_eq!(found(page, list, 0.5), [Own, Control, Own, Own, Own, Own], "a list has buttons too");
    }

    #[test]
    fn the_price_of_a_product_counts_and_quantities_do_not() {
        use ShopPart::{Control, Own, Price};
        let page = "<h1>Kettle</h1><p>$ 9.90<select><option>1<option>2<option>Blue</select>";
        assert_eq!(found(page, product(MIN_PRODUCT_FOR_PRICE), 0.5), [Own, Price, Control, Control, Own]);
        assert_eq!(found(page, product(MIN_PRODUCT_FOR_WORDS), 0.5), [Own, Own, Control, Control, Own]);
        assert_eq!(Price.weighed(0.2), PROBABILITY_OF_PRICE);
        assert_eq!(Price.weighed(0.9), 0.9);
    }

    #[test]
    fn texts_in_carousels_stay_if_the_model_is_sure_of_them() {
        use ShopPart::{InWidget, Own};
        let page = "<h1>Kettle</h1><p>It boils.</p><div class=swiper-slide><p>Pot of steel</p></div>";
        assert_eq!(found(page, product(MIN_PRODUCT_FOR_GRIDS), 0.5), [Own, Own, InWidget]);
        assert_eq!(found(page, product(MIN_PRODUCT_FOR_GRIDS), MIN_PROBABILITY / 2.0), [Own; 3]);
        assert_eq!(found(page, product(MIN_PRODUCT_FOR_WORDS), 0.5), [Own; 3]);
        assert!(InWidget.weighed(0.5) < 0.1);
        assert!(InWidget.weighed(0.95) > 0.6);
        assert_eq!([InWidget.weighed(0.0), InWidget.weighed(1.0)], [0.0, 1.0]);
    }

    #[test]
    fn controls_of_lists_count_less_on_lists() {
        use ShopPart::{ListControl, Own};
        let page = "<p>A kettle of steel that boils two litres of water<div><button>Save Kettle</button></div>";
        let list = ShopTypes { product: 0.0, any: MIN_LIST, list: MIN_LIST };
        assert_eq!(found(page, list, 0.5), [Own, ListControl]);
        assert_eq!(found(page, ShopTypes { list: 0.2, ..list }, 0.5), []);
        assert_eq!(ListControl.weighed(0.5), 0.15);
    }

    #[test]
    fn grids_need_a_surer_product_than_sections() {
        use ShopPart::{Beside, Own};
        let grid = "<div class=card><a href=/x>Pot of steel</a></div>".repeat(3);
        let page = format!("<p>It boils.</p><h2>Delivery</h2><p>Two days.</p><h2>Pots</h2><section>{grid}</section>");
        let all = [Own, Beside, Beside, Own, Beside, Beside, Beside];
        assert_eq!(found(&page, product(MIN_PRODUCT_FOR_GRIDS), 0.5), all);
        assert_eq!(found(&page, product(MIN_PRODUCT_FOR_WORDS), 0.5), [Own, Beside, Beside, Own, Own, Own, Own]);
        let reviews = "<p>It boils.<h2>Reviews</h2><p>It does.";
        assert_eq!(found(reviews, product(MIN_PRODUCT_FOR_WORDS), 0.5), [Own; 3]);
        assert_eq!(found(reviews, product(MIN_PRODUCT_FOR_REVIEWS), 0.5), [Own, Beside, Beside]);
    }
}
