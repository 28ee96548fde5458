//! The stages of the model, and how their answers become one probability. Prediction, explanation and training all use
//! the rules in this file, so a trained model sees in use what it saw in training.
//!
//! ```text
//! first    features of a block                          -> a first probability
//! types    numbers of the page, means over its content  -> the probability of each page type
//! second   some features again, what the first stage predicts around the block, page types -> a second probability
//! end      the same columns                             -> the probability that the text has ended before the block
//! classes  features of a block, as in the first stage   -> the probability of a headline, a fact, a comment
//! ```
//!
//! The classes have no part in which blocks are kept, so they are predicted only on request.
//!
//! **Early exit.** Most blocks of a page are navigation, and the first 100 trees rule them out. A block whose sum is
//! below `EARLY_EXIT_MARGIN` by then (a probability of 0.04) keeps that sum; only the others are evaluated by all trees
//! of the first stage. A block that ends the first stage below `MIN_FIRST_PROBABILITY` keeps that probability, and the
//! second stage is not evaluated for it. Training applies the same rule to its out-of-fold answers, so later stages
//! learn from columns as they will be in use.
//!
//! **The end factor.** On pages that are probably articles, what follows the end of the text (comments, teasers) is
//! worth less the surer the end is: the second probability is multiplied by `1 - article * end^3`. The third power
//! keeps doubtful ends from costing text, because the second stage already knows most of what the end's trees know.

use super::boosted_trees::Trees;

/// Trees of the first stage that every block is evaluated by.
pub const N_EARLY_EXIT_TREES: usize = 100;
/// A block whose early trees sum to less is evaluated no further.
pub const EARLY_EXIT_MARGIN: f32 = -3.2;
/// A block with a lower first probability is not evaluated by the second stage.
pub const MIN_FIRST_PROBABILITY: f32 = 0.04;
/// On pages that are less probably articles, the end of the text is not looked for.
pub const MIN_ARTICLE_PROBABILITY: f64 = 0.05;
/// The power of the probability of the end with which it counts.
pub const END_POWER: i32 = 3;

/// Trees, and the number that their leaves are added to.
#[derive(Clone)]
pub struct Stage {
    /// The trees.
    pub trees: Trees,
    /// What the leaves are added to, before the logistic function.
    pub base: f32,
}

/// The trees of a model, as they were trained.
pub struct Stages {
    /// Judges each block.
    pub first: Stage,
    /// One ensemble per page type. The first type is article, the second forum.
    pub types: Vec<Stage>,
    /// Judges blocks by the first stage's answers for their neighbours.
    pub second: Stage,
    /// Judges how likely the article has ended before a block.
    pub end: Stage,
    /// Headline, facts about the content, readers' comments; they read the first stage's columns.
    pub classes: Vec<Stage>,
    /// Columns of the first stage that the second one sees too.
    pub chosen: Vec<usize>,
}

/// Evaluates trees on columns, then numbers that are the same in all rows; `n_rows` and the base follow.
pub type Evaluate = fn(&Trees, (&[f32], &[f32]), usize, f32) -> Vec<f32>;

/// The rows that early trees did not rule out.
pub fn doubtful_rows(early_margins: &[f32]) -> Vec<usize> {
    (0..early_margins.len()).filter(|&row| early_margins[row] >= EARLY_EXIT_MARGIN).collect()
}

/// Adds the sums of the later trees, which `rest` gives for the doubtful rows, to those of the early ones.
pub fn with_early_exit(mut margins: Vec<f32>, rest: impl FnOnce(&[usize]) -> Vec<f32>) -> Vec<f32> {
    let rows = doubtful_rows(&margins);
    rows.iter().zip(rest(&rows)).for_each(|(&row, more)| margins[row] += more);
    margins
}

/// Whether the second stage decides on a block.
pub fn needs_second_stage(first: f32) -> bool {
    first >= MIN_FIRST_PROBABILITY
}

/// Whether the end of the text matters on a page, by the probability that it is an article.
pub fn has_end(article: f64) -> bool {
    article > MIN_ARTICLE_PROBABILITY
}

/// What the second probability of a block is multiplied by, given those that the page is an article and that its text
/// has ended before the block.
pub fn end_factor(article: f64, end: f32) -> f64 {
    if !has_end(article) {
        return 1.0;
    }
    // Not `powi`, whose last bits may differ between platforms.
    1.0 - article * (0..END_POWER).fold(1.0, |power, _| power * f64::from(end))
}

/// The probability of a block, from the probabilities of the stages.
pub fn combined(first: f32, second: f32, end: f32, article: f64) -> f64 {
    if needs_second_stage(first) { f64::from(second) * end_factor(article, end) } else { f64::from(first) }
}

/// The probability of a margin.
pub fn logistic(margin: f32) -> f32 {
    1.0 / (1.0 + (-margin).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rows_that_early_trees_leave_in_doubt_are_evaluated_further() {
        let margins = with_early_exit(vec![-3.3, -3.1, 2.0], |rows| {
            assert_eq!(rows, [1, 2]);
            vec![0.5, 1.0]
        });
        assert_eq!(margins, [-3.3, -2.6, 3.0]);
    }

    #[test]
    fn the_end_counts_on_articles_and_only_for_blocks_of_the_second_stage() {
        assert_eq!(combined(0.03, 0.9, 1.0, 1.0), f64::from(0.03f32));
        assert_eq!(combined(0.5, 0.5, 1.0, 0.05), 0.5);
        assert_eq!(combined(0.5, 0.5, 1.0, 0.5), 0.25);
        assert_eq!(combined(0.5, 0.5, 0.5, 1.0), 0.4375);
    }
}
