//! The page table and the learned tables of words -> what more than one kind of feature needs, computed once.

use super::matrix::{above, between, dense, is_root, nearest, running, words_of};
use super::own::inside;
use crate::features::ancestors::{Ancestors, ancestors};
use crate::page::PageView;
use crate::page::table::{Block, Element};
use crate::text::first_words::FirstWords;

/// The words at the beginning of a block that are looked up.
pub const WORDS: usize = 12;
/// A block with so many words, mostly outside links, is a piece of running text.
const LONG_WORDS: f64 = 15.0;
const LONG_MOST_LINKED: f64 = 0.3;
/// The containers around a block that are looked at.
pub const LEVELS: usize = 5;
pub const NONE: u32 = u32::MAX;
/// A tag is about so many characters of HTML, its attributes aside.
const TAG_CHARS: f64 = 8.0;

/// What is known about a class word.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClassWord {
    /// Log-odds in sixteenths.
    pub odds: i8,
    /// Place of its groups among the sets of them.
    pub groups: u8,
}

/// What is known about a text word.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextWord {
    /// Log-odds in sixteenths.
    pub odds: i8,
    /// Whether most texts have it.
    pub is_common: bool,
}

/// Log-odds are kept in steps of this size.
pub const ODDS_STEP: f32 = 1.0 / 16.0;

/// What training has learned about words and tags: log-odds of content, and groups.
#[derive(Clone, Copy)]
pub struct Tables<'a> {
    /// Of class words, by their number; a power of two of them. Two bytes each, so that the table stays in the cache.
    pub class_words: &'a [ClassWord],
    /// The sets of groups that class words have.
    pub group_sets: &'a [u64],
    /// Of text words, by their 16-bit number.
    pub text_words: &'a [TextWord],
    /// By tag number.
    pub tag_odds: &'a [f32],
    pub tag_groups: &'a [u64],
}

/// Running sums over the blocks.
pub struct Sums {
    pub words: Vec<f64>,
    pub link_words: Vec<f64>,
    pub chars: Vec<f64>,
    pub punctuation: Vec<f64>,
    /// Words of running text.
    pub long: Vec<f64>,
    /// Words that most texts have.
    pub common: Vec<f64>,
    pub html: Vec<f64>,
}

pub struct Facts {
    pub words: Vec<f64>,
    pub chars: Vec<f64>,
    pub link_share: Vec<f64>,
    pub link_words: Vec<f64>,
    /// The element around the block's own.
    pub parent: Vec<u32>,
    /// The containers of each block that hold more than what stands in them, innermost first.
    pub chain: Vec<[u32; LEVELS]>,
    pub sums: Sums,
    pub groups: Vec<u64>,
    pub class_odds: Vec<f32>,
    pub around: Ancestors,
    /// Numbers of the first few words of each block.
    pub first_words: Vec<u16>,
    pub beginnings: FirstWords,
    /// Share of the first words that most texts have.
    pub common: Vec<f64>,
    pub is_heading: Vec<bool>,
    /// What kinds of inline elements hold text of each block.
    pub inside: Vec<u8>,
    /// A number a block, equal ones for equal texts, and how many there are.
    pub text: Vec<u32>,
    pub n_texts: usize,
    /// How many blocks have the text of each, and which of them each is.
    pub same_text: Vec<u32>,
    pub rank_of_same: Vec<u32>,
}

pub fn read_facts(page: PageView<'_>, tables: Tables<'_>) -> Facts {
    let (blocks, elements) = (page.blocks, page.elements);
    let words: Vec<f64> = blocks.iter().map(words_of).collect();
    let chars: Vec<f64> = blocks.iter().map(|block| f64::from(block.chars.max(1))).collect();
    let link_share: Vec<f64> = blocks.iter().zip(&chars).map(|(block, n)| f64::from(block.link_chars) / n).collect();
    let link_words: Vec<f64> = words.iter().zip(&link_share).map(|(words, share)| words * share).collect();
    let spans = blocks.iter().map(|block| (block.text_start as usize, block.text_stop as usize));
    let beginnings = FirstWords::of(page.text, spans);
    let first_words = beginnings.numbers(WORDS);
    let common: Vec<f64> = first_words.chunks_exact(WORDS).map(|row| common_share(row, tables)).collect();
    let (groups, class_odds) = class_words(page, tables);
    let parents: Vec<i32> = elements.iter().map(|element| element.parent as i32).collect();
    let own: Vec<i32> = blocks.iter().map(|block| block.element as i32).collect();
    let (text, n_texts) = dense(&blocks.iter().map(|block| block.hash).collect::<Vec<u64>>());
    let (same_text, rank_of_same) = same_texts(&text, n_texts);
    Facts {
        sums: Sums {
            words: running(words.iter().copied()),
            link_words: running(link_words.iter().copied()),
            chars: running(chars.iter().copied()),
            punctuation: running(blocks.iter().map(|block| f64::from(block.punctuation))),
            long: running(
                words
                    .iter()
                    .zip(&link_share)
                    .map(|(&words, &share)| if words >= LONG_WORDS && share < LONG_MOST_LINKED { words } else { 0.0 }),
            ),
            common: running(common.iter().zip(&words).map(|(share, words)| share * words)),
            html: running(blocks.iter().zip(&chars).map(|(block, n)| f64::from(block.tags) * TAG_CHARS + n)),
        },
        parent: blocks.iter().map(|block| above(elements, block.element)).collect(),
        chain: chains(page),
        around: ancestors(&parents, &groups, &class_odds, &own),
        is_heading: blocks.iter().map(|block| is_heading(elements[block.element as usize].tag)).collect(),
        inside: inside(page),
        text,
        n_texts,
        same_text,
        rank_of_same,
        words,
        chars,
        link_share,
        link_words,
        groups,
        class_odds,
        first_words,
        beginnings,
        common,
    }
}

fn same_texts(text: &[u32], n_texts: usize) -> (Vec<u32>, Vec<u32>) {
    let mut counts = vec![0; n_texts];
    let mut count = |&number: &u32| {
        counts[number as usize] += 1;
        counts[number as usize] - 1
    };
    let ranks = text.iter().map(&mut count).collect();
    (text.iter().map(|&number| counts[number as usize]).collect(), ranks)
}

fn is_heading(tag: u8) -> bool {
    use crate::parse::tags::Tag::{H1, H6};
    (H1 as u8..=H6 as u8).contains(&tag)
}

fn common_share(numbers: &[u16], tables: Tables<'_>) -> f64 {
    numbers.iter().filter(|&&number| tables.text_words[number as usize].is_common).count() as f64 / WORDS as f64
}

/// The groups and the odds of each element's class words and tag.
fn class_words(page: PageView<'_>, tables: Tables<'_>) -> (Vec<u64>, Vec<f32>) {
    let mask = tables.class_words.len() - 1;
    let mut groups = Vec::with_capacity(page.elements.len());
    let mut odds = Vec::with_capacity(page.elements.len());
    for (row, element) in page.elements.iter().enumerate() {
        let own = page.words_of(row);
        let mut group = tables.tag_groups[element.tag as usize];
        let (mut least, mut most, mut total) = (f32::MAX, f32::MIN, 0.0f32);
        for &word in own {
            let number = (word ^ word >> 31) as usize & mask;
            let known = tables.class_words[number];
            let value = f32::from(known.odds) * ODDS_STEP;
            group |= tables.group_sets[known.groups as usize];
            least = least.min(value);
            most = most.max(value);
            total += value;
        }
        groups.push(group);
        odds.push(match own.len() {
            0 => 0.0,
            n_words => 0.5 * (if most > -least { most } else { least }) + 0.5 * total / n_words as f32,
        });
    }
    (groups, odds)
}

fn chains(page: PageView<'_>) -> Vec<[u32; LEVELS]> {
    let elements = page.elements;
    let nearest = nearest(elements, |row| {
        let (own, up) = (elements[row as usize], elements[above(elements, row) as usize]);
        let is_other = own.first_block != up.first_block || own.stop_block != up.stop_block;
        is_other && own.stop_block.saturating_sub(own.first_block) > 1
    });
    let up = |row: u32| if is_root(elements, row) { NONE } else { nearest[elements[row as usize].parent as usize] };
    let chain_of = |block: &Block| {
        let mut chain = [NONE; LEVELS];
        let mut row = nearest[block.element as usize];
        for place in &mut chain {
            *place = row;
            row = if row == NONE { NONE } else { up(row) };
            if *place == NONE {
                break;
            }
        }
        chain
    };
    page.blocks.iter().map(chain_of).collect()
}

impl Facts {
    pub fn n_blocks(&self) -> usize {
        self.words.len()
    }

    /// A running sum between the first and the last block of an element.
    pub fn held(&self, elements: &[Element], row: u32, sums: impl Fn(&Sums) -> &Vec<f64>) -> f64 {
        let element = &elements[row as usize];
        between(sums(&self.sums), element.first_block, element.stop_block.max(element.first_block))
    }
}
