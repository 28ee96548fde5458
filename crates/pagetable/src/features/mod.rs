//! (the page table, learned tables of words) -> a row of numbers per block: what the learned model reads.
//!
//! Every column is pushed together with its name, so names and numbers can't be mixed up; `columns` lists them, and
//! Python reads that list (`_core.Model.FEATURES`). `tests/model` has a slow twin of all of this in NumPy. It is native
//! because a page has some three hundred columns of some three hundred numbers: in NumPy, the calls alone take longer
//! than parsing the page.
//!
//! Words used in names: "mass" is words times first probability. "Sure" blocks have eight words or more and a first
//! probability above 0.6. "Groups" are elements with at least two more like them beside them; a block's own is an
//! "item". A text is "doubled" if two elements contain it, and "copied" in all but the first. "Unseen" text is hidden
//! from browsers or screen readers. "Odds" are learned log-odds of content.

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
mod shops;
mod title_overlap;
mod unseen;
mod whole;

pub use content::{content_masses, likely, mean_of};
pub use context::bounded_log_odds;
pub use facts::WordTables;
pub(crate) use matrix::dense;
pub use matrix::{Column, Matrix};
pub use shops::{ShopPart, ShopTypes};

use std::sync::OnceLock;

use crate::page::PageView;
use facts::Facts;

/// The names of all columns, in their order, as pushing them records it.
pub struct Columns {
    /// The first stage: a number per block, then numbers of the whole page.
    pub first: Vec<Column>,
    /// The second stage, besides the columns of the first that it sees again.
    pub context: Vec<Column>,
    /// How much of the page the first stage takes for content.
    pub likely: Vec<&'static str>,
}

impl Columns {
    /// How many columns of the first stage have a number per block; those of the whole page come after them.
    pub fn n_own(&self) -> usize {
        self.first.iter().filter(|column| !column.is_of_page).count()
    }

    /// How many columns of the first stage are numbers of the whole page.
    pub fn n_page(&self) -> usize {
        self.first.len() - self.n_own()
    }

    /// How many numbers the type of a page is predicted from.
    pub fn n_type_numbers(&self) -> usize {
        self.n_page() + self.likely.len() + self.n_own()
    }

    /// The columns of the second stage that are numbers of the whole page.
    pub fn page_context(&self) -> Vec<usize> {
        (0..self.context.len()).filter(|&column| self.context[column].is_of_page).collect()
    }
}

/// The columns of this version. Any page has the same, so they are recorded once, on a page of one word.
pub fn columns() -> &'static Columns {
    static COLUMNS: OnceLock<Columns> = OnceLock::new();
    COLUMNS.get_or_init(|| {
        let (html, tables) = ("<p>x", WordTables::empty());
        let table = crate::build(html, crate::DEFAULT_MAX_DEPTH);
        let page = PageView::new(html.as_bytes(), &table);
        let (mut first, mut context) = (Matrix::recording(1), Matrix::recording(1));
        Features::of(page, &tables, &mut first).push_context(page, &[0.5], &mut context);
        Columns {
            first: first.into_columns(),
            context: context.into_columns(),
            likely: likely(&[], &[]).map(|(name, _)| name).to_vec(),
        }
    })
}

/// A page's features, and what is kept for the second stage.
pub struct Features {
    facts: Facts,
    template: (Vec<u32>, usize),
    title_likeness: Vec<f64>,
    odds: Vec<f64>,
}

impl Features {
    /// Of a page that has blocks: pushes the columns of the first stage that `first` wants.
    pub fn of(page: PageView<'_>, tables: &WordTables, first: &mut Matrix<'_>) -> Features {
        let facts = facts::read_facts(page, tables);
        let template = around::templates(page, &facts);
        let described = title_overlap::read_self_description(page);
        first.start_group("text");
        let odds = own::push_text(page, &facts, first);
        first.start_group("place");
        own::push_place(page, &facts, tables, first);
        first.start_group("class words");
        around::push_classes(page, &facts, first);
        first.start_group("containers");
        around::push_containers(page, &facts, tables, first);
        first.start_group("repeated structure");
        let greatest_template = around::push_repeated(page, &facts, &template, first);
        first.start_group("neighbours");
        around::push_neighbours(page, &facts, first);
        first.start_group("published methods");
        published::push_published(page, &facts, first);
        first.start_group("title and metadata");
        let title_likeness = title_overlap::push_overlaps(&facts, &described, first);
        around::push_groups(&facts, first);
        first.start_group("whole page");
        whole::push_whole(page, &facts, &described, greatest_template, first);
        Features { facts, template, title_likeness, odds }
    }

    /// The number of blocks, which is the number of rows of every column.
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

    /// On the page of a shop: what each block is for what the page sells. Empty on other pages.
    pub fn shop_parts(&self, page: PageView<'_>, types: ShopTypes, probability: &[f64]) -> Vec<ShopPart> {
        shops::shop_parts(page, &self.facts, types, probability)
    }

    /// Pushes the columns of the second stage, given the first stage's probabilities.
    pub fn push_context(&self, page: PageView<'_>, first: &[f32], out: &mut Matrix<'_>) {
        context::push_context(page, self, first, out);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_column_has_a_name_of_its_own() {
        let all: Vec<&Column> = columns().first.iter().chain(&columns().context).collect();
        let names: HashSet<&str> = all.iter().map(|column| column.name.as_str()).collect();
        assert_eq!(names.len(), all.len());
        assert!(columns().first.iter().all(|column| !column.group.is_empty()));
    }

    #[test]
    fn any_page_has_the_same_columns_and_numbers_of_the_page_come_last() {
        let text = "Some words that are about something, and more of them. ".repeat(9);
        for html in ["x".to_owned(), format!("<title>T</title><h1>T</h1><ul>{}</ul>", format!("<li>{text}").repeat(5))]
        {
            let table = crate::build(&html, crate::DEFAULT_MAX_DEPTH);
            let (page, n_blocks) = (PageView::new(html.as_bytes(), &table), table.blocks.len());
            let (mut first, mut context) = (Matrix::recording(n_blocks), Matrix::recording(n_blocks));
            let features = Features::of(page, &WordTables::empty(), &mut first);
            features.push_context(page, &vec![0.9; n_blocks], &mut context);
            assert_eq!(first.n_columns(), columns().first.len());
            assert_eq!(context.n_columns(), columns().context.len());
            assert_eq!(first.into_columns(), columns().first);
            assert_eq!(context.into_columns(), columns().context);
        }
        assert!(columns().first[columns().n_own()..].iter().all(|column| column.is_of_page));
    }
}
