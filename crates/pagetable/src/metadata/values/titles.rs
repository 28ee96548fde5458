//! Titles in the head, headings, the site's name -> the title of the page, without the name of the site.
//!
//! A title is cut at its separators, and a part at the end or the beginning that is the site's name, or the name in its
//! address, is removed. A heading that shares half of its words with the head's title is the title that readers see. So
//! is the only h1 of a page, whatever the head has, unless the page shows the head's title elsewhere. One of several
//! headings that shares fewer words is that of the site or of a part of the page. Then the title is the block that the
//! model takes for the headline, and if there is none, the head's title.

use std::collections::HashSet;

use super::pieces::{Piece, pieces};
use super::site::Site;
use super::words::{letters, n_chars, words};
use crate::query::is_space;

/// Share of a heading's words that the head's title must have. Measured: 0.34 and 0.67 are both worse.
const ALIKE_SHARE: f64 = 0.5;
/// A heading of fewer words that the address repeats may be the name of a section.
const PATH_WORDS: usize = 3;
/// An h1 of one word that the head does not have is a menu, or the name of a section.
const ONLY_HEADING_WORDS: usize = 2;
/// A headline block of more words that ends the head's title is the headline after the site's name.
const MOST_SITE_WORDS: usize = 3;
/// A longer h1 is wrapped around a part of the page. The longest headline of 1,470 labelled ones has 257 characters.
const MAX_HEADING_CHARS: usize = 400;
/// A shorter h2 may begin like the head's title by chance.
const MIN_START_LETTERS: usize = 8;
/// Links to a heading itself, which documentation writes after it: a pilcrow, a chain. A number sign is one after a space.
const PERMALINKS: [char; 3] = ['¶', '§', '🔗'];

/// A title that is not shown on the page.
#[derive(Debug, PartialEq)]
pub struct HeadTitle<'a> {
    /// The number of its source.
    pub source: usize,
    /// The title.
    pub text: &'a str,
    /// Whether the source has nothing but the title, so that a part after a separator belongs to it.
    pub is_bare: bool,
}

/// Where a title is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// A source in the head, by its number.
    Head(usize),
    /// A heading of the first level.
    First,
    /// A heading of the second level.
    Second,
    /// The block that the model takes for the headline.
    Block,
}

/// The titles that a page gives itself.
pub struct Forms<'a> {
    /// From its head, the best source first.
    pub heads: Vec<HeadTitle<'a>>,
    /// Texts of the h1.
    pub first_headings: Vec<String>,
    /// Texts of the first few h2, for pages whose h1 is a logo.
    pub second_headings: Vec<String>,
    /// The path of the page's address, which often has the words of its title.
    pub path: &'a str,
}

/// What takes long to find, and few pages need.
pub trait Shown {
    /// Whether the page shows a text to its readers as a block of its own that is not a link.
    fn is_shown(&mut self, text: &str) -> bool;
    /// The block that is the headline by its look and place.
    fn headline(&mut self) -> Option<String>;
}

/// The text of a heading on one line, without a link to itself.
pub fn heading_text(text: &str) -> String {
    let mut own = String::with_capacity(text.len());
    for word in text.replace('\u{200b}', "").split(is_space).filter(|word| !word.is_empty()) {
        if !own.is_empty() {
            own.push(' ');
        }
        own.push_str(word);
    }
    let mut left = own.as_str();
    loop {
        let cut = left.strip_suffix(PERMALINKS).or_else(|| left.strip_suffix(" #").filter(|before| !before.is_empty()));
        let Some(before) = cut else { break };
        left = before.trim_end_matches(is_space);
    }
    left.to_owned()
}

/// The source and the text of the title.
pub fn choose_title(forms: &Forms, site: &Site, shown: &mut impl Shown) -> Option<(From, String)> {
    let heads = Heads::new(&forms.heads);
    if let Some(text) = repeated(forms, site, &heads) {
        return Some((From::First, text.to_owned()));
    }
    let firsts = first_headings(forms, site, &heads);
    if let Some(text) = alike(&firsts, forms.path, &heads) {
        return Some((From::First, text.to_owned()));
    }
    if let Some(text) = second(&forms.second_headings, site, &heads) {
        return Some((From::Second, text.to_owned()));
    }
    let mut titles = forms.heads.iter().map(|head| (From::Head(head.source), head_title(head, site)));
    let title = titles.find(|(_, text)| !text.is_empty());
    // A page with one h1 shows its readers another headline than search engines get. That is the headline, unless the
    // page shows the title of its head as well: then the h1 is that of a dialog or of a part of the site.
    if let Some(only) = only_heading(&firsts)
        && !title.as_ref().is_some_and(|(_, text)| shown.is_shown(text))
    {
        return Some((From::First, only.to_owned()));
    }
    // A fragment of a page has no title, and its first line need not be one.
    let headline = if forms.heads.is_empty() { None } else { shown.headline() };
    if let Some(headline) = headline.filter(|headline| is_headline(headline, forms, site, &heads)) {
        return Some((From::Block, headline));
    }
    let heading = || forms.first_headings.iter().find(|text| !letters(text).is_empty());
    title.or_else(|| heading().map(|text| (From::First, text.clone())))
}

/// The heading that all headings of the first level are, if it has enough words.
fn only_heading(firsts: &[String]) -> Option<&String> {
    let (first, others) = firsts.split_first()?;
    let own = letters(first);
    (others.iter().all(|other| letters(other) == own) && words(first).len() >= ONLY_HEADING_WORDS).then_some(first)
}

fn is_headline(headline: &str, forms: &Forms, site: &Site, heads: &Heads) -> bool {
    let own = letters(headline);
    let is_cut = |text: &String| n_chars(text) > MAX_HEADING_CHARS && text.starts_with(headline);
    // A few words at the end of the head's title are the name of the site or of a part of it.
    let is_site = || site.is_called(headline) || (heads.is_end(&own) && words(headline).len() <= MOST_SITE_WORDS);
    !own.is_empty() && !forms.first_headings.iter().any(is_cut) && !is_site()
}

/// The first h1, if the head has the same text: no other could agree better. `None` if that needs a closer look.
fn repeated<'a>(forms: &'a Forms, site: &Site, heads: &Heads) -> Option<&'a str> {
    for text in &forms.first_headings {
        if !heads.texts.contains(&text.as_str()) || n_chars(text) > MAX_HEADING_CHARS {
            return None;
        }
        let own = letters(text);
        if !own.is_empty() && !heads.is_end(&own) && !site.is_called(text) {
            return Some(text);
        }
    }
    None
}

/// The titles in the head, cut at their separators.
struct Heads<'a> {
    texts: Vec<&'a str>,
    parts: Vec<Vec<Piece<'a>>>,
    /// The letters of each last part.
    ends: Vec<String>,
}

impl<'a> Heads<'a> {
    fn new(heads: &[HeadTitle<'a>]) -> Heads<'a> {
        let mut texts: Vec<&'a str> = Vec::new();
        for head in heads {
            if !texts.contains(&head.text) {
                texts.push(head.text);
            }
        }
        let parts: Vec<_> = texts.iter().map(|text| pieces(text)).collect();
        let ends = parts.iter().filter(|parts| parts.len() > 1).filter_map(|parts| parts.last());
        let ends = ends.map(|part| letters(part.text)).collect();
        Heads { texts, parts, ends }
    }

    fn is_end(&self, own: &str) -> bool {
        self.ends.iter().any(|end| end == own)
    }

    fn letters(&self) -> Vec<String> {
        self.texts.iter().map(|text| letters(text)).collect()
    }

    fn words(&self) -> Vec<HashSet<String>> {
        self.texts.iter().map(|text| words(text).into_iter().collect()).collect()
    }
}

/// The share of a text's words that one of the titles has; 1 without a title.
fn share(text: &str, heads: &[HashSet<String>]) -> f64 {
    let own: HashSet<String> = words(text).into_iter().collect();
    if own.is_empty() {
        return 1.0;
    }
    let n_common = |head: &HashSet<String>| own.iter().filter(|word| head.contains(*word)).count();
    heads.iter().map(n_common).max().map_or(1.0, |most| most as f64 / own.len() as f64)
}

fn head_title(head: &HeadTitle, site: &Site) -> String {
    let title = site.without(head.text);
    if head.is_bare {
        return title;
    }
    // The part after a separator is a slogan or a section more often than a part of the title.
    let title = pieces(&title)[0].text.trim_matches(is_space);
    match on_site(title) {
        Some((start, name)) if site.is_called(name) => title[..start].to_owned(),
        _ => title.to_owned(),
    }
}

/// Where "on NAME" or "at NAME" begins in a title on one line, and the name.
fn on_site(title: &str) -> Option<(usize, &str)> {
    let mut words = title.match_indices(is_space);
    words.find_map(|(start, space)| {
        let rest = &title[start + space.len()..];
        let name = rest.strip_prefix("on").or_else(|| rest.strip_prefix("at"))?;
        let own = name.trim_start_matches(is_space);
        (own.len() < name.len() && !own.is_empty()).then_some((start, own))
    })
}

/// The texts of the h1 that may be the title.
fn first_headings(forms: &Forms, site: &Site, heads: &Heads) -> Vec<String> {
    let headings = forms.first_headings.iter().filter(|heading| n_chars(heading) <= MAX_HEADING_CHARS);
    let in_head = if forms.first_headings.is_empty() { vec![] } else { heads.letters() };
    let mut found = Vec::new();
    for heading in headings {
        // A heading that the head repeats to the letter is the title with all of its parts.
        let text = if in_head.contains(&letters(heading)) { heading.clone() } else { site.without(heading) };
        let own = letters(&text);
        // The end of a title is the site, or a part of it; so is a heading with the same words.
        if !own.is_empty() && !heads.is_end(&own) && (heads.texts.is_empty() || !site.is_called(&text)) {
            found.push(text);
        }
    }
    found
}

/// The h1 with which the head or the address agrees.
fn alike<'a>(firsts: &'a [String], path: &str, heads: &Heads) -> Option<&'a str> {
    let (first, others) = firsts.split_first()?;
    let in_heads = heads.words();
    let mut best = (first, share(first, &in_heads));
    for text in others {
        let own = share(text, &in_heads);
        if own > best.1 {
            best = (text, own);
        }
    }
    if best.1 >= ALIKE_SHARE {
        return Some(best.0);
    }
    // A heading that the address repeats is the title, whatever the head has for search engines.
    let in_path: HashSet<String> = words(path).into_iter().collect();
    let is_named = |text: &&String| {
        let own: HashSet<String> = words(text).into_iter().collect();
        own.len() >= PATH_WORDS && own.is_subset(&in_path)
    };
    firsts.iter().find(is_named).map(String::as_str)
}

/// The h2 that begins one of the head's titles, or is a part of one between separators.
fn second<'a>(headings: &'a [String], site: &Site, heads: &Heads) -> Option<&'a str> {
    if headings.is_empty() {
        return None;
    }
    let starts: Vec<String> = heads.parts.iter().map(|parts| letters(parts[0].text)).collect();
    // The last part is the site's name, unless the first one is.
    let inner = |parts: &Vec<Piece>| match site.is_called(parts[0].text) {
        true => parts[1..].iter().map(|part| letters(part.text)).collect::<Vec<_>>(),
        false => parts[..parts.len() - 1].iter().map(|part| letters(part.text)).collect(),
    };
    let inner: Vec<String> = heads.parts.iter().flat_map(inner).collect();
    let whole = heads.letters();
    let is_title = |heading: &&String| {
        let own = letters(heading);
        if starts.contains(&own) {
            return true;
        }
        let is_inner = inner.contains(&own) && words(heading).len() > 1;
        let begins = n_chars(&own) >= MIN_START_LETTERS && whole.iter().any(|title| title.starts_with(&own));
        (is_inner || begins) && !site.is_called(heading)
    };
    headings.iter().find(is_title).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a page shows: one block, and what looks like a headline.
    struct Page(&'static str, Option<&'static str>);

    impl Shown for Page {
        fn is_shown(&mut self, text: &str) -> bool {
            text == self.0
        }

        fn headline(&mut self) -> Option<String> {
            self.1.map(str::to_owned)
        }
    }

    fn chosen(heads: &[&str], firsts: &[&str], mut page: Page) -> Option<(From, String)> {
        let own = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        let heads = heads.iter().enumerate().map(|(source, text)| HeadTitle { source, text, is_bare: false }).collect();
        let forms = Forms { heads, first_headings: own(firsts), second_headings: vec![], path: "" };
        choose_title(&forms, &Site::new(["Kettle"].into_iter(), None), &mut page)
    }

    fn is(from: From, text: &str) -> Option<(From, String)> {
        Some((from, text.to_owned()))
    }

    #[test]
    fn the_block_that_looks_like_a_headline_is_the_title_where_no_heading_agrees_with_the_head() {
        let head = "Welcome to our site | Ferries";
        let found = |headline| chosen(&[head], &[], Page("", headline));
        assert_eq!(found(Some("Ferries are late again")), is(From::Block, "Ferries are late again"));
        let of_head = is(From::Head(0), "Welcome to our site");
        // No block, the end of the title, and the site's name.
        assert_eq!([None, Some("Ferries"), Some("Kettle")].map(found), [of_head.clone(), of_head.clone(), of_head]);
        // A fragment has no title.
        assert_eq!(chosen(&[], &[], Page("", Some("Ferries are late again"))), None);
    }

    #[test]
    fn the_only_h1_is_the_headline_unless_the_page_shows_the_title_of_its_head() {
        let found = |shown, firsts: &[&str]| chosen(&["Cheap leaves online"], firsts, Page(shown, None));
        assert_eq!(found("", &["Drink something warm"]), is(From::First, "Drink something warm"));
        assert_eq!(found("Cheap leaves online", &["Drink something warm"]), is(From::Head(0), "Cheap leaves online"));
        assert_eq!(found("", &["Drink something warm", "Our newsletter"]), is(From::Head(0), "Cheap leaves online"));
        assert_eq!(found("", &["Leaves online", "x y"]), is(From::First, "Leaves online"));
    }

    #[test]
    fn headings_lose_links_to_themselves() {
        let texts = ["Iterators  for looping ¶", "<br> tags #", "#1 in C#", "a # #", "# #", "¶ #", "a ¶#"];
        let own = ["Iterators for looping", "<br> tags", "#1 in C#", "a", "#", "", "a ¶#"];
        assert_eq!(texts.map(heading_text), own);
    }

    #[test]
    fn the_name_of_the_site_is_cut_after_on_and_at() {
        assert_eq!(on_site("Tea on Kettle at home"), Some((3, "Kettle at home")));
        assert_eq!((on_site("Tea one"), on_site("on Kettle"), on_site("Tea on ")), (None, None, None));
    }
}
