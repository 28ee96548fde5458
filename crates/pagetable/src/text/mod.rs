//! Character data -> blocks and lines with their counts, and the words of texts.
//!
//! ```text
//! writer              character data -> runs and blocks    (block_builder, counts, word_boundaries, lines)
//! words               text -> hashes of its words
//! first_words         the words that each block begins with
//! money               text -> amounts of money with their currency
//! similarity          blocks compared with a title
//! reference_overlap   how much of a block a reference text repeats
//! ```

pub(crate) mod block_builder;
pub(crate) mod counts;
pub(crate) mod first_words;
pub(crate) mod lines;
pub(crate) mod money;
pub(crate) mod reference_overlap;
pub(crate) mod similarity;
mod word_boundaries;
pub(crate) mod words;
pub(crate) mod writer;
