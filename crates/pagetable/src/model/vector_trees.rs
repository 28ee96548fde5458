//! Trees of up to sixteen leaves, evaluated for up to 64 rows at a time with AVX2 instructions.
//!
//! The results are those of `Forest::add` to the last bit. The work is arranged by column rather than by tree: all splits
//! on a column, of all trees, are sorted by their thresholds (as in Lucchese et al., "QuickScorer", 2015). Blocks that
//! follow each other are alike, so most columns have few different values among 64 rows. Splits above the greatest
//! of them send all rows left and are not even looked at; splits up to the least send all rows right, which is one
//! operation on sixteen bits; only those between are compared row by row, and the column stays in registers meanwhile.
//!
//! The last step finds the first possible leaf of each row and its value: the leaf's number is the exponent of the
//! lowest bit, and its value is selected from two registers.

use std::arch::x86_64::{
    __m256, __m256i, _CMP_LT_OQ, _CMP_NGE_UQ, _CMP_UNORD_Q, _mm256_add_ps, _mm256_and_si256, _mm256_blendv_ps,
    _mm256_castps_si256, _mm256_castsi256_ps, _mm256_cmp_ps, _mm256_cvtepi32_ps, _mm256_cvtss_f32,
    _mm256_extract_epi32, _mm256_max_ps, _mm256_min_ps, _mm256_movemask_ps, _mm256_or_ps, _mm256_or_si256,
    _mm256_packs_epi32, _mm256_permute_ps, _mm256_permute2f128_ps, _mm256_permutevar8x32_ps, _mm256_set1_epi16,
    _mm256_set1_epi32, _mm256_set1_ps, _mm256_setr_ps, _mm256_setzero_ps, _mm256_setzero_si256, _mm256_slli_epi32,
    _mm256_srli_epi32, _mm256_sub_epi16, _mm256_sub_epi32, _mm256_unpackhi_epi16, _mm256_unpacklo_epi16,
};
use std::ops::Range;

use crate::model::masked_trees::{FEW_LEAVES, Forest, LANES, Lanes, Masked};

/// One number per row of sixteen.
type Rows = [__m256; 2];
/// The leaves of a tree that are possible for each of 64 rows. Sixteen rows are in the order of `_mm256_packs_epi32`.
type Possible = [__m256i; CHUNKS];

/// Rows that are evaluated together.
const GROUP_ROWS: usize = CHUNKS * LANES;
const CHUNKS: usize = 4;
const HALF: usize = LANES / 2;
const _: () = assert!(FEW_LEAVES == 2 * HALF && FEW_LEAVES == u16::BITS as usize && HALF == 8);

/// What follows if a row goes right at a split.
#[derive(Clone, Copy)]
struct Split {
    /// The leaves that remain when a row goes right.
    right: u16,
    tree: u16,
}

/// The splits on one column that treat a missing number alike, in the order of their thresholds.
#[derive(Clone)]
struct Comparison {
    column: usize,
    is_default_left: bool,
    splits: Range<usize>,
}

/// Trees of few leaves, by column.
#[derive(Clone)]
pub struct VectorTrees {
    comparisons: Vec<Comparison>,
    thresholds: Vec<f32>,
    splits: Vec<Split>,
    /// The values of each tree's leaves.
    values: Vec<Lanes>,
    /// The columns that have a number per row.
    pub n_columns: usize,
}

impl VectorTrees {
    /// None if a tree has too many leaves or reads other columns, or if there are too many trees to number them.
    pub fn of<'t>(
        forest: &Forest<u32>,
        trees: impl ExactSizeIterator<Item = Option<&'t Masked>>,
        n_columns: usize,
    ) -> Option<VectorTrees> {
        u16::try_from(trees.len()).ok()?;
        let (mut found, mut values) = (Vec::new(), Vec::new());
        for (number, tree) in trees.enumerate() {
            let tree = tree.filter(|tree| tree.n_leaves() <= FEW_LEAVES)?;
            for (splits, is_default_left) in forest.splits_of(tree).into_iter().zip([true, false]) {
                found.extend(splits.iter().map(|split| {
                    let own = Split { right: split.right as u16, tree: number as u16 };
                    ((split.feature as usize, is_default_left), split.threshold, own)
                }));
            }
            values.push(*forest.few_values(tree));
        }
        if found.iter().any(|&((column, _), ..)| column >= n_columns) {
            return None;
        }
        found.sort_by(|one, two| one.0.cmp(&two.0).then(one.1.total_cmp(&two.1)));
        let mut comparisons: Vec<Comparison> = Vec::new();
        for alike in found.chunk_by(|one, two| one.0 == two.0) {
            let (start, (column, is_default_left)) = (comparisons.last().map_or(0, |last| last.splits.end), alike[0].0);
            comparisons.push(Comparison { column, is_default_left, splits: start..start + alike.len() });
        }
        let (thresholds, splits) = found.into_iter().map(|(_, threshold, split)| (threshold, split)).unzip();
        Some(VectorTrees { comparisons, thresholds, splits, values, n_columns })
    }

    /// `base` plus the leaves of every row. `features` has the columns one after the other, each of `n_rows`; `starts`
    /// the leaves of each tree that are possible at all.
    #[target_feature(enable = "avx2")]
    pub fn scores(&self, features: &[f32], n_rows: usize, starts: &[u64], base: f32) -> Vec<f32> {
        let mut scores = vec![base; n_rows];
        let mut group = Group::new(self.n_columns, self.values.len());
        for (number, scores) in scores.chunks_mut(GROUP_ROWS).enumerate() {
            let first = number * GROUP_ROWS;
            group.fill(features, n_rows, first..first + scores.len());
            match scores.len().div_ceil(LANES) {
                1 => self.add::<1>(&mut group, starts, scores),
                2 => self.add::<2>(&mut group, starts, scores),
                3 => self.add::<3>(&mut group, starts, scores),
                _ => self.add::<CHUNKS>(&mut group, starts, scores),
            }
        }
        scores
    }

    /// Adds the leaves of a group of up to N times sixteen rows.
    #[target_feature(enable = "avx2")]
    fn add<const N: usize>(&self, group: &mut Group, starts: &[u64], scores: &mut [f32]) {
        let Group { columns, bounds, starts: own, undecided, possible } = group;
        own.clear();
        own.extend(starts.iter().map(|&start| start as u16));
        undecided.clear();
        for comparison in &self.comparisons {
            let Range { start, end } = comparison.splits;
            let thresholds = &self.thresholds[start..end];
            let (n_right, stop) = bounds[comparison.column].undecided(thresholds, comparison.is_default_left);
            let all_right = &self.splits[start..start + n_right];
            all_right.iter().for_each(|split| own[split.tree as usize] &= split.right);
            undecided.push(start + n_right..start + stop);
        }
        possible.clear();
        possible.extend(own.iter().map(|&start| [_mm256_set1_epi16(start as i16); CHUNKS]));
        for (comparison, range) in self.comparisons.iter().zip(undecided) {
            let splits = (&self.thresholds[range.clone()], &self.splits[range.clone()]);
            let column = &columns[comparison.column];
            match comparison.is_default_left {
                // "Not greater or equal" is true for a smaller and for a missing value.
                true => strike_out::<_CMP_NGE_UQ, N>(splits, column, possible),
                false => strike_out::<_CMP_LT_OQ, N>(splits, column, possible),
            }
        }
        self.add_leaves::<N>(possible, scores);
    }

    /// Adds the value of each row's leaf, tree by tree.
    #[target_feature(enable = "avx2")]
    fn add_leaves<const N: usize>(&self, possible: &[Possible], scores: &mut [f32]) {
        let mut lanes = [[0.0; LANES]; N];
        lanes.as_flattened_mut()[..scores.len()].copy_from_slice(scores);
        let mut rows = lanes.map(|lanes| load(&lanes));
        let zero = _mm256_setzero_si256();
        for (values, possible) in self.values.iter().zip(possible) {
            let values = load(values);
            for (rows, &possible) in rows.iter_mut().zip(possible) {
                let lowest = _mm256_and_si256(possible, _mm256_sub_epi16(zero, possible));
                // Undoes the order of `_mm256_packs_epi32`.
                let bits = [_mm256_unpacklo_epi16(lowest, zero), _mm256_unpackhi_epi16(lowest, zero)];
                for (row, bit) in rows.iter_mut().zip(bits) {
                    *row = _mm256_add_ps(*row, value_of(bit, values));
                }
            }
        }
        scores.copy_from_slice(&rows.map(|rows| store(rows)).as_flattened()[..scores.len()]);
    }
}

/// The columns of rows that are evaluated together, and room for what is known of each tree.
struct Group {
    columns: Vec<[Rows; CHUNKS]>,
    bounds: Vec<Bounds>,
    starts: Vec<u16>,
    undecided: Vec<Range<usize>>,
    possible: Vec<Possible>,
}

impl Group {
    #[target_feature(enable = "avx2")]
    fn new(n_columns: usize, n_trees: usize) -> Group {
        Group {
            columns: vec![[[_mm256_setzero_ps(); 2]; CHUNKS]; n_columns],
            bounds: vec![Bounds::default(); n_columns],
            starts: Vec::with_capacity(n_trees),
            undecided: Vec::new(),
            possible: Vec::with_capacity(n_trees),
        }
    }

    /// Takes some rows of columns that have `n_rows`. The last row is repeated to the end.
    #[target_feature(enable = "avx2")]
    fn fill(&mut self, features: &[f32], n_rows: usize, rows: Range<usize>) {
        let columns = self.columns.iter_mut().zip(&mut self.bounds);
        for ((column, bounds), values) in columns.zip(features.chunks_exact(n_rows)) {
            let values = &values[rows.clone()];
            let mut padded = [0.0; GROUP_ROWS];
            let lanes = values.try_into().unwrap_or_else(|_| {
                padded[..values.len()].copy_from_slice(values);
                padded[values.len()..].fill(values.last().copied().unwrap_or_default());
                &padded
            });
            for (chunk, lanes) in column.iter_mut().zip(lanes.as_chunks().0) {
                *chunk = load(lanes);
            }
            *bounds = Bounds::of(column);
        }
    }
}

/// The least and the greatest number of a column that are not missing, and whether any is.
#[derive(Clone, Copy, Default)]
struct Bounds {
    least: f32,
    greatest: f32,
    is_any_missing: bool,
}

impl Bounds {
    #[target_feature(enable = "avx2")]
    fn of(column: &[Rows; CHUNKS]) -> Bounds {
        let (mut least, mut greatest) = (_mm256_set1_ps(f32::INFINITY), _mm256_set1_ps(f32::NEG_INFINITY));
        let mut missing = _mm256_setzero_ps();
        for &numbers in column.as_flattened() {
            // Of a missing number and another, these instructions return the second.
            least = _mm256_min_ps(numbers, least);
            greatest = _mm256_max_ps(numbers, greatest);
            missing = _mm256_or_ps(missing, _mm256_cmp_ps::<_CMP_UNORD_Q>(numbers, numbers));
        }
        // Each step halves what is left to compare: four numbers, two, one.
        least = _mm256_min_ps(least, _mm256_permute2f128_ps::<1>(least, least));
        least = _mm256_min_ps(least, _mm256_permute_ps::<0b01_00_11_10>(least));
        least = _mm256_min_ps(least, _mm256_permute_ps::<0b10_11_00_01>(least));
        greatest = _mm256_max_ps(greatest, _mm256_permute2f128_ps::<1>(greatest, greatest));
        greatest = _mm256_max_ps(greatest, _mm256_permute_ps::<0b01_00_11_10>(greatest));
        greatest = _mm256_max_ps(greatest, _mm256_permute_ps::<0b10_11_00_01>(greatest));
        let (least, greatest) = (_mm256_cvtss_f32(least), _mm256_cvtss_f32(greatest));
        Bounds { least, greatest, is_any_missing: _mm256_movemask_ps(missing) != 0 }
    }

    /// How many of the sorted splits send all rows right, and from where on they send all left.
    #[target_feature(enable = "avx2")]
    fn undecided(self, thresholds: &[f32], is_default_left: bool) -> (usize, usize) {
        let (mut n_right, mut stop) = (0u32, 0u32);
        // Counted rather than searched: most columns have a few dozen thresholds, and one instruction compares eight.
        for &threshold in thresholds {
            n_right += u32::from(threshold <= self.least);
            stop += u32::from(threshold <= self.greatest);
        }
        match (self.is_any_missing, is_default_left) {
            (false, _) => (n_right as usize, stop as usize),
            // The missing ones go left, so no split sends all rows right.
            (true, true) => (0, stop as usize),
            (true, false) => (n_right as usize, thresholds.len()),
        }
    }
}

#[target_feature(enable = "avx2")]
fn strike_out<const IS_LEFT: i32, const N: usize>(
    (thresholds, splits): (&[f32], &[Split]),
    column: &[Rows; CHUNKS],
    possible: &mut [Possible],
) {
    let column = *column;
    for (&threshold, split) in thresholds.iter().zip(splits) {
        let (threshold, right) = (_mm256_set1_ps(threshold), _mm256_set1_epi16(split.right as i16));
        let own = &mut possible[split.tree as usize];
        for (own, [low, high]) in own[..N].iter_mut().zip(column) {
            let low = _mm256_castps_si256(_mm256_cmp_ps::<IS_LEFT>(low, threshold));
            let high = _mm256_castps_si256(_mm256_cmp_ps::<IS_LEFT>(high, threshold));
            *own = _mm256_and_si256(*own, _mm256_or_si256(_mm256_packs_epi32(low, high), right));
        }
    }
}

/// For each row, the value of the leaf whose bit is set.
#[target_feature(enable = "avx2")]
fn value_of(bit: __m256i, values: Rows) -> __m256 {
    // A power of two as a floating point number is its exponent.
    let exponent = _mm256_srli_epi32::<23>(_mm256_castps_si256(_mm256_cvtepi32_ps(bit)));
    let place = _mm256_sub_epi32(exponent, _mm256_set1_epi32(127));
    // The three low bits choose from a register, the fourth between the two.
    let is_high = _mm256_castsi256_ps(_mm256_slli_epi32::<28>(place));
    let [low, high] = values.map(|half| _mm256_permutevar8x32_ps(half, place));
    _mm256_blendv_ps(low, high, is_high)
}

#[target_feature(enable = "avx2")]
fn load(lanes: &Lanes) -> Rows {
    [0, HALF].map(|at| {
        let l = &lanes[at..at + HALF];
        _mm256_setr_ps(l[0], l[1], l[2], l[3], l[4], l[5], l[6], l[7])
    })
}

#[target_feature(enable = "avx2")]
fn store(rows: Rows) -> Lanes {
    let mut lanes = [0.0; LANES];
    for (half, row) in lanes.chunks_exact_mut(HALF).zip(rows) {
        let bits = _mm256_castps_si256(row);
        let numbers = [
            _mm256_extract_epi32::<0>(bits),
            _mm256_extract_epi32::<1>(bits),
            _mm256_extract_epi32::<2>(bits),
            _mm256_extract_epi32::<3>(bits),
            _mm256_extract_epi32::<4>(bits),
            _mm256_extract_epi32::<5>(bits),
            _mm256_extract_epi32::<6>(bits),
            _mm256_extract_epi32::<7>(bits),
        ];
        half.iter_mut().zip(numbers).for_each(|(lane, number)| *lane = f32::from_bits(number as u32));
    }
    lanes
}
