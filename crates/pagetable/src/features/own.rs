//! Columns about each block by itself: its text, and its position.

use super::facts::{Facts, FirstWordsOfBlock, WordTables, odds_of_steps};
use super::matrix::{Log1p, Matrix, above};
use crate::page::PageView;
use crate::page::table::flag::{ARIA_HIDDEN, HIDDEN, NOSCRIPT, PREFORMATTED, TEMPLATE};
use crate::parse::tags::Tag;

/// In a template, or meant for pages without scripts.
pub const UNRENDERED: u8 = TEMPLATE | NOSCRIPT;

const BOLD: u8 = 1;
const EMPHASIS: u8 = 2;
const CODE: u8 = 4;
const TIME: u8 = 8;
const LABEL: u8 = 16;

/// Gives back the odds of the words that each block begins with.
pub fn push_text(page: PageView<'_>, facts: &Facts, out: &mut Matrix<'_>) -> Vec<f64> {
    let blocks = page.blocks;
    let per = |count: u32, whole: f64| f64::from(count) / whole;
    out.push("log_chars", facts.chars.iter().map(|chars| chars.log1p()));
    out.push("log_words", facts.words.iter().map(|words| words.log1p()));
    out.push("sentences", blocks.iter().map(|block| f64::from(block.sentences)));
    out.push("commas", blocks.iter().map(|block| f64::from(block.commas)));
    out.push(
        "punctuation_per_word",
        blocks.iter().zip(&facts.words).map(|(block, &words)| per(block.punctuation, words)),
    );
    out.push("digit_share", blocks.iter().zip(&facts.chars).map(|(block, &chars)| per(block.digits, chars)));
    out.push("capital_share", blocks.iter().zip(&facts.chars).map(|(block, &chars)| per(block.uppers, chars)));
    out.push("chars_per_word", facts.chars.iter().zip(&facts.words).map(|(chars, words)| chars / words));
    out.push(
        "words_per_sentence",
        blocks.iter().zip(&facts.words).map(|(block, words)| words / f64::from(block.sentences.max(1))),
    );
    out.push(
        "ends_with_stop",
        blocks.iter().map(|block| is(ends_with_stop(text_of(page, block.text_start, block.text_stop)))),
    );
    out.push("starts_small", blocks.iter().map(|block| is(page.text[block.text_start as usize].is_ascii_lowercase())));
    out.push("link_share", facts.link_share.iter().copied());
    out.push(
        "log_unlinked_chars",
        blocks.iter().zip(&facts.chars).map(|(block, chars)| (chars - f64::from(block.link_chars)).log1p()),
    );
    out.push("tags_per_word", blocks.iter().zip(&facts.words).map(|(block, &words)| per(block.tags, words)));
    out.push_by("common_share", || facts.common().iter().copied());
    let word_odds = push_word_odds(facts, out);
    let inline =
        [("has_bold", BOLD), ("has_emphasis", EMPHASIS), ("has_code", CODE), ("has_time", TIME), ("has_label", LABEL)];
    for (name, bit) in inline {
        out.push_by(name, || facts.inside(page).iter().map(move |inside| is(inside & bit > 0)));
    }
    let flags = [
        ("is_hidden", HIDDEN),
        ("is_aria_hidden", ARIA_HIDDEN),
        ("is_unrendered", UNRENDERED),
        ("is_preformatted", PREFORMATTED),
    ];
    for (name, bits) in flags {
        out.push(name, blocks.iter().map(|block| is(block.flags & u32::from(bits) > 0)));
    }
    out.push_each("is_hidden_by_style", |rank| is(facts.is_hidden_by_style(rank)));
    word_odds
}

fn push_word_odds(facts: &Facts, out: &mut Matrix<'_>) -> Vec<f64> {
    // Steps are whole numbers, so their sum is exact in any order.
    let mean = |row: &FirstWordsOfBlock| odds_of_steps(row.steps().sum()) / row.n_words.max(1) as f64;
    let each = |odds: fn(&FirstWordsOfBlock) -> i32| facts.first_words.iter().map(move |row| odds_of_steps(odds(row)));
    // As exact as the column, so that what is made of it is the same in both stages.
    let means: Vec<f64> = facts.first_words.iter().map(|row| f64::from(mean(row) as f32)).collect();
    out.push("odds_mean", means.iter().copied());
    out.push("odds_least", each(|row| row.steps().fold(i32::MAX, i32::min)));
    out.push("odds_greatest", each(|row| row.steps().fold(i32::MIN, i32::max)));
    out.push("odds_first", each(|row| i32::from(row.known[0].odds)));
    out.push("odds_second", each(|row| i32::from(row.known[1].odds)));
    means
}

pub fn push_place(page: PageView<'_>, facts: &Facts, tables: &WordTables, out: &mut Matrix<'_>) {
    let (elements, n_blocks) = (page.elements, facts.n_blocks());
    let before = &facts.sums.words;
    let depths = || page.blocks.iter().map(|block| f64::from(elements[block.element as usize].depth));
    let deepest = depths().fold(1.0, f64::max);
    let tag = |row: u32| elements[row as usize].tag;
    let odds = |row: u32| tables.tag_odds(tag(row));
    let first_h1 = page.blocks.iter().position(|block| tag(block.element) == Tag::H1 as u8);
    out.push("rank_share", (0..n_blocks).map(|rank| rank as f64 / n_blocks as f64));
    out.push(
        "words_before_share",
        (0..n_blocks).map(|rank| (before[rank] + facts.words[rank] / 2.0) / before[n_blocks]),
    );
    out.push("rank", (0..n_blocks).map(|rank| rank.min(200) as f64));
    out.push("rank_from_end", (0..n_blocks).map(|rank| (n_blocks - 1 - rank).min(200) as f64));
    out.push("log_words_before", before[..n_blocks].iter().map(|words| words.log1p()));
    out.push("depth", depths());
    out.push("depth_share", depths().map(|depth| depth / deepest));
    let mut last_heading = None;
    out.push(
        "since_heading",
        (0..n_blocks).map(|rank| {
            if facts.is_heading[rank] {
                last_heading = Some(rank);
            }
            last_heading.map_or(99.0, |last| (rank - last).min(99) as f64)
        }),
    );
    out.push(
        "from_first_h1",
        (0..n_blocks).map(|rank| first_h1.map_or(f64::NAN, |first| (rank as f64 - first as f64).clamp(-99.0, 300.0))),
    );
    out.push("tag_odds", page.blocks.iter().map(|block| odds(block.element)));
    out.push("parent_tag_odds", facts.parent.iter().map(|&row| odds(row)));
    out.push("grandparent_tag_odds", facts.parent.iter().map(|&row| odds(above(elements, row))));
}

/// What kinds of inline elements hold text of each block directly.
pub fn inside(page: PageView<'_>) -> Vec<u8> {
    let mut bits = vec![0; page.blocks.len()];
    for run in page.runs {
        bits[run.block as usize] |= inline_kind(page.elements[run.element as usize].tag);
    }
    bits
}

fn inline_kind(tag: u8) -> u8 {
    const B: u8 = Tag::B as u8;
    const STRONG: u8 = Tag::Strong as u8;
    const EM: u8 = Tag::Em as u8;
    const I: u8 = Tag::I as u8;
    const CODE_TAG: u8 = Tag::Code as u8;
    const KBD: u8 = Tag::Kbd as u8;
    const SAMP: u8 = Tag::Samp as u8;
    const TIME_TAG: u8 = Tag::Time as u8;
    const LABEL_TAG: u8 = Tag::Label as u8;
    match tag {
        B | STRONG => BOLD,
        EM | I => EMPHASIS,
        CODE_TAG | KBD | SAMP => CODE,
        TIME_TAG => TIME,
        LABEL_TAG => LABEL,
        _ => 0,
    }
}

/// Whether a block has bold text, by its bits of `inside`.
pub fn has_bold(inside: u8) -> bool {
    inside & BOLD > 0
}

pub fn is(condition: bool) -> f64 {
    f64::from(u8::from(condition))
}

pub fn text_of(page: PageView<'_>, start: u32, stop: u32) -> &[u8] {
    &page.text[start as usize..stop as usize]
}

/// Whether a text ends as sentences do, closing quotes aside.
pub fn ends_with_stop(text: &[u8]) -> bool {
    let is_stop = |byte: &u8| b".!?:".contains(byte);
    match text {
        [.., before, last] if b"\"')]".contains(last) => is_stop(before),
        [.., last] if last.is_ascii() => is_stop(last),
        _ => ["\u{3002}", "\u{ff01}", "\u{ff1f}", "\u{2026}", "\u{201d}", "\u{300d}"]
            .iter()
            .any(|mark| text.ends_with(mark.as_bytes())),
    }
}

#[cfg(test)]
mod tests {
    use super::ends_with_stop;

    #[test]
    fn sentences_end_with_a_stop_in_any_script() {
        for text in ["So.", "Why?", "(So.)", "以上。", "“So.”", "Note:"] {
            assert!(ends_with_stop(text.as_bytes()), "{text}");
        }
        for text in ["Menu", "", ")", "10)", "—"] {
            assert!(!ends_with_stop(text.as_bytes()), "{text}");
        }
    }
}
