//! text -> tokens -> elements: the tokenizer, tree construction, and the HTML standard's rules for tags.
//!
//! ```text
//! tokenizer      text -> tokens, spans of the source       (raw_text, attributes, doctype, references)
//! tree_builder   tokens -> element rows                    (start_tags, end_tags, open_elements, formatting)
//! tag_facts      a start tag -> its flags and class words  (tags, class_words)
//! dump           tokens as strings, for tests
//! ```

pub mod attributes;
pub(crate) mod class_words;
pub(crate) mod doctype;
pub(crate) mod dump;
mod end_tags;
mod formatting;
pub(crate) mod open_elements;
mod raw_text;
pub(crate) mod references;
mod start_tags;
mod tag_facts;
pub mod tags;
pub(crate) mod tokenizer;
pub(crate) mod tree_builder;

use crate::page::table::Table;
use crate::text::lines::LineCounter;

/// Nesting deeper than this is hoisted, as Blink does; the text is kept.
pub const DEFAULT_MAX_DEPTH: u16 = 512;

/// Reads a page into its table.
pub fn build(source: &str, max_depth: u16) -> Table {
    tree_builder::read(source, max_depth, LineCounter::new(source.as_bytes()))
}

/// Reads a page into its table, which has no lines: few readers need them, and counting takes a thirtieth of all the
/// time.
pub fn build_without_lines(source: &str, max_depth: u16) -> Table {
    tree_builder::read(source, max_depth, LineCounter::none(source.as_bytes()))
}
