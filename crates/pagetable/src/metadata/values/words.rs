//! Texts -> their letters and words alone, to compare titles and names whatever their case and marks are.

/// A text as its letters and digits alone.
pub fn letters(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        fold(letter, |own| {
            if own.is_alphanumeric() {
                out.push(own);
            }
        });
    }
    out
}

/// The words of a text, of which `letters` has the letters.
pub fn words(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut word = String::new();
    for letter in text.chars() {
        fold(letter, |own| match own.is_alphanumeric() {
            true => word.push(own),
            false if word.is_empty() => {}
            false => found.push(std::mem::take(&mut word)),
        });
    }
    if !word.is_empty() {
        found.push(word);
    }
    found
}

/// The number of characters.
pub fn n_chars(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}

/// A letter without its case: as `casefold` of Python has it, for the letters of which that differs from the small one.
fn fold(letter: char, mut take: impl FnMut(char)) {
    match letter {
        '\0'..='\x7f' => take(letter.to_ascii_lowercase()),
        'ß' | 'ẞ' => {
            take('s');
            take('s');
        }
        'ſ' => take('s'),
        'ς' => take('σ'),
        'µ' => take('μ'),
        _ => letter.to_lowercase().for_each(take),
    }
}

/// Whether a letter is the same as a small one of ASCII for a pattern of Python without case.
pub fn is_same_letter(letter: char, small: char) -> bool {
    match letter {
        '\0'..='\x7f' => letter.to_ascii_lowercase() == small,
        'ſ' => small == 's',
        'ı' | 'İ' => small == 'i',
        '\u{212a}' => small == 'k',
        _ => false,
    }
}

/// What is left of a text after a beginning in small letters of ASCII, whatever the case.
pub fn after<'a>(text: &'a str, small: &str) -> Option<&'a str> {
    let mut letters = text.chars();
    small
        .chars()
        .all(|wanted| letters.next().is_some_and(|own| is_same_letter(own, wanted)))
        .then_some(letters.as_str())
}

/// A text with the letters that `is_same_letter` compares in small form, to look for parts of it.
pub fn small(text: &str) -> String {
    let same = |letter: char| match letter {
        'ſ' => 's',
        'ı' | 'İ' => 'i',
        '\u{212a}' => 'k',
        _ => letter.to_ascii_lowercase(),
    };
    text.chars().map(same).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_words_have_no_case_and_no_marks() {
        assert_eq!(letters("The New-York  Times!"), "thenewyorktimes");
        assert_eq!(words("Don’t_STOP, straße"), ["don", "t", "stop", "strasse"]);
        assert_eq!(letters("ΟΔΟΣ"), letters("οδος"));
        assert_eq!((words(""), words("–")), (vec![], vec![]));
    }

    #[test]
    fn beginnings_are_found_whatever_the_case() {
        assert_eq!(after("ſTory by X", "story"), Some(" by X"));
        assert_eq!(after("sto", "story"), None);
        assert_eq!(small("BİO ſite"), "bio site");
        assert_eq!((n_chars("abc"), n_chars("“é”")), (3, 3));
    }
}
