//! The page table -> the probability of each block and of each page type: the learned model in one pass.
//!
//! The model's trees are asked for fewer columns than there are, and for numbers of the whole page that are the same
//! for every block. So when a model is made it is settled which columns are wanted and where each is found; the others are
//! not computed. And most blocks of a page are menus, which the first trees know: only the others are asked about
//! to the end. `extractors/block_model.py` says what the stages are.

use crate::features::{
    Features, Matrix, N_CONTEXT, N_LIKELY, N_OWN, N_WHOLE, PAGE_CONTEXT, Tables, content_masses, likely, mean_of,
};
use crate::model::boosted_trees::Trees;
use crate::page::PageView;

/// The place of forums among the types; articles are the first.
const FORUM: usize = 1;
/// A block is a comment if an element so many steps above it, or nearer, is named for comments.
const COMMENT_STEPS: u8 = 8;
/// Where texts end matters on pages that may be articles.
pub const LEAST_ARTICLE: f64 = 0.05;
/// How sure the end must be: the second stage knows much of what the end's trees know, so that only what is nearly sure
/// counts.
pub const END_POWER: i32 = 3;
/// Trees of the first stage that are asked about every block, of two sums of trees in turn.
pub const N_SCOUTS: usize = 100;
/// The least margin, then the least probability, with which a block is asked about further: after the scouts, and after
/// the first stage.
pub const LEAST_MARGIN: f32 = -3.2;
pub const LEAST_PROBABILITY: f32 = 0.04;
/// A feature that nobody asks for.
const NOWHERE: u32 = u32::MAX;

/// Trees, and what their leaves are added to.
#[derive(Clone)]
pub struct Stage {
    pub trees: Trees,
    pub base: f32,
}

/// The trees of a model, as they were trained.
pub struct Stages {
    pub first: Stage,
    /// The first type is that of articles, the second that of forums.
    pub types: Vec<Stage>,
    pub second: Stage,
    pub end: Stage,
    /// Columns of the first stage that the second one sees too.
    pub chosen: Vec<usize>,
}

/// How trees are evaluated: columns, numbers of the page, rows.
pub type Evaluate = fn(&Trees, (&[f32], &[f32]), usize, f32) -> Vec<f32>;

/// A model that is ready.
pub struct Judge {
    scouts: Stage,
    /// The other trees of the first stage.
    first: Stage,
    types: Vec<Stage>,
    second: Stage,
    end: Stage,
    is_first_wanted: Vec<bool>,
    is_context_wanted: Vec<bool>,
    /// Places, among the wanted columns of the first stage, of those that the second one sees too.
    chosen: Vec<usize>,
    /// Places of those whose means page types are judged by.
    means: Vec<usize>,
}

/// What the model says of a page.
pub struct Judged {
    pub probability: Vec<f64>,
    /// What the first stage says.
    pub first_probability: Vec<f32>,
    pub types: Vec<f64>,
    /// Whether readers wrote it below the text.
    pub is_comment: Vec<bool>,
}

impl Judge {
    pub fn new(stages: Stages) -> Judge {
        let Stages { first, types, second, end, chosen } = stages;
        let is_asked: Vec<bool> =
            second.trees.asks_for().iter().zip(end.trees.asks_for()).map(|(second, end)| *second || end).collect();
        let is_seen_again =
            |column: usize| chosen.iter().zip(&is_asked).any(|(&other, &asked)| asked && other == column);
        let by_first = first.trees.asks_for();
        let by_types = asked_by_any(&types);
        let is_mean_wanted = |column: usize| by_types[N_WHOLE + N_LIKELY + column];
        let is_first_wanted: Vec<bool> =
            (0..N_OWN).map(|column| by_first[column] || is_seen_again(column) || is_mean_wanted(column)).collect();
        let is_context_wanted: Vec<bool> = is_asked[chosen.len()..][..N_CONTEXT].to_vec();
        let (own_places, n_own) = places_of(&is_first_wanted);
        let mut places = Places { of_second: vec![NOWHERE; is_asked.len()], n_columns: 0 };
        let again: Vec<usize> = (0..chosen.len()).filter(|&at| is_asked[at] && chosen[at] < N_OWN).collect();
        again.iter().for_each(|&at| places.put(at));
        let of_page = |at: &usize| PAGE_CONTEXT.contains(at);
        let context = (0..N_CONTEXT).filter(|at| is_context_wanted[*at] && !of_page(at));
        context.for_each(|at| places.put(chosen.len() + at));
        places.put_page(&chosen, is_asked.len());
        let (n_columns, n_same) = (places.n_columns, N_WHOLE + PAGE_CONTEXT.len() + types.len());
        let again_places = again.iter().map(|&at| own_places[chosen[at]] as usize).collect();
        let place = |stage: Stage| Stage { trees: stage.trees.placed(&places.of_second, n_columns, n_same), ..stage };
        let means: Vec<usize> = (0..N_OWN).filter(|&column| is_mean_wanted(column)).collect();
        let mut type_places: Vec<u32> = (0..(N_WHOLE + N_LIKELY) as u32).collect();
        type_places.resize(by_types.len(), NOWHERE);
        let n_type_numbers = N_WHOLE + N_LIKELY + means.len();
        for (&column, place) in means.iter().zip((N_WHOLE + N_LIKELY) as u32..) {
            type_places[N_WHOLE + N_LIKELY + column] = place;
        }
        let of_types = |stage: Stage| Stage { trees: stage.trees.placed(&type_places, 0, n_type_numbers), ..stage };
        let first_places: Vec<u32> =
            own_places.iter().copied().chain((0..N_WHOLE).map(|at| (n_own + at) as u32)).collect();
        let (scouts, others) = first.trees.split_at(N_SCOUTS);
        let place_first = |trees: Trees, base: f32| Stage { trees: trees.placed(&first_places, n_own, N_WHOLE), base };
        Judge {
            scouts: place_first(scouts, first.base),
            first: place_first(others, 0.0),
            types: types.into_iter().map(of_types).collect(),
            means: means.iter().map(|&column| own_places[column] as usize).collect(),
            second: place(second),
            end: place(end),
            is_first_wanted: is_first_wanted.into_iter().chain([true; N_WHOLE]).collect(),
            is_context_wanted,
            chosen: again_places,
        }
    }

    /// Of a page that has blocks.
    pub fn judge(&self, page: PageView<'_>, tables: Tables<'_>, evaluate: Evaluate) -> Judged {
        let mut first = Matrix::some(page.blocks.len(), &self.is_first_wanted);
        let features = Features::of(page, tables, &mut first);
        let first_probability = self.first_probabilities(&first, evaluate);
        let types = self.page_types(&first, features.words(), &first_probability);
        let rows: Vec<usize> = (0..first.n_rows).filter(|&row| first_probability[row] >= LEAST_PROBABILITY).collect();
        let mut probability: Vec<f64> = first_probability.iter().map(|&first| f64::from(first)).collect();
        let second = self.second_columns((page, &features), first, &first_probability, (&rows, &types));
        let run = |stage: &Stage| {
            let margins = evaluate(&stage.trees, (&second.values, &second.same), rows.len(), stage.base);
            margins.into_iter().map(logistic)
        };
        rows.iter().zip(run(&self.second)).for_each(|(&row, own)| probability[row] = f64::from(own));
        if types[0] > LEAST_ARTICLE {
            for (&row, end) in rows.iter().zip(run(&self.end)) {
                probability[row] *= 1.0 - types[0] * f64::from(end).powi(END_POWER);
            }
        }
        // What people wrote is what a forum is about.
        let is_forum = types.get(FORUM).is_some_and(|&share| share >= 0.5);
        let is_comment = features.comment_steps().map(|steps| steps <= COMMENT_STEPS && !is_forum).collect();
        Judged { probability, first_probability, types, is_comment }
    }

    fn first_probabilities(&self, first: &Matrix<'_>, evaluate: Evaluate) -> Vec<f32> {
        let columns = (first.values.as_slice(), first.same.as_slice());
        let mut margins = evaluate(&self.scouts.trees, columns, first.n_rows, self.scouts.base);
        let rows: Vec<usize> = (0..first.n_rows).filter(|&row| margins[row] >= LEAST_MARGIN).collect();
        let doubtful = first.rows(&rows);
        let further = evaluate(&self.first.trees, (&doubtful, &first.same), rows.len(), self.first.base);
        rows.iter().zip(further).for_each(|(&row, more)| margins[row] += more);
        margins.into_iter().map(logistic).collect()
    }

    /// The columns of the second stage, of some rows.
    fn second_columns(
        &self,
        (page, features): (PageView<'_>, &Features),
        first: Matrix<'_>,
        probabilities: &[f32],
        (rows, types): (&[usize], &[f64]),
    ) -> Matrix<'_> {
        let mut second = Matrix::some(first.n_rows, &self.is_context_wanted).of_rows(rows);
        second.values.reserve(rows.len() * (self.chosen.len() + N_CONTEXT));
        for &place in &self.chosen {
            let column = &first.values[place * first.n_rows..][..first.n_rows];
            second.values.extend(rows.iter().map(|&row| column[row]));
        }
        second.same = first.same;
        features.push_context(page, probabilities, &mut second);
        second.same.extend(types.iter().map(|&share| share as f32));
        second
    }

    /// By numbers of the page, and by what the first stage takes for content.
    fn page_types(&self, first: &Matrix<'_>, words: &[f64], probabilities: &[f32]) -> Vec<f64> {
        let masses = content_masses(probabilities, words);
        let mut numbers = first.same.clone();
        numbers.extend(likely(probabilities, words));
        let column = |place: usize| &first.values[place * first.n_rows..][..first.n_rows];
        numbers.extend(self.means.iter().map(|&place| mean_of(column(place), &masses)));
        let margins: Vec<f64> =
            self.types.iter().map(|stage| f64::from(stage.trees.score_of_same(&numbers, stage.base))).collect();
        let most = margins.iter().copied().fold(f64::MIN, f64::max);
        let powers: Vec<f64> = margins.iter().map(|margin| (margin - most).exp()).collect();
        let total: f64 = powers.iter().sum();
        powers.iter().map(|power| power / total).collect()
    }
}

/// Where the second stage finds its features.
struct Places {
    of_second: Vec<u32>,
    n_columns: usize,
}

impl Places {
    /// The feature is the next column.
    fn put(&mut self, feature: usize) {
        self.of_second[feature] = self.n_columns as u32;
        self.n_columns += 1;
    }

    /// After the columns come the numbers of the page: those of the first stage, of the context, then types.
    fn put_page(&mut self, chosen: &[usize], n_features: usize) {
        let mut put = |feature: usize, at: usize| self.of_second[feature] = (self.n_columns + at) as u32;
        for (feature, &column) in chosen.iter().enumerate().filter(|(_, column)| **column >= N_OWN) {
            put(feature, column - N_OWN);
        }
        for (at, &column) in PAGE_CONTEXT.iter().enumerate() {
            put(chosen.len() + column, N_WHOLE + at);
        }
        for (at, feature) in (chosen.len() + N_CONTEXT..n_features).enumerate() {
            put(feature, N_WHOLE + PAGE_CONTEXT.len() + at);
        }
    }
}

/// Whether the trees of any of the stages ask for each feature.
fn asked_by_any(stages: &[Stage]) -> Vec<bool> {
    let mut asked = vec![false; N_WHOLE + N_LIKELY + N_OWN];
    for stage in stages {
        stage.trees.asks_for().iter().zip(&mut asked).for_each(|(one, any)| *any |= one);
    }
    asked
}

/// The place of each wanted column among those that are wanted, and how many there are.
fn places_of(is_wanted: &[bool]) -> (Vec<u32>, usize) {
    let mut n_wanted = 0;
    let place = |&is_wanted: &bool| {
        n_wanted += u32::from(is_wanted);
        if is_wanted { n_wanted - 1 } else { NOWHERE }
    };
    (is_wanted.iter().map(place).collect(), n_wanted as usize)
}

fn logistic(margin: f32) -> f32 {
    1.0 / (1.0 + (-margin).exp())
}

/// A page has a main text if its likeliest block has this probability.
const LEAST_LIKELY: f64 = 0.4;
/// Or if so many of its words are expected to be content: on a long page, none of whose blocks is likely, most of them may
/// still be.
const ENOUGH_WORDS: f64 = 30.0;
/// But fewer than these, and less than this share of the page, are none: a button that reads like a title.
const FEW_WORDS: f64 = 10.0;
const FEW_OF_PAGE: f64 = 0.1;

/// Between which probabilities a page's threshold lies, and whether blocks are kept of a page without a main text, too.
#[derive(Clone, Copy)]
pub struct Bounds {
    pub low: f64,
    pub high: f64,
    pub is_forced: bool,
}

/// Which blocks are kept.
pub struct Decision {
    pub keep: Vec<bool>,
    /// The F1 that the best threshold promises.
    pub promise: f64,
    pub greatest: f64,
    /// How many words are expected to be content.
    pub expected: f64,
    pub has_text: bool,
}

/// Keeps the blocks that together promise the best F1, given the probability and the words of each.
pub fn decide(probability: &[f64], words: &[f64], bounds: Bounds) -> Decision {
    let (threshold, promise) = best_threshold(probability, words);
    let threshold = threshold.max(bounds.low).min(bounds.high);
    let greatest = probability.iter().copied().fold(0.0, f64::max);
    let expected: f64 = probability.iter().zip(words).map(|(probability, words)| probability * words).sum();
    let is_little = expected < FEW_WORDS && expected < FEW_OF_PAGE * words.iter().sum::<f64>();
    let has_text = expected >= ENOUGH_WORDS || (greatest >= LEAST_LIKELY && !is_little);
    let is_any = has_text || bounds.is_forced;
    let keep = probability.iter().map(|&own| is_any && own >= threshold).collect();
    Decision { keep, promise, greatest, expected, has_text }
}

/// The probability from which on blocks are kept for the best promise of F1, and that promise.
///
/// Keeping a set of blocks of probability p and w words promises 2 sum_kept(p w) / (sum_kept(w) + sum_all(p w)); the best
/// set is found by adding blocks from the most probable one down.
fn best_threshold(probability: &[f64], words: &[f64]) -> (f64, f64) {
    let mut order: Vec<(f64, f64)> = probability.iter().copied().zip(words.iter().copied()).collect();
    order.sort_by(|one, two| two.0.total_cmp(&one.0));
    let total: f64 = order.iter().map(|(probability, words)| probability * words).sum();
    let (mut mass, mut kept, mut best) = (0.0, 0.0, (0.0, f64::MIN));
    for (probability, words) in order {
        mass += probability * words;
        kept += words;
        let promise = 2.0 * mass / (kept + total + 1e-9);
        if promise > best.1 {
            best = (probability, promise);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_kept_if_it_adds_more_than_it_spoils() {
        assert_eq!(best_threshold(&[0.9, 0.1, 0.8], &[10.0, 50.0, 10.0]).0, 0.8);
        assert_eq!(best_threshold(&[0.2], &[0.5]).0, 0.2);
    }

    #[test]
    fn a_threshold_keeps_to_its_bounds() {
        let keep = |low: f64, high: f64| {
            decide(&[0.9, 0.1, 0.8], &[10.0, 50.0, 10.0], Bounds { low, high, is_forced: false }).keep
        };
        assert_eq!(keep(0.0, 1.0), [true, false, true]);
        assert_eq!(keep(0.85, 1.0), [true, false, false]);
        assert_eq!(keep(0.0, 0.1), [true; 3]);
    }

    #[test]
    fn a_page_has_a_main_text_if_a_block_is_likely_or_many_words_are_expected() {
        let has_text = |probability: &[f64], words: &[f64]| {
            decide(probability, words, Bounds { low: 0.0, high: 1.0, is_forced: false }).has_text
        };
        assert!(has_text(&[0.5, 0.0], &[20.0, 20.0]));
        assert!(!has_text(&[0.3, 0.0], &[20.0, 20.0]));
        assert!(has_text(&[0.3, 0.2], &[80.0, 80.0]), "unlikely blocks, but of many words");
        assert!(!has_text(&[0.9, 0.0], &[5.0, 100.0]), "a few words of many");
        assert!(has_text(&[0.9, 0.0], &[5.0, 5.0]), "a small page");
    }

    #[test]
    fn of_a_page_without_a_main_text_blocks_are_kept_only_if_they_must_be() {
        let keep = |is_forced: bool| decide(&[0.3, 0.1], &[9.0, 90.0], Bounds { low: 0.0, high: 1.0, is_forced }).keep;
        assert_eq!(keep(false), [false, false]);
        assert!(keep(true)[0]);
    }

    #[test]
    fn wanted_columns_close_up() {
        assert_eq!(places_of(&[true, false, true]), (vec![0, NOWHERE, 1], 2));
    }
}
