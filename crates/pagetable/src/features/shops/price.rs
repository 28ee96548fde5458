//! The price of a product: the first short block with an amount of money after the headline.
//!
//! A price has two words and stands alone, as labels of menus do, so the model finds it improbable on half of all pages.

use super::sections::level_of;
use super::text_of;
use crate::page::PageView;

/// Blocks after the headline among which the price is.
const WITHIN: usize = 40;
/// A longer text is a sentence about money, unless it begins with the amount: "9,90 EUR incl. VAT, plus delivery".
const MAX_WORDS: u32 = 6;
const MAX_WORDS_AFTER: u32 = 14;
const MAX_BYTES: usize = 100;
/// Signs of money, also in scripts that write them as letters.
const SIGNS: [char; 14] = ['$', '€', '£', '¥', '￥', '₽', '₹', '₩', '₪', '฿', '₺', '₴', '元', '円'];
/// Names of money beside an amount, in small letters.
const NAMES: [&str; 22] = [
    "usd", "eur", "gbp", "chf", "sek", "nok", "dkk", "pln", "czk", "kr", "zł", "kč", "ft", "lei", "руб", "р", "тг",
    "грн", "rm", "rp", "원", "лв",
];

/// The block that shows the price, if there is one.
pub fn price_block(page: PageView<'_>) -> Option<usize> {
    let blocks = page.blocks;
    let headline = blocks.iter().position(|block| level_of(page, block.element as usize) == 1)?;
    let is_price = |number: &usize| {
        let (block, text) = (&blocks[*number], text_of(page, &blocks[*number]));
        let max_words = if text.starts_with(SIGNS) || text.starts_with(is_digit) { MAX_WORDS_AFTER } else { MAX_WORDS };
        block.words <= max_words && text.len() <= MAX_BYTES && shows_money(text)
    };
    (headline + 1..blocks.len()).take(WITHIN).find(is_price)
}

/// Whether a sign or a name of money is beside a digit.
fn shows_money(text: &str) -> bool {
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| SIGNS.contains(&c) || c.is_alphabetic()) {
        let unit = &rest[start..];
        let length = match unit.strip_prefix(SIGNS) {
            Some(after) => unit.len() - after.len(),
            None => unit.find(|c: char| !c.is_alphabetic() || SIGNS.contains(&c)).unwrap_or(unit.len()),
        };
        let (own, after) = unit.split_at(length);
        let before = text[..text.len() - rest.len() + start].trim_end();
        let is_beside = || before.ends_with(is_digit) || after.trim_start().starts_with(is_digit);
        let is_money = || own.starts_with(SIGNS) || NAMES.contains(&own.to_lowercase().as_str());
        if is_beside() && is_money() {
            return true;
        }
        rest = after;
    }
    false
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::with_page;

    fn found(html: &str) -> String {
        with_page(html, |page| {
            price_block(page).map_or_else(String::new, |number| text_of(page, &page.blocks[number]).to_owned())
        })
    }

    #[test]
    fn the_first_amount_of_money_after_the_headline_is_the_price() {
        assert_eq!(found("<p>$ 1<h1>Kettle</h1><p>New<p>$ 49.90<p>$ 12.48"), "$ 49.90");
        for price in [
            "49,90 €",
            "US $394.99",
            "1 299 руб.",
            "EUR 20",
            "12,000원",
            "3,980円（税込）",
            "499 kr",
            "￥80",
            "9,90 EUR inkl. 20 % MwSt., zzgl. Versand",
        ] {
            assert_eq!(found(&format!("<h1>Kettle</h1><p>{price}")), price);
        }
    }

    #[test]
    fn sentences_numbers_and_pages_without_a_headline_have_no_price() {
        let far = format!("<h1>Kettle</h1>{}<p>$ 5", "<p>one".repeat(WITHIN));
        for html in [
            "<p>$ 5",
            "<h1>Kettle</h1><p>Free delivery of all orders from $ 50 on",
            "<h1>Kettle</h1><p>1,7 l<p>from Kragujevac<p>5 rpm",
            "<h1>Kettle</h1><p>$",
            &far,
        ] {
            assert_eq!(found(html), "", "{html}");
        }
    }
}
