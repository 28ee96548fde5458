//! (model, page, typical blocks) -> what moves the log odds of each block, by groups of columns.
//!
//! The model reads hundreds of columns, many of which measure the same thing, so columns are replaced by the group. The
//! contribution of a group to a block is how far its log odds would fall, on average over typical blocks of real pages,
//! if the block had the typical block's numbers in the group's columns and its own everywhere else. The first
//! stage's answer for the block itself is computed anew from the replaced columns; its answers for other blocks, which
//! the second stage reads as columns, are a group of their own.
//!
//! A block is explained by the trees that decided on it: one that left early by the early trees, one that the second
//! stage did not decide on by the first stage.

use super::predictor::{Computed, Predictor};
use super::stages::{doubtful_rows, end_factor, logistic};
use crate::features::{Matrix, WordTables, bounded_log_odds, columns};
use crate::page::PageView;

/// Nearer to 0 or 1, log odds are large and mean nothing.
const MIN_PROBABILITY: f64 = 1e-6;

/// Which columns a group replaces, by slot.
struct Replaced<'a> {
    first: Vec<(usize, &'a usize)>,
    second: Vec<(usize, &'a usize)>,
}

/// A page whose blocks are explained.
struct Explained<'a> {
    predictor: &'a Predictor,
    computed: Computed<'a>,
    /// The rows that the early trees left in doubt.
    doubtful: Vec<usize>,
    /// The slot of the first stage's own answer among the second's columns.
    answer_slot: Option<usize>,
}

impl Predictor {
    /// How many columns a typical block has: those of the first stage, those of the second, page types.
    pub fn n_explained_columns(&self) -> usize {
        columns().first.len() + columns().context.len() + self.n_types()
    }

    /// For each block of a page that has blocks: the contribution of the end of the text, then that of each group. The
    /// groups have numbers of columns; `typical` has the columns of one typical block after the other.
    pub fn contributions(
        &self,
        page: PageView<'_>,
        tables: &WordTables,
        typical: &[f32],
        groups: &[Vec<usize>],
    ) -> Vec<f64> {
        let computed = self.compute(page, tables);
        let (n_rows, width) = (page.blocks.len(), 1 + groups.len());
        let early = (self.evaluate)(&self.early.trees, columns_of(&computed.first), n_rows, self.early.base);
        let answer_slot = self.slots.second.column(self.chosen.len());
        let explained = Explained { predictor: self, doubtful: doubtful_rows(&early), answer_slot, computed };
        let (whole, without_end) = explained.log_odds(&Replaced { first: vec![], second: vec![] }, &[]);
        let mut found = vec![0.0; n_rows * width];
        for row in 0..n_rows {
            found[row * width] = whole[row] - without_end[row];
        }
        let blocks: Vec<&[f32]> = typical.chunks_exact(self.n_explained_columns()).collect();
        for (number, group) in groups.iter().enumerate() {
            let replaced = self.replaced(group);
            for block in &blocks {
                let (log_odds, _) = explained.log_odds(&replaced, block);
                for row in 0..n_rows {
                    found[row * width + 1 + number] += (whole[row] - log_odds[row]) / blocks.len() as f64;
                }
            }
        }
        found
    }

    fn n_types(&self) -> usize {
        self.slots.second.of_feature.len() - self.chosen.len() - columns().context.len()
    }

    /// The slots of a group's columns in both stages.
    fn replaced<'a>(&self, group: &'a [usize]) -> Replaced<'a> {
        let n_first = columns().first.len();
        let used =
            |slots: &[u32], feature: usize| Some(slots[feature] as usize).filter(|&slot| slot < u32::MAX as usize);
        let (first, second) = (&self.slots.first.of_feature, &self.slots.second.of_feature);
        let mut replaced = Replaced { first: vec![], second: vec![] };
        for column in group {
            if *column < n_first {
                replaced.first.extend(used(first, *column).map(|slot| (slot, column)));
                let again = (0..self.chosen.len()).filter(|&at| self.chosen[at] == *column);
                replaced.second.extend(again.filter_map(|at| used(second, at)).map(|slot| (slot, column)));
            } else {
                let feature = self.chosen.len() + column - n_first;
                replaced.second.extend(used(second, feature).map(|slot| (slot, column)));
            }
        }
        replaced
    }
}

impl Explained<'_> {
    /// The log odds of each block, with and without the factor of the end, if some columns were another block's.
    fn log_odds(&self, replaced: &Replaced<'_>, block: &[f32]) -> (Vec<f64>, Vec<f64>) {
        let margins = match replaced.first.is_empty() {
            true => self.computed.first_margins.clone(),
            false => self.first_margins(replaced, block),
        };
        let mut second = values_of(&self.computed.second);
        replace(&mut second, &replaced.second, block, self.computed.rows.len());
        if let Some(slot) = self.answer_slot {
            let column = &mut second.0[slot * self.computed.rows.len()..];
            let answer = |row: usize| bounded_log_odds(f64::from(logistic(margins[row]))) as f32;
            column.iter_mut().zip(&self.computed.rows).for_each(|(number, &row)| *number = answer(row));
        }
        let predictor = self.predictor;
        let run = |stage: &super::stages::Stage| {
            (predictor.evaluate)(&stage.trees, (&second.0, &second.1), self.computed.rows.len(), stage.base)
        };
        // Page types come last among the numbers of the page, and articles first among them.
        let article = f64::from(second.1[second.1.len() - predictor.n_types()]);
        let mut with_end: Vec<f64> = margins.iter().map(|&margin| f64::from(margin)).collect();
        let mut without_end = with_end.clone();
        for ((&row, second), end) in self.computed.rows.iter().zip(run(&predictor.second)).zip(run(&predictor.end)) {
            let probability = 1.0 / (1.0 + (-f64::from(second)).exp());
            with_end[row] = log_odds(probability * end_factor(article, logistic(end)));
            without_end[row] = log_odds(probability);
        }
        (with_end, without_end)
    }

    fn first_margins(&self, replaced: &Replaced<'_>, block: &[f32]) -> Vec<f32> {
        let (predictor, n_rows) = (self.predictor, self.computed.first.n_rows);
        let mut first = values_of(&self.computed.first);
        replace(&mut first, &replaced.first, block, n_rows);
        let mut margins =
            (predictor.evaluate)(&predictor.early.trees, (&first.0, &first.1), n_rows, predictor.early.base);
        let rest = (predictor.evaluate)(&predictor.rest.trees, (&first.0, &first.1), n_rows, predictor.rest.base);
        self.doubtful.iter().for_each(|&row| margins[row] += rest[row]);
        margins
    }
}

fn columns_of<'a>(matrix: &'a Matrix<'_>) -> (&'a [f32], &'a [f32]) {
    (&matrix.values, &matrix.shared)
}

fn values_of(matrix: &Matrix<'_>) -> (Vec<f32>, Vec<f32>) {
    (matrix.values.clone(), matrix.shared.clone())
}

/// Puts another block's numbers into slots: into every row of a column, or into a number of the page. Without rows
/// nothing is to be decided: the early trees may have ruled out every block of a page.
fn replace(values: &mut (Vec<f32>, Vec<f32>), slots: &[(usize, &usize)], block: &[f32], n_rows: usize) {
    let Some(n_columns) = values.0.len().checked_div(n_rows) else { return };
    for &(slot, &column) in slots {
        match slot < n_columns {
            true => values.0[slot * n_rows..][..n_rows].fill(block[column]),
            false => values.1[slot - n_columns] = block[column],
        }
    }
}

fn log_odds(probability: f64) -> f64 {
    let bounded = probability.clamp(MIN_PROBABILITY, 1.0 - MIN_PROBABILITY);
    (bounded / (1.0 - bounded)).ln()
}
