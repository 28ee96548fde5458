//! Steps -> where links that go over several blocks are written: at one of their blocks.
//!
//! The card of a product is often one link around its picture, name and price. Markdown has no link around blocks, and
//! the same address at each of them would be most of the text.

use std::collections::HashMap;
use std::ops::Range;

use crate::render::{Step, roles};

/// For each link with text in several blocks, or with images in some and text in another: the steps of the block that is
/// linked, which is its first heading or else its first text.
pub type LinkPlaces = HashMap<u32, Range<usize>>;

/// A link that is open, or was.
#[derive(Default)]
struct Link {
    n_blocks: usize,
    last_block: Option<usize>,
    chosen: Option<(usize, bool)>,
}

/// The places of the links that need one.
pub fn link_places(steps: &[Step]) -> LinkPlaces {
    let starts = block_starts(steps);
    let mut links: HashMap<u32, Link> = HashMap::new();
    let mut open: Vec<u32> = Vec::new();
    let (mut block, mut n_code, mut in_heading) = (0, 0u32, false);
    for (at, step) in steps.iter().enumerate() {
        while starts.get(block + 1).is_some_and(|&start| start <= at) {
            block += 1;
        }
        match step.code {
            roles::LINK => open.push(step.row),
            code if code == roles::LINK | roles::CLOSE => open.retain(|&row| row != step.row),
            roles::CODE_BLOCK => n_code += 1,
            code if code == roles::CODE_BLOCK | roles::CLOSE => n_code -= 1,
            roles::TEXT | roles::IMAGE if n_code == 0 => {
                // Links within links are not written, so the outermost counts.
                if let Some(row) = open.first() {
                    links.entry(*row).or_default().add(block, step.code == roles::TEXT, in_heading);
                }
            }
            code if roles::is_heading(code & !roles::CLOSE) => in_heading = code & roles::CLOSE == 0,
            _ => {}
        }
    }
    let several = links.into_iter().filter(|(_, link)| link.n_blocks > 1);
    let place = |block: usize| starts[block]..starts.get(block + 1).copied().unwrap_or(steps.len());
    several.filter_map(|(row, link)| Some((row, place(link.chosen?.0)))).collect()
}

impl Link {
    fn add(&mut self, block: usize, is_text: bool, in_heading: bool) {
        self.n_blocks += usize::from(self.last_block != Some(block));
        self.last_block = Some(block);
        if is_text && self.chosen.is_none_or(|(_, is_heading)| in_heading && !is_heading) {
            self.chosen = Some((block, in_heading));
        }
    }
}

/// The steps at which text of another block begins: after breaks, and at whatever is not part of a line.
fn block_starts(steps: &[Step]) -> Vec<usize> {
    let mut starts = vec![0];
    let mut in_heading = false;
    for (at, step) in steps.iter().enumerate() {
        let role = step.code & !roles::CLOSE;
        if roles::is_heading(role) {
            in_heading = step.code == role;
        } else if in_heading
            || role == roles::TEXT
            || roles::is_mark(role)
            || matches!(role, roles::IMAGE | roles::FORMULA)
        {
            continue;
        }
        starts.push(at);
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLOSE: u8 = roles::CLOSE;

    fn places(codes: &[(u8, u32)]) -> LinkPlaces {
        link_places(&codes.iter().map(|&(code, row)| Step { code, row }).collect::<Vec<_>>())
    }

    #[test]
    fn a_link_over_blocks_is_written_at_its_heading_or_its_first_text() {
        use roles::{BREAK, H2, IMAGE, LINK, TEXT};
        let one_block = [(LINK, 1), (TEXT, 0), (IMAGE, 2), (LINK | CLOSE, 1)];
        assert_eq!(places(&one_block), LinkPlaces::new());
        let paragraphs = [(LINK, 1), (IMAGE, 2), (BREAK, 9), (TEXT, 0), (BREAK, 9), (TEXT, 1), (LINK | CLOSE, 1)];
        assert_eq!(places(&paragraphs), LinkPlaces::from([(1, 2..4)]));
        let card = [(LINK, 1), (TEXT, 0), (BREAK, 9), (H2, 3), (TEXT, 1), (H2 | CLOSE, 3), (LINK | CLOSE, 1)];
        assert_eq!(places(&card), LinkPlaces::from([(1, 3..5)]));
        let images = [(LINK, 1), (IMAGE, 2), (BREAK, 9), (IMAGE, 3), (LINK | CLOSE, 1)];
        assert_eq!(places(&images), LinkPlaces::new());
    }
}
