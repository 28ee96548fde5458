//! Page, address -> the claims of its sources; a source is read when its claims are first needed.

use super::claims::{Claims, Values, keep_first_of_each, plain};
use super::outside::Outside;
use super::reading::Field;
use super::rules::{Kind, LABEL, Mark, N_KINDS, Rules, SourceRule};
use super::sources::bylines::bylines;
use super::sources::json::Json;
use super::sources::json_ld::json_ld_claims;
use super::sources::shown_days::{labelled_day, shown_days};
use super::sources::{addresses, rdfa};
use crate::page::PageView;
use crate::query::{self, Stated, Surroundings};

/// JSON that is nested deeper is left to the caller, who leaves out what is too deep.
const MAX_JSON_DEPTH: usize = 200;
/// A page with more links of such a `rel` is a list of tags.
const MAX_LINKS: usize = 200;
/// A list of a thousand products describes products.
const MAX_ITEMS: usize = 300;
/// Elements with the class of an author that are looked at.
const MAX_AUTHORS: usize = 60;
/// Libraries write the family name first in these.
const CATALOGUED: [&str; 3] = ["citation.author", "dc.creator", "dcterms.creator"];
/// Words of the label of `twitter:data1`, if that is an author.
const SIGNED: [&str; 14] =
    ["by", "author", "von", "par", "por", "da", "door", "av", "af", "автор", "autor", "作者", "kirjoittanut", "przez"];

/// The page, the tables and the caller, which are the same in every step.
#[derive(Clone, Copy)]
pub(super) struct Given<'a> {
    pub page: PageView<'a>,
    pub rules: &'a Rules,
    pub outside: &'a dyn Outside,
}

impl Given<'_> {
    /// A value as text without markup.
    pub fn plain(&self, text: &str) -> String {
        let text = query::beginning(text);
        plain(text).unwrap_or_else(|| self.outside.plain(text))
    }
}

/// The claims about one page.
pub(super) struct Evidence {
    pub url: Option<String>,
    /// The title, once it is known: bylines are near it.
    pub title: Option<String>,
    /// The declared language, once it is known: dates are written in it.
    pub language: Option<String>,
    /// The canonical address, once it is known: many contain a date.
    pub address: Option<String>,
    pub stated: Stated,
    marks: Vec<Vec<usize>>,
    around: Option<Surroundings>,
    claims: [Option<Claims>; N_KINDS],
}

impl Evidence {
    pub fn new(given: Given<'_>, url: Option<String>) -> Evidence {
        let stated = query::read_stated(given.page, &given.rules.meta_names);
        let (title, language, address, around) = (None, None, None, None);
        Evidence { url, title, language, address, stated, marks: vec![], around, claims: Default::default() }
    }

    /// The number of the first source of a field with a usable value, and what `read` makes of it.
    pub fn first<T>(
        &mut self,
        given: Given<'_>,
        field: Field,
        mut read: impl FnMut(&Values) -> Option<T>,
    ) -> Option<(usize, T)> {
        let sources = given.rules.sources(field).iter().enumerate();
        for (number, source) in sources {
            if let Some(value) = self.values(given, source).and_then(&mut read) {
                return Some((number, value));
            }
        }
        None
    }

    /// The numbers of the sources of a field that have values, each with these.
    pub fn all<'e>(&'e mut self, given: Given<'_>, field: Field) -> Vec<(usize, &'e Values)> {
        let sources = given.rules.sources(field);
        for source in sources {
            self.read(given, source.kind);
        }
        let values = |source: &SourceRule| self.claims[source.kind as usize].as_ref()?.get(&source.key);
        sources.iter().enumerate().filter_map(|(number, source)| Some((number, values(source)?))).collect()
    }

    fn values(&mut self, given: Given<'_>, source: &SourceRule) -> Option<&Values> {
        self.read(given, source.kind).get(&source.key)
    }

    fn read(&mut self, given: Given<'_>, kind: Kind) -> &Claims {
        if self.claims[kind as usize].is_none() {
            self.claims[kind as usize] = Some(self.read_anew(given, kind));
        }
        self.claims[kind as usize].get_or_insert_default()
    }

    fn read_anew(&mut self, given: Given<'_>, kind: Kind) -> Claims {
        match kind {
            Kind::Meta => self.meta(given),
            Kind::JsonLd => self.json_ld(given),
            Kind::Microdata => self.microdata(given),
            Kind::Rdfa => read_rdfa(given),
            Kind::Link => links(given.page),
            Kind::Head => self.head(given),
            Kind::GivenAddress => one("address", self.url.clone()),
            Kind::DayInAddress => {
                let day = |address: &Option<String>| addresses::day_in(address.as_deref()?, &given.rules.months);
                one("day", day(&self.url).or_else(|| day(&self.address)))
            }
            Kind::Byline => {
                let marked = self.marked(given, Mark::Author, MAX_AUTHORS);
                bylines(given.page, self.around(given), &marked)
            }
            Kind::ShownDay => {
                let marked = self.marked(given, Mark::Date, usize::MAX);
                let language = self.language.clone().unwrap_or_default();
                shown_days(given.page, self.around(given), &marked, (&given.rules.months, &language))
            }
            Kind::LabelledLine => {
                let language = self.language.clone().unwrap_or_default();
                labelled_day(given.page, self.around(given), &given.rules.months, &language)
            }
        }
    }

    fn marked(&mut self, given: Given<'_>, mark: Mark, most: usize) -> Vec<usize> {
        if self.marks.is_empty() {
            let rows = given.rules.marks.rows(given.page).into_iter();
            self.marks = rows.map(|rows| rows.into_iter().map(|row| row as usize).collect()).collect();
        }
        self.marks.get(mark as usize).map(|rows| rows[..rows.len().min(most)].to_vec()).unwrap_or_default()
    }

    /// The neighbourhood of the title's heading.
    fn around(&mut self, given: Given<'_>) -> &Surroundings {
        if self.around.is_none() {
            let others = self.marked(given, Mark::Others, usize::MAX);
            let sides = self.marked(given, Mark::Sides, usize::MAX);
            let title = self.title.as_deref().unwrap_or_default();
            self.around = Some(Surroundings::new(given.page, title, others, sides));
        }
        self.around.as_ref().expect("it was made above")
    }

    fn meta(&mut self, given: Given<'_>) -> Claims {
        let mut claims = Claims::default();
        for (number, mut values) in std::mem::take(&mut self.stated.meta) {
            if self.stated.unfinished.contains(&number) {
                for value in &mut values {
                    *value = given.plain(value);
                }
                keep_first_of_each(&mut values);
            }
            claims.set(given.rules.meta_keys[number].clone(), values);
        }
        for key in CATALOGUED {
            if let Some(values) = claims.get_mut(key) {
                *values = given.outside.given_name_first(std::mem::take(values));
            }
        }
        // Twitter's data1 is what its label names. It is of use only if that is an author.
        let label = claims.get(LABEL).map(|labels| labels.join(" ").to_lowercase()).unwrap_or_default();
        if !SIGNED.iter().any(|word| label.contains(word)) {
            claims.remove("twitter:data1");
        }
        claims
    }

    fn json_ld(&mut self, given: Given<'_>) -> Claims {
        let sources = std::mem::take(&mut self.stated.head.json_ld);
        let mut json = Json::default();
        if sources.iter().all(|source| json.add(source, MAX_JSON_DEPTH).is_some()) {
            return json_ld_claims(&json, |text| given.plain(text));
        }
        // What is not JSON is read by the caller, who writes the values that it finds there as JSON.
        let is_json = |source: &str| Json::default().add(source, MAX_JSON_DEPTH).is_some();
        let repaired = |source: &String| if is_json(source) { source.clone() } else { given.outside.json(source) };
        let repaired: Vec<String> = sources.iter().map(repaired).collect();
        let mut json = Json::default();
        for source in &repaired {
            // The caller's JSON is good, or empty.
            let _ = json.add(source, usize::MAX);
        }
        json_ld_claims(&json, |text| given.plain(text))
    }

    fn microdata(&mut self, given: Given<'_>) -> Claims {
        let rows = self.marked(given, Mark::Items, MAX_ITEMS);
        if rows.is_empty() {
            return Claims::default();
        }
        let values = query::item_values(given.page, &rows).into_iter();
        Claims::collect(values.map(|(name, value)| (name.into(), given.plain(&value))))
    }

    fn head(&self, given: Given<'_>) -> Claims {
        let mut claims = Claims::default();
        let head = &self.stated.head;
        let title = head.title.as_deref().map(|title| given.plain(&query::line(title.as_bytes())));
        let found = [("title", title), ("language", head.language.clone()), ("canonical", head.canonical.clone())];
        for (key, value) in found {
            claims.set(key, value.filter(|value| !value.is_empty()).into_iter().collect());
        }
        claims
    }
}

fn one(key: &'static str, value: Option<String>) -> Claims {
    let mut claims = Claims::default();
    claims.set(key, value.filter(|value| !value.is_empty()).into_iter().collect());
    claims
}

fn read_rdfa(given: Given<'_>) -> Claims {
    let pairs = rdfa::rdfa(given.page).into_iter();
    let mut claims = Claims::collect(pairs.map(|(key, value)| (key, given.plain(&value))));
    if let Some(authors) = claims.get_mut("author") {
        *authors = given.outside.given_name_first(std::mem::take(authors));
    }
    claims
}

fn links(page: PageView<'_>) -> Claims {
    let value = |link: query::Related| {
        let is_license = link.relation == "license";
        // The address of a Creative Commons licence is its name; for other licences the words of the link say more.
        let is_named = is_license && link.address.contains("creativecommons.org");
        let text = if is_named { String::new() } else { query::value_text(page, link.row as usize) };
        let value = if text.is_empty() && is_license { link.address } else { text };
        (link.relation.into(), value)
    };
    Claims::collect(query::related(page, MAX_LINKS).into_iter().map(value))
}
