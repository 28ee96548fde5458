//! Boosted trees in flat arrays -> a score a row.
//!
//! A tree is a piece of the arrays, written depth first: a node's left child is the node after it, its
//! right child is named. A row goes left where its feature is below the threshold, and where the feature
//! is missing (NaN) the node says which way. The leaves' values are added up in the order of the trees,
//! in 32 bits, so that the sums are those of the library that grew them.
//!
//! The speed comes from walking eight rows down a tree at a time, so that no walk waits for another's
//! memory, and from steps without branches. For that the nodes are laid out anew, a node's two children
//! side by side: the next node is the left child plus one if the feature is not below the threshold. A
//! leaf is its own left child and has no threshold that anything could reach, so a walk that has arrived
//! stays. Everything is checked once, when the trees are made.

use std::fmt;

/// The feature of a leaf in the arrays.
pub const LEAF: i32 = -1;
/// Walks at a time: what fits into registers.
const LANES: usize = 8;
/// Rows that take turns on one tree: their features stay in the first cache.
const ROWS_AT_A_TIME: usize = 64;
const DEFAULT_RIGHT: u32 = 1 << 31;

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
    Child { node: usize, right: i32, stop: usize },
    Threshold { node: usize },
    Parents { tree: usize, reached: usize, nodes: usize },
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
            Self::Child { node, right, stop } => {
                write!(out, "the children of node {node} are {} and {right}, its tree stops at {stop}", node + 1)
            }
            Self::Threshold { node } => write!(out, "the threshold of node {node} is no number"),
            Self::Parents { tree, reached, nodes } => {
                write!(out, "{reached} ways lead to the {nodes} nodes of tree {tree}")
            }
            Self::Feature { node, feature, n_features } => {
                write!(out, "node {node} asks for feature {feature} of {n_features}")
            }
            Self::TooMany { count } => write!(out, "{count} nodes or features are too many"),
        }
    }
}

#[derive(Clone, Copy)]
struct Node {
    threshold: f32,
    /// The highest bit says that a missing feature goes right.
    feature: u32,
    /// The left child; the right one is next to it.
    child: u32,
}

/// Trees that have been checked.
pub struct Trees {
    nodes: Vec<Node>,
    /// The value of each node that is a leaf.
    values: Vec<f32>,
    roots: Vec<u32>,
    n_features: usize,
}

impl Trees {
    pub fn new(arrays: Arrays<'_>, n_features: usize) -> Result<Self, Malformed> {
        let n_nodes = arrays.feature.len();
        check_sizes(arrays, n_features)?;
        let (nodes, values) = (Vec::with_capacity(n_nodes), Vec::with_capacity(n_nodes));
        let mut trees = Self { nodes, values, roots: Vec::with_capacity(arrays.first.len()), n_features };
        for (tree, &first) in arrays.first.iter().enumerate() {
            // Together the trees must be all the nodes, in order.
            let stop = arrays.first.get(tree + 1).map_or(n_nodes as i64, |&next| i64::from(next));
            let start = trees.nodes.len();
            if i64::from(first) != start as i64 || stop <= start as i64 || stop > n_nodes as i64 {
                return Err(Malformed::Root { tree, first, nodes: n_nodes });
            }
            trees.push(arrays, tree, stop as usize)?;
        }
        match trees.nodes.len() == n_nodes {
            true => Ok(trees),
            false => Err(Malformed::Root { tree: 0, first: -1, nodes: n_nodes }),
        }
    }

    /// Lays out the tree that goes on to `stop`: level by level, children side by side.
    fn push(&mut self, arrays: Arrays<'_>, tree: usize, stop: usize) -> Result<(), Malformed> {
        let start = self.nodes.len();
        self.roots.push(start as u32);
        let mut order = vec![start];
        while let Some(&node) = order.get(self.nodes.len() - start) {
            let feature = arrays.feature[node];
            self.values.push(arrays.value[node]);
            if feature == LEAF {
                // No feature is as great as NaN: every row stays.
                self.nodes.push(Node { threshold: f32::NAN, feature: 0, child: self.nodes.len() as u32 });
                continue;
            }
            let right = check_node(arrays, node, stop, self.n_features)?;
            let default = if arrays.is_default_left[node] { 0 } else { DEFAULT_RIGHT };
            let child = (start + order.len()) as u32;
            self.nodes.push(Node { threshold: arrays.value[node], feature: feature as u32 | default, child });
            order.extend([node + 1, right]);
            // A node with two parents would make the walk through a small file endless.
            if order.len() > stop - start {
                return Err(Malformed::Parents { tree, reached: order.len(), nodes: stop - start });
            }
        }
        match order.len() == stop - start {
            true => Ok(()),
            false => Err(Malformed::Parents { tree, reached: order.len(), nodes: stop - start }),
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
        let groups = features.chunks(width * ROWS_AT_A_TIME).zip(scores.chunks_mut(ROWS_AT_A_TIME));
        for (features, scores) in groups {
            if features.iter().any(|feature| feature.is_nan()) {
                self.add::<true>(features, scores);
            } else {
                self.add::<false>(features, scores);
            }
        }
        scores
    }

    fn add<const HAS_NAN: bool>(&self, features: &[f32], scores: &mut [f32]) {
        let width = self.n_features.max(1);
        for &root in &self.roots {
            for (features, scores) in features.chunks(width * LANES).zip(scores.chunks_mut(LANES)) {
                let leaves = self.walk::<HAS_NAN>(root, features, scores.len());
                for (score, leaf) in scores.iter_mut().zip(leaves) {
                    *score += self.values[leaf as usize];
                }
            }
        }
    }

    /// The leaves that up to eight rows come to; lanes without a row of their own repeat the last one.
    #[inline(always)]
    fn walk<const HAS_NAN: bool>(&self, root: u32, features: &[f32], n_rows: usize) -> [u32; LANES] {
        let width = self.n_features.max(1);
        let rows: [usize; LANES] = std::array::from_fn(|lane| lane.min(n_rows - 1) * width);
        let mut at = [root; LANES];
        loop {
            let mut has_moved = 0;
            for (place, row) in at.iter_mut().zip(rows) {
                let node = self.nodes[*place as usize];
                let next = next::<HAS_NAN>(node, features[row + (node.feature & !DEFAULT_RIGHT) as usize]);
                has_moved |= next ^ *place;
                *place = next;
            }
            if has_moved == 0 {
                return at;
            }
        }
    }
}

/// Not below is not the same as at least where there is a NaN: a missing feature, or a leaf's threshold.
#[inline(always)]
fn next<const HAS_NAN: bool>(node: Node, feature: f32) -> u32 {
    let mut is_right = feature >= node.threshold;
    if HAS_NAN {
        is_right |= feature.is_nan() & (node.feature & DEFAULT_RIGHT != 0);
    }
    node.child + u32::from(is_right)
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

/// The right child of a node that is no leaf.
fn check_node(arrays: Arrays<'_>, node: usize, stop: usize, n_features: usize) -> Result<usize, Malformed> {
    let (feature, right) = (arrays.feature[node], arrays.right[node]);
    if feature < 0 || feature as usize >= n_features {
        return Err(Malformed::Feature { node, feature, n_features });
    }
    if arrays.value[node].is_nan() {
        return Err(Malformed::Threshold { node });
    }
    if node + 1 >= stop || i64::from(right) <= node as i64 || i64::from(right) >= stop as i64 {
        return Err(Malformed::Child { node, right, stop });
    }
    Ok(right as usize)
}

#[cfg(test)]
#[path = "trees_tests.rs"]
mod tests;
