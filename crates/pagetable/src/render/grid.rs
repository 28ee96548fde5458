//! Cells with spans -> rows, each cell once: what a span covers stays empty.

use std::collections::HashMap;

/// A cell of a table as it is written.
pub struct Cell {
    pub text: String,
    pub row: u32,
    pub is_header: bool,
}

/// Over how many columns and rows each cell goes, where it is more than one.
#[derive(Default)]
pub struct Spans {
    pub columns: HashMap<u32, usize>,
    pub rows: HashMap<u32, usize>,
}

/// The empty cells that spans and short rows may add to all tables of a page together.
///
/// A span is a number of a few bytes, so without a bound a small page becomes a text of any length. Spans past the
/// bound are ignored, and short rows stay short: readers of Markdown fill them up themselves.
pub struct FillBudget(usize);

impl FillBudget {
    /// For a page of so many elements.
    pub fn new(n_elements: usize) -> Self {
        FillBudget(20_000 + 4 * n_elements)
    }

    fn take(&mut self, n_cells: usize) -> bool {
        let is_enough = n_cells <= self.0;
        self.0 -= if is_enough { n_cells } else { 0 };
        is_enough
    }
}

/// The texts of a table, an empty one where another cell spans.
pub fn lay_out(rows: Vec<Vec<Cell>>, spans: &Spans, budget: &mut FillBudget) -> Vec<Vec<String>> {
    let widest = rows.iter().map(Vec::len).max().unwrap_or(0);
    // By column: the first row that no cell above reaches down to.
    let mut free_from = vec![0; widest];
    let mut lines = Vec::with_capacity(rows.len());
    for (number, cells) in rows.into_iter().enumerate() {
        let mut line = Vec::with_capacity(cells.len());
        for cell in cells {
            // No cell is pushed beyond the width of the widest row.
            while free_from.get(line.len()).is_some_and(|&from| number < from) && budget.take(1) {
                line.push(String::new());
            }
            // A span wider than the widest row covers no cell beyond it.
            let wanted = spans.columns.get(&cell.row).map_or(1, |&span| span.min(widest));
            let n_columns = if budget.take(wanted - 1) { wanted } else { 1 };
            let stop = line.len() + n_columns;
            if let Some(&n_rows) = spans.rows.get(&cell.row) {
                free_from.iter_mut().take(stop).skip(line.len()).for_each(|from| *from = number + n_rows);
            }
            line.push(cell.text);
            line.resize(stop, String::new());
        }
        lines.push(line);
    }
    let width = lines.iter().map(Vec::len).max().unwrap_or(0);
    if budget.take(width * lines.len() - lines.iter().map(Vec::len).sum::<usize>()) {
        lines.iter_mut().for_each(|line| line.resize(width, String::new()));
    }
    lines
}
