//! Probabilities -> the blocks to keep: the price of a product counts more, asides of shops less; the threshold is that of the best expected F1, and structures
//! are kept or dropped as a whole. Prediction and training decide in the same way.

use super::threshold::{Bounds, Choice, Fields, choose_blocks};
use crate::features::ShopPart;
use crate::page::PageView;
use crate::parse::tags::Tag;
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
    let choice = choose_blocks(&weighed, &words, bounds, || fields_of(page));
    let scored = Scored { probability: &weighed, threshold: choice.threshold, is_forum: judged.is_forum };
    let mut decision = structures::decide(page, scored);
    decision.name_parts(judged.probability, judged.parts, choice.threshold);
    (choice, decision)
}

/// Types of inputs that ask for no text about the reader.
const OTHER_INPUTS: [&str; 7] = ["hidden", "submit", "checkbox", "radio", "button", "image", "search"];

/// What the inputs of a page ask for.
fn fields_of(page: PageView<'_>) -> Fields {
    let inputs = page.elements.iter().filter(|element| element.tag == Tag::Input as u8);
    let kinds = inputs.map(|input| {
        let kind = page.attribute(input, b"type").unwrap_or_default().trim().to_ascii_lowercase();
        match kind.as_str() {
            "password" => Fields::Password,
            other if OTHER_INPUTS.contains(&other) => Fields::None,
            _ => Fields::Text,
        }
    });
    kinds.max_by_key(|&fields| fields as u8).unwrap_or(Fields::None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::with_page;

    #[test]
    fn the_inputs_of_a_page_say_what_it_asks_for() {
        let fields = |html: &str| with_page(html, fields_of);
        assert_eq!(fields("<p>x"), Fields::None);
        assert_eq!(fields("<input type=search><input type=hidden><input TYPE=Submit>"), Fields::None);
        assert_eq!(fields("<input type=search><input>"), Fields::Text);
        assert_eq!(fields("<input type=' Password '><input type=email>"), Fields::Password);
    }
}
