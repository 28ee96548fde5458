//! `<!DOCTYPE ...>` -> its name and identifiers, and whether the page is in quirks mode.
//!
//! Quirks mode changes one thing for the page table: `<table>` does not close an open `<p>`.

use crate::bytes::{self, SPACE};

#[derive(Debug, Default, PartialEq)]
pub struct Doctype {
    pub name: Option<String>,
    pub public_id: Option<String>,
    pub system_id: Option<String>,
    pub force_quirks: bool,
}

/// Reads the text between `<!DOCTYPE` and `>`; `is_closed` is false if the source ended before a `>`.
pub fn read(text: &[u8], is_closed: bool) -> Doctype {
    let mut doctype = Doctype { force_quirks: !is_closed, ..Doctype::default() };
    let start = bytes::skip_space(text, 0);
    if start == text.len() {
        doctype.force_quirks = true;
        return doctype;
    }
    let name_stop = text[start..].iter().position(|&b| bytes::is(b, SPACE)).map_or(text.len(), |n| start + n);
    doctype.name = Some(decoded(&text[start..name_stop]).to_ascii_lowercase());
    let at = bytes::skip_space(text, name_stop);
    if at == text.len() {
        return doctype;
    }
    if bytes::has_word(text, at, b"public") {
        read_public(text, at + 6, &mut doctype, is_closed);
    } else if bytes::has_word(text, at, b"system") {
        read_system(text, at + 6, &mut doctype, is_closed, true);
    } else {
        doctype.force_quirks = true;
    }
    doctype
}

fn read_public(text: &[u8], at: usize, doctype: &mut Doctype, is_closed: bool) {
    let Some((id, at, is_ended)) = identifier(text, at) else {
        doctype.force_quirks = true;
        return;
    };
    doctype.public_id = Some(id);
    if !is_ended {
        doctype.force_quirks = true;
    } else {
        read_system(text, at, doctype, is_closed, false);
    }
}

fn read_system(text: &[u8], at: usize, doctype: &mut Doctype, is_closed: bool, is_required: bool) {
    let Some((id, after, is_ended)) = identifier(text, at) else {
        let has_more = bytes::skip_space(text, at) < text.len();
        doctype.force_quirks |= is_required || has_more;
        return;
    };
    doctype.system_id = Some(id);
    // Junk behind the identifier is passed over to the end, be there a `>` or not.
    let has_junk = bytes::skip_space(text, after) < text.len();
    doctype.force_quirks = !is_ended || !is_closed && !has_junk;
}

/// A quoted string, the position after it, and whether its quote was closed.
fn identifier(text: &[u8], at: usize) -> Option<(String, usize, bool)> {
    let at = bytes::skip_space(text, at);
    let quote = *text.get(at).filter(|&&b| b == b'"' || b == b'\'')?;
    let stop = bytes::find(text, at + 1, quote);
    Some((decoded(&text[at + 1..stop]), (stop + 1).min(text.len()), stop < text.len()))
}

fn decoded(text: &[u8]) -> String {
    String::from_utf8_lossy(text).replace("\r\n", "\n").replace('\r', "\n").replace('\0', "\u{FFFD}")
}

/// Beginnings of public identifiers that mean quirks mode whatever follows them.
const QUIRKY: &[&str] = &[
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer",
    "-//netscape comm. corp.//dtd",
    "-//o'reilly and associates//dtd html",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava",
    "-//w3c//dtd html 3",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental",
    "-//w3c//dtd w3 html",
    "-//w3o//dtd w3 html",
    "-//webtechs//dtd mozilla html",
];

/// Beginnings that mean quirks mode only without a system identifier.
const QUIRKY_ALONE: &[&str] = &["-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//"];

impl Doctype {
    pub fn is_quirks(&self) -> bool {
        if self.force_quirks || self.name.as_deref() != Some("html") {
            return true;
        }
        let system = self.system_id.as_deref().map(str::to_ascii_lowercase);
        if system.as_deref() == Some("http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd") {
            return true;
        }
        let Some(public) = self.public_id.as_deref().map(str::to_ascii_lowercase) else {
            return false;
        };
        let begins = |list: &[&str]| list.iter().any(|start| public.starts_with(start));
        matches!(
            public.as_str(),
            "-//w3o//dtd w3 html strict 3.0//en//" | "-/w3c/dtd html 4.0 transitional/en" | "html"
        ) || begins(QUIRKY)
            || system.is_none() && begins(QUIRKY_ALONE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quirks_mode_is_decided_as_browsers_do() {
        for (text, is_quirks) in [
            (" html", false),
            (" HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\" \"http://www.w3.org/TR/html4/strict.dtd\"", false),
            (" HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\"", true),
            (" HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" \"http://www.w3.org/TR/html4/loose.dtd\"", false),
            (" HTML PUBLIC \"-//W3C//DTD HTML 3.2 Final//EN\"", true),
            (" html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 'x'", false),
            (" nonsense", true),
            ("", true),
        ] {
            assert_eq!(read(text.as_bytes(), true).is_quirks(), is_quirks, "{text}");
        }
    }
}
