//! (Table, mask) -> the kept text in order, and Markdown.
//!
//! ```text
//! roles       tag -> what an element does for a reader
//! notable     one look at every element: its role, and whether it needs a closer one
//! correct     tables that only lay out, headings around half a page, images beside dropped text
//! walk        roles, mask -> steps: text, and what opens and closes around it
//! pieces      steps -> their texts
//! markdown    steps -> Markdown
//! ```

pub mod address;
mod blocks;
mod correct;
mod escape;
mod grid;
pub mod image;
mod line;
mod lone;
pub mod markdown;
pub mod notable;
pub mod pieces;
pub mod roles;
mod walk;

pub use escape::escape_into;
pub use walk::{Step, walk};

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

/// Roles as the tags say them -> roles as they are.
pub fn corrected(kept: Kept, roles: &[u8], has_tables: bool) -> Vec<u8> {
    let mut roles = roles.to_vec();
    correct::unroll_tables(kept, &mut roles, has_tables);
    correct::let_in_containers(kept, &mut roles);
    correct::flatten_code(kept, &mut roles);
    lone::place(kept, &mut roles);
    roles
}
