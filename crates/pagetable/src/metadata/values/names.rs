//! Texts that name authors -> the names, where that needs no judgement. All others are read by the caller.

use std::collections::HashSet;

use crate::query::Months;

const MAX_CHARS: usize = 70;
const MAX_WORDS: usize = 6;
/// Small letters that follow each other in a name of one word: one without may be letters after a name, such as MD.
const MIN_SMALL: usize = 3;
/// Words beside which a name may begin or end in a longer text, and words that never belong to a name. The caller
/// decides about texts with one of them, and about names such as "Guest Author".
const NOT_NAMES: &str = "about admin administrator ago and anonymous article asked author authored authors auteur autor \
    autore bio by comment comments contributed contributor contributors created edited et follow from guest headshot \
    home in inc joined jr last learn llc login ltd meet member minute minutes modified more none null on our post posted \
    posts profile published read reviewed share since sr started story submitted subscribe text the und undefined \
    unknown update updated us user username view we words writer writers written yazan you your esq \
    mon tue wed thu fri sat sun";

/// The names that some texts consist of, each once; None if a text has anything besides a name.
pub fn simple_names(texts: &[String], months: &Months) -> Option<Vec<String>> {
    let mut found: Vec<String> = Vec::new();
    // A set: a page may name a hundred thousand authors.
    let mut seen = HashSet::new();
    for text in texts {
        if !is_simple_name(text, months) {
            return None;
        }
        if seen.insert(text.to_lowercase()) {
            found.push(text.clone());
        }
    }
    Some(found)
}

fn is_simple_name(text: &str, months: &Months) -> bool {
    if text.len() > 4 * MAX_CHARS || text.chars().count() > MAX_CHARS || !text.split(' ').all(is_simple_word) {
        return false;
    }
    let first = text.split(' ').next().unwrap_or_default();
    match text.split(' ').count() {
        1 => text.split(|letter: char| !letter.is_lowercase()).any(|small| small.chars().count() >= MIN_SMALL),
        n_words => n_words <= MAX_WORDS && months.number(first, "").is_none(),
    }
}

/// Letters of a Latin script, perhaps with a hyphen or an apostrophe between them, and not one of those words; or an
/// initial.
fn is_simple_word(word: &str) -> bool {
    // A pattern without case takes these for other letters.
    let is_latin = |letter: char| {
        letter.is_ascii_alphabetic()
            || ('\u{c0}'..='\u{17e}').contains(&letter) && letter.is_alphabetic() && !matches!(letter, 'ı' | 'İ')
    };
    let is_part = |part: &str| {
        let small = part.to_lowercase();
        !part.is_empty() && part.chars().all(is_latin) && !NOT_NAMES.split(' ').any(|known| known == small)
    };
    let initial = word.strip_suffix('.').filter(|initial| initial.chars().count() == 1);
    initial.is_some_and(is_part) || word.split(['-', '\'', '’']).all(is_part)
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
        let found = names(&["Jane Doe", "José Á. Müller", "JANE doe", "kettle", "A. O’Brien-McDoe"]).unwrap();
        assert_eq!(found, ["Jane Doe", "José Á. Müller", "kettle", "A. O’Brien-McDoe"]);
    }

    #[test]
    fn all_other_texts_are_left_to_the_caller() {
        let texts = [
            "MD",
            "J",
            "by Jane Doe",
            "Jane Doe, MD",
            "March Hare",
            "Jane  Doe",
            "Jane Doe on",
            "Sun Li",
            "Jane-share",
            "",
            "Doe 2",
            "Jane.",
            "ſtory",
            "Jane Doe.",
            "-Jane",
            "a b c d e f g",
        ];
        for text in texts {
            assert_eq!(names(&[text]), None, "{text}");
        }
    }
}
