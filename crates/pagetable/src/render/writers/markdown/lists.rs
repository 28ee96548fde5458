//! Lists, quotes, notes, terms with their definitions -> the marks that their lines begin with.

use super::Writer;
use crate::render::writers::blocks::Container;
use crate::render::writers::line::HARD_BREAK;
use crate::render::{Step, roles};

impl Writer<'_> {
    // ---- lists, quotes, notes ----------------------------------------------------------------

    pub fn close_container(&mut self) {
        let container = self.blocks.leave();
        let here = self.blocks.here();
        (here.last_bullet, here.next_number) = (container.bullet, container.number);
        // One that continues the list before it began with its item.
        let n_before = usize::from(container.lone_item.is_some());
        let is_lone_item = container.kind == roles::LIST && container.n_items == n_before + 1;
        here.lone_item = is_lone_item.then_some(container.is_tight);
    }

    /// A list opens; after another one it has other bullets, or they would be one list. They are one if the page has each
    /// item in a list of its own.
    pub fn open_list(&mut self, kind: u8) {
        let here = self.blocks.here();
        let last = here.last_bullet;
        let goes_on = here.lone_item.filter(|_| kind == roles::LIST && !last.is_empty());
        let other = if last == "-" { "*" } else { "-" };
        let list = Container { bullet: other, ..Container::new(kind, "", None) };
        self.blocks.enter(match goes_on {
            Some(is_tight) => Container { bullet: last, n_items: 1, is_tight, lone_item: goes_on, ..list },
            None => list,
        });
    }

    pub fn open_ordered(&mut self, row: u32) {
        let (number, step) = self.facts.numberings.get(&row).map_or((1, 1), |own| (own.first, own.step));
        // A list whose numbers continue those of the one before is the same list, which the page has split.
        let counts_on = number != 1 && step == 1 && self.blocks.here().next_number == Some(number);
        let bullet = match self.blocks.here().last_bullet {
            "." if !counts_on => ")",
            ")" if counts_on => ")",
            _ => ".",
        };
        let container = Container { bullet, number: Some(number), step, ..Container::new(roles::ORDERED, "", None) };
        self.blocks.enter(container);
    }

    pub fn open_item(&mut self, row: u32) {
        if !matches!(self.blocks.here().kind, roles::LIST | roles::ORDERED) {
            self.blocks.enter(Container { bullet: "-", ..Container::new(roles::ITEM, "", None) });
        }
        let mut mark = self.blocks.here().bullet.to_owned();
        if let Some(number) = self.blocks.count_item(self.facts.own_numbers.get(&row).copied()) {
            // Markdown has no other numbers than these.
            mark.insert_str(0, &if (0..1_000_000_000).contains(&number) { number } else { 1 }.to_string());
        }
        self.blocks.enter(Container::new(roles::ITEM, &" ".repeat(mark.len() + 1), Some(mark + " ")));
    }

    pub fn close_item(&mut self) {
        self.blocks.leave_item();
        // The list that was added for an item without one.
        if self.blocks.here().kind == roles::ITEM && !self.blocks.here().bullet.is_empty() {
            self.blocks.leave();
        }
    }

    pub fn open_note(&mut self, row: u32) {
        let label = self.facts.labels.get(&row).map_or("", String::as_str);
        self.blocks.enter(Container::new(roles::NOTE, "   ", Some(format!("[^{label}]: "))));
    }

    // ---- terms and definitions ---------------------------------------------------------------

    pub fn close_term_item(&mut self) {
        if self.blocks.here().kind == roles::TERM {
            self.close_item();
        }
    }

    /// An item for a term and its definitions.
    pub fn open_term_item(&mut self) {
        if self.blocks.here().kind == roles::TERMS {
            self.blocks.count_item(None);
            let mark = self.blocks.here().bullet.to_owned() + " ";
            self.blocks.enter(Container::new(roles::TERM, "  ", Some(mark)));
        }
    }

    pub fn open_term(&mut self, row: u32) {
        self.close_term_item();
        self.open_term_item();
        if !self.line.has_marks() {
            self.line.open(roles::STRONG, row, String::new());
        }
    }

    /// Whether a term opens directly after another: both have the same definitions. Code around both can't go on over a
    /// line feed: its ticks at the start of a line could open a block of code.
    pub fn follows_term(&self, next: Option<&Step>) -> bool {
        let is_next =
            |last: u32, next: &Step| next.code == roles::TERM && self.kept.elements[last as usize].end == next.row;
        !self.line.is_verbatim() && self.last_term.zip(next).is_some_and(|(last, next)| is_next(last, next))
    }

    /// A term that has the definitions of the term before it: below it, in the same paragraph.
    pub fn add_term(&mut self, row: u32) {
        self.line.push(HARD_BREAK.to_owned());
        self.last_term = None;
        if !self.line.has_marks() {
            self.line.open(roles::STRONG, row, String::new());
        }
    }
}
