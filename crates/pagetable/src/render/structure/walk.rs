//! (Table, mask, roles) -> steps: the kept text in order, with what opens and closes around it.
//!
//! Most elements, such as paragraphs and `<div>`s, have no role and make no steps. An element with a role opens before
//! its first kept text and closes before the first text that is not inside it, so dropped elements leave no trace. Only
//! the cells of a table with text make steps even if they are empty.

use super::correct::is_block;
use super::roles;
use super::tab_names::Moved;
use crate::page::table::{NO_ROW, Run};
use crate::render::Kept;

/// One step of a walk over the kept text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// A role for an element that opens, with `CLOSE` for one that closes; `TEXT`; `BREAK`.
    pub code: u8,
    /// The row of a run for TEXT, `NO_ROW` for BREAK, else the row of an element.
    pub row: u32,
}

/// The steps, in order; `roles` has one role per element, `moved` the places of texts that are not where they were.
pub fn walk(kept: Kept, roles: &[u8], moved: &Moved) -> Vec<Step> {
    let places = Places::new(kept, roles);
    let mut texts: Vec<u32> = (0..kept.runs.len() as u32).filter(|&run| places.is_kept(run)).collect();
    if !moved.is_empty() {
        texts.sort_by_key(|run| moved.get(run).map_or(*run, |place| place.before));
    }
    let mut walker =
        Walker { kept, roles, places: &places, steps: Vec::new(), open: Vec::new(), block: None, around: NO_ROW };
    let mut lone = places.lone.iter().copied().peekable();
    for run in texts {
        let Run { start, block, element, .. } = kept.runs[run as usize];
        let start = moved.get(&run).map_or(start, |place| place.start);
        while let Some(row) = lone.next_if(|&row| kept.elements[row as usize].start <= start) {
            walker.lone(row);
        }
        walker.enter(element, Some(block), kept.blocks[block as usize].element);
        walker.steps.push(Step { code: roles::TEXT, row: run });
    }
    lone.for_each(|row| walker.lone(row));
    walker.close_to(0);
    walker.steps
}

/// What one pass over the elements collects.
struct Places<'a> {
    kept: Kept<'a>,
    roles: &'a [u8],
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
    fn new(kept: Kept<'a>, roles: &'a [u8]) -> Self {
        let n = kept.elements.len();
        let mut places = Places {
            kept,
            roles,
            owner: vec![NO_ROW; n],
            block_owner: vec![NO_ROW; n],
            is_inside: vec![false; n],
            lone: vec![],
        };
        let mut hidden_until = 0;
        for (row, (element, &role)) in kept.elements.iter().zip(roles).enumerate() {
            let above = element.parent as usize;
            let is_root = element.parent == NO_ROW;
            places.owner[row] = if role != 0 {
                row as u32
            } else if is_root {
                NO_ROW
            } else {
                places.owner[above]
            };
            let is_block = is_root || is_block(element.tag);
            places.block_owner[row] = if is_block { row as u32 } else { places.block_owner[above] };
            places.is_inside[row] = row < hidden_until;
            if row >= hidden_until && (roles::is_void(role) || role == roles::SKIP) {
                hidden_until = element.end as usize;
                places.is_inside[row] = true;
                if roles::is_void(role) {
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

    /// Adds the cells that make steps even if they are empty: those of tables with text.
    fn add_empty(&mut self) {
        let kept = self.kept;
        let wanted = |row: usize| roles::is_cell(self.roles[row]) && !self.is_inside[row];
        let rows: Vec<usize> = (0..kept.elements.len()).filter(|&row| wanted(row)).collect();
        if rows.is_empty() {
            return;
        }
        let texts = self.kept_texts_before();
        let has_text = |row: u32| texts[kept.elements[row as usize].end as usize] > texts[row as usize];
        let above = |row: u32| match kept.elements[row as usize].parent {
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
    roles: &'a [u8],
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
            self.steps.push(Step { code: roles::BREAK, row: NO_ROW });
        }
        (self.block, self.around) = (block, around);
        let mut row = owner;
        while row != NO_ROW && self.open.get(length.wrapping_sub(1)) != Some(&row) {
            self.open.push(row);
            row = match self.kept.elements[row as usize].parent {
                NO_ROW => NO_ROW,
                parent => self.places.owner[parent as usize],
            };
        }
        self.open[length..].reverse();
        for &row in &self.open[length..] {
            self.steps.push(Step { code: self.roles[row as usize], row });
        }
    }

    /// An element that makes steps without text.
    fn lone(&mut self, row: u32) {
        let element = &self.kept.elements[row as usize];
        if roles::is_void(self.roles[row as usize]) {
            let is_block = is_block(element.tag);
            let around = if is_block || element.parent == NO_ROW { row } else { self.places.block_owner[row as usize] };
            if element.parent != NO_ROW {
                self.enter(element.parent, None, around);
            }
            self.steps.push(Step { code: self.roles[row as usize], row });
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
            self.steps.push(Step { code: self.roles[row as usize] | roles::CLOSE, row });
        }
    }
}
