//! Columns about the surroundings of each block: classes, containers, repeated structure, neighbours, groups.

use super::facts::{Facts, LEVELS, NONE, Sums, WordTables};
use super::matrix::{Log1p, Matrix, above, between, dense, sums_by};
use super::own::{ends_with_stop, is, text_of};
use crate::features::ancestors::{CLASS_GROUPS, GROUPS, TAG_GROUPS};
use crate::page::PageView;
use crate::parse::tags::Tag;

const OFFSETS: [isize; 6] = [-3, -2, -1, 1, 2, 3];
const WINDOW: usize = 5;

pub fn push_classes(page: PageView<'_>, facts: &Facts, out: &mut Matrix<'_>) {
    let odds = |row: u32| f64::from(facts.class_odds[row as usize]);
    out.push("class_odds", page.blocks.iter().map(|block| odds(block.element)));
    out.push("parent_class_odds", facts.parent.iter().map(|&row| odds(row)));
    out.push("grandparent_class_odds", facts.parent.iter().map(|&row| odds(above(page.elements, row))));
    for (fold, name) in ["class_odds_sum", "class_odds_least", "class_odds_greatest"].into_iter().enumerate() {
        out.push(name, facts.around.folds.chunks_exact(3).map(|folds| f64::from(folds[fold])));
    }
}

/// What an element holds, as the first columns of containers have it.
const HELD: [&str; 7] = [
    "log_words",
    "link_share",
    "log_blocks",
    "log_words_per_block",
    "share_of_page",
    "long_share",
    "punctuation_per_word",
];
/// The place of the share of common words, after those of `HELD`.
const COMMON_SHARE: usize = HELD.len();

pub fn push_containers(page: PageView<'_>, facts: &Facts, tables: &WordTables, out: &mut Matrix<'_>) {
    let elements = page.elements;
    // Many blocks share a container, and most elements are none: each is looked at once.
    let mut places = vec![NONE; elements.len()];
    let mut numbers: Vec<[f64; HELD.len() + 1]> = Vec::new();
    let mut place = |row: u32| {
        if places[row as usize] == NONE {
            places[row as usize] = numbers.len() as u32;
            numbers.push(held_numbers(page, facts, row));
        }
        places[row as usize]
    };
    let chains: Vec<[u32; LEVELS]> =
        facts.chain.iter().map(|chain| chain.map(|row| if row == NONE { NONE } else { place(row) })).collect();
    let push_held = |name: &str, number: usize, out: &mut Matrix<'_>| {
        push_by_level(name, &chains, out, |_, place| numbers[place as usize][number]);
    };
    for (number, name) in HELD.into_iter().enumerate() {
        push_held(name, number, out);
    }
    push_levels("rank_inside", facts, out, |rank, row| {
        let element = &elements[row as usize];
        let n_blocks = element.stop_block.saturating_sub(element.first_block).max(1);
        (rank as f64 - f64::from(element.first_block)) / f64::from(n_blocks)
    });
    push_held("common_share", COMMON_SHARE, out);
    push_levels("tag_odds", facts, out, |_, row| tables.tag_odds(elements[row as usize].tag));
}

/// A column for each level of containers, of a number that depends on a block's rank and its container's row.
pub fn push_levels(name: &str, facts: &Facts, out: &mut Matrix<'_>, number: impl Fn(usize, u32) -> f64) {
    push_by_level(name, &facts.chain, out, number);
}

/// The same for containers that have other numbers than their rows.
fn push_by_level(name: &str, chains: &[[u32; LEVELS]], out: &mut Matrix<'_>, number: impl Fn(usize, u32) -> f64) {
    let number_at = |rank: usize, level: usize| match chains[rank][level] {
        NONE => f64::NAN,
        container => number(rank, container),
    };
    for level in 0..LEVELS {
        out.push_each(format_args!("container{level}_{name}"), |rank| number_at(rank, level));
    }
}

/// The numbers of `HELD`, and the share of common words.
fn held_numbers(page: PageView<'_>, facts: &Facts, row: u32) -> [f64; HELD.len() + 1] {
    let element = &page.elements[row as usize];
    let n_blocks = f64::from(element.stop_block.saturating_sub(element.first_block).max(1));
    let held = |sums: fn(&Sums) -> &Vec<f64>| facts.held(page.elements, row, sums);
    let words = held(|sums| &sums.words);
    let at_least_one = words.max(1.0);
    [
        words.log1p(),
        held(|sums| &sums.link_words) / at_least_one,
        n_blocks.log1p(),
        (words / n_blocks).log1p(),
        words / facts.sums.words[facts.n_blocks()],
        held(|sums| &sums.long) / at_least_one,
        held(|sums| &sums.punctuation) / at_least_one,
        held(|sums| &sums.common) / at_least_one,
    ]
}

/// The number of each block's template: the same tags above it, the same classes on its element and the next.
pub fn templates(page: PageView<'_>, facts: &Facts) -> (Vec<u32>, usize) {
    let keys: Vec<u64> = page
        .blocks
        .iter()
        .zip(&facts.parent)
        .map(|(block, &parent)| {
            let own = page.elements[block.element as usize];
            let around = page.elements[parent as usize].signature.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            own.path ^ own.signature.wrapping_mul(3) ^ around
        })
        .collect();
    dense(&keys)
}

/// Gives back the share of the page that its greatest template has.
pub fn push_repeated(page: PageView<'_>, facts: &Facts, template: &(Vec<u32>, usize), out: &mut Matrix<'_>) -> f64 {
    let elements = page.elements;
    let mut children = vec![0u32; elements.len()];
    for row in 0..elements.len() as u32 {
        children[above(elements, row) as usize] += 1;
    }
    let paths: Vec<u64> = page.blocks.iter().map(|block| elements[block.element as usize].path).collect();
    out.push("siblings", facts.parent.iter().map(|&row| f64::from(children[row as usize]).log1p()));
    push_of_group("path", facts, &dense(&paths), out);
    let greatest = push_of_group("template", facts, template, out);
    out.push("same_text", facts.same_text.iter().map(|&count| f64::from(count)));
    greatest
}

/// Gives back the share of the page that the greatest group has.
fn push_of_group(name: &str, facts: &Facts, (group, n_groups): &(Vec<u32>, usize), out: &mut Matrix<'_>) -> f64 {
    let n_blocks = sums_by(group, *n_groups, group.iter().map(|_| 1.0));
    let words = sums_by(group, *n_groups, facts.words.iter().copied());
    let links = sums_by(group, *n_groups, facts.link_words.iter().copied());
    let page_words = facts.sums.words[facts.n_blocks()];
    let rows = || group.iter().map(|&number| number as usize);
    out.push(format_args!("{name}_blocks"), rows().map(|number| n_blocks[number].log1p()));
    out.push(format_args!("{name}_words_per_block"), rows().map(|number| (words[number] / n_blocks[number]).log1p()));
    out.push(format_args!("{name}_link_share"), rows().map(|number| links[number] / words[number]));
    out.push(format_args!("{name}_share_of_page"), rows().map(|number| words[number] / page_words));
    f64::from((words.iter().copied().fold(0.0, f64::max) / page_words) as f32)
}

pub fn push_neighbours(page: PageView<'_>, facts: &Facts, out: &mut Matrix<'_>) {
    let n_blocks = facts.n_blocks();
    let ends: Vec<f64> =
        page.blocks.iter().map(|b| is(ends_with_stop(text_of(page, b.text_start, b.text_stop)))).collect();
    let kinds: Vec<f64> =
        page.blocks.iter().enumerate().map(|(rank, block)| kind(page, facts, rank, block.element)).collect();
    let log_words: Vec<f64> = facts.words.iter().map(|words| words.log1p()).collect();
    for offset in OFFSETS {
        let other = |rank: usize| rank.checked_add_signed(offset).filter(|&other| other < n_blocks);
        let columns = [
            ("log_words", &log_words),
            ("link_share", &facts.link_share),
            ("ends_with_stop", &ends),
            ("kind", &kinds),
            ("common_share", &facts.common),
        ];
        for (name, column) in columns {
            out.push(
                format_args!("{name}_at{offset:+}"),
                (0..n_blocks).map(|rank| other(rank).map_or(f64::NAN, |other| column[other])),
            );
        }
        out.push(
            format_args!("same_parent_at{offset:+}"),
            (0..n_blocks).map(|rank| is(other(rank).is_some_and(|o| facts.parent[o] == facts.parent[rank]))),
        );
    }
    let window = |sums: &[f64], rank: usize| {
        between(sums, rank.saturating_sub(WINDOW) as u32, (rank + WINDOW + 1).min(n_blocks) as u32)
    };
    let (words, links) = (&facts.sums.words, &facts.sums.link_words);
    out.push(
        "window_log_unlinked_words",
        (0..n_blocks).map(|rank| (window(words, rank) - window(links, rank)).max(0.0).log1p()),
    );
    out.push("window_link_share", (0..n_blocks).map(|rank| window(links, rank) / window(words, rank)));
}

/// 1 for a heading, 2 for a paragraph, 4 for an item of a list, going by the block's own element.
fn kind(page: PageView<'_>, facts: &Facts, rank: usize, element: u32) -> f64 {
    let tag = page.elements[element as usize].tag;
    is(facts.is_heading[rank]) + 2.0 * is(tag == Tag::P as u8) + 4.0 * is(tag == Tag::Li as u8)
}

pub fn push_groups(facts: &Facts, out: &mut Matrix<'_>) {
    let steps_to = |group: usize| facts.around.distances.chunks_exact(GROUPS).map(move |row| f64::from(row[group]));
    out.start_group("class words");
    for (group, name) in CLASS_GROUPS.iter().enumerate() {
        out.push(format_args!("steps_to_{name}"), steps_to(group));
    }
    out.start_group("tags around");
    for (place, (name, _)) in TAG_GROUPS.iter().enumerate() {
        out.push(format_args!("steps_to_<{name}>"), steps_to(CLASS_GROUPS.len() + place));
    }
}
