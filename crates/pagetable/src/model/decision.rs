//! Probabilities -> the blocks to keep: the price of a product counts more, asides of shops less; the threshold is that of the best expected F1, and structures
//! are kept or dropped as a whole. Prediction and training decide in the same way.

use super::threshold::{Bounds, Choice, choose_blocks};
use crate::features::ShopPart;
use crate::page::PageView;
use crate::structures::{self, Decision, Scored};

/// What is known of the blocks of a page before the decision.
#[derive(Clone, Copy)]
pub struct Judged<'a> {
    /// The model's probability of each block.
    pub probability: &'a [f64],
    /// On the page of a shop: what each block is for what it sells. Empty on other pages.
    pub parts: &'a [ShopPart],
    /// Whether the page is that of a forum.
    pub is_forum: bool,
}

/// The threshold that was chosen, with what is expected of it, and the blocks to keep.
pub fn decide(page: PageView<'_>, judged: Judged<'_>, bounds: Bounds) -> (Choice, Decision) {
    let words: Vec<f64> = page.blocks.iter().map(|block| f64::from(block.words).max(0.5)).collect();
    let weighed = structures::weighed(judged.probability, judged.parts);
    let choice = choose_blocks(&weighed, &words, bounds);
    let scored = Scored { probability: &weighed, threshold: choice.threshold, is_forum: judged.is_forum };
    let mut decision = structures::decide(page, scored);
    decision.name_parts(judged.probability, judged.parts, choice.threshold);
    (choice, decision)
}
