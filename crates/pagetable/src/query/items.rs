//! Elements with an itemprop -> those that describe the page, rather than a comment, an answer or another article on it.

use std::collections::HashMap;

use super::element_text::{is_space, value_text};
use crate::page::PageView;
use crate::page::table::NO_ROW;

/// Properties of things that are not the page.
const OTHER_THINGS: [&str; 7] =
    ["comment", "review", "suggestedanswer", "acceptedanswer", "answer", "isrelatedto", "hasvariant"];
/// The ends of their types.
const OTHER_TYPES: [&str; 9] =
    ["comment", "review", "answer", "rating", "breadcrumblist", "listitem", "offer", "brand", "imageobject"];

/// Properties that metadata are read from.
const PROPERTIES: [&str; 12] = [
    "headline",
    "author",
    "creator",
    "datePublished",
    "dateCreated",
    "dateModified",
    "description",
    "articleSection",
    "keywords",
    "license",
    "image",
    "publisher",
];
/// Those whose value is a person or an organisation with a name of its own.
const PEOPLE: [&str; 3] = ["author", "creator", "publisher"];
/// Those whose value is an address.
const ADDRESSES: [&str; 2] = ["license", "image"];
/// Attributes that have the value of an element, the first that is not empty.
const VALUES: [&[u8]; 3] = [b"content", b"datetime", b"src"];

/// The properties of the page that elements with an itemprop have, with their values as written, in order.
pub fn item_values(page: PageView<'_>, rows: &[usize]) -> Vec<(&'static str, String)> {
    let (mut own, mut named) = (Vec::new(), Vec::new());
    for &row in rows {
        let Some(element) = page.elements.get(row) else { continue };
        let names = page.attribute(element, b"itemprop").unwrap_or_default();
        let known = names.split(is_space).filter_map(|name| PROPERTIES.into_iter().find(|known| *known == name));
        own.extend(known.map(|property| (row, property)));
        if names.split(is_space).any(|name| name == "name") {
            named.push(row);
        }
    }
    let are_others = are_others(page, &own.iter().map(|(row, _)| *row).collect::<Vec<_>>());
    let ours = own.into_iter().zip(are_others).filter(|(_, is_other)| !is_other);
    ours.map(|((row, property), _)| (property, item_value(page, row, property, &named))).collect()
}

/// What an element has for a property; `named` are the elements that are names, in order.
fn item_value(page: PageView<'_>, row: usize, property: &str, named: &[usize]) -> String {
    let element = &page.elements[row];
    let value = |row: usize, name| page.attribute(&page.elements[row], name).filter(|value| !value.is_empty());
    if let Some(found) = VALUES.into_iter().find_map(|name| value(row, name)) {
        return found;
    }
    let inner = named.get(named.partition_point(|&inner| inner <= row)).filter(|&&inner| inner < element.end as usize);
    match inner {
        Some(&inner) if PEOPLE.contains(&property) => {
            value(inner, b"content").unwrap_or_else(|| value_text(page, inner))
        }
        _ if ADDRESSES.contains(&property) => value(row, b"href").unwrap_or_default(),
        _ => value_text(page, row),
    }
}

/// Of each of some elements: whether an element around it is one of those things.
fn are_others(page: PageView<'_>, rows: &[usize]) -> Vec<bool> {
    let mut known: HashMap<u32, bool> = HashMap::from([(NO_ROW, false)]);
    let mut path = Vec::new();
    let mut found = Vec::with_capacity(rows.len());
    for row in rows {
        let mut around = page.elements.get(*row).map_or(NO_ROW, |element| element.parent);
        while !known.contains_key(&around) {
            path.push(around);
            around = page.elements.get(around as usize).map_or(NO_ROW, |element| element.parent);
        }
        let mut is_other = known[&around];
        while let Some(inner) = path.pop() {
            is_other = is_other || is_other_thing(page, inner);
            known.insert(inner, is_other);
        }
        found.push(is_other);
    }
    found
}

fn is_other_thing(page: PageView<'_>, row: u32) -> bool {
    let Some(element) = page.elements.get(row as usize) else { return false };
    let value = |name| page.attribute(element, name).map(|value| value.to_lowercase());
    let is_type = |kind: String| OTHER_TYPES.iter().any(|end| kind.trim_end_matches('/').ends_with(end));
    let is_thing = |names: String| names.split(is_space).any(|name| OTHER_THINGS.contains(&name));
    value(b"itemtype").is_some_and(is_type) || value(b"itemprop").is_some_and(is_thing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::with_page;

    #[test]
    fn the_page_has_the_values_that_are_written_for_its_properties() {
        let html = "<p itemprop='x headline'>Tea <b>time</b></p><time itemprop=datePublished datetime=2024-03-05>x</time>\
                    <div itemprop='author creator'>By <a itemprop=name>Jane</a> <i itemprop=name>Roe</i></div>\
                    <div itemprop=publisher><meta itemprop=name content=Kettle></div><b itemprop=name>Other</b>\
                    <a itemprop=license href=/cc>y</a><img itemprop=image src=/i href=/j><p itemprop=keywords content=''>z</p>\
                    <div itemprop=comment><p itemprop=author>Guest</p></div><p itemprop=Author>no</p>";
        let found = with_page(html, |page| item_values(page, &(0..page.elements.len() + 1).collect::<Vec<_>>()));
        let wanted = [
            ("headline", "Tea time"),
            ("datePublished", "2024-03-05"),
            ("author", "Jane"),
            ("creator", "Jane"),
            ("publisher", "Kettle"),
            ("license", "/cc"),
            ("image", "/i"),
            ("keywords", "z"),
        ];
        assert_eq!(found, wanted.map(|(name, value)| (name, value.to_owned())));
    }

    #[test]
    fn elements_of_other_things_are_told_apart_by_what_is_around_them() {
        let html = "<p itemprop=comment>a</p><div itemtype='http://schema.org/Comment/'><p>b<b>c</b></p></div>\
                    <div itemprop='x Review'><i>d</i></div><u>e</u>";
        let others = with_page(html, |page| {
            let rows: Vec<usize> = (0..page.elements.len()).collect();
            let are_others = are_others(page, &rows);
            let of = |row: &&usize| page.elements[**row].chars == 1 && page.elements[**row].end as usize == **row + 1;
            rows.iter().filter(of).map(|row| are_others[*row]).collect::<Vec<_>>()
        });
        // a has the mark itself, c is inside a comment, d is inside a review, e is the page's.
        assert_eq!(others, [false, true, true, false]);
    }
}
