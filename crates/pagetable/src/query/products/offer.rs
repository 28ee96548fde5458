//! Short lines with digits -> the prices and the numbers of the product that readers see.
//!
//! Lines after the first heading come first: before it are the header, a basket and offers of other products.

use std::collections::HashSet;

use super::lines::{DigitLine, LineChoice, amounts_of, lines_with_digits};
use super::words::ShopWords;
use crate::page::PageView;
use crate::page::table::flag;
use crate::parse::tags::Tag;
use crate::query::marks::Marks;
use crate::query::related::rows_by_tag;
use crate::text::money::{Money, compare_amounts};

/// Short lines with digits that are read after the heading and before it: the others belong to other products.
const LINES_AFTER: usize = 120;
const LINES_BEFORE: usize = 10;
/// Characters of a line with a number, and of an amount that is struck through.
const LINE_CHARS: u32 = 120;
const STRUCK_CHARS: u32 = 60;
/// Blocks after the heading among which the price is, and before it: what is farther up belongs to the site.
const PRICES_WITHIN: usize = 150;
const PRICES_BEFORE: usize = 30;
/// Elements that are struck through, at most.
const MAX_STRUCK: usize = 100;
/// Amounts of a line that are looked at.
const MAX_AMOUNTS: usize = 2;
/// Characters after the last amount of a line that are about it.
const CHARS_AFTER: usize = 40;
/// Bytes of the line before that may be a label.
const BYTES_BEFORE: usize = 80;
/// Digits of a shop's number, and characters and digits of one that is compared with the address.
const CODE_DIGITS: usize = 3;
const ADDRESS_CHARS: usize = 6;
const ADDRESS_DIGITS: usize = 4;
/// Digits of the numbers of the trade.
const GTIN_DIGITS: [usize; 4] = [8, 12, 13, 14];
/// Signs between the words before an amount and the amount.
const SIGNS: [char; 8] = [' ', '€', '£', '$', '¥', '₹', ':', '.'];

/// An amount that the page shows.
#[derive(Debug, PartialEq)]
pub struct Price {
    /// Digits, with a point before the decimals.
    pub amount: String,
    /// Its code, or a sign that several currencies share.
    pub currency: &'static str,
    /// The block that shows it.
    pub block: usize,
}

/// The product's number that the page shows.
#[derive(Debug, PartialEq)]
pub enum ShownCode {
    /// After a label.
    Labelled(String),
    /// The page's address has it, too.
    InAddress(String),
}

/// What a page shows of its product.
#[derive(Debug, Default, PartialEq)]
pub struct Offer {
    /// The block of the first shown h1, or else h2; 0 if there is none.
    pub heading: usize,
    /// The amounts near the heading that are not struck through.
    pub prices: Vec<Price>,
    /// Those that are struck through or called old.
    pub list_prices: Vec<Price>,
    /// The currency of all amounts near the heading, if they have one in common.
    pub currency: Option<&'static str>,
    /// The product's number.
    pub code: Option<ShownCode>,
    /// The number of the trade after its label.
    pub gtin: Option<String>,
    /// Lines near the heading that may show a rating.
    pub ratings: Vec<String>,
}

/// Reads what a page shows. `struck` has the class words of what is struck through; `address` is the page's.
pub fn read_offer(page: PageView<'_>, words: &ShopWords, struck: &Marks, address: &str) -> Offer {
    let heading = heading(page);
    let choice = LineChoice { heading, n_after: LINES_AFTER, n_before: LINES_BEFORE, most_chars: LINE_CHARS };
    let lines = lines_with_digits(page, choice);
    let last = heading + PRICES_WITHIN;
    let mut offer = Offer { heading, ..Offer::default() };
    let mut struck_amounts = None;
    let mut currencies: Vec<&str> = Vec::new();
    for line in lines.iter().filter(|line| !line.amounts.is_empty() && line.block <= last) {
        currencies.extend(line.amounts.iter().map(|money| money.currency));
        // A price that leads elsewhere is that of another product.
        if !line.is_link && line.block + PRICES_BEFORE >= heading {
            let struck = struck_amounts.get_or_insert_with(|| struck_through(page, struck));
            take_amounts(page, words, struck, line, &mut offer);
        }
    }
    offer.currency = currencies.first().copied().filter(|first| currencies.iter().all(|other| other == first));
    offer.code = code(page, words, &lines, address);
    offer.gtin = lines.iter().find_map(|line| gtin(words, line));
    let may_be_rated = |line: &&DigitLine| {
        (heading..=last).contains(&line.block) && !line.is_link && line.amounts.is_empty() && has_decimal(&line.text)
    };
    offer.ratings = lines.iter().filter(may_be_rated).map(|line| line.text.clone()).collect();
    offer
}

fn heading(page: PageView<'_>) -> usize {
    let is_shown = |row: &u32| {
        let element = &page.elements[*row as usize];
        element.flags & flag::UNSHOWN == 0 && element.chars > 2
    };
    let rows = rows_by_tag(page.elements, &[Tag::H1 as u8, Tag::H2 as u8]);
    rows.into_iter().flatten().find(is_shown).map_or(0, |row| page.elements[row as usize].first_block as usize)
}

/// Block and amount of what is struck through.
fn struck_through(page: PageView<'_>, marks: &Marks) -> HashSet<(usize, String)> {
    let by_tag = rows_by_tag(page.elements, &[Tag::Del as u8, Tag::S as u8, Tag::Strike as u8]);
    let is_short = |row: &u32| page.elements[*row as usize].chars <= STRUCK_CHARS;
    let marked = marks.rows(page).into_iter().flatten().filter(is_short);
    let rows: Vec<usize> =
        by_tag.into_iter().flatten().chain(marked).take(MAX_STRUCK).map(|row| row as usize).collect();
    amounts_of(page, &rows).into_iter().map(|(block, amount)| (block as usize, amount)).collect()
}

/// The amounts of a line up to the first that is not an earlier price.
fn take_amounts(
    page: PageView<'_>,
    words: &ShopWords,
    struck: &HashSet<(usize, String)>,
    line: &DigitLine,
    offer: &mut Offer,
) {
    let chars: Vec<char> = line.text.chars().collect();
    if chars.len() > LINE_CHARS as usize {
        return;
    }
    let mut start = 0;
    for (number, money) in line.amounts.iter().enumerate().take(MAX_AMOUNTS) {
        let following = line.amounts.get(number + 1);
        let is_old = struck.contains(&(line.block, money.amount.clone()))
            || is_called_old(page, words, line.block, &chars[..money.place])
            || following.is_some_and(|following| is_before_lower(&chars, money, following));
        // Words between two amounts are about the second: "£220.00 + £12.00 delivery", "$90 You save $10".
        let stop = if following.is_some() { money.place } else { (money.place + CHARS_AFTER).min(chars.len()) };
        let own: String = chars[start..stop].iter().flat_map(|c| c.to_lowercase()).collect();
        start = money.place;
        if is_old || !words.not_the_price.are_in(&own) {
            let price = Price { amount: money.amount.clone(), currency: money.currency, block: line.block };
            if is_old { &mut offer.list_prices } else { &mut offer.prices }.push(price);
        }
        if !is_old {
            break;
        }
    }
}

/// Whether words such as "was" or "RRP" are before an amount, or fill the line before it.
fn is_called_old(page: PageView<'_>, words: &ShopWords, block: usize, before: &[char]) -> bool {
    let before: String = before.iter().collect();
    let own = before.trim_end_matches(SIGNS);
    let other = if own.is_empty() { line_before(page, block) } else { String::new() };
    let text = if own.is_empty() { other.trim_end_matches([' ', ':', '.']) } else { own };
    let small = text.to_lowercase();
    words.before_earlier.iter().any(|end| small.ends_with(end.as_str()))
}

/// Whether an amount is before a lower one with nothing but signs between: "$224.99 $174.99". A dash is that of a range.
fn is_before_lower(chars: &[char], money: &Money, following: &Money) -> bool {
    let is_digit = |c: &char| c.is_ascii_digit() || matches!(c, '.' | ',' | '\'' | '’');
    let is_sign = |c: &char| c.is_whitespace() || matches!(c, '€' | '£' | '$' | '¥' | '₹');
    let between = &chars[money.place..following.place];
    let n_digits = between.iter().take_while(|c| is_digit(c)).count();
    n_digits > 0
        && n_digits < between.len()
        && between[n_digits..].iter().all(is_sign)
        && compare_amounts(&following.amount, &money.amount).is_lt()
}

/// The beginning of the line before a block.
fn line_before(page: PageView<'_>, block: usize) -> String {
    let Some(before) = block.checked_sub(1).and_then(|before| page.blocks.get(before)) else { return String::new() };
    let text = page.block_text(before);
    String::from_utf8_lossy(&text[..text.len().min(BYTES_BEFORE)]).into_owned()
}

/// The product's number: after a label, or else one that the address has too.
fn code(page: PageView<'_>, words: &ShopWords, lines: &[DigitLine], address: &str) -> Option<ShownCode> {
    let with_codes = || lines.iter().filter(|line| !line.codes.is_empty());
    let labelled = with_codes().find_map(|line| labelled_code(words, line).or_else(|| after_label(page, words, line)));
    labelled.map(ShownCode::Labelled).or_else(|| {
        let address = packed(address);
        let codes = with_codes().flat_map(|line| &line.codes).map(|(_, code)| without_marks(code));
        let in_address = |code: &&str| {
            let is_long = code.len() >= ADDRESS_CHARS && n_digits(code) >= ADDRESS_DIGITS;
            let key = if is_long { packed(code) } else { String::new() };
            key.len() >= ADDRESS_CHARS && address.contains(&key)
        };
        codes.into_iter().find(in_address).map(|code| ShownCode::InAddress(code.to_owned()))
    })
}

/// The first of the codes of a line that is after a label: "Product code: 83810610".
fn labelled_code(words: &ShopWords, line: &DigitLine) -> Option<String> {
    let chars: Vec<char> = line.text.chars().collect();
    line.codes.iter().find_map(|(place, code)| {
        // The label may touch the number: "Art.1049084".
        let inner = code.find(['.', '-']).filter(|_| !code.starts_with(|c: char| c.is_ascii_digit()));
        [0, inner.map_or(0, |mark| mark + 1)].into_iter().find_map(|cut| {
            let own = without_marks(&code[cut..]);
            (n_digits(own) >= CODE_DIGITS && words.sku.end(&chars[..place + cut])).then(|| own.to_owned())
        })
    })
}

/// The code that fills a line after a line that is its label, as in two cells of a table.
fn after_label(page: PageView<'_>, words: &ShopWords, line: &DigitLine) -> Option<String> {
    let (_, code) = line.codes.first()?;
    (code == line.text.trim() && words.sku.has(&line_before(page, line.block))).then(|| code.clone())
}

/// The number of the trade after its label: "EAN: 6935364088101". Its last digit must be the right one.
fn gtin(words: &ShopWords, line: &DigitLine) -> Option<String> {
    if !line.codes.iter().any(|(_, code)| code.len() >= GTIN_DIGITS[0]) {
        return None;
    }
    let chars: Vec<char> = line.text.chars().collect();
    let mut at = 0;
    while at < chars.len() {
        let n_digits = chars[at..].iter().take_while(|c| c.is_ascii_digit()).count();
        let digits: String = chars[at..at + n_digits].iter().collect();
        if is_gtin(&digits) && words.gtin.end(&chars[..at]) {
            return Some(digits);
        }
        at += n_digits.max(1);
    }
    None
}

/// Whether the last digit of a number of the trade fits the others.
fn is_gtin(digits: &str) -> bool {
    let weighted = digits.bytes().rev().enumerate();
    let sum: u32 = weighted.map(|(place, digit)| u32::from(digit - b'0') * if place % 2 == 1 { 3 } else { 1 }).sum();
    GTIN_DIGITS.contains(&digits.len()) && sum.is_multiple_of(10)
}

/// Whether a text has a digit, a separator and a digit. Most lines with digits have no decimals.
fn has_decimal(text: &str) -> bool {
    let is_decimal =
        |bytes: &[u8]| bytes[0].is_ascii_digit() && matches!(bytes[1], b'.' | b',') && bytes[2].is_ascii_digit();
    text.as_bytes().windows(3).any(is_decimal)
}

fn without_marks(code: &str) -> &str {
    code.trim_end_matches(['.', '/', '_', '-'])
}

fn n_digits(text: &str) -> usize {
    text.bytes().filter(u8::is_ascii_digit).count()
}

/// A text as its ASCII letters and digits alone, to compare numbers that are written in several ways.
fn packed(text: &str) -> String {
    text.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect()
}

#[cfg(test)]
mod tests {
    use super::super::words::tests::words;
    use super::*;
    use crate::page::tests::with_page;

    fn offer(html: &str, address: &str) -> Offer {
        with_page(html, |page| read_offer(page, &words(), &Marks::new(Vec::new()), address))
    }

    fn amounts(prices: &[Price]) -> Vec<&str> {
        prices.iter().map(|price| price.amount.as_str()).collect()
    }

    #[test]
    fn prices_are_those_near_the_heading_that_are_not_old() {
        let html = "<p>4 €<h1>Kettle</h1><p><del>49 €</del> 39 €<p>RRP:<p>44 €<p>was 45 €, now 38 €<p>$20.50 $9.00\
                    <p>Save 5 €<p>$7 - $6<p>3 € + 2 € delivery<p><a href=/>8 €</a>";
        let found = offer(html, "");
        assert_eq!(found.heading, 1);
        assert_eq!(amounts(&found.prices), ["39", "38", "9.00", "7", "3", "4"]);
        assert_eq!(amounts(&found.list_prices), ["49", "44", "45", "20.50"]);
        assert_eq!((found.currency, found.prices[0].block), (None, 2));
        assert_eq!(offer("<p>4 €<p>5 €", "").currency, Some("EUR"));
    }

    #[test]
    fn a_number_is_after_its_label_or_in_the_address() {
        let code = |html: &str, address: &str| offer(html, address).code;
        let labelled = |code: &str| Some(ShownCode::Labelled(code.to_owned()));
        assert_eq!(code("<p>call 555 1234<p>Artikel-Nr. 12-345/", ""), labelled("12-345"));
        assert_eq!(code("<p>Art.1049084", ""), labelled("1049084"));
        assert_eq!(code("<p>Product code:<p>A1234", ""), labelled("A1234"));
        let html = "<p>Kettle KT-1234.56 and 777777";
        assert_eq!(code(html, "https://x.example/kt123456"), Some(ShownCode::InAddress("KT-1234.56".to_owned())));
        assert_eq!(code(html, "https://x.example/"), None);
    }

    #[test]
    fn a_number_of_the_trade_has_its_label_and_its_last_digit() {
        assert_eq!(offer("<p>EAN 6935364088102<p>EAN: 6935364088101", "").gtin.as_deref(), Some("6935364088101"));
        assert_eq!(offer("<p>No 6935364088101<p>EAN: 12345", "").gtin, None);
    }

    #[test]
    fn lines_with_decimals_may_be_ratings() {
        assert_eq!(offer("<h1>Kettle</h1><p>4.6 out of 5<p>5 of 7<p>9,99 €", "").ratings, ["4.6 out of 5"]);
    }
}
