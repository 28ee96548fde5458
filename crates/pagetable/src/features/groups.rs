//! Columns about items: elements with at least two more like them beside them, as in a list, a thread, a grid of products.
//! If one of them is content, often all are.

use std::cell::LazyCell;

use super::context::Context;
use super::facts::NONE;
use super::matrix::{Log1p, Matrix, dense, is_root, nearest, sums_by};
use crate::hash;
use crate::page::table::Element;

/// Fewer like elements beside each other are not a group.
pub const LEAST_ITEMS: usize = 3;

/// Sums and means over the items of a group.
#[derive(Clone, Default)]
struct Group {
    n_items: f64,
    words: f64,
    mass: f64,
    links: f64,
    /// Of the items' means.
    mean: f64,
    squares: f64,
    /// Share of the items that are mostly content.
    kept: f64,
    start: u32,
}

struct Groups {
    /// The group of each element; NONE for elements that are not items.
    number: Vec<u32>,
    nearest: Vec<u32>,
    /// Which item of its group an element is.
    rank: Vec<u32>,
    groups: Vec<Group>,
}

/// The nearest item around each block, or the next one out.
struct Level<'a> {
    level: usize,
    context: &'a Context<'a>,
    groups: &'a Groups,
    items: &'a [u32],
}

pub fn push_groups(context: &Context<'_>, out: &mut Matrix<'_>) {
    let groups = read_groups(context);
    let headings = context.last_marked(|rank| context.facts.is_heading[rank]);
    let elements = context.page.elements;
    let mut items: Vec<u32> = context.page.blocks.iter().map(|block| groups.nearest[block.element as usize]).collect();
    for level in 0..2 {
        if level > 0 {
            for item in &mut items {
                let parent = elements[*item as usize].parent as usize;
                *item = groups.nearest.get(parent).copied().unwrap_or(groups.nearest[0]);
            }
        }
        push_level(&Level { level, context, groups: &groups, items: &items }, &headings, out);
    }
}

/// The rows of elements with text, for each the number of its group (elements with the same parent, tag and classes), and
/// how many groups there are.
pub fn alike(elements: &[Element]) -> (Vec<usize>, Vec<u32>, usize) {
    let has_text = |row: usize| elements[row].stop_block > elements[row].first_block;
    let rows: Vec<usize> = (0..elements.len()).filter(|&row| has_text(row)).collect();
    let key = |&row: &usize| hash::mix(u64::from(elements[row].parent), elements[row].signature);
    let (numbers, n_groups) = dense(&rows.iter().map(key).collect::<Vec<u64>>());
    (rows, numbers, n_groups)
}

fn read_groups(context: &Context<'_>) -> Groups {
    let elements = context.page.elements;
    let (rows, alike, size) = alike(elements);
    let mut counts = vec![0; size];
    alike.iter().for_each(|&group| counts[group as usize] += 1);
    let mut found = Groups {
        number: vec![NONE; elements.len()],
        nearest: Vec::new(),
        rank: vec![0; elements.len()],
        groups: vec![Group { start: context.n_blocks() as u32, ..Group::default() }; size],
    };
    for (&row, &group) in rows.iter().zip(&alike) {
        if counts[group as usize] < LEAST_ITEMS || is_root(elements, row as u32) {
            continue;
        }
        let own = &mut found.groups[group as usize];
        let (words, mass) = context.held(row as u32);
        let mean = mass / words.max(1.0);
        found.number[row] = group;
        found.rank[row] = own.n_items as u32;
        own.n_items += 1.0;
        own.words += words;
        own.mass += mass;
        own.links += context.facts.held(elements, row as u32, |sums| &sums.link_words);
        own.mean += mean;
        own.squares += mean.powi(2);
        own.kept += f64::from(u8::from(mean > 0.5));
        own.start = own.start.min(elements[row].first_block);
    }
    for group in &mut found.groups {
        group.n_items = group.n_items.max(1.0);
        group.mean /= group.n_items;
        group.squares /= group.n_items;
        group.kept /= group.n_items;
    }
    found.nearest = nearest(elements, |row| found.number[row as usize] != NONE);
    found
}

impl Level<'_> {
    /// A column of `number`, given each block's rank, item and group; NaN without an item.
    fn push(&self, out: &mut Matrix<'_>, name: &str, number: impl Fn(usize, u32, &Group) -> f64) {
        out.push_each(format_args!("group{}_{name}", self.level), |rank| {
            let item = self.items[rank];
            match self.groups.number[item as usize] {
                NONE => f64::NAN,
                group => number(rank, item, &self.groups.groups[group as usize]),
            }
        });
    }
}

fn push_level(level: &Level<'_>, headings: &[Option<usize>], out: &mut Matrix<'_>) {
    let (context, elements, facts) = (level.context, level.context.page.elements, level.context.facts);
    let page_words = facts.sums.words[context.n_blocks()];
    let columns = LazyCell::new(|| columns_of(level));
    let blocks_of = |item: u32| elements[item as usize].stop_block - elements[item as usize].first_block;
    let heading_of = |group: &Group| match group.start {
        0 => None,
        start => headings[start as usize - 1],
    };
    let deviation = |group: &Group| (group.squares - group.mean * group.mean).max(0.0).sqrt();
    level.push(out, "item_mean", |_, item, _| context.held(item).1 / context.held(item).0.max(1.0));
    level.push(out, "item_log_words", |_, item, _| context.held(item).0.log1p());
    level.push(out, "item_blocks", |_, item, _| f64::from(blocks_of(item)));
    level.push(out, "item_link_share", |_, item, _| {
        facts.held(elements, item, |sums| &sums.link_words) / context.held(item).0.max(1.0)
    });
    level.push(out, "mean", |_, _, group| group.mass / group.words.max(1.0));
    level.push(out, "plain_mean", |_, _, group| group.mean);
    level.push(out, "deviation", |_, _, group| deviation(group));
    level.push(out, "kept_share", |_, _, group| group.kept);
    level.push(out, "log_items", |_, _, group| group.n_items.log1p());
    level.push(out, "share_of_page", |_, _, group| group.words / page_words);
    level.push(out, "mass", |_, _, group| group.mass / context.total_mass);
    level.push(out, "link_share", |_, _, group| group.links / group.words.max(1.0));
    level.push(out, "log_words_per_item", |_, _, group| (group.words / group.n_items).log1p());
    level.push(out, "rank", |_, item, group| (f64::from(level.groups.rank[item as usize]) + 0.5) / group.n_items);
    level.push(out, "rank_in_item", |rank, item, _| {
        (rank as f64 - f64::from(elements[item as usize].first_block)) / f64::from(blocks_of(item).max(1))
    });
    level.push(out, "others", |_, item, group| {
        (group.mass - context.held(item).1) / (group.words - context.held(item).0).max(1.0)
    });
    level.push(out, "heading", |_, _, group| heading_of(group).map_or(f64::NAN, |heading| context.logit[heading]));
    level.push(out, "heading_odds", |_, _, group| heading_of(group).map_or(f64::NAN, |heading| context.odds[heading]));
    level.push(out, "from_heading", |_, _, group| {
        heading_of(group).map_or(99.0, |at| f64::from(group.start) - at as f64)
    });
    level.push(out, "start", |_, _, group| f64::from(group.start) / context.n_blocks() as f64);
    level.push(out, "column", |rank, _, _| columns[rank]);
    level.push(out, "expected_f1", |_, _, group| 2.0 * group.mass / (group.words + context.total_mass));
}

/// The mean of the blocks of one template within one group: a column, if the items were the rows of a table.
fn columns_of(level: &Level<'_>) -> Vec<f64> {
    let context = level.context;
    let key =
        |(&item, &template): (&u32, &u32)| u64::from(level.groups.number[item as usize]) << 32 | u64::from(template);
    let keys: Vec<u64> = level.items.iter().zip(&context.template.0).map(key).collect();
    let (column, n_columns) = dense(&keys);
    let mass = sums_by(&column, n_columns, context.mass.iter().copied());
    let words = sums_by(&column, n_columns, context.facts.words.iter().copied());
    column.iter().map(|&column| mass[column as usize] / words[column as usize]).collect()
}
