//! The stack of open elements, and the searches the standard makes in it.
//!
//! The stack is never deeper than the depth cap, so every search is bounded. A count of each open tag
//! answers most searches ("is a `<p>` open at all?") without one.

use crate::parse::tags::{self, Tag};

#[derive(Clone, Copy, Debug)]
pub struct OpenElement {
    pub row: u32,
    /// Row of the nearest block-level element, itself included.
    pub block_row: u32,
    pub name_hash: u32,
    pub tag: Tag,
    /// SVG or MathML: HTML's rules do not apply to it.
    pub is_foreign: bool,
    /// A link: `<a>` with an address.
    pub is_link: bool,
    /// Table flags, those of its ancestors included.
    pub flags: u8,
}

pub struct OpenElements {
    stack: Vec<OpenElement>,
    counts: [u32; tags::NAMES.len()],
    pub links: u32,
}

impl OpenElements {
    pub fn new() -> Self {
        OpenElements { stack: Vec::with_capacity(64), counts: [0; tags::NAMES.len()], links: 0 }
    }

    #[inline(always)]
    pub fn len(&self) -> usize {
        self.stack.len()
    }

    #[inline(always)]
    pub fn top(&self) -> Option<&OpenElement> {
        self.stack.last()
    }

    /// The tag of the current element; `Unknown` for a foreign one.
    #[inline(always)]
    pub fn top_tag(&self) -> Tag {
        self.stack.last().map_or(Tag::Unknown, |open| open.html_tag())
    }

    #[inline(always)]
    pub fn get(&self, index: usize) -> &OpenElement {
        &self.stack[index]
    }

    #[inline(always)]
    pub fn has(&self, tag: Tag) -> bool {
        self.counts[tag as usize] > 0
    }

    #[inline(always)]
    pub fn push(&mut self, open: OpenElement) {
        self.counts[open.html_tag() as usize] += 1;
        self.links += u32::from(open.is_link);
        self.stack.push(open);
    }

    #[inline(always)]
    pub fn pop(&mut self) -> Option<OpenElement> {
        let open = self.stack.pop()?;
        self.forget(&open);
        Some(open)
    }

    /// Takes an element out of the middle; those above it stay open.
    pub fn remove(&mut self, index: usize) -> OpenElement {
        let open = self.stack.remove(index);
        self.forget(&open);
        open
    }

    #[inline(always)]
    fn forget(&mut self, open: &OpenElement) {
        self.counts[open.html_tag() as usize] -= 1;
        self.links -= u32::from(open.is_link);
    }

    /// Index of the topmost element that `wanted` accepts, unless one that `bars` accepts is above it.
    #[inline(always)]
    pub fn find(&self, wanted: impl Fn(&OpenElement) -> bool, bars: impl Fn(&OpenElement) -> bool) -> Option<usize> {
        for (index, open) in self.stack.iter().enumerate().rev() {
            if wanted(open) {
                return Some(index);
            }
            if bars(open) {
                return None;
            }
        }
        None
    }

    /// Index of the topmost `tag` "in scope", or in the narrower scope that `extra` adds barriers to.
    #[inline(always)]
    pub fn in_scope(&self, tag: Tag, extra: &[Tag]) -> Option<usize> {
        if !self.has(tag) {
            return None;
        }
        self.find(|open| open.html_tag() == tag, |open| open.bars_scope() || extra.contains(&open.html_tag()))
    }

    /// Index of the topmost `tag` in "table scope".
    pub fn in_table_scope(&self, tag: Tag) -> Option<usize> {
        if !self.has(tag) {
            return None;
        }
        let is_barrier = |open: &OpenElement| matches!(open.html_tag(), Tag::Html | Tag::Table | Tag::Template);
        self.find(|open| open.html_tag() == tag, is_barrier)
    }
}

impl OpenElement {
    /// Its tag by HTML's rules: foreign elements have none, except the roots that begin them.
    #[inline(always)]
    pub fn html_tag(&self) -> Tag {
        if self.is_foreign { Tag::Unknown } else { self.tag }
    }

    #[inline(always)]
    fn bars_scope(&self) -> bool {
        if self.is_foreign {
            return matches!(
                self.tag,
                Tag::Mi
                    | Tag::Mn
                    | Tag::Mo
                    | Tag::Ms
                    | Tag::Mtext
                    | Tag::AnnotationXml
                    | Tag::ForeignObject
                    | Tag::Desc
                    | Tag::Title
            );
        }
        self.tag.is(tags::SCOPE)
    }

    /// Whether its end is needed before an end tag can match something below it.
    #[inline(always)]
    pub fn is_special(&self) -> bool {
        if self.is_foreign { self.bars_scope() } else { self.tag.is(tags::SPECIAL) }
    }

    /// SVG and MathML elements whose content is HTML again.
    pub fn is_integration_point(&self) -> bool {
        self.is_foreign && matches!(self.tag, Tag::ForeignObject | Tag::Desc | Tag::Title)
    }

    /// MathML elements in which HTML tags (all but two MathML ones) are HTML again.
    pub fn is_text_integration_point(&self) -> bool {
        self.is_foreign && matches!(self.tag, Tag::Mi | Tag::Mn | Tag::Mo | Tag::Ms | Tag::Mtext)
    }
}
