//! Columns about text that browsers or screen readers leave out: hidden, aria-hidden, in a template or meant for
//! pages without scripts. The panels of a page's own tabs are its content, its drawers and dialogs are not. The share of
//! the expected content that is unseen separates the two: it is large on pages that show all of their text only later.

use super::context::Context;
use super::matrix::{Log1p, Matrix};
use super::own::{UNRENDERED, is};
use crate::page::table::flag::{ARIA_HIDDEN, HIDDEN};

const UNSEEN: u8 = HIDDEN | ARIA_HIDDEN | UNRENDERED;

impl Context<'_> {
    pub fn push_unseen(&self, out: &mut Matrix<'_>) {
        let is_any = |bits: u8, rank: usize| self.page.blocks[rank].flags & u32::from(bits) > 0;
        let stretches = self.unseen_stretches(|rank| is_any(UNSEEN, rank));
        out.push_each("unseen_share", |rank| stretches[rank].map_or(f64::NAN, |(_, mass)| mass / self.total_mass));
        out.push_each("unseen_log_words", |rank| stretches[rank].map_or(f64::NAN, |(words, _)| words.log1p()));
        let kinds = [("hidden", HIDDEN), ("aria_hidden", ARIA_HIDDEN), ("unrendered", UNRENDERED), ("unseen", UNSEEN)];
        for (name, bits) in kinds {
            let mass: f64 = self.mass.iter().enumerate().map(|(rank, mass)| is(is_any(bits, rank)) * mass).sum();
            out.push_page(format_args!("page_{name}_mass"), mass / self.total_mass);
        }
        let styled: f64 =
            (0..self.n_blocks()).map(|rank| is(self.facts.is_hidden_by_style(rank)) * self.mass[rank]).sum();
        out.push_page("page_hidden_by_style_mass", styled / self.total_mass);
    }

    /// For each unseen block the words and the mass of all unseen blocks that follow one another around it.
    fn unseen_stretches(&self, is_unseen: impl Fn(usize) -> bool) -> Vec<Option<(f64, f64)>> {
        let mut stretches = vec![None; self.n_blocks()];
        let mut start = 0;
        while start < stretches.len() {
            let stop = (start..stretches.len()).find(|&rank| !is_unseen(rank)).unwrap_or(stretches.len());
            let (words_to, mass_to) = (&self.facts.sums.words, &self.mass_to);
            stretches[start..stop].fill(Some((words_to[stop] - words_to[start], mass_to[stop] - mass_to[start])));
            start = stop + 1;
        }
        stretches
    }
}
