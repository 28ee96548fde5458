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
