//! Text -> text that Markdown reads back as it is, with as few backslashes as that takes.
//!
//! First what means something within a line; what means something at its start when the line is known.
//! Runs are escaped one by one, so what could mean something together with the next run counts as if it did.

use std::borrow::Cow;
use std::ops::Range;

/// Writes text with a backslash before each character that would mean something. A line feed becomes a hard break.
pub fn escape_into(out: &mut String, text: &str) {
    let source = text.as_bytes();
    let (chunks, rest) = source.as_chunks();
    let mut done = 0;
    let mut escape_in = |range: Range<usize>| {
        for at in range {
            if may_mean_something(source[at]) != 0 && means_something(source, at) {
                out.push_str(&text[done..at]);
                out.push('\\');
                done = at;
            }
        }
    };
    for (number, chunk) in chunks.iter().enumerate() {
        if has_any(chunk) {
            escape_in(CHUNK * number..CHUNK * (number + 1));
        }
    }
    escape_in(source.len() - rest.len()..source.len());
    out.push_str(&text[done..]);
}

/// Bytes that are looked at together.
const CHUNK: usize = 32;

/// Whether one of the characters of `means_something` is among some bytes. Most have none, and looking at all of them
/// without a branch lets the compiler compare many at once.
fn has_any(chunk: &[u8; CHUNK]) -> bool {
    chunk.iter().fold(0, |found, &byte| found | may_mean_something(byte)) != 0
}

/// 1 for the characters of `means_something`, else 0.
#[inline(always)]
fn may_mean_something(byte: u8) -> u8 {
    b"*`\n_\\[]<&~".iter().fold(0, |found, &known| found | u8::from(byte == known))
}

/// The same for text between brackets, where every bracket means something.
pub fn escape_between_brackets(out: &mut String, text: &str) {
    for piece in text.split_inclusive(['[', ']']) {
        let body = piece.trim_end_matches(['[', ']']);
        escape_into(out, body);
        if body.len() < piece.len() {
            out.push('\\');
            out.push_str(&piece[body.len()..]);
        }
    }
}

fn means_something(text: &[u8], at: usize) -> bool {
    let next = text.get(at + 1).copied();
    match text[at] {
        b'*' | b'`' | b'\n' => true,
        // Within a word it is a letter.
        b'_' => !(at > 0 && is_word(text[at - 1]) && next.is_some_and(is_word)),
        b'\\' => next.is_none_or(|byte| byte.is_ascii_punctuation() || byte == b'\n'),
        b'[' => next.is_none_or(|byte| byte == b'^'),
        b']' => next.is_none_or(|byte| matches!(byte, b'(' | b'[' | b':')),
        b'<' => {
            next.is_none_or(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'/' | b'!' | b'?'))
                || may_be_address(&text[at + 1..])
        }
        b'&' => {
            next.is_none_or(|byte| byte == b'#' || byte.is_ascii_alphanumeric()) && may_be_reference(&text[at + 1..])
        }
        b'~' => next.is_none_or(|byte| byte == b'~'),
        _ => false,
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

/// Whether text after `<` could be an address of electronic mail: what may be before its `@`, which may follow in the
/// next run.
fn may_be_address(text: &[u8]) -> bool {
    let is_local = |byte: &u8| byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(byte);
    let stop = text.iter().position(|byte| !is_local(byte));
    stop.is_none_or(|stop| stop > 0 && text[stop] == b'@')
}

/// Whether text after `&` could be a reference: a name and a semicolon, or a name that continues in the next run.
fn may_be_reference(text: &[u8]) -> bool {
    let stop = text.iter().take(MAX_NAME).position(|&byte| !(byte == b'#' || byte.is_ascii_alphanumeric()));
    stop.map_or(text.len() < MAX_NAME, |stop| text[stop] == b';')
}

/// Where an escaped run has the backslash of an ampersand that only the next run can make a reference: "Q\\&A".
pub fn ampersand_to_decide(escaped: &str) -> Option<usize> {
    let bytes = escaped.as_bytes();
    let name = bytes.len().saturating_sub(MAX_NAME)..;
    let at = name.start + bytes[name].iter().rposition(|&byte| byte == b'&')?;
    let is_open = bytes[at + 1..].iter().all(may_be_in_name) && bytes[..at].ends_with(b"\\");
    (is_open && !bytes[..at - 1].ends_with(b"\\")).then(|| at - 1)
}

/// Takes the backslash of that ampersand away.
pub fn bare_ampersand(escaped: &mut String) {
    if let Some(at) = ampersand_to_decide(escaped) {
        escaped.remove(at);
    }
}

/// Whether a run can end a reference that the run before it began, or continue it.
pub fn may_end_reference(next: &str) -> bool {
    next.bytes().take(MAX_NAME).find(|byte| !may_be_in_name(byte)).is_none_or(|byte| byte == b';')
}

fn may_be_in_name(byte: &u8) -> bool {
    *byte == b'#' || byte.is_ascii_alphanumeric()
}

/// Whether text after `&` is a reference.
pub fn is_reference(text: &[u8]) -> bool {
    let stop = text.iter().take(MAX_NAME).position(|&byte| !(byte == b'#' || byte.is_ascii_alphanumeric()));
    stop.is_some_and(|stop| stop > 0 && text[stop] == b';')
}

/// Longer than any name of a reference.
const MAX_NAME: usize = 40;

/// Text in which no line starts like a heading, a quote, an item, or the line under a heading or a table's head.
pub fn with_plain_line_starts(text: &str) -> Cow<'_, str> {
    if text.split('\n').all(|line| start_to_escape(line).is_none()) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 2);
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            out.push('\n');
        }
        match start_to_escape(line) {
            Some(at) => {
                out.push_str(&line[..at]);
                out.push('\\');
                out.push_str(&line[at..]);
            }
            None => out.push_str(line),
        }
    }
    out.into()
}

/// Where a backslash keeps the start of a line from meaning something.
fn start_to_escape(line: &str) -> Option<usize> {
    let bytes = line.as_bytes();
    let is_space_at = |at: usize| bytes.get(at).is_none_or(u8::is_ascii_whitespace);
    let n_of = |wanted: u8| bytes.iter().take_while(|&&byte| byte == wanted).count();
    match bytes.first()? {
        b'#' => (n_of(b'#') <= 6 && is_space_at(n_of(b'#'))).then_some(0),
        b'>' => Some(0),
        b'+' => is_space_at(1).then_some(0),
        b'=' => line.trim_end().bytes().all(|byte| byte == b'=').then_some(0),
        b'-' | b':' | b'|' => {
            let is_ruled = line.bytes().all(|byte| matches!(byte, b'-' | b':' | b'|' | b' ')) && line.contains('-');
            (is_ruled || bytes[0] == b'-' && is_space_at(1)).then_some(0)
        }
        b'0'..=b'9' => {
            let stop = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
            (stop < 10 && matches!(bytes.get(stop), Some(b'.' | b')')) && is_space_at(stop + 1)).then_some(stop)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn escape(text: &str) -> String {
        let mut out = String::new();
        escape_into(&mut out, text);
        out
    }

    #[test]
    fn the_next_run_decides_on_an_ampersand_near_the_end() {
        assert_eq!(ampersand_to_decide(&escape("Teas Q&A")), Some("Teas Q".len()));
        assert_eq!(ampersand_to_decide(&escape("Tea &")), Some("Tea ".len()));
        for text in ["", "&", "Q&A of tea", "Q&A;", "Tea &amp; milk", "\\&A", "Tea"] {
            let expected = (text == "&").then_some(0);
            assert_eq!(ampersand_to_decide(&escape(text)), expected, "{text}");
        }
        assert_eq!(ampersand_to_decide(&format!("\\&{}", "a".repeat(MAX_NAME))), None);
        assert!(["amp;", ";", "", "am"].iter().all(|next| may_end_reference(next)));
        assert!([" amp;", ".", "a b"].iter().all(|next| !may_end_reference(next)));
    }

    #[test]
    fn plain_text_stays() {
        for text in
            ["", "A plain text, 3.5 % of it.", "snake_case_name", "a [1] b", "1 < 2 & 3 > 2", "C:\\dir", "¿qué?"]
        {
            assert_eq!(escape(text), text);
        }
    }

    #[test]
    fn what_means_something_is_escaped() {
        assert_eq!(escape("2*3*4"), "2\\*3\\*4");
        assert_eq!(escape("_a_ `b`"), "\\_a\\_ \\`b\\`");
        assert_eq!(escape("[x](y) [^1]"), "[x\\](y) \\[^1\\]");
        assert_eq!(escape("<b> &amp; a&b"), "\\<b> \\&amp; a\\&b");
        assert_eq!(escape("<#@v> <5@b.de> <3 hearts>"), "\\<#@v> \\<5@b.de> <3 hearts>");
        assert_eq!(escape("\\* end\\"), "\\\\\\* end\\\\");
        assert_eq!(escape("a\nb!"), "a\\\nb!");
        assert_eq!(escape("~~x~~"), "\\~~x\\~\\~");
    }

    #[test]
    fn starts_of_lines_are_escaped_where_they_mean_something() {
        for text in ["# a", "> a", "- a", "+", "===", "---", "| - |", ":--"] {
            assert_eq!(with_plain_line_starts(text), format!("\\{text}"));
        }
        for text in ["#a", "-a", "+1", "=a", "a - b", "1.5", "1234567890. a", "| a |"] {
            assert_eq!(with_plain_line_starts(text), text);
        }
        assert_eq!(with_plain_line_starts("a\n12) b"), "a\n12\\) b");
    }

    /// Character by character.
    fn plain_twin(text: &str) -> String {
        let mut out = String::new();
        for (at, letter) in text.char_indices() {
            if means_something(text.as_bytes(), at) {
                out.push('\\');
            }
            out.push(letter);
        }
        out
    }

    proptest! {
        #[test]
        fn a_text_is_escaped_as_its_plain_twin(text in "[a-z .é茶\\n*`_\\\\\\[\\]<&~^(:@#;]{0,30}[a-z ]{0,70}[a-z é*_&;<@\\]]{0,40}") {
            prop_assert_eq!(escape(&text), plain_twin(&text));
        }

        #[test]
        fn starts_of_lines_are_plain_as_line_by_line(text in "[ab1.)#>+=|: -]{0,6}(\\n[ab1.)#>+=|: -]{0,6}){0,4}") {
            let line = |line: &str| match start_to_escape(line) {
                Some(at) => format!("{}\\{}", &line[..at], &line[at..]),
                None => line.to_owned(),
            };
            prop_assert_eq!(with_plain_line_starts(&text), text.split('\n').map(line).collect::<Vec<_>>().join("\n"));
        }
    }
}
