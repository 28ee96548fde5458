//! Any page, any mask, any options -> Markdown that a CommonMark reader with raw HTML on turns into no element that was
//! not meant, and that has every character of the kept text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pagetable::page::PageView;
use pagetable::render::{Kept, Options, Outline, Step, outline, roles};
use pagetable::{DEFAULT_MAX_DEPTH, build, decode};
use pulldown_cmark::{Event, Options as Extensions, Parser, Tag};

/// Tags that Markdown has no marks for and that are written as HTML.
const MEANT: &[&str] = &["<br>", "<del>", "</del>", "<sub>", "</sub>", "<sup>", "</sup>"];
/// As in tests/render/test_expansion.py.
const MAX_TIMES: usize = 60;
const MAX_MORE: usize = 1_500_000;

fuzz_target!(|input: &[u8]| {
    // The first byte chooses the options, the second the mask.
    let [choice, mask, page @ ..] = input else { return };
    let decoded = decode::decode(page, None);
    let table = build(&decoded.text, DEFAULT_MAX_DEPTH);
    let is_kept = |block: usize| *mask == 0 || (block * 7 + usize::from(*mask)) % 5 != 0;
    let keep: Vec<bool> = (0..table.blocks.len()).map(is_kept).collect();
    let page = PageView::new(decoded.text.as_bytes(), &table);
    let kept = Kept { page, text: std::str::from_utf8(&table.text).expect("UTF-8"), keep: &keep };
    let options = Options {
        url: if choice & 1 == 0 { "" } else { "https://example.org/a/b" },
        headline: if choice & 2 == 0 { "" } else { "A `headline` <b>" },
        title: true,
        links: choice & 4 == 0,
        references: choice & 64 != 0,
        images: choice & 8 == 0,
        tables: choice & 16 == 0,
        formatting: choice & 32 == 0,
    };
    let outline = outline(kept, &options);
    let markdown = outline.to_markdown(kept);
    assert!(markdown.len() <= MAX_TIMES * decoded.text.len() + MAX_MORE, "{} bytes", markdown.len());
    assert!(outline.to_text(kept).len() <= MAX_TIMES * decoded.text.len() + MAX_MORE);
    check_safe(&markdown, Extensions::empty());
    check_safe(&markdown, Extensions::ENABLE_TABLES | Extensions::ENABLE_STRIKETHROUGH);
    if is_plain(&outline, &options) {
        check_whole(&outline, kept, &markdown);
    }
});

/// Panics if a reader would find an element or an address that was not meant.
fn check_safe(markdown: &str, extensions: Extensions) {
    for event in Parser::new_ext(markdown, extensions) {
        match event {
            Event::Html(html) | Event::InlineHtml(html) => {
                assert!(MEANT.contains(&html.trim()), "{html:?} is an element in {markdown:?}");
            }
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                let address: String = dest_url.chars().filter(|c| *c > ' ').collect();
                let before = address.split(['/', '?', '#']).next().unwrap_or_default().to_lowercase();
                let scheme = before.split_once(':').map(|(scheme, _)| scheme.to_owned());
                let is_unsafe = |scheme: String| ["javascript", "vbscript", "data", "file"].contains(&&*scheme);
                assert!(!scheme.is_some_and(is_unsafe), "{dest_url:?} is an address in {markdown:?}");
            }
            _ => {}
        }
    }
}

/// Whether the Markdown has the text of the page and nothing besides: no formulas, notes, images, emojis, headline,
/// quotation marks, lists of addresses. Tables are left to the tests in Python, because this reader pads and cuts rows by its own rules.
fn is_plain(outline: &Outline, options: &Options) -> bool {
    let facts = &outline.facts;
    let is_other = |step: &Step| [roles::QUOTED, roles::TABLE].contains(&step.code);
    facts.formulas.is_empty()
        && facts.labels.is_empty()
        && facts.images.is_empty()
        && facts.symbols.is_empty()
        && options.headline.is_empty()
        && !options.references
        && !outline.steps.iter().any(is_other)
}

/// Panics if the Markdown, read again, has other characters than the kept text.
fn check_whole(outline: &Outline, kept: Kept, markdown: &str) {
    let mut read = String::new();
    for event in Parser::new_ext(markdown, Extensions::empty()) {
        if let Event::Text(text) | Event::Code(text) = event {
            read.push_str(&text);
        }
    }
    let written = outline.texts(kept).concat();
    assert_eq!(visible(&read), visible(&written), "read again from {markdown:?}");
}

fn visible(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}
