//! Columns about items: elements with at least two more like them beside them, as in a list, a thread, a grid of products.
//! What holds for one of them often holds for all.

use super::context::Context;
use super::matrix::{Log1p, Matrix, dense, is_root, nearest, sums_by};
use crate::hash;

/// Columns of a group; there are those of the nearest item around a block and of the next one.
pub const N_GROUPS: usize = 22;
const LEAST_ITEMS: usize = 3;

/// Sums over the items of each group.
struct Groups {
    /// Of each element, also of those that are no items.
    number: Vec<u32>,
    is_item: Vec<bool>,
    nearest: Vec<u32>,
    /// Which item of its group an element is.
    rank: Vec<u32>,
    n_items: Vec<f64>,
    words: Vec<f64>,
    mass: Vec<f64>,
    links: Vec<f64>,
    mean: Vec<f64>,
    deviation: Vec<f64>,
    kept: Vec<f64>,
    start: Vec<u32>,
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
        push_level(context, &groups, &headings, &items, out);
    }
}

fn read_groups(context: &Context<'_>) -> Groups {
    let elements = context.page.elements;
    let has_text = |row: usize| elements[row].stop_block > elements[row].first_block;
    let keys: Vec<u64> = (0..elements.len())
        .map(|row| if has_text(row) { hash::mix(u64::from(elements[row].parent), elements[row].signature) } else { 0 })
        .collect();
    let (number, size) = dense(&keys);
    let count = sums_by(&number, size, number.iter().map(|_| 1.0));
    let is_item: Vec<bool> = (0..elements.len())
        .map(|row| has_text(row) && count[number[row] as usize] >= LEAST_ITEMS as f64 && !is_root(elements, row as u32))
        .collect();
    let held: Vec<(f64, f64)> = (0..elements.len() as u32).map(|row| context.held(row)).collect();
    let of_items = |value: &dyn Fn(usize) -> f64| {
        sums_by(&number, size, (0..elements.len()).map(|row| if is_item[row] { value(row) } else { 0.0 }))
    };
    let mean_of = |row: usize| held[row].1 / held[row].0.max(1.0);
    let n_items: Vec<f64> = of_items(&|_| 1.0).into_iter().map(|count| count.max(1.0)).collect();
    let per_item = |sums: Vec<f64>| -> Vec<f64> { sums.iter().zip(&n_items).map(|(sum, n)| sum / n).collect() };
    let mean = per_item(of_items(&mean_of));
    let squares = per_item(of_items(&|row| mean_of(row).powi(2)));
    let mut rank = vec![0; elements.len()];
    let mut start = vec![context.n_blocks() as u32; size];
    let mut seen = vec![0u32; size];
    for row in (0..elements.len()).filter(|&row| is_item[row]) {
        let group = number[row] as usize;
        rank[row] = seen[group];
        seen[group] += 1;
        start[group] = start[group].min(elements[row].first_block);
    }
    Groups {
        nearest: nearest(elements, |row| is_item[row as usize]),
        rank,
        words: of_items(&|row| held[row].0),
        mass: of_items(&|row| held[row].1),
        links: of_items(&|row| context.facts.held(elements, row as u32, |sums| &sums.link_words)),
        deviation: squares.iter().zip(&mean).map(|(square, mean)| (square - mean * mean).max(0.0).sqrt()).collect(),
        kept: per_item(of_items(&|row| f64::from(u8::from(mean_of(row) > 0.5)))),
        mean,
        n_items,
        start,
        is_item,
        number,
    }
}

fn push_level(context: &Context<'_>, groups: &Groups, headings: &[Option<usize>], items: &[u32], out: &mut Matrix<'_>) {
    let (elements, facts) = (context.page.elements, context.facts);
    let page_words = facts.sums.words[context.n_blocks()];
    let columns = columns_of(context, groups, items);
    let rows = || {
        items.iter().enumerate().map(|(rank, &item)| {
            let group = groups.number[item as usize] as usize;
            (rank, item, group)
        })
    };
    let mut push = |number: &dyn Fn(usize, u32, usize) -> f64| {
        out.push(rows().map(
            |(rank, item, group)| {
                if groups.is_item[item as usize] { number(rank, item, group) } else { f64::NAN }
            },
        ));
    };
    let blocks_of = |item: u32| elements[item as usize].stop_block - elements[item as usize].first_block;
    let heading_of = |group: usize| match groups.start[group] {
        0 => None,
        start => headings[start as usize - 1],
    };
    push(&|_, item, _| context.held(item).1 / context.held(item).0.max(1.0));
    push(&|_, item, _| context.held(item).0.log1p());
    push(&|_, item, _| f64::from(blocks_of(item)));
    push(&|_, item, _| facts.held(elements, item, |sums| &sums.link_words) / context.held(item).0.max(1.0));
    push(&|_, _, group| groups.mass[group] / groups.words[group].max(1.0));
    push(&|_, _, group| groups.mean[group]);
    push(&|_, _, group| groups.deviation[group]);
    push(&|_, _, group| groups.kept[group]);
    push(&|_, _, group| groups.n_items[group].log1p());
    push(&|_, _, group| groups.words[group] / page_words);
    push(&|_, _, group| groups.mass[group] / context.total_mass);
    push(&|_, _, group| groups.links[group] / groups.words[group].max(1.0));
    push(&|_, _, group| (groups.words[group] / groups.n_items[group]).log1p());
    push(&|_, item, group| (f64::from(groups.rank[item as usize]) + 0.5) / groups.n_items[group]);
    push(&|rank, item, _| {
        (rank as f64 - f64::from(elements[item as usize].first_block)) / f64::from(blocks_of(item).max(1))
    });
    push(&|_, item, group| {
        (groups.mass[group] - context.held(item).1) / (groups.words[group] - context.held(item).0).max(1.0)
    });
    push(&|_, _, group| heading_of(group).map_or(f64::NAN, |heading| context.logit[heading]));
    push(&|_, _, group| heading_of(group).map_or(f64::NAN, |heading| context.odds[heading]));
    push(&|_, _, group| heading_of(group).map_or(99.0, |heading| f64::from(groups.start[group]) - heading as f64));
    push(&|_, _, group| f64::from(groups.start[group]) / context.n_blocks() as f64);
    push(&|rank, _, _| columns[rank]);
    push(&|_, _, group| 2.0 * groups.mass[group] / (groups.words[group] + context.total_mass));
}

/// The mean of the blocks of one template within one group: a column, if the items were the rows of a table.
fn columns_of(context: &Context<'_>, groups: &Groups, items: &[u32]) -> Vec<f64> {
    let keys: Vec<u64> = items
        .iter()
        .zip(&context.template.0)
        .map(|(&item, &template)| u64::from(groups.number[item as usize]) << 32 | u64::from(template))
        .collect();
    let (column, n_columns) = dense(&keys);
    let mass = sums_by(&column, n_columns, context.mass.iter().copied());
    let words = sums_by(&column, n_columns, context.facts.words.iter().copied());
    column.iter().map(|&column| mass[column as usize] / words[column as usize]).collect()
}
