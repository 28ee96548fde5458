//! Page -> pairs of a specification: rows of two cells, terms with their definitions.

use crate::page::PageView;
use crate::page::table::flag;
use crate::parse::tags::Tag;
use crate::query::element_text::value_text;
use crate::query::related::rows_by_tag;
use crate::text::money::amounts_in;

/// Pairs of a specification, and rows of a table that are looked at.
const MAX_PAIRS: usize = 200;
const MAX_ROWS: usize = 2 * MAX_PAIRS;
/// A specification has short names and short values.
const NAME_CHARS: usize = 60;
const VALUE_CHARS: usize = 400;
/// A value of so many links, or of so many lines that are links, is a menu of the site's footer.
const MENU_LINKS: usize = 6;
const MENU_LINES: usize = 3;
/// A value that is a price is at most so long.
const PRICE_CHARS: usize = 40;

/// Name and value of the rows of two cells, and of terms with their definitions.
pub fn read_pairs(page: PageView<'_>) -> Vec<(String, String)> {
    let elements = page.elements;
    let by_tag = rows_by_tag(elements, &[Tag::Tr as u8, Tag::Dt as u8]);
    let cells = by_tag[0].iter().take(MAX_ROWS).filter_map(|row| two_cells(page, *row));
    let definition = |row: &u32| {
        let following = elements[*row as usize].end;
        let is_one = elements.get(following as usize).is_some_and(|element| element.tag == Tag::Dd as u8);
        is_one.then_some((*row, following))
    };
    let terms = by_tag[1].iter().take(MAX_ROWS).filter_map(definition);
    cells.chain(terms).filter_map(|(name, value)| pair(page, name, value)).take(MAX_PAIRS).collect()
}

/// The cells of a row that has two, the second of which is not a heading: two headings name the columns.
fn two_cells(page: PageView<'_>, row: u32) -> Option<(u32, u32)> {
    let element = |row: u32| page.elements.get(row as usize);
    let end = element(row)?.end;
    let first = row + 1;
    let second = element(first).filter(|_| first < end)?.end;
    let last = element(second).filter(|_| second < end)?.end;
    let is_cell = |row: u32| element(row).is_some_and(|cell| cell.tag == Tag::Td as u8 || cell.tag == Tag::Th as u8);
    let is_heading = element(second).is_some_and(|cell| cell.tag == Tag::Th as u8);
    (last >= end && is_cell(first) && is_cell(second) && !is_heading).then_some((first, second))
}

fn pair(page: PageView<'_>, name_row: u32, value_row: u32) -> Option<(String, String)> {
    if page.elements[name_row as usize].flags & flag::UNSHOWN != 0 {
        return None;
    }
    let name = value_text(page, name_row as usize);
    let name = name.trim().trim_end_matches([':', '：']).trim();
    let value = value_text(page, value_row as usize);
    let value = value.trim();
    let are_short =
        (1..=NAME_CHARS).contains(&name.chars().count()) && (1..=VALUE_CHARS).contains(&value.chars().count());
    (are_short && !begins_with_price(value) && !is_menu(page, value_row)).then(|| (name.to_owned(), value.to_owned()))
}

/// Whether a value is a list of links. A single line may have a few: the genres of a book.
fn is_menu(page: PageView<'_>, row: u32) -> bool {
    let element = &page.elements[row as usize];
    let blocks = page.block_range(element.first_block as usize, element.stop_block as usize);
    if !blocks.iter().all(|block| 5 * u64::from(block.link_chars) >= 4 * u64::from(block.chars)) {
        return false;
    }
    let inside = &page.elements[row as usize..element.end as usize];
    let n_links = inside.iter().filter(|own| own.tag == Tag::A as u8).count();
    n_links >= MENU_LINKS || (blocks.len() >= MENU_LINES && n_links >= MENU_LINES)
}

/// Whether a value begins with an amount of money: shops have prices and savings in tables too.
fn begins_with_price(value: &str) -> bool {
    let is_short = value.chars().count() <= PRICE_CHARS;
    let first = if is_short { amounts_in(value).into_iter().next() } else { None };
    first.is_some_and(|money| !value.chars().take(money.place).any(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::with_page;

    #[test]
    fn lists_of_links_are_menus() {
        let of = |link: &str, n: usize| link.repeat(n);
        let menus = [of("<p><a href=/>Help</a>", 3), of("<a href=/>Help</a>, ", 6)];
        let values = [of("<p><a href=/>Help</a>", 2), of("<a href=/>Jazz</a>, ", 5), of("<p>a <a href=/>b</a> c", 3)];
        let n_pairs = |value: &String| with_page(&format!("<dl><dt>Name<dd>{value}</dl>"), read_pairs).len();
        assert!(menus.iter().all(|value| n_pairs(value) == 0));
        assert!(values.iter().all(|value| n_pairs(value) == 1));
    }

    #[test]
    fn pairs_are_names_with_values_that_are_not_prices() {
        let html = "<table><tr><th>Volume:<td>1.7 l<tr><th>Name<th>Value<tr><td>a<td>b<td>c<tr><td>Price<td>9 €\
                    <tr><td>Saved<td>as 9 €<tr hidden><td>x<td>y</table><dl><dt>Colour<dd>red<dt>Odd</dl>";
        let of = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(with_page(html, read_pairs), [of("Volume", "1.7 l"), of("Saved", "as 9 €"), of("Colour", "red")]);
    }
}
