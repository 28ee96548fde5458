//! Where the trees of each stage find their columns.
//!
//! The trees read fewer columns than there are, so columns that no tree reads are not computed, and the others
//! close up. A slot is a column's place among those that are computed. Numbers of the whole page are the same in all
//! rows, so they are kept once, and their slots come after those of the columns.

use super::boosted_trees::Trees;
use super::stages::Stages;
use crate::features::columns;

/// The slot of a feature that no tree reads.
pub const UNUSED_SLOT: u32 = u32::MAX;

/// The slots of one stage: first `n_columns` with a number per row, then `n_shared` numbers of the page.
#[derive(Clone)]
pub struct Slots {
    /// By the feature's number.
    pub of_feature: Vec<u32>,
    pub n_columns: usize,
    pub n_shared: usize,
}

impl Slots {
    fn new(n_features: usize, n_shared: usize) -> Slots {
        Slots { of_feature: vec![UNUSED_SLOT; n_features], n_columns: 0, n_shared }
    }

    /// Gives a feature the slot of the next column.
    fn add_column(&mut self, feature: usize) {
        self.of_feature[feature] = self.n_columns as u32;
        self.n_columns += 1;
    }

    /// Gives a feature the slot of a number of the page; after all columns have theirs.
    fn add_shared(&mut self, feature: usize, place: usize) {
        self.of_feature[feature] = (self.n_columns + place) as u32;
    }

    /// The trees, asking for slots instead of features.
    pub fn place(&self, trees: &Trees) -> Trees {
        trees.placed(&self.of_feature, self.n_columns, self.n_shared)
    }

    /// The slot of a feature that has a number per row, if it is used.
    pub fn column(&self, feature: usize) -> Option<usize> {
        Some(self.of_feature[feature] as usize).filter(|&slot| slot < self.n_columns)
    }
}

/// The slots of all stages.
pub struct ColumnSlots {
    pub first: Slots,
    pub second: Slots,
    pub types: Slots,
    pub classes: Slots,
    /// Slots, in the first stage, of the columns that the second one sees again, in its order.
    pub seen_again: Vec<usize>,
    /// Slots, in the first stage, of the columns whose means page types are predicted from, in their order.
    pub means: Vec<usize>,
    /// By number of the first stage's columns, and of the second's: whether it is computed.
    pub is_first_used: Vec<bool>,
    pub is_context_used: Vec<bool>,
    /// By number of the first stage's columns: whether a class reads it.
    pub is_class_used: Vec<bool>,
    /// The same for each class alone.
    pub is_used_by_class: Vec<Vec<bool>>,
}

impl ColumnSlots {
    pub fn new(stages: &Stages) -> ColumnSlots {
        let (n_own, n_page, n_likely) = (columns().n_own(), columns().n_page(), columns().likely.len());
        let (chosen, n_context, page_context) = (&stages.chosen, columns().context.len(), columns().page_context());
        let by_first = stages.first.trees.features_read();
        let by_second = either(stages.second.trees.features_read(), &stages.end.trees.features_read());
        let by_types = stages.types.iter().map(|stage| stage.trees.features_read());
        let by_types = by_types.fold(vec![false; columns().n_type_numbers()], |any, one| either(any, &one));
        let is_mean_used = |column: usize| by_types[n_page + n_likely + column];
        let is_seen_again =
            |column: usize| chosen.iter().zip(&by_second).any(|(&other, &is_asked)| is_asked && other == column);
        let is_context_used: Vec<bool> = by_second[chosen.len()..][..n_context].to_vec();

        let is_page_number_used =
            |place: usize| by_first[n_own + place] || is_seen_again(n_own + place) || by_types[place];

        let mut first = Slots::new(n_own + n_page, n_page);
        let is_used = |column: usize| by_first[column] || is_seen_again(column) || is_mean_used(column);
        (0..n_own).filter(|&column| is_used(column)).for_each(|column| first.add_column(column));
        (0..n_page).for_each(|place| first.add_shared(n_own + place, place));

        let mut second = Slots::new(by_second.len(), n_page + page_context.len() + stages.types.len());
        let again: Vec<usize> = (0..chosen.len()).filter(|&at| by_second[at] && chosen[at] < n_own).collect();
        again.iter().for_each(|&at| second.add_column(at));
        let context = (0..n_context).filter(|at| is_context_used[*at] && !page_context.contains(at));
        context.for_each(|at| second.add_column(chosen.len() + at));
        // The numbers of the page are those of the first stage, then of the second, then the page types.
        for (feature, &column) in chosen.iter().enumerate().filter(|(_, column)| **column >= n_own) {
            second.add_shared(feature, column - n_own);
        }
        let others = page_context.iter().copied().chain(n_context..n_context + stages.types.len());
        others.enumerate().for_each(|(place, at)| second.add_shared(chosen.len() + at, n_page + place));

        let used_means: Vec<usize> = (0..n_own).filter(|&column| is_mean_used(column)).collect();
        let mut types = Slots::new(by_types.len(), n_page + n_likely + used_means.len());
        (0..n_page + n_likely).for_each(|place| types.add_shared(place, place));
        let means = used_means.iter().enumerate();
        means.for_each(|(place, column)| types.add_shared(n_page + n_likely + column, n_page + n_likely + place));

        let is_used_by_class: Vec<_> = stages.classes.iter().map(|stage| stage.trees.features_read()).collect();
        let by_classes = is_used_by_class.iter().fold(vec![false; n_own + n_page], |any, one| either(any, one));
        let mut classes = Slots::new(n_own + n_page, n_page);
        (0..n_own).filter(|&column| by_classes[column]).for_each(|column| classes.add_column(column));
        (0..n_page).for_each(|place| classes.add_shared(n_own + place, place));

        ColumnSlots {
            is_class_used: by_classes,
            is_used_by_class,
            classes,
            seen_again: again.iter().filter_map(|&at| first.column(chosen[at])).collect(),
            means: used_means.iter().filter_map(|&column| first.column(column)).collect(),
            is_first_used: (0..n_own).map(is_used).chain((0..n_page).map(is_page_number_used)).collect(),
            is_context_used,
            first,
            second,
            types,
        }
    }
}

fn either(mut any: Vec<bool>, one: &[bool]) -> Vec<bool> {
    any.iter_mut().zip(one).for_each(|(any, one)| *any |= one);
    any
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn used_columns_close_up_and_numbers_of_the_page_follow() {
        let mut slots = Slots::new(4, 1);
        slots.add_column(0);
        slots.add_column(3);
        slots.add_shared(1, 0);
        assert_eq!(slots.of_feature, [0, 2, UNUSED_SLOT, 1]);
        assert_eq!([0, 1, 2, 3].map(|feature| slots.column(feature)), [Some(0), None, None, Some(1)]);
    }
}
