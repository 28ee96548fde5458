//! (Page, mask, options) -> steps, and the facts about their elements. Every fact is found once, here, for all formats.
//!
//! ```text
//! roles       tag -> what an element does for a reader
//! notable     one pass over the elements: their roles, and which need a closer look
//! formulas/   MathML, KaTeX, MathJax, images of formulas -> TeX
//! notes       superscript links to texts of the same page -> footnotes
//! ornaments   links of headings to themselves, line numbers and buttons of code
//! unseen      text for screen readers, names of icons
//! correct     tables used for layout, headings around half a page, code around other blocks
//! headings    no strong text, controls or images that are all of a heading
//! tab_names   the names of tabs of code, to be written over their panels
//! headline    no copy of the headline in the text, no other heading of its level
//! lone        which images, rules and formulas belong to the kept text
//! walk        roles, mask -> steps: text, and what opens and closes around it
//! facts/      steps -> what writers need to know about single elements: addresses, images, numbers, cells, languages
//! ```

mod correct;
pub mod facts;
pub mod formulas;
mod headings;
mod headline;
mod lone;
mod notable;
mod notes;
mod ornaments;
pub mod roles;
mod tab_names;
mod unseen;
pub mod walk;

use self::facts::Facts;
use self::walk::Step;
use super::{Kept, Options};

/// The kept text of a page in order, and the facts that writers need.
pub struct Outline {
    /// The headline to write before the text.
    pub headline: Option<String>,
    /// What opens, what closes and the text between, in order.
    pub steps: Vec<Step>,
    /// Addresses, images, numbers and the like, by row.
    pub facts: Facts,
    /// Whether links are written as references.
    pub references: bool,
}

/// Finds the structure of the kept text.
pub fn outline(kept: Kept, options: &Options) -> Outline {
    // A document without text has no headline either.
    let has_text = kept.keep.contains(&true);
    let headline = options.headline.split_whitespace().collect::<Vec<_>>().join(" ");
    let headline = Some(headline).filter(|headline| has_text && !headline.is_empty());
    let rest = headline.as_ref().map(|headline| headline::without_copies(kept, headline));
    let kept = Kept { keep: rest.as_deref().unwrap_or(kept.keep), ..kept };
    let (mut roles, notable) = notable::read(kept, options);
    let formulas = formulas::find(kept, &mut roles, &notable);
    let labels = notes::find(kept, &mut roles, &notable.superscript_links);
    ornaments::drop_ornaments(kept, &mut roles, options.url);
    unseen::drop_unseen(kept, &mut roles);
    correct::unroll_tables(kept, &mut roles, options.tables);
    correct::let_in_containers(kept, &mut roles);
    headings::tidy(kept, &mut roles);
    correct::flatten_code(kept, &mut roles);
    let moved = tab_names::move_to_panels(kept, &mut roles, options.formatting);
    let headline = headline.filter(|_| options.title);
    if headline.is_some() {
        headline::lower_first_headings(&mut roles);
    }
    lone::place(kept, &mut roles);
    let steps = walk::walk(kept, &roles, &moved);
    let base = facts::base(kept, &notable.bases, options.url);
    let facts = Facts { roles, formulas, labels, ..Facts::default() }.of_steps(kept, &steps, &base);
    Outline { headline, steps, facts, references: options.references }
}

/// Whether there is white space before a place in the source, tags aside.
pub fn has_space_before(source: &[u8], mut at: usize) -> bool {
    for _ in 0..MAX_TAGS_BACK {
        match at.checked_sub(1).map(|before| source[before]) {
            Some(b'>') => at = memchr::memrchr(b'<', &source[..at]).unwrap_or(0),
            Some(byte) => return byte.is_ascii_whitespace(),
            None => return false,
        }
    }
    false
}

/// How many tags are skipped in the search for white space; more follow each other only on hostile pages.
const MAX_TAGS_BACK: usize = 16;
