//! The names of a site -> whether a text is one of them.

use super::pieces::pieces;
use super::words::{letters, n_chars, words};
use crate::query::is_space;

/// Words around a site's name that its address does not have.
const FILLERS: [&str; 17] = [
    "com", "org", "net", "inc", "llc", "ltd", "blog", "co", "the", "official", "site", "website", "forum", "forums",
    "wiki", "magazine", "news",
];

/// What a site is called.
#[derive(Debug, Default)]
pub struct Site {
    /// The host, in small letters.
    pub host: Option<String>,
    names: Vec<String>,
    /// The parts of the host but for the last.
    labels: Vec<String>,
}

impl Site {
    /// `names` are those that the page states.
    pub fn new<'a>(names: impl Iterator<Item = &'a str>, host: Option<String>) -> Site {
        let mut own: Vec<String> = Vec::new();
        for name in names.map(letters) {
            if own.len() >= MOST_NAMES {
                break;
            }
            if !own.contains(&name) {
                own.push(name);
            }
        }
        let whole = host.as_deref().unwrap_or_default().to_lowercase();
        let labels = whole.rsplit_once('.').map_or("", |(labels, _)| labels);
        let labels = labels.split('.').map(letters).filter(|label| !label.is_empty() && label != "www").collect();
        Site { host, names: own, labels }
    }

    /// Whether a text is the name of the site: one of its names, or the one in its address.
    pub fn is_called(&self, text: &str) -> bool {
        let own = letters(text);
        own.is_empty() || self.names.iter().any(|name| is_name(&own, name)) || self.is_address(text, &own)
    }

    fn is_address(&self, text: &str, own: &str) -> bool {
        if self.labels.is_empty() {
            return false;
        }
        let words: Vec<String> = words(text).into_iter().filter(|word| !FILLERS.contains(&word.as_str())).collect();
        let joined = words.concat();
        let initials: String = words.iter().filter_map(|word| word.chars().next()).collect();
        self.labels
            .iter()
            .any(|label| is_name(own, label) || is_name(&joined, label) || (n_chars(label) > 2 && initials == *label))
    }

    /// A title without the site's name at its end, or else at its beginning.
    pub fn without(&self, title: &str) -> String {
        let mut parts = pieces(title);
        let n_parts = parts.len();
        while parts.len() > 1 && self.is_called(parts[parts.len() - 1].text) {
            parts.pop();
        }
        if parts.len() == n_parts && n_parts > 1 && self.is_called(parts[0].text) {
            parts.remove(0);
        }
        let mut joined = parts[0].text.to_owned();
        for part in &parts[1..] {
            joined.push_str(part.mark);
            joined.push_str(part.text);
        }
        joined.trim_matches(is_space).to_owned()
    }
}

/// A page that states more names than these repeats something else.
const MOST_NAMES: usize = 1_000;

/// Whether two names are the same, or one is most of the other.
fn is_name(one: &str, other: &str) -> bool {
    let (n_one, n_other) = (n_chars(one), n_chars(other));
    let (shorter, n_shorter, longer, n_longer) =
        if n_one <= n_other { (one, n_one, other, n_other) } else { (other, n_other, one, n_one) };
    shorter == longer || (n_shorter > 3 && n_longer <= 2 * n_shorter + 2 && longer.contains(shorter))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(names: &[&str], host: &str) -> Site {
        Site::new(names.iter().copied(), Some(host.to_owned()))
    }

    #[test]
    fn the_name_in_an_address_is_that_of_the_site() {
        let arch = site(&[], "bbs.archlinux.org");
        assert!(arch.is_called("Arch Linux Forums"));
        assert!(!arch.is_called("What happened with Arch Linux in 2024"));
        assert!(site(&[], "www.bbc.co.uk").is_called("British Broadcasting Corporation"));
        assert!(arch.is_called("–") && !site(&["Tea"], "x").is_called("Coffee"));
    }

    #[test]
    fn titles_lose_the_name_of_the_site() {
        assert_eq!(site(&["The Daily Kettle"], "").without("Tea time - The Daily Kettle"), "Tea time");
        assert_eq!(site(&[], "www.kettle.example").without("Kettle | Tea | Time"), "Tea | Time");
        assert_eq!(site(&[], "").without("Tea - time"), "Tea - time");
    }
}
