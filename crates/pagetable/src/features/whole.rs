//! Numbers about the page as a whole, the same for each of its blocks.

use super::facts::Facts;
use super::matrix::{Log1p, Matrix};
use super::title_overlap::SelfDescription;
use crate::features::ancestors::{CLASS_GROUPS, GROUPS, tag_group};
use crate::page::PageView;
use crate::parse::tags::{NAMES, Tag};

/// Groups of tags whose share of the page counts, and within how many steps a block must be in one.
const SHARES: [(&str, u8); 5] = [("p", 1), ("li", 3), ("cell", 3), ("nav", 30), ("pre", 2)];
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
const TYPES: [(&str, &[u8]); 10] = [
    ("product", b"\"Product\""),
    ("article", b"Article\""),
    ("blog_posting", b"\"BlogPosting\""),
    ("forum_posting", b"DiscussionForumPosting"),
    ("qa", b"\"QAPage\""),
    ("item_list", b"\"ItemList\""),
    ("collection", b"\"CollectionPage\""),
    ("faq", b"\"FAQPage\""),
    ("local_business", b"\"LocalBusiness\""),
    ("recipe", b"\"Recipe\""),
];

pub fn push_whole(
    page: PageView<'_>,
    facts: &Facts,
    described: &SelfDescription,
    greatest_template: f64,
    out: &mut Matrix<'_>,
) {
    let n_blocks = facts.n_blocks();
    let words = facts.sums.words[n_blocks];
    out.push_page("page_log_blocks", (n_blocks as f64).log1p());
    out.push_page("page_log_words", words.log1p());
    out.push_page("page_link_share", facts.sums.link_words[n_blocks] / words);
    out.push_page("page_long_share", facts.sums.long[n_blocks] / words);
    out.push_page_by("page_log_longest", || facts.words.iter().copied().fold(0.0, f64::max).log1p());
    out.push_page("page_log_words_per_block", (words / n_blocks as f64).log1p());
    out.push_page("page_greatest_template", greatest_template);
    out.push_page_by("page_log_currencies", || currencies(page.text).log1p());
    for (name, within) in SHARES {
        out.push_page_by(format_args!("page_{name}_share"), || {
            let group = tag_group(name);
            let rows = facts.around.distances.chunks_exact(GROUPS).zip(&facts.words);
            let inside = rows.filter(|(row, _)| row[group] < within).map(|(_, words)| words);
            inside.sum::<f64>() / words
        });
    }
    let mut by_tag = [0u32; 256];
    page.elements.iter().for_each(|element| by_tag[element.tag as usize] += 1);
    for tag in COUNTED {
        let count = f64::from(by_tag[tag as usize]);
        out.push_page_by(format_args!("page_log_{}", NAMES[tag as usize]), || count.log1p());
    }
    let mut by_group = [0u32; GROUPS];
    for &group in &facts.groups {
        let mut bits = group;
        while bits != 0 {
            by_group[bits.trailing_zeros() as usize] += 1;
            bits &= bits - 1;
        }
    }
    for (name, count) in CLASS_GROUPS.iter().zip(by_group) {
        out.push_page_by(format_args!("page_log_{name}_classes"), || f64::from(count).log1p());
    }
    for (name, written) in TYPES {
        out.push_page_by(format_args!("page_says_{name}"), || {
            f64::from(u8::from(memchr::memmem::find(&described.data, written).is_some()))
        });
    }
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
