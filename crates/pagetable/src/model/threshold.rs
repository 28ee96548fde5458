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

/// Fewer expected words than this do not count if they are less than this share of the page: a button may read like a
/// title.
const FEW_WORDS: f64 = 10.0;
const FEW_OF_PAGE: f64 = 0.1;
/// What a page asks its reader to fill in. Pages to log in or to register have little text, and that reads like the text
/// of a small page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fields {
    /// Nothing but searches, boxes to tick and the like.
    None,
    /// A text.
    Text,
    /// A password.
    Password,
}

/// From what on a page has main content.
struct Floors {
    /// The probability of its most probable block,
    best: f64,
    /// or the words that are expected to be content: on a long page none of whose blocks is probable, many may still be.
    words: f64,
}

impl Fields {
    const fn floors(self) -> Floors {
        match self {
            Fields::None => Floors { best: 0.3, words: 15.0 },
            Fields::Text => Floors { best: 0.5, words: 30.0 },
            Fields::Password => Floors { best: 0.8, words: 40.0 },
        }
    }
}

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

/// Keeps the blocks that together have the best expected F1, given the probability and the words of each. The fields of
/// the page are asked for only if they decide whether it has main content.
pub fn choose_blocks(probability: &[f64], words: &[f64], bounds: Bounds, fields: impl FnOnce() -> Fields) -> Choice {
    let (threshold, expected_f1) = best_threshold(probability, words);
    let threshold = threshold.max(bounds.low).min(bounds.high);
    let best_probability = probability.iter().copied().fold(0.0, f64::max);
    let expected_words: f64 = probability.iter().zip(words).map(|(probability, words)| probability * words).sum();
    let n_words: f64 = words.iter().sum();
    let is_little = expected_words < FEW_WORDS && expected_words < FEW_OF_PAGE * n_words;
    let reaches = |fields: Fields| {
        let floors = fields.floors();
        expected_words >= floors.words || (best_probability >= floors.best && !is_little)
    };
    let has_main_text = reaches(Fields::Password) || (reaches(Fields::None) && reaches(fields()));
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
            let bounds = Bounds { low, high, is_forced: false };
            choose_blocks(&[0.9, 0.1, 0.8], &[10.0, 50.0, 10.0], bounds, || Fields::None).keep
        };
        assert_eq!(keep(0.0, 1.0), [true, false, true]);
        assert_eq!(keep(0.85, 1.0), [true, false, false]);
        assert_eq!(keep(0.0, 0.1), [true; 3]);
    }

    fn has_main_text(probability: &[f64], words: &[f64], fields: Fields) -> bool {
        let bounds = Bounds { low: 0.0, high: 1.0, is_forced: false };
        choose_blocks(probability, words, bounds, || fields).has_main_text
    }

    #[test]
    fn a_page_has_a_main_text_if_a_block_is_likely_or_many_words_are_expected() {
        let has_main_text = |probability: &[f64], words: &[f64]| has_main_text(probability, words, Fields::None);
        assert!(has_main_text(&[0.5, 0.0], &[40.0, 40.0]));
        assert!(!has_main_text(&[0.2, 0.0], &[40.0, 40.0]));
        assert!(has_main_text(&[0.2, 0.1], &[80.0, 80.0]), "unlikely blocks, but of many words");
        assert!(!has_main_text(&[0.9, 0.0], &[5.0, 100.0]), "a few words of many");
        assert!(has_main_text(&[0.9, 0.0], &[5.0, 5.0]), "a small page");
        assert!(!has_main_text(&[0.2, 0.0], &[5.0, 5.0]));
    }

    #[test]
    fn a_page_that_asks_for_a_text_or_a_password_needs_more() {
        let by_fields = |probability: f64, words: f64| {
            [Fields::None, Fields::Text, Fields::Password].map(|fields| has_main_text(&[probability], &[words], fields))
        };
        assert_eq!(by_fields(0.3, 61.0), [true, false, false]);
        assert_eq!(by_fields(0.6, 61.0), [true, true, false]);
        assert_eq!(by_fields(0.3, 110.0), [true, true, false], "words are expected");
        assert_eq!(by_fields(0.3, 140.0), [true; 3], "many words are expected");
        assert_eq!(by_fields(0.8, 20.0), [true; 3]);
    }

    #[test]
    fn fields_are_asked_for_only_if_they_decide() {
        let bounds = Bounds { low: 0.0, high: 1.0, is_forced: false };
        let never = || -> Fields { panic!("the fields do not matter") };
        assert!(choose_blocks(&[0.9], &[80.0], bounds, never).has_main_text);
        assert!(!choose_blocks(&[0.05], &[80.0], bounds, never).has_main_text);
    }

    #[test]
    fn of_a_page_without_a_main_text_blocks_are_kept_only_if_they_must_be() {
        let keep = |is_forced: bool| {
            let bounds = Bounds { low: 0.0, high: 1.0, is_forced };
            choose_blocks(&[0.2, 0.1], &[9.0, 90.0], bounds, || Fields::None).keep
        };
        assert_eq!(keep(false), [false, false]);
        assert!(keep(true)[0]);
    }
}
