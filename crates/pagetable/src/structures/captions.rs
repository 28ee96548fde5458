//! The caption of a figure is kept with what the figure shows: a quotation with its author, a table, code.

use super::labels::LEAST_PROBABILITY;
use super::{CAPTION, Decision, apart};
use crate::page::PageView;
use crate::page::table::Element;
use crate::parse::tags::Tag;

/// Elements around a caption among which its figure is looked for.
const MAX_LEVELS: usize = 4;

/// Keeps the captions of figures with other kept text. An image has no text: it is written if its caption is kept.
pub fn keep_captions(page: PageView<'_>, probability: &[f64], decision: &mut Decision) {
    let n_kept = kept_before(&decision.keep);
    let n_between = |first: u32, stop: u32| n_kept[stop.max(first) as usize] - n_kept[first as usize];
    let is_probable = |number: usize| apart(page.blocks[number].flags) == 0 && probability[number] >= LEAST_PROBABILITY;
    for caption in page.elements.iter().filter(|own| own.tag == Tag::Figcaption as u8) {
        let Some(figure) = figure_around(page.elements, caption) else { continue };
        let n_inside = n_between(caption.first_block, caption.stop_block);
        if n_between(figure.first_block, figure.stop_block) == n_inside {
            continue;
        }
        let own = caption.first_block as usize..caption.stop_block as usize;
        for number in own.filter(|&number| is_probable(number)) {
            if !std::mem::replace(&mut decision.keep[number], true) {
                decision.with[number] = CAPTION;
            }
        }
    }
}

fn figure_around<'a>(elements: &'a [Element], caption: &Element) -> Option<&'a Element> {
    let parent = |own: &Element| elements.get(own.parent as usize);
    let mut above = std::iter::successors(parent(caption), |own| parent(own)).take(MAX_LEVELS);
    above.find(|own| own.tag == Tag::Figure as u8)
}

/// How many blocks before each are kept.
fn kept_before(keep: &[bool]) -> Vec<u32> {
    let sums = keep.iter().scan(0, |sum, &keep| {
        *sum += u32::from(keep);
        Some(*sum)
    });
    std::iter::once(0).chain(sums).collect()
}
