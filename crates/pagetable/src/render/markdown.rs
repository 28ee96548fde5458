//! Steps -> Markdown: CommonMark and tables.
//!
//! What has no form in it becomes text, or one of the few tags that every reader of Markdown knows: `<br>` in cells,
//! `<sub>`, `<sup>`, `<del>`. Terms and definitions become a list, footnotes `[^1]`. The result, read as CommonMark,
//! gives the words of the document again.

use std::collections::HashMap;

use super::address::Resolver;
use super::blocks::{BlockWriter, Container};
use super::escape::{escape_between_brackets, escape_into, with_plain_line_starts};
use super::grid::{Cell, FillBudget, Spans, lay_out};
use super::line::{HARD_BREAK, Line, destination, longest_run};
use super::walk::Step;
use super::{Kept, image, pieces, roles};
use crate::parse::attributes;

/// What the caller found out about single elements, by row.
#[derive(Default)]
pub struct Facts {
    pub addresses: Resolver,
    /// Labels of notes, and of what refers to them.
    pub labels: HashMap<u32, String>,
    /// A formula in Markdown, and whether it stands on lines of its own.
    pub formulas: HashMap<u32, (String, bool)>,
    pub languages: HashMap<u32, String>,
    /// The number of an ordered list's first item, and what is added for each further one.
    pub numbers: HashMap<u32, (i64, i64)>,
    /// The numbers that items say themselves.
    pub values: HashMap<u32, i64>,
    pub column_spans: HashMap<u32, usize>,
    pub row_spans: HashMap<u32, usize>,
}

pub fn to_markdown(kept: Kept, roles: &[u8], facts: Facts) -> String {
    let steps = super::walk(kept, roles);
    let texts = pieces::markdown(kept, &steps);
    let spans = Spans { columns: facts.column_spans, rows: facts.row_spans };
    let facts = Facts { column_spans: HashMap::new(), row_spans: HashMap::new(), ..facts };
    let mut writer = Writer {
        kept,
        facts,
        spans,
        fill: FillBudget::new(kept.elements.len()),
        line: Line::default(),
        blocks: BlockWriter::new(),
        table: Vec::new(),
        cell: None,
        outside_cell: Vec::new(),
        in_heading: false,
        in_code_block: false,
    };
    let mut texts = texts.into_iter();
    for step in steps {
        match step.code {
            roles::TEXT => writer.text(texts.next().unwrap_or_default()),
            roles::BREAK => writer.end_block(),
            code if code & roles::CLOSE != 0 => writer.close(code & !roles::CLOSE, step.row),
            _ => writer.open(step),
        }
    }
    writer.flush();
    writer.blocks.text
}

struct Writer<'a> {
    kept: Kept<'a>,
    facts: Facts,
    spans: Spans,
    fill: FillBudget,
    line: Line,
    blocks: BlockWriter,
    table: Vec<Vec<Cell>>,
    /// The blocks of the cell that is open.
    cell: Option<Vec<String>>,
    outside_cell: Vec<Container>,
    in_heading: bool,
    in_code_block: bool,
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
            roles::TABLE => self.table.clear(),
            roles::ROW => self.table.push(Vec::new()),
            roles::CELL | roles::HEAD_CELL => self.open_cell(),
            roles::RULE => self.rule(),
            _ => self.in_heading = roles::is_heading(code),
        }
    }

    fn close(&mut self, role: u8, row: u32) {
        match role {
            _ if roles::is_mark(role) => return self.line.close(row),
            _ if roles::is_heading(role) => return self.close_heading(role),
            roles::CODE_BLOCK => return self.close_code_block(row),
            roles::TERM => self.line.close(row),
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
            roles::CELL | roles::HEAD_CELL => self.close_cell(row, role == roles::HEAD_CELL),
            roles::TABLE => self.close_table(),
            _ => {}
        }
    }

    // ---- text --------------------------------------------------------------------------------

    fn text(&mut self, piece: String) {
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

    /// Writes a block that is no paragraph.
    fn put_structure(&mut self, text: &str) {
        if self.cell.is_none() { self.blocks.put_structure(text) } else { self.put(text) }
    }

    /// Adds what stands in a line like a word, after a space if there is white space before it.
    fn put_within_line(&mut self, text: &str, row: u32) {
        let start = self.kept.elements[row as usize].start as usize;
        let is_apart = pieces::has_space_before(self.kept.source, start);
        self.line.add(if is_apart { format!(" {text}") } else { text.to_owned() });
    }

    fn attribute(&self, row: u32, name: &str) -> Option<String> {
        let start = self.kept.elements[row as usize].start as usize;
        attributes::value_of(self.kept.source, start, name.as_bytes())
    }

    fn open_mark(&mut self, role: u8, row: u32) {
        if self.in_code_block || self.line.is_verbatim() || self.line.has_mark(role) {
            return;
        }
        let value = match role {
            roles::LINK => self.attribute(row, "href").and_then(|written| self.facts.addresses.resolve(&written)),
            _ => Some(self.facts.labels.get(&row).cloned().unwrap_or_default()),
        };
        if let Some(value) = value {
            self.line.open(role, row, value);
        }
    }

    // ---- headings, code ----------------------------------------------------------------------

    fn close_heading(&mut self, role: u8) {
        self.in_heading = false;
        let text = self.line.take().replace(HARD_BREAK, " ");
        let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            return;
        }
        // Number signs at the end of a heading are none of its text.
        let bare = text.trim_end_matches('#').len();
        if bare < text.len() && (bare == 0 || text[..bare].ends_with(' ')) {
            text.insert(bare, '\\');
        }
        let marks = if self.cell.is_some() { "" } else { &"######"[..usize::from(role - roles::H1) + 1] };
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

    // ---- lists, quotes, notes ----------------------------------------------------------------

    fn close_container(&mut self) {
        let container = self.blocks.leave();
        self.blocks.here().last_bullet = container.bullet;
    }

    /// A list opens; after another one it has other bullets, or they would be one list.
    fn open_list(&mut self, kind: u8) {
        let bullet = if self.blocks.here().last_bullet == "-" { "*" } else { "-" };
        self.blocks.enter(Container { bullet, ..Container::new(kind, "", None) });
    }

    fn open_ordered(&mut self, row: u32) {
        let bullet = if self.blocks.here().last_bullet == "." { ")" } else { "." };
        let (number, step) = self.facts.numbers.get(&row).copied().unwrap_or((1, 1));
        let container = Container { bullet, number: Some(number), step, ..Container::new(roles::ORDERED, "", None) };
        self.blocks.enter(container);
    }

    fn open_item(&mut self, row: u32) {
        if !matches!(self.blocks.here().kind, roles::LIST | roles::ORDERED) {
            self.blocks.enter(Container { bullet: "-", ..Container::new(roles::ITEM, "", None) });
        }
        let value = self.facts.values.get(&row).copied();
        let list = self.blocks.here();
        list.n_items += 1;
        let mut mark = list.bullet.to_owned();
        if let Some(next) = list.number {
            let number = value.unwrap_or(next);
            list.number = Some(number + list.step);
            // Markdown has no other numbers than these.
            mark.insert_str(0, &if (0..1_000_000_000).contains(&number) { number } else { 1 }.to_string());
        }
        self.blocks.enter(Container::new(roles::ITEM, &" ".repeat(mark.len() + 1), Some(mark + " ")));
    }

    fn close_item(&mut self) {
        let item = self.blocks.leave();
        self.blocks.here().is_tight = item.n_blocks <= 1;
        // The list that stood in for a missing one.
        if self.blocks.here().kind == roles::ITEM && !self.blocks.here().bullet.is_empty() {
            self.blocks.leave();
        }
    }

    fn open_note(&mut self, row: u32) {
        let label = self.facts.labels.get(&row).map_or("", String::as_str);
        self.blocks.enter(Container::new(roles::NOTE, "   ", Some(format!("[^{label}]: "))));
    }

    // ---- terms and definitions ---------------------------------------------------------------

    fn close_term_item(&mut self) {
        if self.blocks.here().kind == roles::TERM {
            self.close_item();
        }
    }

    /// An item, in which a term and its definitions stand.
    fn open_term_item(&mut self) {
        if self.blocks.here().kind == roles::TERMS {
            let list = self.blocks.here();
            list.n_items += 1;
            let mark = list.bullet.to_owned() + " ";
            self.blocks.enter(Container::new(roles::TERM, "  ", Some(mark)));
        }
    }

    fn open_term(&mut self, row: u32) {
        self.close_term_item();
        self.open_term_item();
        if !self.line.has_marks() {
            self.line.open(roles::STRONG, row, String::new());
        }
    }

    // ---- tables ------------------------------------------------------------------------------

    /// What comes is written into the cell, on one line.
    fn open_cell(&mut self) {
        self.cell = Some(Vec::new());
        self.line.in_cell = true;
        self.outside_cell = std::mem::replace(&mut self.blocks.containers, vec![Container::default()]);
    }

    fn close_cell(&mut self, row: u32, is_header: bool) {
        self.line.in_cell = false;
        let text = self.cell.take().unwrap_or_default().join("<br>").replace('|', "\\|");
        self.blocks.containers = std::mem::take(&mut self.outside_cell);
        if self.table.is_empty() {
            self.table.push(Vec::new());
        }
        if let Some(cells) = self.table.last_mut() {
            cells.push(Cell { text, row, is_header });
        }
    }

    fn close_table(&mut self) {
        let mut rows = std::mem::take(&mut self.table);
        rows.retain(|cells| !cells.is_empty());
        let Some(first) = rows.first() else { return };
        let has_header = first.iter().all(|cell| cell.is_header);
        let mut lines = lay_out(rows, &self.spans, &mut self.fill);
        if !has_header {
            lines.insert(0, Vec::new());
        }
        let width = lines.iter().map(Vec::len).max().unwrap_or(0);
        lines[0].resize(width, String::new());
        lines.insert(1, vec!["---".to_owned(); width]);
        let lines: Vec<String> = lines.iter().map(|line| format!("| {} |", line.join(" | "))).collect();
        self.put_structure(&lines.join("\n"));
    }

    // ---- what has no text --------------------------------------------------------------------

    fn image(&mut self, row: u32) {
        if self.in_code_block || self.line.is_verbatim() {
            return;
        }
        let start = self.kept.elements[row as usize].start as usize;
        let image = image::read(self.kept.source, start, &mut self.facts.addresses);
        if image.address.is_empty() && image.alt.is_empty() {
            return;
        }
        let title = match image.title.as_str() {
            "" => String::new(),
            title => format!(" \"{}\"", escaped(title).replace('"', "\\\"")),
        };
        let mut alt = String::new();
        escape_between_brackets(&mut alt, &image.alt);
        self.put_within_line(&format!("![{alt}]({}{title})", destination(&image.address)), row);
    }

    fn rule(&mut self) {
        if self.cell.is_none() {
            // In a list the usual dashes would be items.
            self.blocks.put(if self.blocks.containers.len() == 1 { "---" } else { "___" });
        }
    }

    fn formula(&mut self, row: u32) {
        let Some((formula, is_display)) = self.facts.formulas.get(&row).cloned() else { return };
        if is_display && self.cell.is_none() && !self.in_heading && !self.in_code_block {
            self.flush();
            self.put_structure(&formula);
        } else {
            self.put_within_line(&formula.replace('\n', " "), row);
        }
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    escape_into(&mut out, text);
    out
}
