//! Records of posts -> the author of each: what most records show in the same way outside of their text.
//!
//! Names differ from post to post, lead to profiles, and are marked as names; controls read the same in all records.
//! Whether texts are numbers, controls or dates is looked at in the best groups alone.

use std::collections::{HashMap, HashSet};

use super::groups::Groups;
use super::records::Record;
use crate::page::PageView;
use crate::page::table::{Element, NO_ROW, Run};
use crate::parse::tags::Tag;
use crate::query::dates::{Months, is_digit};
use crate::query::element_text::is_space;

const NAME_BYTES: u32 = 60;
/// Elements with the text of a record that are looked at.
const MAX_BODIES: usize = 100;
/// Pieces of text of a record that are read: names are among the first.
const MAX_RUNS: usize = 2_000;
/// Share of the records that must show a name in the same way, if nothing marks it as one.
const LEAST_RECORDS: f64 = 0.6;
/// Share of the records up to which texts that are marked as names and lead to profiles may all be the same.
const MOST_OF_ONE: f64 = 0.5;
/// How far up from a name its link is.
const LINK_LEVELS: usize = 3;
/// A longer address is left out: one link may be around the names of all posts.
const MAX_ADDRESS_BYTES: usize = 4_096;

/// Share of texts in a group of names that may look like numbers, dates or controls: people choose odd names.
const MOST_OTHERS: f64 = 0.2;
/// Parts of the addresses of profiles.
const PROFILE: [&str; 10] = ["user", "profil", "member", "membre", "author", "people", "/u/", "/@", "uid=", "personal"];
const CONTROLS: [&str; 11] =
    ["reply", "quote", "share", "report", "like", "edit", "link", "permalink", "more", "antworten", "zitieren"];

/// A record as names are looked for in it.
pub struct SignedRecord<'a> {
    /// The record.
    pub record: &'a Record,
    /// The element that shows its date.
    pub date: Option<u32>,
    /// Where what was written is: names inside of it are not the author's.
    pub bodies: &'a Bodies,
}

/// A text that may be a name.
#[derive(Debug, PartialEq)]
struct Name {
    /// The element that shows it.
    row: u32,
    /// What it shows, without marks at its ends.
    text: String,
    /// The link that it is, or is in.
    link: Option<u32>,
    /// Whether that link may lead to somebody's profile.
    is_profile: bool,
}

/// Texts that are shown in the same way.
#[derive(Debug, PartialEq)]
struct NameGroup {
    /// How likely they are names: the higher, the likelier.
    score: f64,
    /// Number of the record and of the name, in the order of the records.
    members: Vec<(usize, usize)>,
}

/// Name and link of the author of each record: those of the best group of names; where it has none, those of the next
/// best. `marked` has the elements with a mark of names, in order.
pub fn authors_of(
    page: PageView<'_>,
    records: &[SignedRecord<'_>],
    marked: &[u32],
    months: &Months,
) -> Vec<Option<(String, Option<String>)>> {
    let (names, groups) = shown_names(page, records, marked);
    let mut found: Vec<Option<(String, Option<String>)>> = vec![None; records.len()];
    for NameGroup { members, .. } in groups {
        let n_others = members.iter().filter(|(_, name)| is_other(&names[*name].text, months)).count();
        if n_others as f64 > MOST_OTHERS * members.len() as f64 {
            continue;
        }
        for (record, name) in members {
            let Name { text, link, .. } = &names[name];
            let address = || link.and_then(|link| page.attribute(&page.elements[link as usize], b"href"));
            let is_usable = |address: &String| (1..=MAX_ADDRESS_BYTES).contains(&address.len());
            found[record].get_or_insert_with(|| (text.clone(), address().filter(is_usable)));
        }
        if found.iter().all(Option::is_some) {
            break;
        }
    }
    found
}

/// Whether a text is a number, a control or a date rather than a name.
fn is_other(text: &str, months: &Months) -> bool {
    let small = text.to_lowercase();
    let number = small.strip_prefix('#').unwrap_or(&small);
    let is_part = |letter: char| is_digit(letter) || is_space(letter) || ".,:".contains(letter);
    let is_number = number.starts_with(is_digit) && matches!(number.trim_start_matches(is_part), "" | "am" | "pm");
    text.is_empty() || CONTROLS.contains(&small.as_str()) || is_number || months.shows_date(text)
}

/// Whether an address may be that of somebody's profile.
pub fn is_profile(address: &str) -> bool {
    let small = address.to_lowercase();
    PROFILE.iter().any(|part| small.contains(part))
}

/// The short texts of records outside of what was written, and their groups, the best first.
fn shown_names(page: PageView<'_>, records: &[SignedRecord<'_>], marked: &[u32]) -> (Vec<Name>, Vec<NameGroup>) {
    let mut names = Names { page, by_row: HashMap::new(), profiles: HashMap::new(), found: Vec::new() };
    let mut groups = Groups::default();
    for (index, record) in records.iter().enumerate() {
        let SignedRecord { record: own, bodies, date } = record;
        let runs = page.runs_of_blocks(own.first_block as usize, own.stop_block as usize);
        for run in runs.iter().take(MAX_RUNS) {
            let n_bytes = run.text_stop.saturating_sub(run.text_start);
            if n_bytes > 1 && n_bytes <= NAME_BYTES && *date != Some(run.element) && !bodies.have(run.element) {
                groups.add(page.elements, (index, names.number_of(run)), run.element, None);
            }
        }
    }
    let scorer = Scorer { elements: page.elements, marked, names: &names.found, n_records: records.len() };
    let mut scored: Vec<NameGroup> = groups
        .members
        .into_iter()
        .map(|members| NameGroup { score: scorer.score(&members), members })
        .filter(|group| group.score > 0.0)
        .collect();
    scored.sort_by(|one, other| other.score.total_cmp(&one.score));
    (names.found, scored)
}

/// Where the text of a record is.
pub struct Bodies {
    /// First rows, in order, and the greatest end up to each: elements may be inside each other.
    spans: Vec<(u32, u32)>,
}

impl Bodies {
    /// The elements with what was written in a record, in order.
    pub fn new(elements: &[Element], rows: &[u32]) -> Bodies {
        let mut stop = 0;
        let spans = rows.iter().take(MAX_BODIES).filter_map(|row| {
            stop = stop.max(elements.get(*row as usize)?.end);
            Some((*row, stop))
        });
        Bodies { spans: spans.collect() }
    }

    /// Whether an element is in one of them.
    pub fn have(&self, row: u32) -> bool {
        let after = self.spans.partition_point(|(first, _)| *first <= row);
        after.checked_sub(1).is_some_and(|before| row < self.spans[before].1)
    }
}

struct Names<'a> {
    page: PageView<'a>,
    by_row: HashMap<u32, usize>,
    profiles: HashMap<u32, bool>,
    found: Vec<Name>,
}

impl Names<'_> {
    /// The number of the name that an element shows: its first piece of text.
    fn number_of(&mut self, run: &Run) -> usize {
        if let Some(number) = self.by_row.get(&run.element) {
            return *number;
        }
        let text = self.page.text.get(run.text_start as usize..run.text_stop as usize).unwrap_or_default();
        let is_mark = |letter: char| " :»«|,-".contains(letter);
        let text = String::from_utf8_lossy(text).trim_matches(is_mark).to_owned();
        let number = self.found.len();
        let link = self.link_at(run.element);
        let is_profile = link.is_some_and(|link| self.is_profile(link));
        self.found.push(Name { row: run.element, text, link, is_profile });
        self.by_row.insert(run.element, number);
        number
    }

    fn link_at(&self, row: u32) -> Option<u32> {
        let elements = self.page.elements;
        let up = |row: &u32| Some(elements.get(*row as usize)?.parent).filter(|up| *up != NO_ROW);
        let mut around = std::iter::successors(Some(row), up).take(LINK_LEVELS);
        around.find(|row| elements.get(*row as usize).is_some_and(|own| own.tag == Tag::A as u8))
    }

    /// Whether a link may lead to somebody's profile; looked at once, because it may be around many texts.
    fn is_profile(&mut self, link: u32) -> bool {
        let address = || self.page.attribute(&self.page.elements[link as usize], b"href");
        *self.profiles.entry(link).or_insert_with(|| address().is_some_and(|address| is_profile(&address)))
    }
}

struct Scorer<'a> {
    elements: &'a [Element],
    marked: &'a [u32],
    names: &'a [Name],
    n_records: usize,
}

impl Scorer<'_> {
    /// How likely texts are names; 0 if they are not.
    fn score(&self, members: &[(usize, usize)]) -> f64 {
        let names: Vec<&Name> = members.iter().map(|(_, name)| &self.names[*name]).collect();
        let n_known = names.len() as f64;
        let share = n_known / self.n_records as f64;
        let different: HashSet<&str> = names.iter().map(|name| name.text.as_str()).collect();
        let n_profiles = names.iter().filter(|name| name.is_profile).count();
        let n_marked = names.iter().filter(|name| self.is_marked(name.row)).count();
        // Some forums show people of a rank in another way: somebody who wrote half of the posts may be the only one.
        let is_person = share <= MOST_OF_ONE && n_profiles == names.len() && n_marked == names.len();
        // The same in all records, or with a word that all of them have: a control, or a rank.
        if names.len() > 2 && !is_person && (different.len() == 1 || have_common_word(&different)) {
            return 0.0;
        }
        // What two records alone show alike is a badge or a state, unless it leads to somebody or both are marked.
        if names.len() == 2 && different.len() == 1 && n_profiles == 0 && (n_marked == 0 || share < 1.0) {
            return 0.0;
        }
        let n_words = names.iter().map(|name| words_of(&name.text).count()).sum::<usize>() as f64 / n_known;
        if n_profiles == 0 && n_marked == 0 && (share < LEAST_RECORDS || n_words > 2.0) {
            return 0.0;
        }
        let n_parts = 0.5 * f64::min(1.0, 2.0 * different.len() as f64 / n_known)
            + n_profiles as f64 / n_known
            + 0.7 * (n_marked as f64 / n_known);
        share + n_parts - 0.1 * n_words
    }

    fn is_marked(&self, row: u32) -> bool {
        let is_one = |row: u32| self.marked.binary_search(&row).is_ok();
        is_one(row) || self.elements.get(row as usize).is_some_and(|element| is_one(element.parent))
    }
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_space).filter(|word| !word.is_empty())
}

fn have_common_word(texts: &HashSet<&str>) -> bool {
    let mut small = texts.iter().map(|text| text.to_lowercase());
    let Some(first) = small.next() else { return false };
    let mut common: HashSet<&str> = words_of(&first).collect();
    for text in small {
        let own: HashSet<&str> = words_of(&text).collect();
        common.retain(|word| own.contains(word));
        if common.is_empty() {
            return false;
        }
    }
    !common.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::with_page;

    /// The texts of the best group, with a record for each `<div>`.
    fn best(html: &str) -> Vec<String> {
        with_page(html, |page| {
            let is_div = |element: &&Element| element.tag == Tag::Div as u8;
            let rows = page.elements.iter().enumerate();
            let bodies: Vec<u32> =
                rows.filter(|(_, own)| own.tag == Tag::Blockquote as u8).map(|(row, _)| row as u32).collect();
            let bodies = Bodies::new(page.elements, &bodies);
            let record = |element: &Element| Record {
                anchor: 0,
                rows: vec![],
                stop_row: 0,
                first_block: element.first_block,
                stop_block: element.stop_block,
            };
            let records: Vec<Record> = page.elements.iter().filter(is_div).map(record).collect();
            let signed = |record| SignedRecord { record, date: None, bodies: &bodies };
            let signed: Vec<SignedRecord<'_>> = records.iter().map(signed).collect();
            let (names, groups) = shown_names(page, &signed, &[9]);
            let members = groups.first().map(|group| group.members.clone()).unwrap_or_default();
            members.into_iter().map(|(_, name)| names[name].text.clone()).collect()
        })
    }

    #[test]
    fn names_differ_and_controls_do_not() {
        let post =
            |name: &str| format!("<div><b>{name}:</b><p><i>Reply</i><blockquote>words <u>Zoe</u></blockquote></div>");
        assert_eq!(best(&["Kim", "Ann", "Kim"].map(post).concat()), ["Kim", "Ann", "Kim"]);
        // A rank is a word that all have.
        assert!(best(&["New user", "Old user", "Good User"].map(post).concat()).is_empty());
    }

    #[test]
    fn links_to_profiles_go_before_other_texts() {
        let post = |name: &str| format!("<div><b>{name}</b> <a href=/members/{name}><span>x{name}</span></a></div>");
        assert_eq!(best(&["Kim", "Ann", "Li"].map(post).concat()), ["xKim", "xAnn", "xLi"]);
    }

    #[test]
    fn numbers_dates_and_controls_are_not_names() {
        let is_other = |text: &str| is_other(text, &Months::default());
        assert!(["", "Reply", "#12", "10:30 pm", "14.12.2019"].into_iter().all(is_other));
        assert!(!["Kim", "12 monkeys", "#Kim"].into_iter().any(is_other));
    }
}
