//! Records -> the address of each: of a link around its date or number, or of one to a place of the page.

use super::names::{Bodies, is_profile};
use super::records::Record;
use crate::page::PageView;
use crate::parse::tags::Tag;
use crate::query::dates::{Months, is_digit, is_word};
use crate::query::element_text::{element_text, is_space};
use crate::query::related::rows_by_tag;

/// Links of a record that are looked at.
const MAX_LINKS: usize = 100;

/// The address of each record. `bodies` has the elements with what was written in each: links inside of them lead
/// elsewhere.
pub fn links_of(page: PageView<'_>, records: &[Record], bodies: &[Bodies], months: &Months) -> Vec<Option<String>> {
    let links = rows_by_tag(page.elements, &[Tag::A as u8]).remove(0);
    let place = |row: u32| links.partition_point(|link| *link < row);
    let link_of = |(record, bodies): (&Record, &Bodies)| {
        let own = links.get(place(record.rows[0])..place(record.stop_row)).unwrap_or_default();
        let own = own.iter().take(MAX_LINKS).filter(|row| !bodies.have(**row));
        let addresses = own.filter_map(|row| Some((*row, page.attribute(&page.elements[*row as usize], b"href")?)));
        best(addresses, |row| element_text(page, row as usize, ' '), months)
    };
    records.iter().zip(bodies).map(link_of).collect()
}

/// The address of the best of some links; of several that are as good the first.
fn best(
    links: impl Iterator<Item = (u32, String)>,
    text_of: impl Fn(u32) -> String,
    months: &Months,
) -> Option<String> {
    let mut best: Option<(u8, String)> = None;
    for (row, address) in links {
        let Some(rank) = rank(&text_of(row), &address, months) else { continue };
        if best.as_ref().is_none_or(|(least, _)| rank < *least) {
            best = Some((rank, address));
        }
        if rank == 0 {
            break;
        }
    }
    best.map(|(_, address)| address)
}

/// How good a link is, 0 the best; None if it is not one to a post.
fn rank(text: &str, address: &str, months: &Months) -> Option<u8> {
    if address.is_empty() || address.starts_with("javascript:") {
        return None;
    }
    let is_place = is_place(address);
    let is_date = months.shows_date(text);
    if is_place && (is_date || is_number(text)) {
        return Some(0);
    }
    if is_date {
        return Some(1);
    }
    let is_free = is_place && !is_profile(address) && !address.contains("quote") && !address.contains("reply");
    is_free.then_some(2)
}

/// Whether an address is that of a place of a page: #post-12, ?p=12.
fn is_place(address: &str) -> bool {
    let in_anchor = address.match_indices('#').any(|(at, _)| {
        let name = address[at + 1..].chars().take_while(|letter| is_word(*letter) || *letter == '-');
        { name }.any(is_digit)
    });
    let is_numbered = |name: &str, marks: &[char]| {
        address.match_indices(name).any(|(at, _)| {
            let rest = &address[at + name.len()..];
            rest.strip_prefix(marks).unwrap_or(rest).starts_with(is_digit)
        })
    };
    in_anchor
        || is_numbered("post", &['-', '/', '='])
        || is_numbered("comment", &['-', '/', '_'])
        || is_numbered("/p/", &[])
        || is_numbered("?p=", &[])
        || is_numbered("&p=", &[])
}

/// #12
fn is_number(text: &str) -> bool {
    let rest = text.strip_prefix('#').unwrap_or(text);
    let rest = rest.strip_prefix(is_space).unwrap_or(rest);
    !rest.is_empty() && rest.chars().all(is_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_around_a_number_or_date_go_before_other_places() {
        let rank = |text: &str, address: &str| rank(text, address, &Months::default());
        assert_eq!(rank("#3", "/t/5#post-3"), Some(0));
        assert_eq!(rank("14.12.2019", "/t/5"), Some(1));
        assert_eq!(rank("Link", "/t?a=1&p=3"), Some(2));
        assert_eq!(rank("Quote", "/quote/post/3"), None);
        assert_eq!([rank("#3", ""), rank("#3", "javascript:post3"), rank("Kim", "/members/post-3")], [None; 3]);
    }
}
