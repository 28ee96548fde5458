//! Links in superscript to texts of the same page -> footnotes and their labels.

use std::collections::{HashMap, HashSet};

use super::roles;
use crate::page::table::NO_ROW;
use crate::parse::dump::text_content;
use crate::parse::tags::Tag;
use crate::parse::tokenizer::State;
use crate::render::Kept;

/// A longer text in superscript does not refer to a note.
const MAX_LABEL_CHARS: usize = 12;
/// Elements around the anchor of a note among which the note is looked for.
const MAX_ANCHOR_LEVELS: usize = 3;
/// A larger element is a section of the page.
const MAX_NOTE_ELEMENTS: u32 = 500;
/// Elements that can be a note.
const NOTE_TAGS: &[Tag] = &[Tag::Li, Tag::P, Tag::Dd, Tag::Div, Tag::Aside, Tag::Section];

/// The label of each note and of each link that refers to it, by row; gives both their roles.
pub fn find(kept: Kept, roles: &mut [u8], superscript_links: &[u32]) -> HashMap<u32, String> {
    let mut links = superscript_links.to_vec();
    links.sort_unstable();
    links.dedup();
    let anchors: Vec<(u32, String)> = links.into_iter().filter_map(|link| Some((link, anchor(kept, link)?))).collect();
    let mut labels = Labels::default();
    let rows_of_id = rows_of_ids(kept, anchors.iter().map(|(_, anchor)| anchor.as_str()).collect());
    let n_kept = kept_blocks_before(kept);
    let has_kept_text = |row: u32| {
        let element = &kept.elements[row as usize];
        n_kept[element.stop_block.max(element.first_block) as usize] > n_kept[element.first_block as usize]
    };
    for (link, anchor) in &anchors {
        let Some(note) = rows_of_id.get(anchor.as_str()).and_then(|&row| note_at(kept, row, *link)) else { continue };
        let is_free = matches!(roles[note as usize], 0 | roles::ITEM | roles::NOTE);
        // Renderers leave out a note that nothing refers to.
        if is_free && has_kept_text(*link) && has_kept_text(note) && labels.give(kept, *link, note) {
            give_roles(kept, roles, *link, note);
        }
    }
    labels.by_row
}

/// The place within the page that a link leads to.
fn anchor(kept: Kept, link: u32) -> Option<String> {
    let address = kept.attribute(&kept.elements[link as usize], b"href")?;
    address.strip_prefix('#').filter(|anchor| !anchor.is_empty()).map(percent_decoded)
}

/// The first element with each of the ids.
fn rows_of_ids(kept: Kept, mut wanted: HashSet<&str>) -> HashMap<String, u32> {
    let mut found = HashMap::new();
    for (row, element) in kept.elements.iter().enumerate() {
        if wanted.is_empty() {
            break;
        }
        if let Some(id) = kept.attribute(element, b"id").filter(|id| wanted.remove(id.as_str())) {
            found.insert(id, row as u32);
        }
    }
    found
}

fn kept_blocks_before(kept: Kept) -> Vec<u32> {
    let mut counts = vec![0];
    counts.extend(kept.keep.iter().scan(0, |sum, &keep| {
        *sum += u32::from(keep);
        Some(*sum)
    }));
    counts
}

/// The note that an element is, or is the anchor of. A link inside its own target refers to no note.
fn note_at(kept: Kept, mut row: u32, link: u32) -> Option<u32> {
    for _ in 0..MAX_ANCHOR_LEVELS {
        let element = &kept.elements[row as usize];
        if NOTE_TAGS.iter().any(|&tag| tag as u8 == element.tag) {
            let is_small = element.end - row <= MAX_NOTE_ELEMENTS;
            return (is_small && !(row..element.end).contains(&link)).then_some(row);
        }
        if element.parent == NO_ROW {
            return None;
        }
        row = element.parent;
    }
    None
}

#[derive(Default)]
struct Labels {
    by_row: HashMap<u32, String>,
    n_uses: HashMap<String, usize>,
}

impl Labels {
    /// Gives a link and its note their label; false if the text of the link can't be a label.
    fn give(&mut self, kept: Kept, link: u32, note: u32) -> bool {
        let known = self.by_row.get(&note).cloned();
        let Some(label) = known.or_else(|| self.new_label(&text_of(kept, link))) else { return false };
        self.by_row.insert(link, label.clone());
        self.by_row.insert(note, label);
        true
    }

    /// A text as a label that no other note has: the second note called 1 is 1-2.
    fn new_label(&mut self, text: &str) -> Option<String> {
        if text.is_empty() || text.chars().count() > MAX_LABEL_CHARS {
            return None;
        }
        let words: Vec<&str> = text.split(|c| !is_word(c)).filter(|word| !word.is_empty()).collect();
        let label = if words.is_empty() { "note".to_owned() } else { words.join("-") };
        loop {
            let number = self.n_uses.entry(label.clone()).or_default();
            *number += 1;
            let numbered = if *number == 1 { label.clone() } else { format!("{label}-{number}") };
            if numbered == label {
                return Some(numbered);
            }
            if !self.n_uses.contains_key(&numbered) {
                self.n_uses.insert(numbered.clone(), 1);
                return Some(numbered);
            }
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn give_roles(kept: Kept, roles: &mut [u8], link: u32, note: u32) {
    let element = &kept.elements[link as usize];
    roles[link as usize..element.end as usize].fill(0);
    if element.parent != NO_ROW && kept.elements[element.parent as usize].tag == Tag::Sup as u8 {
        roles[element.parent as usize] = 0;
    }
    roles[link as usize] = roles::NOTE_REF;
    if roles[note as usize] == roles::NOTE {
        return;
    }
    roles[note as usize] = roles::NOTE;
    for row in note..kept.elements[note as usize].end {
        let inner = &kept.elements[row as usize];
        let is_local = || kept.attribute(inner, b"href").is_some_and(|address| address.starts_with('#'));
        // An arrow or a caret that leads back to the text has no use outside the page.
        if inner.tag == Tag::A as u8 && is_local() && !text_of(kept, row).contains(is_word) {
            roles[row as usize] = roles::SKIP;
        }
    }
}

/// The text of an element as its source has it, without tags.
fn text_of(kept: Kept, row: u32) -> String {
    let content = kept.content(&kept.elements[row as usize]);
    let mut bare = Vec::with_capacity(content.len());
    let mut rest = content;
    while let Some(open) = memchr::memchr(b'<', rest) {
        bare.extend_from_slice(&rest[..open]);
        match memchr::memchr(b'>', &rest[open..]) {
            Some(close) => rest = &rest[open + close + 1..],
            None => {
                bare.extend_from_slice(&rest[open..]);
                rest = &[];
            }
        }
    }
    bare.extend_from_slice(rest);
    text_content(&bare, State::RcData).trim().to_owned()
}

/// A text whose bytes may be written as `%20`.
pub fn percent_decoded(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [byte, after @ ..] = rest {
        let digit = |at: usize| after.get(at).and_then(|&digit| char::from(digit).to_digit(16));
        let code = digit(0).zip(digit(1)).filter(|_| *byte == b'%').map(|(high, low)| (16 * high + low) as u8);
        out.push(code.unwrap_or(*byte));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_note_has_a_label_of_its_own() {
        let mut labels = Labels::default();
        let mut give = |text: &str| labels.new_label(text);
        assert_eq!(give("1").as_deref(), Some("1"));
        assert_eq!(give("[1]").as_deref(), Some("1-2"));
        assert_eq!(give("1-2").as_deref(), Some("1-2-2"));
        assert_eq!(give("†").as_deref(), Some("note"));
        assert_eq!(give("a note of many words"), None);
    }

    #[test]
    fn anchors_are_decoded() {
        assert_eq!(percent_decoded("a%20b%C3%A9%zz%2"), "a bé%zz%2");
    }
}
