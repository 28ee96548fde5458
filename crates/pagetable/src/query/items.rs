//! Elements with an itemprop -> those that describe the page, rather than a comment, an answer or another article on it.

use std::collections::HashMap;

use super::element_text::is_space;
use crate::page::PageView;
use crate::page::table::NO_ROW;

/// Properties of things that are not the page.
const OTHER_THINGS: [&str; 7] =
    ["comment", "review", "suggestedanswer", "acceptedanswer", "answer", "isrelatedto", "hasvariant"];
/// The ends of their types.
const OTHER_TYPES: [&str; 9] =
    ["comment", "review", "answer", "rating", "breadcrumblist", "listitem", "offer", "brand", "imageobject"];

/// Of each of some elements: whether an element around it is one of those things.
pub fn are_others(page: PageView<'_>, rows: &[usize]) -> Vec<bool> {
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
