//! One pass over the elements: their roles by tag, and the rows that need a closer look.

use std::sync::OnceLock;

use super::{roles, unseen};
use crate::page::table::NO_ROW;
use crate::parse::class_words::{WordKind, word_hash};
use crate::parse::tags::Tag;
use crate::query::Marks;
use crate::render::{Kept, Options};

/// Words of the classes that KaTeX, MathJax, MediaWiki, WordPress, Pandoc and Sphinx give to formulas.
const FORMULA_WORDS: &[&str] = &["katex", "mathjax", "jax", "mjx", "mwe", "latex", "tex", "math", "arithmatex"];

/// Rows that need a closer look, by why.
#[derive(Default)]
pub struct Notable {
    /// Those with a class that a formula may have.
    pub formula_classes: Vec<u32>,
    /// Those with a class that hides an element from all but screen readers, or draws its text as an icon.
    pub unseen_classes: Vec<u32>,
    /// Scripts that hold TeX for MathJax.
    pub formula_scripts: Vec<u32>,
    /// `<math>` elements.
    pub formulas: Vec<u32>,
    /// Links in or around superscript.
    pub superscript_links: Vec<u32>,
    /// Images whose tag has a character that TeX has.
    pub images: Vec<u32>,
    /// Buttons.
    pub buttons: Vec<u32>,
    /// `<base>` elements.
    pub bases: Vec<u32>,
}

pub fn read(kept: Kept, options: &Options) -> (Vec<u8>, Notable) {
    let [formula_classes, headings, unseen_classes] = marked_rows(kept);
    let mut notable = Notable { formula_classes, unseen_classes, ..Notable::default() };
    let by_tag = roles::by_tag(options);
    let mut all = Vec::with_capacity(kept.elements.len());
    for row in 0..kept.elements.len() {
        let role = by_tag[kept.elements[row].tag as usize];
        all.push(role);
        if role == roles::FORMULA {
            notable.formulas.push(row as u32);
        }
        look_at_tag(kept, row as u32, &mut notable);
    }
    headings.into_iter().for_each(|row| give_heading_role(kept, &mut all, row as usize));
    (all, notable)
}

/// The rows with a class that a formula may have, those with the ARIA role of headings, and those that may be unseen.
fn marked_rows(kept: Kept) -> [Vec<u32>; 3] {
    static MARKS: OnceLock<Marks> = OnceLock::new();
    let hashed = |word: &str, purpose: usize| (word_hash(word.as_bytes(), WordKind::Class), purpose);
    let marks = MARKS.get_or_init(|| {
        let formulas = FORMULA_WORDS.iter().map(|word| hashed(word, 0));
        let unseen = unseen::WORDS.iter().map(|word| hashed(word, 2));
        Marks::new(formulas.chain(unseen).chain([(word_hash(b"heading", WordKind::Role), 1)]).collect())
    });
    let mut rows = marks.rows(kept.page).into_iter();
    std::array::from_fn(|_| rows.next().unwrap_or_default())
}

/// `<div role="heading" aria-level="3">` is an h3. The level is 2 where the page names none, as ARIA has it.
fn give_heading_role(kept: Kept, all: &mut [u8], row: usize) {
    let element = &kept.elements[row];
    let is_heading = kept.attribute(element, b"role").is_some_and(|role| role.trim().eq_ignore_ascii_case("heading"));
    if all[row] == 0 && is_heading {
        let level = kept.attribute(element, b"aria-level").and_then(|level| level.trim().parse::<u8>().ok());
        all[row] = roles::H1 + level.unwrap_or(2).clamp(1, 6) - 1;
    }
}

fn look_at_tag(kept: Kept, row: u32, notable: &mut Notable) {
    let element = &kept.elements[row as usize];
    let parent_tag = || if element.parent == NO_ROW { 0 } else { kept.elements[element.parent as usize].tag };
    let tag = || kept.source.get(element.start as usize..element.open_stop as usize).unwrap_or_default();
    if element.tag == Tag::Script as u8 {
        let tag = tag();
        // Pages have dozens of scripts, and looking for a few letters is a fraction of reading their attributes.
        let may_have_tex = memchr::memmem::find(tag, b"math/tex").is_some() || memchr::memchr(b'&', tag).is_some();
        let is_tex = || kept.attribute(element, b"type").is_some_and(|kind| kind.starts_with("math/tex"));
        if may_have_tex && is_tex() {
            notable.formula_scripts.push(row);
        }
    } else if element.tag == Tag::Img as u8 {
        let tag = tag();
        if memchr::memchr2(b'\\', b'$', tag).is_some() {
            notable.images.push(row);
        }
    } else if element.tag == Tag::Button as u8 {
        notable.buttons.push(row);
    } else if element.tag == Tag::Base as u8 {
        notable.bases.push(row);
    } else if element.tag == Tag::Sup as u8 && parent_tag() == Tag::A as u8 {
        notable.superscript_links.push(element.parent);
    } else if element.tag == Tag::A as u8 && parent_tag() == Tag::Sup as u8 {
        notable.superscript_links.push(row);
    }
}
