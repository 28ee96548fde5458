//! Surroundings -> claims of authors: lines like "By Jane Doe", links to author pages, elements with such a class.

use crate::metadata::claims::{Claims, Values};
use crate::metadata::values::words::{after, small};
use crate::page::PageView;
use crate::query::{self, AuthorMark, Surroundings, is_space, is_word};

/// A link may hold a span or two: elements from a text upwards that may be the link.
const LINK_DEPTH: usize = 3;
const SIGNERS: [&str; 10] =
    ["written", "posted", "published", "words", "story", "article", "text", "created", "started", "authored"];
const LABELS: [&str; 4] = ["authors", "author", "contributors", "contributor"];
const ADDRESSED: [&str; 5] = ["you", "your", "we", "our", "us"];
/// Parts of classes of elements that are about an author, but not the name.
const NOT_AUTHOR: [&str; 14] = [
    "bio", "avatar", "image", "img", "photo", "desc", "about", "social", "box", "thumb", "card", "follow", "role",
    "job",
];
/// The same at the end of a word.
const NOT_AUTHOR_ENDS: [&str; 2] = ["title", "date"];
const AUTHOR_FOLDERS: [&str; 16] = [
    "authors",
    "author",
    "contributors",
    "contributor",
    "users",
    "user",
    "members",
    "member",
    "profiles",
    "profile",
    "people",
    "writers",
    "writer",
    "team",
    "staff",
    "u",
];

/// The claims of lines near the heading (`line`), of the first link after it to the page of an author (`link`), and of
/// elements with such a class by their place (`class after the heading`).
pub fn bylines(page: PageView<'_>, around: &Surroundings, marked: &[usize]) -> Claims {
    let mut pairs = Vec::new();
    for line in around.signed_lines(page) {
        pairs.extend(signed(page, line).into_iter().map(|name| ("line".into(), name)));
    }
    let link = around.author_links(page).into_iter().find(|(address, _)| is_author_page(address));
    pairs.extend(link.map(|(_, text)| ("link".into(), text)));
    let marks = if marked.is_empty() { Vec::new() } else { around.authors(page, marked) };
    pairs.extend(innermost(marks).into_iter().map(|(place, text)| (place.into(), text)));
    Claims::collect(pairs)
}

/// What follows the words of a line that say who wrote something.
fn unsigned(line: &str) -> Option<&str> {
    let with_signer = SIGNERS.iter().find_map(|word| {
        let rest = after(line, word)?;
        let by = rest.trim_start_matches(is_space);
        if by.len() < rest.len() { after(by, "by") } else { None }
    });
    let by = with_signer.or_else(|| after(line, "by")).filter(|rest| !rest.starts_with(is_word));
    if let Some(rest) = by {
        return Some(rest.strip_prefix(':').unwrap_or(rest).trim_start_matches(is_space));
    }
    let label =
        LABELS.iter().filter_map(|word| after(line, word)?.trim_start_matches(is_space).strip_prefix(':')).next();
    label.map(|rest| rest.trim_start_matches(is_space))
}

/// Whether a line speaks to its readers, or ends like a sentence.
fn is_sentence(line: &str) -> bool {
    let is_addressed = |word: &str| ADDRESSED.iter().any(|known| after(word, known).is_some_and(str::is_empty));
    line.ends_with('.') || line.split(|letter| !is_word(letter)).any(is_addressed)
}

fn signed(page: PageView<'_>, line: query::SignedLine) -> Values {
    let Some(rest) = unsigned(&line.text).filter(|_| !is_sentence(&line.text)) else { return Vec::new() };
    // A link right after "by" is a name, and so are the other links; the words between them describe the people.
    let links = query::links_in_block(page, line.block, LINK_DEPTH).into_iter();
    let texts = links.map(|row| query::value_text(page, row as usize));
    let names: Values = texts.filter(|text| !text.is_empty()).collect();
    if names.first().is_some_and(|first| rest.starts_with(first.as_str())) {
        return names;
    }
    if rest.is_empty() { line.after.into_iter().collect() } else { vec![rest.to_owned()] }
}

/// Whether an address is that of the page of an author.
pub fn is_author_page(address: &str) -> bool {
    let is_end = |rest: &str| rest.is_empty() || rest == "\n" || rest.starts_with(['?', '#']);
    let is_folder = |rest: &str| {
        AUTHOR_FOLDERS.iter().any(|folder| {
            let Some(own) = after(rest, folder).and_then(|rest| rest.strip_prefix('/')) else { return false };
            let stop = own.find(['/', '?', '#']).unwrap_or(own.len());
            let left = &own[stop..];
            stop > 0 && is_end(left.strip_prefix('/').unwrap_or(left))
        })
    };
    address.char_indices().any(|(place, mark)| match mark {
        '/' => is_folder(&address[place + 1..]),
        '?' | '&' => after(&address[place + 1..], "author=").is_some(),
        _ => false,
    })
}

/// Whether an element with the class of an author is one, by the other words of its class.
pub fn is_author(class: &str) -> bool {
    let small = small(class);
    let ends =
        |word: &str| small.match_indices(word).any(|(place, _)| !small[place + word.len()..].starts_with(is_word));
    !NOT_AUTHOR.iter().any(|word| small.contains(word)) && !NOT_AUTHOR_ENDS.iter().any(|word| ends(word))
}

/// Elements with the class of an author: the innermost ones, and of those the first and its neighbours.
fn innermost(marks: Vec<AuthorMark>) -> Vec<(&'static str, String)> {
    let are_authors: Vec<bool> =
        marks.iter().map(|mark| is_author(mark.class.as_deref().unwrap_or_default())).collect();
    let spans: Vec<(u32, u32)> = marks.iter().map(|mark| (mark.row, mark.end)).collect();
    let mut first_parents: Vec<(&'static str, i64)> = Vec::new();
    let mut found = Vec::new();
    for (number, mark) in marks.into_iter().enumerate() {
        let has_inner = spans.get(number + 1).is_some_and(|next| next.0 < spans[number].1) && are_authors[number + 1];
        let Some(text) = mark.text.filter(|_| are_authors[number] && !has_inner) else { continue };
        let Some(place) = class_at(mark.place) else { continue };
        let parent = match first_parents.iter().find(|(own, _)| *own == place) {
            Some((_, parent)) => *parent,
            None => {
                first_parents.push((place, mark.parent));
                mark.parent
            }
        };
        if parent == mark.parent {
            found.push((place, text));
        }
    }
    found
}

fn class_at(place: query::Place) -> Option<&'static str> {
    match place {
        query::Place::Before => Some("class before the heading"),
        query::Place::After => Some("class after the heading"),
        query::Place::Elsewhere => Some("class elsewhere"),
        query::Place::Apart => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_signed_by_their_first_words() {
        assert_eq!(unsigned("By Jane Doe"), Some("Jane Doe"));
        assert_eq!(unsigned("WRITTEN  by: Jane"), Some("Jane"));
        assert_eq!(unsigned("Authors : A, B"), Some("A, B"));
        assert_eq!((unsigned("by"), unsigned("Bye Jane"), unsigned("Author Jane")), (Some(""), None, None));
        assert!(is_sentence("By your leave") && is_sentence("By Jane.") && !is_sentence("By Yourke"));
    }

    #[test]
    fn pages_of_authors_are_known_by_their_addresses() {
        for address in ["/Author/jane", "/authors/jane/?x", "/u/x", "/x?author=3", "/team/a/b/people/jane#top"] {
            assert!(is_author_page(address), "{address}");
        }
        for address in ["/author/", "/author/jane/tea", "/authority/x", "/tea", "author/jane"] {
            assert!(!is_author_page(address), "{address}");
        }
    }

    #[test]
    fn classes_about_an_author_are_not_the_name() {
        assert!(is_author("post-author") && is_author("author-titles updated"));
        assert!(!["author-BIO", "author title", "author-date"].into_iter().any(is_author));
    }
}
