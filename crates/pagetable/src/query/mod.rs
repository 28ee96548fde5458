//! The page table -> facts that metadata is read from: the head, marked elements, texts of single elements.
//!
//! Native because a page needs some hundred attributes and texts, and a call from Python for each takes longer than
//! reading it. Python decides what they mean.

mod code_tabs;
mod dates;
mod element_text;
mod head;
mod items;
mod lists;
mod marks;
mod near;
mod posts;
mod products;
mod related;
mod small_words;
mod stated;
mod style_sheets;
mod surroundings;
mod token_estimate;

pub use code_tabs::{Tab, TabSet, code_tabs};
#[cfg(test)]
pub(crate) use dates::tests_months;
pub use dates::{Day, Months};
pub(crate) use dates::{Letters, is_decimal, is_digit, is_word};
pub(crate) use element_text::is_space;
pub use element_text::{MAX_VALUE_BYTES, beginning, element_text, line, prose, value_text};
pub use head::{Head, read_canonical, read_head};
pub use items::item_values;
pub use lists::{Item, Reader as ItemReader, Span, read_items, read_lists};
pub use marks::Marks;
pub use posts::{DateReader, Post, Thread, read_thread};
pub use products::{
    Labels, Offer, Phrases, Price, ShopWords, ShownCode, is_unavailable, read_offer, read_pairs, shown_brand,
};
pub use related::{Related, links_in_block, related, rows_by_tag, rows_naming, rows_naming_each};
pub use small_words::{SmallWords, WordCounts};
pub(crate) use stated::simple_text;
pub use stated::{MetaNames, Stated, read_stated};
pub use style_sheets::blocks_hidden_by_styles;
pub use surroundings::{AuthorMark, DayCandidate, Place, Shown, SignedLine, Surroundings};
pub use token_estimate::estimate_tokens;

pub use crate::text::money::{Money, amounts_in, bare_amount, currency_code};
