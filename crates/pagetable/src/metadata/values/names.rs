//! Texts that name authors -> the names, where that needs no judgement. All others are read by the caller.

use crate::query::Months;

const MAX_CHARS: usize = 70;
/// Words that a name among other words may begin or end at, and what people do for a living. A text with one of them is
/// left to the caller; so are names such as "Guest Author".
const NOT_NAMES: [&str; 86] = [
    "about",
    "ago",
    "analyst",
    "and",
    "anonymous",
    "article",
    "asked",
    "at",
    "attorney",
    "author",
    "authored",
    "authors",
    "auteur",
    "autor",
    "autore",
    "bio",
    "by",
    "ceo",
    "comment",
    "comments",
    "consultant",
    "contributed",
    "contributor",
    "contributors",
    "correspondent",
    "created",
    "cto",
    "designer",
    "developer",
    "director",
    "edited",
    "editor",
    "editors",
    "engineer",
    "et",
    "expert",
    "follow",
    "founder",
    "from",
    "guest",
    "head",
    "headshot",
    "in",
    "joined",
    "journalist",
    "last",
    "learn",
    "login",
    "manager",
    "meet",
    "member",
    "minute",
    "minutes",
    "modified",
    "more",
    "of",
    "officer",
    "on",
    "our",
    "post",
    "posted",
    "posts",
    "professor",
    "profile",
    "published",
    "read",
    "reporter",
    "reviewed",
    "share",
    "since",
    "specialist",
    "started",
    "story",
    "strategist",
    "submitted",
    "subscribe",
    "text",
    "the",
    "und",
    "update",
    "updated",
    "us",
    "view",
    "we",
    "words",
    "writer",
];
const MORE_NOT_NAMES: [&str; 13] =
    ["writers", "written", "yazan", "you", "your", "mon", "tue", "wed", "thu", "fri", "sat", "sun", "experts"];

/// The names in some texts, each once, if each text is no more than a name of two to four words.
pub fn simple_names(texts: &[String], months: &Months) -> Option<Vec<String>> {
    let mut found: Vec<String> = Vec::new();
    for text in texts {
        if !is_simple_name(text, months) {
            return None;
        }
        let is_known = |own: &String| own.to_lowercase() == text.to_lowercase();
        if !found.iter().any(is_known) {
            found.push(text.clone());
        }
    }
    Some(found)
}

fn is_simple_name(text: &str, months: &Months) -> bool {
    let mut n_words = 0;
    for word in text.split(' ') {
        let small = word.to_lowercase();
        if !is_simple_word(word) || NOT_NAMES.contains(&small.as_str()) || MORE_NOT_NAMES.contains(&small.as_str()) {
            return false;
        }
        n_words += 1;
    }
    let first = text.split(' ').next().unwrap_or_default();
    (2..=4).contains(&n_words) && text.chars().count() <= MAX_CHARS && months.number(first, "").is_none()
}

/// A capital letter of a Latin script, and small ones or a full stop after it.
fn is_simple_word(word: &str) -> bool {
    let mut letters = word.chars();
    let is_latin = |letter: char| letter.is_ascii() || ('\u{c0}'..='\u{17f}').contains(&letter);
    let is_capital = letters.next().is_some_and(|first| first.is_uppercase() && is_latin(first));
    let rest = letters.as_str();
    is_capital && (rest == "." || (!rest.is_empty() && rest.chars().all(|own| own.is_lowercase() && is_latin(own))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::tests_months as months;

    fn names(texts: &[&str]) -> Option<Vec<String>> {
        simple_names(&texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>(), &months())
    }

    #[test]
    fn simple_names_are_read_once() {
        let found = names(&["Jane Doe", "José Á. Müller", "Jane Doe"]).unwrap();
        assert_eq!(found, ["Jane Doe", "José Á. Müller"]);
    }

    #[test]
    fn all_other_texts_are_left_to_the_caller() {
        let texts = [
            "Jane",
            "jane doe",
            "By Jane Doe",
            "Jane Doe, MD",
            "March Hare",
            "Jane  Doe",
            "Jane Doe Editor",
            "Sun Li",
            "Jane McDoe",
            "",
        ];
        for text in texts {
            assert_eq!(names(&[text]), None, "{text}");
        }
    }
}
