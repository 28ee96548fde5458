//! An address as it is written -> one that is absolute where it can be, and safe to follow.

/// Schemes that fetch something or write to somebody; not javascript, data, vbscript or file.
const SAFE_SCHEMES: &[&str] =
    &["http", "https", "mailto", "tel", "ftp", "ftps", "sftp", "geo", "sms", "xmpp", "irc", "ircs", "news", "magnet"];

/// A longer address is left out: nobody follows it, and `<base>` would repeat it in every link.
pub const MAX_ADDRESS_BYTES: usize = 4_096;

/// Bytes that resolving may add to all addresses of a page together: this many, plus a multiple of the page's own size.
const MAX_ADDED_BYTES: usize = 1_000_000;
const MAX_ADDED_SHARE: usize = 4;

/// Bytes that resolving may add to the addresses of a page with a source of some bytes.
pub fn most_added(source_bytes: usize) -> usize {
    MAX_ADDED_BYTES + MAX_ADDED_SHARE * source_bytes
}

/// Resolves the addresses of one page within a budget, and counts those that were left out for their length.
#[derive(Clone, Debug, Default)]
pub struct Resolver {
    base: Base,
    budget: usize,
    /// How many addresses were left out.
    pub n_too_long: usize,
}

impl Resolver {
    /// `base` is what relative addresses are relative to, empty if that is not known.
    pub fn new(base: &str, source_bytes: usize) -> Self {
        Self::with_budget(base, most_added(source_bytes))
    }

    /// The same with another number of bytes that it may add.
    pub fn with_budget(base: &str, budget: usize) -> Self {
        let base = if base.len() > MAX_ADDRESS_BYTES { Base::default() } else { Base::new(base) };
        Resolver { base, budget, n_too_long: 0 }
    }

    /// How many bytes it may still add.
    pub fn n_left(&self) -> usize {
        self.budget
    }

    /// The address as a browser would go there; None if that is not safe, or too long.
    pub fn resolve(&mut self, written: &str) -> Option<String> {
        if written.len() > MAX_ADDRESS_BYTES {
            self.n_too_long += 1;
            return None;
        }
        let resolved = self.base.resolve(written)?;
        let added = resolved.len().saturating_sub(written.len());
        if resolved.len() > MAX_ADDRESS_BYTES || added > self.budget {
            self.n_too_long += 1;
            return None;
        }
        self.budget -= added;
        Some(resolved)
    }
}

/// What relative addresses are relative to.
#[derive(Clone, Debug, Default)]
pub struct Base {
    /// Without a fragment; empty if the base is unknown.
    whole: String,
    /// Where the path begins in it, and where it stops; both 0 if it has no authority.
    path: (usize, usize),
}

impl Base {
    pub fn new(address: &str) -> Self {
        let whole = cleaned(address).split('#').next().unwrap_or_default().to_owned();
        let path = whole.find("://").map_or((0, 0), |at| {
            let start = whole[at + 3..].find(['/', '?']).map_or(whole.len(), |found| at + 3 + found);
            (start, whole[start..].find('?').map_or(whole.len(), |found| start + found))
        });
        Base { whole, path }
    }

    /// The address as a browser would go there; None if that is not safe.
    pub fn resolve(&self, written: &str) -> Option<String> {
        let address = cleaned(written);
        if let Some(scheme) = scheme_of(&address) {
            return is_safe(scheme).then_some(address);
        }
        // A colon before the first slash that ends no scheme is a scheme with a slip in it: `ht tp://`, `1http:`.
        if address.find(['/', '?', '#']).map_or(&*address, |stop| &address[..stop]).contains(':') {
            return None;
        }
        let is_known = self.path.0 > 0 && scheme_of(&self.whole).is_some_and(is_safe);
        if !is_known {
            return (!address.is_empty()).then_some(address);
        }
        let (origin, path) = (&self.whole[..self.path.0], &self.whole[self.path.0..self.path.1]);
        Some(match address.as_bytes() {
            [] => self.whole.clone(),
            [b'/', b'/', ..] => origin[..origin.find(':').map_or(0, |at| at + 1)].to_owned() + &address,
            [b'/', ..] => origin.to_owned() + &without_dots(&address),
            [b'?', ..] => self.whole[..self.path.1].to_owned() + &address,
            [b'#', ..] => self.whole.clone() + &address,
            _ => {
                let folder = &path[..path.rfind('/').map_or(0, |at| at + 1)];
                let folder = if folder.is_empty() { "/" } else { folder };
                origin.to_owned() + &without_dots(&(folder.to_owned() + &address))
            }
        })
    }
}

/// What a browser does before it looks at an address: it removes all tabs and line feeds.
fn cleaned(written: &str) -> String {
    let trimmed = written.trim_matches(|c: char| c <= ' ');
    if trimmed.bytes().any(|byte| matches!(byte, b'\t' | b'\n' | b'\r')) {
        trimmed.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect()
    } else {
        trimmed.to_owned()
    }
}

fn scheme_of(address: &str) -> Option<&str> {
    let stop = address.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '+' | '.' | '-')))?;
    (address.as_bytes()[stop] == b':' && address.as_bytes()[0].is_ascii_alphabetic()).then(|| &address[..stop])
}

fn is_safe(scheme: &str) -> bool {
    SAFE_SCHEMES.iter().any(|safe| scheme.eq_ignore_ascii_case(safe))
}

/// A path with `.` and `..` followed; what comes after it stays.
fn without_dots(address: &str) -> String {
    let stop = address.find(['?', '#']).unwrap_or(address.len());
    let (path, rest) = address.split_at(stop);
    if !path.contains("/.") {
        return address.to_owned();
    }
    let mut segments: Vec<&str> = Vec::new();
    let mut parts = path[1..].split('/').peekable();
    while let Some(part) = parts.next() {
        let is_last = parts.peek().is_none();
        match part {
            "." | ".." => {
                if part == ".." {
                    segments.pop();
                }
                if is_last {
                    segments.push("");
                }
            }
            _ => segments.push(part),
        }
    }
    format!("/{}{rest}", segments.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(written: &str) -> Option<String> {
        Base::new("https://example.org/a/b/c.html?q=1#f").resolve(written)
    }

    #[test]
    fn relative_addresses_become_absolute() {
        for (written, expected) in [
            ("d.html", "https://example.org/a/b/d.html"),
            ("./d", "https://example.org/a/b/d"),
            ("../d", "https://example.org/a/d"),
            ("../../../d", "https://example.org/d"),
            ("..", "https://example.org/a/"),
            ("/x/../y?z=../w", "https://example.org/y?z=../w"),
            ("//cdn.example.com/x", "https://cdn.example.com/x"),
            ("?p=2", "https://example.org/a/b/c.html?p=2"),
            ("#top", "https://example.org/a/b/c.html?q=1#top"),
            ("", "https://example.org/a/b/c.html?q=1"),
            (" ht\ntp://x.org/ ", "http://x.org/"),
            ("mailto:a@b.c", "mailto:a@b.c"),
        ] {
            assert_eq!(resolved(written).as_deref(), Some(expected), "{written}");
        }
    }

    #[test]
    fn what_could_run_is_no_address() {
        for written in
            ["javascript:alert(1)", " java\tscript:x", "DATA:text/html,x", "vbscript:x", "file:///etc/passwd"]
        {
            assert_eq!(resolved(written), None, "{written}");
        }
    }

    #[test]
    fn mistyped_schemes_are_no_addresses() {
        for written in ["htts://x.org/", "ht tp://x.org/", "1http://x.org", "hттp://x.org", ":x"] {
            assert_eq!(Base::default().resolve(written).filter(|address| address.contains(':')), None, "{written}");
            assert_ne!(resolved(written).as_deref(), Some(written));
        }
        assert_eq!(Base::default().resolve("a/b:c").as_deref(), Some("a/b:c"));
    }

    #[test]
    fn long_addresses_are_left_out_and_counted() {
        let mut resolver = Resolver::new("https://example.org/", 0);
        assert_eq!(resolver.resolve(&"x".repeat(MAX_ADDRESS_BYTES + 1)), None);
        assert_eq!(resolver.resolve(&"x".repeat(MAX_ADDRESS_BYTES)), None);
        assert_eq!(resolver.resolve("x").as_deref(), Some("https://example.org/x"));
        assert_eq!(resolver.n_too_long, 2);
    }

    #[test]
    fn a_long_base_is_not_repeated_without_end() {
        let mut resolver = Resolver::new(&format!("https://example.org/{}/", "x".repeat(3_000)), 1_000);
        let n_bytes: usize = (0..10_000).filter_map(|_| resolver.resolve("y")).map(|address| address.len()).sum();
        assert!(n_bytes < 1_100_000, "{n_bytes}");
        assert!(resolver.n_too_long > 9_000);
    }

    #[test]
    fn without_a_base_relative_addresses_stay() {
        assert_eq!(Base::default().resolve("a/b").as_deref(), Some("a/b"));
        assert_eq!(Base::new("about:blank").resolve("a/b").as_deref(), Some("a/b"));
        assert_eq!(Base::default().resolve(""), None);
    }
}
