//! Numbers about what the first stage takes for content: how much it is, and the means of its columns. Page types are
//! predicted from them and from numbers of the whole page, because the surroundings of the content, such as a menu or a
//! shop's footer, tell little about the type of a page.

use super::matrix::Log1p;

const LIKELY: f32 = 0.5;
const LANES: usize = 8;

/// How much each block counts: its words times the probability that it is content.
pub fn content_masses(first: &[f32], words: &[f64]) -> Vec<f32> {
    first.iter().zip(words).map(|(&first, &words)| first * words as f32).collect()
}

/// The share and the number of words that are expected to be content, the greatest probability, and how many blocks and
/// what share of the words are more likely content than not.
pub fn likely(first: &[f32], words: &[f64]) -> [(&'static str, f32); 5] {
    let expected: f64 = first.iter().zip(words).map(|(&first, words)| f64::from(first) * words).sum();
    let greatest = first.iter().copied().fold(0.0, f32::max);
    let is_likely = |&&(first, _): &&(f32, f64)| first > LIKELY;
    let pairs: Vec<(f32, f64)> = first.iter().copied().zip(words.iter().copied()).collect();
    let n_likely = pairs.iter().filter(is_likely).count() as f64;
    let likely_words: f64 = pairs.iter().filter(is_likely).map(|(_, words)| words).sum();
    let all = words.iter().sum::<f64>().max(1.0);
    [
        ("expected_share", (expected / all) as f32),
        ("expected_log_words", expected.log1p() as f32),
        ("greatest_first", greatest),
        ("likely_log_blocks", n_likely.log1p() as f32),
        ("likely_share", (likely_words / all) as f32),
    ]
}

/// The mean of a column over what is there of it, by mass; NaN if nothing is.
pub fn mean_of(column: &[f32], masses: &[f32]) -> f32 {
    // Most columns have a number in every row, and asking each whether it is one takes most of the time.
    let mean = mean_by(column, masses, |value, mass| (value, mass));
    if !mean.is_nan() {
        return mean;
    }
    mean_by(column, masses, |value, mass| if value.is_nan() { (0.0, 0.0) } else { (value, mass) })
}

/// The mean of the values that `counted` gives, by the masses that it gives with them.
#[inline(always)]
fn mean_by(column: &[f32], masses: &[f32], counted: impl Fn(f32, f32) -> (f32, f32)) -> f32 {
    // Several sums side by side, as one instruction adds them.
    let (mut sums, mut totals) = ([0.0f32; LANES], [0.0f32; LANES]);
    let mut add = |lane: usize, value: f32, mass: f32| {
        let (value, mass) = counted(value, mass);
        totals[lane] += mass;
        sums[lane] += value * mass;
    };
    let (many, few) = column.as_chunks::<LANES>();
    let (many_masses, few_masses) = masses.as_chunks::<LANES>();
    for (values, masses) in many.iter().zip(many_masses) {
        (0..LANES).for_each(|lane| add(lane, values[lane], masses[lane]));
    }
    few.iter().zip(few_masses).for_each(|(&value, &mass)| add(0, value, mass));
    sums.iter().sum::<f32>() / totals.iter().sum::<f32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_by_mass_and_of_what_is_there() {
        assert_eq!(mean_of(&[1.0, 4.0, f32::NAN], &[3.0, 1.0, 100.0]), 1.75);
        assert!(mean_of(&[f32::NAN], &[1.0]).is_nan());
        let column: Vec<f32> = (0..21).map(|number| number as f32).collect();
        assert_eq!(mean_of(&column, &[1.0; 21]), 10.0);
    }

    #[test]
    fn what_is_likely_is_counted_in_words_and_blocks() {
        let [share, log_words, greatest, log_blocks, likely_share] =
            likely(&[0.75, 0.25], &[4.0, 4.0]).map(|(_, number)| number);
        assert_eq!([share, greatest, likely_share], [0.5, 0.75, 0.5]);
        assert!((log_words - 5.0f32.ln()).abs() < 1e-6 && (log_blocks - 2.0f32.ln()).abs() < 1e-6);
    }
}
