//! What introduces a text is kept with it: headings, terms, summaries.

use super::around::{Around, NONE, heading_level};
use super::{Decision, HEADING, SUMMARY, TERM, apart};
use crate::page::PageView;
use crate::parse::tags::Tag;

/// A label that is less probable than this is not kept for the text below it: an advertisement, a player's title.
pub const LEAST_PROBABILITY: f64 = 0.08;
/// The level of terms and summaries, which are below every heading.
const BELOW_HEADINGS: u8 = 7;

/// Keeps the labels of what is kept. Only labels after the first kept block or after a first-level heading count: the
/// page's own headline is written by the renderers, and what is above it belongs to the site.
pub fn keep_labels(page: PageView<'_>, around: &Around, probability: &[f64], decision: &mut Decision) {
    let Some(first) = decision.keep.iter().position(|&keep| keep) else { return };
    let labels: Vec<(u8, u8)> = page.blocks.iter().map(|block| label(page, around, block.element as usize)).collect();
    let is_shown = |number: usize| apart(page.blocks[number].flags) == 0;
    let is_h1 = |number: &usize| labels[*number] == (HEADING, 1) && is_shown(*number);
    let h1 = (0..first).find(is_h1).unwrap_or(first);
    let mut below: Option<usize> = None;
    // Backwards, so that a heading over a heading finds it decided.
    for number in (h1..page.blocks.len()).rev().filter(|&number| is_shown(number)) {
        let (kind, level) = labels[number];
        let is_over = |below: usize| decision.keep[below] && (labels[below].0 == 0 || labels[below].1 > level);
        let is_introducing = kind != 0 && number > h1 && below.is_some_and(is_over);
        if is_introducing && !decision.keep[number] && probability[number] >= LEAST_PROBABILITY {
            decision.keep[number] = true;
            decision.with[number] = kind;
        }
        below = Some(number);
    }
}

/// Which kind of label an element is in, and its level; zeros if it is in none.
fn label(page: PageView<'_>, around: &Around, row: usize) -> (u8, u8) {
    let tag = |row: u32| page.elements.get(row as usize).map(|element| element.tag);
    if around.label[row] != NONE {
        return match tag(around.label[row]).map(heading_level) {
            Some(level) if level > 0 => (HEADING, level),
            _ => (SUMMARY, BELOW_HEADINGS),
        };
    }
    match tag(around.item[row]) == Some(Tag::Dt as u8) {
        true => (TERM, BELOW_HEADINGS),
        false => (0, 0),
    }
}
