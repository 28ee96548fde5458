//! Short texts -> the days they name, and whether they show when something was written.
//!
//! ```text
//! letters   digits and letters of all scripts, and a text as a row of characters
//! months    words -> months
//! days      a text -> the first day that it names
//! shown     whether a text shows a date or a time that has passed
//! ```

mod days;
mod letters;
mod months;
mod shown;

pub use days::Day;
pub(crate) use letters::{Letters, is_decimal, is_digit, is_word};
pub use months::Months;
#[cfg(test)]
pub(crate) use months::tests;
#[cfg(test)]
pub(crate) use months::tests::months as tests_months;
