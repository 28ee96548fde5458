//! Columns after the published methods, by block: tag ratios, P value, body text, candidates.

use std::cell::LazyCell;

use super::facts::{Facts, NONE, held_of};
use super::matrix::{Log1p, Matrix, above, greatest_above, steps_from};
use super::own::is;
use crate::page::PageView;
use crate::page::table::Element;
use crate::parse::tags::Tag;

pub fn push_published(page: PageView<'_>, facts: &Facts, out: &mut Matrix<'_>) {
    let n_blocks = facts.n_blocks();
    let ratio: Vec<f64> =
        page.blocks.iter().zip(&facts.chars).map(|(block, n)| (n / f64::from(block.tags.max(1))).log1p()).collect();
    let smoother = LazyCell::new(|| smoothed(&ratio, 2));
    out.push("tag_ratio", ratio.iter().copied());
    out.push_by("tag_ratio_smooth", || smoothed(&ratio, 1).into_iter());
    out.push_by("tag_ratio_smoother", || smoother.iter().copied());
    out.push_each("tag_ratio_slope", |rank| slope(&smoother, rank));
    out.push_by("tag_ratio_deviations", || {
        let mean = smoother.iter().sum::<f64>() / n_blocks as f64;
        let deviation = (smoother.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / n_blocks as f64).sqrt();
        smoother.iter().map(move |value| (value - mean) / (deviation + 1e-6))
    });
    push_p_values(page, facts, out);
    let unmarked = || facts.words.iter().zip(page.blocks).map(|(words, block)| words - f64::from(block.tags));
    let body = LazyCell::new(|| body_text(unmarked()));
    out.push_each("in_body_text", |rank| is(rank >= body.0 && rank <= body.1));
    out.push_each("rank_in_body_text", |rank| {
        let (start, stop) = *body;
        (rank as f64 - start as f64) / stop.saturating_sub(start).max(1) as f64
    });
    push_candidates(page, facts, out);
    let (first, end) = longest(page, facts);
    out.push("in_longest_container", (0..n_blocks).map(|rank| is(rank >= first && rank < end)));
}

/// Blurred by a Gaussian kernel; the first and last values are repeated beyond the ends of the page.
fn smoothed(values: &[f64], width: isize) -> Vec<f64> {
    let kernel: Vec<f64> =
        (-3 * width..=3 * width).map(|step| (-0.5 * (step as f64 / width as f64).powi(2)).exp()).collect();
    let total: f64 = kernel.iter().sum();
    let last = values.len() as isize - 1;
    (0..=last)
        .map(|at| {
            let (first, stop) = (at - 3 * width, at + 3 * width + 1);
            match values.get(first.max(0) as usize..stop as usize).filter(|_| first >= 0) {
                Some(near) => near.iter().zip(&kernel).map(|(value, weight)| value * weight).sum::<f64>(),
                None => {
                    let near = (first..stop).map(|place| values[place.clamp(0, last) as usize]);
                    near.zip(&kernel).map(|(value, weight)| value * weight).sum::<f64>()
                }
            }
        })
        .map(|sum| sum / total)
        .collect()
}

fn slope(values: &[f64], at: usize) -> f64 {
    match (at.checked_sub(1).map(|before| values[before]), values.get(at + 1)) {
        (Some(before), Some(after)) => (after - before) / 2.0,
        (Some(before), None) => values[at] - before,
        (None, Some(after)) => after - values[at],
        (None, None) => 0.0,
    }
}

/// The stretch of blocks with the greatest sum, both ends in it, as in BTE.
fn body_text(values: impl Iterator<Item = f64>) -> (usize, usize) {
    let (mut total, mut least, mut least_at) = (0.0, 0.0, 0);
    let (mut best, mut found) = (f64::MIN, (0, 0));
    for (at, value) in values.enumerate() {
        if total < least {
            (least, least_at) = (total, at);
        }
        total += value;
        if total - least > best {
            (best, found) = (total - least, (least_at, at));
        }
    }
    found
}

fn push_p_values(page: PageView<'_>, facts: &Facts, out: &mut Matrix<'_>) {
    let elements = page.elements;
    let n_blocks = facts.n_blocks();
    let (page_words, page_links) = (facts.sums.words[n_blocks], facts.sums.link_words[n_blocks]);
    let page_unlinked = (page_words - page_links).max(1.0);
    // The words and the P value of each element.
    let values = LazyCell::new(|| {
        let (chars_to, html_to) = facts.source_sums(page);
        let held = |element: &Element| {
            let words = held_of(&facts.sums.words, element);
            let unlinked = (words - held_of(&facts.sums.link_words, element)).max(0.0);
            (words, held_of(&chars_to, element) / held_of(&html_to, element).max(1.0) * unlinked / page_unlinked)
        };
        elements.iter().map(held).collect::<Vec<(f64, f64)>>()
    });
    for level in 0..3 {
        // Above the root there is no element: the first one is used instead.
        out.push_each(format_args!("p_value{level}"), |rank| {
            let row = facts.chain[rank][level];
            (values[if row == NONE { 0 } else { row as usize }].1 + 1e-6).ln()
        });
    }
    out.push_by("p_value_greatest", || {
        // An element that holds nearly all of the page does not tell its parts from each other.
        let of_parts = |&(words, value): &(f64, f64)| if words < 0.98 * page_words { value } else { 0.0 };
        let greatest = greatest_above(elements, values.iter().map(of_parts).collect());
        page.blocks.iter().map(move |block| greatest[block.element as usize])
    });
}

/// Readability's: paragraphs give points to what holds them, and half of them to what holds that.
fn push_candidates(page: PageView<'_>, facts: &Facts, out: &mut Matrix<'_>) {
    let elements = page.elements;
    let mut scores = vec![0.0; elements.len()];
    for (rank, block) in page.blocks.iter().enumerate() {
        let chars = facts.chars[rank];
        if chars < 25.0 || facts.link_share[rank] >= 0.5 {
            continue;
        }
        let points = 1.0 + f64::from(block.commas) + (chars / 100.0).min(3.0);
        let parent = facts.parent[rank];
        let second = above(elements, parent);
        scores[parent as usize] += points;
        scores[second as usize] += points / 2.0;
        scores[above(elements, second) as usize] += points / 6.0;
    }
    // Most elements have none, and a division takes longer than looking.
    for (score, element) in scores.iter_mut().zip(elements).filter(|(score, _)| **score > 0.0) {
        *score *= 1.0 - (f64::from(element.link_chars) / f64::from(element.chars.max(1))).min(1.0);
    }
    let top = (0..elements.len()).fold(0, |best, row| if scores[row] > scores[best] { row } else { best });
    let (start, stop) = (elements[top].first_block as usize, elements[top].stop_block as usize);
    let best = scores[top].max(1e-6);
    let is_frame = |tag: u8| tag == Tag::Body as u8 || tag == Tag::Html as u8;
    let own = scores.iter().zip(elements).map(|(&score, e)| if is_frame(e.tag) { 0.0 } else { score }).collect();
    let greatest = greatest_above(elements, own);
    out.push("in_candidate", (0..facts.n_blocks()).map(|rank| is(rank >= start && rank < stop)));
    out.push("candidate_score", page.blocks.iter().map(|block| greatest[block.element as usize] / best));
    out.push(
        "blocks_from_candidate",
        (0..facts.n_blocks()).map(|rank| steps_from(rank, start, stop.max(start)).clamp(-50.0, 50.0)),
    );
    out.push("parent_candidate_score", facts.parent.iter().map(|&row| scores[row as usize] / best));
}

/// The blocks of the smallest element with half of the page's running text.
fn longest(page: PageView<'_>, facts: &Facts) -> (usize, usize) {
    let half = 0.5 * facts.sums.long[facts.n_blocks()].max(1.0);
    let held = |row: u32| facts.held(page.elements, row, |sums| &sums.long);
    let row = (0..page.elements.len() as u32).rev().find(|&row| held(row) >= half).unwrap_or(0);
    let element = &page.elements[row as usize];
    (element.first_block as usize, element.stop_block as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_even_stays_even_when_blurred_and_a_peak_loses_height() {
        assert!(smoothed(&[2.0; 5], 2).iter().all(|value| (value - 2.0).abs() < 1e-12));
        let peak = smoothed(&[0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0], 1);
        assert!(peak[4] < 0.5 && peak[4] > peak[3] && (peak[3] - peak[5]).abs() < 1e-12);
        assert_eq!(smoothed(&[7.0], 2).len(), 1);
    }

    #[test]
    fn a_slope_is_of_both_sides_and_of_one_at_the_ends() {
        let values = [1.0, 2.0, 5.0];
        assert_eq!([0, 1, 2].map(|at| slope(&values, at)), [1.0, 2.0, 3.0]);
        assert_eq!(slope(&[4.0], 0), 0.0);
    }

    #[test]
    fn the_body_text_is_the_stretch_with_the_greatest_sum() {
        assert_eq!(body_text([-3.0, 5.0, -1.0, 4.0, -9.0, 2.0].into_iter()), (1, 3));
        assert_eq!(body_text([-3.0, -1.0, -2.0].into_iter()), (1, 1));
        assert_eq!(body_text([1.0].into_iter()), (0, 0));
    }
}
