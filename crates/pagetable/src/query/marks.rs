//! The elements whose class or itemprop has one of some wanted words.

use crate::page::PageView;

/// Wanted words, each with a purpose.
pub struct Marks {
    /// Hash and purpose, by hash.
    wanted: Vec<(u64, usize)>,
    /// A bit for each value of 16 bits of a hash: it rules out most words.
    is_likely: Vec<bool>,
    n_purposes: usize,
}

/// The lowest two bits of a hash are its attribute; the 16 above them distinguish hashes.
fn slot(word: u64) -> usize {
    (word >> 2 & 0xFFFF) as usize
}

impl Marks {
    /// `wanted` has the hash and the purpose of each word.
    pub fn new(mut wanted: Vec<(u64, usize)>) -> Marks {
        wanted.sort_unstable();
        let mut is_likely = vec![false; 1 << 16];
        for (word, _) in &wanted {
            is_likely[slot(*word)] = true;
        }
        let n_purposes = wanted.iter().map(|(_, purpose)| purpose + 1).max().unwrap_or(0);
        Marks { wanted, is_likely, n_purposes }
    }

    /// By purpose: the rows of the marked elements, in order.
    pub fn rows(&self, page: PageView<'_>) -> Vec<Vec<u32>> {
        let mut rows = vec![Vec::new(); self.n_purposes];
        for (place, word) in page.words.iter().enumerate() {
            if !self.is_likely[slot(*word)] {
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
