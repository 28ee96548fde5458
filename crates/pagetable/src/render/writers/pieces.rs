//! Steps -> the text of each TEXT step, after the white space between it and the text before it in its block.
//!
//! That is nothing, a space or a line feed; inside code blocks it is whatever the source has.

use std::borrow::Cow;

use super::escape::{ampersand_to_decide, bare_ampersand, escape_between_brackets, escape_into, may_end_reference};
use crate::page::table::flag;
use crate::render::Step;
use crate::render::structure::{begins_with_space, gap_before};
use crate::render::{Kept, roles};

/// The texts as they are.
pub fn plain(kept: Kept, steps: &[Step]) -> Vec<String> {
    texts(kept, steps, |_, _, run, gap, text| collapsed(kept, run, gap).into_owned() + &collapsed(kept, run, text))
}

/// The texts with what means something in Markdown escaped, but for code. A line feed is a hard break. Where links are
/// references, every bracket means something.
pub fn markdown(kept: Kept, steps: &[Step], has_references: bool) -> Vec<String> {
    // A text with an ampersand at its end that the next text of its block may make a reference, and its run.
    let mut undecided: Option<(usize, u32)> = None;
    let mut found = texts(kept, steps, |found, place, run, gap, text| {
        let (gap, text) = (collapsed(kept, run, gap), collapsed(kept, run, text));
        if let Some((number, last)) = undecided.take() {
            let is_next = kept.runs[last as usize].block == kept.runs[run as usize].block && gap.is_empty();
            // A block of code may be between.
            let has_other = number + 1 < found.len();
            if has_other || !is_next || !may_end_reference(&text) {
                bare_ampersand(&mut found[number]);
            }
        }
        if place.n_code > 0 {
            return gap.into_owned() + &text;
        }
        let mut out = String::with_capacity(gap.len() + text.len() + text.len() / 16 + 2);
        escape_into(&mut out, &gap);
        let escape = if has_references || place.n_links > 0 { escape_between_brackets } else { escape_into };
        escape(&mut out, &text);
        undecided = ampersand_to_decide(&out).map(|_| (found.len(), run));
        out
    });
    if let Some((number, _)) = undecided {
        bare_ampersand(&mut found[number]);
    }
    found
}

/// How many of these are open around a text.
#[derive(Default)]
struct Place {
    n_code: u32,
    n_code_blocks: u32,
    n_links: u32,
    n_headings: u32,
    /// Where an image or the like ends that came just before.
    void_stop: Option<usize>,
    /// The white space before those that came since the last text: a line feed if one has it.
    void_gap: &'static str,
    /// Whether the last text ended in white space before a character that was left out.
    had_space: bool,
}

/// The texts, those outside of code blocks written by `write`, which also gets those before.
fn texts<Write>(kept: Kept, steps: &[Step], mut write: Write) -> Vec<String>
where
    Write: FnMut(&mut Vec<String>, &Place, u32, &str, &str) -> String,
{
    let mut texts = Vec::new();
    let mut place = Place::default();
    let mut last = None;
    for step in steps {
        match step.code {
            roles::TEXT => {
                let row = step.row as usize;
                let (gap, written) = piece_of(kept, row);
                // Before the text is escaped: a sign and a name that only such a character separates would become a tag.
                let is_code = place.n_code + place.n_code_blocks > 0;
                let is_verbatim = is_code && place.n_headings == 0;
                let text = if is_verbatim { Cow::Borrowed(written) } else { without_unseen(written) };
                let has_space = !written.ends_with(char::is_whitespace) && text.ends_with(char::is_whitespace);
                let text = if has_space { text.trim_end() } else { &text };
                let written = if place.n_code_blocks > 0 {
                    with_line_feeds(code_gap(kept, last, row) + text)
                } else {
                    let gap = real_gap(kept, row, gap, &place);
                    let gap = if gap.is_empty() { gap_before_skipped(kept, last, row) } else { gap };
                    let is_same_block = last.is_some_and(|last| kept.runs[last].block == kept.runs[row].block);
                    let gap = if gap.is_empty() && place.had_space && is_same_block { " " } else { gap };
                    with_line_feeds(write(&mut texts, &place, step.row, gap, text))
                };
                texts.push(written);
                place.had_space = has_space;
                (place.void_stop, place.void_gap) = (None, "");
                last = Some(row);
            }
            roles::BREAK => {}
            code => {
                if roles::is_void(code) {
                    let element = &kept.elements[step.row as usize];
                    place.void_stop = Some(element.stop as usize);
                    let gap = gap_before(kept.source, element.start as usize);
                    place.void_gap = if place.void_gap == "\n" || gap.is_empty() { place.void_gap } else { gap };
                }
                let count = match code & !roles::CLOSE {
                    roles::CODE => &mut place.n_code,
                    roles::CODE_BLOCK => &mut place.n_code_blocks,
                    roles::LINK => &mut place.n_links,
                    role if roles::is_heading(role) => &mut place.n_headings,
                    _ => continue,
                };
                *count = if code & roles::CLOSE == 0 { *count + 1 } else { *count - 1 };
            }
        }
    }
    texts
}

/// A text whose lines end in line feeds alone. A page can write a carriage return as a reference, and readers of
/// Markdown take it for the end of a line: what follows would be outside of its list, quote or code.
fn with_line_feeds(text: String) -> String {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text }
}

/// A text without the characters that only say where a line may be broken: no reader sees them, and whoever searches for
/// a word does not type them. Between letters of scripts without spaces a zero-width space parts words, and stays. A
/// joiner stays where it has something on either side to join.
fn without_unseen(text: &str) -> Cow<'_, str> {
    const BREAKS: [char; 3] = ['\u{ad}', '\u{2060}', '\u{feff}'];
    const ZERO_WIDTH_SPACE: char = '\u{200b}';
    const JOINER: char = '\u{200d}';
    let is_unseen = |c: char| BREAKS.contains(&c) || matches!(c, ZERO_WIDTH_SPACE | JOINER);
    if text.is_ascii() || !text.contains(is_unseen) {
        return Cow::Borrowed(text);
    }
    let parts_words = |c: Option<char>| c.is_some_and(|c| !c.is_ascii() && c.is_alphabetic());
    let can_be_joined = |c: Option<char>| c.is_some_and(|c| !c.is_ascii() && !c.is_whitespace());
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let (before, after) = (out.chars().next_back(), rest.as_str().chars().next());
        let is_kept = match c {
            ZERO_WIDTH_SPACE => parts_words(before) && parts_words(after),
            JOINER => can_be_joined(before) && can_be_joined(after),
            c => !BREAKS.contains(&c),
        };
        if is_kept {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// The white space before a run in its block, and its text.
fn piece_of<'t>(kept: Kept<'t>, row: usize) -> (&'t str, &'t str) {
    let run = &kept.runs[row];
    let is_first = row == 0 || kept.runs[row - 1].block != run.block;
    let from = if is_first { kept.blocks[run.block as usize].text_start } else { kept.runs[row - 1].text_stop };
    let (from, start, stop) = (from as usize, run.text_start as usize, run.text_stop as usize);
    (kept.text.get(from..start).unwrap_or_default(), kept.text.get(start..stop).unwrap_or_default())
}

/// The white space around text of the same block that was left out between the last run and this one.
fn gap_before_skipped<'t>(kept: Kept<'t>, last: Option<usize>, row: usize) -> &'t str {
    let is_after = |last: &usize| *last + 1 < row && kept.runs[*last].block == kept.runs[row].block;
    let Some(last) = last.filter(is_after) else { return "" };
    let text = piece_of(kept, row).1;
    if text.starts_with(['.', ',', ';', ':', '!', '?', ')', ']']) {
        return "";
    }
    let gaps = (last + 1..row).map(|run| piece_of(kept, run).0);
    gaps.max_by_key(|gap| (gap.contains('\n'), !gap.is_empty())).unwrap_or_default()
}

/// The white space before a run in code, with that around runs left out since the last one: numbers of lines have the line
/// feed before them.
fn code_gap(kept: Kept, last: Option<usize>, row: usize) -> String {
    let block = kept.runs[row].block;
    if let Some(last) = last.filter(|&last| kept.runs[last].block == block) {
        return (last + 1..=row).map(|run| piece_of(kept, run).0).collect();
    }
    let is_first = row == 0 || kept.runs[row - 1].block != block;
    let gap = piece_of(kept, row).0;
    // A button that was left out is set apart by a space.
    if !is_first && gap == " " { String::new() } else { gap.to_owned() }
}

/// The white space before a run. The page's text has none before the first run of a block, even after an image, and has
/// the white space before an image only before the text after it. In these cases the source decides, from the end of the
/// image on.
fn real_gap<'t>(kept: Kept<'t>, row: usize, gap: &'t str, place: &Place) -> &'t str {
    let run = &kept.runs[row];
    let is_first = row == 0 || kept.runs[row - 1].block != run.block;
    let is_break = gap.contains('\n') && place.void_gap != "\n";
    if is_break || !(is_first || place.void_stop.is_some()) {
        return gap;
    }
    let start = run.start as usize;
    let floor = place.void_stop.unwrap_or(0).min(start);
    match gap_before(&kept.source[floor..], start - floor) {
        "\n" if place.void_stop.is_some() => "\n",
        "" if !kept.source.get(start..).is_some_and(begins_with_space) => {
            // White space that the source has on neither side of the image parts elements that only a style sheet parts.
            if is_first || !place.void_gap.is_empty() { "" } else { gap }
        }
        _ => " ",
    }
}

/// Preformatted text where white space does not count: a line feed stays one, any other is a space.
fn collapsed<'t>(kept: Kept, run: u32, text: &'t str) -> Cow<'t, str> {
    if u32::from(flag::PREFORMATTED) & kept.runs[run as usize].flags == 0 {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(char::is_whitespace) {
        out.push_str(&rest[..at]);
        let after = rest[at..].trim_start();
        let gap = &rest[at..rest.len() - after.len()];
        out.push(if gap.contains('\n') { '\n' } else { ' ' });
        rest = after;
    }
    (out + rest).into()
}
