//! A page, cut at some blocks, or some blocks of it -> each part as a text of its own: the posts of a thread, written in
//! one pass. What a page may become is bounded for all parts together.

use std::ops::Range;

use super::{Kept, Options, Outline, outline_within};
use crate::page::PageView;
use crate::page::part::Parts;
use crate::render::facts::Budget;

/// A part of a page as Markdown or text.
#[derive(Debug, Default)]
pub struct Rendered {
    /// The text.
    pub text: String,
    /// Addresses that were left out because they are too long.
    pub n_long_addresses: usize,
    /// Spans of cells that were ignored because they cover too much.
    pub n_ignored_spans: usize,
}

/// The kept text between each two of some blocks, written by `write`; empty where nothing is kept. Each part is written
/// as if nothing else of the page were kept. The headline comes before the first text.
pub fn render_parts(
    kept: Kept<'_>,
    starts: &[usize],
    options: &Options,
    write: fn(&Outline, Kept<'_>) -> String,
) -> Vec<Rendered> {
    let mut writer = PartWriter::new(kept.page, kept.text, write);
    let n_blocks = kept.blocks.len();
    let mut headline = options.headline;
    let rendered = starts.windows(2).map(|pair| {
        let (start, stop) = (pair[0].min(n_blocks), pair[1].min(n_blocks));
        if start >= stop || !kept.keep[start..stop].contains(&true) {
            return Rendered::default();
        }
        let options = Options { headline: std::mem::take(&mut headline), ..*options };
        writer.part(start..stop, &kept.keep[start..stop], &options)
    });
    rendered.collect()
}

/// The texts of some blocks each, which are in order; empty for those without one.
pub fn render_selections(
    page: PageView<'_>,
    text: &str,
    selections: &[Vec<u32>],
    options: &Options,
    write: fn(&Outline, Kept<'_>) -> String,
) -> Vec<Rendered> {
    let mut writer = PartWriter::new(page, text, write);
    let n_blocks = page.blocks.len();
    let rendered = selections.iter().map(|blocks| {
        let (Some(first), Some(last)) = (blocks.iter().min(), blocks.iter().max()) else { return Rendered::default() };
        let (start, stop) = (*first as usize, *last as usize + 1);
        if stop > n_blocks {
            return Rendered::default();
        }
        let mut keep = vec![false; stop - start];
        blocks.iter().for_each(|block| keep[*block as usize - start] = true);
        writer.part(start..stop, &keep, options)
    });
    rendered.collect()
}

struct PartWriter<'a> {
    page: PageView<'a>,
    text: &'a str,
    parts: Parts<'a>,
    budget: Budget,
    write: fn(&Outline, Kept<'_>) -> String,
}

impl<'a> PartWriter<'a> {
    fn new(page: PageView<'a>, text: &'a str, write: fn(&Outline, Kept<'_>) -> String) -> Self {
        PartWriter { page, text, parts: Parts::new(page), budget: Budget::new(page), write }
    }

    fn part(&mut self, blocks: Range<usize>, keep: &[bool], options: &Options) -> Rendered {
        let part = self.parts.part(blocks);
        let kept = Kept { page: part.view(self.page), text: self.text, keep: &part.mask(keep) };
        let outline = outline_within(kept, options, &mut self.budget);
        let (n_long_addresses, n_ignored_spans) = (outline.facts.n_long_addresses, outline.facts.n_ignored_spans);
        Rendered { text: (self.write)(&outline, kept), n_long_addresses, n_ignored_spans }
    }
}
