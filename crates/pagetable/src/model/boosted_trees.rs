//! Boosted trees in flat arrays -> one score per row.
//!
//! A tree is a piece of the arrays, written depth first: a node's left child is the node after it, its
//! right child the one after the left child's subtree. A row goes left where its feature is below the
//! threshold, and where the feature is missing (NaN) the node decides. The leaves' values are
//! added up in the order of the trees, in 32 bits, so that the sums are those of the library that grew
//! them.
//!
//! How they are evaluated is in `masked_trees`; trees of more than 64 leaves are walked.
//!
//! Everything is checked once, when the trees are made.

use std::fmt;

use crate::model::masked_trees::{Forest, LANES, Lanes, Masked};
#[cfg(target_arch = "x86_64")]
use crate::model::{masked_trees::FEW_LEAVES, vector_trees};

/// The feature of a leaf in the arrays.
pub const LEAF: i32 = -1;

/// Trees as a model file has them. `first` has the place of each tree's root.
#[derive(Clone, Copy, Debug)]
pub struct Arrays<'a> {
    /// The feature that a node compares; `LEAF` for a leaf.
    pub feature: &'a [i32],
    /// A node's threshold, a leaf's value.
    pub value: &'a [f32],
    /// The right child; the left one is the next node.
    pub right: &'a [i32],
    /// Whether a missing value goes to the left.
    pub is_default_left: &'a [bool],
    /// The root of each tree.
    pub first: &'a [i32],
}

/// What is wrong with the arrays.
#[derive(Clone, Debug, PartialEq)]
pub enum Malformed {
    /// An array has another length than the others.
    Lengths {
        /// The number of nodes.
        nodes: usize,
        /// The array that is too short or too long.
        column: &'static str,
        /// Its length.
        found: usize,
    },
    /// A tree begins before the end of the one before it, or after the last node.
    Root {
        /// The number of the tree.
        tree: usize,
        /// Where it begins.
        first: i32,
        /// The number of nodes.
        nodes: usize,
    },
    /// A right child is not where the left subtree stops.
    Child {
        /// The parent.
        node: usize,
        /// Its right child.
        right: i32,
        /// Where the right child has to be.
        expected: usize,
    },
    /// A tree does not stop where the next one begins.
    End {
        /// The number of the tree.
        tree: usize,
        /// Where its last leaf is.
        end: usize,
        /// Where the next tree begins.
        stop: usize,
    },
    /// A threshold or value is not a number.
    Threshold {
        /// The node that has it.
        node: usize,
    },
    /// A node reads a feature that there is not.
    Feature {
        /// The node.
        node: usize,
        /// The feature it reads.
        feature: i32,
        /// The number of features.
        n_features: usize,
    },
    /// More nodes or features than the compact form can number.
    TooMany {
        /// How many there are.
        count: usize,
    },
}

impl fmt::Display for Malformed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lengths { nodes, column, found } => write!(out, "{found} rows in {column}, {nodes} nodes"),
            Self::Root { tree, first, nodes } => {
                write!(out, "tree {tree} begins at {first}: not after the one before it, or not among {nodes} nodes")
            }
            Self::Child { node, right, expected } => {
                write!(out, "the right child of node {node} is {right}, its left one's subtree stops at {expected}")
            }
            Self::End { tree, end, stop } => write!(out, "tree {tree} stops at {end}, the next one begins at {stop}"),
            Self::Threshold { node } => write!(out, "the threshold of node {node} is not a number"),
            Self::Feature { node, feature, n_features } => {
                write!(out, "node {node} reads feature {feature} of {n_features}")
            }
            Self::TooMany { count } => write!(out, "{count} nodes or features are too many"),
        }
    }
}

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
}

impl Trees {
    /// The trees in the form that is evaluated; an error if the arrays do not describe trees.
    pub fn new(arrays: Arrays<'_>, n_features: usize) -> Result<Self, Malformed> {
        let n_nodes = arrays.feature.len();
        check_sizes(arrays, n_features)?;
        let mut trees = Self::none(n_features);
        let mut start = 0;
        for (tree, &first) in arrays.first.iter().enumerate() {
            // Together the trees must be all the nodes, in order.
            let stop = arrays.first.get(tree + 1).map_or(n_nodes as i64, |&next| i64::from(next));
            if i64::from(first) != start as i64 || stop <= start as i64 || stop > n_nodes as i64 {
                return Err(Malformed::Root { tree, first, nodes: n_nodes });
            }
            let end = check_tree(arrays, start, stop as usize, n_features)?;
            if end != stop as usize {
                return Err(Malformed::End { tree, end, stop: stop as usize });
            }
            trees.plant(arrays, start, end);
            start = end;
        }
        match start == n_nodes {
            true => Ok(trees),
            false => Err(Malformed::Root { tree: 0, first: -1, nodes: n_nodes }),
        }
    }

    fn none(n_features: usize) -> Self {
        Self { trees: Vec::new(), small: Forest::default(), medium: Forest::default(), n_features }
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
        let mut asked = vec![false; self.n_features];
        for tree in &self.trees {
            match tree {
                Tree::Small(tree) => self.small.features(tree).for_each(|feature| asked[feature] = true),
                Tree::Medium(tree) => self.medium.features(tree).for_each(|feature| asked[feature] = true),
                Tree::Large(nodes) => {
                    let features = nodes.iter().filter(|node| node.feature != LEAF);
                    features.for_each(|node| asked[node.feature as usize] = true);
                }
            }
        }
        asked
    }

    /// The same trees for features in other places: first `n_columns` with a value per row, then `n_same` that are
    /// the same in all rows. Every feature that the trees read must have a place.
    pub fn placed(&self, places: &[u32], n_columns: usize, n_same: usize) -> Trees {
        self.some(&self.trees, places, (n_columns, n_same))
    }

    /// The first so many trees, and the rest.
    pub fn split_at(&self, n_trees: usize) -> (Trees, Trees) {
        let (one, two) = self.trees.split_at(n_trees.min(self.trees.len()));
        let places: Vec<u32> = (0..self.n_features as u32).collect();
        (self.some(one, &places, (self.n_features, 0)), self.some(two, &places, (self.n_features, 0)))
    }

    /// Some of the trees, for features in other places.
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
        self.by_column((features, same), n_rows, base, |columns, starts, scores| self.add(columns, starts, scores))
    }

    /// `scores_by_column` on processors with AVX2, where it takes less time.
    ///
    /// # Safety
    /// The processor must have AVX2.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    pub fn scores_by_column_avx2(&self, features: &[f32], same: &[f32], n_rows: usize, base: f32) -> Vec<f32> {
        self.by_column((features, same), n_rows, base, |columns, starts, scores| self.add_avx2(columns, starts, scores))
    }

    #[inline(always)]
    fn by_column(
        &self,
        (features, same): (&[f32], &[f32]),
        n_rows: usize,
        base: f32,
        add: impl Fn(&[Lanes], &[u64], &mut [f32]),
    ) -> Vec<f32> {
        let mut scores = vec![base; n_rows];
        let n_columns = self.n_features - same.len();
        let mut columns = vec![[0.0; LANES]; self.n_features.max(1)];
        columns[n_columns..].iter_mut().zip(same).for_each(|(column, &value)| column.fill(value));
        let starts = self.starts(same, n_columns);
        for (chunk, scores) in scores.chunks_mut(LANES).enumerate() {
            for (column, values) in columns[..n_columns].iter_mut().zip(features.chunks_exact(n_rows.max(1))) {
                column[..scores.len()].copy_from_slice(&values[chunk * LANES..][..scores.len()]);
            }
            add(&columns, &starts, scores);
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
            self.add_one(tree, columns, start, scores);
        }
    }

    #[inline(always)]
    fn add_one(&self, tree: &Tree, columns: &[Lanes], start: u64, scores: &mut [f32]) {
        match tree {
            Tree::Small(tree) => self.small.add(tree, columns, start as u32, scores),
            Tree::Medium(tree) => self.medium.add(tree, columns, start, scores),
            Tree::Large(nodes) => add_by_walking(nodes, columns, scores),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn add_avx2(&self, columns: &[Lanes], starts: &[u64], scores: &mut [f32]) {
        let mut lanes = [0.0; LANES];
        lanes[..scores.len()].copy_from_slice(scores);
        let mut rows = vector_trees::load(&lanes);
        for (tree, &start) in self.trees.iter().zip(starts) {
            match tree {
                Tree::Small(tree) if tree.n_leaves() <= FEW_LEAVES => {
                    rows = vector_trees::add(&self.small, tree, (columns, start as u32), rows);
                }
                _ => {
                    lanes = vector_trees::store(rows);
                    self.add_one(tree, columns, start, &mut lanes);
                    rows = vector_trees::load(&lanes);
                }
            }
        }
        scores.copy_from_slice(&vector_trees::store(rows)[..scores.len()]);
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

fn check_sizes(arrays: Arrays<'_>, n_features: usize) -> Result<(), Malformed> {
    let nodes = arrays.feature.len();
    let columns =
        [("value", arrays.value.len()), ("right", arrays.right.len()), ("default", arrays.is_default_left.len())];
    for (column, found) in columns {
        if found != nodes {
            return Err(Malformed::Lengths { nodes, column, found });
        }
    }
    match nodes.max(n_features) {
        count if count >= i32::MAX as usize => Err(Malformed::TooMany { count }),
        _ => Ok(()),
    }
}

/// Where the tree that begins at `start` ends, if every node before `stop` is one that can be.
fn check_tree(arrays: Arrays<'_>, start: usize, stop: usize, n_features: usize) -> Result<usize, Malformed> {
    // From the back, so that the ends of both children are known when their parent is looked at.
    let mut ends = vec![0; stop - start];
    for node in (start..stop).rev() {
        let feature = arrays.feature[node];
        if feature == LEAF {
            ends[node - start] = node + 1;
            continue;
        }
        if feature < 0 || feature as usize >= n_features {
            return Err(Malformed::Feature { node, feature, n_features });
        }
        if arrays.value[node].is_nan() {
            return Err(Malformed::Threshold { node });
        }
        let expected = ends.get(node + 1 - start).copied().unwrap_or(stop);
        let right = arrays.right[node];
        if i64::from(right) != expected as i64 || expected >= stop {
            return Err(Malformed::Child { node, right, expected });
        }
        ends[node - start] = ends[expected - start];
    }
    Ok(ends[0])
}

#[cfg(test)]
#[path = "boosted_trees_tests.rs"]
mod tests;
