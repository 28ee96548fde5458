//! Columns about what the first stage thinks of each block's surroundings: windows, containers, templates, sections, and
//! whether the text has ended already.

use std::cell::LazyCell;

use super::around::push_levels;
use super::facts::{LEVELS, NONE};
use super::groups::push_groups;
use super::matrix::{Log1p, Matrix, between, running, steps_from, sums_by};
use super::own::is;
use super::{Features, facts::Facts};
use crate::page::PageView;
use crate::page::table::Element;
use crate::parse::tags::Tag;

const OFFSETS: [isize; 8] = [-4, -3, -2, -1, 1, 2, 3, 4];
const WINDOWS: [usize; 3] = [2, 5, 12];
const SIDES: [usize; 2] = [15, 40];
/// A block that is surely content, and long enough to say so.
pub const SURE: f64 = 0.6;
pub const SURE_WORDS: f64 = 8.0;

/// The log odds of a first probability, as columns of the second stage have them: nearer to 0 or 1 they say no more.
pub fn bounded_log_odds(probability: f64) -> f64 {
    let bounded = probability.clamp(1e-4, 1.0 - 1e-4);
    (bounded / (1.0 - bounded)).ln()
}

/// The first probabilities of a page, and sums of them.
pub struct Context<'a> {
    pub page: PageView<'a>,
    pub facts: &'a Facts,
    pub template: &'a (Vec<u32>, usize),
    pub title_likeness: &'a [f64],
    /// Of the words that each block begins with.
    pub odds: &'a [f64],
    pub first: Vec<f64>,
    pub logit: Vec<f64>,
    pub mass: Vec<f64>,
    pub mass_to: Vec<f64>,
    pub first_to: Vec<f64>,
    pub total_mass: f64,
    pub sure: Vec<usize>,
    /// The words and the mass of each element.
    held: Vec<(f64, f64)>,
}

pub fn push_context(page: PageView<'_>, features: &Features, first: &[f32], out: &mut Matrix<'_>) {
    let context = Context::new(page, features, first);
    context.push_near(out);
    context.push_containers(out);
    context.push_template(out);
    context.push_page(out);
    push_groups(&context, out);
    context.push_sections(out);
    context.push_best(out);
    context.push_boundaries(out);
    context.push_duplicates(out);
    context.push_sides(out);
    context.push_copies(out);
    context.push_unseen(out);
}

impl<'a> Context<'a> {
    fn new(page: PageView<'a>, features: &'a Features, first: &[f32]) -> Context<'a> {
        let facts = &features.facts;
        let first: Vec<f64> = first.iter().map(|&first| f64::from(first)).collect();
        let mass: Vec<f64> = first.iter().zip(&facts.words).map(|(first, words)| first * words).collect();
        let mass_to = running(mass.iter().copied());
        let is_sure = |&rank: &usize| first[rank] > SURE && facts.words[rank] >= SURE_WORDS;
        Context {
            page,
            facts,
            template: &features.template,
            title_likeness: &features.title_likeness,
            odds: &features.odds,
            logit: first.iter().map(|&first| bounded_log_odds(first)).collect(),
            first_to: running(first.iter().copied()),
            total_mass: mass_to[first.len()].max(1e-6),
            sure: (0..first.len()).filter(is_sure).collect(),
            held: page.elements.iter().map(|element| held(element, &facts.sums.words, &mass_to)).collect(),
            mass,
            mass_to,
            first,
        }
    }

    pub fn n_blocks(&self) -> usize {
        self.first.len()
    }

    fn page_words(&self) -> f64 {
        self.facts.sums.words[self.n_blocks()]
    }

    /// The words and the mass of an element.
    pub fn held(&self, row: u32) -> (f64, f64) {
        self.held[row as usize]
    }

    fn mean_between(&self, start: usize, stop: usize, least_words: f64) -> f64 {
        let words = between(&self.facts.sums.words, start as u32, stop as u32);
        between(&self.mass_to, start as u32, stop as u32) / words.max(least_words)
    }

    fn push_near(&self, out: &mut Matrix<'_>) {
        let n_blocks = self.n_blocks();
        out.push("first", self.logit.iter().copied());
        for offset in OFFSETS {
            out.push_each(format_args!("first_at{offset:+}"), |rank| {
                rank.checked_add_signed(offset).and_then(|other| self.logit.get(other)).copied().unwrap_or(f64::NAN)
            });
        }
        for radius in WINDOWS {
            let span = |rank: usize| (rank.saturating_sub(radius), (rank + radius + 1).min(n_blocks));
            out.push_each(format_args!("window{radius}_mean"), |rank| {
                self.mean_between(span(rank).0, span(rank).1, 1e-9)
            });
            out.push_each(format_args!("window{radius}_plain_mean"), |rank| {
                let (low, high) = span(rank);
                (self.first_to[high] - self.first_to[low]) / (high - low) as f64
            });
        }
    }

    fn push_containers(&self, out: &mut Matrix<'_>) {
        let stop_of = |element: &Element| element.stop_block.max(element.first_block);
        push_levels("mean", self.facts, out, |_, row| {
            let (words, mass) = self.held(row);
            mass / words.max(1.0)
        });
        push_levels("plain_mean", self.facts, out, |_, row| {
            let element = &self.page.elements[row as usize];
            let n_blocks = (stop_of(element) - element.first_block).max(1);
            between(&self.first_to, element.first_block, stop_of(element)) / f64::from(n_blocks)
        });
        push_levels("mass", self.facts, out, |_, row| self.held(row).1 / self.total_mass);
        push_levels("others", self.facts, out, |rank, row| {
            let (words, mass) = self.held(row);
            (mass - self.mass[rank]) / (words - self.facts.words[rank]).max(1.0)
        });
    }

    fn push_template(&self, out: &mut Matrix<'_>) {
        let (template, n_templates) = self.template;
        let words = sums_by(template, *n_templates, self.facts.words.iter().copied());
        let mass = sums_by(template, *n_templates, self.mass.iter().copied());
        let count = sums_by(template, *n_templates, template.iter().map(|_| 1.0));
        let first = sums_by(template, *n_templates, self.first.iter().copied());
        let own = |rank: usize| template[rank] as usize;
        out.push_each("template_mean", |rank| mass[own(rank)] / words[own(rank)]);
        out.push_each("template_plain_mean", |rank| first[own(rank)] / count[own(rank)]);
    }

    fn push_page(&self, out: &mut Matrix<'_>) {
        let n_blocks = self.n_blocks();
        let page_mass = self.mass_to[n_blocks];
        let sureness: f64 = self.first.iter().zip(&self.facts.words).map(|(p, words)| words * (p - 0.5).abs()).sum();
        out.push_page("page_mean", page_mass / self.page_words());
        out.push_page("page_log_mass", page_mass.log1p());
        out.push_page("page_greatest", self.first.iter().copied().fold(0.0, f64::max));
        out.push_page("page_sureness", sureness / self.page_words());
        out.push_each("mass_before", |rank| self.mass_to[rank] / self.total_mass);
        out.push_each("mass_after", |rank| 1.0 - self.mass_to[rank + 1] / self.total_mass);
        let clamped = |steps: f64| steps.clamp(-60.0, 300.0);
        let steps_between = |from: usize, to: usize| to as f64 - from as f64;
        let after = |rank: usize| self.sure.partition_point(|&sure| sure < rank);
        let (first, last) = (self.sure.first(), self.sure.last());
        let next = |rank: usize| self.sure.get(after(rank)).map_or(99.0, |&next| (next - rank) as f64);
        let previous = |rank: usize| match after(rank) {
            0 => 99.0,
            place => (rank - self.sure[place - 1]) as f64,
        };
        let if_any = |steps: f64| if self.sure.is_empty() { f64::NAN } else { steps };
        out.push_each("from_first_sure", |rank| first.map_or(f64::NAN, |&first| clamped(steps_between(first, rank))));
        out.push_each("to_last_sure", |rank| last.map_or(f64::NAN, |&last| clamped(steps_between(rank, last))));
        out.push_each("to_next_sure", |rank| if_any(next(rank)));
        out.push_each("from_last_sure", |rank| if_any(previous(rank)));
    }

    /// For each block the last one, up to itself, that is marked.
    pub fn last_marked(&self, is_marked: impl Fn(usize) -> bool) -> Vec<Option<usize>> {
        let mut last = None;
        (0..self.n_blocks())
            .map(|rank| {
                if is_marked(rank) {
                    last = Some(rank);
                }
                last
            })
            .collect()
    }

    fn push_sections(&self, out: &mut Matrix<'_>) {
        let n_blocks = self.n_blocks();
        let tag = |rank: usize| self.page.elements[self.page.blocks[rank].element as usize].tag;
        let sections = self.last_marked(|rank| self.facts.is_heading[rank]);
        self.push_section("section", &sections, out);
        let chapters = self.last_marked(|rank| tag(rank) == Tag::H1 as u8 || tag(rank) == Tag::H2 as u8);
        self.push_section("chapter", &chapters, out);
        let next = LazyCell::new(|| {
            let mut next = vec![None; n_blocks];
            let mut seen = None;
            for rank in (0..n_blocks).rev() {
                if self.facts.is_heading[rank] {
                    seen = Some(rank);
                }
                next[rank] = seen;
            }
            next
        });
        out.push_each("to_next_heading", |rank| next[rank].map_or(99.0, |next| (next - rank).min(99) as f64));
        out.push_each("next_heading", |rank| next[rank].map_or(f64::NAN, |next| self.logit[next]));
    }

    fn push_section(&self, name: &str, heads: &[Option<usize>], out: &mut Matrix<'_>) {
        let numbers: Vec<u32> = heads.iter().map(|head| head.map_or(0, |head| head as u32 + 1)).collect();
        let size = self.n_blocks() + 1;
        let plain = |values: &[f64]| -> Vec<f64> {
            let below = values.iter().zip(&self.facts.is_heading).map(|(value, &is_heading)| value * is(!is_heading));
            sums_by(&numbers, size, below)
        };
        let (words, mass) = (plain(&self.facts.words), plain(&self.mass));
        let links = LazyCell::new(|| sums_by(&numbers, size, self.facts.link_words.iter().copied()));
        let own = |rank: usize| numbers[rank] as usize;
        let words_of = |rank: usize| words[own(rank)] + 1e-3;
        out.push_each(format_args!("{name}_mean"), |rank| mass[own(rank)] / words_of(rank));
        out.push_each(format_args!("{name}_log_words"), |rank| words_of(rank).log1p());
        if name == "section" {
            out.push_each(format_args!("{name}_link_share"), |rank| links[own(rank)] / words_of(rank));
        }
        let of_head = |values: &[f64], rank: usize| heads[rank].map_or(f64::NAN, |head: usize| values[head]);
        out.push_each(format_args!("{name}_heading"), |rank| of_head(&self.logit, rank));
        out.push_each(format_args!("{name}_heading_odds"), |rank| of_head(self.odds, rank));
    }

    fn push_best(&self, out: &mut Matrix<'_>) {
        let mean = |row: u32| {
            let (words, mass) = self.held(row);
            mass / words.max(1.0)
        };
        let least = |chain: &[u32; LEVELS]| {
            chain.iter().map(|&row| if row == NONE { 1.0 } else { mean(row) }).fold(f64::MAX, f64::min)
        };
        let expected = |row: u32| {
            let (words, mass) = self.held(row);
            2.0 * mass / (words + self.total_mass)
        };
        let (mut best, mut best_row) = (f64::MIN, 0);
        for row in 0..self.page.elements.len() as u32 {
            if expected(row) > best {
                (best, best_row) = (expected(row), row as usize);
            }
        }
        let element = &self.page.elements[best_row];
        let (start, stop) = (element.first_block as usize, element.stop_block.max(element.first_block) as usize);
        out.push_each("least_container_mean", |rank| least(&self.facts.chain[rank]));
        out.push_each("in_best", |rank| is(rank >= start && rank < stop));
        out.push_each("from_best", |rank| steps_from(rank, start, stop).clamp(-60.0, 60.0));
        out.push_page("best_expected_f1", best);
    }

    fn push_duplicates(&self, out: &mut Matrix<'_>) {
        let is_long = |rank: usize| self.facts.words[rank] >= 4.0;
        let others = |rank: usize| f64::from(self.facts.same_text[rank] - 1);
        out.push_each("same_text_before", |rank| is(self.facts.rank_of_same[rank] > 0 && is_long(rank)));
        out.push_each("same_text_elsewhere", |rank| if is_long(rank) { others(rank) } else { 0.0 });
    }

    fn push_sides(&self, out: &mut Matrix<'_>) {
        let n_blocks = self.n_blocks();
        for side in SIDES {
            out.push_each(format_args!("before{side}_mean"), |rank| {
                self.mean_between(rank.saturating_sub(side), rank, 1.0)
            });
        }
        for side in SIDES {
            out.push_each(format_args!("after{side}_mean"), |rank| {
                self.mean_between(rank, (rank + side + 1).min(n_blocks), 1.0)
            });
        }
        let words_to = &self.facts.sums.words;
        let start = self.sure.first().copied().unwrap_or(n_blocks);
        out.push_each("log_words_since_start", |rank| {
            if rank > start { (words_to[rank] - words_to[start]).max(0.0).log1p() } else { -1.0 }
        });
        let top =
            self.sure.iter().copied().reduce(|best, rank| if self.mass[rank] > self.mass[best] { rank } else { best });
        for level in 0..LEVELS {
            match top.map(|top| self.facts.chain[top][level]).filter(|&row| row != NONE) {
                None => out.push_same(format_args!("in_top{level}"), 0.0),
                Some(row) => {
                    let element = &self.page.elements[row as usize];
                    let (start, stop) = (element.first_block as usize, element.stop_block as usize);
                    out.push_each(format_args!("in_top{level}"), |rank| is(rank >= start && rank < stop));
                }
            }
        }
    }
}

fn held(element: &Element, words: &[f64], mass: &[f64]) -> (f64, f64) {
    let stop = element.stop_block.max(element.first_block);
    (between(words, element.first_block, stop), between(mass, element.first_block, stop))
}
