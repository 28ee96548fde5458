//! (Table, mask, roles) -> steps: the kept text in order, with what opens and closes around it.
//!
//! Every element has a role, and most have the role nothing: a paragraph, a `<div>`. Only the others make
//! steps. An element opens when its first kept text comes, and closes when text comes that is not inside it,
//! so what was dropped leaves no trace. What a role means is known to the caller alone; here a role has a few
//! traits.

use crate::table::{Block, Element, NO_ROW, Run, flag};

/// Traits of a role.
pub mod role {
    /// Has a step of its own and no text: an image. What is inside is left out.
    pub const VOID: u8 = 1;
    /// Opens and closes without text too, if the element two above it has text: a cell in a row of a table.
    pub const EVEN_EMPTY: u8 = 2;
    /// What is inside is left out, the element too.
    pub const SKIP: u8 = 4;
    /// Text inside is written as it is.
    pub const VERBATIM: u8 = 8;
    /// White space inside counts.
    pub const PREFORMATTED: u8 = 16;
}

/// Codes of steps that are not roles.
pub const TEXT: u8 = 0;
pub const BREAK: u8 = 1;
/// Added to the role of an element that closes.
pub const CLOSE: u8 = 128;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    pub code: u8,
    /// A run for TEXT, else an element; nothing for BREAK.
    pub row: u32,
}

/// What is walked.
#[derive(Clone, Copy)]
pub struct Kept<'a> {
    pub elements: &'a [Element],
    pub blocks: &'a [Block],
    pub runs: &'a [Run],
    /// One an element.
    pub roles: &'a [u8],
    /// One a block.
    pub keep: &'a [bool],
    /// One a role.
    pub traits: &'a [u8],
    /// One a tag number: whether it stands apart from the text before it.
    pub is_block: fn(u8) -> bool,
}

impl Kept<'_> {
    fn has(&self, row: usize, bits: u8) -> bool {
        self.traits[self.roles[row] as usize] & bits != 0
    }

    fn parent(&self, row: u32) -> u32 {
        self.elements[row as usize].parent
    }
}

/// The steps, in order.
pub fn walk(kept: Kept) -> Vec<Step> {
    let places = Places::new(kept);
    let texts = (0..kept.runs.len() as u32).filter(|&run| places.is_kept(run));
    let mut walker = Walker { kept, places: &places, steps: Vec::new(), open: Vec::new(), block: None, around: NO_ROW };
    let mut lone = places.lone.iter().copied().peekable();
    for run in texts {
        let Run { start, block, element, .. } = kept.runs[run as usize];
        while let Some(row) = lone.next_if(|&row| kept.elements[row as usize].start <= start) {
            walker.lone(row);
        }
        walker.enter(element, Some(block), kept.blocks[block as usize].element);
        walker.steps.push(Step { code: TEXT, row: run });
    }
    lone.for_each(|row| walker.lone(row));
    walker.close_to(0);
    walker.steps
}

/// What one pass over the elements finds out.
struct Places<'a> {
    kept: Kept<'a>,
    /// The nearest element with a role, the element itself included.
    owner: Vec<u32>,
    /// The nearest block-level element, the element itself included.
    block_owner: Vec<u32>,
    /// Whether the element is inside something that is left out.
    is_inside: Vec<bool>,
    /// Elements that make steps without text.
    lone: Vec<u32>,
}

impl<'a> Places<'a> {
    fn new(kept: Kept<'a>) -> Self {
        let n = kept.elements.len();
        let mut places = Places {
            kept,
            owner: vec![NO_ROW; n],
            block_owner: vec![NO_ROW; n],
            is_inside: vec![false; n],
            lone: vec![],
        };
        let mut hidden_until = 0;
        for row in 0..n {
            let element = &kept.elements[row];
            let above = element.parent as usize;
            let is_root = element.parent == NO_ROW;
            places.owner[row] = if kept.roles[row] != 0 {
                row as u32
            } else if is_root {
                NO_ROW
            } else {
                places.owner[above]
            };
            let is_block = is_root || (kept.is_block)(element.tag);
            places.block_owner[row] = if is_block { row as u32 } else { places.block_owner[above] };
            places.is_inside[row] = row < hidden_until;
            if row >= hidden_until && kept.has(row, role::VOID | role::SKIP) {
                hidden_until = element.end as usize;
                places.is_inside[row] = true;
                if kept.has(row, role::VOID) {
                    places.lone.push(row as u32);
                }
            }
        }
        places.add_empty();
        places
    }

    fn is_kept(&self, run: u32) -> bool {
        let run = &self.kept.runs[run as usize];
        self.kept.keep[run.block as usize] && !self.is_inside[run.element as usize]
    }

    /// Adds the elements that make steps even if they are empty.
    fn add_empty(&mut self) {
        let kept = self.kept;
        let wanted = |row: usize| kept.has(row, role::EVEN_EMPTY) && !self.is_inside[row];
        let rows: Vec<usize> = (0..kept.elements.len()).filter(|&row| wanted(row)).collect();
        if rows.is_empty() {
            return;
        }
        let texts = self.kept_texts_before();
        let has_text = |row: u32| texts[kept.elements[row as usize].end as usize] > texts[row as usize];
        let above = |row: u32| match kept.parent(row) {
            NO_ROW => NO_ROW,
            parent => self.owner[parent as usize],
        };
        for row in rows {
            let line = above(row as u32);
            if line == NO_ROW || has_text(row as u32) {
                continue;
            }
            let table = above(line);
            if table != NO_ROW && has_text(table) {
                self.lone.push(row as u32);
            }
        }
        self.lone.sort_unstable();
    }

    /// For each row, the number of kept runs and of lone elements with a smaller one.
    fn kept_texts_before(&self) -> Vec<u32> {
        let mut counts = vec![0; self.kept.elements.len() + 1];
        for run in (0..self.kept.runs.len() as u32).filter(|&run| self.is_kept(run)) {
            counts[self.kept.runs[run as usize].element as usize + 1] += 1;
        }
        for &row in &self.lone {
            counts[row as usize + 1] += 1;
        }
        for row in 1..counts.len() {
            counts[row] += counts[row - 1];
        }
        counts
    }
}

struct Walker<'a> {
    kept: Kept<'a>,
    places: &'a Places<'a>,
    steps: Vec<Step>,
    open: Vec<u32>,
    /// The block of the last text; None if an image or the like came last.
    block: Option<u32>,
    /// The block-level element around the last text or image.
    around: u32,
}

impl Walker<'_> {
    /// Closes and opens elements until text of `element` can follow.
    fn enter(&mut self, element: u32, block: Option<u32>, around: u32) {
        let owner = self.places.owner[element as usize];
        let length = self.open.iter().rposition(|&row| self.contains(row, owner)).map_or(0, |at| at + 1);
        self.close_to(length);
        let is_same = match (self.block, block) {
            (Some(last), Some(next)) => last == next,
            _ => self.around == around,
        };
        if !is_same && !self.steps.is_empty() {
            self.steps.push(Step { code: BREAK, row: NO_ROW });
        }
        (self.block, self.around) = (block, around);
        let mut row = owner;
        while row != NO_ROW && self.open.get(length.wrapping_sub(1)) != Some(&row) {
            self.open.push(row);
            row = match self.kept.parent(row) {
                NO_ROW => NO_ROW,
                parent => self.places.owner[parent as usize],
            };
        }
        self.open[length..].reverse();
        for &row in &self.open[length..] {
            self.steps.push(Step { code: self.kept.roles[row as usize], row });
        }
    }

    /// An element that makes steps without text.
    fn lone(&mut self, row: u32) {
        let element = &self.kept.elements[row as usize];
        if self.kept.has(row as usize, role::VOID) {
            let is_block = (self.kept.is_block)(element.tag);
            let around = if is_block || element.parent == NO_ROW { row } else { self.places.block_owner[row as usize] };
            if element.parent != NO_ROW {
                self.enter(element.parent, None, around);
            }
            self.steps.push(Step { code: self.kept.roles[row as usize], row });
        } else {
            self.enter(row, None, row);
        }
    }

    fn contains(&self, outer: u32, inner: u32) -> bool {
        inner != NO_ROW && outer <= inner && inner < self.kept.elements[outer as usize].end
    }

    fn close_to(&mut self, length: usize) {
        while self.open.len() > length {
            let Some(row) = self.open.pop() else { return };
            self.steps.push(Step { code: self.kept.roles[row as usize] | CLOSE, row });
        }
    }
}

/// How the pieces of text are written.
#[derive(Clone, Copy, PartialEq)]
pub enum Style {
    Plain,
    /// Characters that mean something in Markdown are escaped.
    Markdown,
}

/// The text of each TEXT step, after the white space between it and the text before it in its block: nothing, a
/// space or a line feed, which is a hard break in Markdown; inside PREFORMATTED roles whatever the source has.
pub fn pieces(kept: Kept, text: &str, steps: &[Step], style: Style) -> Vec<String> {
    let mut pieces = Vec::new();
    let (mut verbatim, mut preformatted) = (0_u32, 0_u32);
    for step in steps {
        if step.code == TEXT {
            let piece = piece_of(kept, text, step.row as usize);
            pieces.push(match (preformatted > 0, verbatim > 0 || style == Style::Plain) {
                (true, _) => piece.0.to_owned() + piece.1,
                (false, true) => collapsed(kept, step.row, piece.0) + &collapsed(kept, step.row, piece.1),
                (false, false) => escaped(kept, step.row, piece),
            });
        } else if step.code != BREAK {
            let traits = kept.traits[(step.code & !CLOSE) as usize];
            let change = |count: u32| if step.code & CLOSE == 0 { count + 1 } else { count - 1 };
            if traits & role::VERBATIM != 0 {
                verbatim = change(verbatim);
            }
            if traits & role::PREFORMATTED != 0 {
                preformatted = change(preformatted);
            }
        }
    }
    pieces
}

/// The white space before a run in its block, and its text.
fn piece_of<'t>(kept: Kept, text: &'t str, row: usize) -> (&'t str, &'t str) {
    let run = &kept.runs[row];
    let is_first = row == 0 || kept.runs[row - 1].block != run.block;
    let from = if is_first { kept.blocks[run.block as usize].text_start } else { kept.runs[row - 1].text_stop };
    let (from, start, stop) = (from as usize, run.text_start as usize, run.text_stop as usize);
    (text.get(from..start).unwrap_or_default(), text.get(start..stop).unwrap_or_default())
}

/// Preformatted text where white space does not count: a line feed stays one, any other is a space.
fn collapsed(kept: Kept, run: u32, text: &str) -> String {
    if u32::from(flag::PREFORMATTED) & kept.runs[run as usize].flags == 0 {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(char::is_whitespace) {
        out.push_str(&rest[..at]);
        let after = rest[at..].trim_start();
        let gap = &rest[at..rest.len() - after.len()];
        out.push(if gap.contains('\n') { '\n' } else { ' ' });
        rest = after;
    }
    out + rest
}

fn escaped(kept: Kept, run: u32, (gap, text): (&str, &str)) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 16 + 2);
    crate::markdown::escape_into(&mut out, &collapsed(kept, run, gap));
    crate::markdown::escape_into(&mut out, &collapsed(kept, run, text));
    out
}
