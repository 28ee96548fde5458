//! The post that others answer: the kept text between the heading of the page and the first of the repeated posts.

use super::records::Record;
use crate::page::PageView;
use crate::page::table::{Element, NO_ROW};
use crate::parse::tags::Tag;

/// A first post of fewer words before the repeated ones is a notice.
const LEAST_WORDS: u32 = 8;
/// Headings that are tried, from the last: dialogs and the name of the site may be headings, too.
const MAX_HEADINGS: usize = 3;
const HEADINGS: [Tag; 6] = [Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6];

/// The first post: what is around it, and the elements with its text.
pub struct Lead {
    /// From the heading, or what is around it, to the end of the text.
    pub record: Record,
    /// The elements with its text.
    pub body: Vec<u32>,
}

/// The first post; None if the page has none before `first`, the first of the repeated ones. `keep` is about the blocks.
pub fn lead(page: PageView<'_>, keep: &[bool], first: &Record) -> Option<Lead> {
    let elements = page.elements;
    let is_before = |own: &&Element| own.tag == Tag::H1 as u8 && own.stop_block <= first.first_block;
    let with_row = elements.iter().enumerate().rev();
    let mut tried: Vec<(Option<u32>, u32)> = with_row
        .filter(|(_, own)| is_before(own))
        .map(|(row, own)| (Some(row as u32), own.stop_block))
        .take(MAX_HEADINGS)
        .collect();
    if tried.is_empty() {
        tried.push((None, 0));
    }
    tried.into_iter().find_map(|(heading, start)| after(page, keep, first, heading, start))
}

/// The first post as the kept text from a block on.
fn after(page: PageView<'_>, keep: &[bool], first: &Record, heading: Option<u32>, start: u32) -> Option<Lead> {
    let PageView { elements, blocks, .. } = page;
    let last = first.first_block.min(blocks.len() as u32);
    let is_text = |block: &u32| {
        let own = &blocks[*block as usize];
        let element = &elements[own.element as usize];
        let is_chosen = keep[*block as usize] && 2 * u64::from(own.link_chars) <= u64::from(own.chars);
        let is_heading = HEADINGS.iter().any(|heading| *heading as u8 == element.tag);
        // An element that has posts in it, too, is not what was written.
        is_chosen && !is_heading && element.stop_block <= last
    };
    let words = |block: &u32| blocks[*block as usize].words;
    let numbers: Vec<u32> = (start..last).filter(is_text).collect();
    if numbers.iter().map(words).sum::<u32>() < LEAST_WORDS {
        return None;
    }
    let mut body: Vec<u32> = numbers.iter().map(|block| blocks[*block as usize].element).collect();
    body.sort_unstable();
    body.dedup();
    let longest = numbers.iter().rev().max_by_key(|block| words(block))?;
    let row = up_to(elements, blocks[*longest as usize].element, &[first.rows[0]]);
    let Element { end, first_block, stop_block, .. } = elements[row as usize];
    // Who wrote it, and when, is often beside the heading.
    let head = heading.map(|heading| up_to(elements, heading, &[row, first.rows[0]])).filter(|head| *head < row);
    let first_block = head.map_or(first_block, |head| elements[head as usize].first_block);
    let rows = head.into_iter().chain([row]).collect();
    Some(Lead { record: Record { anchor: body[0], rows, stop_row: end, first_block, stop_block }, body })
}

/// The outermost element around an element, below the root, that has none of some others in it.
fn up_to(elements: &[Element], mut row: u32, others: &[u32]) -> u32 {
    loop {
        let up = elements[row as usize].parent;
        let is_around = |other: &u32| up <= *other && *other < elements[up as usize].end;
        if up == NO_ROW || up == 0 || others.iter().any(is_around) {
            return row;
        }
        row = up;
    }
}
