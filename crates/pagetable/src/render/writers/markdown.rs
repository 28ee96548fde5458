//! Steps -> Markdown: CommonMark and tables.
//!
//! What has no form in it becomes text, or one of the few tags that every reader of Markdown knows: `<br>` in cells,
//! `<sub>`, `<sup>`, `<del>`. Terms and definitions become a list, footnotes `[^1]`. The result, read as CommonMark,
//! gives the words of the document again.

mod lists;

use std::collections::{HashMap, HashSet};

use super::blocks::{BlockWriter, Container, Piece};
use super::destination::destination;
use super::escape::{bare_ampersand, escape_between_brackets, escape_into, with_plain_line_starts};
use super::formula::formula_text;
use super::line::{HARD_BREAK, Line, longest_run};
use super::link_places::{LinkPlaces, link_places};
use super::pieces;
use super::plain::with_texts;
use crate::page::table::{Element, NO_ROW, Run};
use crate::render::{Facts, Kept, Outline, Step, roles};

/// The Markdown, and the blocks that it is made of.
pub fn write(kept: Kept, outline: &Outline) -> (String, Vec<Piece>) {
    let mut writer = Writer {
        kept,
        facts: &outline.facts,
        links: link_places(&outline.steps),
        line: Line::new(outline.references),
        blocks: BlockWriter::for_markdown(),
        cells: HashMap::new(),
        cell: None,
        in_heading: false,
        in_code_block: false,
        last_term: None,
    };
    if let Some(headline) = &outline.headline {
        let escape = if outline.references { escape_between_brackets } else { escape_into };
        let mut text = String::with_capacity(headline.len() + 8);
        escape(&mut text, headline);
        bare_ampersand(&mut text);
        writer.put_heading(1, &text);
    }
    let mut texts = pieces::markdown(kept, &outline.steps, outline.references).into_iter();
    for (at, &step) in outline.steps.iter().enumerate() {
        writer.line.step = at;
        match step.code {
            roles::TEXT => writer.text(step.row, texts.next().unwrap_or_default()),
            roles::BREAK if writer.follows_term(outline.steps.get(at + 1)) => {}
            roles::BREAK => writer.end_block(),
            roles::TERM if writer.follows_term(Some(&step)) => writer.add_term(step.row),
            code if code & roles::CLOSE != 0 => writer.close(code & !roles::CLOSE, step.row),
            _ => writer.open(step),
        }
    }
    writer.flush();
    if let Some(list) = writer.line.references.take().map(|found| found.list()).filter(|list| !list.is_empty()) {
        writer.blocks.put(&list);
    }
    (writer.blocks.text, writer.blocks.pieces)
}

struct Writer<'a> {
    kept: Kept<'a>,
    facts: &'a Facts,
    links: LinkPlaces,
    line: Line,
    blocks: BlockWriter,
    /// The texts of the cells of the table that is open.
    cells: HashMap<u32, String>,
    /// The blocks of the cell that is open.
    cell: Option<Vec<String>>,
    in_heading: bool,
    in_code_block: bool,
    /// The term that was the last thing to close, while its text is not written yet.
    last_term: Option<u32>,
}

impl Writer<'_> {
    fn open(&mut self, step: Step) {
        let Step { code, row } = step;
        match code {
            _ if roles::is_mark(code) => return self.open_mark(code, row),
            roles::IMAGE => return self.image(row),
            roles::FORMULA => return self.formula(row),
            _ => self.flush(),
        }
        match code {
            roles::LIST => self.open_list(roles::LIST),
            roles::TERMS => self.open_list(roles::TERMS),
            roles::ORDERED => self.open_ordered(row),
            roles::ITEM => self.open_item(row),
            roles::QUOTE => self.blocks.enter(Container::new(roles::QUOTE, "> ", None)),
            roles::NOTE => self.open_note(row),
            roles::TERM => self.open_term(row),
            roles::DEFINITION => self.open_term_item(),
            roles::CODE_BLOCK => self.in_code_block = true,
            roles::TABLE => self.cells.clear(),
            roles::CELL | roles::HEAD_CELL => self.open_cell(),
            roles::RULE => self.rule(row),
            _ => self.in_heading = roles::is_heading(code),
        }
    }

    fn close(&mut self, role: u8, row: u32) {
        match role {
            _ if roles::is_mark(role) => return self.line.close(row),
            _ if roles::is_heading(role) => return self.close_heading(role),
            roles::CODE_BLOCK => return self.close_code_block(row),
            roles::TERM => {
                self.line.close(row);
                self.last_term = Some(row).filter(|_| !self.line.is_empty());
                return;
            }
            _ => {}
        }
        self.flush();
        match role {
            roles::LIST | roles::ORDERED | roles::QUOTE | roles::NOTE => self.close_container(),
            roles::ITEM => self.close_item(),
            roles::TERMS => {
                self.close_term_item();
                self.close_container();
            }
            roles::CELL | roles::HEAD_CELL => self.close_cell(row),
            roles::TABLE => self.close_table(row),
            _ => {}
        }
    }

    // ---- text --------------------------------------------------------------------------------

    fn text(&mut self, run: u32, piece: String) {
        let Run { start, stop, .. } = self.kept.runs[run as usize];
        self.blocks.add_source(start, stop);
        if self.in_code_block { self.line.push(piece) } else { self.line.add(piece) }
    }

    fn end_block(&mut self) {
        if self.in_code_block {
            self.line.push("\n".to_owned());
        } else if !self.in_heading {
            self.flush();
        } else if !self.line.is_empty() {
            self.line.push(" ".to_owned());
        }
    }

    /// Writes the text that is there as a paragraph.
    fn flush(&mut self) {
        self.last_term = None;
        if self.line.is_empty() {
            return;
        }
        let text = self.line.take();
        let text = text.trim();
        if !text.is_empty() {
            self.put(&with_plain_line_starts(text));
        }
    }

    /// Writes a block: into the cell that is open, or below the last block.
    fn put(&mut self, text: &str) {
        match &mut self.cell {
            None => self.blocks.put(text),
            Some(cell) => cell.push(self.blocks.take_marks() + &text.replace(HARD_BREAK, "<br>").replace('\n', " ")),
        }
    }

    /// Writes a block other than a paragraph.
    fn put_structure(&mut self, text: &str) {
        if self.cell.is_none() { self.blocks.put_structure(text) } else { self.put(text) }
    }

    /// Adds an image or a formula to the line, after the white space that the page has there.
    fn put_within_line(&mut self, text: &str, row: u32) {
        self.add_source_of(row);
        let has = |rows: &HashSet<u32>| rows.contains(&row);
        let gap = if has(&self.facts.after_break) { HARD_BREAK } else { " " };
        self.line.add(if has(&self.facts.after_space) { format!("{gap}{text}") } else { text.to_owned() });
    }

    fn add_source_of(&mut self, element: u32) {
        let Element { start, stop, .. } = self.kept.elements[element as usize];
        self.blocks.add_source(start, stop);
    }

    fn open_mark(&mut self, role: u8, row: u32) {
        if self.in_code_block || self.line.is_verbatim() || self.line.has_mark(role) {
            return;
        }
        let value = match role {
            roles::LINK => self.facts.links.get(&row).cloned(),
            _ => Some(self.facts.labels.get(&row).cloned().unwrap_or_default()),
        };
        if let Some(value) = value {
            self.line.open_at(role, row, value, self.links.get(&row).cloned());
        }
    }

    // ---- headings, code ----------------------------------------------------------------------

    fn close_heading(&mut self, role: u8) {
        self.in_heading = false;
        let text = self.line.take().replace(HARD_BREAK, " ");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !text.is_empty() {
            self.put_heading(usize::from(role - roles::H1) + 1, &text);
        }
    }

    fn put_heading(&mut self, level: usize, text: &str) {
        let mut text = text.to_owned();
        // Readers drop number signs at the end of a heading.
        let bare = text.trim_end_matches('#').len();
        if bare < text.len() && (bare == 0 || text[..bare].ends_with(' ')) {
            text.insert(bare, '\\');
        }
        let marks = if self.cell.is_some() { "" } else { &"######"[..level] };
        self.put_structure(format!("{marks} {text}").trim_start());
    }

    fn close_code_block(&mut self, row: u32) {
        self.in_code_block = false;
        let code = self.line.take();
        let code = code.trim_end();
        if code.is_empty() {
            return;
        }
        if self.cell.is_some() {
            let spans = code.split('\n').map(|line| if line.is_empty() { String::new() } else { self.line.code(line) });
            return self.put(&spans.collect::<Vec<_>>().join(HARD_BREAK));
        }
        let fence = "`".repeat(longest_run(code, '`').max(2) + 1);
        let language = self.facts.languages.get(&row).map_or("", String::as_str);
        self.put_structure(&format!("{fence}{language}\n{code}\n{fence}"));
    }

    // ---- tables ------------------------------------------------------------------------------

    /// What comes is written into the cell, on one line.
    fn open_cell(&mut self) {
        self.cell = Some(Vec::new());
        self.line.in_cell = true;
        self.blocks.enter_cell();
    }

    fn close_cell(&mut self, row: u32) {
        self.line.in_cell = false;
        self.blocks.leave_cell();
        self.cells.insert(row, self.cell.take().unwrap_or_default().join("<br>").replace('|', "\\|"));
    }

    fn close_table(&mut self, row: u32) {
        let Some(grid) = self.facts.grids.get(&row).filter(|grid| !grid.lines.is_empty()) else { return };
        let is_header = |&cell: &u32| cell == NO_ROW || self.facts.roles[cell as usize] == roles::HEAD_CELL;
        let width = grid.lines.iter().map(Vec::len).max().unwrap_or(0);
        let text_of = |cell: &u32| self.cells.get(cell).map_or("", String::as_str);
        let mut lines: Vec<Vec<&str>> = grid.lines.iter().map(|line| line.iter().map(text_of).collect()).collect();
        if !grid.lines[0].iter().all(is_header) {
            lines.insert(0, Vec::new());
        }
        lines[0].resize(width, "");
        lines = with_texts(lines);
        if lines.is_empty() {
            return;
        }
        lines.insert(1, vec!["---"; width]);
        let lines: Vec<String> = lines.iter().map(|line| format!("| {} |", line.join(" | "))).collect();
        self.put_structure(&lines.join("\n"));
    }

    // ---- what has no text --------------------------------------------------------------------

    fn image(&mut self, row: u32) {
        if self.in_code_block || self.line.is_verbatim() {
            return;
        }
        if let Some(symbol) = self.facts.symbols.get(&row) {
            let mut text = String::new();
            escape_between_brackets(&mut text, symbol);
            return self.put_within_line(&text, row);
        }
        let Some(image) = self.facts.images.get(&row) else { return };
        let mut title = String::new();
        if !image.title.is_empty() {
            escape_into(&mut title, &image.title);
            title = format!(" \"{}\"", title.replace('"', "\\\""));
        }
        let mut alt = String::new();
        escape_between_brackets(&mut alt, &image.alt);
        self.put_within_line(&format!("![{alt}]({}{title})", destination(&image.address)), row);
    }

    fn rule(&mut self, row: u32) {
        if self.cell.is_none() {
            self.add_source_of(row);
            // In a list the usual dashes would be items.
            self.blocks.put(if self.blocks.containers.len() == 1 { "---" } else { "___" });
        }
    }

    fn formula(&mut self, row: u32) {
        let Some(formula) = self.facts.formulas.get(&row) else { return };
        let written = formula_text(formula);
        if formula.is_display && self.cell.is_none() && !self.in_heading && !self.in_code_block {
            self.flush();
            self.add_source_of(row);
            self.put_structure(&written);
        } else {
            self.put_within_line(&written.replace('\n', " "), row);
        }
    }
}
