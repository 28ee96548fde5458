//! (Page, mask) -> the kept text in order with its structure, as Markdown, as plain text, or as steps for other writers.
//!
//! ```text
//! options      what is written and what is left out
//! structure/   page, mask, options -> steps, and the facts about their elements
//! writers/     steps, facts -> Markdown or text
//! parts        a page, cut at some blocks, or some of its blocks -> the text of each part
//! ```

mod options;
mod parts;
mod structure;
mod writers;

use std::collections::HashMap;
use std::ops::Deref;

pub use options::Options;
pub use parts::{Rendered, render_parts, render_selections};
pub use structure::facts::image::{self, Image};
pub use structure::facts::{self, Facts, Resolver};
use structure::outline_within;
pub use structure::walk::Step;
pub use structure::{Outline, outline, roles};
pub use writers::blocks::Piece;

use crate::page::PageView;

/// What is rendered: a page, and a mask over its blocks.
#[derive(Clone, Copy)]
pub struct Kept<'a> {
    /// The page.
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

impl Outline {
    /// The text of each TEXT step, after the white space before it.
    pub fn texts(&self, kept: Kept) -> Vec<String> {
        writers::pieces::plain(kept, &self.steps)
    }

    /// The kept text as Markdown.
    pub fn to_markdown(&self, kept: Kept) -> String {
        writers::markdown::write(kept, self).0
    }

    /// Markdown, and for each of its blocks where it is in it and in the source.
    pub fn to_markdown_pieces(&self, kept: Kept) -> (String, Vec<Piece>) {
        writers::markdown::write(kept, self)
    }

    /// The texts of headings, by where the source of their Markdown begins.
    pub fn heading_texts(&self, kept: Kept) -> HashMap<u32, String> {
        writers::heading_texts::heading_texts(kept, self)
    }

    /// The kept text as plain text, laid out in lines.
    pub fn to_text(&self, kept: Kept) -> String {
        writers::plain::write(kept, self)
    }
}
