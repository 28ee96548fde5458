//! One pass over the elements: their roles by tag, and the rows that need a closer look.

use super::roles;
use crate::page::table::{Element, NO_ROW};
use crate::parse::attributes;
use crate::parse::class_words::{WordKind, word_hash};
use crate::parse::tags::Tag;

/// Words of the classes that KaTeX, MathJax, MediaWiki and WordPress give to formulas.
const FORMULA_WORDS: &[&str] = &["katex", "mathjax", "jax", "mwe", "latex", "tex"];

/// Rows that need a closer look, by why.
#[derive(Default)]
pub struct Notable {
    /// Those with a class that a formula may have.
    pub formula_classes: Vec<u32>,
    /// Scripts that hold TeX for MathJax.
    pub formula_scripts: Vec<u32>,
    /// Links in or around superscript.
    pub superscript_links: Vec<u32>,
    pub formulas: Vec<u32>,
    pub code_blocks: Vec<u32>,
    pub ordered: Vec<u32>,
    pub items: Vec<u32>,
    pub cells: Vec<u32>,
    /// `<base>` elements.
    pub bases: Vec<u32>,
}

/// `by_tag` has the role of each tag number.
pub fn read(source: &[u8], elements: &[Element], words: &[u64], by_tag: &[u8; 256]) -> (Vec<u8>, Notable) {
    let mut notable = Notable::default();
    let wanted: Vec<u64> = FORMULA_WORDS.iter().map(|word| word_hash(word.as_bytes(), WordKind::Class)).collect();
    let mut all = Vec::with_capacity(elements.len());
    for (row, element) in elements.iter().enumerate() {
        let role = by_tag[element.tag as usize];
        all.push(role);
        let stop = elements.get(row + 1).map_or(words.len(), |next| next.first_word as usize);
        let own = words.get(element.first_word as usize..stop).unwrap_or_default();
        let row = row as u32;
        if own.iter().any(|word| wanted.contains(word)) {
            notable.formula_classes.push(row);
        }
        match role {
            roles::FORMULA => notable.formulas.push(row),
            roles::CODE_BLOCK => notable.code_blocks.push(row),
            roles::ORDERED => notable.ordered.push(row),
            roles::ITEM => notable.items.push(row),
            roles::CELL | roles::HEAD_CELL => notable.cells.push(row),
            _ => {}
        }
        look_at_tag(source, elements, row, &mut notable);
    }
    (all, notable)
}

fn look_at_tag(source: &[u8], elements: &[Element], row: u32, notable: &mut Notable) {
    let element = &elements[row as usize];
    let parent_tag = || if element.parent == NO_ROW { 0 } else { elements[element.parent as usize].tag };
    if element.tag == Tag::Script as u8 {
        let kind = attributes::value_of(source, element.start as usize, b"type");
        if kind.is_some_and(|kind| kind.starts_with("math/tex")) {
            notable.formula_scripts.push(row);
        }
    } else if element.tag == Tag::Base as u8 {
        notable.bases.push(row);
    } else if element.tag == Tag::Sup as u8 && parent_tag() == Tag::A as u8 {
        notable.superscript_links.push(element.parent);
    } else if element.tag == Tag::A as u8 && parent_tag() == Tag::Sup as u8 {
        notable.superscript_links.push(row);
    }
}
