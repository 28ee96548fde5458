//! A page and a mask over its blocks -> tabs of code: the name of each tab, and the panel that it opens.
//!
//! Documentation shows the same example in several languages, one behind the other. Its source has the names of all tabs
//! first, then all panels. The list of names is recognised by its role or by the classes of two common tools; the panels
//! are as many elements as there are names, after the list or inside the next element.

use crate::page::PageView;
use crate::page::table::NO_ROW;
use crate::parse::class_words::{WordKind, word_hash};
use crate::parse::tags::Tag;

/// Elements around the list of names, or inside it, that only wrap it.
const MAX_LEVELS: usize = 6;
/// A longer list is a menu.
const MAX_TABS: usize = 24;
/// The name of a tab is not longer.
const MAX_NAME_CHARS: u32 = 60;
/// So many elements are looked at where names or panels are searched, which bounds the time per page.
const MAX_SIBLINGS: usize = 200;

/// Rows of a tab's name and of its panel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tab {
    /// The element with the name.
    pub name: u32,
    /// The element with the code.
    pub panel: u32,
}

/// Tabs that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct TabSet {
    /// The element that has the names, and nothing else.
    pub list: u32,
    /// In the order of the page.
    pub tabs: Vec<Tab>,
}

/// The sets of tabs with kept text in every panel and kept code in at least two.
pub fn code_tabs(page: PageView<'_>, keep: &[bool]) -> Vec<TabSet> {
    let is_kept = |row: u32| {
        let element = &page.elements[row as usize];
        let stop = element.stop_block.max(element.first_block) as usize;
        keep.get(element.first_block as usize..stop).is_some_and(|own| own.contains(&true))
    };
    let is_code = |row: &u32| page.elements[*row as usize].tag == Tag::Pre as u8;
    let code: Vec<u32> = (0..page.elements.len() as u32).filter(is_code).filter(|&row| is_kept(row)).collect();
    if code.len() < 2 {
        return Vec::new(); // Nearly all pages.
    }
    let has_code = |row: u32| {
        let first = code.partition_point(|&inner| inner < row);
        code.get(first).is_some_and(|&inner| inner < page.elements[row as usize].end)
    };
    let finder = Finder::new(page);
    let lists = (0..page.elements.len() as u32).filter(|&row| finder.is_list_of_tabs(row));
    let sets = lists.filter_map(|row| finder.tabs_of(row, &has_code));
    sets.filter(|set| set.tabs.iter().all(|tab| is_kept(tab.panel))).collect()
}

struct Finder<'a> {
    page: PageView<'a>,
    tab_list: u64,
    tab_panel: u64,
    /// Classes of lists of tabs, each of two words: of MkDocs, and of Bootstrap.
    classes: [[u64; 2]; 2],
}

impl<'a> Finder<'a> {
    fn new(page: PageView<'a>) -> Self {
        let role = |word: &str| word_hash(word.as_bytes(), WordKind::Role);
        let class = |words: [&str; 2]| words.map(|word| word_hash(word.as_bytes(), WordKind::Class));
        Finder {
            page,
            tab_list: role("tablist"),
            tab_panel: role("tabpanel"),
            classes: [class(["tabbed", "labels"]), class(["nav", "tabs"])],
        }
    }

    fn is_list_of_tabs(&self, row: u32) -> bool {
        let words = self.page.words_of(row as usize);
        let has = |word: &u64| words.contains(word);
        !words.is_empty() && (has(&self.tab_list) || self.classes.iter().any(|pair| pair.iter().all(has)))
    }

    fn tabs_of(&self, list: u32, has_code: &impl Fn(u32) -> bool) -> Option<TabSet> {
        let elements = self.page.elements;
        let names = self.parts_of(list, MAX_TABS + 1);
        let is_name = |&row: &u32| elements[row as usize].chars <= MAX_NAME_CHARS && !has_code(row);
        if !(2..=MAX_TABS).contains(&names.len()) || !names.iter().all(is_name) {
            return None;
        }
        let panels = self.panels_after(list, names.len(), has_code)?;
        let tabs = names.into_iter().zip(panels).map(|(name, panel)| Tab { name, panel }).collect();
        Some(TabSet { list, tabs })
    }

    /// As many panels as there are names, after their list.
    fn panels_after(&self, list: u32, n: usize, has_code: &impl Fn(u32) -> bool) -> Option<Vec<u32>> {
        let elements = self.page.elements;
        let mut inner = list;
        for _ in 0..MAX_LEVELS {
            let parent = elements[inner as usize].parent;
            if parent == NO_ROW {
                return None;
            }
            let after = self.with_text(elements[inner as usize].end, elements[parent as usize].end, n + 1);
            if let Some(&next) = after.first() {
                let inside = || self.parts_of(next, n + 1);
                return self.panels(after, n, has_code).or_else(|| self.panels(inside(), n, has_code));
            }
            inner = parent;
        }
        None
    }

    /// The first `n` rows, if they are panels: by their roles, or because there are no others and all have code.
    fn panels(&self, mut rows: Vec<u32>, n: usize, has_code: &impl Fn(u32) -> bool) -> Option<Vec<u32>> {
        let is_exact = rows.len() == n;
        rows.truncate(n);
        let n_code = rows.iter().filter(|&&row| has_code(row)).count();
        let is_panel = |row: &u32| self.page.words_of(*row as usize).contains(&self.tab_panel);
        let are_panels = is_exact && n_code == n || n_code >= 2 && rows.iter().all(is_panel);
        (rows.len() == n && are_panels).then_some(rows)
    }

    /// The elements with text inside one, or inside the only one that it has.
    fn parts_of(&self, row: u32, most: usize) -> Vec<u32> {
        let mut parts = vec![row];
        for _ in 0..MAX_LEVELS {
            let &[only] = parts.as_slice() else { break };
            parts = self.with_text(only + 1, self.page.elements[only as usize].end, most);
        }
        parts
    }

    /// At most so many elements with text from a row on, without those inside them.
    fn with_text(&self, first: u32, end: u32, most: usize) -> Vec<u32> {
        let elements = self.page.elements;
        let is_before_end = |row: &u32| *row < end;
        let next = |row: &u32| Some(elements[*row as usize].end.max(row + 1)).filter(is_before_end);
        let siblings = std::iter::successors(Some(first).filter(is_before_end), next);
        siblings.take(MAX_SIBLINGS).filter(|&row| elements[row as usize].chars > 0).take(most).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::with_page;

    /// The names of tabs and the first words of their panels.
    fn tabs(html: &str) -> Vec<Vec<(String, String)>> {
        with_page(html, |page| {
            let text = |row: u32| {
                let element = &page.elements[row as usize];
                let runs = page.runs.iter().filter(|run| (element.start..element.stop).contains(&run.start));
                let texts = runs.map(|run| &page.text[run.text_start as usize..run.text_stop as usize]);
                String::from_utf8(texts.collect::<Vec<_>>().join(b" ".as_slice())).unwrap()
            };
            let sets = code_tabs(page, &vec![true; page.blocks.len()]);
            sets.iter().map(|set| set.tabs.iter().map(|tab| (text(tab.name), text(tab.panel))).collect()).collect()
        })
    }

    fn two() -> Vec<Vec<(String, String)>> {
        vec![vec![("Python".into(), "a".into()), ("Rust".into(), "b".into())]]
    }

    #[test]
    fn panels_follow_the_list_of_names_or_are_inside_the_next_element() {
        let names = "<ul role=tablist><li><a href=#a>Python</a><li><a href=#b>Rust</a></ul>";
        for panels in [
            "<pre>a</pre><pre>b</pre>",
            "<div role=tabpanel><pre>a</pre></div><div role=tabpanel hidden><pre>b</pre></div><p>More text.",
            "<div class=content><div><pre>a</pre></div><div><pre>b</pre></div></div>",
        ] {
            assert_eq!(tabs(&format!("<div>{names}{panels}</div><p>Text.")), two(), "{panels}");
            assert_eq!(tabs(&format!("<div><div>{names}</div>{panels}</div><p>Text.")), two(), "wrapped {panels}");
        }
    }

    #[test]
    fn lists_of_two_tools_are_known_by_their_classes() {
        let panels = "<div><div><pre>a</pre></div><div><pre>b</pre></div></div>";
        let names = "<input type=radio><label for=a>Python</label> <label for=b>Rust</label>";
        assert_eq!(tabs(&format!("<div><div class=tabbed-labels>{names}</div>{panels}</div>")), two());
        assert_eq!(tabs(&format!("<div><ul class='nav nav-tabs'><li>Python<li>Rust</ul>{panels}</div>")), two());
        assert_eq!(tabs(&format!("<div><ul class='nav'><li>Python<li>Rust</ul>{panels}</div>")), [[]; 0]);
    }

    #[test]
    fn other_numbers_of_panels_and_panels_without_code_are_none() {
        let names = "<div role=tablist><button>Python</button><button>Rust</button></div>";
        for panels in ["<pre>a</pre><pre>b</pre><pre>c</pre>", "<pre>a</pre>", "<p>One<p>two"] {
            assert_eq!(tabs(&format!("<div>{names}{panels}</div>")), [[]; 0], "{panels}");
        }
    }
}
