//! A page, cut at some blocks -> each part as a text of its own: the posts of a thread, written in one pass.

use super::{Kept, Options, Outline, outline};
use crate::page::part::Parts;

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
    let parts = Parts::new(kept.page);
    let n_blocks = kept.blocks.len();
    let mut headline = options.headline;
    let rendered = starts.windows(2).map(|pair| {
        let (start, stop) = (pair[0].min(n_blocks), pair[1].min(n_blocks));
        if start >= stop || !kept.keep[start..stop].contains(&true) {
            return Rendered::default();
        }
        let options = Options { headline: std::mem::take(&mut headline), ..*options };
        let write = |kept: Kept<'_>| {
            let outline = outline(kept, &options);
            let (n_long_addresses, n_ignored_spans) = (outline.facts.n_long_addresses, outline.facts.n_ignored_spans);
            Rendered { text: write(&outline, kept), n_long_addresses, n_ignored_spans }
        };
        match parts.part(start..stop) {
            Some(part) => write(Kept { page: part.view(kept.page), keep: &part.mask(&kept.keep[start..stop]), ..kept }),
            None => {
                let mut keep = vec![false; n_blocks];
                keep[start..stop].copy_from_slice(&kept.keep[start..stop]);
                write(Kept { keep: &keep, ..kept })
            }
        }
    });
    rendered.collect()
}
