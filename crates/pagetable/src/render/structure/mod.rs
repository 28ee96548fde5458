//! (Page, mask, options) -> steps, and the facts about their elements. Every fact is found once, here, for all formats.
//!
//! ```text
//! roles       tag -> what an element does for a reader
//! notable     one pass over the elements: their roles, and which need a closer look
//! formulas/   MathML, KaTeX, MathJax, images of formulas -> TeX
//! notes       superscript links to texts of the same page -> footnotes
//! ornaments   links of headings to themselves, line numbers and buttons of code
//! unseen      text for screen readers, names of icons
//! correct     tables used for layout, headings around half a page, lists of lists, posts as quotes, code around other blocks
//! headings    no strong text, controls or images that are all of a heading
//! tab_names   the names of tabs of code, to be written over their panels
//! headline    no copy of the headline in the text, no other heading of its level
//! lone        which images, rules and formulas belong to the kept text
//! promotions  no images that only lead to another page
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
mod promotions;
pub mod roles;
mod tab_names;
mod unseen;
pub mod walk;

use self::facts::{Budget, Facts};
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
    outline_within(kept, options, &mut Budget::new(kept.page))
}

/// The same for one of several parts of a page, which share what they may add to it.
pub fn outline_within(kept: Kept, options: &Options, budget: &mut Budget) -> Outline {
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
    unseen::drop_unseen(kept, &mut roles, &notable.unseen_classes);
    unseen::drop_small_buttons(kept, &mut roles, &notable.buttons);
    correct::unroll_tables(kept, &mut roles, options.tables);
    correct::unquote_posts(kept, &mut roles);
    correct::let_in_containers(kept, &mut roles);
    correct::unwrap_lists(kept, &mut roles);
    headings::tidy(kept, &mut roles);
    correct::flatten_code(kept, &mut roles);
    let moved = tab_names::move_to_panels(kept, &mut roles, options.formatting);
    let headline = headline.filter(|_| options.title);
    if headline.is_some() {
        headline::lower_first_headings(&mut roles);
    }
    lone::place(kept, &mut roles);
    promotions::drop_promotions(kept, &mut roles);
    let steps = walk::walk(kept, &roles, &moved);
    let base = facts::base(kept, &notable.bases, options.url);
    let facts = Facts { roles, formulas, labels, ..Facts::default() }.of_steps(kept, &steps, &base, budget);
    Outline { headline, steps, facts, references: options.references }
}

/// The white space before a place in the source, tags aside: none, a space, or a line feed for a `<br>` that no image
/// follows.
pub fn gap_before(source: &[u8], at: usize) -> &'static str {
    let mut before = &source[..at];
    let (mut gap, mut is_after_image) = ("", false);
    for _ in 0..MAX_TAGS_BACK {
        let bare = without_spaces_at_end(before);
        if bare.len() < before.len() {
            gap = " ";
        }
        if bare.last() != Some(&b'>') {
            break;
        }
        let start = memchr::memrchr(b'<', bare).unwrap_or(0);
        if is_tag(&bare[start..], b"br") {
            return if is_after_image { " " } else { "\n" };
        }
        is_after_image |= is_tag(&bare[start..], b"img");
        before = &bare[..start];
    }
    gap
}

/// Whether source text begins with white space.
pub fn begins_with_space(source: &[u8]) -> bool {
    source.first().is_some_and(u8::is_ascii_whitespace) || NO_BREAK_SPACES.iter().any(|space| source.starts_with(space))
}

fn without_spaces_at_end(mut source: &[u8]) -> &[u8] {
    loop {
        let trimmed = source.trim_ascii_end();
        match NO_BREAK_SPACES.iter().find_map(|space| trimmed.strip_suffix(*space)) {
            Some(rest) => source = rest,
            None => return trimmed,
        }
    }
}

fn is_tag(source: &[u8], name: &[u8]) -> bool {
    let own = source.get(1..=name.len()).is_some_and(|own| own.eq_ignore_ascii_case(name));
    own && source.get(name.len() + 1).is_some_and(|next| !next.is_ascii_alphanumeric())
}

/// How pages write a no-break space, which the text of a page has as a space.
const NO_BREAK_SPACES: &[&[u8]] = &["\u{a0}".as_bytes(), b"&nbsp;", b"&#160;", b"&#xa0;", b"&#xA0;"];
/// How many tags are skipped in the search for white space; more follow each other only on hostile pages.
const MAX_TAGS_BACK: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_found_behind_tags() {
        for (source, expected) in [
            ("a", ""),
            ("", ""),
            ("a<b>", ""),
            ("a <b><i>", " "),
            ("a\u{a0}", " "),
            ("a&nbsp;</b>", " "),
            ("a<br>", "\n"),
            ("a<BR /> <i>", "\n"),
            ("a<break>", ""),
            ("a<br><img src=x>", " "),
            ("a <img src=x>", " "),
            ("a > ", " "),
            (">", ""),
        ] {
            assert_eq!(gap_before(source.as_bytes(), source.len()), expected, "{source}");
        }
    }
}
