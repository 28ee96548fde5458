//! The elements whose class or itemprop has one of some wanted words.

use crate::page::PageView;

/// Wanted words, each with a purpose.
pub struct Marks {
    /// Hash and purpose, by hash.
    wanted: Vec<(u64, usize)>,
    /// A bit for each value of some bits of a hash: it rules out most words, and fits into the nearest cache.
    is_likely: [u64; N_SLOTS / 64],
    n_purposes: usize,
}

const N_SLOTS: usize = 1 << 13;

/// The place of a hash among the bits. The lowest two bits of a hash are its attribute; those above distinguish hashes.
#[inline]
fn slot(word: u64) -> (usize, u64) {
    let slot = (word >> 2) as usize % N_SLOTS;
    (slot / 64, 1 << (slot % 64))
}

impl Marks {
    /// `wanted` has the hash and the purpose of each word.
    pub fn new(mut wanted: Vec<(u64, usize)>) -> Marks {
        wanted.sort_unstable();
        let mut is_likely = [0; N_SLOTS / 64];
        for (word, _) in &wanted {
            let (place, bit) = slot(*word);
            is_likely[place] |= bit;
        }
        let n_purposes = wanted.iter().map(|(_, purpose)| purpose + 1).max().unwrap_or(0);
        Marks { wanted, is_likely, n_purposes }
    }

    /// By purpose: the rows of the marked elements, in order.
    pub fn rows(&self, page: PageView<'_>) -> Vec<Vec<u32>> {
        let mut rows = vec![Vec::new(); self.n_purposes];
        for (place, word) in page.words.iter().enumerate() {
            let (at, bit) = slot(*word);
            if self.is_likely[at] & bit == 0 {
                continue;
            }
            if let Ok(found) = self.wanted.binary_search_by_key(word, |(wanted, _)| *wanted) {
                let after = page.elements.partition_point(|element| element.first_word as usize <= place);
                let row = after.saturating_sub(1) as u32;
                let own: &mut Vec<u32> = &mut rows[self.wanted[found].1];
                if own.last() != Some(&row) {
                    own.push(row);
                }
            }
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::with_page;
    use crate::parse::class_words::{WordKind, word_hash};

    #[test]
    fn each_element_is_found_once_for_each_purpose() {
        let class = |word: &str| word_hash(word.as_bytes(), WordKind::Class);
        let item = word_hash(b"name", WordKind::Itemprop);
        let marks = Marks::new(vec![(class("author"), 0), (class("writer"), 0), (class("date"), 1), (item, 2)]);
        let html = "<p class='post-author writer'>a<p>b<p class='date author' itemprop=name>c<p class=name id=author>d";
        let found = with_page(html, |page| {
            let rows = marks.rows(page);
            let letter =
                |row: &u32| page.block_text(&page.blocks[page.elements[*row as usize].first_block as usize])[0];
            rows.iter().map(|own| own.iter().map(letter).map(char::from).collect()).collect::<Vec<String>>()
        });
        assert_eq!(found, ["ac", "c", "c"]);
    }

    #[test]
    fn nothing_wanted_is_nothing_found() {
        assert!(with_page("<p class=author>a", |page| Marks::new(vec![]).rows(page)).is_empty());
    }
}
