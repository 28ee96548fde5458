//! A code block -> the language that the page declares for it.

use crate::page::table::NO_ROW;
use crate::parse::tags::Tag;
use crate::render::Kept;

/// Elements above a code block whose attributes may name its language.
const N_LEVELS_ABOVE: usize = 2;
/// Elements whose attributes are read for one code block, at most.
const MAX_ROWS: usize = 10;
const TABLE_PARTS: &[Tag] = &[Tag::Td, Tag::Tr, Tag::Tbody, Tag::Table];
/// Elements in a code block among which its `<code>` is looked for.
const N_ROWS_INSIDE: u32 = 6;
/// No language has a longer name.
const MAX_NAME_BYTES: usize = 40;
/// How highlighters begin the class that names a language: HTML's own and Prism's, GitHub's, Sphinx's, Rouge's.
const PREFIXES: &[&str] = &["language-", "lang-", "highlight-source-", "highlight-text-", "highlight-", "brush:"];
/// Classes after which the next one is a language: Pandoc's, Org mode's, highlight.js', Google Prettify's, Pygments',
/// and SyntaxHighlighter's.
const LEADERS: &[&str] = &["sourcecode", "src", "hljs", "prettyprint", "highlight", "brush:"];
/// Classes in the place of a language that name none.
const NO_LANGUAGES: &[&str] = &[
    "default",
    "none",
    "text",
    "plain",
    "plaintext",
    "nohighlight",
    "source",
    "notranslate",
    "hljs",
    "linenums",
    "js-code",
];

/// The language of a `<pre>`, by its attributes, those of a `<code>` in it, and of the elements just around it.
pub fn code_language(kept: Kept, row: u32) -> Option<String> {
    let mut rows = vec![row];
    // The `<code>` comes first, or after a button.
    let inside = row + 1..kept.elements[row as usize].end.min(row + 1 + N_ROWS_INSIDE);
    let is_code = |inner: &u32| kept.elements[*inner as usize].tag == Tag::Code as u8;
    rows.extend(inside.clone().find(is_code).or(inside.clone().next()));
    let mut above = kept.elements[row as usize].parent;
    let mut n_left = N_LEVELS_ABOVE;
    while above != NO_ROW && n_left > 0 && rows.len() < MAX_ROWS {
        rows.push(above);
        let element = &kept.elements[above as usize];
        // A table with a column of line numbers adds four levels.
        n_left -= usize::from(!TABLE_PARTS.iter().any(|&part| part as u8 == element.tag));
        above = element.parent;
    }
    rows.into_iter().find_map(|row| language_of(kept, row))
}

fn language_of(kept: Kept, row: u32) -> Option<String> {
    let element = &kept.elements[row as usize];
    let named = [b"data-lang".as_slice(), b"data-language"].into_iter().find_map(|name| {
        let value = kept.attribute(element, name)?.trim().to_lowercase();
        is_name(&value).then_some(value)
    });
    named.or_else(|| language_of_classes(&kept.attribute(element, b"class")?))
}

fn language_of_classes(classes: &str) -> Option<String> {
    let classes: Vec<String> = classes.split_whitespace().map(str::to_lowercase).collect();
    let prefixed = classes
        .iter()
        .find_map(|class| PREFIXES.iter().find_map(|prefix| class.strip_prefix(prefix)).and_then(language));
    let led = || classes.windows(2).find_map(|pair| LEADERS.contains(&pair[0].as_str()).then(|| language(&pair[1]))?);
    prefixed.or_else(led)
}

fn language(written: &str) -> Option<String> {
    let name = written.strip_prefix("src-").unwrap_or(written).trim_end_matches(';');
    (is_name(name) && !NO_LANGUAGES.contains(&name)).then(|| name.to_owned())
}

fn is_name(text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '+' | '#' | '.' | '-');
    (1..=MAX_NAME_BYTES).contains(&text.len()) && text.chars().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_class_that_names_a_language_is_found() {
        for (classes, expected) in [
            ("language-python", Some("python")),
            ("highlight language-shell hljs", Some("shell")),
            ("highlight-source-rust", Some("rust")),
            ("brush: php; toolbar: false", Some("php")),
            ("brush:js", Some("js")),
            ("sourceCode haskell", Some("haskell")),
            ("hljs lang-c++", Some("c++")),
            ("hljs cpp", Some("cpp")),
            ("src src-emacs-lisp", Some("emacs-lisp")),
            ("highlight-default notranslate", None),
            ("highlightjs", None),
            ("languages", None),
            ("code", None),
        ] {
            assert_eq!(language_of_classes(classes).as_deref(), expected, "{classes}");
        }
    }
}
