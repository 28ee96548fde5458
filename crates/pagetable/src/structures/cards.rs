//! Cards with the same template -> the same part of each card has the same probability.
//!
//! A grid of products or a list of posts repeats one template: elements with the same tag and classes beside each other,
//! each with several blocks. A column is what all of them have in the same place: the names, the prices, the buttons.

use super::around::NONE;
use super::pooling::Pooled;
use super::{CARD, apart};
use crate::features::dense;
use crate::hash;
use crate::page::PageView;
use crate::page::table::Element;
use crate::parse::tags::Tag;

const LEAST_CARDS: u32 = 3;
const LEAST_BLOCKS: u32 = 2;
/// The share of the cards that must have a block in a column.
const LEAST_SHARE: f64 = 0.8;

/// Gives the blocks of each column their mean probability.
pub fn pool_cards(page: PageView<'_>, pooled: &mut Pooled<'_>) {
    let cards: Vec<usize> = (0..page.elements.len()).filter(|&row| may_be_card(&page.elements[row])).collect();
    let key = |&row: &usize| hash::mix(u64::from(page.elements[row].parent), page.elements[row].signature);
    let (groups, n_groups) = dense(&cards.iter().map(key).collect::<Vec<u64>>());
    let mut sizes = vec![0u32; n_groups];
    groups.iter().for_each(|&group| sizes[group as usize] += 1);
    if sizes.iter().all(|&size| size < LEAST_CARDS) {
        return;
    }
    let mut nearest = vec![(NONE, NONE); page.elements.len()];
    for (&row, &group) in cards.iter().zip(&groups).filter(|(_, group)| sizes[**group as usize] >= LEAST_CARDS) {
        nearest[row] = (row as u32, group);
    }
    for (row, element) in page.elements.iter().enumerate() {
        if nearest[row].0 == NONE
            && let Some(&card) = nearest.get(element.parent as usize)
        {
            nearest[row] = card;
        }
    }
    share_columns(page, &nearest, &sizes, pooled);
}

fn may_be_card(element: &Element) -> bool {
    const CARDS: [Tag; 5] = [Tag::Div, Tag::Li, Tag::Article, Tag::Section, Tag::A];
    element.stop_block >= element.first_block + LEAST_BLOCKS && CARDS.iter().any(|&tag| tag as u8 == element.tag)
}

fn share_columns(page: PageView<'_>, nearest: &[(u32, u32)], sizes: &[u32], pooled: &mut Pooled<'_>) {
    let card_of = |block: u32| nearest[page.blocks[block as usize].element as usize];
    let is_in_card = |&block: &u32| card_of(block).0 != NONE && apart(page.blocks[block as usize].flags) == 0;
    let blocks: Vec<u32> = (0..page.blocks.len() as u32).filter(is_in_card).collect();
    let key = |&block: &u32| {
        let element = &page.elements[page.blocks[block as usize].element as usize];
        hash::mix(hash::mix(element.path, element.signature), u64::from(card_of(block).1))
    };
    let (columns, n_columns) = dense(&blocks.iter().map(key).collect::<Vec<u64>>());
    let mut members: Vec<Vec<u32>> = vec![Vec::new(); n_columns];
    blocks.iter().zip(&columns).for_each(|(&block, &column)| members[column as usize].push(block));
    for members in members {
        // Blocks are in page order, so those of one card follow each other.
        let is_one_per_card = members.windows(2).all(|pair| card_of(pair[0]).0 != card_of(pair[1]).0);
        let size = f64::from(sizes[card_of(members[0]).1 as usize]);
        if is_one_per_card && members.len() as f64 >= LEAST_SHARE * size {
            pooled.share(&members, CARD);
        }
    }
}
