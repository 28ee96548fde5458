//! On pages of shops: which blocks are not about what the page sells, by where they are and what they say.
//!
//! The model scores blocks by what is content on most pages. On the page of a product the same blocks are something else:
//! a grid of links is other products (`grids`), and what a shop writes about delivery, returns, payment, reviews and
//! itself is the same on all its pages (`sections`, `phrases`). Buttons are neither product nor entry of a list. Only the
//! type of the page separates them, and labelled pages of shops are too few for trees to learn it, least of all in many
//! languages, so these rules follow the model.

mod grids;
mod phrases;
mod sections;

use std::str;

use super::facts::Facts;
use crate::page::PageView;
use crate::page::table::Block;
use phrases::{CONTROLS, PAYMENT, RETURNS, topics};

/// Grids of links and dialogs count from this probability of a product on: on listings they are the content.
const MIN_PRODUCT_FOR_GRIDS: f64 = 0.7;
/// Words about the shop are less ambiguous.
const MIN_PRODUCT_FOR_WORDS: f64 = 0.15;
/// Labels of buttons count on any page of a shop, from this probability of a product, a collection or a listing on.
const MIN_SHOP: f64 = 0.5;
/// Blocks that are less probable are not read: no threshold would keep them.
const MIN_PROBABILITY: f64 = 0.05;
/// Longer texts are not read.
const MAX_BYTES: usize = 3000;
/// A longer text is not the label of a button.
const MAX_WORDS_OF_CONTROL: u32 = 12;
/// Signs of money.
const MONEY: [char; 7] = ['$', '€', '£', '¥', '₽', '₹', '₩'];

/// Why a block is not about what the page sells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aside {
    /// It may be.
    Not,
    /// It is in a grid of other products, in a dialog, or in a section about the shop.
    Beside,
    /// Its own words are about returns or payment. A description may mention a refund, so it counts more than the others.
    AboutShop,
    /// It is the label of a button.
    Control,
}

impl Aside {
    /// What the probability of the block is multiplied by when blocks are chosen.
    pub fn factor(self) -> f64 {
        match self {
            Aside::Not => 1.0,
            Aside::Beside => 0.1,
            Aside::AboutShop | Aside::Control => 0.3,
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
}

/// For each block whether it is an aside; empty if the page is probably not that of a shop.
pub fn asides(page: PageView<'_>, facts: &Facts, types: ShopTypes, probability: &[f64]) -> Vec<Aside> {
    let has_product = types.product >= MIN_PRODUCT_FOR_WORDS;
    if !has_product && types.any < MIN_SHOP {
        return Vec::new();
    }
    let own = |(block, &own): (&Block, &f64)| match own >= MIN_PROBABILITY {
        true => by_own_words(page, block, has_product),
        false => Aside::Not,
    };
    let mut found: Vec<Aside> = page.blocks.iter().zip(probability).map(own).collect();
    if has_product {
        sections::mark_sections(page, |number| found[number] = Aside::Beside);
    }
    if types.product >= MIN_PRODUCT_FOR_GRIDS {
        let marked = found.iter_mut().zip(grids::in_grids(page, facts)).filter(|(_, is_in_grid)| *is_in_grid);
        marked.for_each(|(own, _)| *own = Aside::Beside);
    }
    found
}

fn by_own_words(page: PageView<'_>, block: &Block, has_product: bool) -> Aside {
    if page.block_text(block).len() > MAX_BYTES || (!has_product && block.words > MAX_WORDS_OF_CONTROL) {
        return Aside::Not;
    }
    let text = text_of(page, block);
    let found = topics(text);
    // "$195.00 or 4 payments of $48.75" is the price.
    let is_payment = found & PAYMENT != 0 && !text.contains(MONEY);
    if has_product && (is_payment || found & RETURNS != 0) {
        return Aside::AboutShop;
    }
    // "49.90 Add to cart" is the price, too.
    let has_digit = || text.bytes().any(|byte| byte.is_ascii_digit());
    let is_control = found & CONTROLS != 0 && block.words <= MAX_WORDS_OF_CONTROL && !has_digit();
    if is_control { Aside::Control } else { Aside::Not }
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

    fn found(html: &str, types: ShopTypes, probability: f64) -> Vec<Aside> {
        with_page(html, |page| {
            let facts = read_facts(page, &WordTables::empty());
            asides(page, &facts, types, &vec![probability; page.blocks.len()])
        })
    }

    fn product(product: f64) -> ShopTypes {
        ShopTypes { product, any: product }
    }

    #[test]
    fn words_about_the_shop_and_labels_of_buttons_are_asides() {
        use Aside::{AboutShop, Control, Not};
        let page =
            "<p>It boils.<p>Add to cart<p>Returns are free.<p>$9 or 3 payments of $3<p>Payment<p>9.90 Add to cart";
        let sure = product(MIN_PRODUCT_FOR_WORDS);
        assert_eq!(found(page, sure, 0.5), [Not, Control, AboutShop, Not, AboutShop, Not]);
        assert_eq!(found(page, sure, MIN_PROBABILITY / 2.0), [Not; 6], "improbable blocks are not read");
        assert_eq!(found(page, product(0.1), 0.5), [], "another type of page");
        let list = ShopTypes { product: 0.0, any: MIN_SHOP };
        assert_eq!(found(page, list, 0.5), [Not, Control, Not, Not, Not, Not], "a list has buttons too");
    }

    #[test]
    fn grids_need_a_surer_product_than_sections() {
        use Aside::{Beside, Not};
        let grid = "<div class=card><a href=/x>Pot of steel</a></div>".repeat(3);
        let page = format!("<p>It boils.</p><h2>Delivery</h2><p>Two days.</p><h2>Pots</h2><section>{grid}</section>");
        let all = [Not, Beside, Beside, Not, Beside, Beside, Beside];
        assert_eq!(found(&page, product(MIN_PRODUCT_FOR_GRIDS), 0.5), all);
        assert_eq!(found(&page, product(MIN_PRODUCT_FOR_WORDS), 0.5), [Not, Beside, Beside, Not, Not, Not, Not]);
    }
}
