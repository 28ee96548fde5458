//! Columns about whether the text has ended before a block: gaps, comments, another title, headings typical of page ends.

use super::context::{Context, SURE, SURE_WORDS};
use super::facts::Facts;
use super::matrix::{Log1p, Matrix, running};
use super::own::{has_bold, is};
use crate::features::ancestors::{FAR, GROUPS, class_group, tag_group};

const UNLIKELY: f64 = 0.3;
const AUTHOR: usize = class_group("author");
const COMMENT: usize = class_group("comment");
const RELATED: usize = class_group("related");
const H1: usize = tag_group("h1");

/// Steps up from each block to an element named for comments.
pub fn comment_steps(facts: &Facts) -> impl Iterator<Item = u8> {
    facts.around.distances.chunks_exact(GROUPS).map(|row| row[COMMENT])
}

impl Context<'_> {
    pub fn push_boundaries(&self, out: &mut Matrix<'_>) {
        let (facts, n_blocks) = (self.facts, self.n_blocks());
        let start = self.sure.first().copied().unwrap_or(n_blocks);
        let is_after = |rank: usize| rank > start;
        self.push_gaps(start, out);
        let distance = |rank: usize, group: usize| facts.around.distances[rank * GROUPS + group];
        let is_title = |rank: usize| self.title_likeness[rank] > 0.5 && facts.words[rank] > 2.0;
        let is_comment = |rank: usize| distance(rank, COMMENT) < FAR;
        let is_author = |rank: usize| distance(rank, AUTHOR) <= 1;
        self.push_count("n_h1", |rank| distance(rank, H1) <= 1, false, out);
        self.push_count("n_titles", is_title, false, out);
        self.push_since("since_title", |rank| is_title(rank) && is_after(rank), out);
        self.push_count("log_comments", |rank| is_comment(rank) && is_after(rank), true, out);
        self.push_since("since_comment", |rank| is_comment(rank) && is_after(rank), out);
        self.push_since("since_related", |rank| distance(rank, RELATED) < 4 && is_after(rank), out);
        self.push_since("since_author", |rank| is_author(rank) && is_after(rank), out);
        self.push_count("n_authors", is_author, false, out);
        let is_head = |rank: usize| {
            facts.is_heading[rank] || (facts.words[rank] <= 12.0 && has_bold(facts.inside(self.page)[rank]))
        };
        let worsts = || {
            let (mut worst, mut since) = (0.0f64, 0);
            (0..n_blocks).map(move |rank| {
                let odds = if is_after(rank) && is_head(rank) { self.odds[rank] } else { 0.0 };
                if rank == 0 || odds < worst {
                    (worst, since) = (worst.min(odds), rank);
                }
                (worst, rank - since)
            })
        };
        out.push_by("worst_heading_odds", || worsts().map(|(worst, _)| worst));
        out.push_by("since_worst_heading", || {
            worsts().map(|(worst, since)| if worst < 0.0 { since as f64 } else { -1.0 })
        });
        out.push_by("worst_class_odds", || {
            let level = self.median_class_odds();
            let mut least = 0.0f64;
            (0..n_blocks).map(move |rank| {
                if is_after(rank) {
                    least = least.min(f64::from(facts.around.folds[rank * 3]) - level);
                }
                least
            })
        });
    }

    /// How many words of other text lie between the last content and here, and the largest such gap so far.
    fn push_gaps(&self, start: usize, out: &mut Matrix<'_>) {
        let n_blocks = self.n_blocks();
        let unlikely = running(
            self.first.iter().zip(&self.facts.words).map(|(&p, &words)| if p < UNLIKELY { words } else { 0.0 }),
        );
        let last_sure = self.last_marked(|rank| self.first[rank] > SURE && self.facts.words[rank] >= SURE_WORDS);
        let gap = |rank: usize| last_sure[rank].map_or(0.0, |last| (unlikely[rank] - unlikely[last]).max(0.0));
        let (mut greatest, mut at) = (0.0, 0);
        let widest: Vec<(f64, usize)> = (0..n_blocks)
            .map(|rank| {
                if rank > start && gap(rank) > greatest {
                    (greatest, at) = (gap(rank), rank);
                }
                (greatest, at)
            })
            .collect();
        out.push_each("gap_log_words", |rank| gap(rank).log1p());
        out.push("greatest_gap_log_words", widest.iter().map(|&(greatest, _)| greatest.log1p()));
        out.push("mass_before_gap", widest.iter().map(|&(_, at)| self.mass_to[at] / self.total_mass));
    }

    fn push_count(&self, name: &str, is_marked: impl Fn(usize) -> bool, is_log: bool, out: &mut Matrix<'_>) {
        let mut count = 0.0f64;
        out.push(
            name,
            (0..self.n_blocks()).map(|rank| {
                count += is(is_marked(rank));
                if is_log { count.log1p() } else { count }
            }),
        );
    }

    fn push_since(&self, name: &str, is_marked: impl Fn(usize) -> bool, out: &mut Matrix<'_>) {
        let mut last = None;
        out.push(
            name,
            (0..self.n_blocks()).map(|rank| {
                if is_marked(rank) {
                    last = Some(rank);
                }
                last.map_or(-1.0, |last| (rank - last) as f64)
            }),
        );
    }

    fn median_class_odds(&self) -> f64 {
        let mut sums: Vec<f32> = self.sure.iter().map(|&rank| self.facts.around.folds[rank * 3]).collect();
        sums.sort_by(f32::total_cmp);
        match sums.len() {
            0 => 0.0,
            n if n % 2 == 1 => f64::from(sums[n / 2]),
            n => (f64::from(sums[n / 2 - 1]) + f64::from(sums[n / 2])) / 2.0,
        }
    }
}
