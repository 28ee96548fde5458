//! A text -> how many of its words are the small words of each language, such as "the" and "and".

use std::collections::HashMap;

/// Small words, each with the languages that have it.
pub struct SmallWords {
    languages: HashMap<Box<str>, Vec<u8>>,
    n_languages: usize,
    /// No longer word is looked up.
    max_bytes: usize,
}

/// What a text is made of.
#[derive(Debug, PartialEq)]
pub struct WordCounts {
    /// Letters of all its words.
    pub n_letters: usize,
    /// By language: how many of its words are small words of it.
    pub by_language: Vec<u32>,
}

impl SmallWords {
    /// `words` has, by language, its small words in small letters.
    pub fn new(words: &[Vec<String>]) -> SmallWords {
        let mut languages: HashMap<Box<str>, Vec<u8>> = HashMap::new();
        for (number, own) in words.iter().enumerate() {
            for word in own {
                let known = languages.entry(word.as_str().into()).or_default();
                if known.last() != Some(&(number as u8)) {
                    known.push(number as u8);
                }
            }
        }
        let max_bytes = languages.keys().map(|word| word.len()).max().unwrap_or(0);
        SmallWords { languages, n_languages: words.len(), max_bytes }
    }

    /// Counts the words among the first `most` characters of a text. `None` for a text with letters beyond those of
    /// Latin scripts: what is a letter there depends on the version of Unicode, and Python has its own.
    pub fn count(&self, text: &str, most: usize) -> Option<WordCounts> {
        let mut found = WordCounts { n_letters: 0, by_language: vec![0; self.n_languages] };
        let mut word = String::new();
        for letter in text.chars().take(most) {
            match kind(letter)? {
                Kind::Letter if letter.is_ascii() => word.push(letter.to_ascii_lowercase()),
                Kind::Letter => word.extend(letter.to_lowercase()),
                Kind::Between => self.add(&mut word, &mut found),
            }
        }
        self.add(&mut word, &mut found);
        Some(found)
    }

    fn add(&self, word: &mut String, found: &mut WordCounts) {
        if word.is_empty() {
            return;
        }
        found.n_letters += if word.is_ascii() { word.len() } else { word.chars().count() };
        if word.len() <= self.max_bytes {
            for &language in self.languages.get(word.as_str()).map_or(&[][..], Vec::as_slice) {
                found.by_language[language as usize] += 1;
            }
        }
        word.clear();
    }
}

enum Kind {
    Letter,
    Between,
}

/// Whether a character is part of a word, in the blocks of Unicode where that has not changed for decades: Latin up to
/// Extended-B, and the punctuation that Latin texts are written with.
fn kind(letter: char) -> Option<Kind> {
    match letter {
        'a'..='z' | 'A'..='Z' => Some(Kind::Letter),
        '\0'..='\u{7f}' | '\u{2000}'..='\u{206f}' => Some(Kind::Between),
        '\u{80}'..='\u{24f}' => Some(if letter.is_alphanumeric() { Kind::Letter } else { Kind::Between }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> SmallWords {
        let of = |words: &str| words.split(' ').map(str::to_owned).collect();
        SmallWords::new(&[of("the and in in"), of("die und in für")])
    }

    #[test]
    fn words_are_counted_for_each_language_that_has_them() {
        let found = words().count("The “tea” in_the2the cup, FÜR die’x", 99).unwrap();
        assert_eq!(found.by_language, [4, 3]);
        assert_eq!(found.n_letters, "theteaintthehecupfurdiex".len());
    }

    #[test]
    fn only_the_beginning_of_a_text_counts() {
        assert_eq!(words().count("the the the", 9).unwrap(), WordCounts { n_letters: 7, by_language: vec![2, 0] });
        assert_eq!(words().count("", 8).unwrap(), WordCounts { n_letters: 0, by_language: vec![0, 0] });
    }

    #[test]
    fn texts_of_other_scripts_are_left_to_the_caller() {
        assert_eq!(words().count("the чай", 99), None);
        assert!(words().count("the чай", 4).is_some());
    }
}
