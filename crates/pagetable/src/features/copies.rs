//! Columns about text that the page has more than once, in different places: an article for wide screens and for narrow
//! ones, a carousel whose slides repeat. Lines that one element repeats do not count.

use super::context::Context;
use super::facts::{LEVELS, NONE};
use super::matrix::{Matrix, between, running};
use super::own::is;

const NEAR: usize = 10;
const COPIED_LEVELS: usize = 3;
const _: () = assert!(COPIED_LEVELS <= LEVELS);

/// The elements that contain one text.
#[derive(Clone, Copy, Default)]
struct TextCopies {
    /// The element that contains it first.
    parent: Option<u32>,
    /// Whether another element contains it too.
    is_elsewhere: bool,
    /// The greatest probability with that block's parent; then the greatest among blocks with other parents.
    best: Option<(f64, u32)>,
    second: Option<(f64, u32)>,
}

impl TextCopies {
    fn is_outside(&self, parent: u32) -> bool {
        self.is_elsewhere || self.parent.is_some_and(|other| other != parent)
    }

    fn add(&mut self, probability: f64, parent: u32) {
        self.is_elsewhere = self.is_outside(parent);
        self.parent.get_or_insert(parent);
        match self.best {
            Some((greatest, other)) if probability > greatest => {
                self.second = if other == parent { self.second } else { self.best };
                self.best = Some((probability, parent));
            }
            Some((_, other)) if other != parent && self.second.is_none_or(|second| probability > second.0) => {
                self.second = Some((probability, parent));
            }
            Some(_) => {}
            None => self.best = Some((probability, parent)),
        }
    }

    /// The greatest probability of the blocks with other parents.
    fn best_outside(&self, parent: u32) -> f64 {
        let outside = [self.best, self.second].into_iter().flatten().find(|&(_, other)| other != parent);
        outside.map_or(f64::NAN, |(probability, _)| probability)
    }
}

impl Context<'_> {
    pub fn push_copies(&self, out: &mut Matrix<'_>) {
        let (n_blocks, words) = (self.n_blocks(), &self.facts.words);
        let (text, parents) = (&self.facts.text, &self.facts.parent);
        let mut places = vec![TextCopies::default(); self.facts.n_texts];
        // Most texts occur once on a page.
        let is_again = |rank: usize| self.facts.same_text[rank] > 1;
        let is_copied: Vec<bool> = (0..n_blocks)
            .map(|rank| {
                let place = &mut places[text[rank] as usize];
                let is_copied = is_again(rank) && place.is_outside(parents[rank]);
                if is_again(rank) {
                    place.add(self.first[rank], parents[rank]);
                }
                is_copied
            })
            .collect();
        let place = |rank: usize| &places[text[rank] as usize];
        out.push_each("copy_margin", |rank| match is_again(rank) {
            true => place(rank).best_outside(parents[rank]) - self.first[rank],
            false => f64::NAN,
        });
        let copied_to = running((0..n_blocks).map(|rank| is(is_copied[rank]) * words[rank]));
        let doubled_to =
            running((0..n_blocks).map(|rank| is(is_again(rank) && place(rank).is_elsewhere) * words[rank]));
        let share = |sums: &[f64], start: u32, stop: u32| {
            between(sums, start, stop) / between(&self.facts.sums.words, start, stop).max(1.0)
        };
        for (name, sums) in [("copied", &copied_to), ("doubled", &doubled_to)] {
            out.push_each(format_args!("{name}_near"), |rank| {
                share(sums, rank.saturating_sub(NEAR) as u32, (rank + NEAR + 1).min(n_blocks) as u32)
            });
            for level in 0..COPIED_LEVELS {
                out.push_each(format_args!("{name}_container{level}"), |rank| match self.facts.chain[rank][level] {
                    NONE => f64::NAN,
                    row => {
                        let element = &self.page.elements[row as usize];
                        share(sums, element.first_block, element.stop_block.max(element.first_block))
                    }
                });
            }
        }
        out.push_page("page_copied", share(&copied_to, 0, n_blocks as u32));
        out.push_page("page_doubled", share(&doubled_to, 0, n_blocks as u32));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_block_elsewhere_is_found_whatever_the_order() {
        let all = [(0.3, 1), (0.9, 2), (0.5, 1), (0.7, 2)];
        for shift in 0..all.len() {
            let mut places = TextCopies::default();
            (0..all.len()).for_each(|at| places.add(all[(at + shift) % all.len()].0, all[(at + shift) % all.len()].1));
            assert_eq!([1, 2, 3].map(|parent| places.best_outside(parent)), [0.9, 0.5, 0.9]);
            assert!(places.is_elsewhere);
        }
    }

    #[test]
    fn lines_that_one_element_repeats_are_no_copies() {
        let mut places = TextCopies::default();
        assert!(!places.is_outside(4));
        places.add(0.5, 4);
        places.add(0.6, 4);
        assert!(!places.is_outside(4) && places.is_outside(5) && !places.is_elsewhere);
        assert!(places.best_outside(4).is_nan());
    }
}
