//! The page table -> facts that metadata is read from: the head, marked elements, texts of single elements.
//!
//! Native because a page needs some hundred attributes and texts, and a call from Python for each takes longer than
//! reading it. Python decides what they mean.

mod element_text;
mod head;
mod marks;
mod related;

pub use element_text::{element_text, line, prose};
pub use head::{Head, read_head};
pub use marks::Marks;
pub use related::{Related, links_between, related, rows_by_tag, rows_naming};
