//! Steps -> the text of each heading, without marks and without what no rendering shows, such as a permalink.

use std::collections::HashMap;

use crate::page::table::Run;
use crate::render::{Kept, Outline, roles};

/// The texts of headings on one line, by where their source begins: that of the piece of Markdown.
pub fn heading_texts(kept: Kept, outline: &Outline) -> HashMap<u32, String> {
    let facts = &outline.facts;
    let mut found = HashMap::new();
    let mut texts = outline.texts(kept).into_iter();
    let mut heading: Option<(u32, String)> = None;
    for step in &outline.steps {
        let row = step.row as usize;
        // A text has the white space before it.
        let (start, gap, text) = match step.code {
            roles::TEXT => {
                let Run { start, .. } = kept.runs[row];
                (start, "", texts.next())
            }
            roles::IMAGE | roles::FORMULA => {
                let tex = facts.formulas.get(&step.row).map(|own| own.tex.clone());
                let gap = if facts.after_space.contains(&step.row) { " " } else { "" };
                (kept.elements[row].start, gap, tex.or_else(|| facts.symbols.get(&step.row).cloned()))
            }
            roles::BREAK => (u32::MAX, " ", Some(String::new())),
            code if roles::is_heading(code) => {
                heading = Some((u32::MAX, String::new()));
                continue;
            }
            code if roles::is_heading(code & !roles::CLOSE) => {
                if let Some((start, text)) = heading.take() {
                    found.insert(start, text.split_whitespace().collect::<Vec<_>>().join(" "));
                }
                continue;
            }
            _ => continue,
        };
        if let Some((first, written)) = &mut heading {
            *first = start.min(*first);
            written.push_str(gap);
            written.push_str(text.as_deref().unwrap_or_default());
        }
    }
    found
}
