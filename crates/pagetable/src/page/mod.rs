//! The page table: what one pass over a page's HTML finds, as flat rows of numbers.

pub mod table;
