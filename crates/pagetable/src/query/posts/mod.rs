//! Dates of a page -> the posts around them: records, the elements with what was written, and the names of authors.

mod bodies;
mod names;
mod records;

pub use bodies::{BodyKind, body_kind, written_sums};
pub use names::{Name, NameGroup, NameSigns, SignedRecord, shown_names};
pub use records::{Record, Records, dated_records};
