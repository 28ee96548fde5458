//! What a page states about itself in its head, as far as metadata need it: wanted `<meta>` names and few headings.

use std::collections::HashMap;

use super::element_text::{beginning, is_space};
use super::head::{Head, Pass};
use crate::page::PageView;

/// No known name of a `<meta>` is longer.
const MAX_NAME_CHARS: usize = 100;
/// No field of metadata is longer.
const MAX_CHARS: usize = 5_000;
/// Names of catalogues, which are written with a dot, a colon, a hyphen or an underscore alike.
const FAMILIES: [&str; 5] = ["dc", "dcterms", "citation", "sailthru", "parsely"];
/// Values of a name that a further one is compared with.
const MAX_COMPARED: usize = 50;
/// Headings that are looked at, and those of the first and of the second level that are given.
const MAX_HEADINGS: usize = 500;
const MOST_BY_LEVEL: [usize; 2] = [20, 3];

/// Wanted names of `<meta>` elements, each with its number.
pub struct MetaNames(HashMap<String, usize>);

impl MetaNames {
    /// `names` are in the form that `key` gives them.
    pub fn new(names: Vec<String>) -> MetaNames {
        MetaNames(names.into_iter().enumerate().map(|(number, name)| (name, number)).collect())
    }

    fn number(&self, name: &str) -> Option<usize> {
        if name.len() > MAX_NAME_CHARS && name.chars().count() > MAX_NAME_CHARS {
            return None;
        }
        self.0.get(&key(name)).copied()
    }
}

/// A name in one form: small letters, and dots in the names of catalogues.
fn key(name: &str) -> String {
    let mut key = name.trim_matches(is_space).to_lowercase();
    let family = key.find(['-', '_', ':', '.']).map_or(key.as_str(), |stop| &key[..stop]);
    if FAMILIES.contains(&family) {
        key = key.replace(['-', '_', ':'], ".");
    }
    key
}

/// What the head states; `head` is without its `<meta>` elements and headings.
pub struct Stated {
    /// Title, addresses, language and JSON-LD.
    pub head: Head,
    /// The number of each wanted name that a `<meta>` has, and its values in order, each once; see `simple_text`.
    pub meta: Vec<(usize, Vec<String>)>,
    /// The numbers of names of which a value has markup or references, or may be there more than once.
    pub unfinished: Vec<usize>,
    /// The texts of the first headings of the first and of the second level.
    pub headings: [Vec<String>; 2],
}

/// Reads what the page states, from the whole page.
pub fn read_stated(page: PageView<'_>, names: &MetaNames) -> Stated {
    let mut pass =
        Stating { names, meta: Vec::new(), unfinished: Vec::new(), headings: Default::default(), n_headings: 0 };
    let head = super::head::read(page, &mut pass);
    Stated { head, meta: pass.meta, unfinished: pass.unfinished, headings: pass.headings }
}

struct Stating<'a> {
    names: &'a MetaNames,
    meta: Vec<(usize, Vec<String>)>,
    unfinished: Vec<usize>,
    headings: [Vec<String>; 2],
    n_headings: usize,
}

impl Pass for Stating<'_> {
    fn heading(&mut self, _: &mut Head, level: u8, text: impl Fn() -> Option<String>) {
        let place = usize::from(level) - 1;
        let is_wanted = self.headings.get(place).is_some_and(|own| own.len() < MOST_BY_LEVEL[place]);
        if self.n_headings < MAX_HEADINGS && is_wanted {
            self.headings[place].extend(text().map(|text| beginning(&text).to_owned()));
        }
    }

    fn is_heading(&mut self) {
        self.n_headings += 1;
    }

    fn meta(&mut self, _: &mut Head, name: String, content: impl Fn() -> String) {
        if let Some(number) = self.names.number(&name) {
            self.claim(number, content());
        }
    }
}

impl Stating<'_> {
    fn claim(&mut self, number: usize, content: String) {
        let content = beginning(&content);
        let is_marked_up = content.contains(['&', '<']);
        let value = if is_marked_up { content.to_owned() } else { simple_text(content) };
        if value.is_empty() {
            return;
        }
        // Few names are wanted, so that looking through them is faster than a map.
        let place = self.meta.iter().position(|(own, _)| *own == number).unwrap_or_else(|| {
            self.meta.push((number, Vec::new()));
            self.meta.len() - 1
        });
        let values = &mut self.meta[place].1;
        // A page may repeat a name a million times, and comparing all with all would take hours.
        let are_many = values.len() >= MAX_COMPARED;
        if are_many || !values.contains(&value) {
            values.push(value);
        }
        if (is_marked_up || are_many) && !self.unfinished.contains(&number) {
            self.unfinished.push(number);
        }
    }
}

/// A value with its white space collapsed, without characters that have no width. Values with markup or references stay
/// as they are: what they mean depends on who wrote them.
pub(crate) fn simple_text(text: &str) -> String {
    let cut = text.char_indices().nth(MAX_CHARS).map_or(text.len(), |(stop, _)| stop);
    let mut out = String::with_capacity(cut);
    let mut is_after_space = false;
    for letter in text[..cut].chars() {
        match letter {
            '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2060}' | '\u{feff}' => {}
            letter if is_space(letter) => is_after_space = !out.is_empty(),
            letter => {
                if std::mem::take(&mut is_after_space) {
                    out.push(' ');
                }
                out.push(letter);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::with_page;

    #[test]
    fn only_wanted_names_are_given_in_one_form() {
        let names = MetaNames::new(vec!["og:title".into(), "dc.creator".into(), "publish-date".into()]);
        let html = "<title>T</title><meta property=' OG:Title' content=' A\u{200b}  \u{a0}B '><meta name=x content=y>\
                    <meta name=DC_Creator content='A &amp;amp; <b>'><meta name=publish.date content=no>\
                    <meta name=publish-date content=2024><meta name=og:title>";
        let stated = with_page(html, |page| read_stated(page, &names));
        let wanted = [(0, vec!["A B".into()]), (1, vec!["A &amp; <b>".to_owned()]), (2, vec!["2024".into()])];
        assert_eq!(stated.meta, wanted);
        assert_eq!(stated.unfinished, [1]);
        assert_eq!(stated.head.title.as_deref(), Some("T"));
        assert!(stated.head.meta.is_empty());
    }

    #[test]
    fn values_of_a_name_come_together_and_once() {
        let html = "<meta name=a content=1><meta name=b content=' '><meta name=a content=2><meta name=a content=1>\
                    <meta name=A content=&lt;3><meta name=b content=4>";
        let names = MetaNames::new(vec!["a".into(), "b".into()]);
        let stated = with_page(html, |page| read_stated(page, &names));
        assert_eq!(stated.meta, [(0, vec!["1".into(), "2".into(), "<3".to_owned()]), (1, vec!["4".into()])]);
        assert_eq!(stated.unfinished, [0]);
        let n = if cfg!(miri) { 2 * MAX_COMPARED } else { 3000 };
        let many: String = (0..n).map(|number| format!("<meta name=a content={}>", number % (n / 2))).collect();
        let stated = with_page(&many, |page| read_stated(page, &names));
        assert_eq!(stated.meta[0].1.len(), n);
        assert_eq!(stated.unfinished, [0]);
    }

    #[test]
    fn few_headings_are_given() {
        let html = "<h1>a</h1><h2></h2><h3>x</h3>".to_owned() + &"<h2>b</h2>".repeat(5) + &"<h1>c</h1>".repeat(600);
        let stated = with_page(&html, |page| read_stated(page, &MetaNames::new(vec![])));
        assert_eq!(stated.headings[0].len(), 20);
        assert_eq!(stated.headings[1], ["b"; 3]);
        let late = "<h3>x</h3>".repeat(500) + "<h1>a</h1>";
        let stated = with_page(&late, |page| read_stated(page, &MetaNames::new(vec![])));
        assert!(stated.headings[0].is_empty());
    }
}
