//! Pieces of text and marks around them -> the text of one block of Markdown.
//!
//! A mark (emphasis, a link) is written when the first text inside it comes, after the white space before that text:
//! so `a<b> b </b>c` gives `a **b** c`. Where Markdown has no way to write emphasis, as between letters and
//! punctuation, the text stays without.

use std::ops::Range;

use super::destination::destination;
use super::emphasis::Pieces;
use super::escape::{escape_between_brackets, escape_into};
use super::references::References;
use crate::render::roles;

pub const HARD_BREAK: &str = "\\\n";

/// How often emphasis that can't be read is taken away before all of it is: bounds the time of a line.
const MAX_ATTEMPTS: usize = 5;

/// An element within the line that is open.
struct Mark {
    role: u8,
    row: u32,
    /// The address of a link, the label of a note.
    value: String,
    /// Where it was written in the pieces.
    start: Option<usize>,
    /// The steps at which it is written, if not at all.
    place: Option<Range<usize>>,
}

impl Mark {
    fn is_written_at(&self, step: usize) -> bool {
        self.place.as_ref().is_none_or(|place| place.contains(&step))
    }
}

#[derive(Default)]
pub struct Line {
    pieces: Vec<String>,
    marks: Vec<Mark>,
    /// Where pairs of emphasis open and close in the pieces.
    delimiters: Vec<(usize, usize)>,
    /// The same for links.
    links: Vec<(usize, usize)>,
    n_unwritten: usize,
    /// The number of the step that is being written.
    pub step: usize,
    in_code: bool,
    /// Whether the text is in a cell of a table.
    pub in_cell: bool,
    /// The addresses of links, if they are written at the end.
    pub references: Option<References>,
    /// The place of the last code in the pieces, and its text without ticks. It is written when the next piece is known:
    /// many spans side by side become one.
    code: Option<(usize, String)>,
}

impl Line {
    pub fn new(has_references: bool) -> Self {
        Line { references: has_references.then(References::default), ..Line::default() }
    }

    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    pub fn has_marks(&self) -> bool {
        !self.marks.is_empty()
    }

    pub fn has_mark(&self, role: u8) -> bool {
        self.marks.iter().any(|mark| mark.role == role)
    }

    /// Whether only text can be written here: in code, and in a link to a note.
    pub fn is_verbatim(&self) -> bool {
        self.has_mark(roles::CODE) || self.has_mark(roles::NOTE_REF)
    }

    /// Adds text as it is.
    pub fn push(&mut self, text: String) {
        self.pieces.push(text);
    }

    /// Adds text with the white space before it.
    pub fn add(&mut self, piece: String) {
        // In code a backslash before a line feed is a character of the code.
        let hard_break = if self.has_mark(roles::CODE) { None } else { piece.strip_prefix(HARD_BREAK) };
        let (gap, text) = if let Some(text) = piece.strip_prefix(' ') {
            (" ", text)
        } else if let Some(text) = hard_break {
            (HARD_BREAK, text)
        } else if let Some(text) = piece.strip_prefix('\n') {
            (if self.in_code { " " } else { HARD_BREAK }, text)
        } else {
            ("", piece.as_str())
        };
        if !gap.is_empty() && self.pieces.last().is_some_and(|last| last != HARD_BREAK) {
            self.pieces.push(gap.to_owned());
        }
        self.begin_marks();
        if text.starts_with("![") || text.starts_with("[^") {
            self.escape_exclamation();
        }
        let text = match self.in_code {
            true => text.replace('\n', " "),
            // The piece itself, if nothing is before its text.
            false if text.len() == piece.len() => piece,
            false => text.to_owned(),
        };
        self.pieces.push(text);
    }

    pub fn open(&mut self, role: u8, row: u32, value: String) {
        self.open_at(role, row, value, None);
    }

    /// Opens a mark that is written only in the block of some steps.
    pub fn open_at(&mut self, role: u8, row: u32, value: String, place: Option<Range<usize>>) {
        self.marks.push(Mark { role, row, value, start: None, place });
        self.n_unwritten += 1;
    }

    /// Closes the mark of an element, if it has one.
    pub fn close(&mut self, row: u32) {
        if self.marks.last().is_none_or(|mark| mark.row != row) {
            return;
        }
        if let Some(mark) = self.marks.pop() {
            match mark.start {
                Some(start) => self.end(mark.role, &mark.value, start),
                // A link that is written at another block counts as written here.
                None => self.n_unwritten = self.n_unwritten.saturating_sub(1),
            }
        }
    }

    /// Writes the last code into its place.
    fn write_code(&mut self) {
        if let Some((at, code)) = self.code.take() {
            self.pieces[at] = self.code(&code);
        }
    }

    /// The whole text; marks that are still open go on in the next block.
    pub fn take(&mut self) -> String {
        for at in (0..self.marks.len()).rev() {
            let Mark { role, start, .. } = self.marks[at];
            if let Some(start) = start {
                let value = self.marks[at].value.clone();
                self.end(role, &value, start);
                self.marks[at].start = None;
            }
        }
        self.write_code();
        self.n_unwritten = self.marks.len();
        if !self.delimiters.is_empty() {
            self.drop_unreadable();
            self.delimiters.clear();
        }
        self.links.clear();
        let text = self.pieces.concat();
        self.pieces.clear();
        text
    }

    /// An exclamation mark before a link would make it an image.
    fn escape_exclamation(&mut self) {
        if self.code.as_ref().is_some_and(|(at, _)| *at + 1 == self.pieces.len()) {
            self.write_code();
        }
        if let Some(last) = self.pieces.last_mut().filter(|last| last.ends_with('!')) {
            last.insert(last.len() - 1, '\\');
        }
    }

    /// The number of a note and a link whose text is a number would together be read as one link.
    fn part_from_note(&mut self, start: usize) {
        self.write_code();
        let is_number = |text: &String| text.bytes().all(|byte| byte.is_ascii_digit());
        if start > 0 && self.pieces[start - 1].ends_with(']') && self.pieces[start + 1..].iter().all(is_number) {
            self.pieces[start].insert(0, ' ');
        }
    }

    fn begin_marks(&mut self) {
        for at in self.marks.len() - self.n_unwritten..self.marks.len() {
            if !self.marks[at].is_written_at(self.step) {
                continue;
            }
            if let Some(start) = self.reopened(self.marks[at].role) {
                self.marks[at].start = Some(start);
                continue;
            }
            if matches!(self.marks[at].role, roles::LINK | roles::NOTE_REF) {
                self.escape_exclamation();
            }
            let mark = &mut self.marks[at];
            mark.start = Some(self.pieces.len());
            self.in_code |= mark.role == roles::CODE;
            self.pieces.push(match mark.role {
                roles::CODE => String::new(),
                roles::LINK => "[".to_owned(),
                roles::NOTE_REF => format!("[^{}]", mark.value),
                role => around(role).0.to_owned(),
            });
        }
        self.n_unwritten = 0;
    }

    /// Where the emphasis of this kind began that ends here, with at most a space after it. The writer continues it
    /// instead of opening another, as in `<b>a</b> <b>b</b>`.
    fn reopened(&mut self, role: u8) -> Option<usize> {
        let n_gaps = usize::from(self.pieces.last().is_some_and(|last| last == " "));
        if !matches!(role, roles::STRONG | roles::EMPHASIS) {
            return None;
        }
        if self.links.last().is_some_and(|link| link.1 + 1 + n_gaps == self.pieces.len()) {
            self.emphasise_last_link(around(role).0);
        }
        let is_just_here = |pair: &mut (usize, usize)| {
            pair.1 + 1 + n_gaps == self.pieces.len() && self.pieces[pair.0] == around(role).0
        };
        let (start, stop) = self.delimiters.pop_if(is_just_here)?;
        self.pieces[stop].clear();
        Some(start)
    }

    /// Writes emphasis of this kind around the last link, if it is around all of the text of the link.
    fn emphasise_last_link(&mut self, stars: &str) -> bool {
        let (Some(link), Some(pair)) = (self.links.last_mut(), self.delimiters.last_mut()) else { return false };
        let is_around_text = *pair == (link.0 + 1, link.1 - 1);
        if !is_around_text || self.pieces[pair.0] != stars || self.pieces[link.0] != "[" {
            return false;
        }
        std::mem::swap(link, pair);
        self.pieces.swap(link.0, pair.0);
        self.pieces.swap(link.1, pair.1);
        true
    }

    /// Continues emphasis that ends just before the last link in that of the link's text: `*a [b](x)*`.
    fn join_emphasis_before_link(&mut self) {
        let [.., before, inner] = *self.delimiters else { return };
        let link = self.links[self.links.len() - 1];
        let n_gaps = usize::from(link.0 > 0 && self.pieces[link.0 - 1] == " ");
        let stars = self.pieces[before.0].clone();
        if before.1 + 1 + n_gaps != link.0 || inner.0 != link.0 + 1 || !self.emphasise_last_link(&stars) {
            return;
        }
        self.pieces[before.1].clear();
        self.pieces[link.0].clear();
        self.delimiters.truncate(self.delimiters.len() - 2);
        self.delimiters.push((before.0, link.1));
    }

    /// Whether the pieces from one on are images, and at most links around them.
    fn is_only_images(&self, start: usize) -> bool {
        let is_bracket = |piece: &str| piece == "[" || piece.starts_with("](") || piece.starts_with("][");
        let mut shown = self.pieces[start..].iter().filter(|piece| !piece.trim().is_empty() && !is_bracket(piece));
        shown.next().is_some_and(|piece| piece.starts_with("![")) && shown.all(|piece| piece.starts_with("!["))
    }

    fn end(&mut self, role: u8, value: &str, start: usize) {
        match role {
            roles::CODE => {
                self.in_code = false;
                let mut code = self.pieces[start..].concat();
                self.pieces.truncate(start);
                // Two spans side by side would be read as one with ticks in it.
                match self.code.take_if(|(at, _)| *at + 1 == start) {
                    Some((_, before)) => code = before + &code,
                    None => {
                        self.write_code();
                        self.pieces.push(String::new());
                    }
                }
                self.code = Some((self.pieces.len() - 1, code));
            }
            roles::LINK => {
                self.links.push((start, self.pieces.len()));
                match &mut self.references {
                    Some(references) => {
                        let number = references.number(value);
                        self.part_from_note(start);
                        self.pieces.push(format!("][{number}]"));
                    }
                    None => self.pieces.push(format!("]({})", destination(value))),
                }
                self.join_emphasis_before_link();
            }
            roles::NOTE_REF => self.pieces.truncate(start + 1),
            roles::STRONG | roles::EMPHASIS if self.is_only_images(start + 1) => self.pieces[start].clear(),
            _ => {
                if matches!(role, roles::STRONG | roles::EMPHASIS) {
                    self.delimiters.push((start, self.pieces.len()));
                }
                self.pieces.push(around(role).1.to_owned());
            }
        }
    }

    /// Code as it is written within a line.
    ///
    /// In a cell every pipe gets a backslash before it. Where it has one already, some readers take the pair for an
    /// escaped backslash and end the cell there, and with it the code; so there it is written as text.
    pub fn code(&self, code: &str) -> String {
        if !(self.in_cell && code.contains("\\|")) {
            return code_span(code);
        }
        let mut out = String::with_capacity(code.len() + 8);
        let escape = if self.references.is_some() { escape_between_brackets } else { escape_into };
        escape(&mut out, code);
        out
    }

    /// Takes away emphasis that Markdown would not read as such.
    fn drop_unreadable(&mut self) {
        for attempt in 0..=MAX_ATTEMPTS {
            let (texts, in_cell) = (self.pieces.as_slice(), self.in_cell);
            let line = Pieces { texts, pairs: &self.delimiters, links: &self.links, in_cell };
            let unreadable = line.unreadable();
            if !unreadable.contains(&true) {
                return;
            }
            // Removing a delimiter changes the neighbours of the others. The last attempt removes all.
            let mut is_dropped = unreadable.into_iter().map(|is_unreadable| is_unreadable || attempt == MAX_ATTEMPTS);
            let pieces = &mut self.pieces;
            self.delimiters.retain(|&(open, close)| {
                let is_read = is_dropped.next() == Some(false);
                if !is_read {
                    pieces[open].clear();
                    pieces[close].clear();
                }
                is_read
            });
        }
    }
}

fn around(role: u8) -> (&'static str, &'static str) {
    match role {
        roles::STRONG => ("**", "**"),
        roles::EMPHASIS => ("*", "*"),
        roles::STRIKE => ("<del>", "</del>"),
        roles::SUB => ("<sub>", "</sub>"),
        roles::SUP => ("<sup>", "</sup>"),
        roles::QUOTED => ("\"", "\""),
        _ => ("", ""),
    }
}

/// Code within a line, between as many ticks as it takes.
pub fn code_span(code: &str) -> String {
    let ticks = "`".repeat(longest_run(code, '`') + 1);
    let is_edge = |c: char| c == '`';
    let is_padded = code.starts_with(' ') && code.ends_with(' ') && !code.trim().is_empty();
    let space = if code.starts_with(is_edge) || code.ends_with(is_edge) || is_padded { " " } else { "" };
    format!("{ticks}{space}{code}{space}{ticks}")
}

/// The length of the longest run of a character.
pub fn longest_run(text: &str, wanted: char) -> usize {
    text.split(|c| c != wanted).map(str::len).max().unwrap_or(0)
}
