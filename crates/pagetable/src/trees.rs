//! Boosted trees in flat arrays -> a score a row.
//!
//! A tree is a piece of the arrays, written depth first: a node's left child is the node after it, its
//! right child the one after the left child's subtree. A row goes left where its feature is below the
//! threshold, and where the feature is missing (NaN) the node says which way. The leaves' values are
//! added up in the order of the trees, in 32 bits, so that the sums are those of the library that grew
//! them.
//!
//! The speed comes from not walking. A row that goes right at a node can't end in the leaves to the left
//! of it; so every node has a mask that strikes those out, all nodes are asked, sixteen rows at a time,
//! and the first leaf that is not struck out is the one (Lucchese et al., "QuickScorer", 2015). That is
//! more comparisons than a walk needs, but no step waits for another, nothing has to be guessed, and the
//! compiler makes vectors of it. Trees of more than 64 leaves are walked.
//!
//! Everything is checked once, when the trees are made.

use std::fmt;
use std::ops::{BitAnd, BitOr};

/// The feature of a leaf in the arrays.
pub const LEAF: i32 = -1;
/// Rows at a time.
const LANES: usize = 16;

/// Trees as a model file has them. `first` has the place of each tree's root.
#[derive(Clone, Copy, Debug)]
pub struct Arrays<'a> {
    pub feature: &'a [i32],
    /// A node's threshold, a leaf's value.
    pub value: &'a [f32],
    pub right: &'a [i32],
    pub is_default_left: &'a [bool],
    pub first: &'a [i32],
}

/// What is wrong with the arrays.
#[derive(Clone, Debug, PartialEq)]
pub enum Malformed {
    Lengths { nodes: usize, column: &'static str, found: usize },
    Root { tree: usize, first: i32, nodes: usize },
    Child { node: usize, right: i32, expected: usize },
    End { tree: usize, end: usize, stop: usize },
    Threshold { node: usize },
    Feature { node: usize, feature: i32, n_features: usize },
    TooMany { count: usize },
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
            Self::Threshold { node } => write!(out, "the threshold of node {node} is no number"),
            Self::Feature { node, feature, n_features } => {
                write!(out, "node {node} asks for feature {feature} of {n_features}")
            }
            Self::TooMany { count } => write!(out, "{count} nodes or features are too many"),
        }
    }
}

/// The leaves that are still possible: a bit each, the leftmost leaf the lowest.
trait Mask: Copy + BitAnd<Output = Self> + BitOr<Output = Self> {
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

/// A tree as masks; nodes that send a missing feature left stand apart.
struct Masked<M> {
    default_left: Vec<Split<M>>,
    default_right: Vec<Split<M>>,
    values: Vec<f32>,
}

#[derive(Clone, Copy)]
struct Node {
    feature: i32,
    value: f32,
    right: u32,
    is_default_left: bool,
}

enum Tree {
    Small(Masked<u32>),
    Medium(Masked<u64>),
    Large(Vec<Node>),
}

/// Trees that have been checked.
pub struct Trees {
    trees: Vec<Tree>,
    n_features: usize,
}

type Lanes = [f32; LANES];

impl Trees {
    pub fn new(arrays: Arrays<'_>, n_features: usize) -> Result<Self, Malformed> {
        let n_nodes = arrays.feature.len();
        check_sizes(arrays, n_features)?;
        let mut trees = Vec::with_capacity(arrays.first.len());
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
            trees.push(Tree::new(arrays, start, end));
            start = end;
        }
        match start == n_nodes {
            true => Ok(Self { trees, n_features }),
            false => Err(Malformed::Root { tree: 0, first: -1, nodes: n_nodes }),
        }
    }

    pub fn n_features(&self) -> usize {
        self.n_features
    }

    /// `base` plus the leaves of every row; `features` has the rows one after the other.
    ///
    /// Features left over that do not fill a row are ignored.
    pub fn scores(&self, features: &[f32], base: f32) -> Vec<f32> {
        let width = self.n_features.max(1);
        let mut scores = vec![base; features.len() / width];
        let mut columns = vec![[0.0; LANES]; width];
        for (rows, scores) in features.chunks(width * LANES).zip(scores.chunks_mut(LANES)) {
            for (lane, row) in rows.chunks_exact(width).enumerate() {
                for (column, &feature) in columns.iter_mut().zip(row) {
                    column[lane] = feature;
                }
            }
            self.add(&columns, scores);
        }
        scores
    }

    /// The same for `features` that have the columns one after the other, each of `n_rows`.
    #[inline(always)]
    pub fn scores_by_column(&self, features: &[f32], n_rows: usize, base: f32) -> Vec<f32> {
        let mut scores = vec![base; n_rows];
        let mut columns = vec![[0.0; LANES]; self.n_features.max(1)];
        for (chunk, scores) in scores.chunks_mut(LANES).enumerate() {
            for (column, values) in columns.iter_mut().zip(features.chunks_exact(n_rows.max(1))) {
                column[..scores.len()].copy_from_slice(&values[chunk * LANES..][..scores.len()]);
            }
            self.add(&columns, scores);
        }
        scores
    }

    /// `scores_by_column`, compiled for processors with AVX2, where it takes less time.
    ///
    /// # Safety
    /// The processor must have AVX2.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    pub fn scores_by_column_avx2(&self, features: &[f32], n_rows: usize, base: f32) -> Vec<f32> {
        self.scores_by_column(features, n_rows, base)
    }

    #[inline(always)]
    fn add(&self, columns: &[Lanes], scores: &mut [f32]) {
        for tree in &self.trees {
            match tree {
                Tree::Small(tree) => tree.add(columns, scores),
                Tree::Medium(tree) => tree.add(columns, scores),
                Tree::Large(nodes) => add_by_walking(nodes, columns, scores),
            }
        }
    }
}

impl Tree {
    fn new(arrays: Arrays<'_>, start: usize, stop: usize) -> Self {
        // A tree has one leaf more than it has other nodes.
        match (stop - start).div_ceil(2) {
            0..=32 => Tree::Small(Masked::new(arrays, start, stop)),
            33..=64 => Tree::Medium(Masked::new(arrays, start, stop)),
            _ => Tree::Large((start..stop).map(|node| node_of(arrays, node, start)).collect()),
        }
    }
}

impl<M: Mask> Masked<M> {
    fn new(arrays: Arrays<'_>, start: usize, stop: usize) -> Self {
        let leaves_before = |node: usize| arrays.feature[start..node].iter().filter(|&&f| f == LEAF).count();
        let mut tree = Self { default_left: Vec::new(), default_right: Vec::new(), values: Vec::new() };
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

    #[expect(clippy::neg_cmp_op_on_partial_ord, reason = "NaN must go left there, without a second comparison")]
    #[inline(always)]
    fn add(&self, columns: &[Lanes], scores: &mut [f32]) {
        let mut possible = [M::ALL; LANES];
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

fn add_by_walking(nodes: &[Node], columns: &[Lanes], scores: &mut [f32]) {
    for (lane, score) in scores.iter_mut().enumerate() {
        let mut place = 0;
        while nodes[place].feature != LEAF {
            let node = nodes[place];
            let feature = columns[node.feature as usize][lane];
            let is_left = feature < node.value || (feature.is_nan() && node.is_default_left);
            place = if is_left { place + 1 } else { node.right as usize };
        }
        *score += nodes[place].value;
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
#[path = "trees_tests.rs"]
mod tests;
