//! Numbers about the page as a whole, the same for each of its blocks; and what its type is judged by.

use super::facts::Facts;
use super::matrix::Log1p;
use super::title_overlap::Said;
use crate::features::ancestors::GROUPS;
use crate::page::PageView;
use crate::parse::tags::Tag;

/// Groups of class words; the rest of the groups are tags.
pub const N_CLASS_GROUPS: usize = 46;
/// Which of the groups of tags are asked for the share of the page inside them, and within how many steps.
const SHARES: [(usize, u8); 5] = [(0, 1), (1, 3), (2, 3), (9, 30), (17, 2)];
const COUNTED: [Tag; 18] = [
    Tag::Article,
    Tag::H1,
    Tag::H2,
    Tag::H3,
    Tag::Table,
    Tag::Form,
    Tag::Section,
    Tag::Li,
    Tag::P,
    Tag::Pre,
    Tag::Button,
    Tag::Blockquote,
    Tag::Dl,
    Tag::Main,
    Tag::Details,
    Tag::Time,
    Tag::Img,
    Tag::Input,
];
/// Types of schema.org, as JSON-LD writes them.
const TYPES: [&[u8]; 10] = [
    b"\"Product\"",
    b"Article\"",
    b"\"BlogPosting\"",
    b"DiscussionForumPosting",
    b"\"QAPage\"",
    b"\"ItemList\"",
    b"\"CollectionPage\"",
    b"\"FAQPage\"",
    b"\"LocalBusiness\"",
    b"\"Recipe\"",
];
pub const N_WHOLE: usize = 8 + SHARES.len() + COUNTED.len() + N_CLASS_GROUPS + TYPES.len();

pub fn whole_page(page: PageView<'_>, facts: &Facts, said: &Said, greatest_template: f64) -> Vec<f64> {
    let n_blocks = facts.n_blocks();
    let words = facts.sums.words[n_blocks];
    let mut numbers = vec![
        (n_blocks as f64).log1p(),
        words.log1p(),
        facts.sums.link_words[n_blocks] / words,
        facts.sums.long[n_blocks] / words,
        facts.words.iter().copied().fold(0.0, f64::max).log1p(),
        (words / n_blocks as f64).log1p(),
        greatest_template,
        currencies(page.text).log1p(),
    ];
    for (group, within) in SHARES {
        let rows = facts.around.distances.chunks_exact(GROUPS).zip(&facts.words);
        let inside = rows.filter(|(row, _)| row[N_CLASS_GROUPS + group] < within).map(|(_, words)| words);
        numbers.push(inside.sum::<f64>() / words);
    }
    let mut by_tag = [0u32; 256];
    page.elements.iter().for_each(|element| by_tag[element.tag as usize] += 1);
    numbers.extend(COUNTED.iter().map(|&tag| f64::from(by_tag[tag as usize]).log1p()));
    let mut by_group = [0u32; GROUPS];
    for &group in &facts.groups {
        let mut bits = group;
        while bits != 0 {
            by_group[bits.trailing_zeros() as usize] += 1;
            bits &= bits - 1;
        }
    }
    numbers.extend(by_group[..N_CLASS_GROUPS].iter().map(|&count| f64::from(count).log1p()));
    let says = |name: &&[u8]| memchr::memmem::find(&said.data, name).is_some();
    numbers.extend(TYPES.iter().map(|name| f64::from(u8::from(says(name)))));
    numbers
}

fn currencies(text: &[u8]) -> f64 {
    let signs = [b"$".as_slice(), "\u{20ac}".as_bytes(), "\u{a3}".as_bytes()];
    signs.iter().map(|sign| memchr::memmem::find_iter(text, sign).count()).sum::<usize>() as f64
}

#[cfg(test)]
mod tests {
    use super::currencies;

    #[test]
    fn signs_of_currencies_are_counted_in_any_width() {
        assert_eq!(currencies("$5, 10 €, £3 and 4 ¢ for $2".as_bytes()), 4.0);
        assert_eq!(currencies(b""), 0.0);
    }
}
