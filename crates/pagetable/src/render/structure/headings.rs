//! Headings without what only looks like a part of them: strong text that is the whole heading, controls beside the
//! words, an image instead of words.

use super::roles;
use crate::parse::tags::Tag;
use crate::render::Kept;

/// Tidies headings. They must not be nested, which bounds the time.
pub fn tidy(kept: Kept, all: &mut [u8]) {
    for row in (0..all.len()).filter(|&row| kept.elements[row].end as usize > row + 1) {
        if !roles::is_heading(all[row]) {
            continue;
        }
        let end = kept.elements[row].end as usize;
        if kept.elements[row].chars == 0 {
            // A formula is text; an image is not, and a reader of headings would find an empty one.
            if !all[row..end].contains(&roles::FORMULA) {
                all[row] = 0;
            }
            continue;
        }
        drop_controls(kept, all, row);
        drop_strong(kept, all, row);
    }
}

/// Leaves out the buttons beside the words of a heading; those of an accordion are all of it, and stay.
fn drop_controls(kept: Kept, all: &mut [u8], heading: usize) {
    let buttons = outermost(kept, heading, |row| kept.elements[row].tag == Tag::Button as u8);
    if n_chars(kept, &buttons) < kept.elements[heading].chars {
        buttons.into_iter().for_each(|row| all[row] = roles::SKIP);
    }
}

/// Takes the role of strong text if all of a heading is strong: a heading stands out already.
fn drop_strong(kept: Kept, all: &mut [u8], heading: usize) {
    let strong = outermost(kept, heading, |row| all[row] == roles::STRONG);
    let skipped = outermost(kept, heading, |row| all[row] == roles::SKIP);
    let n_written = kept.elements[heading].chars - n_chars(kept, &skipped);
    if n_written > 0 && n_chars(kept, &strong) >= n_written {
        let end = kept.elements[heading].end as usize;
        all[heading..end].iter_mut().filter(|role| **role == roles::STRONG).for_each(|role| *role = 0);
    }
}

/// The elements of a heading that are of a kind and in no other of it.
fn outermost(kept: Kept, heading: usize, is_wanted: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut found = Vec::new();
    let mut row = heading + 1;
    while row < kept.elements[heading].end as usize {
        if is_wanted(row) {
            found.push(row);
            row = (kept.elements[row].end as usize).max(row + 1);
        } else {
            row += 1;
        }
    }
    found
}

fn n_chars(kept: Kept, rows: &[usize]) -> u32 {
    rows.iter().map(|&row| kept.elements[row].chars).sum()
}
