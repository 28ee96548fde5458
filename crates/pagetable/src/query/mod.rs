//! The page table -> what metadata is read from: facts of the head, marked elements, texts of single elements.
//!
//! Native because a page asks for some hundred attributes and texts, and a call from Python for each takes longer
//! than reading it. What they mean is decided in Python.

mod element_text;
mod head;
mod marks;
mod related;

pub use element_text::{element_text, line, prose};
pub use head::{Head, read_head};
pub use marks::Marks;
pub use related::{Related, links_between, related, rows_by_tag, rows_naming};

use crate::page::table::{Block, Element, Run};

/// A page, as far as it is described.
#[derive(Clone, Copy)]
pub struct Described<'a> {
    pub source: &'a [u8],
    /// UTF-8.
    pub text: &'a [u8],
    pub elements: &'a [Element],
    pub blocks: &'a [Block],
    pub runs: &'a [Run],
}

impl<'a> Described<'a> {
    /// The text of a block.
    pub fn block_text(&self, block: &Block) -> &'a [u8] {
        self.text.get(block.text_start as usize..block.text_stop as usize).unwrap_or_default()
    }

    /// Some of the blocks; fewer if the page has fewer.
    pub fn block_range(&self, first: usize, stop: usize) -> &'a [Block] {
        let stop = stop.min(self.blocks.len());
        self.blocks.get(first..stop).unwrap_or_default()
    }

    /// Whether the tag stands in the source where the element does.
    fn has_tag(element: &Element) -> bool {
        element.open_stop > element.start
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Table;

    /// Calls `look` with the page that a source makes.
    pub fn with_page<T>(html: &str, look: impl Fn(Described<'_>, &Table) -> T) -> T {
        let table = crate::build(html, crate::DEFAULT_MAX_DEPTH);
        let page = Described {
            source: html.as_bytes(),
            text: &table.text,
            elements: &table.elements,
            blocks: &table.blocks,
            runs: &table.runs,
        };
        look(page, &table)
    }
}
