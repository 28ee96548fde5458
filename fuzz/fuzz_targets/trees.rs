//! Any arrays -> an error, or trees whose scores by row and by column are those of a walk from each root.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pagetable::model::boosted_trees::Trees;
use pagetable::model::tree_arrays::{Arrays, LEAF};

/// Thresholds, leaves and features that are special to comparisons of floats.
const VALUES: [f32; 8] = [0.0, -0.0, 1.0, -1.5, f32::MIN_POSITIVE, f32::MAX, f32::INFINITY, f32::NAN];
const N_ROWS: usize = 5;
const BASE: f32 = 0.25;

#[derive(Default)]
struct Owned {
    feature: Vec<i32>,
    value: Vec<f32>,
    right: Vec<i32>,
    is_default_left: Vec<bool>,
    first: Vec<i32>,
}

fuzz_target!(|input: &[u8]| {
    let [n_features, damage, place, rest @ ..] = input else { return };
    let n_features = usize::from(n_features % 9);
    let (for_trees, for_rows) = rest.split_at(rest.len() / 2);
    let mut arrays = grow(for_trees, n_features);
    spoil(&mut arrays, *damage, usize::from(*place));
    let Owned { feature, value, right, is_default_left, first } = &arrays;
    let borrowed = Arrays { feature, value, right, is_default_left, first };
    let Ok(trees) = Trees::new(borrowed, n_features) else { return };
    let number = |at: usize| for_rows.get(at).map_or(0.5, |&byte| VALUES[usize::from(byte % 8)]);
    let rows: Vec<f32> = (0..N_ROWS * n_features).map(number).collect();
    let columns: Vec<f32> = (0..N_ROWS * n_features).map(|at| number(at % N_ROWS * n_features + at / N_ROWS)).collect();
    let by_column = trees.scores_by_column(&columns, &[], N_ROWS, BASE);
    for (row, &found) in by_column.iter().enumerate() {
        let score = walked(borrowed, &rows[row * n_features..][..n_features]);
        assert!(is_same(found, score), "row {row}: {found} by column, {score} by walking");
    }
    if n_features > 0 {
        assert!(trees.scores(&rows, BASE).iter().zip(&by_column).all(|(&one, &two)| is_same(one, two)));
    }
    let (early, late) = trees.split_at(usize::from(*place));
    assert_eq!((early.n_features(), late.n_features()), (n_features, n_features));
});

/// Well-formed trees: each byte is a leaf, or a node with two subtrees.
fn grow(bytes: &[u8], n_features: usize) -> Owned {
    let mut arrays = Owned::default();
    let mut bytes = bytes.iter();
    while let Some(&byte) = bytes.next() {
        arrays.first.push(arrays.feature.len() as i32);
        // Nodes whose right subtree is still to come.
        let mut open: Vec<usize> = Vec::new();
        let mut next = byte;
        loop {
            let node = arrays.feature.len();
            let is_leaf = next & 1 == 0 || n_features == 0 || open.len() > 90;
            arrays.feature.push(if is_leaf { LEAF } else { i32::from(next >> 1) % n_features as i32 });
            arrays.value.push(VALUES[usize::from(next >> 4) % if is_leaf { 5 } else { 7 }]);
            arrays.right.push(0);
            arrays.is_default_left.push(next & 8 == 0);
            if !is_leaf {
                open.push(node);
            } else if let Some(parent) = open.pop() {
                arrays.right[parent] = node as i32 + 1;
            } else {
                break;
            }
            // Where the input ends, leaves close the tree.
            next = bytes.next().copied().unwrap_or(0);
        }
    }
    arrays
}

/// Changes one number, as a damaged or hostile file would.
fn spoil(arrays: &mut Owned, damage: u8, place: usize) {
    let extreme = [-2, -1, 0, 1, 1000, i32::MAX, i32::MIN][usize::from(damage >> 3) % 7];
    fn change<T>(column: &mut [T], place: usize, value: T) {
        if !column.is_empty() {
            let at = place % column.len();
            column[at] = value;
        }
    }
    match damage % 8 {
        0 => change(&mut arrays.feature, place, extreme),
        1 => change(&mut arrays.right, place, extreme),
        2 => change(&mut arrays.first, place, extreme),
        3 => change(&mut arrays.value, place, VALUES[usize::from(damage >> 5)]),
        4 => drop(arrays.right.pop()),
        5 => drop(arrays.first.pop()),
        _ => {}
    }
}

/// The score of a row, by walking each tree.
fn walked(arrays: Arrays, row: &[f32]) -> f32 {
    let mut score = BASE;
    for &root in arrays.first {
        let mut node = root as usize;
        while arrays.feature[node] != LEAF {
            let (number, threshold) = (row[arrays.feature[node] as usize], arrays.value[node]);
            let is_left = number < threshold || (number.is_nan() && arrays.is_default_left[node]);
            node = if is_left { node + 1 } else { arrays.right[node] as usize };
        }
        score += arrays.value[node];
    }
    score
}

fn is_same(one: f32, two: f32) -> bool {
    one.to_bits() == two.to_bits() || (one.is_nan() && two.is_nan())
}
