//! The page table -> the probability of each block and of each page type: the learned model in one pass over a page.
//!
//! Speed comes from leaving things out. Columns that no tree reads are not computed (`column_slots`), numbers of the
//! whole page are stored once, blocks that are clearly navigation leave early (`stages`), and the second stage computes
//! its columns for the remaining rows alone. What is left out can't change the answer: `tests/model` compares it with
//! the stages evaluated one by one on all columns.

use super::boosted_trees::Trees;
use super::column_slots::ColumnSlots;
use super::decision::Judged;
use super::stages::{
    Evaluate, N_EARLY_EXIT_TREES, Stage, Stages, combined, has_end, logistic, needs_second_stage, with_early_exit,
};
use crate::features::{Features, Matrix, ShopPart, ShopTypes, WordTables, columns, content_masses, likely, mean_of};
use crate::page::PageView;

/// The number of forums among the page types; articles are the first.
const FORUM: usize = 1;
/// The numbers of products, collections and listings among the page types.
const PRODUCT: usize = 2;
const SHOPS: [usize; 3] = [PRODUCT, 3, 4];
/// The number of comments among the classes; they are the last.
const COMMENTS: usize = 2;
/// A block is in an element named for comments if it is at most this many steps above it.
const COMMENT_STEPS: u8 = 8;

/// A model that is ready to predict.
pub struct Predictor {
    pub(super) early: Stage,
    /// The other trees of the first stage.
    pub(super) rest: Stage,
    types: Vec<Stage>,
    pub(super) second: Stage,
    pub(super) end: Stage,
    classes: Vec<Stage>,
    /// Columns of the first stage that the second one sees too.
    pub(super) chosen: Vec<usize>,
    pub(super) slots: ColumnSlots,
    pub(super) evaluate: Evaluate,
}

/// What the model predicts of a page.
pub struct Prediction {
    /// The probability of each block to be content.
    pub probability: Vec<f64>,
    /// The probability of each page type.
    pub page_types: Vec<f64>,
    /// Whether forum is the most probable type.
    pub is_forum: bool,
    /// On the page of a shop: what each block is for what it sells. Empty on other pages.
    pub parts: Vec<ShopPart>,
}

impl Prediction {
    /// What the decision reads.
    pub fn judged(&self) -> Judged<'_> {
        Judged { probability: &self.probability, parts: &self.parts, is_forum: self.is_forum }
    }
}

/// What both stages computed of a page, in slots.
pub(super) struct Computed<'a> {
    pub features: Features,
    pub first: Matrix<'a>,
    pub first_margins: Vec<f32>,
    pub page_types: Vec<f64>,
    /// The rows that the second stage decides on, and its columns for them.
    pub rows: Vec<usize>,
    pub second: Matrix<'a>,
}

impl Predictor {
    /// An error if the trees read other columns than this version computes.
    pub fn new(stages: Stages, evaluate: Evaluate) -> Result<Predictor, String> {
        check_columns(&stages)?;
        let slots = ColumnSlots::new(&stages);
        let (early, rest) = stages.first.trees.split_at(N_EARLY_EXIT_TREES);
        let place = |stage: &Stage| Stage { trees: slots.second.place(&stage.trees), base: stage.base };
        let place_type = |stage: &Stage| Stage { trees: slots.types.place(&stage.trees), base: stage.base };
        let place_class = |stage: &Stage| Stage { trees: slots.classes.place(&stage.trees), base: stage.base };
        Ok(Predictor {
            early: Stage { trees: slots.first.place(&early), base: stages.first.base },
            rest: Stage { trees: slots.first.place(&rest), base: 0.0 },
            types: stages.types.iter().map(place_type).collect(),
            second: place(&stages.second),
            end: place(&stages.end),
            classes: stages.classes.iter().map(place_class).collect(),
            chosen: stages.chosen,
            slots,
            evaluate,
        })
    }

    /// Predicts a page that has blocks.
    pub fn predict(&self, page: PageView<'_>, tables: &WordTables) -> Prediction {
        let computed = self.compute(page, tables);
        let mut probability: Vec<f64> =
            computed.first_margins.iter().map(|&margin| f64::from(logistic(margin))).collect();
        let article = computed.page_types[0];
        let second = self.probabilities(&self.second, &computed.second, computed.rows.len());
        let end = match has_end(article) {
            true => self.probabilities(&self.end, &computed.second, computed.rows.len()),
            false => vec![0.0; second.len()],
        };
        for ((&row, second), end) in computed.rows.iter().zip(second).zip(end) {
            probability[row] = combined(logistic(computed.first_margins[row]), second, end, article);
        }
        let is_forum = is_forum(&computed.page_types);
        let parts = computed.features.shop_parts(page, shop_types(&computed.page_types), &probability);
        Prediction { probability, page_types: computed.page_types, is_forum, parts }
    }

    /// The probability of each class for every block of a page that has blocks: one class after the other. What an
    /// element named for comments has is as likely a comment as not, whatever the trees predict: labels of articles
    /// with comments are few.
    pub fn classes(&self, page: PageView<'_>, tables: &WordTables) -> Vec<f32> {
        let n_rows = page.blocks.len();
        let mut columns = Matrix::some(n_rows, &self.slots.is_class_used);
        let features = Features::of(page, tables, &mut columns);
        (0..self.classes.len()).flat_map(|number| self.class_of(number, &columns, &features)).collect()
    }

    /// The same for one class, from the columns that it reads; None if the model has no class of this number.
    pub fn class(&self, page: PageView<'_>, tables: &WordTables, number: usize) -> Option<Vec<f32>> {
        let is_used = self.slots.is_used_by_class.get(number)?;
        let mut columns = Matrix::some(page.blocks.len(), &self.slots.is_class_used).of_columns(is_used);
        let features = Features::of(page, tables, &mut columns);
        Some(self.class_of(number, &columns, &features))
    }

    fn class_of(&self, number: usize, columns: &Matrix<'_>, features: &Features) -> Vec<f32> {
        let mut found = self.probabilities(&self.classes[number], columns, columns.n_rows);
        if number == COMMENTS {
            let named = found.iter_mut().zip(features.comment_steps()).filter(|(_, steps)| *steps <= COMMENT_STEPS);
            named.for_each(|(probability, _)| *probability = probability.max(0.5));
        }
        found
    }

    /// All columns of both stages, used or not, of a page that has blocks: for training and for explaining. The second
    /// stage has the chosen columns of the first, its own, and the page types.
    pub fn features(&self, page: PageView<'_>, tables: &WordTables) -> (Matrix<'static>, Matrix<'static>) {
        let computed = self.compute(page, tables);
        let n_rows = page.blocks.len();
        let mut first = Matrix::new(n_rows, columns().first.len());
        let features = Features::of(page, tables, &mut first);
        let n_second = self.chosen.len() + columns().context.len() + computed.page_types.len();
        let mut second = Matrix::new(n_rows, n_second);
        self.chosen.iter().for_each(|&column| second.values.extend_from_slice(first.column(column)));
        let probabilities: Vec<f32> = computed.first_margins.iter().map(|&margin| logistic(margin)).collect();
        features.push_context(page, &probabilities, &mut second);
        computed.page_types.iter().for_each(|&share| second.push_same("", share));
        (first, second)
    }

    pub(super) fn compute(&self, page: PageView<'_>, tables: &WordTables) -> Computed<'_> {
        let mut first = Matrix::some(page.blocks.len(), &self.slots.is_first_used);
        let features = Features::of(page, tables, &mut first);
        let first_margins = self.first_margins(&first);
        let probabilities: Vec<f32> = first_margins.iter().map(|&margin| logistic(margin)).collect();
        let page_types = self.page_types(&first, features.words(), &probabilities);
        let rows: Vec<usize> = (0..first.n_rows).filter(|&row| needs_second_stage(probabilities[row])).collect();
        let mut second = Matrix::some(first.n_rows, &self.slots.is_context_used).of_rows(&rows);
        second.values.reserve(rows.len() * self.slots.second.n_columns);
        for &slot in &self.slots.seen_again {
            let column = first.column(slot);
            second.values.extend(rows.iter().map(|&row| column[row]));
        }
        second.shared.clone_from(&first.shared);
        features.push_context(page, &probabilities, &mut second);
        second.shared.extend(page_types.iter().map(|&share| share as f32));
        Computed { features, first, first_margins, page_types, rows, second }
    }

    fn first_margins(&self, first: &Matrix<'_>) -> Vec<f32> {
        let columns = (first.values.as_slice(), first.shared.as_slice());
        let early = (self.evaluate)(&self.early.trees, columns, first.n_rows, self.early.base);
        with_early_exit(early, |rows| {
            (self.evaluate)(&self.rest.trees, (&first.rows(rows), &first.shared), rows.len(), self.rest.base)
        })
    }

    fn probabilities(&self, stage: &Stage, columns: &Matrix<'_>, n_rows: usize) -> Vec<f32> {
        let margins = (self.evaluate)(&stage.trees, (&columns.values, &columns.shared), n_rows, stage.base);
        margins.into_iter().map(logistic).collect()
    }

    /// By numbers of the page, and by the means of columns over what the first stage takes for content.
    fn page_types(&self, first: &Matrix<'_>, words: &[f64], probabilities: &[f32]) -> Vec<f64> {
        let masses = content_masses(probabilities, words);
        let mut numbers = first.shared.clone();
        numbers.extend(likely(probabilities, words).map(|(_, number)| number));
        numbers.extend(self.slots.means.iter().map(|&slot| mean_of(first.column(slot), &masses)));
        let margins: Vec<f64> =
            self.types.iter().map(|stage| f64::from(stage.trees.score_of_same(&numbers, stage.base))).collect();
        let most = margins.iter().copied().fold(f64::MIN, f64::max);
        let powers: Vec<f64> = margins.iter().map(|margin| (margin - most).exp()).collect();
        let total: f64 = powers.iter().sum();
        powers.iter().map(|power| power / total).collect()
    }
}

/// Whether forum is the most probable type of a page.
pub fn is_forum(page_types: &[f64]) -> bool {
    page_types.get(FORUM).is_some_and(|&share| share >= 0.5)
}

/// How probably the page is that of a shop, by the probabilities of page types.
pub fn shop_types(page_types: &[f64]) -> ShopTypes {
    let share = |number: usize| page_types.get(number).copied().unwrap_or_default();
    let any: f64 = SHOPS.into_iter().map(share).sum();
    ShopTypes { product: share(PRODUCT), any, list: any - share(PRODUCT) }
}

fn check_columns(stages: &Stages) -> Result<(), String> {
    let columns = columns();
    let n_second = stages.chosen.len() + columns.context.len() + stages.types.len();
    if stages.types.is_empty() {
        return Err("there are no page types".to_owned());
    }
    if let Some(column) = stages.chosen.iter().find(|&&column| column >= columns.first.len()) {
        return Err(format!("column {column} is chosen, there are {}", columns.first.len()));
    }
    let check = |name: &str, trees: &Trees, expected: usize| match trees.n_features() {
        found if found == expected => Ok(()),
        found => Err(format!("the trees of stage {name} read {found} columns, this version computes {expected}")),
    };
    check("first", &stages.first.trees, columns.first.len())?;
    check("second", &stages.second.trees, n_second)?;
    check("end", &stages.end.trees, n_second)?;
    stages.classes.iter().try_for_each(|stage| check("classes", &stage.trees, columns.first.len()))?;
    stages.types.iter().try_for_each(|stage| check("types", &stage.trees, columns.n_type_numbers()))
}
