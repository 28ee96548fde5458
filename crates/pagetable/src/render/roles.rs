//! What an element does for a reader, whatever the format. Most do nothing, and are not walked.

macro_rules! roles {
    ($($role:ident $name:literal $number:literal;)*) => {
        $(pub const $role: u8 = $number;)*
        /// The name of each role; Python has its numbers from here.
        pub const NAMES: &[(&str, u8)] = &[$(($name, $number)),*];
    };
}

/// As the code of a step: a run of text. As a role: an element that does nothing.
pub const TEXT: u8 = 0;
/// As the code of a step: the text after it is of another block.
pub const BREAK: u8 = 1;
/// Added to the role of an element that closes.
pub const CLOSE: u8 = 128;

roles! {
    STRONG "strong" 2; EMPHASIS "emphasis" 3; STRIKE "strike" 4; CODE "code" 5; SUB "sub" 6; SUP "sup" 7;
    QUOTED "quoted" 8; LINK "link" 9; NOTE_REF "note_ref" 10;
    LIST "list" 11; ORDERED "ordered" 12; ITEM "item" 13; QUOTE "quote" 14; CODE_BLOCK "code_block" 15;
    TERMS "terms" 16; TERM "term" 17; DEFINITION "definition" 18; NOTE "note" 19;
    TABLE "table" 20; ROW "row" 21; CELL "cell" 22; HEAD_CELL "head_cell" 23; CAPTION "caption" 24;
    H1 "h1" 25; H2 "h2" 26; H3 "h3" 27; H4 "h4" 28; H5 "h5" 29; H6 "h6" 30;
    IMAGE "image" 31; RULE "rule" 32; FORMULA "formula" 33; SKIP "skip" 34;
}

/// Has a step of its own and no text.
pub fn is_void(role: u8) -> bool {
    matches!(role, IMAGE | RULE | FORMULA)
}

pub fn is_cell(role: u8) -> bool {
    matches!(role, CELL | HEAD_CELL)
}

pub fn is_heading(role: u8) -> bool {
    matches!(role, H1..=H6)
}

/// What a heading or a code block can't have inside it.
pub fn is_container(role: u8) -> bool {
    matches!(role, LIST | ORDERED | ITEM | QUOTE | CODE_BLOCK | TERMS | TABLE) || is_heading(role)
}

/// Stands within a line.
pub fn is_mark(role: u8) -> bool {
    matches!(role, STRONG..=NOTE_REF)
}
