//! Text -> tokens, each a span of the source: the WHATWG tokenizer, without its copies.
//!
//! Nothing is lower-cased, decoded or joined here; the reader of a token does that if it needs it.
//! The tree builder sets `state` after a start tag whose content is not markup (`<script>`,
//! `<textarea>`), exactly as the standard has it.

use crate::bytes::{self, ENDS_NAME, LETTER};
use crate::parse::attributes::{self, AttributeSink};
use crate::parse::raw_text;
use crate::parse::tags::{PackedName, Tag};

/// How the next characters are read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum State {
    /// Text with tags and character references.
    Data,
    /// Text with character references, up to the end tag: `<title>`, `<textarea>`.
    RcData,
    /// Text up to the end tag: `<style>`, `<iframe>`.
    RawText,
    /// The content of `<script>`.
    ScriptData,
    /// Text up to the end of the source: after `<plaintext>`.
    PlainText,
    /// A CDATA section of SVG or MathML.
    Cdata,
    /// After the text of a title that nothing ends.
    EndOfTitle,
}

/// A name with its tag number; `hash` distinguishes unknown names.
#[derive(Clone, Copy, Debug)]
pub struct TagToken {
    pub tag: Tag,
    pub name_hash: u32,
    pub start: usize,
    pub stop: usize,
    pub is_self_closing: bool,
}

#[derive(Clone, Copy, Debug)]
pub enum Token {
    Start(TagToken),
    End(TagToken),
    /// Character data, and the state it was read in.
    Text {
        start: usize,
        stop: usize,
        state: State,
    },
    /// A comment; the span is that of its content.
    Comment {
        start: usize,
        stop: usize,
    },
    /// The span between `<!DOCTYPE` and `>`; at the end of the source there may be no `>`.
    Doctype {
        start: usize,
        stop: usize,
        is_closed: bool,
    },
    Eof,
}

pub struct Tokenizer<'a> {
    /// The part being read: all of the source, or up to the end of the `<noscript>` around.
    source: &'a [u8],
    whole: &'a [u8],
    at: usize,
    pub state: State,
    /// The name that ends raw text: that of the last start tag.
    pub last_start: PackedName,
    /// Whether `</noscript`, `</title` were looked for and not found: they are not looked for again.
    has_no_noscript_end: bool,
    has_no_title_end: bool,
}

impl<'a> Tokenizer<'a> {
    pub fn new(source: &'a [u8]) -> Self {
        Tokenizer {
            source,
            whole: source,
            at: 0,
            state: State::Data,
            last_start: PackedName::default(),
            has_no_noscript_end: false,
            has_no_title_end: false,
        }
    }

    /// After `<noscript>`: nothing inside reaches beyond its end tag. Browsers that run scripts don't read what is
    /// inside as markup, so an `<iframe>`, a quote or a comment that is left open there takes nothing from the page.
    /// False if it has no end tag of its own.
    pub fn stay_in_noscript(&mut self) -> bool {
        if self.source.len() < self.whole.len() {
            return false; // The end tag of one within another ends both.
        }
        if !self.has_no_noscript_end {
            let stop = raw_text::stop(self.source, self.at, self.last_start);
            self.has_no_noscript_end = stop == self.source.len();
            self.source = &self.source[..stop];
        }
        !self.has_no_noscript_end
    }

    /// After `<title>`: one that nothing ends would take the whole page; it ends at the next tag instead, as it did
    /// in the browsers for which such pages were written.
    pub fn end_title(&mut self) {
        let is_ended =
            !self.has_no_title_end && raw_text::stop(self.source, self.at, self.last_start) < self.source.len();
        self.has_no_title_end = !is_ended;
        if !is_ended {
            self.state = State::EndOfTitle;
        }
    }

    /// The next token; a start tag's attributes go to `sink` before it is returned. `is_foreign` says
    /// whether the current element is SVG or MathML, where `<![CDATA[` is not a comment.
    #[inline(always)]
    pub fn next(&mut self, sink: &mut impl AttributeSink<'a>, is_foreign: bool) -> Token {
        if self.state != State::Data
            && let Some(token) = self.next_raw()
        {
            return token;
        }
        loop {
            let start = self.at;
            let markup = self.find_markup();
            if markup > start {
                self.at = markup;
                return Token::Text { start, stop: markup, state: State::Data };
            }
            if start == self.source.len() {
                if start == self.whole.len() {
                    return Token::Eof;
                }
                self.source = self.whole;
                self.state = State::Data;
                continue;
            }
            let token = match self.source[start + 1] {
                b'/' => self.end_tag(),
                b'!' => Some(self.declaration(is_foreign)),
                b'?' => Some(self.bogus_comment(start + 1)),
                _ => self.start_tag(sink),
            };
            if let Some(token) = token {
                return token;
            }
        }
    }

    /// The position of the next `<` that begins a tag, comment or the like; the end if none does.
    #[inline(always)]
    fn find_markup(&self) -> usize {
        let source = self.source;
        let mut at = self.at;
        if source.get(at) != Some(&b'<') {
            at = bytes::find(source, at, b'<');
        }
        loop {
            match source.get(at + 1) {
                None => return source.len(),
                Some(&next) if bytes::is(next, LETTER) => return at,
                Some(b'/') if at + 2 < source.len() => return at,
                Some(b'!' | b'?') => return at,
                _ => at = bytes::find(source, at + 1, b'<'),
            }
        }
    }

    /// The packed name at `start`, and where it stops.
    #[inline(always)]
    fn name(&self, start: usize) -> (PackedName, usize) {
        let mut low = 0;
        let mut at = start;
        while let Some(&byte) = self.source.get(at) {
            if bytes::is(byte, ENDS_NAME) {
                break;
            }
            if at - start == 8 {
                return self.long_name(PackedName { low, high: 0 }, start, at);
            }
            low |= u64::from(byte.to_ascii_lowercase()) << (8 * (at - start));
            at += 1;
        }
        (PackedName { low, high: 0 }, at)
    }

    fn long_name(&self, mut name: PackedName, start: usize, mut at: usize) -> (PackedName, usize) {
        while let Some(&byte) = self.source.get(at)
            && !bytes::is(byte, ENDS_NAME)
        {
            name = name.with(at - start, byte);
            at += 1;
        }
        (name, at)
    }

    #[inline(always)]
    fn start_tag(&mut self, sink: &mut impl AttributeSink<'a>) -> Option<Token> {
        let start = self.at;
        let (name, at) = self.name(start + 1);
        let Some(end) = attributes::scan(self.source, at, sink) else {
            return self.drop_rest();
        };
        self.at = end.stop;
        self.last_start = name;
        Some(Token::Start(TagToken {
            tag: name.tag(),
            name_hash: name.hash(),
            start,
            stop: end.stop,
            is_self_closing: end.is_self_closing,
        }))
    }

    #[inline(always)]
    fn end_tag(&mut self) -> Option<Token> {
        let start = self.at;
        let first = self.source[start + 2];
        if first == b'>' {
            self.at = start + 3;
            return None;
        }
        if !bytes::is(first, LETTER) {
            return Some(self.bogus_comment(start + 2));
        }
        let (name, at) = self.name(start + 2);
        let Some(end) = attributes::scan(self.source, at, &mut ()) else {
            return self.drop_rest();
        };
        self.at = end.stop;
        Some(Token::End(TagToken {
            tag: name.tag(),
            name_hash: name.hash(),
            start,
            stop: end.stop,
            is_self_closing: end.is_self_closing,
        }))
    }

    /// The source ended inside a tag: a browser shows nothing of it.
    #[cold]
    fn drop_rest(&mut self) -> Option<Token> {
        self.at = self.source.len();
        None
    }

    fn declaration(&mut self, is_foreign: bool) -> Token {
        let start = self.at + 2;
        let rest = &self.source[start..];
        if rest.starts_with(b"--") {
            let comment = raw_text::comment(self.source, start + 2);
            self.at = comment.resume;
            return Token::Comment { start: start + 2, stop: comment.stop };
        }
        if bytes::has_word(self.source, start, b"doctype") {
            let stop = bytes::find(self.source, start + 7, b'>');
            self.at = (stop + 1).min(self.source.len());
            return Token::Doctype { start: start + 7, stop, is_closed: stop < self.source.len() };
        }
        if is_foreign && rest.starts_with(b"[CDATA[") {
            self.at = start + 7;
            self.state = State::Cdata;
            return self.next_raw().unwrap_or(Token::Comment { start: self.at, stop: self.at });
        }
        self.bogus_comment(start)
    }

    fn bogus_comment(&mut self, start: usize) -> Token {
        let stop = bytes::find(self.source, start, b'>');
        self.at = (stop + 1).min(self.source.len());
        Token::Comment { start, stop }
    }

    /// The text up to the end of a raw text element, or `None` if there is none and markup follows.
    #[inline(never)]
    fn next_raw(&mut self) -> Option<Token> {
        let (start, state) = (self.at, self.state);
        let stop = match state {
            State::PlainText => self.source.len(),
            State::Cdata => bytes::find_sequence(self.source, start, b"]]>"),
            State::ScriptData => raw_text::script_stop(self.source, start, self.last_start),
            State::EndOfTitle => return Some(self.next_of_open_title()),
            _ => raw_text::stop(self.source, start, self.last_start),
        };
        self.at = stop;
        if state == State::Cdata {
            self.at = (stop + 3).min(self.source.len());
        }
        if state != State::PlainText {
            self.state = State::Data;
        }
        (stop > start).then_some(Token::Text { start, stop, state })
    }

    /// The text of a title that nothing ends, then its end.
    fn next_of_open_title(&mut self) -> Token {
        let (start, stop) = (self.at, self.find_markup());
        if stop > start {
            self.at = stop;
            return Token::Text { start, stop, state: State::RcData };
        }
        self.state = State::Data;
        let name_hash = self.last_start.hash();
        Token::End(TagToken { tag: Tag::Title, name_hash, start, stop, is_self_closing: false })
    }
}
