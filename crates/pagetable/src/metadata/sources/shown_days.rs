//! Surroundings -> claims of the days that readers see: `<time>`, elements with the class of a date, lines with a date.
//!
//! A word such as "updated" in the line, in the mark or in the short line just before makes it a day of modification.

use crate::metadata::claims::Claims;
use crate::metadata::values::words::after;
use crate::page::PageView;
use crate::query::{DayCandidate, Months, Place, Shown, Surroundings, is_space, is_word};

/// `<time>` elements and elements with the class of a date that are looked at.
const MAX_ROWS: usize = 60;
/// Lines that may have a label.
const MAX_LABELLED: usize = 500;

const MODIFIED: [&str; 17] = [
    "updat",
    "modif",
    "edited",
    "revised",
    "reviewed",
    "aktualisiert",
    "geändert",
    "mis à jour",
    "actualiz",
    "aggiornat",
    "bijgewerkt",
    "gewijzigd",
    "обновлен",
    "изменен",
    "更新",
    "修改",
    "수정",
];
const PUBLISHED: [&str; 18] = [
    "publish",
    "posted",
    "created",
    "written",
    "veröffentlicht",
    "erstellt",
    "publié",
    "publicad",
    "pubblicat",
    "gepubliceerd",
    "geplaatst",
    "опубликован",
    "发布",
    "发表",
    "公開",
    "投稿",
    "게시",
    "작성",
];
/// Forums show since when the author of a post has been a member.
const OF_MEMBER: [&str; 5] = ["founded", "joined", "join date", "registered", "member since"];
const FIRST: [&str; 3] = ["first", "originally", "article"];
const LABELS: [&str; 10] = [
    "posted",
    "published",
    "date posted",
    "publication date",
    "publié",
    "publicado",
    "pubblicato",
    "veröffentlicht",
    "erstellt",
    "gepubliceerd",
];

/// The days that are shown, by what shows them, what happened on them and where: `time published after the heading`.
pub fn shown_days(
    page: PageView<'_>,
    around: &Surroundings,
    marked: &[usize],
    (months, language): (&Months, &str),
) -> Claims {
    let mut claims = Claims::default();
    let mut days: Vec<(String, Option<String>)> = Vec::new();
    for candidate in around.days(page, &marked[..marked.len().min(MAX_ROWS)], MAX_ROWS) {
        let is_line = candidate.shown == Shown::Line;
        if is_line && OF_MEMBER.iter().any(|word| begins(&candidate.text, word)) {
            continue;
        }
        let Some(key) = key(&candidate).filter(|key| claims.get(key).is_none()) else { continue };
        let stated = Some(&candidate.datetime).filter(|datetime| !datetime.is_empty());
        let mut day = stated.and_then(|datetime| months.read_day(datetime, language)).map(|day| day.to_string());
        if day.is_none() {
            // A line and the marked element in it have the same text.
            day = match days.iter().find(|(text, _)| *text == candidate.text) {
                Some((_, known)) => known.clone(),
                None => {
                    let found = months.find_day(&candidate.text, language).map(|day| day.to_string());
                    days.push((candidate.text, found.clone()));
                    found
                }
            };
        }
        claims.set(key, day.into_iter().collect());
    }
    claims
}

/// The day of the first line anywhere on the page with a label such as "Published": many are below the text.
pub fn labelled_day(page: PageView<'_>, around: &Surroundings, months: &Months, language: &str) -> Claims {
    let lines = around.labelled_lines(page, MAX_LABELLED).into_iter();
    let mut days = lines.filter(|line| is_labelled(line)).filter_map(|line| months.find_day(&line, language));
    let mut claims = Claims::default();
    claims.set("day", days.next().map(|day| day.to_string()).into_iter().collect());
    claims
}

/// Whether a text begins with a word of a pattern.
fn begins(text: &str, word: &str) -> bool {
    after_word(text, word).is_some_and(|rest| !rest.starts_with(is_word))
}

/// What follows a word in small letters.
fn after_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    if word.is_ascii() {
        return after(text, word);
    }
    let mut rest = text.chars();
    let is_same = |wanted: char| rest.next().is_some_and(|own| own == wanted || own.to_lowercase().eq([wanted]));
    word.chars().all(is_same).then_some(rest.as_str())
}

fn is_labelled(line: &str) -> bool {
    let with_first = FIRST.iter().find_map(|word| after(line, word)?.strip_prefix(is_space));
    let is_label = |text: &str| LABELS.iter().any(|label| begins(text, label));
    with_first.is_some_and(is_label) || is_label(line)
}

/// The key of a day by what shows it, its marks and its label, and its place. An element with a label may be at the side
/// of the page.
fn key(candidate: &DayCandidate) -> Option<&'static str> {
    let (marks, label) = (lower(&candidate.marks), lower(&candidate.label));
    let is_by_label = candidate.shown != Shown::Line && (has_word(&PUBLISHED, &label) || has_word(&PUBLISHED, &marks));
    let place = match candidate.place {
        _ if is_by_label => 0,
        Place::After => 1,
        Place::Before => 2,
        Place::Elsewhere => 3,
        Place::Apart => return None,
    };
    let is_modified = has_word(&MODIFIED, &marks) || (has_word(&MODIFIED, &label) && !has_word(&PUBLISHED, &marks));
    Some(KEYS[candidate.shown as usize][usize::from(is_modified)][place])
}

/// By what shows a day, what happened on it, and where it is.
const KEYS: [[[&str; 4]; 2]; 3] = [
    [
        [
            "time published by its label",
            "time published after the heading",
            "time published before the heading",
            "time published elsewhere",
        ],
        [
            "time modified by its label",
            "time modified after the heading",
            "time modified before the heading",
            "time modified elsewhere",
        ],
    ],
    [
        [
            "text published by its label",
            "text published after the heading",
            "text published before the heading",
            "text published elsewhere",
        ],
        [
            "text modified by its label",
            "text modified after the heading",
            "text modified before the heading",
            "text modified elsewhere",
        ],
    ],
    [
        [
            "class date published by its label",
            "class date published after the heading",
            "class date published before the heading",
            "class date published elsewhere",
        ],
        [
            "class date modified by its label",
            "class date modified after the heading",
            "class date modified before the heading",
            "class date modified elsewhere",
        ],
    ],
];

/// A text in small letters, as far as the words here need it.
fn lower(text: &str) -> String {
    if text.is_ascii() { text.to_ascii_lowercase() } else { text.to_lowercase() }
}

fn has_word(words: &[&str], text: &str) -> bool {
    // Most texts are ASCII, and have none of the other words.
    let is_ascii = text.is_ascii();
    words.iter().any(|word| (!is_ascii || word.is_ascii()) && text.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::with_page;
    use crate::query::tests_months as months;

    fn days(html: &str) -> Claims {
        with_page(html, |page| {
            let around = Surroundings::new(page, "", vec![], vec![]);
            shown_days(page, &around, &[], (&months(), ""))
        })
    }

    #[test]
    fn a_word_near_a_day_says_what_happened_on_it() {
        let found = days(
            "<h1>Tea</h1><p>Updated 5 March 2024<p><time>6 March 2024</time><p>Member since 1 March 2020<p>Posted<p><time datetime=2024-03-07>x</time>",
        );
        let day = |key: &str| found.get(key).map(|days| days[0].clone()).unwrap_or_default();
        assert_eq!(day("text modified after the heading"), "2024-03-05");
        assert_eq!(day("time modified after the heading"), "2024-03-06");
        assert_eq!(day("time published by its label"), "2024-03-07");
        // The day on which a member joined is not a date of the page.
        assert_eq!(day("text published after the heading"), "");
    }

    #[test]
    fn labels_are_known_at_the_beginning_of_a_line() {
        assert!(["Published 5", "FIRST posted: 5", "Publié le", "originally published"].into_iter().all(is_labelled));
        assert!(!["Publisher 5", "postedness", "first 5", "The published"].into_iter().any(is_labelled));
        assert!(begins("Member Since 2020", "member since") && !begins("Foundedx", "founded"));
    }
}
