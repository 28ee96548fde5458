//! bytes -> text -> page table -> prediction -> Markdown: one pass over HTML into flat columns, and what is read from
//! them.
//!
//! ```text
//! decode/     bytes -> text                  in the order in which a browser looks for the encoding
//! parse/      text -> tokens -> elements     the tokenizer and tree construction
//! text/       character data -> blocks       normalised text with its counts
//! page/       the page table                 rows of numbers
//! query/      page table -> facts            head, links, element texts
//! metadata/   page table -> fields           title, authors, days and more, each with its source
//! features/   page table -> columns          what the learned model reads
//! model/      columns -> probabilities       boosted trees, early exit, threshold
//! structures/ probabilities -> keep mask     tables, lists, cards and headings kept or dropped as a whole
//! render/     page table, mask -> Markdown   the kept text with its structure
//! ```
//!
//! No Python in here, no recursion, no unsafe code, and time linear in the input whatever the input.
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod bytes;
pub mod decode;
pub mod features;
mod hash;
pub mod metadata;
pub mod model;
pub mod page;
pub mod parse;
pub mod query;
pub mod render;
pub mod structures;
mod text;

pub use page::table::Table;
pub use parse::class_words::{WordKind, word_hash};
pub use parse::dump::{DumpedToken, dump_tokens, text_content};
pub use parse::tokenizer::State;
pub use parse::{DEFAULT_MAX_DEPTH, build, build_without_lines};
pub use text::first_words::FirstWords;
pub use text::similarity::title_cosines;
