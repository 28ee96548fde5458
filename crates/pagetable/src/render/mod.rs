//! (Page, mask) -> the kept text in order with its structure, as Markdown, as plain text, or as steps for other writers.
//!
//! ```text
//! options       what is written and what is left out
//! roles         tag -> what an element does for a reader
//! notable       one pass over the elements: their roles, and which need a closer look
//! formulas      MathML, KaTeX, MathJax, images of formulas -> TeX      (mathml: the presentation, written out)
//! notes         superscript links to texts of the same page -> footnotes
//! correct       tables used for layout, headings around half a page, code around other blocks
//! lone          which images, rules and formulas belong to the kept text
//! walk          roles, mask -> steps: text, and what opens and closes around it
//! facts         steps -> addresses, images, numbers, languages, grids: found once, for every format
//! pieces        steps -> their texts
//! markdown      steps, facts -> Markdown                               (line, escape: within a line)
//! plain         steps, facts -> text for people
//! blocks        blocks of text -> one text, indented by lists and quotes
//! ```

mod address;
mod blocks;
mod code_language;
mod correct;
mod escape;
pub mod facts;
mod formulas;
mod grid;
mod image;
mod line;
mod lists;
mod lone;
mod markdown;
mod mathml;
mod notable;
mod notes;
mod options;
mod pieces;
mod plain;
pub mod roles;
mod walk;

pub use facts::Facts;
pub use options::Options;
pub use walk::Step;

use std::ops::Deref;

use crate::page::PageView;

/// What is rendered: a page, and a mask over its blocks.
#[derive(Clone, Copy)]
pub struct Kept<'a> {
    pub page: PageView<'a>,
    /// The page's text, checked to be UTF-8.
    pub text: &'a str,
    /// One bit per block.
    pub keep: &'a [bool],
}

impl<'a> Deref for Kept<'a> {
    type Target = PageView<'a>;

    fn deref(&self) -> &PageView<'a> {
        &self.page
    }
}

/// The kept text of a page in order, and what writers need to know about it.
pub struct Outline {
    pub steps: Vec<Step>,
    pub facts: Facts,
}

/// Finds what is written of a page; `url` is its address, empty if that is not known.
pub fn outline(kept: Kept, options: &Options, url: &str) -> Outline {
    let (mut roles, notable) = notable::read(kept, options);
    let formulas = formulas::find(kept, &mut roles, &notable);
    let labels = notes::find(kept, &mut roles, &notable.superscript_links);
    correct::unroll_tables(kept, &mut roles, options.tables);
    correct::let_in_containers(kept, &mut roles);
    correct::flatten_code(kept, &mut roles);
    lone::place(kept, &mut roles);
    let steps = walk::walk(kept, &roles);
    let base = facts::base(kept, &notable.bases, url);
    let facts = Facts { roles, formulas, labels, ..Facts::default() }.of_steps(kept, &steps, &base);
    Outline { steps, facts }
}

impl Outline {
    /// The text of each TEXT step, after the white space before it.
    pub fn texts(&self, kept: Kept) -> Vec<String> {
        pieces::plain(kept, &self.steps)
    }

    pub fn to_markdown(&self, kept: Kept) -> String {
        markdown::write(kept, self)
    }

    pub fn to_text(&self, kept: Kept) -> String {
        plain::write(kept, self)
    }
}
