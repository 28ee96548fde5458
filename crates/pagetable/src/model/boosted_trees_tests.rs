//! The evaluator against its naive twin, and arrays that are not trees.

use proptest::prelude::*;

use super::*;

#[derive(Clone, Debug)]
enum Tree {
    Leaf(f32),
    Node { feature: i32, threshold: f32, is_default_left: bool, left: Box<Tree>, right: Box<Tree> },
}

impl Tree {
    /// The naive twin: one row, one recursion.
    fn value(&self, row: &[f32]) -> f32 {
        match self {
            Tree::Leaf(value) => *value,
            Tree::Node { feature, threshold, is_default_left, left, right } => {
                let x = row[*feature as usize];
                let is_left = if x.is_nan() { *is_default_left } else { x < *threshold };
                if is_left { left.value(row) } else { right.value(row) }
            }
        }
    }

    fn push(&self, flat: &mut Flat) {
        let node = flat.feature.len();
        let (feature, value, is_default_left) = match self {
            Tree::Leaf(value) => (LEAF, *value, false),
            Tree::Node { feature, threshold, is_default_left, .. } => (*feature, *threshold, *is_default_left),
        };
        flat.feature.push(feature);
        flat.value.push(value);
        flat.right.push(node as i32);
        flat.is_default_left.push(is_default_left);
        if let Tree::Node { left, right, .. } = self {
            left.push(flat);
            flat.right[node] = flat.feature.len() as i32;
            right.push(flat);
        }
    }
}

#[derive(Default)]
struct Flat {
    feature: Vec<i32>,
    value: Vec<f32>,
    right: Vec<i32>,
    is_default_left: Vec<bool>,
    first: Vec<i32>,
}

impl Flat {
    fn of(trees: &[Tree]) -> Self {
        let mut flat = Flat::default();
        for tree in trees {
            flat.first.push(flat.feature.len() as i32);
            tree.push(&mut flat);
        }
        flat
    }

    fn arrays(&self) -> Arrays<'_> {
        Arrays {
            feature: &self.feature,
            value: &self.value,
            right: &self.right,
            is_default_left: &self.is_default_left,
            first: &self.first,
        }
    }
}

fn stump() -> Flat {
    let (left, right) = (Box::new(Tree::Leaf(1.0)), Box::new(Tree::Leaf(2.0)));
    Flat::of(&[Tree::Node { feature: 0, threshold: 0.5, is_default_left: true, left, right }])
}

#[test]
fn a_feature_at_the_threshold_goes_right_and_a_missing_one_where_the_node_says() {
    let trees = Trees::new(stump().arrays(), 1).unwrap();
    assert_eq!(trees.scores(&[0.4, 0.5, f32::NAN, f32::NEG_INFINITY], 10.0), [11.0, 12.0, 11.0, 11.0]);
    assert_eq!(trees.scores(&[], 10.0), []);
}

#[test]
fn no_trees_give_the_base() {
    let trees = Trees::new(Flat::default().arrays(), 2).unwrap();
    assert_eq!(trees.scores(&[1.0, 2.0, 3.0, 4.0, 5.0], 0.25), [0.25, 0.25]);
}

#[test]
fn arrays_that_are_no_trees_are_named() {
    let is_malformed = |change: fn(&mut Flat)| {
        let mut flat = stump();
        change(&mut flat);
        Trees::new(flat.arrays(), 1).err().expect("an error")
    };
    let child = |right| Malformed::Child { node: 0, right, expected: 2 };
    assert_eq!(is_malformed(|flat| flat.right[0] = 0), child(0));
    assert_eq!(is_malformed(|flat| flat.right[0] = -7), child(-7));
    assert_eq!(is_malformed(|flat| flat.right[0] = 3), child(3));
    assert_eq!(is_malformed(|flat| flat.feature[0] = 1), Malformed::Feature { node: 0, feature: 1, n_features: 1 });
    assert_eq!(is_malformed(|flat| flat.feature[0] = -2), Malformed::Feature { node: 0, feature: -2, n_features: 1 });
    assert_eq!(is_malformed(|flat| flat.feature[2] = 0), Malformed::Child { node: 2, right: 2, expected: 3 });
    assert_eq!(is_malformed(|flat| flat.first[0] = 1), Malformed::Root { tree: 0, first: 1, nodes: 3 });
    assert_eq!(is_malformed(|flat| flat.first[0] = -1), Malformed::Root { tree: 0, first: -1, nodes: 3 });
    assert_eq!(is_malformed(|flat| flat.first.push(0)), Malformed::Root { tree: 0, first: 0, nodes: 3 });
    assert_eq!(is_malformed(|flat| flat.first.clear()), Malformed::Root { tree: 0, first: -1, nodes: 3 });
    assert_eq!(is_malformed(|flat| flat.feature[0] = LEAF), Malformed::End { tree: 0, end: 1, stop: 3 });
    let is_inner = |flat: &mut Flat| (flat.feature[1], flat.right[1]) = (0, 2);
    assert_eq!(is_malformed(is_inner), Malformed::Child { node: 1, right: 2, expected: 3 });
    assert_eq!(is_malformed(|flat| flat.value[0] = f32::NAN), Malformed::Threshold { node: 0 });
    let lengths = Malformed::Lengths { nodes: 3, column: "value", found: 2 };
    assert_eq!(is_malformed(|flat| flat.value.truncate(2)), lengths);
    assert_eq!(lengths.to_string(), "2 rows in value, 3 nodes");
}

const N_FEATURES: usize = 5;

/// A tree with `n_leaves` leaves that parts the numbers one by one: to the right, or to the left.
fn comb(n_leaves: usize, is_right: bool) -> Tree {
    let mut tree = Tree::Leaf(0.5);
    for number in 1..n_leaves {
        let (leaf, inner) = (Box::new(Tree::Leaf(number as f32)), Box::new(tree));
        let (left, right) = if is_right { (leaf, inner) } else { (inner, leaf) };
        let threshold = if is_right { -(number as f32) } else { number as f32 };
        tree = Tree::Node { feature: 0, threshold, is_default_left: is_right, left, right };
    }
    tree
}

#[test]
fn trees_of_every_size_give_what_the_naive_walk_gives() {
    let features: Vec<f32> = (-70..70).map(|number| number as f32).chain([f32::NAN]).collect();
    let sizes: &[usize] = if cfg!(miri) { &[1, 2, 32, 33, 65] } else { &[1, 2, 31, 32, 33, 63, 64, 65, 100] };
    for &n_leaves in sizes {
        let trees = [comb(n_leaves, true), comb(n_leaves, false)];
        let fast = Trees::new(Flat::of(&trees).arrays(), 1).unwrap().scores(&features, 0.0);
        let naive: Vec<f32> = features.iter().map(|&x| trees[0].value(&[x]) + trees[1].value(&[x])).collect();
        assert_eq!(fast, naive, "{n_leaves} leaves");
    }
}

fn number() -> impl Strategy<Value = f32> {
    // Few numbers, so that features often equal a threshold.
    prop_oneof![8 => (-4i8..4).prop_map(f32::from), 1 => Just(f32::NAN), 1 => any::<f32>()]
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = (-100i8..100).prop_map(|value| Tree::Leaf(f32::from(value) / 8.0));
    // Miri takes minutes for large trees.
    let (depth, n_nodes) = if cfg!(miri) { (3, 8) } else { (10, 160) };
    leaf.prop_recursive(depth, n_nodes, 2, |inner| {
        (0..N_FEATURES as i32, -4i8..4, any::<bool>(), inner.clone(), inner).prop_map(|parts| {
            let (feature, threshold, is_default_left, left, right) = parts;
            let (left, right) = (Box::new(left), Box::new(right));
            Tree::Node { feature, threshold: f32::from(threshold), is_default_left, left, right }
        })
    })
}

proptest! {
    #[test]
    fn the_fast_walk_gives_what_the_naive_one_gives(
        trees in prop::collection::vec(tree(), 0..6),
        features in prop::collection::vec(number(), 0..if cfg!(miri) { 60 } else { 900 }),
    ) {
        let fast = Trees::new(Flat::of(&trees).arrays(), N_FEATURES).unwrap().scores(&features, 0.5);
        let rows = features.chunks_exact(N_FEATURES);
        let naive: Vec<f32> =
            rows.map(|row| trees.iter().fold(0.5, |sum, tree| sum + tree.value(row))).collect();
        prop_assert_eq!(fast, naive);
    }

    #[test]
    fn features_in_other_places_give_the_same(
        trees in prop::collection::vec(tree(), 0..6),
        numbers in prop::collection::vec(number(), N_FEATURES),
        n_rows in 1usize..40,
        n_same in 0..=N_FEATURES,
    ) {
        let n_columns = N_FEATURES - n_same;
        // The last features come first, and those that come last are the same in all rows.
        let places: Vec<u32> = (0..N_FEATURES as u32).rev().collect();
        let placed = Trees::new(Flat::of(&trees).arrays(), N_FEATURES).unwrap().placed(&places, n_columns, n_same);
        let value = |place: usize, row: usize| numbers[place] + if place < n_columns { row as f32 / 4.0 } else { 0.0 };
        let columns: Vec<f32> = (0..n_columns).flat_map(|place| (0..n_rows).map(move |row| value(place, row))).collect();
        let found = placed.scores_by_column(&columns, &numbers[n_columns..], n_rows, 0.5);
        let naive: Vec<f32> = (0..n_rows)
            .map(|row| {
                let features: Vec<f32> = (0..N_FEATURES).rev().map(|place| value(place, row)).collect();
                trees.iter().fold(0.5, |sum, tree| sum + tree.value(&features))
            })
            .collect();
        prop_assert_eq!(found, naive);
    }

    #[test]
    fn a_row_of_numbers_of_the_page_has_the_score_of_any_other_row(
        trees in prop::collection::vec(tree(), 0..6),
        numbers in prop::collection::vec(number(), N_FEATURES),
    ) {
        let places: Vec<u32> = (0..N_FEATURES as u32).collect();
        let placed = Trees::new(Flat::of(&trees).arrays(), N_FEATURES).unwrap().placed(&places, 0, N_FEATURES);
        let naive = trees.iter().fold(0.5, |sum, tree| sum + tree.value(&numbers));
        prop_assert_eq!(placed.score_of_same(&numbers, 0.5), naive);
    }

    #[test]
    fn no_arrays_panic(
        feature in prop::collection::vec(-2i32..4, 0..12),
        right in prop::collection::vec(-2i32..14, 0..12),
        first in prop::collection::vec(-2i32..14, 0..4),
        n_features in 0usize..4,
    ) {
        let value: Vec<f32> = feature.iter().map(|&number| number as f32).collect();
        let is_default_left = vec![true; feature.len()];
        let right: Vec<i32> = right.into_iter().chain(std::iter::repeat(5)).take(feature.len()).collect();
        let arrays = Arrays { feature: &feature, value: &value, right: &right, is_default_left: &is_default_left, first: &first };
        if let Ok(trees) = Trees::new(arrays, n_features) {
            trees.scores(&[0.0, 1.0, f32::NAN, 3.0, 1.5, 2.5, 0.5], 0.0);
        }
    }
}
