//! Steps -> what writers need to know about single elements. Found once, here, for every format.
//!
//! ```text
//! address         links and images -> addresses that are safe and not too long
//! image           <img>, <picture>, <noscript> -> address, alternative text, title
//! lists           numbers of the items of ordered lists
//! grid            cells with spans -> rows of cells
//! code_language   languages of code blocks
//! ```

mod address;
mod code_language;
mod grid;
pub mod image;
mod lists;

use std::collections::{HashMap, HashSet};

pub use self::address::Resolver;
pub use self::code_language::code_language;
use self::grid::{FillBudget, Grid, Span, span_of};
use self::image::Image;
pub use self::image::has_word;
use self::lists::{Numbering, numbering, own_number};
use super::formulas::Formula;
use super::walk::Step;
use super::{gap_before, roles};
use crate::page::PageView;
use crate::page::table::{Element, NO_ROW, flag};
use crate::parse::tags::Tag;
use crate::render::Kept;

/// Facts about elements, by the element's row.
#[derive(Default)]
pub struct Facts {
    /// The role of each element.
    pub roles: Vec<u8>,
    /// The addresses of links that are safe to follow.
    pub links: HashMap<u32, String>,
    /// Images with an address, without decorative ones.
    pub images: HashMap<u32, Image>,
    /// The characters that pictures of emojis and smileys show.
    pub symbols: HashMap<u32, String>,
    /// Formulas, as TeX.
    pub formulas: HashMap<u32, Formula>,
    /// The labels of notes, and of the links that refer to them.
    pub labels: HashMap<u32, String>,
    /// The languages of code blocks.
    pub languages: HashMap<u32, String>,
    /// How ordered lists count.
    pub numberings: HashMap<u32, Numbering>,
    /// The numbers that items give themselves.
    pub own_numbers: HashMap<u32, i64>,
    /// The spans of cells that go over more than one place.
    pub spans: HashMap<u32, Span>,
    /// The cells of tables.
    pub grids: HashMap<u32, Grid>,
    /// Images and formulas with white space before them.
    pub after_space: HashSet<u32>,
    /// Those of them that begin a line of their block.
    pub after_break: HashSet<u32>,
    /// Addresses that were left out because they are too long.
    pub n_long_addresses: usize,
    /// Spans of cells that were ignored because they cover too much.
    pub n_ignored_spans: usize,
}

/// What a text may have more than its page: without a bound a small page becomes a text of any length. Parts of a page
/// share one.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Bytes that resolving adds to addresses.
    added_bytes: usize,
    /// Empty cells that spans and short rows add to tables.
    empty_cells: usize,
}

impl Budget {
    /// That of a page.
    pub fn new(page: PageView<'_>) -> Self {
        Budget {
            added_bytes: address::most_added(page.source.len()),
            empty_cells: grid::most_empty(page.elements.len()),
        }
    }
}

impl Facts {
    /// Adds what the elements of the steps need; `base` is what their addresses are relative to.
    pub fn of_steps(mut self, kept: Kept, steps: &[Step], base: &str, budget: &mut Budget) -> Self {
        let mut addresses = Resolver::with_budget(base, budget.added_bytes);
        let mut tables = Tables { rows: Vec::new(), budget: FillBudget::of(budget.empty_cells) };
        for &Step { code, row } in steps {
            match code {
                roles::LINK => {
                    let element = &kept.elements[row as usize];
                    let written = kept.attribute(element, b"href");
                    let is_left_out = |written: &String| {
                        is_for_a_script(kept, element, written.trim()) || is_end_of_sentence(kept, element)
                    };
                    let written = written.filter(|written| !is_left_out(written));
                    let address = written.and_then(|written| addresses.resolve(&written));
                    self.links.extend(address.map(|address| (row, address)));
                }
                roles::IMAGE => {
                    let image = image::read(kept.page, row, &mut addresses);
                    if let Some(symbol) = image.symbol {
                        self.symbols.insert(row, symbol);
                    } else if !image.address.is_empty() && !image.is_decorative {
                        self.images.insert(row, image);
                    }
                }
                roles::CODE_BLOCK => self.languages.extend(code_language(kept, row).map(|language| (row, language))),
                roles::ORDERED => drop(self.numberings.insert(row, numbering(kept, row))),
                roles::ITEM => self.own_numbers.extend(own_number(kept, row).map(|number| (row, number))),
                roles::CELL | roles::HEAD_CELL => {
                    tables.add_cell(row);
                    self.spans.extend(span_of(kept, row).map(|span| (row, span)));
                }
                roles::ROW => tables.add_row(),
                roles::TABLE => tables.open(),
                code if code == roles::TABLE | roles::CLOSE => drop(self.grids.insert(row, tables.close(&self.spans))),
                _ => {}
            }
            if roles::is_void(code) {
                let start = start_with_unseen(kept, &self.roles, row);
                let gap = gap_before(kept.source, start);
                self.after_space.extend((!gap.is_empty()).then_some(row));
                self.after_break.extend((gap == "\n").then_some(row));
            }
        }
        drop_repeated(steps, &mut self.images);
        drop_dark(steps, &mut self.images);
        self.n_long_addresses = addresses.n_too_long;
        self.n_ignored_spans = tables.budget.n_ignored;
        *budget = Budget { added_bytes: addresses.n_left(), empty_cells: tables.budget.n_left() };
        self
    }
}

/// Attributes of links that open a part of the page beside them, as in an accordion.
const TOGGLES: &[&[u8]] = &[b"aria-expanded", b"data-toggle", b"data-bs-toggle"];

/// Whether a click on a link is for a script: it leads nowhere, or shows what the text has anyway.
fn is_for_a_script(kept: Kept, link: &Element, address: &str) -> bool {
    let is_toggle = || TOGGLES.iter().any(|name| kept.attribute(link, name).is_some());
    matches!(address, "#" | "#!") || address.starts_with('#') && is_toggle()
}

/// Whether the text of a link is only a mark at the end of a sentence, right after another link: a remnant of editing.
fn is_end_of_sentence(kept: Kept, link: &Element) -> bool {
    let first = kept.runs.partition_point(|run| run.start < link.start);
    let Some(before) = first.checked_sub(1).filter(|_| link.chars == 1).map(|before| &kept.runs[before]) else {
        return false;
    };
    let is_after_link = |row: u32| {
        let element = kept.elements.get(row as usize);
        element.is_some_and(|element| element.tag == Tag::A as u8 && element.stop == link.start)
    };
    let around = |row: &u32| kept.elements.get(*row as usize).map(|element| element.parent);
    let mut own = kept.runs[first..].iter().take_while(|run| run.start < link.stop);
    std::iter::successors(Some(before.element), around).take(MAX_MARKS).any(is_after_link)
        && own.all(|run| matches!(&kept.text[run.text_start as usize..run.text_stop as usize], "." | "," | ";" | ":"))
}

/// Links have at most so many marks between them and their text.
const MAX_MARKS: usize = 4;

/// An image without alternative text that a page shows this often marks items, ratings or links.
const MANY_COPIES: usize = 3;

/// Drops images without alternative text and title that the page has before, or many times, and copies right after their image.
fn drop_repeated(steps: &[Step], images: &mut HashMap<u32, Image>) {
    let mut n_copies: HashMap<&str, usize> = HashMap::new();
    for image in images.values() {
        *n_copies.entry(&image.address).or_default() += 1;
    }
    if n_copies.values().all(|&n| n == 1) {
        return;
    }
    let mut seen = HashSet::new();
    let mut last = "";
    let mut repeated = Vec::new();
    for step in steps {
        let Some(image) = images.get(&step.row).filter(|_| step.code == roles::IMAGE) else {
            last = if step.code == roles::TEXT { "" } else { last };
            continue;
        };
        let is_many = n_copies[image.address.as_str()] >= MANY_COPIES;
        let is_second = !seen.insert(&image.address);
        if image.alt.is_empty() && image.title.is_empty() && (is_many || is_second) || image.address == last {
            repeated.push(step.row);
        }
        last = &image.address;
    }
    repeated.iter().for_each(|row| drop(images.remove(row)));
}

/// Drops images for dark pages beside the same image for light ones.
fn drop_dark(steps: &[Step], images: &mut HashMap<u32, Image>) {
    if !images.values().any(|image| image.is_dark) {
        return;
    }
    let mut dark = Vec::new();
    let mut last: Option<(u32, &Image)> = None;
    for step in steps {
        let Some(image) = images.get(&step.row).filter(|_| step.code == roles::IMAGE) else {
            last = last.filter(|_| step.code != roles::TEXT);
            continue;
        };
        if let Some((row, before)) =
            last.filter(|(_, before)| before.alt == image.alt && before.is_dark != image.is_dark)
        {
            dark.push(if before.is_dark { row } else { step.row });
            last = None;
        } else {
            last = Some((step.row, image));
        }
    }
    dark.iter().for_each(|row| drop(images.remove(row)));
}

/// Where an image or a formula begins. Invisible elements directly before it, such as a preview, count as part of it.
fn start_with_unseen(kept: Kept, roles: &[u8], row: u32) -> usize {
    let mut row = row as usize;
    let mut start = kept.elements[row].start as usize;
    for _ in 0..MAX_UNSEEN {
        let parent = kept.elements[row].parent;
        let Some(mut before) = row.checked_sub(1).filter(|_| parent != NO_ROW) else { break };
        if before == parent as usize {
            row = before;
            continue;
        }
        while kept.elements[before].parent != parent {
            before = kept.elements[before].parent as usize;
        }
        let Element { start: own_start, stop, flags, .. } = kept.elements[before];
        let between = kept.source.get(stop as usize..start).unwrap_or_default();
        let is_unseen = roles[before] == roles::SKIP || flags & flag::UNSHOWN != 0;
        let has_only_tags = between.split(|&byte| byte == b'>').all(|tag| tag.is_empty() || tag[0] == b'<');
        if !is_unseen || !has_only_tags {
            break;
        }
        (row, start) = (before, own_start as usize);
    }
    start
}

/// How many invisible elements are skipped; more follow each other only on hostile pages.
const MAX_UNSEEN: usize = 16;

/// The rows of the table that is open.
struct Tables {
    rows: Vec<Vec<u32>>,
    budget: FillBudget,
}

impl Tables {
    fn open(&mut self) {
        self.rows.clear();
    }

    fn add_row(&mut self) {
        self.rows.push(Vec::new());
    }

    fn add_cell(&mut self, row: u32) {
        match self.rows.last_mut() {
            Some(cells) => cells.push(row),
            None => self.rows.push(vec![row]),
        }
    }

    fn close(&mut self, spans: &HashMap<u32, Span>) -> Grid {
        self.rows.retain(|cells| !cells.is_empty());
        Grid::new(&std::mem::take(&mut self.rows), spans, &mut self.budget)
    }
}

/// What the addresses of a page are relative to: its `<base>`, or its own address; empty if neither is known.
pub fn base(kept: Kept, bases: &[u32], url: &str) -> String {
    let mut hrefs = bases.iter().filter_map(|&row| kept.attribute(&kept.elements[row as usize], b"href"));
    let written = hrefs.find(|href| !href.is_empty());
    let resolved = written.and_then(|written| Resolver::new(url, kept.source.len()).resolve(&written));
    resolved.unwrap_or_else(|| url.to_owned())
}
