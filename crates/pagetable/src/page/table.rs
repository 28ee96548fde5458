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
    pub const TEMPLATE: u8 = 1 << 2;
    pub const NOSCRIPT: u8 = 1 << 3;
    pub const SVG: u8 = 1 << 4;
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
    ($(#[$doc:meta])* $row:ident { $($name:ident: $type:ident,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        #[repr(C)]
        pub struct $row { $(pub $name: $type),* }

        impl $row {
            /// Name and type of each column, in memory order.
            pub const COLUMNS: &[(&str, &str)] = &[$((stringify!($name), stringify!($type))),*];
        }
    };
}

columns! {
    /// An element, in the order of start tags.
    Element {
        path: u64,
        signature: u64,
        parent: u32,
        end: u32,
        start: u32,
        open_stop: u32,
        close_start: u32,
        stop: u32,
        chars: u32,
        link_chars: u32,
        first_word: u32,
        first_block: u32,
        stop_block: u32,
        depth: u16,
        tag: u8,
        flags: u8,
    }
}

columns! {
    /// Text up to the nearest block-level element.
    Block {
        hash: u64,
        text_start: u32,
        text_stop: u32,
        element: u32,
        start: u32,
        stop: u32,
        first_run: u32,
        chars: u32,
        link_chars: u32,
        words: u32,
        sentences: u32,
        punctuation: u32,
        commas: u32,
        digits: u32,
        uppers: u32,
        tags: u32,
        flags: u32,
    }
}

columns! {
    /// One stretch of text between two tags.
    Run {
        block: u32,
        element: u32,
        start: u32,
        stop: u32,
        text_start: u32,
        text_stop: u32,
        chars: u32,
        flags: u32,
    }
}

columns! {
    /// One line of the source.
    Line {
        start: u32,
        chars: u32,
        words: u32,
        tags: u32,
    }
}

/// Everything one pass over a page finds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    pub elements: Vec<Element>,
    pub blocks: Vec<Block>,
    pub runs: Vec<Run>,
    pub lines: Vec<Line>,
    /// Hashes of the class, id, role and itemprop words of all elements, one after the other.
    pub words: Vec<u64>,
    /// The normalised text of all blocks, each followed by a line feed.
    pub text: Vec<u8>,
    pub is_quirks: bool,
    /// Elements that were moved up because they were nested deeper than the cap.
    pub hoisted: u32,
}

impl Table {
    /// Turns own counts into subtree sums. Parents come before their children, so one pass
    /// backwards does it.
    pub fn sum_subtrees(&mut self) {
        let elements = &mut self.elements;
        for row in (0..elements.len()).rev() {
            let child = elements[row];
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
