//! The page table -> facts that metadata is read from: the head, marked elements, texts of single elements.
//!
//! Native because a page needs some hundred attributes and texts, and a call from Python for each takes longer than
//! reading it. Python decides what they mean.

mod bodies;
mod code_tabs;
mod element_text;
mod entries;
mod head;
mod items;
mod lists;
mod marks;
mod names;
mod near;
mod records;
mod related;
mod small_words;
mod stated;
mod surroundings;
mod token_estimate;

pub use bodies::{BodyKind, body_kind, written_sums};
pub use code_tabs::{Tab, TabSet, code_tabs};
pub use element_text::{element_text, line, prose};
pub use entries::{Entry, EntryLink, Span, read_entries};
pub use head::{Head, read_head};
pub use items::are_others;
pub use lists::read_lists;
pub use marks::Marks;
pub use names::{Name, NameGroup, NameSigns, SignedRecord, shown_names};
pub use records::{Record, Records, dated_records};
pub use related::{Related, related, rows_by_tag, rows_naming, rows_naming_each};
pub use small_words::{SmallWords, WordCounts};
pub use stated::{MetaNames, Stated, read_stated};
pub use surroundings::{AuthorMark, DayCandidate, SignedLine, Surroundings};
pub use token_estimate::estimate_tokens;
