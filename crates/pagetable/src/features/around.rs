//! Columns about the surroundings of each block: classes, containers, repeated structure, neighbours, groups.

use super::facts::{Facts, LEVELS, NONE, Sums, WordTables, held_of};
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

pub fn push_containers(page: PageView<'_>, facts: &Facts, tables: &WordTables, out: &mut Matrix<'_>) {
    let elements = page.elements;
    let held = |sums: fn(&Sums) -> &Vec<f64>, row: u32| facts.held(elements, row, sums);
    let words = |row: u32| held(|sums| &sums.words, row);
    let n_blocks = |row: u32| {
        let element = &elements[row as usize];
        f64::from(element.stop_block.saturating_sub(element.first_block).max(1))
    };
    let per_word = |sums: &[f64], row: u32| held_of(sums, &elements[row as usize]) / words(row).max(1.0);
    push_held("log_words", facts, out, |row| words(row).log1p());
    push_held("link_share", facts, out, |row| per_word(&facts.sums.link_words, row));
    push_held("log_blocks", facts, out, |row| n_blocks(row).log1p());
    push_held("log_words_per_block", facts, out, |row| (words(row) / n_blocks(row)).log1p());
    push_held("share_of_page", facts, out, |row| words(row) / facts.sums.words[facts.n_blocks()]);
    push_held("long_share", facts, out, |row| per_word(&facts.sums.long, row));
    push_held("punctuation_per_word", facts, out, |row| per_word(facts.punctuation_sums(page), row));
    push_levels("rank_inside", facts, out, |rank, row| {
        let element = &elements[row as usize];
        let n_blocks = element.stop_block.saturating_sub(element.first_block).max(1);
        (rank as f64 - f64::from(element.first_block)) / f64::from(n_blocks)
    });
    push_held("common_share", facts, out, |row| per_word(facts.common_sums(), row));
    push_levels("tag_odds", facts, out, |_, row| tables.tag_odds(elements[row as usize].tag));
}

/// A column for each level of containers, of a number that depends on a block's rank and its container's row.
pub fn push_levels(name: &str, facts: &Facts, out: &mut Matrix<'_>, number: impl Fn(usize, u32) -> f64) {
    let number_at = |rank: usize, level: usize| match facts.chain[rank][level] {
        NONE => f64::NAN,
        container => number(rank, container),
    };
    for level in 0..LEVELS {
        out.push_each(format_args!("container{level}_{name}"), |rank| number_at(rank, level));
    }
}

/// The same of a number that depends on the container alone. Blocks that follow each other often share one.
fn push_held(name: &str, facts: &Facts, out: &mut Matrix<'_>, number: impl Fn(u32) -> f64) {
    let number = &number;
    for level in 0..LEVELS {
        out.push_by(format_args!("container{level}_{name}"), || {
            let (mut last, mut found) = (NONE, f64::NAN);
            facts.chain.iter().map(|chain| chain[level]).map(move |row| {
                if row != last {
                    last = row;
                    found = if row == NONE { f64::NAN } else { number(row) };
                }
                found
            })
        });
    }
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
    let paths: Vec<u64> = page.blocks.iter().map(|block| elements[block.element as usize].path).collect();
    out.push_by("siblings", || {
        let mut children = vec![0u32; elements.len()];
        for row in 0..elements.len() as u32 {
            children[above(elements, row) as usize] += 1;
        }
        facts.parent.iter().map(move |&row| f64::from(children[row as usize]).log1p())
    });
    push_of_group("path", facts, &dense(&paths), out);
    let greatest = push_of_group("template", facts, template, out);
    out.push("same_text", facts.same_text.iter().map(|&count| f64::from(count)));
    greatest
}

/// Gives back the share of the page that the greatest group has.
fn push_of_group(name: &str, facts: &Facts, (group, n_groups): &(Vec<u32>, usize), out: &mut Matrix<'_>) -> f64 {
    let n_blocks = sums_by(group, *n_groups, group.iter().map(|_| 1.0));
    let words = sums_by(group, *n_groups, facts.words.iter().copied());
    let page_words = facts.sums.words[facts.n_blocks()];
    // Blocks are more than groups, and each group has one number.
    let spread = |numbers: Vec<f64>| group.iter().map(move |&number| numbers[number as usize]);
    let counted = || words.iter().zip(&n_blocks);
    out.push_by(format_args!("{name}_blocks"), || spread(n_blocks.iter().map(|count| count.log1p()).collect()));
    out.push_by(format_args!("{name}_words_per_block"), || {
        spread(counted().map(|(words, count)| (words / count).log1p()).collect())
    });
    out.push_by(format_args!("{name}_link_share"), || {
        let links = sums_by(group, *n_groups, facts.link_words.iter().copied());
        spread(links.iter().zip(&words).map(|(links, words)| links / words).collect())
    });
    out.push_by(format_args!("{name}_share_of_page"), || {
        spread(words.iter().map(|words| words / page_words).collect())
    });
    f64::from((words.iter().copied().fold(0.0, f64::max) / page_words) as f32)
}

pub fn push_neighbours(page: PageView<'_>, facts: &Facts, out: &mut Matrix<'_>) {
    let n_blocks = facts.n_blocks();
    let ends = |rank: usize| {
        let block = &page.blocks[rank];
        is(ends_with_stop(text_of(page, block.text_start, block.text_stop)))
    };
    let kinds = |rank: usize| kind(page, facts, rank, page.blocks[rank].element);
    let columns: [(&str, &dyn Fn(usize) -> f64); 5] = [
        ("log_words", &|rank| facts.words[rank].log1p()),
        ("link_share", &|rank| facts.link_share[rank]),
        ("ends_with_stop", &ends),
        ("kind", &kinds),
        ("common_share", &|rank| facts.common()[rank]),
    ];
    for offset in OFFSETS {
        let other = |rank: usize| rank.checked_add_signed(offset).filter(|&other| other < n_blocks);
        for (name, number) in columns {
            out.push_each(format_args!("{name}_at{offset:+}"), |rank| other(rank).map_or(f64::NAN, number));
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
