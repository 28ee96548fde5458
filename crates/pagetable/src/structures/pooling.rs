//! Blocks of one structure -> the mean of their probabilities, weighted by words.

use super::around::{Around, NONE};
use super::{CODE, LIST, TABLE, apart};
use crate::page::PageView;
use crate::page::table::Element;
use crate::parse::tags::Tag;

/// Items with more blocks than this, on average, hold posts, cards or the parts of a layout.
const MOST_BLOCKS_PER_ITEM: usize = 2;
/// A data table has at least this many rows of at least this many cells with text.
const LEAST_ROWS: u32 = 2;
const LEAST_CELLS: u32 = 2;

/// Probabilities by block, and what each was shared with.
pub struct Pooled<'a> {
    pub probability: Vec<f64>,
    pub kind: Vec<u8>,
    page: PageView<'a>,
}

#[derive(Clone, Default)]
struct Sums {
    mass: f64,
    words: f64,
    n_blocks: usize,
    n_items: usize,
}

impl<'a> Pooled<'a> {
    pub fn new(page: PageView<'a>, probability: &[f64]) -> Pooled<'a> {
        Pooled { probability: probability.to_vec(), kind: vec![0; probability.len()], page }
    }

    /// Gives blocks their mean probability, weighted by words as F1 is.
    pub fn share(&mut self, blocks: &[u32], kind: u8) {
        let weight = |block: u32| f64::from(self.page.blocks[block as usize].words).max(0.5);
        let words: f64 = blocks.iter().map(|&block| weight(block)).sum();
        let mass: f64 = blocks.iter().map(|&block| weight(block) * self.probability[block as usize]).sum();
        for &block in blocks {
            self.probability[block as usize] = mass / words;
            self.kind[block as usize] = kind;
        }
    }

    /// Gives the blocks of each structure their mean. `unit` names the structure and the item that a block is in.
    fn pool(&mut self, kind: u8, unit: impl Fn(usize) -> Option<(u32, u32)>, is_whole: impl Fn(&Sums) -> bool) {
        let n_elements = self.page.elements.len();
        let (mut slots, mut is_item_seen) = (vec![NONE; n_elements], vec![false; n_elements]);
        let mut sums: Vec<Sums> = Vec::new();
        let mut members: Vec<(u32, u32)> = Vec::new();
        for (number, block) in self.page.blocks.iter().enumerate() {
            let Some((row, item)) = unit(number) else { continue };
            if apart(block.flags) != apart(u32::from(self.page.elements[row as usize].flags)) {
                continue;
            }
            if slots[row as usize] == NONE {
                slots[row as usize] = sums.len() as u32;
                sums.push(Sums::default());
            }
            let slot = slots[row as usize];
            let own = &mut sums[slot as usize];
            let words = f64::from(block.words).max(0.5);
            own.mass += words * self.probability[number];
            own.words += words;
            own.n_blocks += 1;
            own.n_items += usize::from(!std::mem::replace(&mut is_item_seen[item as usize], true));
            members.push((number as u32, slot));
        }
        let means: Vec<Option<f64>> = sums.iter().map(|own| is_whole(own).then_some(own.mass / own.words)).collect();
        for (number, slot) in members {
            if let Some(mean) = means[slot as usize] {
                self.probability[number as usize] = mean;
                self.kind[number as usize] = kind;
            }
        }
    }
}

/// Pools code blocks, data tables and lists, in this order: a list in a cell has what its table has.
pub fn pool_structures(page: PageView<'_>, around: &Around, pooled: &mut Pooled<'_>) {
    let (elements, blocks) = (page.elements, page.blocks);
    let row_of = |block: usize| blocks[block].element as usize;
    let code = |block: usize| Some(around.code[row_of(block)]).filter(|&row| row != NONE).map(|row| (row, row));
    pooled.pool(CODE, code, |_| true);

    let is_data = data_tables(page, around);
    let table = |block: usize| {
        let row = around.table[row_of(block)];
        (row != NONE && is_data[row as usize]).then(|| (row, around.item[row_of(block)]))
    };
    let has_small_items = |sums: &Sums| sums.n_items > 1 && sums.n_blocks <= MOST_BLOCKS_PER_ITEM * sums.n_items;
    pooled.pool(TABLE, table, has_small_items);

    let list = |block: usize| {
        let item = around.item[row_of(block)];
        list_of(elements, item).map(|list| (list, item))
    };
    pooled.pool(LIST, list, has_small_items);
}

/// The list that an item belongs to: its parent, or the one above a `<div>` that groups terms.
fn list_of(elements: &[Element], item: u32) -> Option<u32> {
    let is = |row: u32, tags: &[Tag]| {
        elements.get(row as usize).is_some_and(|own| tags.iter().any(|&tag| own.tag == tag as u8))
    };
    let parent = elements.get(item as usize)?.parent;
    if is(item, &[Tag::Li]) {
        return Some(parent).filter(|&row| is(row, &[Tag::Ul, Tag::Ol]));
    }
    let list = if is(parent, &[Tag::Div]) { elements[parent as usize].parent } else { parent };
    Some(list).filter(|&row| is(item, &[Tag::Dt, Tag::Dd]) && is(row, &[Tag::Dl]))
}

/// By element: whether it is a table of data, with several rows of several cells and no table inside.
fn data_tables(page: PageView<'_>, around: &Around) -> Vec<bool> {
    let elements = page.elements;
    let mut is_data = vec![false; elements.len()];
    let mut n_rows = vec![0u32; elements.len()];
    let mut n_cells = vec![0u32; elements.len()];
    let cells = elements.iter().enumerate().filter(|(_, own)| own.tag == Tag::Td as u8 || own.tag == Tag::Th as u8);
    for (row, cell) in cells.filter(|(_, cell)| cell.chars > 0) {
        let table = around.table[row];
        if table == NONE || cell.parent == NONE {
            continue;
        }
        let n_cells = &mut n_cells[cell.parent as usize];
        *n_cells += 1;
        if *n_cells == LEAST_CELLS {
            n_rows[table as usize] += 1;
            is_data[table as usize] = n_rows[table as usize] >= LEAST_ROWS;
        }
    }
    for element in elements.iter().filter(|own| own.tag == Tag::Table as u8) {
        let outer = around.table.get(element.parent as usize).copied().unwrap_or(NONE);
        if outer != NONE {
            is_data[outer as usize] = false;
        }
    }
    is_data
}
