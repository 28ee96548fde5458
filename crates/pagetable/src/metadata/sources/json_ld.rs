//! JSON-LD -> claims of the node that describes the page.
//!
//! Nodes are searched at the top, in `@graph` and under `mainEntity`: deeper ones describe comments, other articles or the
//! publisher. An article comes before any other work, and a work before the web page as such.

use std::borrow::Cow;
use std::collections::HashMap;

use super::json::{Json, Value};
use crate::metadata::claims::Claims;
use crate::query::is_decimal;

/// A page with more nodes is a list of other things.
const MAX_NODES: usize = 5_000;

const ARTICLE_ENDS: [&str; 5] = ["article", "posting", "report", "blogpost", "review"];
const WORKS: [&str; 19] = [
    "creativework",
    "question",
    "recipe",
    "howto",
    "product",
    "productgroup",
    "book",
    "course",
    "event",
    "movie",
    "videoobject",
    "podcastepisode",
    "softwareapplication",
    "dataset",
    "medicalwebpage",
    "techarticle",
    "qapage",
    "learningresource",
    "guide",
];
const PAGES: [&str; 7] =
    ["webpage", "itempage", "aboutpage", "collectionpage", "faqpage", "profilepage", "contactpage"];
const SITES: [&str; 3] = ["website", "organization", "newsmediaorganization"];
const WAYS_DOWN: [&str; 3] = ["@graph", "mainEntity", "mainEntityOfPage"];
const TEXTS: [&str; 13] = [
    "headline",
    "datePublished",
    "dateCreated",
    "uploadDate",
    "datePosted",
    "dateModified",
    "description",
    "articleSection",
    "genre",
    "keywords",
    "license",
    "inLanguage",
    "url",
];
const PEOPLE: [&str; 2] = ["author", "creator"];

/// How well a node of a type describes the page, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Article,
    Work,
    Page,
    Other,
}

/// The claims of all JSON-LD of a page. `plain` makes a value a text without markup.
pub fn json_ld_claims(json: &Json, mut plain: impl FnMut(&str) -> String) -> Claims {
    let mut claims = Claims::default();
    let mut names = Names { json, by_id: None };
    let mut nodes: Vec<(Rank, Vec<String>, usize)> = nodes(json)
        .into_iter()
        .map(|node| (types(json, node), node))
        .filter(|(types, _)| !types.is_empty())
        .map(|(types, node)| (rank(&types), types, node))
        .collect();
    nodes.sort_by_key(|(rank, _, _)| *rank);
    for (rank, types, node) in nodes {
        let found = match rank {
            Rank::Other => site_claims(json, node, &types),
            _ => node_claims(&mut names, node, &types, rank == Rank::Page),
        };
        // The first node with a property decides: the authors of twenty articles are not those of the page.
        let new = found.into_iter().filter(|(key, _)| claims.get(key).is_none());
        let new = Claims::collect(new.map(|(key, value)| (key, plain(&value))).collect::<Vec<_>>());
        claims.extend(new);
    }
    claims
}

fn types(json: &Json, node: usize) -> Vec<String> {
    let Some(given) = json.get(node, "@type") else { return Vec::new() };
    let kinds = members_or_self(json, given).into_iter().filter_map(|row| json.text(row));
    kinds
        .map(|kind| {
            let last = kind.rsplit('/').next().unwrap_or_default();
            last.rsplit(':').next().unwrap_or_default().to_lowercase()
        })
        .collect()
}

fn members_or_self(json: &Json, row: usize) -> Vec<usize> {
    if *json.value(row) == Value::List { json.members(row) } else { vec![row] }
}

fn is_article(kind: &str) -> bool {
    ARTICLE_ENDS.iter().any(|end| kind.ends_with(end))
}

fn is_work(kind: &str) -> bool {
    WORKS.contains(&kind)
}

fn rank_of(kind: &str) -> Rank {
    if is_article(kind) {
        return Rank::Article;
    }
    if is_work(kind) {
        return Rank::Work;
    }
    if PAGES.contains(&kind) { Rank::Page } else { Rank::Other }
}

fn rank(types: &[String]) -> Rank {
    types.iter().map(|kind| rank_of(kind)).min().unwrap_or(Rank::Other)
}

/// The type that says most: of Thing and NewsArticle the second.
fn main_type(types: &[String]) -> &str {
    let known = types.iter().filter(|kind| rank_of(kind) != Rank::Other);
    known.min_by_key(|kind| rank_of(kind)).or(types.first()).map_or("", String::as_str)
}

/// The objects that may describe the page.
fn nodes(json: &Json) -> Vec<usize> {
    let mut stack: Vec<usize> = json.roots.iter().rev().copied().collect();
    let mut found = Vec::new();
    let mut n_seen = 0;
    while let Some(row) = stack.pop().filter(|_| n_seen < MAX_NODES) {
        n_seen += 1;
        match json.value(row) {
            Value::List => stack.extend(json.members(row).into_iter().rev()),
            Value::Object => {
                found.push(row);
                stack.extend(WAYS_DOWN.iter().rev().filter_map(|way| json.get(row, way)));
            }
            _ => {}
        }
    }
    found
}

type Pairs = Vec<(Cow<'static, str>, String)>;

fn node_claims(names: &mut Names, node: usize, types: &[String], is_page: bool) -> Pairs {
    let json = names.json;
    let key = |name: &'static str| -> Cow<'static, str> {
        if is_page { format!("WebPage {name}").into() } else { name.into() }
    };
    let mut found = vec![(key("@type"), main_type(types).to_owned())];
    for name in TEXTS {
        for text in json.get(node, name).map(|row| texts(json, row)).unwrap_or_default() {
            // Days should be ISO 8601. One in words was written by a template, often on every change.
            let is_in_words = name == "datePublished" && !is_decimal(text);
            found.push((key(if is_in_words { "datePublished in words" } else { name }), text.to_owned()));
        }
    }
    for name in PEOPLE {
        if let Some(row) = json.get(node, name) {
            found.extend(names.of(row).into_iter().map(|text| (key(name), text)));
        }
    }
    if let Some(row) = json.get(node, "publisher") {
        found.extend(names.of(row).into_iter().map(|text| ("publisher".into(), text)));
    }
    if let Some(row) = json.get(node, "image") {
        found.extend(addresses(json, row).into_iter().map(|address| (key("image"), address.to_owned())));
    }
    found
}

fn site_claims(json: &Json, node: usize, types: &[String]) -> Pairs {
    if !types.iter().any(|kind| SITES.contains(&kind.as_str())) {
        return Vec::new();
    }
    let is_site = types.iter().any(|kind| kind == "website");
    let key = if is_site { "WebSite name" } else { "Organization name" };
    let names = json.get(node, "name").map(|row| texts(json, row)).unwrap_or_default();
    names.into_iter().map(|text| (key.into(), text.to_owned())).collect()
}

/// The texts of a value, a list of values or an object with a name.
fn texts<'j>(json: &'j Json, row: usize) -> Vec<&'j str> {
    let text = |member: usize| match json.value(member) {
        Value::Object => json.text(first_truthy(json, member, &["name", "@value", "url"])?),
        _ => json.text(member),
    };
    members_or_self(json, row).into_iter().filter_map(text).collect()
}

fn addresses<'j>(json: &'j Json, row: usize) -> Vec<&'j str> {
    let address = |member: usize| {
        if *json.value(member) != Value::Object {
            return json.text(member);
        }
        let own = first_truthy(json, member, &["url", "contentUrl", "@id"])?;
        json.text(if *json.value(own) == Value::List { *json.members(own).first()? } else { own })
    };
    members_or_self(json, row).into_iter().filter_map(address).collect()
}

fn first_truthy(json: &Json, node: usize, keys: &[&str]) -> Option<usize> {
    keys.iter().find_map(|key| json.get(node, key).filter(|row| json.is_truthy(*row)))
}

/// Names of people and organisations, also of those that are only referred to by their `@id`.
struct Names<'j, 'a> {
    json: &'j Json<'a>,
    by_id: Option<HashMap<&'j str, usize>>,
}

impl Names<'_, '_> {
    /// The names in a value: those of people, or if there are none those of organisations.
    fn of(&mut self, value: usize) -> Vec<String> {
        let (mut people, mut others) = (Vec::new(), Vec::new());
        let json = self.json;
        for member in members_or_self(json, value) {
            let is_node = *json.value(member) == Value::Object;
            let node = if is_node { self.resolved(member) } else { member };
            let named = if is_node { json.get(node, "name") } else { Some(member) };
            let texts = named.map(|row| texts(json, row)).unwrap_or_default().into_iter().map(str::to_owned);
            let types = if is_node { types(json, node) } else { Vec::new() };
            let is_person = types.is_empty() || types.iter().any(|kind| kind == "person");
            if is_person { people.extend(texts) } else { others.extend(texts) }
        }
        if people.is_empty() { others } else { people }
    }

    fn resolved(&mut self, node: usize) -> usize {
        let json = self.json;
        let is_named = json.get(node, "name").is_some_and(|row| json.is_truthy(row));
        let reference = json.get(node, "@id").and_then(|row| json.text(row));
        let Some(reference) = reference.filter(|_| !is_named) else { return node };
        let by_id = self.by_id.get_or_insert_with(|| identified(json));
        by_id.get(reference).copied().unwrap_or(node)
    }
}

fn identified<'j>(json: &'j Json) -> HashMap<&'j str, usize> {
    let mut found = HashMap::new();
    let mut stack = json.roots.clone();
    let mut n_seen = 0;
    while let Some(row) = stack.pop().filter(|_| n_seen < MAX_NODES) {
        n_seen += 1;
        if *json.value(row) == Value::Object {
            let is_named = json.get(row, "name").is_some_and(|name| json.is_truthy(name));
            if let Some(reference) = json.get(row, "@id").and_then(|id| json.text(id)).filter(|_| is_named) {
                found.insert(reference, row);
            }
        }
        stack.extend(json.members(row));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims(sources: &[&str]) -> Claims {
        let mut json = Json::default();
        for source in sources {
            json.add(source, 99).unwrap();
        }
        json_ld_claims(&json, |text| text.trim().to_owned())
    }

    #[test]
    fn an_article_comes_before_the_page_and_the_site() {
        let found = claims(&[
            r#"{"@graph": [{"@type": "WebSite", "name": "Kettle"}, {"@type": "WebPage", "url": "/p", "datePublished": "May 5"},
                {"@type": ["Thing", "https://schema.org/NewsArticle"], "headline": " Tea ", "datePublished": "2024-03-05",
                 "author": [{"@id": "j"}, {"@type": "Organization", "name": "X"}], "image": {"url": ["/i", "/k"]}},
                {"@id": "j", "@type": "Person", "name": "Jane"}]}"#,
        ]);
        let first = |key: &str| claims_of(&found, key).first().cloned().unwrap_or_default();
        assert_eq!(
            ["WebSite name", "WebPage url", "headline", "author", "image"].map(first),
            ["Kettle", "/p", "Tea", "Jane", "/i"]
        );
        assert_eq!(
            ["@type", "datePublished", "WebPage datePublished in words"].map(first),
            ["newsarticle", "2024-03-05", "May 5"]
        );
    }

    fn claims_of(claims: &Claims, key: &str) -> Vec<String> {
        claims.get(key).cloned().unwrap_or_default()
    }

    #[test]
    fn the_first_node_with_a_property_decides() {
        let found = claims(&[
            r#"[{"@type": "Recipe", "keywords": ["a", "b", "a"]}, {"@type": "Recipe", "keywords": "c", "genre": {"name": "g"}}]"#,
            r#"{"@type": "Organization", "name": "O", "author": "no"}"#,
        ]);
        assert_eq!(claims_of(&found, "keywords"), ["a", "b"]);
        assert_eq!(claims_of(&found, "genre"), ["g"]);
        assert_eq!(claims_of(&found, "Organization name"), ["O"]);
        assert!(found.get("author").is_none() && claims(&[r#"{"headline": "no type"}"#]).get("headline").is_none());
    }
}
