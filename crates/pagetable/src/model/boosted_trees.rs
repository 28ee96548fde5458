//! Boosted trees -> one score per row.
//!
//! A row goes left where its feature is below a node's threshold; where the feature is missing (NaN), the node decides.
//! The leaves' values are added up in the order of the trees, in 32 bits, so that the sums are those of the library that
//! grew them.
//!
//! Trees of up to 64 leaves are evaluated as `masked_trees` describes; larger ones are walked. `tree_arrays` checks the
//! arrays that the trees are made from.

use crate::model::masked_trees::{Forest, LANES, Lanes, Masked};
use crate::model::tree_arrays::{Arrays, LEAF, Malformed};
#[cfg(target_arch = "x86_64")]
use {crate::model::vector_trees::VectorTrees, std::sync::OnceLock};

#[derive(Clone, Copy)]
struct Node {
    feature: i32,
    value: f32,
    right: u32,
    is_default_left: bool,
}

#[derive(Clone)]
enum Tree {
    /// Up to 32 leaves.
    Small(Masked),
    /// Up to 64.
    Medium(Masked),
    Large(Vec<Node>),
}

/// Trees that have been checked.
#[derive(Clone)]
pub struct Trees {
    trees: Vec<Tree>,
    small: Forest<u32>,
    medium: Forest<u64>,
    n_features: usize,
    /// The same trees in the form that AVX2 evaluates, made on first use; None if they have too many leaves for it.
    #[cfg(target_arch = "x86_64")]
    by_vectors: OnceLock<Option<VectorTrees>>,
}

impl Trees {
    /// The trees in the form that is evaluated; an error if the arrays do not describe trees.
    pub fn new(arrays: Arrays<'_>, n_features: usize) -> Result<Self, Malformed> {
        let mut trees = Self::none(n_features);
        for nodes in arrays.trees(n_features)? {
            trees.plant(arrays, nodes.start, nodes.end);
        }
        Ok(trees)
    }

    fn none(n_features: usize) -> Self {
        Self {
            trees: Vec::new(),
            small: Forest::default(),
            medium: Forest::default(),
            n_features,
            #[cfg(target_arch = "x86_64")]
            by_vectors: OnceLock::new(),
        }
    }

    fn plant(&mut self, arrays: Arrays<'_>, start: usize, stop: usize) {
        // A tree has one leaf more than it has other nodes.
        self.trees.push(match (stop - start).div_ceil(2) {
            0..=32 => Tree::Small(self.small.plant(arrays, start, stop)),
            33..=64 => Tree::Medium(self.medium.plant(arrays, start, stop)),
            _ => Tree::Large((start..stop).map(|node| node_of(arrays, node, start)).collect()),
        });
    }

    /// The number of features that the trees read from.
    pub fn n_features(&self) -> usize {
        self.n_features
    }

    /// Which of the features the trees read.
    pub fn features_read(&self) -> Vec<bool> {
        let mut is_read = vec![false; self.n_features];
        for tree in &self.trees {
            match tree {
                Tree::Small(tree) => self.small.features(tree).for_each(|feature| is_read[feature] = true),
                Tree::Medium(tree) => self.medium.features(tree).for_each(|feature| is_read[feature] = true),
                Tree::Large(nodes) => {
                    let features = nodes.iter().filter(|node| node.feature != LEAF);
                    features.for_each(|node| is_read[node.feature as usize] = true);
                }
            }
        }
        is_read
    }

    /// The same trees with their features renumbered by `places`: first `n_columns` with a value per row, then `n_same`
    /// that are the same in all rows. Every feature that the trees read must have a new number.
    pub fn placed(&self, places: &[u32], n_columns: usize, n_same: usize) -> Trees {
        self.some(&self.trees, places, (n_columns, n_same))
    }

    /// The first `n_trees` trees, and the rest.
    pub fn split_at(&self, n_trees: usize) -> (Trees, Trees) {
        let (one, two) = self.trees.split_at(n_trees.min(self.trees.len()));
        let places: Vec<u32> = (0..self.n_features as u32).collect();
        (self.some(one, &places, (self.n_features, 0)), self.some(two, &places, (self.n_features, 0)))
    }

    /// Some of the trees, with their features renumbered.
    fn some(&self, trees: &[Tree], places: &[u32], (n_columns, n_same): (usize, usize)) -> Trees {
        let mut found = Self::none(n_columns + n_same);
        for tree in trees {
            found.trees.push(match tree {
                Tree::Small(tree) => Tree::Small(found.small.replant((&self.small, tree), places, n_columns)),
                Tree::Medium(tree) => Tree::Medium(found.medium.replant((&self.medium, tree), places, n_columns)),
                Tree::Large(nodes) => Tree::Large(nodes.iter().map(|node| node.placed(places)).collect()),
            });
        }
        found
    }

    /// `base` plus the leaves of every row; `features` has the rows one after the other.
    ///
    /// Features left over that do not fill a row are ignored.
    pub fn scores(&self, features: &[f32], base: f32) -> Vec<f32> {
        let width = self.n_features.max(1);
        let mut scores = vec![base; features.len() / width];
        let mut columns = vec![[0.0; LANES]; width];
        let starts = self.starts(&[], width);
        for (rows, scores) in features.chunks(width * LANES).zip(scores.chunks_mut(LANES)) {
            for (lane, row) in rows.chunks_exact(width).enumerate() {
                for (column, &feature) in columns.iter_mut().zip(row) {
                    column[lane] = feature;
                }
            }
            self.add(&columns, &starts, scores);
        }
        scores
    }

    /// The same for `features` that have the columns one after the other, each of `n_rows`; `same` has the numbers
    /// that are the same in all rows.
    pub fn scores_by_column(&self, features: &[f32], same: &[f32], n_rows: usize, base: f32) -> Vec<f32> {
        self.by_column((features, same), n_rows, base)
    }

    /// `scores_by_column` on processors with AVX2, where it takes less time.
    ///
    /// # Safety
    /// The processor must have AVX2.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    pub fn scores_by_column_avx2(&self, features: &[f32], same: &[f32], n_rows: usize, base: f32) -> Vec<f32> {
        let n_columns = self.n_features - same.len();
        match self.by_vectors.get_or_init(|| self.to_vectors(n_columns)) {
            Some(trees) if trees.n_columns == n_columns => {
                trees.scores(features, n_rows, &self.starts(same, n_columns), base)
            }
            _ => self.by_column((features, same), n_rows, base),
        }
    }

    #[cfg(target_arch = "x86_64")]
    fn to_vectors(&self, n_columns: usize) -> Option<VectorTrees> {
        let small = self.trees.iter().map(|tree| if let Tree::Small(tree) = tree { Some(tree) } else { None });
        VectorTrees::of(&self.small, small, n_columns)
    }

    #[inline(always)]
    fn by_column(&self, (features, same): (&[f32], &[f32]), n_rows: usize, base: f32) -> Vec<f32> {
        let mut scores = vec![base; n_rows];
        let n_columns = self.n_features - same.len();
        let mut columns = vec![[0.0; LANES]; self.n_features.max(1)];
        columns[n_columns..].iter_mut().zip(same).for_each(|(column, &value)| column.fill(value));
        let starts = self.starts(same, n_columns);
        for (chunk, scores) in scores.chunks_mut(LANES).enumerate() {
            for (column, values) in columns[..n_columns].iter_mut().zip(features.chunks_exact(n_rows.max(1))) {
                column[..scores.len()].copy_from_slice(&values[chunk * LANES..][..scores.len()]);
            }
            self.add(&columns, &starts, scores);
        }
        scores
    }

    /// The score of one row, for trees that read only numbers that are the same in all rows.
    pub fn score_of_same(&self, same: &[f32], base: f32) -> f32 {
        let leaf = |tree: &Tree| match tree {
            Tree::Small(tree) => self.small.leaf_of(tree, self.small.start(tree, same, 0)),
            Tree::Medium(tree) => self.medium.leaf_of(tree, self.medium.start(tree, same, 0)),
            Tree::Large(nodes) => walk(nodes, |feature| same[feature]),
        };
        self.trees.iter().map(leaf).fold(base, |score, leaf| score + leaf)
    }

    /// For each tree the leaves that are possible, as far as numbers that are the same in all rows decide.
    fn starts(&self, same: &[f32], n_columns: usize) -> Vec<u64> {
        let start = |tree: &Tree| match tree {
            Tree::Small(tree) => u64::from(self.small.start(tree, same, n_columns)),
            Tree::Medium(tree) => self.medium.start(tree, same, n_columns),
            Tree::Large(_) => u64::MAX,
        };
        self.trees.iter().map(start).collect()
    }

    #[inline(always)]
    fn add(&self, columns: &[Lanes], starts: &[u64], scores: &mut [f32]) {
        for (tree, &start) in self.trees.iter().zip(starts) {
            match tree {
                Tree::Small(tree) => self.small.add(tree, columns, start as u32, scores),
                Tree::Medium(tree) => self.medium.add(tree, columns, start, scores),
                Tree::Large(nodes) => add_by_walking(nodes, columns, scores),
            }
        }
    }
}

fn add_by_walking(nodes: &[Node], columns: &[Lanes], scores: &mut [f32]) {
    for (lane, score) in scores.iter_mut().enumerate() {
        *score += walk(nodes, |feature| columns[feature][lane]);
    }
}

/// The leaf of a row.
fn walk(nodes: &[Node], feature_of: impl Fn(usize) -> f32) -> f32 {
    let mut place = 0;
    while nodes[place].feature != LEAF {
        let node = nodes[place];
        let feature = feature_of(node.feature as usize);
        let is_left = feature < node.value || (feature.is_nan() && node.is_default_left);
        place = if is_left { place + 1 } else { node.right as usize };
    }
    nodes[place].value
}

impl Node {
    fn placed(&self, places: &[u32]) -> Node {
        if self.feature == LEAF { *self } else { Node { feature: places[self.feature as usize] as i32, ..*self } }
    }
}

/// A node whose right child is counted from the root on.
fn node_of(arrays: Arrays<'_>, node: usize, start: usize) -> Node {
    Node {
        feature: arrays.feature[node],
        value: arrays.value[node],
        right: (arrays.right[node] as usize).saturating_sub(start) as u32,
        is_default_left: arrays.is_default_left[node],
    }
}

#[cfg(test)]
#[path = "boosted_trees_tests.rs"]
mod tests;
