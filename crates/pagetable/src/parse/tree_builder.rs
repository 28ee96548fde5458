//! Tokens -> rows: a tolerant reading of the standard's tree construction.
//!
//! Rows are written in source order as elements open; no row is ever moved or removed. Where the
//! standard moves nodes about (text in a table but in no cell, blocks inside formatting), the row stays
//! where the source has it. Nothing recurses: the only stack is `OpenElements`, capped in depth.

use crate::bytes::{self, ENDS_NAME};
use crate::hash;
use crate::page::table::{Element, NO_ROW, Table, flag};
use crate::parse::class_words::{self, ClassMemo, WordKind};
use crate::parse::formatting::FormattingList;
use crate::parse::open_elements::{OpenElement, OpenElements};
use crate::parse::tag_facts::{TagFacts, own_flags};
use crate::parse::tags::{self, Tag};
use crate::parse::tokenizer::{State, TagToken, Token, Tokenizer};
use crate::text::lines::LineCounter;
use crate::text::writer::{Place, TextWriter};

/// Reads a page into its table; `lines` counts what is on each line of the source.
pub fn read<'a>(source: &'a str, max_depth: u16, lines: LineCounter<'a>) -> Table {
    let mut builder = TreeBuilder::new(source, max_depth.max(2), lines);
    let mut tokenizer = Tokenizer::new(source.as_bytes());
    loop {
        let mut facts = TagFacts::default();
        match tokenizer.next(&mut facts, builder.is_in_foreign()) {
            Token::Text { start, stop, state } => builder.text(start, stop, state),
            Token::Start(token) => {
                tokenizer.state = builder.start_tag(token, &facts);
                match token.tag {
                    Tag::Noscript if !builder.is_in_foreign() && !tokenizer.stay_in_noscript() => {
                        builder.pop(token.stop, token.stop);
                    }
                    Tag::Title if tokenizer.state == State::RcData => tokenizer.end_title(),
                    _ => {}
                }
            }
            Token::End(token) => builder.end_tag(token),
            Token::Doctype { start, stop, is_closed } => {
                builder.doctype(crate::parse::doctype::read(&source.as_bytes()[start..stop], is_closed).is_quirks());
            }
            Token::Comment { .. } => {}
            Token::Eof => return builder.finish(),
        }
    }
}

pub struct TreeBuilder<'a> {
    pub(crate) source: &'a [u8],
    pub(crate) open: OpenElements,
    pub(crate) formatting: FormattingList,
    pub(crate) writer: TextWriter<'a>,
    pub(crate) elements: Vec<Element>,
    words: Vec<u64>,
    classes: ClassMemo<'a>,
    pub(crate) has_head: bool,
    pub(crate) has_body: bool,
    pub(crate) is_quirks: bool,
    reopened: usize,
    hoisted: u32,
    max_depth: u16,
}

impl<'a> TreeBuilder<'a> {
    fn new(source: &'a str, max_depth: u16, lines: LineCounter<'a>) -> Self {
        TreeBuilder {
            source: source.as_bytes(),
            open: OpenElements::new(),
            formatting: FormattingList::default(),
            writer: TextWriter::new(source, lines),
            elements: Vec::with_capacity(source.len() / 64 + 16),
            words: Vec::with_capacity(source.len() / 128 + 16),
            classes: ClassMemo::new(),
            has_head: false,
            has_body: false,
            is_quirks: true, // Until a doctype changes it.
            reopened: 0,
            hoisted: 0,
            max_depth,
        }
    }

    fn doctype(&mut self, is_quirks: bool) {
        if self.elements.is_empty() {
            self.is_quirks = is_quirks;
        }
    }

    #[inline(always)]
    pub(crate) fn is_in_foreign(&self) -> bool {
        self.open.top().is_some_and(|open| open.is_foreign)
    }

    // ---- elements ----------------------------------------------------------------------------

    /// Writes an element's row and opens it.
    #[inline(always)]
    pub(crate) fn insert(&mut self, token: TagToken, facts: &TagFacts<'a>, is_foreign: bool) {
        let row = self.insert_row(token, facts, is_foreign);
        self.push(row, token, facts, is_foreign);
    }

    /// Writes the row of an element that has no content.
    #[inline(always)]
    pub(crate) fn insert_void(&mut self, token: TagToken, facts: &TagFacts<'a>, is_foreign: bool) {
        let row = self.insert_row(token, facts, is_foreign);
        self.elements[row as usize].stop = token.stop as u32;
        self.elements[row as usize].stop_block = self.writer.block_count();
    }

    /// Writes and opens an element that the source implies.
    pub(crate) fn insert_implied(&mut self, tag: Tag, at: usize) {
        let token = TagToken { tag, name_hash: 0, start: at, stop: at, is_self_closing: false };
        self.insert(token, &TagFacts::default(), false);
        if let Some(element) = self.elements.last_mut() {
            element.flags |= flag::IMPLIED;
        }
    }

    #[inline(always)]
    fn insert_row(&mut self, token: TagToken, facts: &TagFacts<'a>, is_foreign: bool) -> u32 {
        self.hoist(token.start);
        let (parent, depth, path, inherited) = match self.open.top() {
            Some(top) => {
                let above = &self.elements[top.row as usize];
                (top.row, above.depth + 1, above.path, top.flags)
            }
            None => (NO_ROW, 0, 0, 0),
        };
        let first_word = self.words.len() as u32;
        let tag_hash = if token.tag == Tag::Unknown { u64::from(token.name_hash) << 8 } else { token.tag as u64 };
        let class_sum = self.push_words(token, facts);
        if self.elements.len() == self.elements.capacity() {
            self.reserve_rows(token.start);
        }
        self.elements.push(Element {
            path: hash::mix(path, tag_hash),
            signature: hash::mix(class_sum, tag_hash),
            parent,
            start: token.start as u32,
            open_stop: token.stop as u32,
            close_start: token.stop as u32,
            stop: token.stop as u32,
            first_word,
            first_block: self.writer.block_count(),
            depth,
            tag: token.tag as u8,
            flags: inherited | own_flags(token.tag, facts, is_foreign),
            ..Element::default()
        });
        self.elements.len() as u32 - 1
    }

    /// Hashes the words of class, id, role and itemprop; gives the sum of the class words. The words of a custom
    /// element's name (`<cart-drawer>`) count as class words, because they say what the element is for.
    #[inline(always)]
    fn push_words(&mut self, token: TagToken, facts: &TagFacts<'a>) -> u64 {
        let mut sum = if token.tag == Tag::Unknown { self.push_name(token) } else { 0 };
        if !facts.has_words {
            return sum;
        }
        if let Some(value) = facts.class {
            sum = sum.wrapping_add(self.classes.push_words(value, &mut self.words));
        }
        let others = [(facts.id, WordKind::Id), (facts.role, WordKind::Role), (facts.itemprop, WordKind::Itemprop)];
        for (value, kind) in others {
            if let Some(value) = value {
                class_words::push_words(value, kind, &mut self.words);
            }
        }
        sum
    }

    #[cold]
    fn push_name(&mut self, token: TagToken) -> u64 {
        let name = self.source.get(token.start + 1..token.stop).unwrap_or_default();
        let stop = name.iter().position(|&byte| bytes::is(byte, ENDS_NAME)).unwrap_or(name.len());
        // Only names with a hyphen are custom elements; others are slips such as `<sapn>`.
        if !name[..stop].contains(&b'-') {
            return 0;
        }
        class_words::push_words(&name[..stop], WordKind::Class, &mut self.words)
    }

    /// Room for the rows to come: as many as there are tags left, so that memory stays a fixed multiple
    /// of the page.
    #[cold]
    fn reserve_rows(&mut self, at: usize) {
        let tags_left = memchr::memchr_iter(b'<', &self.source[at.min(self.source.len())..]).count();
        self.elements.reserve_exact(tags_left + self.elements.len() / 16 + 16);
    }

    /// Makes room below the depth cap: the new element becomes a sibling of what is too deep.
    #[inline(always)]
    fn hoist(&mut self, at: usize) {
        while self.open.top().is_some_and(|top| self.elements[top.row as usize].depth + 1 >= self.max_depth) {
            self.hoisted += 1;
            if let Some(open) = self.open.pop() {
                self.formatting.forget(open.row);
                self.close(&open, at, at);
            }
        }
    }

    #[inline(always)]
    fn push(&mut self, row: u32, token: TagToken, facts: &TagFacts, is_foreign: bool) {
        let is_block = !is_foreign && token.tag.is(tags::BLOCK);
        let block_row = match self.open.top() {
            Some(top) if !is_block => top.block_row,
            _ => row,
        };
        self.open.push(OpenElement {
            row,
            block_row,
            name_hash: token.name_hash,
            tag: token.tag,
            is_foreign,
            is_link: token.tag == Tag::A && facts.has_address,
            flags: self.elements[row as usize].flags & !flag::IMPLIED,
        });
        if !is_foreign && token.tag.is(tags::MARKER) {
            self.formatting.push_marker(row);
        }
    }

    /// Closes the current element without its end tag, or by an end tag at `start..stop`.
    #[inline(always)]
    pub(crate) fn pop(&mut self, start: usize, stop: usize) {
        if let Some(open) = self.open.pop() {
            self.close(&open, start, stop);
        }
    }

    /// Closes elements until `length` are left, as missing end tags would.
    #[inline(always)]
    pub(crate) fn pop_to(&mut self, length: usize, at: usize) {
        while self.open.len() > length {
            let Some(open) = self.open.pop() else { return };
            if !open.is_foreign && open.tag.is(tags::FORMATTING) {
                self.formatting.close(open.row);
            }
            self.close(&open, at, at);
        }
    }

    /// Closes everything above `index`, then `index` itself by its end tag.
    #[inline(always)]
    pub(crate) fn pop_through(&mut self, index: usize, token: TagToken) {
        self.pop_to(index + 1, token.start);
        self.pop(token.start, token.stop);
    }

    /// Takes an element out from under others that stay open.
    pub(crate) fn remove(&mut self, index: usize, token: TagToken) {
        let open = self.open.remove(index);
        self.close(&open, token.start, token.stop);
    }

    #[inline(always)]
    fn close(&mut self, open: &OpenElement, start: usize, stop: usize) {
        if open.is_foreign {
            // Icons carry titles; those of two icons side by side are two texts.
            if open.flags & flag::SVG != 0 {
                self.writer.break_apart();
            }
        } else {
            if open.tag.is(tags::BLOCK) {
                self.writer.end_block();
            }
            if open.tag.is(tags::MARKER) {
                self.formatting.clear_to_marker();
            }
            if open.tag.is(tags::WORD_BREAK) {
                self.writer.break_word();
            }
        }
        let element = &mut self.elements[open.row as usize];
        element.close_start = start as u32;
        element.stop = stop as u32;
        // A block that is still being written holds text of this element too.
        element.stop_block = self.writer.block_count() + self.writer.open_block_count();
    }

    /// Opens formatting again that was closed without its end tag.
    pub(crate) fn reopen_formatting(&mut self, at: usize) {
        // The list is looked at anew each time: past the depth cap, opening an element closes others, and takes
        // their entries out of the list.
        while let Some(entry) = self.formatting.next_to_reopen() {
            if self.reopened >= 64 + self.elements.len() / 4 {
                return;
            }
            // Here, not where the original tag is: what has to close for the element ends at this place.
            self.hoist(at);
            let token = TagToken {
                tag: entry.tag,
                name_hash: entry.name_hash,
                start: entry.start as usize,
                stop: entry.stop as usize,
                is_self_closing: false,
            };
            let facts = TagFacts { has_address: entry.is_link, ..TagFacts::default() };
            self.insert(token, &facts, false);
            let row = self.elements.len() - 1;
            let element = &mut self.elements[row];
            element.flags |= flag::IMPLIED;
            element.stop = element.stop.max(at as u32);
            self.formatting.reopen(entry.row, row as u32);
            self.reopened += 1;
        }
    }

    // ---- the skeleton of a document ----------------------------------------------------------

    pub(crate) fn ensure_html(&mut self, at: usize) {
        if self.open.len() == 0 {
            self.insert_implied(Tag::Html, at);
        }
    }

    pub(crate) fn ensure_body(&mut self, at: usize) {
        if self.has_body {
            return;
        }
        self.ensure_html(at);
        self.pop_to(1, at);
        self.insert_implied(Tag::Body, at);
        self.has_body = true;
        self.has_head = true;
    }

    /// Whether the current element is inside an element that the head may contain and that may hold anything.
    #[inline(always)]
    pub(crate) fn is_apart_from_body(&self) -> bool {
        self.open.has(Tag::Template) || self.open.has(Tag::Noscript)
    }

    // ---- text --------------------------------------------------------------------------------

    fn text(&mut self, start: usize, stop: usize, state: State) {
        let is_blank = bytes::is_blank(&self.source[start..stop]);
        if let Some(top) = self.open.top() {
            match top.tag {
                Tag::Script | Tag::Style => return,
                Tag::Iframe | Tag::Noembed | Tag::Noframes if !top.is_foreign => return,
                Tag::Title if !top.is_foreign => {
                    self.writer.count_only(start, stop);
                    return;
                }
                _ => {}
            }
        }
        if !self.has_body && !self.is_apart_from_body() {
            if is_blank {
                return;
            }
            self.ensure_body(start);
        }
        if self.formatting.has_closed() && !is_blank {
            self.reopen_formatting(start);
        }
        let Some(top) = self.open.top() else { return };
        if is_blank && top.flags & flag::PREFORMATTED == 0 {
            self.writer.add_space(top.flags);
            return;
        }
        if let Some((last, text)) = self.writer.text_directly_before(top.flags)
            && last < top.row
            && self.are_two_words(last, text, start)
        {
            self.writer.add_space(top.flags);
        }
        let is_link = self.open.links > 0;
        let place = Place { element: top.row, block_element: top.block_row, flags: top.flags, is_link };
        let chars = self.writer.write(start, stop, state, place);
        let element = &mut self.elements[place.element as usize];
        element.chars += chars;
        if is_link {
            element.link_chars += chars;
        }
    }

    fn finish(mut self) -> Table {
        self.pop_to(0, self.source.len());
        let (text, blocks, runs, lines) = self.writer.finish();
        let mut table = Table {
            elements: self.elements,
            blocks,
            runs,
            lines,
            words: self.words,
            text,
            tags: [0; 4],
            is_quirks: self.is_quirks,
            hoisted: self.hoisted,
        };
        table.sum_subtrees();
        table
    }
}
