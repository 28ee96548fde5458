//! The page's address -> its host, its path and the day that many addresses have in their path.

use crate::query::{Letters, Months, is_digit};

/// The host of an address that needs no parsing: `http` or `https`, a host of ASCII without a port, and what follows it.
pub fn plain_host(address: &str) -> Option<&str> {
    let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"))?;
    let stop = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let host = &rest[..stop];
    let is_host = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'-';
    (host.starts_with(|first: char| first.is_ascii_alphanumeric()) && host.bytes().all(is_host)).then_some(host)
}

/// The path of an address, without the stroke it begins with, and all that follows it.
pub fn path(address: &str) -> &str {
    let rest = address.split_once("://").map_or("", |(_, rest)| rest);
    rest.split_once('/').map_or("", |(_, path)| path)
}

/// Year, month and day of an address, if it has all three.
pub fn day_in(address: &str, months: &Months) -> Option<String> {
    let has_year = address.as_bytes().windows(2).any(|pair| matches!(pair, b"19" | b"20"));
    if !has_year {
        return None;
    }
    let text = Letters::of(address, usize::MAX);
    if let Some(day) = (0..text.len()).find_map(|at| apart(&text, at).or_else(|| together(&text, at))) {
        return Some(day);
    }
    let (year, name, day) = (0..text.len()).find_map(|at| named(&text, at))?;
    Some(format!("{year}-{:02}-{day:0>2}", months.number(&name, "")?))
}

fn year_at(text: &Letters, at: usize) -> Option<usize> {
    let is_century = text.literal(at, "19").or_else(|| text.literal(at, "20")).is_some();
    (is_century && text.has(at + 2, is_digit) && text.has(at + 3, is_digit)).then_some(at + 4)
}

fn is_end(text: &Letters, at: usize, marks: &str) -> bool {
    at == text.len() || text.has(at, |letter| marks.contains(letter))
}

/// /2024/03/05/
fn apart(text: &Letters, at: usize) -> Option<String> {
    let is_mark = |letter: char| "/-_".contains(letter);
    let year = text.has(at, |letter| letter == '/').then(|| year_at(text, at + 1))??;
    let (_, month) = text.number(year + 1, 1..=2).filter(|_| text.has(year, is_mark))?;
    let (_, day) = text.number(month + 1, 1..=2).filter(|_| text.has(month, is_mark))?;
    let parts = [at + 1..year, year + 1..month, month + 1..day].map(|range| text.text(range));
    is_end(text, day, "/-_.").then(|| parts.join("-"))
}

/// -20240305. or /2024-03-05/
fn together(text: &Letters, at: usize) -> Option<String> {
    let dash = |at: usize| at + usize::from(text.has(at, |letter| letter == '-'));
    let two = |at: usize| (text.has(at, is_digit) && text.has(at + 1, is_digit)).then_some(at + 2);
    let year = text.has(at, |letter| "/-_".contains(letter)).then(|| year_at(text, at + 1))??;
    let month_at = dash(year);
    let month = two(month_at)?;
    let day_at = dash(month);
    let day = two(day_at)?;
    let parts = [at + 1..year, month_at..month, day_at..day].map(|range| text.text(range));
    is_end(text, day, "/-_.").then(|| parts.join("-"))
}

/// /2024/march/5/
fn named(text: &Letters, at: usize) -> Option<(String, String, String)> {
    let is_stroke = |at: usize| text.has(at, |letter| letter == '/');
    let year = is_stroke(at).then(|| year_at(text, at + 1))?.filter(|year| is_stroke(*year))?;
    let name = text.after(year + 1, |letter| letter.is_ascii_alphabetic() || "ſıİ\u{212a}".contains(letter));
    let (_, day) = text.number(name + 1, 1..=2).filter(|_| is_stroke(name) && (3..=9).contains(&(name - year - 1)))?;
    let parts = (text.text(at + 1..year), text.text(year + 1..name), text.text(name + 1..day));
    is_end(text, day, "/").then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::tests_months as months;

    #[test]
    fn days_are_found_in_paths() {
        let day = |address: &str| day_in(address, &months());
        assert_eq!(day("https://example.org/2024/03/05/tea").as_deref(), Some("2024-03-05"));
        assert_eq!(day("https://example.org/2024-3-5").as_deref(), Some("2024-3-5"));
        assert_eq!(day("https://example.org/tea-20240305.html").as_deref(), Some("2024-03-05"));
        assert_eq!(day("https://example.org/2024/March/5/tea").as_deref(), Some("2024-03-05"));
        for address in ["https://example.org/2024/tea", "/2024/tea/5/", "/2024/03/055", "/x2024/03/05", "/2024/may/123"]
        {
            assert_eq!(day(address), None, "{address}");
        }
    }

    #[test]
    fn only_plain_addresses_have_a_host_here() {
        assert_eq!(plain_host("https://WWW.a-b.example/x"), Some("WWW.a-b.example"));
        assert_eq!(plain_host("http://a?b"), Some("a"));
        for address in ["/a", "//a.b", "https://a:80/", "https://u@a/", "https://ä.example", "https://", "https://a\n"]
        {
            assert_eq!(plain_host(address), None, "{address}");
        }
        assert_eq!((path("https://a.b/c/d?e"), path("https://a.b"), path("/c")), ("c/d?e", "", ""));
    }
}
