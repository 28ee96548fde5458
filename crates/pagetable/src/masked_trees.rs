//! Trees of up to 64 leaves, evaluated without walking.
//!
//! A row that goes right at a node can't end in the leaves to the left of it; so every node has a mask that strikes
//! those out, all nodes are asked, sixteen rows at a time, and the first leaf that is not struck out is the one
//! (Lucchese et al., "QuickScorer", 2015). That is more comparisons than a walk needs, but no step waits for another,
//! nothing has to be guessed, and the compiler makes vectors of it. Nodes that ask for a number of the whole page are
//! asked once for all rows.

use std::ops::{BitAnd, BitOr};

use crate::trees::{Arrays, LEAF};

/// Rows at a time.
pub const LANES: usize = 16;
pub type Lanes = [f32; LANES];

/// The leaves that are still possible: a bit each, the leftmost leaf the lowest.
pub trait Mask: Copy + BitAnd<Output = Self> + BitOr<Output = Self> {
    const ALL: Self;
    /// All bits if it is true, none if not.
    fn all_if(condition: bool) -> Self;
    /// All bits but `count` from `first` on.
    fn without(first: usize, count: usize) -> Self;
    fn lowest(self) -> usize;
}

macro_rules! mask {
    ($($integer:ty),*) => {$(
        impl Mask for $integer {
            const ALL: Self = <$integer>::MAX;
            #[inline(always)]
            fn all_if(condition: bool) -> Self {
                <$integer>::from(condition).wrapping_neg()
            }
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
struct Split<M> {
    threshold: f32,
    feature: u32,
    /// What is left when a row goes right.
    right: M,
}

/// A tree as masks; nodes that send a missing feature left stand apart, and those that ask for what is the same in all
/// rows, with whether they send it left if it is missing.
#[derive(Clone)]
pub struct Masked<M> {
    default_left: Vec<Split<M>>,
    default_right: Vec<Split<M>>,
    same: Vec<(Split<M>, bool)>,
    values: Vec<f32>,
}

impl<M: Mask> Masked<M> {
    pub fn new(arrays: Arrays<'_>, start: usize, stop: usize) -> Self {
        let leaves_before = |node: usize| arrays.feature[start..node].iter().filter(|&&f| f == LEAF).count();
        let mut tree =
            Self { default_left: Vec::new(), default_right: Vec::new(), same: Vec::new(), values: Vec::new() };
        for node in start..stop {
            let feature = arrays.feature[node];
            if feature == LEAF {
                tree.values.push(arrays.value[node]);
                continue;
            }
            let first = leaves_before(node);
            let right = M::without(first, leaves_before(arrays.right[node] as usize) - first);
            let split = Split { threshold: arrays.value[node], feature: feature as u32, right };
            let splits = if arrays.is_default_left[node] { &mut tree.default_left } else { &mut tree.default_right };
            splits.push(split);
        }
        tree
    }

    /// The features that the nodes ask for.
    pub fn features(&self) -> impl Iterator<Item = usize> {
        let same = self.same.iter().map(|(split, _)| split);
        self.default_left.iter().chain(&self.default_right).chain(same).map(|split| split.feature as usize)
    }

    /// The same tree for features in other places, those from `n_columns` on the same in all rows.
    pub fn placed(&self, places: &[u32], n_columns: usize) -> Self {
        let mut tree = Self { default_left: Vec::new(), default_right: Vec::new(), same: Vec::new(), ..self.clone() };
        let left = self.default_left.iter().map(|&split| (split, true));
        let right = self.default_right.iter().map(|&split| (split, false));
        for (split, is_default_left) in left.chain(right).chain(self.same.iter().copied()) {
            let split = Split { feature: places[split.feature as usize], ..split };
            match (split.feature as usize >= n_columns, is_default_left) {
                (true, _) => tree.same.push((split, is_default_left)),
                (false, true) => tree.default_left.push(split),
                (false, false) => tree.default_right.push(split),
            }
        }
        tree
    }

    /// The leaves that are possible as far as `same` decides, the numbers from feature `n_columns` on.
    pub fn start(&self, same: &[f32], n_columns: usize) -> M {
        self.same.iter().fold(M::ALL, |possible, &(split, is_default_left)| {
            let feature = same[split.feature as usize - n_columns];
            let is_left = feature < split.threshold || (is_default_left && feature.is_nan());
            possible & (M::all_if(is_left) | split.right)
        })
    }

    #[expect(clippy::neg_cmp_op_on_partial_ord, reason = "NaN must go left there, without a second comparison")]
    #[inline(always)]
    pub fn add(&self, columns: &[Lanes], start: M, scores: &mut [f32]) {
        let mut possible = [start; LANES];
        for split in &self.default_left {
            // Not at least is below or missing.
            strike_out(&mut possible, split, columns, |feature| !(feature >= split.threshold));
        }
        for split in &self.default_right {
            strike_out(&mut possible, split, columns, |feature| feature < split.threshold);
        }
        for (score, mask) in scores.iter_mut().zip(possible) {
            *score += self.values[mask.lowest()];
        }
    }
}

#[inline(always)]
fn strike_out<M: Mask>(possible: &mut [M; LANES], split: &Split<M>, columns: &[Lanes], is_left: impl Fn(f32) -> bool) {
    for (mask, &feature) in possible.iter_mut().zip(&columns[split.feature as usize]) {
        *mask = *mask & (M::all_if(is_left(feature)) | split.right);
    }
}
