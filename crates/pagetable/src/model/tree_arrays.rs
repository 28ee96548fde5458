//! Boosted trees as a model file has them, and the check that the arrays really describe trees.
//!
//! A tree is a slice of the arrays, written depth first: a node's left child is the node after it, its right child is
//! the one after the left child's subtree. The trees follow each other without gaps. Everything is checked once, before
//! the trees are evaluated, so that no model file can make the evaluation read outside the arrays or loop.

use std::fmt;
use std::ops::Range;

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

impl Arrays<'_> {
    /// The nodes of each tree; an error if the arrays do not describe trees over `n_features` features.
    pub fn trees(self, n_features: usize) -> Result<Vec<Range<usize>>, Malformed> {
        let n_nodes = self.feature.len();
        check_sizes(self, n_features)?;
        let mut trees = Vec::with_capacity(self.first.len());
        let mut start = 0;
        for (tree, &first) in self.first.iter().enumerate() {
            // Together the trees must be all the nodes, in order.
            let stop = self.first.get(tree + 1).map_or(n_nodes as i64, |&next| i64::from(next));
            if i64::from(first) != start as i64 || stop <= start as i64 || stop > n_nodes as i64 {
                return Err(Malformed::Root { tree, first, nodes: n_nodes });
            }
            let end = check_tree(self, start, stop as usize, n_features)?;
            if end != stop as usize {
                return Err(Malformed::End { tree, end, stop: stop as usize });
            }
            trees.push(start..end);
            start = end;
        }
        match start == n_nodes {
            true => Ok(trees),
            false => Err(Malformed::Root { tree: 0, first: -1, nodes: n_nodes }),
        }
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

/// Where the tree that begins at `start` ends; an error for the first impossible node before `stop`.
fn check_tree(arrays: Arrays<'_>, start: usize, stop: usize, n_features: usize) -> Result<usize, Malformed> {
    // Backwards, so that the ends of both children are known before their parent is checked.
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
    /// A node reads a feature with a number that is out of range.
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
