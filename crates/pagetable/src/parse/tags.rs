//! Element names -> numbers, and the HTML standard's rules for each of them.
//!
//! A tag name is packed into an integer while it is read and looked up in a table that is built at
//! compile time, so that no string is compared on the hot path. The rules of tree construction are
//! bits of `Tag::traits`, one bit per group of tags, so that the tree builder tests a bit instead of
//! listing names.

/// Has no content and no end tag.
pub const VOID: u32 = 1;
/// Starts a new block of text: what a browser lays out apart from the text before it.
pub const BLOCK: u32 = 1 << 1;
/// The standard's "special" category: bounds the search for a matching end tag.
pub const SPECIAL: u32 = 1 << 2;
/// Its start tag closes an open `<p>`.
pub const CLOSES_P: u32 = 1 << 3;
/// Bounds the "in scope" searches.
pub const SCOPE: u32 = 1 << 4;
/// Reopened after misnesting: the standard's "formatting" category.
pub const FORMATTING: u32 = 1 << 5;
/// Content is raw text up to the matching end tag.
pub const RAW_TEXT: u32 = 1 << 6;
/// Like raw text, with character references.
pub const RCDATA: u32 = 1 << 7;
/// Allowed in `<head>`; does not open `<body>`.
pub const HEAD_OK: u32 = 1 << 8;
/// Its end tag closes everything up to the matching element in scope.
pub const SCOPED_END: u32 = 1 << 9;
/// h1 to h6.
pub const HEADING: u32 = 1 << 10;
/// caption, col, colgroup, tbody, td, tfoot, th, thead, tr.
pub const TABLE_PART: u32 = 1 << 11;
/// Its start tag ends SVG or MathML content.
pub const BREAKOUT: u32 = 1 << 12;
/// Formatting elements opened outside do not reach inside.
pub const MARKER: u32 = 1 << 13;
/// Closed without an end tag when a parent closes.
pub const IMPLIED_END: u32 = 1 << 14;
/// White space inside is kept.
pub const PREFORMATTED: u32 = 1 << 15;
/// Its content is not shown: fallback for old browsers, or choices that pop up.
pub const NEVER_SHOWN: u32 = 1 << 16;
/// Laid out as a box of its own within the line: the words on both sides stay apart.
pub const WORD_BREAK: u32 = 1 << 17;
/// May mark a part of a word: a first letter, an ending, an exponent.
pub const IN_WORD: u32 = 1 << 18;

macro_rules! tags {
    ($($tag:ident $name:literal $traits:expr;)*) => {
        /// An element name, as a number; `Unknown` for every name the standard does not give rules to.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Tag { $(#[doc = concat!("The element `", $name, "`.")] $tag),* }
        /// The name of each tag number; the number is the index.
        pub const NAMES: &[&str] = &[$($name),*];
        const TRAITS: &[u32] = &[$($traits),*];
        const ALL: &[Tag] = &[$(Tag::$tag),*];
    };
}

/// A block-level element with nothing special about it.
const FLOW: u32 = BLOCK | SPECIAL | CLOSES_P | SCOPED_END;
const FMT: u32 = FORMATTING | BREAKOUT | IN_WORD;
const META: u32 = VOID | SPECIAL | HEAD_OK;
const SECTION: u32 = BLOCK | SPECIAL | TABLE_PART;
const CELL: u32 = SECTION | SCOPE | MARKER;
const H: u32 = BLOCK | SPECIAL | CLOSES_P | HEADING | BREAKOUT;

tags! {
    Unknown "?" 0;
    A "a" FORMATTING; Abbr "abbr" 0; Acronym "acronym" 0; Address "address" FLOW;
    Annotation "annotation" 0; AnnotationXml "annotation-xml" 0;
    Applet "applet" SPECIAL | SCOPE | MARKER | SCOPED_END; Area "area" VOID | SPECIAL;
    Article "article" FLOW; Aside "aside" FLOW; Audio "audio" NEVER_SHOWN; B "b" FMT;
    Base "base" META; Basefont "basefont" META; Bdi "bdi" 0; Bdo "bdo" 0; Bgsound "bgsound" META;
    Big "big" FMT; Blockquote "blockquote" FLOW | BREAKOUT;
    Body "body" BLOCK | SPECIAL | BREAKOUT; Br "br" VOID | SPECIAL | BREAKOUT;
    Button "button" SPECIAL | SCOPED_END | WORD_BREAK; Canvas "canvas" NEVER_SHOWN;
    Caption "caption" CELL; Center "center" FLOW | BREAKOUT; Cite "cite" 0; Code "code" FORMATTING | BREAKOUT;
    Col "col" VOID | SPECIAL | TABLE_PART; Colgroup "colgroup" SECTION; Data "data" 0;
    Datalist "datalist" BLOCK | NEVER_SHOWN;
    Dd "dd" BLOCK | SPECIAL | CLOSES_P | SCOPED_END | BREAKOUT | IMPLIED_END; Del "del" IN_WORD;
    Desc "desc" 0; Details "details" FLOW; Dfn "dfn" 0;
    Dialog "dialog" BLOCK | CLOSES_P | SCOPED_END; Dir "dir" FLOW; Div "div" FLOW | BREAKOUT;
    Dl "dl" FLOW | BREAKOUT;
    Dt "dt" BLOCK | SPECIAL | CLOSES_P | SCOPED_END | BREAKOUT | IMPLIED_END;
    Em "em" FMT; Embed "embed" VOID | SPECIAL | BREAKOUT; Fieldset "fieldset" FLOW;
    Figcaption "figcaption" FLOW; Figure "figure" FLOW; Font "font" FORMATTING | IN_WORD;
    Footer "footer" FLOW; ForeignObject "foreignobject" 0;
    Form "form" BLOCK | SPECIAL | CLOSES_P; Frame "frame" VOID | SPECIAL;
    Frameset "frameset" BLOCK | SPECIAL; H1 "h1" H; H2 "h2" H; H3 "h3" H; H4 "h4" H; H5 "h5" H;
    H6 "h6" H; Head "head" SPECIAL | BREAKOUT; Header "header" FLOW; Hgroup "hgroup" FLOW;
    Hr "hr" VOID | BLOCK | SPECIAL | CLOSES_P | BREAKOUT; Html "html" BLOCK | SPECIAL | SCOPE;
    I "i" FMT; Iframe "iframe" SPECIAL | RAW_TEXT; Image "image" 0;
    Img "img" VOID | SPECIAL | BREAKOUT; Input "input" VOID | SPECIAL | WORD_BREAK; Ins "ins" IN_WORD;
    Kbd "kbd" 0; Keygen "keygen" VOID | SPECIAL; Label "label" 0; Legend "legend" BLOCK;
    Li "li" BLOCK | SPECIAL | CLOSES_P | SCOPED_END | BREAKOUT | IMPLIED_END; Link "link" META;
    Listing "listing" FLOW | BREAKOUT | PREFORMATTED; Main "main" FLOW; Map "map" 0;
    Mark "mark" IN_WORD; Marquee "marquee" SPECIAL | SCOPE | MARKER | SCOPED_END; Math "math" 0;
    Menu "menu" FLOW | BREAKOUT; Meta "meta" META | BREAKOUT; Metadata "metadata" 0;
    Meter "meter" WORD_BREAK;
    Mi "mi" 0; Mn "mn" 0; Mo "mo" 0; Ms "ms" 0; Mtext "mtext" 0;
    Nav "nav" FLOW; Nobr "nobr" FORMATTING | BREAKOUT; Noembed "noembed" SPECIAL | RAW_TEXT;
    Noframes "noframes" SPECIAL | RAW_TEXT | HEAD_OK; Noscript "noscript" SPECIAL | SCOPE | MARKER | HEAD_OK;
    Object "object" SPECIAL | SCOPE | MARKER | SCOPED_END; Ol "ol" FLOW | BREAKOUT;
    Optgroup "optgroup" BLOCK | IMPLIED_END; Option "option" BLOCK | IMPLIED_END;
    Output "output" 0; P "p" BLOCK | SPECIAL | CLOSES_P | BREAKOUT | IMPLIED_END;
    Param "param" VOID | SPECIAL; Picture "picture" 0;
    Plaintext "plaintext" BLOCK | SPECIAL | CLOSES_P | PREFORMATTED;
    Pre "pre" FLOW | BREAKOUT | PREFORMATTED; Progress "progress" WORD_BREAK; Q "q" 0;
    Rb "rb" IMPLIED_END | IN_WORD; Rp "rp" IMPLIED_END | IN_WORD; Rt "rt" IMPLIED_END | IN_WORD; Rtc "rtc" IMPLIED_END | IN_WORD;
    Ruby "ruby" BREAKOUT | IN_WORD; S "s" FMT; Samp "samp" 0;
    Script "script" SPECIAL | RAW_TEXT | HEAD_OK; Search "search" FLOW; Section "section" FLOW;
    Select "select" BLOCK | SPECIAL | SCOPED_END; Slot "slot" 0; Small "small" FMT;
    Source "source" VOID | SPECIAL; Span "span" BREAKOUT; Strike "strike" FMT;
    Strong "strong" FMT; Style "style" SPECIAL | RAW_TEXT | HEAD_OK; Sub "sub" BREAKOUT | IN_WORD;
    Summary "summary" FLOW; Sup "sup" BREAKOUT | IN_WORD; Svg "svg" 0;
    Table "table" BLOCK | SPECIAL | CLOSES_P | SCOPE | BREAKOUT; Tbody "tbody" SECTION;
    Td "td" CELL; Template "template" SPECIAL | SCOPE | MARKER | HEAD_OK; Text "text" 0;
    Textarea "textarea" BLOCK | SPECIAL | RCDATA | PREFORMATTED; Tfoot "tfoot" SECTION;
    Th "th" CELL; Thead "thead" SECTION; Time "time" 0;
    Title "title" SPECIAL | RCDATA | HEAD_OK; Tr "tr" SECTION; Track "track" VOID | SPECIAL;
    Tt "tt" FMT; U "u" FMT; Ul "ul" FLOW | BREAKOUT; Var "var" BREAKOUT | IN_WORD;
    Video "video" NEVER_SHOWN; Wbr "wbr" VOID | SPECIAL;
    Xmp "xmp" BLOCK | SPECIAL | CLOSES_P | RAW_TEXT | PREFORMATTED;
}

impl Tag {
    /// The bits of all traits of the tag.
    #[inline(always)]
    pub fn traits(self) -> u32 {
        TRAITS[self as usize]
    }

    /// Whether the tag has one of the traits.
    #[inline(always)]
    pub fn is(self, trait_bits: u32) -> bool {
        self.traits() & trait_bits != 0
    }

    /// The name in lower case.
    pub fn name(self) -> &'static str {
        NAMES[self as usize]
    }
}

/// Whether elements of a tag number are separate from the text before them.
pub fn is_block(number: u8) -> bool {
    has(number, BLOCK)
}

/// Whether a tag number has one of the traits.
pub fn has(number: u8, trait_bits: u32) -> bool {
    TRAITS.get(number as usize).is_some_and(|traits| traits & trait_bits != 0)
}

/// A name as it was read: lower case, its first 16 bytes packed, longer ones hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PackedName {
    /// The first eight bytes.
    pub low: u64,
    /// The next eight bytes, or a hash of the rest.
    pub high: u64,
}

impl PackedName {
    /// The packed form of a name.
    pub const fn of(name: &[u8]) -> Self {
        let mut packed = PackedName { low: 0, high: 0 };
        let mut at = 0;
        while at < name.len() {
            packed = packed.with(at, name[at]);
            at += 1;
        }
        packed
    }

    /// The name with one more byte, the one at index `at`.
    #[inline(always)]
    pub const fn with(self, at: usize, byte: u8) -> Self {
        let byte = byte.to_ascii_lowercase() as u64;
        match at {
            0..8 => PackedName { low: self.low | byte << (8 * at), high: self.high },
            8..16 => PackedName { low: self.low, high: self.high | byte << (8 * (at - 8)) },
            // The top bit keeps hashed names apart from packed ASCII ones.
            _ => PackedName { low: self.low, high: (self.high ^ byte).wrapping_mul(0x0000_0100_0000_01B3) | 1 << 63 },
        }
    }

    /// A hash that spreads names over a small table.
    #[inline(always)]
    pub const fn hash(self) -> u32 {
        let mixed = self.low ^ self.high.rotate_left(29);
        (mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32
    }

    /// The tag of that name; `Unknown` if the standard has no rules for it.
    #[inline(always)]
    pub fn tag(self) -> Tag {
        let mut slot = self.hash() as usize >> (32 - SLOT_BITS);
        loop {
            let (name, tag) = SLOTS[slot];
            if name.low == self.low && name.high == self.high {
                return tag;
            }
            if name.low == 0 {
                return Tag::Unknown;
            }
            slot = (slot + 1) & (SLOTS.len() - 1);
        }
    }
}

const SLOT_BITS: usize = 10;
static SLOTS: [(PackedName, Tag); 1 << SLOT_BITS] = slots();

const fn slots() -> [(PackedName, Tag); 1 << SLOT_BITS] {
    let mut slots = [(PackedName { low: 0, high: 0 }, Tag::Unknown); 1 << SLOT_BITS];
    let mut at = 1;
    while at < NAMES.len() {
        let name = PackedName::of(NAMES[at].as_bytes());
        let mut slot = name.hash() as usize >> (32 - SLOT_BITS);
        while slots[slot].0.low != 0 {
            slot = (slot + 1) & (slots.len() - 1);
        }
        slots[slot] = (name, ALL[at]);
        at += 1;
    }
    slots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_finds_its_tag_in_any_case() {
        for (at, name) in NAMES.iter().enumerate().skip(1) {
            assert_eq!(PackedName::of(name.as_bytes()).tag() as usize, at, "{name}");
            assert_eq!(PackedName::of(name.to_uppercase().as_bytes()).tag() as usize, at, "{name}");
        }
    }

    #[test]
    fn other_names_are_unknown() {
        for name in ["x", "my-element", "di", "divv", "a-name-of-more-than-sixteen-bytes"] {
            assert_eq!(PackedName::of(name.as_bytes()).tag(), Tag::Unknown, "{name}");
        }
    }

    #[test]
    fn long_names_differ_by_their_tails() {
        let one = PackedName::of(b"a-very-long-element-name-1");
        let two = PackedName::of(b"a-very-long-element-name-2");
        assert_ne!(one, two);
        assert_ne!(one.hash(), two.hash());
    }
}
