//! Steps -> text for people: paragraphs apart, items and rows on lines of their own, code with its indentation.

use std::collections::HashMap;

use super::blocks::{BlockWriter, Container};
use crate::page::table::NO_ROW;
use crate::render::{Facts, Kept, Outline, roles};

/// What quotations, definitions and notes are indented by.
const INDENT: &str = "  ";
const NOTE_INDENT: &str = "    ";

/// A row of more columns does not fit a line: its cells are written below each other, each after its column's name.
const MAX_COLUMNS: usize = 12;

/// The cells of a row that have text, one per line, each after the name of its column.
fn record(names: &[&str], row: &[&str]) -> String {
    let named = row.iter().enumerate().filter(|(_, cell)| !cell.is_empty());
    let lines = named.map(|(at, cell)| match names.get(at).filter(|name| !name.is_empty()) {
        Some(name) => format!("{name}: {cell}"),
        None => (*cell).to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

pub fn write(kept: Kept, outline: &Outline) -> String {
    let mut writer = Writer {
        facts: &outline.facts,
        blocks: BlockWriter::for_text(),
        line: String::new(),
        pending: String::new(),
        in_code_block: false,
        in_heading: false,
        cells: HashMap::new(),
        cell: None,
    };
    if let Some(headline) = &outline.headline {
        writer.put(headline);
    }
    let mut texts = outline.texts(kept).into_iter();
    for step in &outline.steps {
        match step.code {
            roles::TEXT => writer.text(&texts.next().unwrap_or_default()),
            roles::BREAK => writer.end_block(),
            roles::RULE => {}
            roles::IMAGE => writer.put_within_line(step.row, outline.facts.symbols.get(&step.row).map(String::as_str)),
            roles::FORMULA => {
                writer.put_within_line(step.row, outline.facts.formulas.get(&step.row).map(|own| own.tex.as_str()))
            }
            code if roles::is_mark(code & !roles::CLOSE) => writer.mark(code),
            code if code & roles::CLOSE != 0 => writer.close(code & !roles::CLOSE, step.row),
            code => writer.open(code, step.row),
        }
    }
    writer.flush();
    writer.blocks.text
}

struct Writer<'a> {
    facts: &'a Facts,
    blocks: BlockWriter,
    /// The block that is being written.
    line: String,
    /// Marks that open before the next text.
    pending: String,
    in_code_block: bool,
    in_heading: bool,
    /// The texts of the cells of the table that is open.
    cells: HashMap<u32, String>,
    /// The blocks of the cell that is open.
    cell: Option<Vec<String>>,
}

impl Writer<'_> {
    fn text(&mut self, piece: &str) {
        if self.in_code_block {
            self.line.push_str(piece);
            return;
        }
        let text = piece.trim_start();
        if !self.line.is_empty() {
            self.line.push_str(&piece[..piece.len() - text.len()]);
        }
        self.line.push_str(&std::mem::take(&mut self.pending));
        self.line.push_str(text);
    }

    /// Marks that a reader would see: quotes around a quotation, brackets around the label of a note.
    fn mark(&mut self, code: u8) {
        match code {
            roles::QUOTED => self.pending.push('"'),
            roles::NOTE_REF => self.pending.push('['),
            code if code == roles::QUOTED | roles::CLOSE => self.line.push('"'),
            code if code == roles::NOTE_REF | roles::CLOSE => self.line.push(']'),
            _ => {}
        }
    }

    /// Adds a formula or a symbol to the line.
    fn put_within_line(&mut self, row: u32, text: Option<&str>) {
        let Some(text) = text else { return };
        if self.facts.after_space.contains(&row) && !self.line.is_empty() {
            self.line.push(' ');
        }
        self.line.push_str(text);
    }

    fn end_block(&mut self) {
        if self.in_code_block {
            self.line.push('\n');
        } else if self.in_heading {
            self.line.push(' ');
        } else {
            self.flush();
        }
    }

    fn flush(&mut self) {
        let line = std::mem::take(&mut self.line);
        self.put(if self.in_code_block { &line } else { line.trim() });
    }

    fn put(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        match &mut self.cell {
            None => self.blocks.put(text),
            Some(cell) => {
                let words: Vec<&str> = text.split_whitespace().collect();
                cell.push(self.blocks.take_marks() + &words.join(" "));
            }
        }
    }

    fn open(&mut self, role: u8, row: u32) {
        self.flush();
        self.in_code_block = role == roles::CODE_BLOCK;
        self.in_heading = roles::is_heading(role);
        match role {
            roles::TABLE => self.cells.clear(),
            roles::CELL | roles::HEAD_CELL => {
                self.cell = Some(Vec::new());
                self.blocks.enter_cell();
            }
            roles::LIST | roles::TERMS => {
                self.blocks.enter(Container { bullet: "-", ..Container::new(role, "", None) });
            }
            roles::ORDERED => {
                let (number, step) = self.facts.numberings.get(&row).map_or((1, 1), |own| (own.first, own.step));
                let list = Container::new(role, "", None);
                self.blocks.enter(Container { bullet: ".", number: Some(number), step, ..list });
            }
            roles::ITEM => {
                let number = self.blocks.count_item(self.facts.own_numbers.get(&row).copied());
                let mark = number.map_or_else(|| "- ".to_owned(), |number| format!("{number}. "));
                self.blocks.enter(Container::new(role, &" ".repeat(mark.len()), Some(mark)));
            }
            roles::NOTE => {
                let label = self.facts.labels.get(&row).map_or("", String::as_str);
                self.blocks.enter(Container::new(role, NOTE_INDENT, Some(format!("[{label}] "))));
            }
            roles::QUOTE | roles::DEFINITION => {
                self.blocks.enter(Container::new(role, INDENT, Some(INDENT.to_owned())));
            }
            _ => {}
        }
    }

    fn close(&mut self, role: u8, row: u32) {
        if role == roles::CODE_BLOCK {
            self.line.truncate(self.line.trim_end().len());
        }
        self.flush();
        (self.in_code_block, self.in_heading) = (false, false);
        match role {
            roles::CELL | roles::HEAD_CELL => {
                self.blocks.leave_cell();
                self.cells.insert(row, self.cell.take().unwrap_or_default().join("; "));
            }
            roles::TABLE => self.close_table(row),
            roles::ITEM => self.blocks.leave_item(),
            roles::LIST | roles::TERMS | roles::ORDERED | roles::NOTE | roles::QUOTE | roles::DEFINITION => {
                self.blocks.leave();
            }
            _ => {}
        }
    }

    fn close_table(&mut self, row: u32) {
        let Some(grid) = self.facts.grids.get(&row) else { return };
        let text_of = |cell: &u32| self.cells.get(cell).map_or("", String::as_str);
        let rows: Vec<Vec<&str>> = grid.lines.iter().map(|line| line.iter().map(text_of).collect()).collect();
        let is_header = |&cell: &u32| cell == NO_ROW || self.facts.roles[cell as usize] == roles::HEAD_CELL;
        let has_header = rows.len() > 1 && grid.lines[0].iter().all(is_header);
        if has_header && rows[0].len() > MAX_COLUMNS {
            let records: Vec<String> = rows[1..].iter().map(|row| record(&rows[0], row)).collect();
            return records.iter().for_each(|record| self.put(record));
        }
        let lines: Vec<String> =
            with_texts(rows).iter().map(|row| row.join(" | ").trim_end_matches([' ', '|']).to_owned()).collect();
        self.put(&lines.join("\n"));
    }
}

/// The rows of a table without those that are empty; none if all are. An empty row at the beginning is the header.
pub fn with_texts(mut rows: Vec<Vec<&str>>) -> Vec<Vec<&str>> {
    let has_text = |row: &Vec<&str>| row.iter().any(|cell| !cell.is_empty());
    let mut is_first = true;
    let n_texts = rows.iter().filter(|row| has_text(row)).count();
    rows.retain(|row| std::mem::take(&mut is_first) || has_text(row));
    if n_texts == 0 { Vec::new() } else { rows }
}
