//! A text -> about how many tokens of a language model it has; `document/parts/tokens.py` says by which rule.

/// What a character is to the estimate.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// An ASCII letter; up to seven are a token.
    Letter,
    /// A letter of another alphabet; up to three are a token.
    Other,
    /// A digit; up to three are a token.
    Digit,
    /// Line feeds; those in a row are a token.
    Line,
    /// White space but line feeds: part of the token after it.
    Space,
    /// A mark; up to four of the same are a token.
    Mark,
    /// Characters that are a token each: an underscore, a Chinese or Japanese character.
    Single,
}

/// The estimate. `None` for a text with characters of which Python may know something else, by its version of Unicode.
pub fn estimate_tokens(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut n_tokens, mut at) = (0, 0);
    // Run by run rather than character by character: a run has as many tokens as it has parts of some length.
    while let Some(&first) = bytes.get(at) {
        let (kind, n_run, n_bytes) = match first {
            b'a'..=b'z' | b'A'..=b'Z' => {
                let n_run = n_letters(&bytes[at..]);
                (Kind::Letter, n_run, n_run)
            }
            b' ' => (Kind::Space, 1, 1),
            _ => run(&text[at..])?,
        };
        at += n_bytes;
        n_tokens += match kind {
            Kind::Letter => n_run.div_ceil(7),
            Kind::Other | Kind::Digit => n_run.div_ceil(3),
            Kind::Mark => n_run.div_ceil(4),
            Kind::Line => 1,
            Kind::Single => n_run,
            Kind::Space => 0,
        };
    }
    Some(n_tokens)
}

/// The ASCII letters that a text begins with.
#[inline]
fn n_letters(text: &[u8]) -> usize {
    text.iter().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(text.len())
}

/// The kind of the first character of a text; how many of its kind follow each other, of marks the same mark; and the
/// bytes of these.
fn run(text: &str) -> Option<(Kind, usize, usize)> {
    let first = text.chars().next()?;
    let own = kind(first)?;
    let is_same = |letter: char| if own == Kind::Mark { letter == first } else { kind(letter) == Some(own) };
    let mut n_run = 0;
    for (place, letter) in text.char_indices() {
        if !is_same(letter) {
            return Some((own, n_run, place));
        }
        n_run += 1;
    }
    Some((own, n_run, text.len()))
}

#[inline]
fn kind(letter: char) -> Option<Kind> {
    match letter {
        'a'..='z' | 'A'..='Z' => Some(Kind::Letter),
        ' ' | '\t' | '\u{b}'..='\r' | '\u{1c}'..='\u{1f}' => Some(Kind::Space),
        '0'..='9' => Some(Kind::Digit),
        '\n' => Some(Kind::Line),
        '_' => Some(Kind::Single),
        '\0'..='\u{7f}' => Some(Kind::Mark),
        _ => beyond_ascii(letter),
    }
}

/// Only blocks of Unicode that have not changed for years.
fn beyond_ascii(letter: char) -> Option<Kind> {
    match letter {
        '\u{85}'
        | '\u{a0}'
        | '\u{2000}'..='\u{200a}'
        | '\u{2028}'
        | '\u{2029}'
        | '\u{202f}'
        | '\u{205f}'
        | '\u{3000}' => Some(Kind::Space),
        '\u{80}'..='\u{24f}' => Some(if letter.is_alphanumeric() { Kind::Other } else { Kind::Mark }),
        // Greek without what is not a letter in it, Cyrillic, Arabic, and Latin letters with two marks.
        '\u{3a3}'..='\u{3f5}'
        | '\u{400}'..='\u{481}'
        | '\u{48a}'..='\u{52f}'
        | '\u{620}'..='\u{64a}'
        | '\u{671}'..='\u{6d3}'
        | '\u{1e00}'..='\u{1eff}' => Some(Kind::Other),
        '\u{660}'..='\u{669}' | '\u{6f0}'..='\u{6f9}' => Some(Kind::Digit),
        '\u{60c}' | '\u{61b}' | '\u{61f}' | '\u{64b}'..='\u{652}' | '\u{66a}'..='\u{66d}' | '\u{6d4}' => {
            Some(Kind::Mark)
        }
        // Punctuation, signs of currencies, arrows, operators, boxes and shapes, small pictures.
        '\u{2000}'..='\u{206f}'
        | '\u{20a0}'..='\u{20bf}'
        | '\u{2190}'..='\u{22ff}'
        | '\u{2500}'..='\u{26ff}'
        | '\u{2700}'..='\u{2775}'
        | '\u{2794}'..='\u{27bf}'
        | '\u{2b00}'..='\u{2bff}'
        | '\u{fe0e}'
        | '\u{fe0f}'
        | '\u{fffd}'
        | '\u{1f1e6}'..='\u{1f1ff}'
        | '\u{1f300}'..='\u{1f6ff}'
        | '\u{1f900}'..='\u{1f9ff}'
        | '\u{1fa70}'..='\u{1faff}'
        | '™' => Some(Kind::Mark),
        // Hiragana, Katakana, Han.
        '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' | 'ー' | '\u{4e00}'..='\u{9fef}' => Some(Kind::Single),
        '\u{3001}' | '\u{3002}' | '\u{3008}'..='\u{3011}' | '\u{ff01}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff1f}' => {
            Some(Kind::Mark)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_numbers_marks_and_lines_are_tokens() {
        let cases = [
            ("", 0),
            ("  ", 0),
            ("Pour the boiling water over the leaves.", 8),
            ("extraordinary", 2),
            ("12345 6", 3),
            ("a\n\n\nb\n \nc", 6),
            ("...... !?!", 5),
            ("__", 2),
            ("café crème", 5),
            ("茶と水、", 4),
            ("чайник", 2),
            ("a… 😀😀", 3),
            ("Tea™ ✓🚗", 4),
            ("شاي ٢٠٢٤", 3),
            ("12٣ 2٠٢٤", 3),
            ("コーヒー", 4),
        ];
        for (text, wanted) in cases {
            assert_eq!(estimate_tokens(text), Some(wanted), "{text}");
        }
    }

    #[test]
    fn other_scripts_are_left_to_the_caller() {
        assert_eq!(estimate_tokens("ชา"), None);
        assert_eq!(estimate_tokens("차"), None);
    }

    /// Character by character.
    fn plain_twin(text: &str) -> Option<usize> {
        let (mut n_tokens, mut open, mut last, mut n_left) = (0, Kind::Space, '\0', 0_u32);
        for letter in text.chars() {
            let kind = kind(letter)?;
            let is_same = kind == open && (kind != Kind::Mark || letter == last);
            if kind == Kind::Space {
                n_left = 0;
            } else if is_same && n_left > 0 {
                n_left -= 1;
            } else {
                n_tokens += 1;
                (open, last) = (kind, letter);
                n_left = match kind {
                    Kind::Letter => 6,
                    Kind::Other | Kind::Digit => 2,
                    Kind::Line => u32::MAX,
                    Kind::Mark => 3,
                    Kind::Single | Kind::Space => 0,
                };
            }
        }
        Some(n_tokens)
    }

    proptest! {
        #[test]
        fn runs_have_the_tokens_of_their_characters(text in "[a-zA-Z]{0,20}([a-cé茶ш٣0-9_.!\\n\\t \u{2003}ก-]{0,6}[a-z]{0,9}){0,8}") {
            prop_assert_eq!(estimate_tokens(&text), plain_twin(&text));
        }
    }
}
