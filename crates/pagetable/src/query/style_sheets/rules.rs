//! The text of a style sheet -> its rules that set `display`.
//!
//! Only selectors that look at the element itself are read: a tag, classes, ids (`.modal`, `div.tab.is-closed`,
//! `#cart`), the last of which has a word (not `.d-1`). Rules for printers and for narrow screens are left out. What is left out hides nothing, so text is never
//! taken for hidden because a sheet was not understood.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr2, memchr3, memmem, memrchr2, memrchr3};

use crate::hash;
use crate::parse::class_words::{WordKind, push_words};

/// Classes and ids that one selector may name; longer ones are left out.
const MAX_TOKENS: usize = 8;
/// Words of a name that are compared before the attributes of an element are read.
const N_WORDS: usize = 4;
/// In small letters, as sheets have it.
const DISPLAY: &[u8] = b"display";

/// A rule that says whether the elements that it is for are displayed.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// The hash of its last class or id, by which rules are found.
    pub key: u64,
    /// Hashes of all classes and ids that an element needs.
    pub tokens: Vec<u64>,
    /// The hash of the tag that an element needs.
    pub tag: Option<u64>,
    /// Of two rules for an element the greater counts: importance, ids, classes, tags, and the later one.
    pub precedence: (bool, usize, usize, bool, usize),
    /// `display: none`.
    pub hides: bool,
}

/// The hash of a class or an id, with its sign before it.
pub fn token_hash(sign: u8, name: &[u8]) -> u64 {
    hash::mix(hash::of_bytes(name), u64::from(sign))
}

/// The hash of a tag's name, in any case.
pub fn tag_hash(name: &[u8]) -> u64 {
    hash::of_bytes(&name.to_ascii_lowercase())
}

/// A class or an id that a rule may hide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HiddenName {
    /// The hashes of its first words as the page table has them; 0 where there are fewer.
    pub words: [u64; N_WORDS],
    /// Its hash with its sign.
    pub token: u64,
}

/// Whether a sheet has a rule that hides something; one in a comment counts.
pub fn hides_something(sheet: &[u8]) -> bool {
    let mut places = memmem::find_iter(sheet, DISPLAY);
    places.any(|at| hides_here(sheet, at))
}

/// Appends the names that rules of a sheet may hide, also those of rules that do not count in the end.
pub fn read_hidden_names(sheet: &[u8], names: &mut Vec<HiddenName>) {
    let mut words = Vec::new();
    for_each_rule(sheet, hides_here, |open| {
        for selector in selectors_before(sheet, open) {
            let Some((sign, name)) = last_name(selector) else { continue };
            set_words(sign, name, &mut words);
            if !words.is_empty() {
                let words = std::array::from_fn(|at| words.get(at).copied().unwrap_or_default());
                names.push(HiddenName { words, token: token_hash(sign, name) });
            }
        }
    });
}

/// Appends the rules of a sheet that count for one of some tokens, which are sorted.
pub fn read_rules(sheet: &[u8], tokens: &[u64], rules: &mut Vec<Rule>) {
    let mut left_out = ranges_for_other_readers(sheet).into_iter().peekable();
    for_each_rule(
        sheet,
        |_, _| true,
        |open| {
            while left_out.next_if(|range| range.end <= open).is_some() {}
            if left_out.peek().is_some_and(|range| range.contains(&open)) {
                return;
            }
            let stop = open + 1 + memchr2(b'{', b'}', &sheet[open + 1..]).unwrap_or(sheet.len() - open - 1);
            let Some((hides, is_important)) = read_display(&sheet[open + 1..stop]) else { return };
            for selector in selectors_before(sheet, open) {
                let is_wanted = |(sign, name)| tokens.binary_search(&token_hash(sign, name)).is_ok();
                if last_name(selector).is_some_and(is_wanted)
                    && let Some(mut rule) = read_selector(selector)
                {
                    let (_, ids, classes, has_tag, _) = rule.precedence;
                    rule.precedence = (is_important, ids, classes, has_tag, rules.len());
                    rule.hides = hides;
                    rules.push(rule);
                }
            }
        },
    );
}

/// Calls `take` with the opening brace of each rule that has the property `display`, if `is_wanted` says so of one of
/// the places where it stands. Sheets have thousands of rules, so they are searched for the property, not read.
fn for_each_rule(sheet: &[u8], is_wanted: impl Fn(&[u8], usize) -> bool, mut take: impl FnMut(usize)) {
    let display = memmem::Finder::new(DISPLAY);
    let (mut from, mut searched) = (0, 0);
    while let Some(found) = display.find(&sheet[from..]) {
        let at = from + found;
        from = at + DISPLAY.len();
        if is_wanted(sheet, at) {
            // Only from where the last search ended: a brace before that is of a rule that is taken already.
            if let Some(brace) = memrchr2(b'{', b'}', &sheet[searched..at]).map(|brace| searched + brace)
                && sheet[brace] == b'{'
            {
                take(brace);
            }
            searched = at;
        }
    }
}

/// Whether the property whose name is at a place is `none`.
fn hides_here(sheet: &[u8], at: usize) -> bool {
    let value = sheet[at + DISPLAY.len()..].trim_ascii_start();
    value.strip_prefix(b":").is_some_and(|value| is_none(value.trim_ascii_start()))
}

fn is_none(value: &[u8]) -> bool {
    value.get(..4).is_some_and(|word| word.eq_ignore_ascii_case(b"none"))
        && !value.get(4).is_some_and(u8::is_ascii_alphabetic)
}

/// The selectors of the rule that a brace opens.
fn selectors_before(sheet: &[u8], open: usize) -> impl Iterator<Item = &[u8]> {
    let head = memrchr3(b'{', b'}', b';', &sheet[..open]).map_or(0, |mark| mark + 1);
    sheet[head..open].split(|&byte| byte == b',').map(<[u8]>::trim_ascii)
}

/// The at-rules that do not count on a screen of a desk, with all that they hold.
fn ranges_for_other_readers(sheet: &[u8]) -> Vec<Range<usize>> {
    let (mut ranges, mut at) = (Vec::new(), 0);
    while let Some(found) = memchr(b'@', &sheet[at..]) {
        let start = at + found;
        at = start + 1;
        let is_first = sheet[..start].trim_ascii_end().last().is_none_or(|byte| b"{};".contains(byte));
        let Some(stop) = memchr3(b'{', b'}', b';', &sheet[at..]).map(|stop| at + stop) else { break };
        if is_first && sheet[stop] == b'{' && !is_for_wide_screens(&sheet[start..stop]) {
            at = after_block(sheet, stop + 1);
            ranges.push(start..at);
        }
    }
    ranges
}

/// Fills `words` with the hashes of the words of a class or an id, as the page table has them.
fn set_words(sign: u8, name: &[u8], words: &mut Vec<u64>) {
    let kind = if sign == b'#' { WordKind::Id } else { WordKind::Class };
    words.clear();
    push_words(name, kind, words);
}

/// The last class or id of a selector of a tag, classes and ids, and its sign.
fn last_name(selector: &[u8]) -> Option<(u8, &[u8])> {
    let at = memrchr2(b'.', b'#', selector)?;
    is_simple(selector).then_some((selector[at], &selector[at + 1..]))
}

fn is_simple(selector: &[u8]) -> bool {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_') || *byte >= 128;
    selector.iter().all(|byte| is_name(byte) || matches!(byte, b'.' | b'#'))
}

/// A sheet whose comments are cut out.
pub fn without_comments(sheet: &[u8]) -> Cow<'_, [u8]> {
    let Some(first) = memmem::find(sheet, b"/*") else { return Cow::Borrowed(sheet) };
    let mut kept = sheet[..first].to_vec();
    let mut rest = &sheet[first..];
    while let Some(start) = memmem::find(rest, b"/*") {
        kept.extend_from_slice(&rest[..start]);
        let after = &rest[start + 2..];
        rest = memmem::find(after, b"*/").map_or(&[][..], |stop| &after[stop + 2..]);
    }
    kept.extend_from_slice(rest);
    Cow::Owned(kept)
}

/// Whether what an at-rule holds counts on a screen of a desk.
fn is_for_wide_screens(head: &[u8]) -> bool {
    let head = head.to_ascii_lowercase();
    let has = |part: &[u8]| memmem::find(&head, part).is_some();
    if head.starts_with(b"@supports") || head.starts_with(b"@layer") {
        return true;
    }
    head.starts_with(b"@media") && !has(b"print") && !has(b"max-width") && !has(b"not") && !has(b"prefers")
}

/// The place after the block whose content begins at `at`.
fn after_block(sheet: &[u8], mut at: usize) -> usize {
    let mut depth = 1;
    while depth > 0 {
        let Some(found) = memchr2(b'{', b'}', &sheet[at..]) else { return sheet.len() };
        depth = if sheet[at + found] == b'{' { depth + 1 } else { depth - 1 };
        at += found + 1;
    }
    at
}

/// Whether declarations hide, and whether they are important; None if they say nothing about display.
fn read_display(declarations: &[u8]) -> Option<(bool, bool)> {
    let mut said = None;
    for declaration in declarations.split(|&byte| byte == b';') {
        let colon = memchr(b':', declaration).unwrap_or(declaration.len());
        if declaration[..colon].trim_ascii() == DISPLAY {
            let value = declaration.get(colon + 1..).unwrap_or_default().trim_ascii();
            said = Some((is_none(value), memchr(b'!', value).is_some()));
        }
    }
    said
}

/// A selector of a tag, classes and ids; None for any other.
fn read_selector(selector: &[u8]) -> Option<Rule> {
    if !is_simple(selector) {
        return None;
    }
    let first = memchr2(b'.', b'#', selector)?;
    let tag = (first > 0).then(|| tag_hash(&selector[..first]));
    let (mut tokens, mut ids) = (Vec::new(), 0);
    let mut start = first;
    while start < selector.len() {
        let stop = memchr2(b'.', b'#', &selector[start + 1..]).map_or(selector.len(), |at| start + 1 + at);
        let own = &selector[start + 1..stop];
        if own.is_empty() || tokens.len() == MAX_TOKENS {
            return None;
        }
        ids += usize::from(selector[start] == b'#');
        tokens.push(token_hash(selector[start], own));
        start = stop;
    }
    let key = *tokens.last()?;
    let (sign, name) = last_name(selector)?;
    let mut words = Vec::new();
    set_words(sign, name, &mut words);
    words.first()?;
    let precedence = (false, ids, tokens.len() - ids, tag.is_some(), 0);
    Some(Rule { key, tokens, tag, precedence, hides: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The last names of the rules, those that hide with a minus before them.
    fn names(sheet: &str) -> Vec<String> {
        let (mut rules, mut hidden) = (Vec::new(), Vec::new());
        let sheet = without_comments(sheet.as_bytes());
        let known = [".aa", ".bb", "#bb", ".cc", ".dd"];
        let mut tokens = known.map(|name| token_hash(name.as_bytes()[0], &name.as_bytes()[1..]));
        tokens.sort_unstable();
        read_rules(&sheet, &tokens, &mut rules);
        read_hidden_names(&sheet, &mut hidden);
        let name = |rule: &Rule| {
            known.into_iter().find(|name| token_hash(name.as_bytes()[0], &name.as_bytes()[1..]) == rule.key)
        };
        for rule in rules.iter().filter(|rule| rule.hides) {
            assert!(hidden.iter().any(|name| name.token == rule.key), "the quick reader finds what the slow one finds");
        }
        let sign = |rule: &Rule| if rule.hides { "-" } else { "" };
        rules.iter().map(|rule| format!("{}{}", sign(rule), name(rule).unwrap_or("?"))).collect()
    }

    #[test]
    fn rules_that_set_display_are_read() {
        assert_eq!(names(".aa{display:none}"), ["-.aa"]);
        assert_eq!(names("p,.aa, #bb , div.cc.dd{color:red;display : None !important}"), ["-.aa", "-#bb", "-.dd"]);
        assert_eq!(names(".aa{display:none;display:block}.bb{color:red}.cc{x-display:none}"), [".aa"]);
        assert_eq!(names("/*.xx{*/.aa/* b */{display:/**/none}/* open"), ["-.aa"]);
    }

    #[test]
    fn selectors_that_look_elsewhere_are_left_out() {
        for selector in
            [".aa .bb", ".aa>.bb", ".aa:hover", ".aa::before", "a[href]", "*", ".", "#", ".aa\\:b", "p", "", ".aa..bb"]
        {
            assert!(names(&format!("{selector}{{display:none}}")).is_empty(), "{selector}");
        }
    }

    #[test]
    fn at_rules_are_read_if_they_are_for_wide_screens() {
        assert_eq!(names("@media screen{.aa{display:none}}.bb{display:none}"), ["-.aa", "-.bb"]);
        assert_eq!(names("@media print{.aa{display:none}}.bb{display:none}"), ["-.bb"]);
        assert_eq!(names("@media (max-width:600px){.aa{display:none} .cc{color:red}} .bb{display:none}"), ["-.bb"]);
        assert_eq!(names("@keyframes x{from{opacity:0}to{display:none}}.bb{display:none}"), ["-.bb"]);
        assert_eq!(names("@import 'x';@charset 'y';.bb{display:none}"), ["-.bb"]);
        assert_eq!(names(".aa{color:red; .bb{display:none}} .cc{display:none}"), ["-.bb", "-.cc"]);
    }

    #[test]
    fn any_bytes_end() {
        for sheet in ["{", "}", "{{{{", "@media{", "}}}.aa{display:none", ";;;", "/*", ".aa{display", "@media print{{}"]
        {
            names(sheet);
        }
    }
}
