//! Entries of lists -> their items: name, link, price, date and image.

use std::collections::{HashMap, HashSet};

use super::entries::{Entry, EntryLink, Span, read_entries};
use crate::page::PageView;
use crate::page::table::flag;
use crate::parse::tags::Tag;
use crate::query::dates::Months;
use crate::query::marks::Marks;
use crate::query::products::ShopWords;
use crate::query::related::rows_by_tag;
use crate::text::money::{Money, compare_amounts};

/// Characters of a name.
const NAME_CHARS: usize = 200;
/// A line with a price or a date is at most so long.
const PRICE_CHARS: usize = 120;
const DATE_CHARS: usize = 60;
/// The same for a date without a digit: an hour ago.
const PASSED_CHARS: usize = 24;
/// The label of a control has at most so many words, and at least so many entries of a list have it.
const CONTROL_WORDS: u32 = 4;
const LEAST_CONTROLS: usize = 3;

/// An entry of a list, field by field.
#[derive(Debug, Default, PartialEq)]
pub struct Item {
    /// Its heading, or else the longest text of a link, or else its first line.
    pub name: String,
    /// Addresses as written, the best first: of the link in, at or around the name, then of the others.
    pub addresses: Vec<String>,
    /// The other lines, each once.
    pub text: String,
    /// The first price that is not struck through.
    pub price: Option<Money>,
    /// The day as YYYY-MM-DD; or as shown, if it names none.
    pub date: Option<String>,
    /// Its images, as rows.
    pub images: Vec<u32>,
    /// The blocks that readers see, by number.
    pub blocks: Vec<u32>,
}

/// How items are read: names of months, the language of the page, words of shops, and the class words of what is struck
/// through.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    /// Names of months.
    pub months: &'a Months,
    /// Of the page; empty if it names none.
    pub language: &'a str,
    /// Words of shops.
    pub words: &'a ShopWords,
    /// Class words.
    pub struck: &'a Marks,
}

/// The items of each list that have a name. `keep` is about the blocks: some pages are hidden until a script shows them,
/// and what is kept is read all the same.
pub fn read_items(page: PageView<'_>, lists: &[Vec<Span>], keep: &[bool], reader: Reader<'_>) -> Vec<Vec<Item>> {
    let unseen = u32::from(flag::UNSHOWN | flag::SVG);
    let is_seen: Vec<bool> =
        page.blocks.iter().zip(keep).map(|(block, keep)| *keep || block.flags & unseen == 0).collect();
    let by_tag = rows_by_tag(page.elements, &[Tag::Del as u8, Tag::S as u8, Tag::Strike as u8]);
    let mut struck: Vec<u32> = reader.struck.rows(page).into_iter().chain(by_tag).flatten().collect();
    struck.sort_unstable();
    struck.dedup();
    let spans = lists.concat();
    let mut entries = read_entries(page, &spans, &is_seen, &struck).into_iter();
    let buttons = in_buttons(page);
    let items = |list: &Vec<Span>| {
        let mut own: Vec<Entry> = entries.by_ref().take(list.len()).collect();
        drop_controls(page, &mut own, keep, &buttons);
        own.into_iter().filter_map(|entry| item(page, entry, reader)).collect()
    };
    lists.iter().map(items).collect()
}

/// Empties the lines of a list's entries that are controls: links and buttons of a few words that were not kept and read
/// the same in most entries ("Add to cart").
fn drop_controls(page: PageView<'_>, entries: &mut [Entry], keep: &[bool], buttons: &HashSet<u32>) {
    let may_be = |number: u32| {
        let block = &page.blocks[number as usize];
        let is_dropped = keep.get(number as usize) == Some(&false);
        let is_link = 2 * block.link_chars >= block.chars.max(1);
        is_dropped && block.words <= CONTROL_WORDS && block.digits == 0 && (is_link || buttons.contains(&number))
    };
    let mut counts: HashMap<u64, usize> = HashMap::new();
    for entry in entries.iter() {
        let own: HashSet<u64> =
            entry.blocks.iter().filter(|own| may_be(**own)).map(|own| page.blocks[*own as usize].hash).collect();
        own.into_iter().for_each(|hash| *counts.entry(hash).or_default() += 1);
    }
    counts.retain(|_, n_entries| *n_entries >= LEAST_CONTROLS && 2 * *n_entries > entries.len());
    for entry in entries.iter_mut().filter(|_| !counts.is_empty()) {
        for (number, line) in entry.blocks.iter().zip(&mut entry.lines) {
            if counts.contains_key(&page.blocks[*number as usize].hash) && may_be(*number) {
                line.clear();
            }
        }
    }
}

/// The blocks whose text is mostly that of a button.
fn in_buttons(page: PageView<'_>) -> HashSet<u32> {
    let buttons = page.elements.iter().filter(|element| element.tag == Tag::Button as u8);
    let alone = buttons.filter(|button| button.stop_block == button.first_block + 1);
    let found = alone.filter(|button| 2 * button.chars >= page.blocks[button.first_block as usize].chars);
    found.map(|button| button.first_block).collect()
}

/// The item of an entry; None if it has no name.
fn item(page: PageView<'_>, entry: Entry, reader: Reader<'_>) -> Option<Item> {
    let (name, own_link) = name(&entry, reader.months)?;
    let (price, price_line) = price(&entry, reader.words).unzip();
    let (date, date_line) = date(page, &entry, reader);
    let mut used: HashSet<&str> = [Some(name.as_str()), price_line, date_line].into_iter().flatten().collect();
    // Some pages have a line once for phones and once for other screens.
    let others = entry.lines.iter().map(String::as_str).filter(|line| !line.is_empty() && used.insert(line));
    let text = others.collect::<Vec<_>>().join("\n");
    let addresses = addresses(&entry, own_link);
    Some(Item { name, addresses, text, price, date, images: entry.images, blocks: entry.blocks })
}

/// The name, and the address of the link that has it.
fn name<'a>(entry: &'a Entry, months: &Months) -> Option<(String, Option<&'a str>)> {
    if let Some(heading) = &entry.heading {
        return Some((heading.chars().take(NAME_CHARS).collect(), None));
    }
    // A link around the whole item has the text of all its lines.
    let links = &entry.links[..entry.links.len() - usize::from(entry.has_outer_link)];
    let texts: Vec<(usize, &EntryLink)> = links
        .iter()
        .filter(|link| !link.text.is_empty() && !link.has_amount)
        .map(|link| (link.text.chars().count(), link))
        .filter(|(n_chars, _)| *n_chars <= NAME_CHARS)
        .collect();
    // The first of the longest.
    if let Some((n_longest, longest)) = texts.iter().rev().max_by_key(|(n_chars, _)| n_chars) {
        // "Shop the Kettle K2" has the name in it.
        let is_inside = |(n_chars, link): &&(usize, &EntryLink)| {
            *n_longest < 2 * n_chars && longest.text.contains(link.text.as_str())
        };
        let (_, link) = texts.iter().filter(is_inside).min_by_key(|(n_chars, _)| n_chars)?;
        return Some((link.text.clone(), link.address.as_deref()));
    }
    let mut with_prices = entry.prices.iter().map(|(number, _)| *number).peekable();
    let others = entry.lines.iter().enumerate().filter(|(number, _)| with_prices.next_if_eq(number).is_none());
    let first = others.map(|(_, line)| line).find(|line| !line.is_empty() && !months.shows_date(line))?;
    Some((first.chars().take(NAME_CHARS).collect(), None))
}

/// The addresses of an entry, each once.
fn addresses(entry: &Entry, own: Option<&str>) -> Vec<String> {
    let at_heading = entry.links.iter().filter(|link| link.is_at_heading);
    let written = own.into_iter().chain(at_heading.chain(&entry.links).filter_map(|link| link.address.as_deref()));
    let mut seen = HashSet::new();
    written.filter(|address| !address.is_empty() && seen.insert(*address)).map(str::to_owned).collect()
}

/// The price, and its line.
fn price<'a>(entry: &'a Entry, words: &ShopWords) -> Option<(Money, &'a str)> {
    entry.prices.iter().find_map(|(number, found)| {
        let line = entry.lines[*number].as_str();
        let left: Vec<&Money> = found.iter().filter(|money| !entry.struck.contains(&money.amount)).collect();
        if left.is_empty() || line.chars().count() > PRICE_CHARS || is_difference(line, found, words) {
            return None;
        }
        // "$129.37 $97.27 Save 25%": of two prices without a mark, the lower one is to be paid.
        let is_pair = left.len() == 2 && found.len() == 2 && compare_amounts(&left[1].amount, &left[0].amount).is_lt();
        Some((left[usize::from(is_pair)].clone(), line))
    })
}

/// Whether the only amount of a line is what buyers save, or what delivery costs: "Save $37", "-100,00 €".
fn is_difference(line: &str, found: &[Money], words: &ShopWords) -> bool {
    let [money] = found else { return false };
    let before: String = line.chars().take(money.place).collect();
    let sign = before.trim_matches(|c: char| c.is_whitespace() || c.is_alphabetic() || "€£$¥₹".contains(c));
    let is_minus = matches!(sign, "-" | "–" | "−") && !before.starts_with(char::is_alphanumeric);
    is_minus || words.not_the_price.are_in(&before.to_lowercase())
}

/// The day, and the line that shows it.
fn date<'a>(page: PageView<'_>, entry: &'a Entry, reader: Reader<'_>) -> (Option<String>, Option<&'a str>) {
    let Reader { months, language, .. } = reader;
    let may_be_date = |(number, line): &(&u32, &String)| {
        let has_digits = page.blocks.get(**number as usize).is_some_and(|block| block.digits > 0);
        // "an hour ago" has no digits. Most lines have none, so they are not a date.
        let n_most = if has_digits { DATE_CHARS } else { PASSED_CHARS };
        line.len() <= 4 * n_most && line.chars().count() <= n_most && months.shows_date(line)
    };
    let line = entry.blocks.iter().zip(&entry.lines).find(may_be_date).map(|(_, line)| line.as_str());
    let day = |text: &str| months.read_day(text, language).map(|day| day.to_string());
    let date = entry.times.iter().find_map(|time| day(time));
    (date.or_else(|| line.map(|line| day(line).unwrap_or_else(|| line.to_owned()))), line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::with_page;
    use crate::query::dates::tests::months;
    use crate::query::products::tests::words;

    /// The items of the page's `<li>`, each a list of its own.
    fn items(html: &str) -> Vec<Option<Item>> {
        with_page(html, |page| {
            let rows = rows_by_tag(page.elements, &[Tag::Li as u8]).remove(0);
            let lists: Vec<Vec<Span>> = rows.into_iter().map(|row| vec![(row, row)]).collect();
            let (months, words, struck) = (months(), words(), Marks::new(Vec::new()));
            let reader = Reader { months: &months, language: "", words: &words, struck: &struck };
            let found = read_items(page, &lists, &vec![false; page.blocks.len()], reader);
            found.into_iter().map(|items| items.into_iter().next()).collect()
        })
    }

    #[test]
    fn an_item_has_the_name_the_link_the_price_and_the_day() {
        let html = "<li><a href=/i><img src=i.png></a><h3><a href=/n>Kettle</a></h3><p>5 May 2026<p><del>9 €</del> 7 €\
                    <p>Boil it.<p>Boil it.";
        let found = items(html).remove(0).unwrap_or_default();
        assert_eq!((found.name.as_str(), found.text.as_str()), ("Kettle", "Boil it."));
        assert_eq!(found.addresses, ["/n", "/i"]);
        assert_eq!(found.price.map(|money| money.amount).as_deref(), Some("7"));
        assert_eq!(found.date.as_deref(), Some("2026-05-05"));
    }

    #[test]
    fn what_most_entries_have_as_a_button_is_not_their_text() {
        let card = |name: &str| {
            format!("<li><a href=/{name}>Kettle {name}</a><p>Of steel</p><button><b>Add to cart</b></button>")
        };
        let texts = |html: &str, keep: bool| {
            with_page(html, |page| {
                let rows = rows_by_tag(page.elements, &[Tag::Li as u8]).remove(0);
                let list: Vec<Span> = rows.into_iter().map(|row| (row, row)).collect();
                let (months, words, struck) = (months(), words(), Marks::new(Vec::new()));
                let reader = Reader { months: &months, language: "", words: &words, struck: &struck };
                let found = read_items(page, &[list], &vec![keep; page.blocks.len()], reader).remove(0);
                found.into_iter().map(|item| item.text).collect::<Vec<_>>()
            })
        };
        let cards = ["a", "b", "c"].map(card).concat();
        assert_eq!(texts(&cards, false), ["Of steel"; 3]);
        assert_eq!(texts(&cards, true), ["Of steel\nAdd to cart"; 3], "what is kept stays");
        assert_eq!(texts(&["a", "b"].map(card).concat(), false), ["Of steel\nAdd to cart"; 2], "two are too few");
        let stock = cards.replace("button", "p");
        assert_eq!(texts(&stock, false), ["Of steel\nAdd to cart"; 3], "not a control");
    }

    #[test]
    fn without_a_heading_the_name_is_that_of_a_link_or_the_first_line() {
        let html = "<li><a href=/s>Shop the Kettle</a> <a href=/k>the Kettle</a> <a href=/p>9 € now or never</a>\
                    <li>9 €<br><p>an hour ago<p>Tea<p>x<li>9 €<li><p>$9 $7";
        let found = items(html);
        let names: Vec<_> = found.iter().map(|item| item.as_ref().map(|item| item.name.as_str())).collect();
        assert_eq!(names, [Some("the Kettle"), Some("Tea"), None, None]);
        let first = found[0].as_ref().map(|item| item.addresses.clone());
        assert_eq!(first.unwrap_or_default(), ["/k", "/s", "/p"]);
        assert_eq!(found[1].as_ref().and_then(|item| item.date.as_deref()), Some("an hour ago"));
    }

    #[test]
    fn what_buyers_save_is_not_the_price() {
        let price = |html: &str| items(html).remove(0).and_then(|item| item.price).map(|money| money.amount);
        assert_eq!(price("<li><h3>a</h3><p>Save $37<p>-100,00 €<p>− $5<p>$213").as_deref(), Some("213"));
        assert_eq!(price("<li><h3>a</h3><p>Now $350 and save<p>$9").as_deref(), Some("350"));
        assert_eq!(price("<li><h3>a</h3><p>Tea - $350").as_deref(), Some("350"));
    }

    #[test]
    fn of_two_prices_in_a_line_the_lower_one_counts() {
        let price = |html: &str| items(html).remove(0).and_then(|item| item.price).map(|money| money.amount);
        assert_eq!(price("<li><h3>a</h3>$129.37 $97.27 Save 25%").as_deref(), Some("97.27"));
        assert_eq!(price("<li><h3>a</h3>$9 to $97, $98").as_deref(), Some("9"));
        assert_eq!(price(&format!("<li><h3>a</h3><p>{} $9<p>$8", "x ".repeat(60))).as_deref(), Some("8"));
    }
}
