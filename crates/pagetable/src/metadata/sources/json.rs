//! A script's source -> the JSON value in it, as rows: a value before what is in it, and a subtree is a slice.
//!
//! Numbers are texts: one may have a million digits. Halves of surrogate pairs become U+FFFD. What is not JSON is `None`;
//! a reader that never fails is the caller's.

use std::borrow::Cow;
use std::collections::HashSet;

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    /// Also NaN and infinities.
    Null,
    /// true or false.
    Bool(bool),
    /// A text or a number.
    Text(Cow<'a, str>),
    /// What is in it follows it.
    List,
    /// The same, with keys.
    Object,
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub struct Row<'a> {
    /// Its key, if it is in an object.
    pub key: Cow<'a, str>,
    /// The value.
    pub value: Value<'a>,
    /// The row after what is in it.
    pub end: usize,
}

/// Values of scripts, one after the other.
#[derive(Debug, Default)]
pub struct Json<'a> {
    rows: Vec<Row<'a>>,
    /// The rows that are in no other.
    pub roots: Vec<usize>,
}

impl<'a> Json<'a> {
    /// Adds the value of a source; `None`, and nothing added, if it is not JSON or is nested deeper than `max_depth`.
    pub fn add(&mut self, source: &'a str, max_depth: usize) -> Option<()> {
        let root = self.rows.len();
        let mut reader = Reader { source, at: 0, rows: &mut self.rows, open: Vec::new(), max_depth };
        if reader.read().is_none() {
            self.rows.truncate(root);
            return None;
        }
        self.roots.push(root);
        Some(())
    }

    /// The value of a row.
    pub fn value(&self, row: usize) -> &Value<'a> {
        &self.rows[row].value
    }

    /// The rows of what a list or an object has in it, in order. A key that is there twice has its last value.
    pub fn members(&self, row: usize) -> Vec<usize> {
        let (mut found, mut at) = (Vec::new(), row + 1);
        while at < self.rows[row].end {
            found.push(at);
            at = self.rows[at].end;
        }
        if self.rows[row].value == Value::Object {
            let mut seen = HashSet::new();
            let mut last: Vec<usize> =
                found.into_iter().rev().filter(|&row| seen.insert(&self.rows[row].key)).collect();
            last.reverse();
            return last;
        }
        found
    }

    /// The row of a key of an object.
    pub fn get(&self, row: usize, key: &str) -> Option<usize> {
        let (mut found, mut at) = (None, row + 1);
        while at < self.rows[row].end {
            if self.rows[at].key == key {
                found = Some(at);
            }
            at = self.rows[at].end;
        }
        found.filter(|_| self.rows[row].value == Value::Object)
    }

    /// The text of a row, if it is one.
    pub fn text(&self, row: usize) -> Option<&str> {
        match &self.rows[row].value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether a value is neither null, false nor empty.
    pub fn is_truthy(&self, row: usize) -> bool {
        match &self.rows[row].value {
            Value::Null => false,
            Value::Bool(is_true) => *is_true,
            Value::Text(text) => !text.is_empty(),
            Value::List | Value::Object => self.rows[row].end > row + 1,
        }
    }
}

struct Reader<'a, 'r> {
    source: &'a str,
    at: usize,
    rows: &'r mut Vec<Row<'a>>,
    /// The rows of open lists and objects.
    open: Vec<usize>,
    max_depth: usize,
}

impl<'a> Reader<'a, '_> {
    fn read(&mut self) -> Option<()> {
        self.skip_space();
        self.value("".into())?;
        while let Some(&row) = self.open.last() {
            let is_first = self.rows.len() == row + 1;
            let is_object = self.rows[row].value == Value::Object;
            self.skip_space();
            match self.next()? {
                b']' if !is_object => self.close(),
                b'}' if is_object => self.close(),
                b',' if !is_first => {
                    self.skip_space();
                    self.member(is_object)?;
                }
                _ if is_first => {
                    self.at -= 1;
                    self.member(is_object)?;
                }
                _ => return None,
            }
        }
        self.skip_space();
        (self.at == self.source.len()).then_some(())
    }

    fn member(&mut self, is_object: bool) -> Option<()> {
        if !is_object {
            return self.value("".into());
        }
        (self.next()? == b'"').then_some(())?;
        let key = self.text()?;
        self.skip_space();
        (self.next()? == b':').then_some(())?;
        self.skip_space();
        self.value(key)
    }

    fn close(&mut self) {
        if let Some(row) = self.open.pop() {
            self.rows[row].end = self.rows.len();
        }
    }

    fn value(&mut self, key: Cow<'a, str>) -> Option<()> {
        let rest = &self.source[self.at..];
        let words = [
            ("null", Value::Null),
            ("true", Value::Bool(true)),
            ("false", Value::Bool(false)),
            ("NaN", Value::Null),
            ("Infinity", Value::Null),
            ("-Infinity", Value::Null),
        ];
        let first = *rest.as_bytes().first()?;
        let value = match first {
            b'"' => {
                self.at += 1;
                Value::Text(self.text()?)
            }
            b'[' | b'{' => {
                self.at += 1;
                self.open.push(self.rows.len());
                if self.open.len() > self.max_depth {
                    return None;
                }
                if first == b'[' { Value::List } else { Value::Object }
            }
            _ => match words.into_iter().find(|(word, _)| rest.starts_with(word)) {
                Some((word, value)) => {
                    self.at += word.len();
                    value
                }
                None => {
                    let number = &rest[..number_bytes(rest.as_bytes())?];
                    self.at += number.len();
                    Value::Text(number.into())
                }
            },
        };
        self.rows.push(Row { key, value, end: self.rows.len() + 1 });
        Some(())
    }

    /// The text that begins after a quote.
    fn text(&mut self) -> Option<Cow<'a, str>> {
        let bytes = self.source.as_bytes();
        let start = self.at;
        let stop = start + memchr::memchr2(b'"', b'\\', &bytes[start..])?;
        self.at = stop + 1;
        if bytes[stop] == b'"' {
            return Some(self.source[start..stop].into());
        }
        let mut out = self.source[start..stop].to_owned();
        loop {
            // A backslash was read last.
            out.push(self.escape()?);
            let from = self.at;
            let stop = from + memchr::memchr2(b'"', b'\\', &bytes[from..])?;
            out.push_str(&self.source[from..stop]);
            self.at = stop + 1;
            if bytes[stop] == b'"' {
                return Some(out.into());
            }
        }
    }

    fn escape(&mut self) -> Option<char> {
        Some(match self.next()? {
            b'n' => '\n',
            b't' => '\t',
            b'r' => '\r',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            letter @ (b'"' | b'\\' | b'/') => letter as char,
            b'u' => {
                let code = self.code()?;
                if (0xd800..0xdc00).contains(&code) && self.source[self.at..].starts_with("\\u") {
                    let before = self.at;
                    self.at += 2;
                    if let Some(low @ 0xdc00..0xe000) = self.code() {
                        return char::from_u32(0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00));
                    }
                    self.at = before;
                }
                char::from_u32(code).unwrap_or('\u{fffd}')
            }
            _ => return None,
        })
    }

    fn code(&mut self) -> Option<u32> {
        let digits = self.source.as_bytes().get(self.at..self.at + 4)?;
        let is_hex = digits.iter().all(u8::is_ascii_hexdigit);
        let code = u32::from_str_radix(std::str::from_utf8(digits).ok().filter(|_| is_hex)?, 16).ok()?;
        self.at += 4;
        Some(code)
    }

    fn next(&mut self) -> Option<u8> {
        let byte = *self.source.as_bytes().get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    fn skip_space(&mut self) {
        let rest = &self.source.as_bytes()[self.at..];
        self.at += rest.iter().position(|byte| !b" \t\n\r".contains(byte)).unwrap_or(rest.len());
    }
}

/// The bytes of the number that a text begins with.
fn number_bytes(text: &[u8]) -> Option<usize> {
    let digits = |from: usize| text[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut at = usize::from(text.first() == Some(&b'-'));
    match *text.get(at)? {
        b'0' => at += 1,
        b'1'..=b'9' => at += digits(at),
        _ => return None,
    }
    if text.get(at) == Some(&b'.') && digits(at + 1) > 0 {
        at += 1 + digits(at + 1);
    }
    if matches!(text.get(at), Some(b'e' | b'E')) {
        let start = at + 1 + usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
        if start <= text.len() && digits(start) > 0 {
            at = start + digits(start);
        }
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(json: &Json, row: usize) -> String {
        // Only flat values are tested, so that this may go down by itself once.
        let one = |row: usize| match json.value(row) {
            Value::Text(text) => format!("'{text}'"),
            value => format!("{value:?}"),
        };
        let members: Vec<String> = json.members(row).into_iter().map(one).collect();
        format!("{}{members:?}", one(row))
    }

    fn read(source: &str) -> Option<String> {
        let mut json = Json::default();
        json.add(source, 9)?;
        Some(written(&json, 0))
    }

    #[test]
    fn values_are_rows_before_what_is_in_them() {
        let mut json = Json::default();
        json.add(r#" {"a": [1, -2.5e3, NaN], "b": {"c": "x\u00e9\ud83d\ude00\ud83d\n"}, "a": true} "#, 9).unwrap();
        assert_eq!(json.value(json.get(0, "a").unwrap()), &Value::Bool(true));
        let inner = json.get(0, "b").unwrap();
        assert_eq!(json.text(json.get(inner, "c").unwrap()), Some("xé😀\u{fffd}\n"));
        assert_eq!(json.members(0).len(), 2);
        assert_eq!(written(&json, 1), r#"List["'1'", "'-2.5e3'", "Null"]"#);
        assert!(json.is_truthy(inner) && json.get(inner, "a").is_none() && json.get(1, "a").is_none());
        json.add("\"next\"", 9).unwrap();
        assert_eq!((json.roots.len(), json.text(json.roots[1])), (2, Some("next")));
    }

    #[test]
    fn what_is_not_json_is_left_to_the_caller() {
        let broken =
            ["", "{", "[1,]", "[,1]", "{\"a\"}", "{a: 1}", "[1 2]", "01", "1.", "\"x", r#""\x""#, "[1]]", "[}", "nul"];
        for source in broken {
            assert_eq!(read(source), None, "{source}");
        }
        assert_eq!(read(&"[".repeat(10)), None);
        let mut json = Json::default();
        assert!(json.add("[1, {", 9).is_none() && json.rows.is_empty());
        let n_levels = if cfg!(miri) { 100 } else { 100_000 };
        let deep = "[".repeat(n_levels) + &"]".repeat(n_levels);
        assert!(json.add(&deep, usize::MAX).is_some());
    }

    #[test]
    fn empty_values_are_not_true() {
        let mut json = Json::default();
        json.add(r#"[null, false, "", [], {}, 0, [0]]"#, 9).unwrap();
        let truths: Vec<bool> = json.members(0).into_iter().map(|row| json.is_truthy(row)).collect();
        assert_eq!(truths, [false, false, false, false, false, true, true]);
    }
}
