//! The page table and the learned tables of words -> what more than one kind of feature needs, computed once.

use std::sync::OnceLock;

use super::matrix::{above, between, dense, is_root, nearest, running, words_of};
use super::own::inside;
use crate::features::ancestors::{Ancestors, ancestors, tag_group_sets};
use crate::page::PageView;
use crate::page::table::{Block, Element};
use crate::query::blocks_hidden_by_styles;
use crate::text::first_words::{FirstWords, word_number};

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

/// What training learned about a class word, in two bytes, so that the table stays in the processor's cache.
#[derive(Clone, Copy, Debug, Default)]
struct ClassWord {
    /// Log-odds in steps.
    odds: i8,
    /// Index into `WordTables::group_sets`.
    groups: u8,
}

/// What training learned about a text word.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextWord {
    /// Log-odds in steps.
    pub odds: i8,
    /// Whether most texts have it.
    is_common: bool,
}

/// What nothing was learned about. To copy a table takes Miri no time, to write so many words half a minute.
static NO_TEXT_WORDS: [TextWord; N_TEXT_WORDS] = [TextWord { odds: 0, is_common: false }; N_TEXT_WORDS];

/// Log-odds are kept in steps of this size.
const ODDS_STEP: f32 = 1.0 / 16.0;

/// The log-odds of so many steps, which are those of one word or of several.
pub fn odds_of_steps(steps: i32) -> f64 {
    f64::from(steps) * f64::from(ODDS_STEP)
}
const N_TEXT_WORDS: usize = 1 << 16;
const N_TAGS: usize = 256;

/// What training has learned about words and tags: log-odds of content, and groups.
pub struct WordTables {
    /// By the number of a class word; a power of two of them.
    class_words: Vec<ClassWord>,
    /// The sets of groups that class words have.
    group_sets: Vec<u64>,
    /// By the 16-bit number of a text word.
    text_words: Vec<TextWord>,
    /// By tag number.
    tag_odds: Vec<f32>,
    tag_groups: [u64; N_TAGS],
}

impl WordTables {
    /// Log-odds and groups of class words, log-odds of text words and whether most texts have them, log-odds of tags.
    /// Log-odds are in steps.
    pub fn new(class: (&[i8], &[u64]), text: (&[i8], &[bool]), tag_odds: &[i8]) -> Result<WordTables, String> {
        let n_class_words = class.0.len();
        if !n_class_words.is_power_of_two() || class.1.len() != n_class_words {
            return Err(format!("{n_class_words} class words with {} groups: need a power of two", class.1.len()));
        }
        if [text.0.len(), text.1.len()] != [N_TEXT_WORDS; 2] || tag_odds.len() != N_TAGS {
            let sizes = (text.0.len(), text.1.len(), tag_odds.len());
            return Err(format!("text words and tags have sizes {sizes:?}, expected 65,536 twice and 256"));
        }
        let (class_words, group_sets) = packed_class_words(class.0, class.1)?;
        let text_words = text.0.iter().zip(text.1);
        Ok(WordTables {
            class_words,
            group_sets,
            text_words: text_words.map(|(&odds, &is_common)| TextWord { odds, is_common }).collect(),
            tag_odds: tag_odds.iter().map(|&odds| f32::from(odds) * ODDS_STEP).collect(),
            tag_groups: tag_group_sets(),
        })
    }

    /// Tables that know nothing.
    pub fn empty() -> WordTables {
        WordTables {
            class_words: vec![ClassWord::default()],
            group_sets: vec![0],
            text_words: NO_TEXT_WORDS.to_vec(),
            tag_odds: vec![0.0; N_TAGS],
            tag_groups: tag_group_sets(),
        }
    }

    /// The logarithm of the odds that a tag gives a block to be content.
    pub fn tag_odds(&self, tag: u8) -> f64 {
        f64::from(self.tag_odds[tag as usize])
    }
}

/// The words with the place of each one's groups among the sets of groups that occur, and these sets.
fn packed_class_words(odds: &[i8], groups: &[u64]) -> Result<(Vec<ClassWord>, Vec<u64>), String> {
    // Nearly all words are in no group, so sorting all of their sets would take longer than the rest of the model.
    let mut sets: Vec<u64> = groups.iter().copied().filter(|&group| group != 0).collect();
    sets.push(0);
    sets.sort_unstable();
    sets.dedup();
    if sets.len() > 256 {
        return Err(format!("class words have {} different sets of groups, at most 256 are allowed", sets.len()));
    }
    let place = |group: u64| if group == 0 { 0 } else { sets.binary_search(&group).unwrap_or(0) as u8 };
    let words = odds.iter().zip(groups).map(|(&odds, &group)| ClassWord { odds, groups: place(group) });
    Ok((words.collect(), sets))
}

/// Running sums over the blocks.
pub struct Sums {
    pub words: Vec<f64>,
    pub link_words: Vec<f64>,
    /// Words of running text.
    pub long: Vec<f64>,
}

/// What few columns read: made when the first of them is computed.
#[derive(Default)]
struct OnRequest {
    common: OnceLock<Vec<f64>>,
    common_sums: OnceLock<Vec<f64>>,
    punctuation_sums: OnceLock<Vec<f64>>,
    inside: OnceLock<Vec<u8>>,
}

pub struct Facts {
    pub words: Vec<f64>,
    pub chars: Vec<f64>,
    pub link_share: Vec<f64>,
    pub link_words: Vec<f64>,
    /// The element around the block's own.
    pub parent: Vec<u32>,
    /// The nearest elements around each block that hold more blocks than the element inside them, innermost first.
    pub chain: Vec<[u32; LEVELS]>,
    pub sums: Sums,
    pub groups: Vec<u64>,
    pub class_odds: Vec<f32>,
    pub around: Ancestors,
    /// The first few words of each block; those of blocks with fewer have log-odds of 0.
    pub first_words: Vec<FirstWordsOfBlock>,
    pub beginnings: FirstWords,
    pub is_heading: Vec<bool>,
    /// One number per block, equal for equal texts, and how many different numbers there are.
    pub text: Vec<u32>,
    pub n_texts: usize,
    /// How many blocks have the text of each, and which of them each is.
    pub same_text: Vec<u32>,
    pub rank_of_same: Vec<u32>,
    /// Whether a style sheet of the page hides each block; empty if none hides any.
    hidden_by_style: Vec<bool>,
    on_request: OnRequest,
}

/// The words that a block begins with.
pub struct FirstWordsOfBlock {
    pub known: [TextWord; WORDS],
    pub n_words: usize,
}

impl FirstWordsOfBlock {
    /// The log-odds of each word, in steps.
    pub fn steps(&self) -> impl Iterator<Item = i32> {
        self.known.iter().map(|word| i32::from(word.odds))
    }
}

pub fn read_facts(page: PageView<'_>, tables: &WordTables) -> Facts {
    let (blocks, elements) = (page.blocks, page.elements);
    let words: Vec<f64> = blocks.iter().map(words_of).collect();
    let chars: Vec<f64> = blocks.iter().map(|block| f64::from(block.chars.max(1))).collect();
    let link_share: Vec<f64> = blocks.iter().zip(&chars).map(|(block, n)| f64::from(block.link_chars) / n).collect();
    let link_words: Vec<f64> = words.iter().zip(&link_share).map(|(words, share)| words * share).collect();
    let spans = blocks.iter().map(|block| (block.text_start as usize, block.text_stop as usize));
    let beginnings = FirstWords::of(page.text, spans);
    let first_words = first_words(&beginnings, tables);
    let (groups, class_odds) = class_words(page, tables);
    let parents: Vec<i32> = elements.iter().map(|element| element.parent as i32).collect();
    let own: Vec<i32> = blocks.iter().map(|block| block.element as i32).collect();
    let (text, n_texts) = dense(&blocks.iter().map(|block| block.hash).collect::<Vec<u64>>());
    let (same_text, rank_of_same) = same_texts(&text, n_texts);
    Facts {
        sums: Sums {
            words: running(words.iter().copied()),
            link_words: running(link_words.iter().copied()),
            long: running(
                words
                    .iter()
                    .zip(&link_share)
                    .map(|(&words, &share)| if words >= LONG_WORDS && share < LONG_MOST_LINKED { words } else { 0.0 }),
            ),
        },
        parent: blocks.iter().map(|block| above(elements, block.element)).collect(),
        chain: chains(page),
        around: ancestors(&parents, &groups, &class_odds, &own),
        is_heading: blocks.iter().map(|block| is_heading(elements[block.element as usize].tag)).collect(),
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
        hidden_by_style: blocks_hidden_by_styles(page),
        on_request: OnRequest::default(),
    }
}

fn first_words(beginnings: &FirstWords, tables: &WordTables) -> Vec<FirstWordsOfBlock> {
    let none = TextWord { odds: 0, ..tables.text_words[0] };
    let of_block = |words: &[u64]| {
        let mut known = [none; WORDS];
        let found = words.iter().map(|&hash| tables.text_words[word_number(hash) as usize]);
        known.iter_mut().zip(found).for_each(|(known, word)| *known = word);
        FirstWordsOfBlock { known, n_words: words.len().min(WORDS) }
    };
    beginnings.blocks().map(of_block).collect()
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

fn common_share(words: &FirstWordsOfBlock) -> f64 {
    words.known.iter().filter(|word| word.is_common).count() as f64 / WORDS as f64
}

/// The groups and the odds of each element's class words and tag.
fn class_words(page: PageView<'_>, tables: &WordTables) -> (Vec<u64>, Vec<f32>) {
    let mask = tables.class_words.len() - 1;
    // All words of the page are looked up first: the table is larger than the caches next to the processor, and a look-up
    // that no branch depends on does not wait for the one before it.
    let known: Vec<ClassWord> =
        page.words.iter().map(|&word| tables.class_words[(word ^ word >> 31) as usize & mask]).collect();
    let mut groups = Vec::with_capacity(page.elements.len());
    let mut odds = Vec::with_capacity(page.elements.len());
    for (row, element) in page.elements.iter().enumerate() {
        let own = &known[page.word_range(row)];
        let mut group = tables.tag_groups[element.tag as usize];
        let (mut least, mut most, mut total) = (f32::MAX, f32::MIN, 0.0f32);
        for word in own {
            let value = f32::from(word.odds) * ODDS_STEP;
            group |= tables.group_sets[word.groups as usize];
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

/// A running sum between the first and the last block of an element.
pub fn held_of(sums: &[f64], element: &Element) -> f64 {
    between(sums, element.first_block, element.stop_block.max(element.first_block))
}

impl Facts {
    pub fn n_blocks(&self) -> usize {
        self.words.len()
    }

    pub fn is_hidden_by_style(&self, rank: usize) -> bool {
        self.hidden_by_style.get(rank).copied().unwrap_or_default()
    }

    /// A running sum between the first and the last block of an element.
    pub fn held(&self, elements: &[Element], row: u32, sums: impl Fn(&Sums) -> &Vec<f64>) -> f64 {
        held_of(sums(&self.sums), &elements[row as usize])
    }

    /// Share of the first words of each block that most texts have.
    pub fn common(&self) -> &[f64] {
        self.on_request.common.get_or_init(|| self.first_words.iter().map(common_share).collect())
    }

    /// Running sums of the words that most texts have.
    pub fn common_sums(&self) -> &[f64] {
        let words = || self.common().iter().zip(&self.words).map(|(share, words)| share * words);
        self.on_request.common_sums.get_or_init(|| running(words()))
    }

    /// Running sums of punctuation.
    pub fn punctuation_sums(&self, page: PageView<'_>) -> &[f64] {
        let marks = || page.blocks.iter().map(|block| f64::from(block.punctuation));
        self.on_request.punctuation_sums.get_or_init(|| running(marks()))
    }

    /// What kinds of inline elements hold text of each block.
    pub fn inside(&self, page: PageView<'_>) -> &[u8] {
        self.on_request.inside.get_or_init(|| inside(page))
    }

    /// Running sums of characters, and of the characters of HTML that blocks are made of.
    pub fn source_sums(&self, page: PageView<'_>) -> (Vec<f64>, Vec<f64>) {
        let html = page.blocks.iter().zip(&self.chars).map(|(block, n)| f64::from(block.tags) * TAG_CHARS + n);
        (running(self.chars.iter().copied()), running(html))
    }
}
