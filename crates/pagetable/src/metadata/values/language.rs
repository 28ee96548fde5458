//! The text of a page -> English, if it is plainly that. Other languages are the caller's.

use crate::query::SmallWords;

/// More text changes no answer.
pub const MAX_CHARS: usize = 400;
/// The language of a text with fewer letters stays unknown.
const MIN_LETTERS: usize = 25;
/// Share of the words, counted as five letters each, that must be small words of English.
const PLAIN_SHARE: f64 = 0.15;
const MIN_WORDS: u32 = 4;

/// What the small words of a text say.
#[derive(Debug, PartialEq)]
pub enum Found {
    /// English, and how sure that is: the share of small words that are of it rather than of the next likely language.
    English(f64),
    /// Too few letters for any language.
    Nothing,
    /// Something else, perhaps.
    Unknown,
}

/// English, if a text has many small words of it and few of any other language. Other languages have relatives whose
/// small words are not known.
pub fn plain_english(text: &str, words: &SmallWords, english: usize) -> Found {
    let Some(counts) = words.count(text, MAX_CHARS) else { return Found::Unknown };
    if counts.n_letters < MIN_LETTERS {
        return Found::Nothing;
    }
    let n_own = counts.by_language.get(english).copied().unwrap_or(0);
    let others = counts.by_language.iter().enumerate().filter(|(number, _)| *number != english);
    let n_next = others.map(|(_, count)| *count).max().unwrap_or(0);
    let is_plain =
        n_own >= MIN_WORDS && f64::from(n_own) >= PLAIN_SHARE * counts.n_letters as f64 / 5.0 && 2 * n_next <= n_own;
    if is_plain { Found::English(f64::from(n_own) / f64::from(n_own + n_next)) } else { Found::Unknown }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_english_has_many_of_its_small_words() {
        let of = |words: &str| words.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let words = SmallWords::new(&[of("die in und"), of("the in and of")]);
        let text = "The tea and the cup of the house in the garden";
        assert_eq!(plain_english(text, &words, 1), Found::English(7.0 / 8.0));
        assert_eq!(plain_english(text, &words, 0), Found::Unknown);
        assert_eq!(plain_english("Short text", &words, 1), Found::Nothing);
        assert_eq!(plain_english("чай", &words, 1), Found::Unknown);
    }
}
