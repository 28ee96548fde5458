//! The names of tabs are kept with the code in their panels.

use super::{Decision, TAB, apart};
use crate::page::PageView;
use crate::query::code_tabs;

/// Keeps the names over kept code. They are as improbable as any menu: what they open decides, not their own probability.
pub fn keep_tab_names(page: PageView<'_>, decision: &mut Decision) {
    for set in code_tabs(page, &decision.keep) {
        let list = &page.elements[set.list as usize];
        for number in list.first_block as usize..list.stop_block as usize {
            let block = &page.blocks[number];
            let is_inside = (set.list..list.end).contains(&block.element);
            if is_inside && apart(block.flags) == 0 && !decision.keep[number] {
                decision.keep[number] = true;
                decision.with[number] = TAB;
            }
        }
    }
}
