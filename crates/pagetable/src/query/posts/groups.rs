//! What records show in the same way: one group per way of showing something.

use std::collections::HashMap;

use crate::page::table::Element;

/// Ways of showing something that are compared, in the order of the page.
const MAX_GROUPS: usize = 300;

/// Facts by how they are shown: by signature of element and parent, by that of the element, and by a key of the caller; of
/// each record the first one.
#[derive(Default)]
pub struct Groups {
    by_key: HashMap<(u64, u64), usize>,
    /// Of each group: number of the record and of the fact, in the order of the records.
    pub members: Vec<Vec<(usize, usize)>>,
}

impl Groups {
    /// Adds a fact that an element of a record shows. Records come one after the other.
    pub fn add(&mut self, elements: &[Element], (record, fact): (usize, usize), row: u32, other_key: Option<u64>) {
        let Some(element) = elements.get(row as usize) else { return };
        let keys = [(element.signature, signature_around(elements, element)), (element.signature, 0)];
        for key in keys.into_iter().chain(other_key.map(|key| (key, 1))) {
            let group = match self.by_key.get(&key) {
                Some(group) => *group,
                None if self.members.len() >= MAX_GROUPS => continue,
                None => {
                    self.members.push(Vec::new());
                    self.by_key.insert(key, self.members.len() - 1);
                    self.members.len() - 1
                }
            };
            let members = &mut self.members[group];
            if members.last().is_none_or(|(last, _)| *last != record) {
                members.push((record, fact));
            }
        }
    }
}

/// The signature of the element around another; for the root, of the last one of the page.
pub fn signature_around(elements: &[Element], element: &Element) -> u64 {
    elements.get(element.parent as usize).or(elements.last()).map_or(0, |parent| parent.signature)
}
