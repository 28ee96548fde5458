//! What a start tag closes before it opens: the standard's "in body" and table rules.

use crate::parse::formatting::Formatting;
use crate::parse::open_elements::OpenElement;
use crate::parse::tag_facts::TagFacts;
use crate::parse::tags::{
    self, BLOCK, BREAKOUT, CLOSES_P, FORMATTING, HEAD_OK, HEADING, IMPLIED_END, RAW_TEXT, RCDATA, TABLE_PART, Tag, VOID,
};
use crate::parse::tokenizer::{State, TagToken};
use crate::parse::tree_builder::TreeBuilder;

impl<'a> TreeBuilder<'a> {
    /// Handles a start tag; gives the state in which its content is read.
    #[inline(always)]
    pub(crate) fn start_tag(&mut self, mut token: TagToken, facts: &TagFacts<'a>) -> State {
        self.writer.count_tag(token.start, token.tag);
        if self.is_in_foreign() && self.start_foreign(token, facts) {
            return State::Data;
        }
        if token.tag == Tag::Image {
            token.tag = Tag::Img;
        }
        let traits = token.tag.traits();
        if self.start_skeleton(token, facts, traits) {
            return State::Data;
        }
        if traits & BLOCK != 0 {
            self.writer.end_block();
        }
        let may_close = traits & (CLOSES_P | TABLE_PART | FORMATTING | IMPLIED_END) != 0
            || matches!(token.tag, Tag::Button | Tag::Select | Tag::Input);
        if may_close && !self.close_before(token, traits) {
            return State::Data;
        }
        if self.formatting.has_closed() && traits & (CLOSES_P | TABLE_PART | HEAD_OK | RCDATA) == 0 {
            self.reopen_formatting(token.start);
        }
        self.open_html(token, facts, traits)
    }

    #[inline(always)]
    fn open_html(&mut self, token: TagToken, facts: &TagFacts<'a>, traits: u32) -> State {
        if matches!(token.tag, Tag::Svg | Tag::Math) {
            if token.tag == Tag::Svg {
                self.writer.break_apart();
            }
            if token.is_self_closing {
                self.insert_void(token, facts, true);
            } else {
                self.insert(token, facts, true);
            }
            return State::Data;
        }
        if traits & tags::WORD_BREAK != 0 {
            self.writer.break_word();
        }
        let is_form_in_table = token.tag == Tag::Form && is_table_context(self.open.top_tag());
        if traits & VOID != 0 || is_form_in_table {
            let flags = self.open.top().map_or(0, |top| top.flags);
            self.insert_void(token, facts, false);
            if token.tag == Tag::Br {
                self.writer.break_line(flags);
            }
            return State::Data;
        }
        self.insert(token, facts, false);
        if traits & FORMATTING != 0 {
            self.remember_formatting(token, facts);
        }
        match token.tag {
            Tag::Script => State::ScriptData,
            Tag::Plaintext => State::PlainText,
            _ if traits & RAW_TEXT != 0 => State::RawText,
            _ if traits & RCDATA != 0 => State::RcData,
            _ => State::Data,
        }
    }

    fn remember_formatting(&mut self, token: TagToken, facts: &TagFacts<'a>) {
        let Some(top) = self.open.top() else { return };
        let entry = Formatting {
            tag: token.tag,
            name_hash: token.name_hash,
            row: top.row,
            start: token.start as u32,
            stop: token.stop as u32,
            is_link: token.tag == Tag::A && facts.has_address,
            is_open: true,
        };
        self.formatting.push(entry, self.source);
    }

    /// `<html>`, `<head>`, `<body>`, `<frameset>`, and tags allowed before `<body>`. True if the tag
    /// is dealt with.
    #[inline(always)]
    fn start_skeleton(&mut self, token: TagToken, facts: &TagFacts<'a>, traits: u32) -> bool {
        match token.tag {
            Tag::Html => {
                if self.open.len() == 0 {
                    self.insert(token, facts, false);
                }
                true
            }
            Tag::Head => {
                if !self.has_head && !self.has_body {
                    self.ensure_html(token.start);
                    self.insert(token, facts, false);
                    self.has_head = true;
                }
                true
            }
            Tag::Body | Tag::Frameset => {
                if !self.has_body {
                    self.ensure_html(token.start);
                    self.pop_to(1, token.start);
                    self.insert(token, facts, false);
                    self.has_body = true;
                    self.has_head = true;
                    true
                } else {
                    // A frameset may hold framesets; anywhere else a second body makes no element.
                    token.tag == Tag::Body || self.open.top_tag() != Tag::Frameset
                }
            }
            _ => {
                if !self.has_body && !self.is_apart_from_body() {
                    if traits & HEAD_OK != 0 {
                        self.ensure_html(token.start);
                    } else {
                        self.ensure_body(token.start);
                    }
                }
                false
            }
        }
    }

    /// SVG and MathML. True if the tag is dealt with; false if HTML's rules apply.
    fn start_foreign(&mut self, token: TagToken, facts: &TagFacts<'a>) -> bool {
        let Some(top) = self.open.top() else { return false };
        if top.is_integration_point() || top.is_text_integration_point() {
            return false;
        }
        if top.tag == Tag::AnnotationXml && token.tag == Tag::Svg {
            return false;
        }
        let ends_foreign = token.tag.is(BREAKOUT) || token.tag == Tag::Font && facts.has_font_style;
        if ends_foreign {
            let is_html = |open: &OpenElement| {
                !open.is_foreign || open.is_integration_point() || open.is_text_integration_point()
            };
            let keep = self.open.find(is_html, |_| false).map_or(0, |index| index + 1);
            self.pop_to(keep, token.start);
            return false;
        }
        if token.is_self_closing {
            self.insert_void(token, facts, true);
        } else {
            self.insert(token, facts, true);
        }
        true
    }

    /// Closes elements that may not contain the tag. False if the tag itself is to be dropped.
    fn close_before(&mut self, token: TagToken, traits: u32) -> bool {
        let at = token.start;
        match token.tag {
            Tag::Li => self.close_item(&[Tag::Li], at),
            Tag::Dd | Tag::Dt => self.close_item(&[Tag::Dd, Tag::Dt], at),
            Tag::Option | Tag::Optgroup => self.close_choice(token.tag, at),
            Tag::Hr if self.open.in_scope(Tag::Select, &[]).is_some() => self.close_choice(Tag::Optgroup, at),
            Tag::Rb | Tag::Rt | Tag::Rp | Tag::Rtc => self.close_ruby(token.tag, at),
            Tag::A | Tag::Nobr => self.close_formatting_again(token),
            Tag::Button => self.close_in_scope(Tag::Button, at),
            Tag::Input => self.close_in_scope(Tag::Select, at),
            Tag::Select => {
                let was_open = self.open.in_scope(Tag::Select, &[]).is_some();
                self.close_in_scope(Tag::Select, at);
                return !was_open;
            }
            Tag::Form if self.open.has(Tag::Form) && !self.open.has(Tag::Template) => return false,
            Tag::Table if is_table_context(self.open.top_tag()) => {
                if let Some(index) = self.open.in_table_scope(Tag::Table) {
                    self.pop_to(index, at);
                }
            }
            _ => {}
        }
        // In quirks mode a paragraph may contain a table.
        if traits & CLOSES_P != 0 && !(token.tag == Tag::Table && self.is_quirks) {
            self.close_paragraph(at);
        }
        if traits & HEADING != 0 && self.open.top_tag().is(HEADING) {
            self.pop(at, at);
        }
        traits & TABLE_PART == 0 || self.prepare_table_part(token.tag, at)
    }

    #[inline(always)]
    pub(crate) fn close_paragraph(&mut self, at: usize) {
        if let Some(index) = self.open.in_scope(Tag::P, &[Tag::Button]) {
            self.pop_to(index, at);
        }
    }

    fn close_in_scope(&mut self, tag: Tag, at: usize) {
        if let Some(index) = self.open.in_scope(tag, &[]) {
            self.pop_to(index, at);
        }
    }

    /// A list item closes the one before it, unless another list has been opened in between.
    fn close_item(&mut self, items: &[Tag], at: usize) {
        if !items.iter().any(|&item| self.open.has(item)) {
            return;
        }
        let is_item = |open: &OpenElement| items.contains(&open.html_tag());
        let is_barrier =
            |open: &OpenElement| open.is_special() && !matches!(open.html_tag(), Tag::Address | Tag::Div | Tag::P);
        if let Some(index) = self.open.find(is_item, is_barrier) {
            self.pop_to(index, at);
        }
    }

    /// An option closes the option before it, a group also the group.
    fn close_choice(&mut self, tag: Tag, at: usize) {
        for closes in [Tag::Option, Tag::Optgroup] {
            let reaches = closes == Tag::Option || tag == Tag::Optgroup;
            if reaches && self.open.top_tag() == closes {
                self.pop(at, at);
            }
        }
        if self.open.has(Tag::Select)
            && let Some(index) = self.open.in_scope(Tag::Option, &[Tag::Select])
        {
            self.pop_to(index, at);
        }
    }

    fn close_ruby(&mut self, tag: Tag, at: usize) {
        if self.open.in_scope(Tag::Ruby, &[]).is_none() {
            return;
        }
        let keeps_container = matches!(tag, Tag::Rt | Tag::Rp);
        while self.open.top_tag().is(IMPLIED_END) && !(keeps_container && self.open.top_tag() == Tag::Rtc) {
            self.pop(at, at);
        }
    }

    /// Links don't nest: a second `<a>` ends the first.
    fn close_formatting_again(&mut self, token: TagToken) {
        if let Some(entry) = self.formatting.find(token.tag) {
            self.end_formatting(TagToken { stop: token.start, ..token });
            self.formatting.forget(entry.row);
        }
    }

    /// Clears the stack back to an element that may contain a cell, row or section, and opens the row and section
    /// that the source lacks. False if no table is open: then the tag is dropped.
    fn prepare_table_part(&mut self, tag: Tag, at: usize) -> bool {
        let is_context = |open: &OpenElement| {
            let here = open.html_tag();
            matches!(here, Tag::Table | Tag::Template)
                || match tag {
                    Tag::Td | Tag::Th => matches!(here, Tag::Tr | Tag::Tbody | Tag::Thead | Tag::Tfoot),
                    Tag::Tr => matches!(here, Tag::Tbody | Tag::Thead | Tag::Tfoot),
                    Tag::Col => here == Tag::Colgroup,
                    _ => false,
                }
        };
        let Some(index) = self.open.find(is_context, |open| open.html_tag() == Tag::Html) else {
            return false;
        };
        self.pop_to(index + 1, at);
        let mut context = self.open.get(index).tag;
        if matches!(tag, Tag::Td | Tag::Th | Tag::Tr) && context == Tag::Table {
            self.insert_implied(Tag::Tbody, at);
            context = Tag::Tbody;
        }
        if matches!(tag, Tag::Td | Tag::Th) && matches!(context, Tag::Tbody | Tag::Thead | Tag::Tfoot) {
            self.insert_implied(Tag::Tr, at);
        }
        if tag == Tag::Col && context == Tag::Table {
            self.insert_implied(Tag::Colgroup, at);
        }
        true
    }
}

fn is_table_context(tag: Tag) -> bool {
    matches!(tag, Tag::Table | Tag::Tbody | Tag::Thead | Tag::Tfoot | Tag::Tr)
}
