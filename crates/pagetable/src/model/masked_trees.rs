//! Trees of up to 64 leaves, evaluated without walking.
//!
//! A row that goes right at a node can't end in the leaves of the node's left subtree, so every node has a mask that
//! clears the bits of those leaves. All nodes are evaluated, sixteen rows at a time; the first leaf whose bit is still
//! set is the row's leaf (Lucchese et al., "QuickScorer", 2015). That takes more comparisons than a walk, but no step
//! depends on the one before, no branch has to be predicted, and the compiler vectorizes the loop. Nodes that compare a
//! number of the whole page are evaluated once for all rows.

use std::ops::{BitAnd, Range};

use crate::model::tree_arrays::{Arrays, LEAF};

/// Rows that are evaluated together.
pub const LANES: usize = 16;
/// The most leaves of a tree that `vector_trees` evaluates.
pub const FEW_LEAVES: usize = 16;
pub type Lanes = [f32; LANES];

/// The leaves that are still possible: a bit each, the leftmost leaf the lowest.
pub trait Mask: Copy + BitAnd<Output = Self> {
    const ALL: Self;
    /// All bits but `count` from `first` on.
    fn without(first: usize, count: usize) -> Self;
    fn lowest(self) -> usize;
}

macro_rules! mask {
    ($($integer:ty),*) => {$(
        impl Mask for $integer {
            const ALL: Self = <$integer>::MAX;
            fn without(first: usize, count: usize) -> Self {
                !(<$integer>::MAX.checked_shr(<$integer>::BITS - count as u32).unwrap_or(0) << first)
            }
            #[inline(always)]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }
        }
    )*};
}
mask!(u32, u64);

#[derive(Clone, Copy)]
pub struct Split<M> {
    pub threshold: f32,
    pub feature: u32,
    /// The leaves that remain when a row goes right.
    pub right: M,
}

/// The position of a tree in its forest.
#[derive(Clone)]
pub struct Masked {
    /// Splits that send a missing feature left, then those that send it right.
    default_left: Range<usize>,
    default_right: Range<usize>,
    /// Splits on features that are the same in all rows.
    same: Range<usize>,
    first_value: usize,
}

impl Masked {
    pub fn n_leaves(&self) -> usize {
        1 + self.default_left.len() + self.default_right.len() + self.same.len()
    }
}

/// Trees as masks, one after the other in memory: a page's blocks pass through all of them in order.
#[derive(Clone)]
pub struct Forest<M> {
    splits: Vec<Split<M>>,
    /// Splits on features that are the same in all rows, and whether a missing feature goes left.
    same: Vec<(Split<M>, bool)>,
    values: Vec<f32>,
}

impl<M> Default for Forest<M> {
    fn default() -> Self {
        Self { splits: Vec::new(), same: Vec::new(), values: Vec::new() }
    }
}

impl<M: Mask> Forest<M> {
    /// Appends the tree that the nodes `start..stop` describe.
    pub fn plant(&mut self, arrays: Arrays<'_>, start: usize, stop: usize) -> Masked {
        let leaves_before = |node: usize| arrays.feature[start..node].iter().filter(|&&f| f == LEAF).count();
        let nodes = (start..stop).filter(|&node| arrays.feature[node] != LEAF).map(|node| {
            let first = leaves_before(node);
            let right = M::without(first, leaves_before(arrays.right[node] as usize) - first);
            let split = Split { threshold: arrays.value[node], feature: arrays.feature[node] as u32, right };
            (split, arrays.is_default_left[node])
        });
        let values = (start..stop).filter(|&node| arrays.feature[node] == LEAF).map(|node| arrays.value[node]);
        self.push(nodes.collect(), values, usize::MAX)
    }

    /// Appends a tree of another forest with its features renumbered by `places`; features from `n_columns` on are the
    /// same in all rows.
    pub fn replant(&mut self, (forest, tree): (&Self, &Masked), places: &[u32], n_columns: usize) -> Masked {
        let place =
            |(split, is_left): (Split<M>, bool)| (Split { feature: places[split.feature as usize], ..split }, is_left);
        let values = forest.values[tree.first_value..][..tree.n_leaves()].iter().copied();
        self.push(forest.all(tree).map(place).collect(), values, n_columns)
    }

    fn push(&mut self, nodes: Vec<(Split<M>, bool)>, values: impl Iterator<Item = f32>, n_columns: usize) -> Masked {
        let is_same = |split: &Split<M>| split.feature as usize >= n_columns;
        let first_value = self.values.len();
        self.values.extend(values);
        // Pads small trees, so that `few_values` can read a fixed number of values.
        self.values.resize(self.values.len().max(first_value + FEW_LEAVES), 0.0);
        let mut put = |is_default_left: bool| {
            let start = self.splits.len();
            let own = nodes.iter().filter(|(split, is_left)| *is_left == is_default_left && !is_same(split));
            self.splits.extend(own.map(|(split, _)| *split));
            start..self.splits.len()
        };
        let (default_left, default_right) = (put(true), put(false));
        let start = self.same.len();
        self.same.extend(nodes.iter().filter(|(split, _)| is_same(split)));
        Masked { default_left, default_right, same: start..self.same.len(), first_value }
    }

    fn all(&self, tree: &Masked) -> impl Iterator<Item = (Split<M>, bool)> {
        let left = self.splits[tree.default_left.clone()].iter().map(|&split| (split, true));
        let right = self.splits[tree.default_right.clone()].iter().map(|&split| (split, false));
        left.chain(right).chain(self.same[tree.same.clone()].iter().copied())
    }

    #[cfg(target_arch = "x86_64")]
    /// Splits that send a missing feature left, and those that send it right.
    pub fn splits_of(&self, tree: &Masked) -> [&[Split<M>]; 2] {
        [&self.splits[tree.default_left.clone()], &self.splits[tree.default_right.clone()]]
    }

    #[cfg(target_arch = "x86_64")]
    /// The values of the leaves, at most `FEW_LEAVES`, padded with zeros.
    pub fn few_values(&self, tree: &Masked) -> &Lanes {
        self.values[tree.first_value..].first_chunk().expect("room for few leaves")
    }

    /// The features that the nodes of a tree compare.
    pub fn features(&self, tree: &Masked) -> impl Iterator<Item = usize> {
        self.all(tree).map(|(split, _)| split.feature as usize)
    }

    /// The leaves that are possible as far as `same` decides, the numbers from feature `n_columns` on.
    pub fn start(&self, tree: &Masked, same: &[f32], n_columns: usize) -> M {
        self.same[tree.same.clone()].iter().fold(M::ALL, |possible, &(split, is_default_left)| {
            let feature = same[split.feature as usize - n_columns];
            let is_left = feature < split.threshold || (is_default_left && feature.is_nan());
            possible & if is_left { M::ALL } else { split.right }
        })
    }

    /// The value of the first possible leaf.
    pub fn leaf_of(&self, tree: &Masked, possible: M) -> f32 {
        self.values[tree.first_value + possible.lowest()]
    }

    #[expect(clippy::neg_cmp_op_on_partial_ord, reason = "NaN must go left there, without a second comparison")]
    #[inline(always)]
    pub fn add(&self, tree: &Masked, columns: &[Lanes], start: M, scores: &mut [f32]) {
        let mut possible = [start; LANES];
        for split in &self.splits[tree.default_left.clone()] {
            // "Not greater or equal" is true for a smaller and for a missing value.
            strike_out(&mut possible, split, columns, |feature| !(feature >= split.threshold));
        }
        for split in &self.splits[tree.default_right.clone()] {
            strike_out(&mut possible, split, columns, |feature| feature < split.threshold);
        }
        let values = &self.values[tree.first_value..];
        for (score, mask) in scores.iter_mut().zip(possible) {
            *score += values[mask.lowest()];
        }
    }
}

#[inline(always)]
fn strike_out<M: Mask>(possible: &mut [M; LANES], split: &Split<M>, columns: &[Lanes], is_left: impl Fn(f32) -> bool) {
    for (mask, &feature) in possible.iter_mut().zip(&columns[split.feature as usize]) {
        *mask = *mask & if is_left(feature) { M::ALL } else { split.right };
    }
}
