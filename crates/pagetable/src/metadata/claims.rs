//! The texts that a page's sources give, before one is chosen.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::query::{beginning, is_space, simple_text};

/// The values of one kind of source by key, such as `datePublished` of JSON-LD, in the order of the page.
#[derive(Debug, Default, PartialEq)]
pub struct Claims(Vec<(Cow<'static, str>, Values)>);

/// Values of which no two are the same.
pub type Values = Vec<String>;

/// Values of a key that a further one is compared with one by one.
const MAX_COMPARED: usize = 50;

impl Claims {
    /// The values of a key.
    pub fn get(&self, key: &str) -> Option<&Values> {
        self.0.iter().find(|(own, _)| own == key).map(|(_, values)| values)
    }

    /// The values of a key, to change them.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Values> {
        self.0.iter_mut().find(|(own, _)| own == key).map(|(_, values)| values)
    }

    /// Takes the values of a key away.
    pub fn remove(&mut self, key: &str) {
        self.0.retain(|(own, _)| own != key);
    }

    /// Sets the values of a key that has none yet.
    pub fn set(&mut self, key: impl Into<Cow<'static, str>>, mut values: Values) {
        values.iter_mut().for_each(shorten);
        if !values.is_empty() {
            self.0.push((key.into(), values));
        }
    }

    /// Pairs of key and value, grouped by key, without empty and repeated values.
    pub fn collect(pairs: impl IntoIterator<Item = (Cow<'static, str>, String)>) -> Claims {
        let mut found: Vec<(Cow<'static, str>, Values)> = Vec::new();
        for (key, mut value) in pairs {
            if value.is_empty() {
                continue;
            }
            shorten(&mut value);
            match found.iter_mut().find(|(own, _)| *own == key) {
                Some((_, values)) => values.push(value),
                None => found.push((key, vec![value])),
            }
        }
        for (_, values) in &mut found {
            keep_first_of_each(values);
        }
        Claims(found)
    }

    /// Adds the claims of another node, for keys that have no values yet.
    pub fn extend(&mut self, others: Claims) {
        self.0.extend(others.0);
    }
}

/// Leaves the beginning of a value that is too long.
fn shorten(value: &mut String) {
    value.truncate(beginning(value).len());
}

/// Removes empty values, and those that are there before.
pub fn keep_first_of_each(values: &mut Values) {
    if values.len() > MAX_COMPARED {
        let mut seen = HashSet::new();
        values.retain(|value| !value.is_empty() && seen.insert(value.clone()));
        return;
    }
    let mut at = 0;
    while at < values.len() {
        if values[at].is_empty() || values[..at].contains(&values[at]) {
            values.remove(at);
        } else {
            at += 1;
        }
    }
}

/// A value as text, with its white space collapsed; `None` if it may have markup or references, which the caller reads.
pub fn plain(text: &str) -> Option<String> {
    (!may_have_markup(text)).then(|| simple_text(text))
}

/// Whether a text may have a tag or a reference: an `&` or a `<` with what such a one begins with.
fn may_have_markup(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr2_iter(b'&', b'<', bytes).any(|at| match (bytes[at], bytes.get(at + 1)) {
        (_, None) => false,
        (b'&', Some(next)) => !b"\t\n\x0c <&;".contains(next),
        (_, Some(next)) => next.is_ascii_alphabetic() || *next == b'/',
    })
}

/// The first and last place of what is not white space.
pub fn stripped(text: &str) -> &str {
    text.trim_matches(is_space)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_by_key_and_once() {
        let pair = |key: &'static str, value: &str| (Cow::from(key), value.to_owned());
        let claims = Claims::collect([pair("a", "1"), pair("b", ""), pair("a", "2"), pair("a", "1"), pair("c", "3")]);
        assert_eq!(claims.get("a"), Some(&vec!["1".to_owned(), "2".to_owned()]));
        assert_eq!(claims.get("b"), None);
        let mut many: Values = (0..200).map(|number| (number % 70).to_string()).collect();
        keep_first_of_each(&mut many);
        assert_eq!(many, (0..70).map(|number: i32| number.to_string()).collect::<Vec<_>>());
    }

    #[test]
    fn values_with_markup_are_left_to_the_caller() {
        assert_eq!(plain(" Tom & \u{200b}Jerry  < 3 &").as_deref(), Some("Tom & Jerry < 3 &"));
        for text in ["a&amp;b", "&#9;", "<b>x", "x</p>"] {
            assert_eq!(plain(text), None);
        }
    }
}
