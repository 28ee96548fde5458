//! Words that shops show beside prices and numbers, as Python hands them over in small letters.

use std::collections::HashSet;

use memchr::memmem::Finder;

/// No label has more words.
const LABEL_WORDS: usize = 3;
/// A label is looked for in so many characters before a value. The characters nearest to the value must have no digit.
const LABEL_CHARS: usize = 30;
const CHARS_WITHOUT_DIGIT: usize = 4;

/// The words of shops.
pub struct ShopWords {
    /// Labels of the shop's own number.
    pub sku: Labels,
    /// Labels of the brand.
    pub brand: Labels,
    /// Labels of the trade's number.
    pub gtin: Labels,
    /// What a text before an earlier price ends with.
    pub before_earlier: Vec<String>,
    /// Words in the lines of other amounts: delivery, rates, savings.
    pub not_the_price: Phrases,
    /// What a product that can't be bought is called.
    pub unavailable: Phrases,
}

/// Phrases to be found anywhere in a text.
pub struct Phrases(Vec<Finder<'static>>);

impl Phrases {
    /// The phrases, in small letters.
    pub fn new(phrases: &[String]) -> Phrases {
        Phrases(phrases.iter().map(|phrase| Finder::new(phrase.as_bytes()).into_owned()).collect())
    }

    /// Whether one of them is in a text of small letters.
    pub fn are_in(&self, small: &str) -> bool {
        self.0.iter().any(|phrase| phrase.find(small.as_bytes()).is_some())
    }
}

/// Labels of a value: words of letters with a space between two.
pub struct Labels {
    labels: HashSet<String>,
    /// The last word of each.
    ends: HashSet<String>,
}

impl Labels {
    /// The labels, in small letters.
    pub fn new(labels: Vec<String>) -> Labels {
        let ends = labels.iter().filter_map(|label| label.rsplit(' ').next().map(str::to_owned)).collect();
        Labels { labels: labels.into_iter().collect(), ends }
    }

    /// Whether a text is a label, marks aside: "Artikel-Nr.:".
    pub fn has(&self, text: &str) -> bool {
        let small = text.to_lowercase();
        let words: Vec<&str> = letters(&small).collect();
        words.last().is_some_and(|last| self.ends.contains(*last)) && self.labels.contains(&words.join(" "))
    }

    /// Whether a text ends with a label, marks aside. A digit at its end belongs to the value.
    pub fn end(&self, before: &[char]) -> bool {
        let last = |n: usize| &before[before.len().saturating_sub(n)..];
        if last(CHARS_WITHOUT_DIGIT).iter().any(|c| c.is_ascii_digit()) {
            return false;
        }
        let small: String = last(LABEL_CHARS).iter().flat_map(|c| c.to_lowercase()).collect();
        let words: Vec<&str> = letters(&small).collect();
        // Most texts don't end with the last word of a label.
        words.last().is_some_and(|last| self.ends.contains(*last))
            && (1..=LABEL_WORDS.min(words.len())).any(|n| self.labels.contains(&words[words.len() - n..].join(" ")))
    }
}

/// The words of a text that are of letters alone.
fn letters(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub fn words() -> ShopWords {
        let of = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        ShopWords {
            sku: Labels::new(of(&["art", "artikel nr", "product code"])),
            brand: Labels::new(of(&["brand", "marke"])),
            gtin: Labels::new(of(&["ean"])),
            before_earlier: of(&["was", "rrp"]),
            not_the_price: Phrases::new(&of(&["save", "deliver"])),
            unavailable: Phrases::new(&of(&["sold out", "épuisé"])),
        }
    }

    #[test]
    fn a_text_ends_with_a_label_if_its_last_words_are_one() {
        let ends = |text: &str| words().sku.end(&text.chars().collect::<Vec<_>>());
        assert!(["ART", "see Artikel-Nr.: ", "Product code ("].into_iter().all(ends));
        assert!(!["", "part", "code", "art 12 ", "art no"].into_iter().any(ends));
    }

    #[test]
    fn a_label_has_marks_but_no_other_words() {
        let has = |text: &str| words().sku.has(text);
        assert!(has("Artikel-Nr.:") && has(" Art. ") && !has("my art") && !has(""));
    }

    #[test]
    fn phrases_are_found_anywhere() {
        assert!(words().unavailable.are_in("now épuisée") && !words().unavailable.are_in("sold"));
    }
}
