//! Cells with spans -> rows, each cell once: what a span covers stays empty.

use std::collections::HashMap;

/// Cells that filling up may add to a table; rows of a larger one stay as long as they are.
const MAX_FILLED: usize = 100_000;

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

/// The texts of a table, an empty one where another cell spans.
pub fn lay_out(rows: Vec<Vec<Cell>>, spans: &Spans) -> Vec<Vec<String>> {
    let widest = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut covered: Vec<usize> = Vec::new();
    let mut lines: Vec<Vec<String>> = rows.into_iter().map(|cells| line(cells, spans, widest, &mut covered)).collect();
    let width = lines.iter().map(Vec::len).max().unwrap_or(0);
    if width * lines.len() <= MAX_FILLED + lines.iter().map(Vec::len).sum::<usize>() {
        lines.iter_mut().for_each(|line| line.resize(width, String::new()));
    }
    lines
}

/// One row; `covered` has the rows that cells above still reach down, by column.
fn line(cells: Vec<Cell>, spans: &Spans, widest: usize, covered: &mut Vec<usize>) -> Vec<String> {
    let mut line = Vec::with_capacity(cells.len());
    for cell in cells {
        while covered.get(line.len()).is_some_and(|&left| left > 0) {
            covered[line.len()] -= 1;
            line.push(String::new());
        }
        // A span wider than the widest row covers nothing that is there.
        let n_columns = spans.columns.get(&cell.row).map_or(1, |&span| span.min(widest));
        let stop = line.len() + n_columns;
        if let Some(&n_rows) = spans.rows.get(&cell.row) {
            covered.resize(covered.len().max(stop), 0);
            covered[line.len()..stop].fill(n_rows - 1);
        }
        line.push(cell.text);
        line.resize(stop, String::new());
    }
    covered.iter_mut().skip(line.len()).for_each(|left| *left = left.saturating_sub(1));
    line
}
