//! Trees of up to sixteen leaves, evaluated for sixteen rows at a time with AVX2 instructions.
//!
//! The results are those of `Forest::add` to the last bit. The compiler vectorizes the comparisons of `Forest::add` but
//! not its last step: finding the first possible leaf of each row and its value, which took a third of the time. Here
//! the leaf's number is the exponent of the lowest bit, and its value is selected from two registers.

use std::arch::x86_64::{
    __m256, __m256i, _CMP_LT_OQ, _CMP_NGE_UQ, _mm256_add_ps, _mm256_and_si256, _mm256_blendv_ps, _mm256_castps_si256,
    _mm256_castsi256_ps, _mm256_cmp_ps, _mm256_cvtepi32_ps, _mm256_extract_epi32, _mm256_or_si256,
    _mm256_permutevar8x32_ps, _mm256_set1_epi32, _mm256_set1_ps, _mm256_setr_ps, _mm256_setzero_si256,
    _mm256_slli_epi32, _mm256_srli_epi32, _mm256_sub_epi32,
};

use crate::model::masked_trees::{FEW_LEAVES, Forest, LANES, Lanes, Masked, Split};

/// One number per row.
pub type Rows = [__m256; 2];

const HALF: usize = LANES / 2;
const _: () = assert!(FEW_LEAVES == 2 * HALF && HALF == 8);

/// The scores, with the value of each row's leaf added.
#[target_feature(enable = "avx2")]
pub fn add(forest: &Forest<u32>, tree: &Masked, (columns, start): (&[Lanes], u32), scores: Rows) -> Rows {
    let mut possible = [_mm256_set1_epi32(start as i32); 2];
    let (default_left, default_right) = forest.splits_of(tree);
    for split in default_left {
        // "Not greater or equal" is true for a smaller and for a missing value.
        possible = strike_out::<_CMP_NGE_UQ>(possible, split, columns);
    }
    for split in default_right {
        possible = strike_out::<_CMP_LT_OQ>(possible, split, columns);
    }
    let values = load(forest.few_values(tree));
    [0, 1].map(|half| _mm256_add_ps(scores[half], first_of(possible[half], values)))
}

#[target_feature(enable = "avx2")]
fn strike_out<const IS_LEFT: i32>(possible: [__m256i; 2], split: &Split<u32>, columns: &[Lanes]) -> [__m256i; 2] {
    let (threshold, right) = (_mm256_set1_ps(split.threshold), _mm256_set1_epi32(split.right as i32));
    let features = load(&columns[split.feature as usize]);
    [0, 1].map(|half| {
        let is_left = _mm256_castps_si256(_mm256_cmp_ps::<IS_LEFT>(features[half], threshold));
        _mm256_and_si256(possible[half], _mm256_or_si256(is_left, right))
    })
}

/// For each row, the value of the first possible leaf.
#[target_feature(enable = "avx2")]
fn first_of(possible: __m256i, values: Rows) -> __m256 {
    let lowest = _mm256_and_si256(possible, _mm256_sub_epi32(_mm256_setzero_si256(), possible));
    // A power of two as a floating point number is its exponent.
    let exponent = _mm256_srli_epi32::<23>(_mm256_castps_si256(_mm256_cvtepi32_ps(lowest)));
    let place = _mm256_sub_epi32(exponent, _mm256_set1_epi32(127));
    // The three low bits choose from a register, the fourth between the two.
    let is_high = _mm256_castsi256_ps(_mm256_slli_epi32::<28>(place));
    let [low, high] = values.map(|half| _mm256_permutevar8x32_ps(half, place));
    _mm256_blendv_ps(low, high, is_high)
}

#[target_feature(enable = "avx2")]
pub fn load(lanes: &Lanes) -> Rows {
    [0, HALF].map(|at| {
        let l = &lanes[at..at + HALF];
        _mm256_setr_ps(l[0], l[1], l[2], l[3], l[4], l[5], l[6], l[7])
    })
}

#[target_feature(enable = "avx2")]
pub fn store(rows: Rows) -> Lanes {
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
