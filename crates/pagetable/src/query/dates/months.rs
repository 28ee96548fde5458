//! A word -> the month that it names. The names are the caller's.

use std::collections::HashMap;

/// Names of months in small letters.
#[derive(Default)]
pub struct Months {
    by_language: HashMap<String, HashMap<String, u8>>,
    everywhere: HashMap<String, u8>,
}

impl Months {
    /// `by_language` has the names of each language, `everywhere` those that are the same month wherever they are one.
    pub fn new(by_language: HashMap<String, HashMap<String, u8>>, everywhere: HashMap<String, u8>) -> Months {
        Months { by_language, everywhere }
    }

    /// The month that a word names in a language or, if the language does not have it, everywhere.
    pub fn number(&self, word: &str, language: &str) -> Option<u8> {
        let name = word.trim_matches(['.', ',']).to_lowercase();
        let own = if language.is_empty() { None } else { self.by_language.get(&language.to_lowercase()) };
        own.and_then(|names| names.get(&name)).or_else(|| self.everywhere.get(&name)).copied()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub fn months() -> Months {
        let names = |names: &[(&str, u8)]| names.iter().map(|(name, month)| ((*name).to_owned(), *month)).collect();
        let everywhere = [("march", 3), ("mar", 3), ("mayo", 5), ("may", 5), ("mai", 5), ("sep", 9), ("out", 10)];
        let by_language = [("hr".to_owned(), names(&[("listopada", 10)]))];
        Months::new(by_language.into_iter().collect(), names(&everywhere))
    }

    #[test]
    fn a_name_may_be_a_month_in_one_language_only() {
        let number = |word: &str, language: &str| months().number(word, language);
        assert_eq!([number("Mai.", ""), number("May", "xx"), number("tea", "")], [Some(5), Some(5), None]);
        assert_eq!([number("listopada", "HR"), number("listopada", "")], [Some(10), None]);
    }
}
