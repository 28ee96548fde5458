//! Tag -> role: what an element does for a reader, whatever the format. Most do nothing, and are not walked.

use std::sync::OnceLock;

use crate::parse::tags::NAMES as TAG_NAMES;
use crate::render::Options;

macro_rules! roles {
    ($($role:ident $name:literal $number:literal $tags:literal;)*) => {
        $(
            #[doc = concat!("The role `", $name, "`.")]
            pub const $role: u8 = $number;
        )*
        /// The name of each role; Python has its numbers from here.
        pub const NAMES: &[(&str, u8)] = &[$(($name, $number)),*];
        /// The names of the tags that have each role.
        const TAGS: &[(u8, &str)] = &[$(($number, $tags)),*];
    };
}

/// As the code of a step: a run of text. As a role: an element that does nothing.
pub const TEXT: u8 = 0;
/// As the code of a step: the text after it is of another block.
pub const BREAK: u8 = 1;
/// Added to the role of an element that closes.
pub const CLOSE: u8 = 128;

roles! {
    STRONG "strong" 2 "b strong";
    EMPHASIS "emphasis" 3 "i em cite dfn var";
    STRIKE "strike" 4 "s strike del";
    CODE "code" 5 "code kbd samp tt";
    SUB "sub" 6 "sub";
    SUP "sup" 7 "sup";
    QUOTED "quoted" 8 "q";
    LINK "link" 9 "a";
    NOTE_REF "note_ref" 10 "";
    LIST "list" 11 "ul menu dir";
    ORDERED "ordered" 12 "ol";
    ITEM "item" 13 "li";
    QUOTE "quote" 14 "blockquote";
    CODE_BLOCK "code_block" 15 "pre listing xmp plaintext";
    TERMS "terms" 16 "dl";
    TERM "term" 17 "dt";
    DEFINITION "definition" 18 "dd";
    NOTE "note" 19 "";
    TABLE "table" 20 "table";
    ROW "row" 21 "tr";
    CELL "cell" 22 "td";
    HEAD_CELL "head_cell" 23 "th";
    CAPTION "caption" 24 "caption figcaption";
    H1 "h1" 25 "h1";
    H2 "h2" 26 "h2";
    H3 "h3" 27 "h3";
    H4 "h4" 28 "h4";
    H5 "h5" 29 "h5";
    H6 "h6" 30 "h6";
    IMAGE "image" 31 "img";
    RULE "rule" 32 "hr";
    FORMULA "formula" 33 "math";
    SKIP "skip" 34 "";
}

/// The role of each tag number.
pub fn by_tag(options: &Options) -> [u8; 256] {
    let is_wanted = |role: u8| match role {
        LINK => options.links,
        IMAGE => options.images,
        STRONG..=SUP => options.formatting,
        _ => true,
    };
    all_by_tag().map(|role| if is_wanted(role) { role } else { 0 })
}

/// The same with all roles. Made once: looking for the names takes longer than writing a short page.
fn all_by_tag() -> [u8; 256] {
    static ROLES: OnceLock<[u8; 256]> = OnceLock::new();
    *ROLES.get_or_init(|| {
        let mut roles = [0; 256];
        for &(role, tags) in TAGS {
            for tag in tags.split_ascii_whitespace() {
                let number = TAG_NAMES.iter().position(|name| *name == tag).expect("every tag of a role is known");
                roles[number] = role;
            }
        }
        roles
    })
}

/// Has a step of its own and no text.
pub fn is_void(role: u8) -> bool {
    matches!(role, IMAGE | RULE | FORMULA)
}

/// A cell of a table, or a heading cell.
pub fn is_cell(role: u8) -> bool {
    matches!(role, CELL | HEAD_CELL)
}

/// h1 to h6.
pub fn is_heading(role: u8) -> bool {
    matches!(role, H1..=H6)
}

/// Can't be inside a heading or a code block.
pub fn is_container(role: u8) -> bool {
    matches!(role, LIST | ORDERED | ITEM | QUOTE | CODE_BLOCK | TERMS | TABLE) || is_heading(role)
}

/// Part of a line.
pub fn is_mark(role: u8) -> bool {
    matches!(role, STRONG..=NOTE_REF)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::tags::Tag;

    #[test]
    fn options_take_roles_away() {
        let all = by_tag(&Options::default());
        let bare = by_tag(&Options { links: false, images: false, formatting: false, ..Options::default() });
        for (tag, role) in [(Tag::A, LINK), (Tag::Img, IMAGE), (Tag::B, STRONG), (Tag::Code, CODE)] {
            assert_eq!((all[tag as usize], bare[tag as usize]), (role, 0));
        }
        assert_eq!(bare[Tag::Q as usize], QUOTED);
        assert_eq!(all[Tag::Div as usize], 0);
    }
}
