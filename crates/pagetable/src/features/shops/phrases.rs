//! A text -> the topics that shops write about beside their products, by phrases in thirty languages.
//!
//! Trees can't learn these words: few hundred labelled pages of products have each language a few times. A person who
//! reads none of these languages would look the words up, which is what `phrases.txt` is for.

use std::sync::OnceLock;

/// A set of topics, one bit each.
pub type Topics = u8;

pub const DELIVERY: Topics = 1;
pub const RETURNS: Topics = 1 << 1;
pub const PAYMENT: Topics = 1 << 2;
pub const REVIEWS: Topics = 1 << 3;
/// Other products.
pub const OTHERS: Topics = 1 << 4;
/// The shop itself: terms, accounts, cookies.
pub const SHOP: Topics = 1 << 5;
/// Labels of buttons and of links that do something.
pub const CONTROLS: Topics = 1 << 6;

const TOPICS: [(&str, Topics); 7] = [
    ("[delivery]", DELIVERY),
    ("[returns]", RETURNS),
    ("[payment]", PAYMENT),
    ("[reviews]", REVIEWS),
    ("[others]", OTHERS),
    ("[shop]", SHOP),
    ("[controls]", CONTROLS),
];

/// From this character on, scripts have no spaces between words, or write articles and words together: Hebrew, Arabic,
/// Thai, Chinese, Japanese, Korean. Latin, Greek and Cyrillic come before it.
const FIRST_WITHOUT_SPACES: char = '\u{590}';

struct Phrase {
    words: Vec<&'static str>,
    /// Whether the last word may continue.
    is_open: bool,
    topics: Topics,
}

/// The first two characters of a word; the second is 0 if it has one.
type Beginning = (char, char);

/// The phrases by what they begin with, in order.
struct Table {
    /// Those that match whole words.
    spaced: Vec<(Beginning, Vec<Phrase>)>,
    /// Those that match anywhere.
    anywhere: Vec<(char, Vec<(&'static str, Topics)>)>,
}

/// The topics of a text.
pub fn topics(text: &str) -> Topics {
    static TABLE: OnceLock<Table> = OnceLock::new();
    let table = TABLE.get_or_init(|| read_table(include_str!("phrases.txt")));
    let small = text.to_lowercase();
    let words: Vec<&str> = words(&small).collect();
    let mut found = 0;
    for start in 0..words.len() {
        let phrases = beginning_with(&table.spaced, beginning(words[start]));
        for phrase in phrases.into_iter().flatten().filter(|phrase| phrase.begins(&words[start..])) {
            found |= phrase.topics;
        }
    }
    for (place, first) in small.char_indices().filter(|&(_, c)| c >= FIRST_WITHOUT_SPACES) {
        let phrases = beginning_with(&table.anywhere, first).into_iter().flatten();
        phrases.filter(|(phrase, _)| small[place..].starts_with(phrase)).for_each(|(_, topics)| found |= topics);
    }
    found
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

fn beginning(word: &str) -> Beginning {
    let mut chars = word.chars();
    (chars.next().unwrap_or_default(), chars.next().unwrap_or_default())
}

fn beginning_with<K: Ord + Copy, T>(table: &[(K, T)], first: K) -> Option<&T> {
    table.binary_search_by_key(&first, |(own, _)| *own).ok().map(|place| &table[place].1)
}

impl Phrase {
    /// Whether words begin with this phrase.
    fn begins(&self, words: &[&str]) -> bool {
        let Some((last, rest)) = self.words.split_last() else { return false };
        let Some(final_word) = words.get(rest.len()) else { return false };
        let is_last = if self.is_open { final_word.starts_with(last) } else { final_word == last };
        is_last && words.starts_with(rest)
    }
}

fn read_table(text: &'static str) -> Table {
    let mut table = Table { spaced: Vec::new(), anywhere: Vec::new() };
    let mut topics = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some((_, own)) = TOPICS.iter().find(|(name, _)| *name == line) {
            topics = *own;
            continue;
        }
        for phrase in line.split(';').map(str::trim) {
            let Some(first) = phrase.chars().next() else { continue };
            if first >= FIRST_WITHOUT_SPACES {
                group(&mut table.anywhere, first).push((phrase, topics));
            } else {
                let (is_open, words) = (phrase.ends_with('*'), words(phrase).collect::<Vec<_>>());
                group(&mut table.spaced, beginning(words[0])).push(Phrase { words, is_open, topics });
            }
        }
    }
    table
}

/// The group of a beginning, which is made if there is none.
fn group<K: Ord + Copy, T>(groups: &mut Vec<(K, Vec<T>)>, first: K) -> &mut Vec<T> {
    let place = groups.binary_search_by_key(&first, |(own, _)| *own).unwrap_or_else(|place| {
        groups.insert(place, (first, Vec::new()));
        place
    });
    &mut groups[place].1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_whole_words_in_any_case_and_order() {
        assert_eq!(topics("Delivery & Returns"), DELIVERY | RETURNS);
        assert_eq!(topics("YOU MAY ALSO LIKE…"), OTHERS);
        assert_eq!(topics("Widerrufsbelehrung"), RETURNS, "an open phrase");
        assert_eq!(topics("Add to cart"), CONTROLS);
        for other in ["", "Undelivery", "it may also", "Add to", "The kettle boils.", "«»"] {
            assert_eq!(topics(other), 0, "{other}");
        }
    }

    #[test]
    fn scripts_without_spaces_match_anywhere() {
        assert_eq!(topics("本商品の返品について"), RETURNS);
        assert_eq!(topics("التوصيل سريع"), DELIVERY);
        assert_eq!(topics("환불/교환 안내"), RETURNS);
        assert_eq!(topics("Доставка и оплата"), DELIVERY | PAYMENT);
    }

    #[test]
    fn every_line_of_the_table_has_a_topic_and_small_letters() {
        let text = include_str!("phrases.txt");
        let names: Vec<&str> = text.lines().filter(|line| line.starts_with('[')).collect();
        assert_eq!(names, TOPICS.map(|(name, _)| name));
        for phrase in text.lines().filter(|line| !line.starts_with(['#', '['])).flat_map(|line| line.split(';')) {
            let phrase = phrase.trim();
            assert_eq!(phrase, phrase.to_lowercase());
            assert!(phrase.is_empty() || topics(&phrase.replace('*', "")) != 0, "{phrase}");
        }
    }
}
