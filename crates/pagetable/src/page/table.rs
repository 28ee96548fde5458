//! The page table: rows of plain numbers. Python sees each struct here as a NumPy record and each
//! field as a column, so a field's name and type are its documentation there too (`page.py`).
//!
//! Offsets count bytes of the UTF-8 source. Rows refer to each other by index.

/// Row index of "no row": the parent of the root.
pub const NO_ROW: u32 = u32::MAX;

/// Flags of elements, runs and blocks. All but IMPLIED are inherited: a row is such a thing, or is inside one. Python has
/// them as `page.flags`.
pub mod flag {
    /// `hidden`, `display:none`, `visibility:hidden`, or an element browsers never show.
    pub const HIDDEN: u8 = 1;
    /// `aria-hidden="true"`: shown, but not to screen readers.
    pub const ARIA_HIDDEN: u8 = 1 << 1;
    /// Inside `<template>`.
    pub const TEMPLATE: u8 = 1 << 2;
    /// Inside `<noscript>`.
    pub const NOSCRIPT: u8 = 1 << 3;
    /// Inside `<svg>`.
    pub const SVG: u8 = 1 << 4;
    /// Inside `<math>`.
    pub const MATH: u8 = 1 << 5;
    /// White space counts.
    pub const PREFORMATTED: u8 = 1 << 6;
    /// Not in the source at this place: `<tbody>` and the like, or formatting that was reopened.
    pub const IMPLIED: u8 = 1 << 7;

    /// What a browser with scripts does not show.
    pub const UNSHOWN: u8 = HIDDEN | TEMPLATE | NOSCRIPT;
    /// Text with one of these is kept in blocks of its own, apart from the page's text.
    pub const APART: u8 = UNSHOWN | SVG;

    /// All of them, by name.
    pub const NAMES: [(&str, u8); 10] = [
        ("HIDDEN", HIDDEN),
        ("ARIA_HIDDEN", ARIA_HIDDEN),
        ("TEMPLATE", TEMPLATE),
        ("NOSCRIPT", NOSCRIPT),
        ("SVG", SVG),
        ("MATH", MATH),
        ("PREFORMATTED", PREFORMATTED),
        ("IMPLIED", IMPLIED),
        ("UNSHOWN", UNSHOWN),
        ("APART", APART),
    ];
}

/// Declares a row and the list of its columns, which is what Python builds its view from.
macro_rules! columns {
    ($(#[$doc:meta])* $row:ident { $($(#[$about:meta])* $name:ident: $type:ident,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        #[repr(C)]
        pub struct $row { $($(#[$about])* pub $name: $type),* }

        impl $row {
            /// Name and type of each column, in memory order.
            pub const COLUMNS: &[(&str, &str)] = &[$((stringify!($name), stringify!($type))),*];
        }
    };
}

columns! {
    /// An element, in the order of start tags.
    Element {
        /// Hash of the tag names from the root down to the element.
        path: u64,
        /// Hash of the tag name and the set of class words.
        signature: u64,
        /// Row of the parent; `NO_ROW` for the root.
        parent: u32,
        /// Row after the last one of the subtree.
        end: u32,
        /// Offset of the start tag.
        start: u32,
        /// Offset after the start tag.
        open_stop: u32,
        /// Offset where the content stops.
        close_start: u32,
        /// Offset after the end tag.
        stop: u32,
        /// Characters of text in the subtree, without white space.
        chars: u32,
        /// Those of them inside links.
        link_chars: u32,
        /// Where the element's words begin in `Table::words`.
        first_word: u32,
        /// First block with text of the subtree.
        first_block: u32,
        /// Block after the last one with text of the subtree.
        stop_block: u32,
        /// Number of ancestors.
        depth: u16,
        /// Number of the tag name, see `tags::NAMES`.
        tag: u8,
        /// Bits of `flag`.
        flags: u8,
    }
}

columns! {
    /// Text up to the nearest block-level element.
    Block {
        /// Hash of the text.
        hash: u64,
        /// Where the text begins in `Table::text`.
        text_start: u32,
        /// Where it stops.
        text_stop: u32,
        /// Row of the nearest block-level element around the text.
        element: u32,
        /// Offset of the first character in the source.
        start: u32,
        /// Offset after the last run in the source.
        stop: u32,
        /// First run of the block; its runs are consecutive.
        first_run: u32,
        /// Characters, without white space.
        chars: u32,
        /// Those of them inside links.
        link_chars: u32,
        /// Words; an estimate for scripts that write without spaces.
        words: u32,
        /// Full stops and the like at the end of a word.
        sentences: u32,
        /// Marks of punctuation.
        punctuation: u32,
        /// Commas, of any script.
        commas: u32,
        /// Digits.
        digits: u32,
        /// Capital letters.
        uppers: u32,
        /// Tags between the first and the last word.
        tags: u32,
        /// Flags of all its runs, joined.
        flags: u32,
    }
}

columns! {
    /// One stretch of text between two tags.
    Run {
        /// The block that the run is part of.
        block: u32,
        /// The innermost element around it.
        element: u32,
        /// Offset of its first byte in the source.
        start: u32,
        /// Offset after its last byte.
        stop: u32,
        /// Where its text begins in `Table::text`.
        text_start: u32,
        /// Where it stops.
        text_stop: u32,
        /// Characters, without white space.
        chars: u32,
        /// Bits of `flag`.
        flags: u32,
    }
}

columns! {
    /// One line of the source.
    Line {
        /// Offset of its first byte.
        start: u32,
        /// Characters of text, without white space.
        chars: u32,
        /// Words of text.
        words: u32,
        /// Tags that begin on it.
        tags: u32,
    }
}

/// Everything one pass over a page finds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// Elements, in the order of their start tags.
    pub elements: Vec<Element>,
    /// Blocks of text, in source order.
    pub blocks: Vec<Block>,
    /// The pieces of text between tags.
    pub runs: Vec<Run>,
    /// The lines of the source; empty if the table was built without them.
    pub lines: Vec<Line>,
    /// Hashes of the class, id, role and itemprop words of all elements, one after the other; the words of a custom
    /// element's name are class words.
    pub words: Vec<u64>,
    /// The normalised text of all blocks, each followed by a line feed.
    pub text: Vec<u8>,
    /// A bit per tag that an element has, by its number.
    pub tags: [u64; 4],
    /// Whether the page is in quirks mode.
    pub is_quirks: bool,
    /// Elements that were moved up because they were nested deeper than the cap.
    pub hoisted: u32,
}

impl Table {
    /// Whether an element has a tag.
    pub fn has_tag(&self, tag: u8) -> bool {
        self.tags[usize::from(tag / 64)] & 1 << (tag % 64) != 0
    }

    /// Turns own counts into subtree sums, and notes the tags. Parents come before their children, so one pass backwards
    /// does it.
    pub fn sum_subtrees(&mut self) {
        let elements = &mut self.elements;
        for row in (0..elements.len()).rev() {
            let child = elements[row];
            self.tags[usize::from(child.tag / 64)] |= 1 << (child.tag % 64);
            if elements[row].end == 0 {
                elements[row].end = row as u32 + 1;
            }
            let end = elements[row].end;
            if let Some(parent) = elements.get_mut(child.parent as usize) {
                parent.chars += child.chars;
                parent.link_chars += child.link_chars;
                parent.end = parent.end.max(end);
                parent.stop_block = parent.stop_block.max(child.stop_block);
            }
        }
    }
}
