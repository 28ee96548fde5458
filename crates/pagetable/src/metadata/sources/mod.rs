//! Where a page describes itself: one module for each kind of markup that is read.

pub mod addresses;
pub mod bylines;
pub mod json;
pub mod json_ld;
pub mod rdfa;
pub mod shown_days;
