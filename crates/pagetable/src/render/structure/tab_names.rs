//! Tabs of code: each name is written over its panel. The source has all names first, then all panels.

use std::collections::HashMap;

use super::roles;
use crate::query::code_tabs;
use crate::render::Kept;

/// Where a text is written that is not written in its own place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// The run of text that it is written before.
    pub before: u32,
    /// Images and rules that start after this offset of the source follow it.
    pub start: u32,
}

/// The new places of runs.
pub type Moved = HashMap<u32, Place>;

/// Moves the names of tabs to their panels, and gives them the role of strong text if there is formatting.
pub fn move_to_panels(kept: Kept, all: &mut [u8], has_formatting: bool) -> Moved {
    let mut moved = Moved::new();
    for set in code_tabs(kept.page, kept.keep) {
        for role in &mut all[set.list as usize..kept.elements[set.list as usize].end as usize] {
            // What is left out stays so, and so do the icons beside the names.
            *role = if *role == roles::SKIP || roles::is_void(*role) { roles::SKIP } else { 0 };
        }
        for tab in set.tabs {
            let Some(before) = runs_inside(kept, tab.panel).next() else { continue };
            if has_formatting && all[tab.name as usize] != roles::SKIP {
                all[tab.name as usize] = roles::STRONG;
            }
            let place = Place { before, start: kept.elements[tab.panel as usize].start };
            moved.extend(runs_inside(kept, tab.name).map(|run| (run, place)));
        }
    }
    moved
}

/// The runs of text inside an element. Hidden runs come after those of the block around them, so offsets do not tell.
fn runs_inside(kept: Kept, row: u32) -> impl Iterator<Item = u32> {
    let element = &kept.elements[row as usize];
    let first_run = |block: u32| kept.blocks.get(block as usize).map_or(kept.runs.len() as u32, |own| own.first_run);
    let runs = first_run(element.first_block)..first_run(element.stop_block.max(element.first_block));
    runs.filter(move |&run| (row..element.end).contains(&kept.runs[run as usize].element))
}
