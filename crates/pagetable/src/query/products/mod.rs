//! Page -> what readers see of its product: prices, numbers, whether it can be bought, its specification.
//!
//! One call for each, because a page has a hundred lines with digits. The words of shops are handed over, and Python
//! decides between what the page declares and what it shows.

mod lines;
mod offer;
mod pairs;
mod state;
mod words;

pub use offer::{Offer, Price, ShownCode, read_offer};
pub use pairs::read_pairs;
pub use state::{is_unavailable, shown_brand};
#[cfg(test)]
pub(super) use words::tests;
pub use words::{Labels, Phrases, ShopWords};
