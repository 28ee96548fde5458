//! Probabilities -> the blocks to keep: those that together have the best expected F1.
//!
//! If p is the probability of a block and w its words, a set of blocks is expected to hold `sum_kept(p w)` words of
//! content, out of `sum_kept(w)` words in the set and `sum_all(p w)` words of content on the page. Its expected F1 is
//!
//! ```text
//! 2 sum_kept(p w) / (sum_kept(w) + sum_all(p w))
//! ```
//!
//! Adding a block helps if and only if its probability is more than half of the F1 reached so far, so the best set
//! consists of the most probable blocks, and trying every threshold from the top finds it. A fixed threshold would lose
//! text on pages where the model is unsure of everything, and add noise where it is sure. Words are counted rather than
//! blocks because F1 is measured in words.

/// A page has main content if its most probable block has this probability.
const MIN_BEST_PROBABILITY: f64 = 0.3;
/// It also has some if at least this many words are expected to be content: on a long page none of whose blocks is probable, many of
/// them may still be.
const ENOUGH_WORDS: f64 = 15.0;
/// But fewer words than this, which are less than this share of the page, are not: a button that reads like a title.
const FEW_WORDS: f64 = 10.0;
const FEW_OF_PAGE: f64 = 0.1;

/// On a page of so few words people know what they gave: there the most probable block needs less. Such a page is a
/// snippet or a test, and an empty answer to it would puzzle.
const SMALL_PAGE_WORDS: f64 = 60.0;
const MIN_BEST_OF_SMALL_PAGE: f64 = 0.1;

/// Which thresholds are allowed, and whether blocks are kept even of a page without main content.
#[derive(Clone, Copy)]
pub struct Bounds {
    /// The smallest threshold allowed.
    pub low: f64,
    /// The largest threshold allowed.
    pub high: f64,
    /// Whether blocks are kept even of a page without main content.
    pub is_forced: bool,
}

/// The blocks to keep, and what led to them.
pub struct Choice {
    /// One bit per block.
    pub keep: Vec<bool>,
    /// The probability from which on blocks are kept; infinite if none is kept.
    pub threshold: f64,
    /// The F1 that is expected with the best threshold.
    pub expected_f1: f64,
    /// The probability of the most probable block.
    pub best_probability: f64,
    /// How many words are expected to be content.
    pub expected_words: f64,
    /// Whether the page has main content.
    pub has_main_text: bool,
}

/// Keeps the blocks that together have the best expected F1, given the probability and the words of each.
pub fn choose_blocks(probability: &[f64], words: &[f64], bounds: Bounds) -> Choice {
    let (threshold, expected_f1) = best_threshold(probability, words);
    let threshold = threshold.max(bounds.low).min(bounds.high);
    let best_probability = probability.iter().copied().fold(0.0, f64::max);
    let expected_words: f64 = probability.iter().zip(words).map(|(probability, words)| probability * words).sum();
    let n_words: f64 = words.iter().sum();
    let is_little = expected_words < FEW_WORDS && expected_words < FEW_OF_PAGE * n_words;
    let min_best = if n_words < SMALL_PAGE_WORDS { MIN_BEST_OF_SMALL_PAGE } else { MIN_BEST_PROBABILITY };
    let has_main_text = expected_words >= ENOUGH_WORDS || (best_probability >= min_best && !is_little);
    let is_any_kept = has_main_text || bounds.is_forced;
    let threshold = if is_any_kept { threshold } else { f64::INFINITY };
    let keep = probability.iter().map(|&own| own >= threshold).collect();
    Choice { keep, threshold, expected_f1, best_probability, expected_words, has_main_text }
}

/// The probability from which on blocks are kept for the best expected F1, and that F1.
fn best_threshold(probability: &[f64], words: &[f64]) -> (f64, f64) {
    let mut order: Vec<(f64, f64)> = probability.iter().copied().zip(words.iter().copied()).collect();
    order.sort_by(|one, two| two.0.total_cmp(&one.0));
    let total: f64 = order.iter().map(|(probability, words)| probability * words).sum();
    let (mut mass, mut kept, mut best) = (0.0, 0.0, (0.0, f64::MIN));
    for (probability, words) in order {
        mass += probability * words;
        kept += words;
        let expected_f1 = 2.0 * mass / (kept + total + 1e-9);
        if expected_f1 > best.1 {
            best = (probability, expected_f1);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_kept_if_it_adds_more_than_it_spoils() {
        assert_eq!(best_threshold(&[0.9, 0.1, 0.8], &[10.0, 50.0, 10.0]).0, 0.8);
        assert_eq!(best_threshold(&[0.2], &[0.5]).0, 0.2);
    }

    #[test]
    fn a_threshold_keeps_to_its_bounds() {
        let keep = |low: f64, high: f64| {
            choose_blocks(&[0.9, 0.1, 0.8], &[10.0, 50.0, 10.0], Bounds { low, high, is_forced: false }).keep
        };
        assert_eq!(keep(0.0, 1.0), [true, false, true]);
        assert_eq!(keep(0.85, 1.0), [true, false, false]);
        assert_eq!(keep(0.0, 0.1), [true; 3]);
    }

    #[test]
    fn a_page_has_a_main_text_if_a_block_is_likely_or_many_words_are_expected() {
        let has_main_text = |probability: &[f64], words: &[f64]| {
            choose_blocks(probability, words, Bounds { low: 0.0, high: 1.0, is_forced: false }).has_main_text
        };
        assert!(has_main_text(&[0.5, 0.0], &[40.0, 40.0]));
        assert!(!has_main_text(&[0.2, 0.0], &[40.0, 40.0]));
        assert!(has_main_text(&[0.2, 0.1], &[80.0, 80.0]), "unlikely blocks, but of many words");
        assert!(!has_main_text(&[0.9, 0.0], &[5.0, 100.0]), "a few words of many");
        assert!(has_main_text(&[0.9, 0.0], &[5.0, 5.0]), "a small page");
        assert!(has_main_text(&[0.2, 0.0], &[5.0, 5.0]), "a small page, on which less is enough");
    }

    #[test]
    fn of_a_page_without_a_main_text_blocks_are_kept_only_if_they_must_be() {
        let keep =
            |is_forced: bool| choose_blocks(&[0.2, 0.1], &[9.0, 90.0], Bounds { low: 0.0, high: 1.0, is_forced }).keep;
        assert_eq!(keep(false), [false, false]);
        assert!(keep(true)[0]);
    }
}
