//! The nearest elements of a structure around each element.

use crate::page::table::Element;
use crate::parse::tags::Tag;

/// No such element.
pub const NONE: u32 = u32::MAX;

/// Rows by element: the nearest element of a kind around it, or the element itself.
pub struct Around {
    /// A list item, a term, a definition, a cell, a caption, a table.
    pub item: Vec<u32>,
    pub table: Vec<u32>,
    pub code: Vec<u32>,
    /// A heading or a summary.
    pub label: Vec<u32>,
}

impl Around {
    pub fn new(elements: &[Element]) -> Around {
        let none = || vec![NONE; elements.len()];
        let mut around = Around { item: none(), table: none(), code: none(), label: none() };
        for (row, element) in elements.iter().enumerate() {
            // Parents come before their children.
            if let Some(&item) = around.item.get(element.parent as usize) {
                let parent = element.parent as usize;
                around.item[row] = item;
                around.table[row] = around.table[parent];
                around.code[row] = around.code[parent];
                around.label[row] = around.label[parent];
            }
            around.enter(row, element.tag);
        }
        around
    }

    fn enter(&mut self, row: usize, tag: u8) {
        let own = row as u32;
        if is_item(tag) {
            self.item[row] = own;
        }
        if tag == Tag::Table as u8 {
            self.table[row] = own;
        } else if tag == Tag::Pre as u8 {
            self.code[row] = own;
        } else if heading_level(tag) > 0 || tag == Tag::Summary as u8 {
            self.label[row] = own;
        }
    }
}

fn is_item(tag: u8) -> bool {
    const ITEMS: [Tag; 7] = [Tag::Li, Tag::Dt, Tag::Dd, Tag::Td, Tag::Th, Tag::Caption, Tag::Table];
    ITEMS.iter().any(|&item| item as u8 == tag)
}

/// 1 to 6 for headings, 0 for other elements.
pub fn heading_level(tag: u8) -> u8 {
    const HEADINGS: [Tag; 6] = [Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6];
    HEADINGS.iter().position(|&heading| heading as u8 == tag).map_or(0, |place| place as u8 + 1)
}
