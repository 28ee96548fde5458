//! Page, address -> the fields of its metadata: how the claims of each field become its value.

use std::sync::Arc;

use super::claims::{Values, stripped};
use super::evidence::{Evidence, Given};
use super::outside::{Detected, Outside};
use super::rules::{Kind, Rules};
use super::sources::addresses::{path, plain_host};
use super::values::language::{Found, MAX_CHARS, plain_english};
use super::values::names::simple_names;
use super::values::site::Site;
use super::values::titles::{Forms, From, HeadTitle, Shown, choose_title, heading_text};
use super::values::words::{letters, n_chars};
use crate::page::PageView;
use crate::page::table::{Block, flag};
use crate::query;

const MAX_TAGS: usize = 50;
/// A longer address is left out: of a value that is too long only the beginning is read.
const MAX_ADDRESS_BYTES: usize = 4_096;
const MAX_LICENSE_CHARS: usize = 200;

/// A field with sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of the fields say it; `Fields` has their values")]
pub enum Field {
    Title,
    Authors,
    Date,
    DateModified,
    Sitename,
    Description,
    LanguageDeclared,
    Categories,
    Tags,
    License,
    Image,
    PageType,
    Url,
    /// The days of publication that readers see where they look for one.
    SeenDate,
    /// The same for days of modification.
    SeenDateModified,
    /// The language of the text, which has no table of sources.
    LanguageDetected,
}

/// What a value was chosen from.
#[derive(Clone, Debug, PartialEq)]
pub enum Chosen {
    /// A source of a field, by the field and the number of the source.
    Source(Field, usize),
    /// A heading of the first level.
    FirstHeading,
    /// A heading of the second level.
    SecondHeading,
    /// The block that the model takes for the headline.
    HeadlineBlock,
    /// What decided the language.
    Decider(String),
}

/// The values of a page.
#[derive(Debug, Default)]
#[allow(missing_docs, reason = "the record of Python has the same fields, with their meaning")]
pub struct Fields {
    pub title: Option<String>,
    pub authors: Values,
    pub date: Option<String>,
    pub date_modified: Option<String>,
    pub sitename: Option<String>,
    pub description: Option<String>,
    pub language_declared: Option<String>,
    pub detected: Option<Detected>,
    pub categories: Values,
    pub tags: Values,
    pub license: Option<String>,
    pub image: Option<String>,
    pub page_type: Option<String>,
    pub url: Option<String>,
    pub hostname: Option<String>,
    /// What the page's relative addresses are relative to.
    pub base: Option<String>,
    /// What each value was chosen from, in the order in which they were chosen.
    pub sources: Vec<(Field, Chosen)>,
}

/// The reading of one page, of which the title may be needed first.
pub struct Reading {
    rules: Arc<Rules>,
    evidence: Evidence,
    site: Site,
    base: Option<String>,
    sources: Vec<(Field, Chosen)>,
}

impl Reading {
    /// Reads the title, and what it needs.
    pub fn new(page: PageView<'_>, url: Option<String>, rules: Arc<Rules>, outside: &dyn Outside) -> Reading {
        let given = Given { page, rules: &rules, outside };
        let evidence = Evidence::new(given, url);
        let url = evidence.url.clone();
        let base = match evidence.stated.head.base.as_deref() {
            Some(base) => absolute(base, url.as_deref(), outside).or(url),
            None => url,
        };
        let mut reading = Reading { rules: rules.clone(), evidence, site: Site::default(), base, sources: vec![] };
        reading.evidence.language = reading.first_value(given, Field::LanguageDeclared);
        reading.evidence.address = reading.address(given, Field::Url);
        reading.site = reading.site(given);
        reading.evidence.title = reading.title_of(given);
        reading
    }

    /// The title.
    pub fn title(&self) -> Option<&str> {
        self.evidence.title.as_deref()
    }

    /// The fields; for a brief reading only title, authors, days and languages. It is of use once.
    pub fn fields(mut self, page: PageView<'_>, outside: &dyn Outside, is_brief: bool) -> Fields {
        let rules = self.rules.clone();
        let given = Given { page, rules: &rules, outside };
        let date_modified = self.day(given, Field::DateModified);
        let detected = self.detected(given);
        let authors = self.authors(given);
        let date = self.date(given, date_modified.as_deref());
        let mut fields = Fields { date_modified, detected, authors, date, ..Fields::default() };
        if !is_brief {
            fields.sitename = self.first_value(given, Field::Sitename);
            fields.description = self.first_value(given, Field::Description);
            fields.categories = self.chosen(given, Field::Categories, items).unwrap_or_default();
            fields.tags = self.chosen(given, Field::Tags, items).unwrap_or_default();
            fields.license = self.chosen(given, Field::License, |values| license(values.first()?, outside));
            fields.image = self.address(given, Field::Image);
            fields.page_type = self.chosen(given, Field::PageType, |values| Some(values.first()?.to_lowercase()));
        }
        fields.title = self.evidence.title;
        fields.language_declared = self.evidence.language;
        fields.url = self.evidence.address;
        fields.hostname = self.site.host;
        fields.base = self.base;
        fields.sources = self.sources;
        fields
    }

    /// The numbers of the sources of a field that have values, each with these.
    pub fn claims(&mut self, page: PageView<'_>, outside: &dyn Outside, field: Field) -> Vec<(usize, Values)> {
        let rules = self.rules.clone();
        let found = self.evidence.all(Given { page, rules: &rules, outside }, field).into_iter();
        found.map(|(number, values)| (number, values.clone())).collect()
    }

    /// The value of the first source with a usable one.
    fn chosen<T>(&mut self, given: Given<'_>, field: Field, read: impl FnMut(&Values) -> Option<T>) -> Option<T> {
        let (number, value) = self.evidence.first(given, field, read)?;
        self.sources.push((field, Chosen::Source(field, number)));
        Some(value)
    }

    fn first_value(&mut self, given: Given<'_>, field: Field) -> Option<String> {
        self.chosen(given, field, |values| values.first().cloned())
    }

    fn address(&mut self, given: Given<'_>, field: Field) -> Option<String> {
        let base = self.base.clone();
        let address = |value: &String| {
            let is_whole = value.len() <= MAX_ADDRESS_BYTES;
            if is_whole { absolute(value, base.as_deref(), given.outside) } else { None }
        };
        self.chosen(given, field, |values| values.iter().find_map(address))
    }

    fn day(&mut self, given: Given<'_>, field: Field) -> Option<String> {
        let language = self.evidence.language.clone().unwrap_or_default();
        let day = |value: &String| given.rules.months.read_day(value, &language);
        self.chosen(given, field, |values| values.iter().find_map(day)).map(|day| day.to_string())
    }

    fn site(&mut self, given: Given<'_>) -> Site {
        let host = |address: &Option<String>| host_of(address.as_deref()?, given.outside);
        let host = host(&self.evidence.address).or_else(|| host(&self.evidence.url));
        let names = self.evidence.all(given, Field::Sitename);
        Site::new(names.iter().flat_map(|(_, values)| values.iter().map(String::as_str)), host)
    }

    fn title_of(&mut self, given: Given<'_>) -> Option<String> {
        let headings = std::mem::take(&mut self.evidence.stated.headings);
        let [first_headings, second_headings] = headings.map(|own| own.iter().map(|text| heading_text(text)).collect());
        let url = self.evidence.url.clone().unwrap_or_default();
        let rules = given.rules.sources(Field::Title);
        let head = |(source, values): (usize, _)| -> Option<HeadTitle<'_>> {
            let values: &Values = values;
            // JSON-LD has the headline alone; the other titles may have the site's name or a slogan in them.
            Some(HeadTitle { source, text: values.first()?, is_bare: rules[source].kind == Kind::JsonLd })
        };
        let heads = self.evidence.all(given, Field::Title).into_iter().filter_map(head).collect();
        let forms = Forms { heads, first_headings, second_headings, path: path(&url) };
        let (from, title) = choose_title(&forms, &self.site, &mut OnPage(given))?;
        let chosen = match from {
            From::Head(number) => Chosen::Source(Field::Title, number),
            From::First => Chosen::FirstHeading,
            From::Second => Chosen::SecondHeading,
            From::Block => Chosen::HeadlineBlock,
        };
        self.sources.push((Field::Title, chosen));
        Some(title)
    }

    /// The names of people; or of the site, if it signs its pages with its own name.
    fn authors(&mut self, given: Given<'_>) -> Values {
        // Sources may be read twice, and names among other words are the caller's.
        let mut known: Vec<(Values, Values)> = Vec::new();
        let mut read = |values: &Values| match known.iter().find(|(own, _)| own == values) {
            Some((_, names)) => names.clone(),
            None => {
                let names = simple_names(values, &given.rules.months).unwrap_or_else(|| given.outside.names(values));
                known.push((values.clone(), names.clone()));
                names
            }
        };
        let some = |names: Values| (!names.is_empty()).then_some(names);
        let site = &self.site;
        let people = |values: &Values| {
            let mut names = read(values);
            names.retain(|name| !site.is_called(name));
            some(names)
        };
        let found = match self.evidence.first(given, Field::Authors, people) {
            None => self.evidence.first(given, Field::Authors, |values| some(read(values))),
            found => found,
        };
        let Some((number, names)) = found else { return Vec::new() };
        self.sources.push((Field::Authors, Chosen::Source(Field::Authors, number)));
        names
    }

    /// The day of publication; or of modification, if the page has no other or shows no other.
    fn date(&mut self, given: Given<'_>, modified: Option<&str>) -> Option<String> {
        let date = self.day(given, Field::Date);
        let Some(date) = date else {
            let modified = modified?;
            let source = self.sources.iter().find(|(field, _)| *field == Field::DateModified);
            let source = source.map(|(_, source)| source.clone());
            self.sources.extend(source.map(|source| (Field::Date, source)));
            return Some(modified.to_owned());
        };
        let is_unseen = match self.sources.last() {
            Some((Field::Date, Chosen::Source(_, number))) => given.rules.unseen.contains(number),
            _ => false,
        };
        if !is_unseen || !self.evidence.all(given, Field::SeenDate).is_empty() {
            return Some(date);
        }
        let seen = self.evidence.first(given, Field::SeenDateModified, |values| values.first().cloned());
        let Some((number, day)) = seen else { return Some(date) };
        self.sources.pop();
        self.sources.push((Field::Date, Chosen::Source(Field::SeenDateModified, number)));
        Some(day)
    }

    fn detected(&mut self, given: Given<'_>) -> Option<Detected> {
        let text = query::prose(given.page, MAX_CHARS);
        let found = match plain_english(&text, &given.rules.small_words, given.rules.english) {
            Found::Nothing => None,
            Found::English(score) if given.outside.trusts_small_words() => {
                Some(Detected { language: "en".into(), source: "small words".into(), score })
            }
            _ => given.outside.language(&text),
        }?;
        self.sources.push((Field::LanguageDetected, Chosen::Decider(found.source.clone())));
        Some(found)
    }
}

struct OnPage<'a>(Given<'a>);

impl Shown for OnPage<'_> {
    fn is_shown(&mut self, text: &str) -> bool {
        let (page, own, n_chars) = (self.0.page, letters(text), n_chars(text));
        let is_alike = |block: &&Block| {
            (n_chars / 2..=2 * n_chars).contains(&(block.chars as usize))
                && block.flags & u32::from(flag::UNSHOWN | flag::SVG) == 0
                && 2 * block.link_chars <= block.chars
        };
        let mut alike = page.blocks.iter().filter(is_alike);
        alike.any(|block| letters(&String::from_utf8_lossy(page.block_text(block))) == own)
    }

    fn headline(&mut self) -> Option<String> {
        self.0.outside.headline().map(|text| heading_text(query::beginning(&text)))
    }
}

/// A web address, resolved against another; `None` if it is not an address of the web.
fn absolute(address: &str, base: Option<&str>, outside: &dyn Outside) -> Option<String> {
    let own = stripped(address);
    if plain_host(own).is_some() { Some(own.to_owned()) } else { outside.absolute(address, base) }
}

fn host_of(address: &str, outside: &dyn Outside) -> Option<String> {
    match plain_host(address) {
        Some(host) => Some(host.to_ascii_lowercase()),
        None => outside.host(address),
    }
}

/// The items of values that may hold several, separated by commas or semicolons.
fn items(values: &Values) -> Option<Values> {
    let mut found: Values = Vec::new();
    for item in values.iter().flat_map(|value| value.split([',', ';'])).map(stripped) {
        if found.len() == MAX_TAGS {
            break;
        }
        if !item.is_empty() && !found.iter().any(|known| known == item) {
            found.push(item.to_owned());
        }
    }
    (!found.is_empty()).then_some(found)
}

fn license(claim: &str, outside: &dyn Outside) -> Option<String> {
    if !claim.is_ascii() || claim.to_ascii_lowercase().contains("creativecommons") {
        return outside.license(claim);
    }
    let short = stripped(&claim[..claim.len().min(MAX_LICENSE_CHARS)]);
    (!short.is_empty()).then(|| short.to_owned())
}
