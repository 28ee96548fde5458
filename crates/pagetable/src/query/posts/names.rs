//! Records of posts -> short texts that they show in the same way, the likeliest names of authors first.
//!
//! Names differ from post to post, lead to profiles, and are marked as names; controls read the same in all records.
//! Whether a text is a number, a control or a date is left to the caller, who asks it of the best groups alone.

use std::collections::{HashMap, HashSet};

use crate::page::PageView;
use crate::page::table::{Element, NO_ROW, Run};
use crate::parse::tags::Tag;
use crate::query::element_text::is_space;

const NAME_BYTES: u32 = 60;
/// Elements with the text of a record that are looked at.
const MAX_BODIES: usize = 100;
/// Pieces of text of a record that are read: names are among the first.
const MAX_RUNS: usize = 2_000;
/// Ways of showing something that are compared, in the order of the page.
const MAX_GROUPS: usize = 300;
/// Share of the records that must show a name in the same way, if nothing marks it as one.
const LEAST_RECORDS: f64 = 0.6;
/// How far up from a name its link is.
const LINK_LEVELS: usize = 3;

/// A record as names are looked for in it.
pub struct SignedRecord {
    /// Its first block.
    pub first_block: u32,
    /// The block after its last one.
    pub stop_block: u32,
    /// The element that shows its date.
    pub date: Option<u32>,
    /// The elements with what was written, in order: names inside of them are not the author's.
    pub bodies: Vec<u32>,
}

/// What distinguishes names from other texts.
pub struct NameSigns {
    /// The elements that are marked as names, in order.
    pub marked: Vec<u32>,
    /// Parts of the addresses of profiles, in small letters.
    pub profile: Vec<String>,
}

/// A text that may be a name.
#[derive(Debug, PartialEq)]
pub struct Name {
    /// The element that shows it.
    pub row: u32,
    /// What it shows, without marks at its ends.
    pub text: String,
    /// The address of the link that it is, or is in.
    pub link: Option<String>,
}

/// Texts that are shown in the same way.
#[derive(Debug, PartialEq)]
pub struct NameGroup {
    /// How likely they are names: the higher, the likelier.
    pub score: f64,
    /// Number of the record and of the name, in the order of the records.
    pub members: Vec<(usize, usize)>,
}

/// The short texts of records outside of what was written, and their groups, the best first.
pub fn shown_names(page: PageView<'_>, records: &[SignedRecord], signs: &NameSigns) -> (Vec<Name>, Vec<NameGroup>) {
    let mut names = Names { page, by_row: HashMap::new(), found: Vec::new() };
    let mut groups = Groups::default();
    for (index, record) in records.iter().enumerate() {
        let bodies = Bodies::new(page.elements, record);
        let runs = page.runs_of_blocks(record.first_block as usize, record.stop_block as usize);
        for run in runs.iter().take(MAX_RUNS) {
            let n_bytes = run.text_stop.saturating_sub(run.text_start);
            if n_bytes > 1 && n_bytes <= NAME_BYTES && record.date != Some(run.element) && !bodies.have(run.element) {
                groups.add(page.elements, index, names.number_of(run), run.element);
            }
        }
    }
    let scorer = Scorer { elements: page.elements, signs, names: &names.found, n_records: records.len() };
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
struct Bodies {
    /// First rows, in order, and the greatest end up to each: elements may be inside each other.
    spans: Vec<(u32, u32)>,
}

impl Bodies {
    fn new(elements: &[Element], record: &SignedRecord) -> Bodies {
        let mut stop = 0;
        let spans = record.bodies.iter().take(MAX_BODIES).filter_map(|row| {
            stop = stop.max(elements.get(*row as usize)?.end);
            Some((*row, stop))
        });
        Bodies { spans: spans.collect() }
    }

    fn have(&self, row: u32) -> bool {
        let after = self.spans.partition_point(|(first, _)| *first <= row);
        after.checked_sub(1).is_some_and(|before| row < self.spans[before].1)
    }
}

struct Names<'a> {
    page: PageView<'a>,
    by_row: HashMap<u32, usize>,
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
        self.found.push(Name { row: run.element, text, link: self.link_at(run.element) });
        self.by_row.insert(run.element, number);
        number
    }

    fn link_at(&self, row: u32) -> Option<String> {
        let elements = self.page.elements;
        let up = |row: &u32| Some(elements.get(*row as usize)?.parent).filter(|up| *up != NO_ROW);
        let mut around = std::iter::successors(Some(row), up).take(LINK_LEVELS);
        let link = around.find(|row| elements.get(*row as usize).is_some_and(|own| own.tag == Tag::A as u8))?;
        Some(self.page.attribute(&elements[link as usize], b"href").unwrap_or_default())
    }
}

/// Texts by how they are shown: by signature of element and parent, and by that of the element; of each record the
/// first one.
#[derive(Default)]
struct Groups {
    by_key: HashMap<(u64, u64), usize>,
    members: Vec<Vec<(usize, usize)>>,
}

impl Groups {
    fn add(&mut self, elements: &[Element], record: usize, name: usize, row: u32) {
        let Some(element) = elements.get(row as usize) else { return };
        let around = elements.get(element.parent as usize).or(elements.last()).map_or(0, |parent| parent.signature);
        for key in [(element.signature, around), (element.signature, 0)] {
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
            // Records come one after the other.
            if members.last().is_none_or(|(last, _)| *last != record) {
                members.push((record, name));
            }
        }
    }
}

struct Scorer<'a> {
    elements: &'a [Element],
    signs: &'a NameSigns,
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
        // The same in all records, or with a word that all of them have: a control, or a rank.
        if names.len() > 2 && (different.len() == 1 || have_common_word(&different)) {
            return 0.0;
        }
        let n_profiles =
            names.iter().filter(|name| name.link.as_deref().is_some_and(|link| self.is_profile(link))).count();
        let n_marked = names.iter().filter(|name| self.is_marked(name.row)).count();
        let n_words = names.iter().map(|name| words_of(&name.text).count()).sum::<usize>() as f64 / n_known;
        if n_profiles == 0 && n_marked == 0 && (share < LEAST_RECORDS || n_words > 2.0) {
            return 0.0;
        }
        let n_parts = 0.5 * f64::min(1.0, 2.0 * different.len() as f64 / n_known)
            + n_profiles as f64 / n_known
            + 0.7 * (n_marked as f64 / n_known);
        share + n_parts - 0.1 * n_words
    }

    /// Whether an address may be that of somebody's profile.
    fn is_profile(&self, address: &str) -> bool {
        let small = address.to_lowercase();
        self.signs.profile.iter().any(|part| small.contains(part))
    }

    fn is_marked(&self, row: u32) -> bool {
        let is_one = |row: u32| self.signs.marked.binary_search(&row).is_ok();
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

    fn signs() -> NameSigns {
        NameSigns { marked: vec![9], profile: vec!["member".to_owned()] }
    }

    /// The texts of the best group, with a record for each `<div>`.
    fn best(html: &str) -> Vec<String> {
        with_page(html, |page| {
            let is_div = |element: &&Element| element.tag == Tag::Div as u8;
            let rows = page.elements.iter().enumerate();
            let bodies: Vec<u32> =
                rows.filter(|(_, own)| own.tag == Tag::Blockquote as u8).map(|(row, _)| row as u32).collect();
            let record = |element: &Element| SignedRecord {
                first_block: element.first_block,
                stop_block: element.stop_block,
                date: None,
                bodies: bodies.clone(),
            };
            let records: Vec<SignedRecord> = page.elements.iter().filter(is_div).map(record).collect();
            let (names, groups) = shown_names(page, &records, &signs());
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
    fn records_of_other_pages_have_no_names() {
        let record = SignedRecord { first_block: 7, stop_block: 99, date: Some(1), bodies: vec![99] };
        assert_eq!(with_page("<p>a", |page| shown_names(page, &[], &signs())), (vec![], vec![]));
        assert_eq!(
            with_page("<p>a", |page| shown_names(page, std::slice::from_ref(&record), &signs())),
            (vec![], vec![])
        );
    }
}
