//! A title -> its parts between separators.

use crate::query::is_space;

/// A part of a title.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece<'a> {
    /// The separator before it, with the white space around it.
    pub mark: &'a str,
    /// Its text.
    pub text: &'a str,
}

/// The parts of a title, each with the separator before it. There is always one.
pub fn pieces(title: &str) -> Vec<Piece<'_>> {
    let whole = Piece { mark: "", text: title };
    if !may_have_separator(title) {
        return vec![whole];
    }
    let letters: Vec<(usize, char)> = title.char_indices().collect();
    let place = |at: usize| letters.get(at).map_or(title.len(), |(place, _)| *place);
    let (mut found, mut start, mut mark, mut at) = (Vec::new(), 0, "", 0);
    while at < letters.len() {
        let Some(stop) = separator_at(&letters, at) else {
            // What does not begin at the first character of white space does not begin at a later one.
            at = after(&letters, at, is_space).max(at + 1);
            continue;
        };
        if at > start {
            found.push(Piece { mark, text: &title[place(start)..place(at)] });
            (start, mark) = (stop, &title[place(at)..place(stop)]);
        }
        at = stop;
    }
    found.push(Piece { mark, text: &title[place(start)..] });
    found.retain(|piece| !piece.text.trim_matches(is_space).is_empty());
    if found.is_empty() { vec![whole] } else { found }
}

/// Few titles have one of these characters.
fn may_have_separator(title: &str) -> bool {
    title.chars().any(|letter| "|–—·•»«›‹/~⋆*-:｜_".contains(letter))
}

fn after(letters: &[(usize, char)], at: usize, is_kind: impl Fn(char) -> bool) -> usize {
    let rest = letters.get(at..).unwrap_or_default();
    at + rest.iter().position(|(_, letter)| !is_kind(*letter)).unwrap_or(rest.len())
}

/// The place after the separator that begins at a place.
fn separator_at(letters: &[(usize, char)], at: usize) -> Option<usize> {
    let letter = |at: usize| letters.get(at).map(|(_, letter)| *letter);
    let is_wide = |at: usize| letter(at).is_some_and(|letter| !letter.is_ascii());
    let was_wide = at > 0 && is_wide(at - 1);
    let inner = after(letters, at, is_space);
    let dashes = after(letters, inner, |letter| letter == '-') - inner;
    if inner > at {
        let stop = match letter(inner) {
            Some('-') if dashes <= 3 => Some(inner + dashes),
            Some(':') if letter(inner + 1) == Some(':') => Some(inner + 2),
            Some(mark) if "|–—·•»«›‹/~⋆*".contains(mark) => Some(inner + 1),
            _ => None,
        };
        let with_space = stop.map(|stop| (stop, after(letters, stop, is_space)));
        if let Some((_, stop)) = with_space.filter(|(mark, stop)| stop > mark) {
            return Some(stop);
        }
    }
    match letter(inner)? {
        '|' | '｜' => Some(after(letters, inner + 1, is_space)),
        '»' | '›' if inner > at => Some(after(letters, inner + 1, is_space)),
        // Chinese and Japanese titles have no spaces around their separators.
        '_' if inner == at && (was_wide || is_wide(at + 1)) => Some(at + 1),
        '-' if inner == at && was_wide && dashes <= 3 && is_wide(at + dashes) => Some(at + dashes),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(title: &str) -> Vec<&str> {
        pieces(title).into_iter().map(|piece| piece.text).collect()
    }

    #[test]
    fn titles_are_cut_at_their_separators() {
        assert_eq!(texts("Tea | Time - Kettle::x :: y"), ["Tea", "Time", "Kettle::x", "y"]);
        assert_eq!(texts("a|b »c ---- d --- e"), ["a", "b", "c ---- d", "e"]);
        assert_eq!(texts("茶的历史_茶壶-网 x_y"), ["茶的历史", "茶壶", "网 x_y"]);
        assert_eq!(texts("Tea-time: now"), ["Tea-time: now"]);
    }

    #[test]
    fn a_title_of_separators_is_one_part() {
        assert_eq!(texts("::"), ["::"]);
        assert_eq!(texts(" | | "), [" | "]);
        assert_eq!(texts("| Tea |"), ["| Tea"]);
        assert_eq!(texts(""), [""]);
    }
}
