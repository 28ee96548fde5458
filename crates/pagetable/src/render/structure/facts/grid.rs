//! Cells with spans -> rows of cells, each cell once: what a span covers stays empty.

use std::collections::HashMap;

use crate::page::table::NO_ROW;
use crate::render::Kept;

/// A larger span is ignored, as in browsers: it is a mistake of the page.
const MAX_SPAN: usize = 1_000;

/// Over how many columns and rows a cell goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    pub columns: usize,
    pub rows: usize,
}

/// The span of a cell; None if it goes over one column and one row.
pub fn span_of(kept: Kept, row: u32) -> Option<Span> {
    let element = &kept.elements[row as usize];
    let read = |name| kept.attribute(element, name).map_or(1, |written| number(&written));
    let span = Span { columns: read(b"colspan".as_slice()), rows: read(b"rowspan") };
    (span != Span { columns: 1, rows: 1 }).then_some(span)
}

fn number(written: &str) -> usize {
    let number = written.trim().get(..5).unwrap_or(written.trim()).parse().unwrap_or(1);
    if (1..=MAX_SPAN).contains(&number) { number } else { 1 }
}

/// The empty cells that spans and short rows may add to all tables of a page together.
///
/// A span is a number of a few bytes, so without a bound a small page becomes a text of any length. Spans past the
/// bound are ignored, and short rows stay short: readers of Markdown fill them up themselves.
pub struct FillBudget {
    n_cells: usize,
    /// Spans that were ignored.
    pub n_ignored: usize,
}

/// The empty cells that the tables of a page with so many elements may get.
pub fn most_empty(n_elements: usize) -> usize {
    20_000 + 4 * n_elements
}

impl FillBudget {
    /// A budget of some empty cells.
    pub fn of(n_cells: usize) -> Self {
        FillBudget { n_cells, n_ignored: 0 }
    }

    /// How many are left.
    pub fn n_left(&self) -> usize {
        self.n_cells
    }

    fn take(&mut self, n_cells: usize) -> bool {
        let is_enough = n_cells <= self.n_cells;
        self.n_cells -= if is_enough { n_cells } else { 0 };
        is_enough
    }
}

/// The cells of a table by row and column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grid {
    /// A cell's element, or NO_ROW where a span covers the place or its row has no more cells.
    pub lines: Vec<Vec<u32>>,
}

impl Grid {
    /// Places the cells of each row.
    pub fn new(rows: &[Vec<u32>], spans: &HashMap<u32, Span>, budget: &mut FillBudget) -> Self {
        let widest = rows.iter().map(Vec::len).max().unwrap_or(0);
        // By column: the first row that no cell above reaches down to.
        let mut free_from = vec![0; widest];
        let mut lines: Vec<Vec<u32>> = Vec::with_capacity(rows.len());
        for (number, cells) in rows.iter().enumerate() {
            let mut line = Vec::with_capacity(cells.len());
            for &cell in cells {
                // No cell is pushed beyond the width of the widest row.
                while free_from.get(line.len()).is_some_and(|&from| number < from) && budget.take(1) {
                    line.push(NO_ROW);
                }
                let span = spans.get(&cell).copied().unwrap_or(Span { columns: 1, rows: 1 });
                // A span wider than the widest row covers no cell beyond it.
                let wanted = span.columns.min(widest);
                let is_affordable = budget.take(wanted - 1);
                budget.n_ignored += usize::from(!is_affordable);
                let stop = line.len() + if is_affordable { wanted } else { 1 };
                if span.rows > 1 {
                    free_from.iter_mut().take(stop).skip(line.len()).for_each(|from| *from = number + span.rows);
                }
                line.push(cell);
                line.resize(stop, NO_ROW);
            }
            lines.push(line);
        }
        let width = lines.iter().map(Vec::len).max().unwrap_or(0);
        if budget.take(width * lines.len() - lines.iter().map(Vec::len).sum::<usize>()) {
            lines.iter_mut().for_each(|line| line.resize(width, NO_ROW));
        }
        Grid { lines }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lay_out(rows: &[&[u32]], spans: &[(u32, usize, usize)], n_elements: usize) -> Vec<Vec<i32>> {
        let rows: Vec<Vec<u32>> = rows.iter().map(|cells| cells.to_vec()).collect();
        let spans = spans.iter().map(|&(cell, columns, rows)| (cell, Span { columns, rows })).collect();
        let mut budget = FillBudget { n_cells: n_elements, n_ignored: 0 };
        let grid = Grid::new(&rows, &spans, &mut budget);
        grid.lines.into_iter().map(|line| line.into_iter().map(|cell| cell as i32).collect()).collect()
    }

    #[test]
    fn spans_leave_empty_places() {
        assert_eq!(lay_out(&[&[1, 2], &[3]], &[(1, 1, 2)], 9), [vec![1, 2], vec![-1, 3]]);
        assert_eq!(lay_out(&[&[1], &[2, 3]], &[(1, 2, 1)], 9), [vec![1, -1], vec![2, 3]]);
        assert_eq!(lay_out(&[&[1], &[2, 3]], &[(1, 900, 900)], 9), [vec![1, -1, -1, -1], vec![-1, -1, 2, 3]]);
    }

    #[test]
    fn spans_past_the_budget_are_ignored() {
        assert_eq!(lay_out(&[&[1], &[2, 3, 4]], &[(1, 3, 1)], 1), [vec![1], vec![2, 3, 4]]);
    }

    #[test]
    fn numbers_of_spans_are_small() {
        for (written, expected) in [("2", 2), (" 3 ", 3), ("0", 1), ("1001", 1), ("x", 1), ("99999999", 1), ("", 1)] {
            assert_eq!(number(written), expected, "{written}");
        }
    }
}
