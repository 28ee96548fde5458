//! Short lines near the heading -> whether the product can't be bought, and its brand after a label.

use std::ops::Range;

use super::words::ShopWords;
use crate::page::PageView;
use crate::page::table::{Block, flag};

/// Blocks after the heading that are looked at.
const BLOCKS_AFTER: usize = 120;
/// Characters of a line about the state, and of one with a label and its value.
const STATE_CHARS: u32 = 100;
const LABELLED_CHARS: u32 = 60;

/// Whether a short line from the heading on reads "out of stock".
pub fn is_unavailable(page: PageView<'_>, words: &ShopWords, heading: usize) -> bool {
    // No phrase has a line feed in it, so all lines are searched at once.
    let small: String = lines(page, heading, STATE_CHARS).flat_map(|line| [line.to_lowercase(), "\n".into()]).collect();
    words.unavailable.are_in(&small)
}

/// The value of the first line from the heading on such as "Brand: Usha".
pub fn shown_brand(page: PageView<'_>, words: &ShopWords, heading: usize) -> Option<String> {
    lines(page, heading, LABELLED_CHARS).find_map(|line| {
        let (label, value) = line.split_once([':', '：'])?;
        let value = value.replace('：', ":").trim().to_owned();
        (!value.is_empty() && words.brand.has(label)).then_some(value)
    })
}

/// The shown lines of several words from a block on.
fn lines(page: PageView<'_>, heading: usize, most_chars: u32) -> impl Iterator<Item = String> {
    let range: Range<usize> = heading.min(page.blocks.len())..(heading + BLOCKS_AFTER).min(page.blocks.len());
    let is_one = move |block: &&Block| {
        block.flags & u32::from(flag::UNSHOWN) == 0 && block.chars <= most_chars && block.words > 1
    };
    let blocks = page.blocks[range].iter().filter(is_one);
    blocks.map(move |block| String::from_utf8_lossy(page.block_text(block)).into_owned())
}

#[cfg(test)]
mod tests {
    use super::super::words::tests::words;
    use super::*;
    use crate::page::tests::with_page;

    #[test]
    fn a_line_from_the_heading_on_says_that_it_is_sold_out() {
        let is_unavailable = |html: &str| with_page(html, |page| is_unavailable(page, &words(), 1));
        assert!(is_unavailable("<p>Tea<h1>Kettle</h1><p>Currently Sold Out"));
        assert!(!is_unavailable("<p>Sold out<h1>Kettle</h1><p hidden>Sold out"));
        assert!(!is_unavailable("<p>a<p>sold<p>out"));
    }

    #[test]
    fn the_brand_is_after_its_label() {
        let brand = |html: &str| with_page(html, |page| shown_brand(page, &words(), 0));
        assert_eq!(brand("<p>A brand: no<p>Brand:<p>MARKE： Usha : x").as_deref(), Some("Usha : x"));
        assert_eq!(with_page("<p>Brand: Usha", |page| shown_brand(page, &words(), 9)), None);
    }
}
