//! Dates of a page -> the posts around them: records, the elements with what was written, and the names of authors.

//!
//! ```text
//! anchors   page -> groups of elements that show a date in the same way
//! records   a group of dates -> the parts of the page around them, one per post
//! bodies    records -> the elements that hold what was written
//! lead      the post before them, below the heading of the page
//! groups    what records show in the same way
//! dates     records -> the date of each
//! names     records -> the author of each
//! links     records -> the address of each
//! replies   records -> which post each answers, votes, questions and accepted answers
//! thread    all of it in order, for a page
//! ```

mod anchors;
mod bodies;
mod dates;
mod groups;
mod lead;
mod links;
mod names;
mod records;
mod replies;
mod thread;

pub use dates::DateReader;
pub use thread::{Post, Thread, read_thread};
