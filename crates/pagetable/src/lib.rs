//! bytes -> text -> page table: one pass over HTML into flat columns.
//!
//! ```text
//! decode      bytes -> text          the order in which a browser looks for the encoding
//! tokenizer   text -> tokens         spans of the source, nothing copied
//! tree        tokens -> elements     which element is open where
//! text        tokens -> blocks       normalised text, counted
//! table       the columns
//! features    table -> numbers        what the learned extractor judges by
//! trees       numbers -> scores       boosted trees in flat arrays
//! judge       table -> probabilities  the learned model in one pass
//! render      a mask -> Markdown     the kept text, with what stands around it
//! describe    table -> what metadata is read from
//! ```
//!
//! No Python in here, no recursion, no unsafe code, and time linear in the input whatever the input.

#![forbid(unsafe_code)]

mod ancestors;
pub mod attributes;
mod bytes;
mod channel;
mod counts;
pub mod decode;
pub mod describe;
mod doctype;
mod dump;
mod end_tags;
mod facts;
pub mod features;
mod first_words;
mod formatting;
mod hash;
mod joints;
pub mod judge;
mod likeness;
mod lines;
mod masked_trees;
mod open_elements;
mod prescan;
mod raw_text;
mod references;
pub mod render;
mod similarity;
mod start_tags;
pub mod table;
pub mod tags;
mod text;
mod text_words;
mod tokenizer;
mod tree;
pub mod trees;
#[cfg(target_arch = "x86_64")]
mod vector_trees;
mod words;

pub use dump::{DumpedToken, dump_tokens, text_content};
pub use first_words::FirstWords;
pub use similarity::title_cosines;
pub use table::Table;
pub use tokenizer::State;
pub use tree::{DEFAULT_MAX_DEPTH, build};
pub use words::{WordKind, word_hash};
