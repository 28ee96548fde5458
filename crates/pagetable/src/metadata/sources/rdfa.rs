//! Page -> claims of its RDFa: elements of the body with a `property` of schema.org or Dublin Core.
//!
//! No column has the attribute, so the source is searched for it, and only for fields that few other sources have: authors
//! and day. Elements of a comment are left out.

use std::borrow::Cow;

use crate::page::PageView;
use crate::parse::tags::Tag;
use crate::query::{self, is_space};

/// Places of the attribute in the source that are read.
const MAX_PLACES: usize = 200;
/// Elements above one among which a comment is looked for.
const MAX_STEPS: usize = 30;
const VOCABULARIES: [&str; 7] = ["", "schema", "s", "dc", "dct", "dcterms", "dcterm"];

/// The values of authors (`author`) and days (`date`), as written.
pub fn rdfa(page: PageView<'_>) -> Vec<(Cow<'static, str>, String)> {
    let mut found = Vec::new();
    for row in query::rows_naming(page, b" property=", MAX_PLACES) {
        let Some(element) = page.elements.get(row as usize) else { continue };
        if element.tag == Tag::Meta as u8 || element.tag == Tag::Link as u8 {
            continue;
        }
        let value = |name| page.attribute(element, name).filter(|value| !value.is_empty());
        let names = value(b"property").unwrap_or_default();
        let mut fields: Vec<&'static str> = names.split(is_space).filter_map(field).collect();
        fields.sort_unstable();
        fields.dedup();
        if fields.is_empty() || is_in_comment(page, row) {
            continue;
        }
        let text = || query::value_text(page, row as usize);
        let value = value(b"content").or_else(|| value(b"datetime")).unwrap_or_else(text);
        found.extend(fields.into_iter().map(|field| (field.into(), value.clone())));
    }
    found
}

/// The field of a property such as `dc:creator` or `http://schema.org/author`.
fn field(name: &str) -> Option<&'static str> {
    let (address, last) = name.rsplit_once('/').unwrap_or(("", name));
    let (vocabulary, own) = last.rsplit_once(':').unwrap_or(("", last));
    let is_known = match address {
        "" => VOCABULARIES.contains(&vocabulary),
        address => address.contains("schema.org") || address.contains("purl.org/dc"),
    };
    match own.to_lowercase().as_str() {
        _ if !is_known => None,
        "author" | "creator" => Some("author"),
        "datepublished" | "issued" | "created" | "date" => Some("date"),
        _ => None,
    }
}

/// Whether an element is inside a comment, by the `typeof` of the elements around it.
fn is_in_comment(page: PageView<'_>, mut row: u32) -> bool {
    for _ in 0..MAX_STEPS {
        let Some(element) = page.elements.get(row as usize) else { return false };
        if page.attribute(element, b"typeof").is_some_and(|kind| kind.to_lowercase().contains("comment")) {
            return true;
        }
        row = element.parent;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::with_page;

    #[test]
    fn properties_of_known_vocabularies_are_read() {
        let fields = ["dc:creator", "http://schema.org/datePublished", "foaf:date", "author", "http://x.y/author"];
        assert_eq!(fields.map(field), [Some("author"), Some("date"), None, Some("author"), None]);
        let html = "<meta property=author content=no><p property='dc:creator schema:author'>Jane</p>\
                    <i property=date datetime=2024 content=''>x</i><div typeof=sioc:Comment><b property=author>Guest</b></div>";
        assert_eq!(with_page(html, rdfa), [("author".into(), "Jane".to_owned()), ("date".into(), "2024".to_owned())]);
    }
}
