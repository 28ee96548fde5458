//! What an end tag closes: the nearest element that fits, unless something bars the way.

use crate::parse::open_elements::OpenElement;
use crate::parse::tags::{FORMATTING, HEADING, IMPLIED_END, SCOPED_END, TABLE_PART, Tag};
use crate::parse::tokenizer::TagToken;
use crate::parse::tree_builder::TreeBuilder;

impl TreeBuilder<'_> {
    #[inline(always)]
    pub(crate) fn end_tag(&mut self, token: TagToken) {
        self.writer.count_tag(token.start, token.tag);
        let Some(top) = self.open.top() else { return };
        if top.is_foreign {
            if !self.end_foreign(token) {
                self.end_html(token);
            }
            return;
        }
        // The usual case: the current element's own end.
        if top.tag == token.tag && top.name_hash == token.name_hash && !matches!(token.tag, Tag::Html | Tag::Body) {
            if token.tag.is(FORMATTING) {
                self.formatting.forget(top.row);
            }
            self.pop(token.start, token.stop);
            return;
        }
        self.end_html(token);
    }

    fn end_html(&mut self, token: TagToken) {
        let traits = token.tag.traits();
        match token.tag {
            Tag::Html | Tag::Body => {} // What follows still goes into the body.
            Tag::Head => {
                if self.open.has(Tag::Head) && !self.has_body {
                    self.pop_to(1, token.stop);
                }
            }
            Tag::Br => {
                let flags = self.open.top().map_or(0, |top| top.flags);
                self.writer.break_line(flags);
            }
            Tag::P => self.end_paragraph(token),
            Tag::Form => self.end_form(token),
            Tag::Li => self.end_in_scope(token, &[Tag::Ol, Tag::Ul]),
            Tag::Table => self.end_table_part(token),
            Tag::Noscript | Tag::Template => {
                // What is inside does not bar it; to browsers that run scripts, text in <noscript> is not markup.
                let index = self.open.find(|open| open.html_tag() == token.tag, |_| false);
                self.end_at(index, token);
            }
            _ if traits & HEADING != 0 => self.end_heading(token),
            _ if traits & FORMATTING != 0 => self.end_formatting(token),
            _ if traits & TABLE_PART != 0 => self.end_table_part(token),
            _ if traits & SCOPED_END != 0 => self.end_in_scope(token, &[]),
            _ => self.end_other(token),
        }
    }

    #[inline(always)]
    fn end_at(&mut self, index: Option<usize>, token: TagToken) {
        if let Some(index) = index {
            self.pop_through(index, token);
        }
    }

    fn end_in_scope(&mut self, token: TagToken, extra: &[Tag]) {
        let index = self.open.in_scope(token.tag, extra);
        self.end_at(index, token);
    }

    /// `</p>` without a `<p>` is an empty paragraph: it parts the text.
    fn end_paragraph(&mut self, token: TagToken) {
        match self.open.in_scope(Tag::P, &[Tag::Button]) {
            Some(index) => self.pop_through(index, token),
            None => self.writer.end_block(),
        }
    }

    /// A form's end tag takes the form off the stack; what was opened inside it and not closed stays.
    fn end_form(&mut self, token: TagToken) {
        let Some(index) = self.open.in_scope(Tag::Form, &[]) else { return };
        while self.open.len() > index + 1 && self.open.top_tag().is(IMPLIED_END) {
            self.pop(token.start, token.start);
        }
        if index + 1 == self.open.len() {
            self.pop(token.start, token.stop);
        } else {
            self.remove(index, token);
        }
    }

    /// Any heading's end tag closes any heading.
    fn end_heading(&mut self, token: TagToken) {
        let is_heading = |open: &OpenElement| open.html_tag().is(HEADING);
        let is_barrier = |open: &OpenElement| open.html_tag().is(crate::parse::tags::SCOPE);
        let index = self.open.find(is_heading, is_barrier);
        self.end_at(index, token);
    }

    fn end_table_part(&mut self, token: TagToken) {
        let index = self.open.in_table_scope(token.tag);
        self.end_at(index, token);
    }

    /// The standard's "adoption agency", without moving nodes: formatting that has a block inside is
    /// taken off the stack and the block stays open.
    pub(crate) fn end_formatting(&mut self, token: TagToken) {
        let Some(entry) = self.formatting.find(token.tag) else {
            self.end_other(token);
            return;
        };
        if !entry.is_open {
            self.formatting.forget(entry.row);
            return;
        }
        let mut has_block_above = false;
        for index in (0..self.open.len()).rev() {
            let open = self.open.get(index);
            if open.row == entry.row {
                self.formatting.forget(entry.row);
                if has_block_above {
                    self.remove(index, token);
                } else {
                    self.pop_through(index, token);
                }
                return;
            }
            if open.html_tag().is(crate::parse::tags::SCOPE) {
                return;
            }
            has_block_above |= open.is_special();
        }
    }

    /// Closes the nearest element of that name, if no special element is above it.
    fn end_other(&mut self, token: TagToken) {
        if token.tag != Tag::Unknown && !self.open.has(token.tag) {
            return;
        }
        let is_match =
            |open: &OpenElement| !open.is_foreign && open.tag == token.tag && open.name_hash == token.name_hash;
        let index = self.open.find(is_match, OpenElement::is_special);
        self.end_at(index, token);
    }

    /// SVG and MathML: by name, down to the element that began the foreign content. False if HTML's
    /// rules apply.
    fn end_foreign(&mut self, token: TagToken) -> bool {
        if matches!(token.tag, Tag::Br | Tag::P) {
            let keep = self.open.find(|open| !open.is_foreign, |_| false).map_or(0, |index| index + 1);
            self.pop_to(keep, token.start);
            return false;
        }
        for index in (0..self.open.len()).rev() {
            let open = self.open.get(index);
            if !open.is_foreign {
                return false;
            }
            if open.name_hash == token.name_hash {
                self.pop_through(index, token);
                return true;
            }
        }
        true
    }
}
