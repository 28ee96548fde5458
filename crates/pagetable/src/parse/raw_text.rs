//! Where content that is not markup ends: raw text elements, scripts, comments.

use crate::bytes::{self, ENDS_NAME};
use crate::parse::tags::PackedName;

/// Whether `</name` or `<name` (after `prefix`) is at `at`, followed by a byte that ends a tag name.
fn is_tag(source: &[u8], at: usize, prefix: &[u8], name: PackedName) -> bool {
    if !source[at..].starts_with(prefix) {
        return false;
    }
    let start = at + prefix.len();
    let mut found = PackedName::default();
    // No name that switches to raw text is longer than 16 bytes.
    for (index, &byte) in source[start..].iter().take(17).enumerate() {
        if bytes::is(byte, ENDS_NAME) {
            return index > 0 && found == name;
        }
        found = found.with(index, byte);
    }
    false
}

/// The position of `</name` at or after `at`; the end of the source if there is none.
pub fn stop(source: &[u8], mut at: usize, name: PackedName) -> usize {
    loop {
        at = bytes::find(source, at, b'<');
        if at >= source.len() || is_tag(source, at, b"</", name) {
            return at.min(source.len());
        }
        at += 1;
    }
}

/// Like `stop`, for scripts. After `<!--` a script is "escaped", and a `<script` inside that makes it
/// "double escaped": then the next `</script` does not end it. `-->` leaves both.
pub fn script_stop(source: &[u8], mut at: usize, name: PackedName) -> usize {
    #[derive(PartialEq, PartialOrd)]
    enum Escape {
        None,
        Single,
        Double,
    }
    const SCRIPT: PackedName = PackedName::of(b"script");
    let mut escape = Escape::None;
    let mut comment_stop = 0; // The next `-->` at or after `at`, kept so that the search is not repeated.
    loop {
        let open = bytes::find(source, at, b'<');
        if escape != Escape::None {
            if comment_stop < at {
                comment_stop = bytes::find_sequence(source, at, b"-->");
            }
            if comment_stop < open {
                escape = Escape::None;
                at = comment_stop + 3;
                continue;
            }
        }
        if open >= source.len() {
            return source.len();
        }
        at = open + 1;
        if escape != Escape::Double && is_tag(source, open, b"</", name) {
            return open;
        }
        if escape == Escape::Double && is_tag(source, open, b"</", SCRIPT) {
            escape = Escape::Single;
        } else if escape == Escape::None && source[open..].starts_with(b"<!--") {
            escape = Escape::Single;
            at = open + 2; // `<!-->` is closed by its own dashes.
        } else if escape == Escape::Single && is_tag(source, open, b"<", SCRIPT) {
            escape = Escape::Double;
        }
    }
}

/// Where a comment's content stops, and where reading continues.
pub struct CommentEnd {
    pub stop: usize,
    pub resume: usize,
}

/// The end of a comment whose content starts at `start`.
pub fn comment(source: &[u8], start: usize) -> CommentEnd {
    if source[start..].starts_with(b">") {
        return CommentEnd { stop: start, resume: start + 1 };
    }
    if source[start..].starts_with(b"->") {
        return CommentEnd { stop: start, resume: start + 2 };
    }
    let mut at = start;
    loop {
        at = bytes::find(source, at, b'>');
        let content = &source[start..at];
        let resume = at + 1;
        if at >= source.len() {
            // Dashes that might have begun the end are not content.
            let kept = ["--!", "--", "-"].iter().find_map(|end| content.strip_suffix(end.as_bytes()));
            return CommentEnd { stop: start + kept.unwrap_or(content).len(), resume: source.len() };
        }
        for end in [b"--".as_slice(), b"--!"] {
            if let Some(kept) = content.strip_suffix(end) {
                return CommentEnd { stop: start + kept.len(), resume };
            }
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(source: &str) -> &str {
        &source[..script_stop(source.as_bytes(), 0, PackedName::of(b"script"))]
    }

    #[test]
    fn a_script_ends_at_its_end_tag() {
        assert_eq!(script("a</script>b"), "a");
        assert_eq!(script("a</scripts></SCRIPT >b"), "a</scripts>");
        assert_eq!(script("a"), "a");
    }

    #[test]
    fn an_escaped_script_ends_at_its_end_tag() {
        assert_eq!(script("<!-- a</script>b"), "<!-- a");
        assert_eq!(script("<!--></script>b"), "<!-->");
    }

    #[test]
    fn a_double_escaped_script_keeps_the_inner_end_tag() {
        assert_eq!(script("<!-- <script>a</script> --> b</script>c"), "<!-- <script>a</script> --> b");
        assert_eq!(script("<!-- <script>a--></script>c"), "<!-- <script>a-->");
    }

    #[test]
    fn comments_end_in_every_way_the_standard_names() {
        for (source, content, rest) in [
            ("a-->b", "a", "b"),
            (">b", "", "b"),
            ("->b", "", "b"),
            ("-->b", "", "b"),
            ("a--!>b", "a", "b"),
            ("a->b-->c", "a->b", "c"),
            ("<!-->c", "<!", "c"),
            ("a--", "a", ""),
            ("-!>-->", "-!>", ""),
        ] {
            let end = comment(source.as_bytes(), 0);
            assert_eq!((&source[..end.stop], &source[end.resume..]), (content, rest), "{source}");
        }
    }
}
