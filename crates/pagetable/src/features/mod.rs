//! (the page table, learned tables of words) -> a row of numbers a block: what the learned extractor judges by.
//!
//! `features/` in Python names every column and says what it is; `tests/model` has a slow twin of all of this
//! in NumPy. It is native because a page has some three hundred columns of some three hundred numbers: in NumPy, calls alone
//! take longer than the page's scan.

mod ancestors;
mod around;
mod boundaries;
mod content;
mod context;
mod copies;
mod facts;
mod groups;
mod matrix;
mod own;
mod published;
mod title_overlap;
mod unseen;
mod whole;

pub use content::{N_LIKELY, content_masses, likely, mean_of};
pub use context::{N_CONTEXT, PAGE_CONTEXT};
pub use facts::{ClassWord, ODDS_STEP, Tables, TextWord};
pub use matrix::Matrix;

use facts::Facts;

/// Columns of the first stage, those of the whole page last.
pub const N_FEATURES: usize = own::N_TEXT
    + own::N_PLACE
    + around::N_CLASSES
    + around::N_CONTAINERS
    + around::N_REPEATED
    + around::N_NEIGHBOURS
    + published::N_PUBLISHED
    + title_overlap::N_SAID
    + ancestors::GROUPS
    + whole::N_WHOLE;
use crate::page::PageView;
pub use whole::N_WHOLE;
/// Those that have a number a block.
pub const N_OWN: usize = N_FEATURES - N_WHOLE;

/// A page's features, and what is kept for the second stage.
pub struct Features {
    facts: Facts,
    template: (Vec<u32>, usize),
    title_likeness: Vec<f64>,
    odds: Vec<f64>,
}

impl Features {
    /// Of a page that has blocks: the columns of the first stage that `first` wants are pushed.
    pub fn of(page: PageView<'_>, tables: Tables<'_>, first: &mut Matrix<'_>) -> Features {
        let facts = facts::read_facts(page, tables);
        let template = around::templates(page, &facts);
        let said = title_overlap::read_said(page);
        let odds = own::push_text(page, &facts, tables, first);
        own::push_place(page, &facts, tables, first);
        around::push_classes(page, &facts, first);
        around::push_containers(page, &facts, tables, first);
        let greatest_template = around::push_repeated(page, &facts, &template, first);
        around::push_neighbours(page, &facts, first);
        published::push_published(page, &facts, first);
        let title_likeness = title_overlap::push_said(&facts, &said, first);
        around::push_groups(&facts, first);
        for number in whole::whole_page(page, &facts, &said, greatest_template) {
            first.push_page(number);
        }
        Features { facts, template, title_likeness, odds }
    }

    pub fn n_blocks(&self) -> usize {
        self.facts.n_blocks()
    }

    /// The words of each block, at least one.
    pub fn words(&self) -> &[f64] {
        &self.facts.words
    }

    /// Steps up from each block to an element named for comments.
    pub fn comment_steps(&self) -> impl Iterator<Item = u8> {
        boundaries::comment_steps(&self.facts)
    }

    /// Appends the columns of the second stage, given the first stage's probabilities.
    pub fn push_context(&self, page: PageView<'_>, first: &[f32], out: &mut Matrix<'_>) {
        context::push_context(page, self, first, out);
    }
}
