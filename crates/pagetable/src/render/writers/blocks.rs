//! Blocks of text -> one text, each line after the marks of the lists and quotes around it.

use crate::render::roles;

/// Lists and quotes nested deeper than this, or indented by more, are not indented further: every level costs every
/// line its mark, so a small page would become a text of any length.
const MAX_LEVELS: usize = 64;
const MAX_INDENT: usize = 128;

/// A list, item, quote or note that is open.
#[derive(Default)]
pub struct Container {
    pub kind: u8,
    /// What every line inside begins with.
    pub rest: String,
    /// What the first line begins with, until it is written.
    pub first: Option<String>,
    /// The mark of a list's items.
    pub bullet: &'static str,
    /// The number of the next item of an ordered list, and what is added for each.
    pub number: Option<i64>,
    pub step: i64,
    pub n_items: usize,
    /// Whether the last item had one block.
    pub is_tight: bool,
    pub is_written: bool,
    /// Blocks directly inside.
    pub n_blocks: usize,
    /// The mark of the list that was the last thing in it, and the number that an ordered one would have next.
    pub last_bullet: &'static str,
    /// Whether the item of that list was tight, if it was a list without order and had one item.
    pub lone_item: Option<bool>,
    pub next_number: Option<i64>,
}

impl Container {
    pub fn new(kind: u8, rest: &str, first: Option<String>) -> Self {
        Container { kind, rest: rest.to_owned(), first, is_tight: true, ..Container::default() }
    }
}

/// A block of the text: where it is written, and where the page has it. Offsets count bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// Where its first line begins in the text.
    pub start: usize,
    /// Where it begins itself, after the marks of lists and quotes.
    pub own_start: usize,
    /// How many characters of such marks its further lines begin with.
    pub indent: usize,
    /// 1 to 6 for headings, else one of the constants.
    pub kind: u8,
    /// Its source; `start > stop` if it has none.
    pub source: Span,
}

impl Piece {
    /// A paragraph, a list, a quotation.
    pub const PARAGRAPH: u8 = 0;
    /// A block of code.
    pub const CODE: u8 = 7;
    /// A table.
    pub const TABLE: u8 = 8;
    /// A formula on lines of its own.
    pub const FORMULA: u8 = 9;

    /// The kind of a structure, by its own Markdown.
    fn kind_of(text: &str) -> u8 {
        match text.as_bytes().first() {
            Some(b'#') => text.bytes().take_while(|&byte| byte == b'#').count() as u8,
            Some(b'`') => Piece::CODE,
            Some(b'|') => Piece::TABLE,
            Some(b'$') => Piece::FORMULA,
            _ => Piece::PARAGRAPH,
        }
    }
}

/// A part of the source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    pub start: u32,
    pub stop: u32,
}

impl Span {
    const NOTHING: Span = Span { start: u32::MAX, stop: 0 };
}

pub struct BlockWriter {
    pub text: String,
    /// One for each block that was written.
    pub pieces: Vec<Piece>,
    /// The source of the block that comes next.
    source: Span,
    /// Where the first line of the block that comes next begins, if some of it is written.
    piece_start: Option<usize>,
    pub containers: Vec<Container>,
    is_markdown: bool,
    /// The containers around the cell that is open.
    outside_cell: Vec<Container>,
}

impl BlockWriter {
    pub fn for_markdown() -> Self {
        BlockWriter {
            text: String::new(),
            pieces: Vec::new(),
            source: Span::NOTHING,
            piece_start: None,
            containers: vec![Container::default()],
            is_markdown: true,
            outside_cell: Vec::new(),
        }
    }

    pub fn for_text() -> Self {
        BlockWriter { is_markdown: false, ..BlockWriter::for_markdown() }
    }

    pub fn here(&mut self) -> &mut Container {
        let at = self.containers.len() - 1;
        &mut self.containers[at]
    }

    pub fn enter(&mut self, mut container: Container) {
        let indent: usize = self.containers.iter().map(|outer| outer.rest.len()).sum();
        if self.containers.len() > MAX_LEVELS || indent + container.rest.len() > MAX_INDENT {
            container.rest.clear();
            container.first = None;
        }
        self.containers.push(container);
    }

    /// Leaves a container; the outermost stays.
    pub fn leave(&mut self) -> Container {
        if self.containers.len() > 1 { self.containers.pop().unwrap_or_default() } else { Container::default() }
    }

    /// Counts an item of the list that is open; its number if the list is ordered.
    pub fn count_item(&mut self, own_number: Option<i64>) -> Option<i64> {
        let list = self.here();
        list.n_items += 1;
        let number = own_number.or(list.number).filter(|_| list.number.is_some())?;
        list.number = Some(number + list.step);
        Some(number)
    }

    /// Leaves an item; whether it was a short one decides if the next follows without a blank line.
    pub fn leave_item(&mut self) {
        let item = self.leave();
        self.here().is_tight = item.n_blocks <= 1;
    }

    /// Begins a cell, whose text has marks of its own.
    pub fn enter_cell(&mut self) {
        self.outside_cell = std::mem::replace(&mut self.containers, vec![Container::default()]);
    }

    pub fn leave_cell(&mut self) {
        self.containers = std::mem::take(&mut self.outside_cell);
    }

    /// The marks that are still to be written, on one line.
    pub fn take_marks(&mut self) -> String {
        self.containers.iter_mut().filter_map(|container| container.first.take()).collect()
    }

    /// Adds a part of the source to that of the block that comes next.
    pub fn add_source(&mut self, start: u32, stop: u32) {
        let source = &mut self.source;
        (source.start, source.stop) = (source.start.min(start), source.stop.max(stop));
    }

    /// Writes a block; its lines are separated by line feeds.
    pub fn put(&mut self, text: &str) {
        self.put_piece(text, Piece::PARAGRAPH);
    }

    fn put_piece(&mut self, text: &str, kind: u8) {
        let (own_start, indent) = if self.containers.len() == 1 {
            if !self.text.is_empty() {
                self.text.push_str("\n\n");
            }
            self.piece_start.get_or_insert(self.text.len());
            self.text.push_str(text);
            (self.text.len() - text.len(), 0)
        } else {
            self.put_inside(text)
        };
        let start = self.piece_start.take().unwrap_or(own_start);
        let source = std::mem::replace(&mut self.source, Span::NOTHING);
        self.pieces.push(Piece { start, own_start, indent, kind, source });
        let here = self.here();
        here.n_blocks += 1;
        here.last_bullet = "";
        // After text between the items of a list the next one needs a blank line before it.
        here.is_tight = false;
    }

    /// Writes a block other than a paragraph. A reader without footnotes takes the line of a note's label for a
    /// paragraph, in which neither code nor a table can begin, so the label has that line for itself.
    pub fn put_structure(&mut self, text: &str) {
        if self.containers.iter().any(|container| container.kind == roles::NOTE && container.first.is_some()) {
            self.put_inside("");
        }
        self.put_piece(text, Piece::kind_of(text));
    }

    /// Writes a block inside of containers; where it begins after their marks, and the length of those of other lines.
    fn put_inside(&mut self, text: &str) -> (usize, usize) {
        let (mut first, mut rest, mut blank) = (String::new(), String::new(), String::new());
        let mut begins = None;
        for (level, container) in self.containers.iter_mut().enumerate() {
            if container.is_written {
                blank.push_str(&container.rest);
            }
            rest.push_str(&container.rest);
            match container.first.take() {
                None => first.push_str(&container.rest),
                Some(mark) if self.is_markdown && container.kind == roles::NOTE && defines_link(text) => {
                    // A note of one word would be read as the address of a link.
                    first.push_str(&mark.replace('[', "\\[").replace("]:", "\\]:"));
                }
                Some(mark) => {
                    first.push_str(&mark);
                    begins = begins.or(Some(level));
                }
            }
            container.is_written = true;
        }
        if !self.text.is_empty() {
            self.text.push('\n');
            if !begins.is_some_and(|level| self.is_tight(level)) {
                self.text.push_str(blank.trim_end());
                self.text.push('\n');
            }
        }
        self.piece_start.get_or_insert(self.text.len());
        self.text.push_str(if text.is_empty() { first.trim_end() } else { &first });
        let own_start = self.text.len();
        let mut lines = text.split('\n');
        self.text.push_str(lines.next().unwrap_or_default());
        for line in lines {
            self.text.push('\n');
            self.text.push_str(if line.is_empty() { rest.trim_end() } else { &rest });
            self.text.push_str(line);
        }
        (own_start, rest.len())
    }

    /// Whether the item at a level can follow what is before it without a blank line.
    fn is_tight(&self, level: usize) -> bool {
        let Some(listed) = level.checked_sub(1).map(|at| &self.containers[at]) else { return false };
        if listed.bullet.is_empty() {
            return false;
        }
        if listed.n_items > 1 {
            return listed.is_tight;
        }
        // In Markdown only a list that starts at one can follow a paragraph directly.
        level > 2
            && self.containers[level - 2].n_blocks == 1
            && (!self.is_markdown || listed.number.is_none_or(|next| next - listed.step == 1))
    }
}

/// Whether text after `[^1]:` would be read as the definition of a link: a line of one word, and maybe a title.
fn defines_link(text: &str) -> bool {
    let mut words = text.lines().next().unwrap_or_default().splitn(2, char::is_whitespace);
    let is_word = words.next().is_some_and(|word| !word.is_empty());
    let rest = words.next().unwrap_or_default().trim();
    is_word && (rest.is_empty() || rest.starts_with(['"', '\'', '(']))
}
