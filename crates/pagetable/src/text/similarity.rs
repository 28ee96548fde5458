//! (blocks of text in groups, a title) -> how similar each group's words are to the title's: the cosine of
//! the angle between two vectors of word counts.
//!
//! Words are counted in one table for all groups, an open-addressing one that is never more than half
//! full; words are compared by their hashes.

use crate::hash;
use crate::text::words::text_words;

/// A word of a group and how often it occurs; a count of 0 is an empty slot.
#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    group: u32,
    count: u32,
}

/// The similarity of each group of blocks with the title, 0 without a title. `starts` has the place of each
/// block in the text, rising; `groups` its group, negative for blocks that are left out.
pub fn title_cosines(text: &[u8], starts: &[u32], groups: &[i32], title: &[u8]) -> Vec<f64> {
    let n_groups = groups.iter().copied().max().map_or(0, |most| usize::try_from(most + 1).unwrap_or(0));
    let title = counted(text_words(title).hashes);
    if title.is_empty() || n_groups == 0 || starts.len() != groups.len() {
        return vec![0.0; n_groups];
    }
    let words = text_words(text);
    let mut slots = vec![Slot::default(); (2 * words.hashes.len()).next_power_of_two()];
    let mut products = vec![0.0; n_groups];
    let mut block = 0;
    for (&word, &start) in words.hashes.iter().zip(&words.starts) {
        while starts.get(block + 1).is_some_and(|&next| next <= start) {
            block += 1;
        }
        let Ok(group) = u32::try_from(groups[block]) else { continue };
        count(&mut slots, word, group);
        if let Ok(at) = title.binary_search_by_key(&word, |&(known, _)| known) {
            products[group as usize] += title[at].1;
        }
    }
    let mut squares = vec![0.0; n_groups];
    for slot in slots.iter().filter(|slot| slot.count > 0) {
        squares[slot.group as usize] += f64::from(slot.count) * f64::from(slot.count);
    }
    let title_square: f64 = title.iter().map(|(_, count)| count * count).sum();
    products.iter().zip(squares).map(|(product, square)| product / (square * title_square).sqrt().max(1.0)).collect()
}

/// The different words, sorted, each with how often it occurs.
fn counted(mut words: Vec<u64>) -> Vec<(u64, f64)> {
    words.sort_unstable();
    words.chunk_by(|one, two| one == two).map(|alike| (alike[0], alike.len() as f64)).collect()
}

#[inline(always)]
fn count(slots: &mut [Slot], word: u64, group: u32) {
    let key = hash::mix(word, u64::from(group));
    let mask = slots.len() - 1;
    let mut at = key as usize & mask;
    while slots[at].count > 0 && (slots[at].key != key || slots[at].group != group) {
        at = (at + 1) & mask;
    }
    slots[at] = Slot { key, group, count: slots[at].count + 1 };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alike_groups_are_alike() {
        let text = b"The red fox, the fox.\nSomething else\nred fox\n";
        let cosines = title_cosines(text, &[0, 22, 37], &[0, 1, 2], b"Red fox");
        assert!((cosines[0] - 3.0 / (9.0f64 * 2.0).sqrt()).abs() < 1e-12);
        assert_eq!(cosines[1], 0.0);
        assert!((cosines[2] - 1.0).abs() < 1e-12);
    }

    #[test]
    fn blocks_are_put_together_or_left_out() {
        let text = b"red\nfox\nred fox\n";
        let cosines = title_cosines(text, &[0, 4, 8], &[0, 0, -1], b"red fox");
        assert_eq!(cosines.len(), 1);
        assert!((cosines[0] - 1.0).abs() < 1e-12);
    }

    #[test]
    fn without_words_nothing_is_alike() {
        assert_eq!(title_cosines(b"a b\n", &[0], &[0], b""), [0.0]);
        assert_eq!(title_cosines(b"", &[], &[], b"title"), [0.0; 0]);
        assert_eq!(title_cosines(b"...\n", &[0], &[0], b"title"), [0.0]);
        assert_eq!(title_cosines(b"a\n", &[0], &[-1], b"title"), [0.0; 0]);
    }
}
