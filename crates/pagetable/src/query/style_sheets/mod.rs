//! The style sheets of a page -> the blocks that they hide.
//!
//! Drawers, dialogs, and panels for other screens are often hidden by `<style>`, not by attributes. Whether a script shows
//! them later is not known, so this is evidence for the model and no flag of the page table.

mod rules;

use std::borrow::Cow;

use crate::page::PageView;
use crate::page::table::Element;
use crate::page::table::flag::{NOSCRIPT, SVG, TEMPLATE};
use crate::parse::attributes::{self, AttributeSink};
use crate::parse::tags::Tag;
use crate::query::Marks;
use rules::{HiddenName, Rule, hides_something, read_hidden_names, read_rules, tag_hash, token_hash, without_comments};

/// Rules with one name that are compared with an element, the last of them. Sheets that name thousands would take time
/// by rules times elements.
const MAX_RULES_OF_NAME: usize = 16;
/// Names with one first word that are compared with the words of an element.
const MAX_NAMES_OF_WORD: usize = 32;
/// Bytes of style sheets that are read.
const MAX_BYTES: usize = 100_000;
/// Classes of an element that are looked up.
const MAX_CLASSES: usize = 32;
/// Elements that hold all of a page: sheets hide them until scripts are ready.
const WHOLE: [Tag; 4] = [Tag::Html, Tag::Body, Tag::Main, Tag::Article];

/// Whether each block is inside an element that a style sheet of the page hides. Empty if no sheet hides any.
pub fn blocks_hidden_by_styles(page: PageView<'_>) -> Vec<bool> {
    let sheets = sheets_of(page);
    let mut names = Vec::new();
    sheets.iter().for_each(|sheet| read_hidden_names(sheet, &mut names));
    let rows = rows_named(page, names);
    let mut is_hidden = Vec::new();
    if rows.is_empty() {
        return is_hidden;
    }
    let mut tokens: Vec<u64> =
        rows.iter().flat_map(|&row| Names::of(page, &page.elements[row as usize]).tokens()).collect();
    tokens.sort_unstable();
    tokens.dedup();
    let mut rules = Vec::new();
    sheets.iter().for_each(|sheet| read_rules(sheet, &tokens, &mut rules));
    // Stable, so the later of two rules stays the later one.
    rules.sort_by_key(|rule| rule.key);
    let mut hidden_to = 0;
    for row in rows {
        let element = &page.elements[row as usize];
        if row >= hidden_to && is_hidden_by(&rules, page, element) {
            hidden_to = element.end;
            is_hidden.resize(page.blocks.len(), false);
            hide_blocks(page, row, &mut is_hidden);
        }
    }
    is_hidden
}

/// The style sheets of a page without their comments; none if no sheet hides anything.
fn sheets_of(page: PageView<'_>) -> Vec<Cow<'_, [u8]>> {
    let is_read = |element: &&Element| {
        element.tag == Tag::Style as u8
            && element.flags & (NOSCRIPT | TEMPLATE | SVG) == 0
            && is_for_screens(page, element)
    };
    let mut bytes_left = MAX_BYTES;
    let mut sheets = Vec::new();
    for element in page.elements.iter().filter(is_read) {
        let sheet = page.content(element);
        let read = &sheet[..sheet.len().min(bytes_left)];
        bytes_left -= read.len();
        sheets.push(read);
    }
    if !sheets.iter().any(|sheet| hides_something(sheet)) {
        return Vec::new();
    }
    sheets.into_iter().map(without_comments).collect()
}

fn is_for_screens(page: PageView<'_>, element: &Element) -> bool {
    let media = page.attribute(element, b"media").unwrap_or_default();
    !["print", "max-width"].iter().any(|word| media.contains(word))
}

/// The rows of elements that have one of some names, in order. Words of elements are at hand, their attributes have to be
/// read again, so only those that have all words of a name are looked at.
fn rows_named(page: PageView<'_>, mut names: Vec<HiddenName>) -> Vec<u32> {
    names.sort_unstable_by_key(|name| (name.words, name.token));
    names.dedup();
    let groups: Vec<&[HiddenName]> = names.chunk_by(|one, two| one.words[0] == two.words[0]).collect();
    let wanted = groups.iter().enumerate().map(|(number, group)| (group[0].words[0], number)).collect();
    let mut found = Vec::new();
    for (rows, group) in Marks::new(wanted).rows(page).into_iter().zip(groups) {
        found.extend(rows.into_iter().filter(|&row| has_words(page.words_of(row as usize), group)));
    }
    found.sort_unstable();
    found.dedup();
    names.sort_unstable_by_key(|name| name.token);
    let is_name = |token: u64| names.binary_search_by_key(&token, |name| name.token).is_ok();
    found.retain(|&row| Names::of(page, &page.elements[row as usize]).tokens().into_iter().any(is_name));
    found
}

/// Whether some words have all those of one of the names. Of names beyond a number nobody knows.
fn has_words(words: &[u64], names: &[HiddenName]) -> bool {
    let has_all = |name: &HiddenName| name.words[1..].iter().all(|word| *word == 0 || words.contains(word));
    names.len() > MAX_NAMES_OF_WORD || names.iter().any(has_all)
}

/// The class and the id of an element as the source has them.
#[derive(Clone, Copy, Default, PartialEq)]
struct Names<'a> {
    class: Option<&'a [u8]>,
    id: Option<&'a [u8]>,
}

impl<'a> AttributeSink<'a> for Names<'a> {
    fn attribute(&mut self, name: &'a [u8], value: &'a [u8]) {
        if name.eq_ignore_ascii_case(b"class") {
            self.class.get_or_insert(value);
        } else if name.eq_ignore_ascii_case(b"id") {
            self.id.get_or_insert(value);
        }
    }
}

impl<'a> Names<'a> {
    fn of(page: PageView<'a>, element: &Element) -> Names<'a> {
        let mut names = Names::default();
        if element.has_tag() {
            attributes::scan_tag(page.source, element.start as usize, &mut names);
        }
        names
    }

    /// The hashes of the classes and of the id. Names with character references are not looked up: no sheet that is read
    /// has them.
    fn tokens(&self) -> Vec<u64> {
        let classes = self.class.unwrap_or_default().split(u8::is_ascii_whitespace).filter(|class| !class.is_empty());
        let own = classes.take(MAX_CLASSES).map(|class| token_hash(b'.', class));
        own.chain(self.id.map(|id| token_hash(b'#', id))).collect()
    }
}

/// Whether the rule that counts most of those for an element hides it.
fn is_hidden_by(rules: &[Rule], page: PageView<'_>, element: &Element) -> bool {
    if WHOLE.iter().any(|&tag| tag as u8 == element.tag) || !element.has_tag() {
        return false;
    }
    let tokens = Names::of(page, element).tokens();
    let name = &page.source[element.start as usize + 1..element.open_stop as usize];
    let name = name.split(|&byte| !(byte.is_ascii_alphanumeric() || byte == b'-')).next().unwrap_or_default();
    let tag = tag_hash(name);
    let of_key = |key: u64| {
        let own = &rules[rules.partition_point(|rule| rule.key < key)..rules.partition_point(|rule| rule.key <= key)];
        &own[own.len().saturating_sub(MAX_RULES_OF_NAME)..]
    };
    let fits = |rule: &&Rule| {
        rule.tag.is_none_or(|wanted| wanted == tag) && rule.tokens.iter().all(|token| tokens.contains(token))
    };
    let found = tokens.iter().flat_map(|&token| of_key(token)).filter(fits);
    found.max_by_key(|rule| rule.precedence).is_some_and(|rule| rule.hides)
}

fn hide_blocks(page: PageView<'_>, row: u32, is_hidden: &mut [bool]) {
    let element = &page.elements[row as usize];
    let range = element.first_block as usize..element.stop_block.max(element.first_block) as usize;
    for (block, is_hidden) in page.blocks[range.clone()].iter().zip(&mut is_hidden[range]) {
        // The block of an inline element is that of the paragraph around it, which is shown.
        *is_hidden |= (row..element.end).contains(&block.element);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::with_page;

    /// The texts of hidden blocks.
    fn hidden(html: &str) -> Vec<String> {
        with_page(html, |page| {
            let is_hidden = blocks_hidden_by_styles(page);
            let blocks = page.blocks.iter().zip(&is_hidden).filter(|(_, is_hidden)| **is_hidden);
            blocks.map(|(block, _)| String::from_utf8_lossy(page.block_text(block)).into_owned()).collect()
        })
    }

    #[test]
    fn blocks_inside_a_hidden_element_are_hidden() {
        let html = "<style>.drawer{display:none}</style><p>a<div class='x drawer'><p>b<div>c</div></div><p>d";
        assert_eq!(hidden(html), ["b", "c"]);
        assert_eq!(hidden("<style>#cart{display:none}</style><p id=cart>a<p class=cart>b"), ["a"]);
        assert_eq!(hidden("<style>div.pop-up{display:none}</style><p class=pop-up>a<div class=pop-up>b</div>"), ["b"]);
        assert_eq!(hidden("<style>.drawer{color:none}</style><p class=drawer>a"), [""; 0]);
    }

    #[test]
    fn the_stronger_rule_counts() {
        let panels = "<p class=panel>a<p class='panel open'>b";
        assert_eq!(hidden(&format!("<style>.panel{{display:none}}.open{{display:block}}</style>{panels}")), ["a"]);
        assert_eq!(hidden(&format!("<style>.open{{display:block}}.panel{{display:none}}</style>{panels}")), ["a", "b"]);
        assert_eq!(
            hidden(&format!(
                "<style>.panel.open{{display:block}}</style><style>.panel{{display:none}}</style>{panels}"
            )),
            ["a"]
        );
        assert_eq!(
            hidden(&format!("<style>.open{{display:none!important}}.panel{{display:block}}</style>{panels}")),
            ["b"]
        );
    }

    #[test]
    fn what_holds_the_whole_page_and_inline_text_is_shown() {
        assert_eq!(hidden("<style>.wait{display:none}</style><body class=wait><main class=wait><p>a"), [""; 0]);
        assert_eq!(hidden("<style>.sort{display:none}</style><p>a <span class=sort>b</span> c"), [""; 0]);
    }

    #[test]
    fn sheets_for_other_readers_do_not_count() {
        let sheets = ["<style media=print>", "<noscript><style>", "<template><style>", "<style>@media print{"];
        for sheet in sheets {
            assert_eq!(
                hidden(&format!("{sheet}.drawer{{display:none}}</style></noscript></template><p class=drawer>a")),
                [""; 0]
            );
        }
    }
}
