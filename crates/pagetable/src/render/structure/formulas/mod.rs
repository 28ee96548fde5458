//! MathML, KaTeX, MathJax and images of formulas -> TeX, each formula once.
//!
//! ```text
//! mathml        the annotation of a <math> element, or else its presentation, as TeX
//! math_tokens   names, numbers, operators and texts of a formula as TeX
//! ```

mod math_tokens;
mod mathml;

use std::collections::HashMap;

use super::notable::Notable;
use super::roles;
use crate::page::table::{Element, flag};
use crate::parse::tags::Tag;
use crate::render::Kept;

/// What KaTeX and MathJax 3 and 4 draw for the eye, beside the formula itself in a `<math>`.
const DRAWN: &[&str] = &["katex-html", "mjx-tex"];
/// What MathJax draws beside a script that holds the formula.
const DRAWN_BY_SCRIPT: &[&str] = &["mathjax", "mathjax_preview", "mathjax_display", "mathjax_svg", "mathjax_chtml"];
/// Images whose alternative text is TeX: MediaWiki's and WordPress's.
const IMAGES: &[&str] = &["mwe-math-fallback-image-inline", "mwe-math-fallback-image-display", "latex", "tex"];

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Formula {
    pub tex: String,
    /// Whether it is on lines of its own.
    pub is_display: bool,
}

/// The formulas by row. Sets their roles, and skips the elements that only draw them.
pub fn find(kept: Kept, roles: &mut [u8], notable: &Notable) -> HashMap<u32, Formula> {
    let Notable { formulas: math, formula_classes, formula_scripts: scripts, images, .. } = notable;
    let mut found = HashMap::new();
    for &row in scripts {
        let element = &kept.elements[row as usize];
        let is_display = kept.attribute(element, b"type").is_some_and(|kind| kind.contains("mode=display"));
        add(&mut found, row, &String::from_utf8_lossy(kept.content(element)), is_display);
    }
    for &row in formula_classes {
        let element = &kept.elements[row as usize];
        let classes = kept.attribute(element, b"class").unwrap_or_default().to_lowercase();
        let has = |names: &[&str]| classes.split_whitespace().find(|class| names.contains(class));
        if has(DRAWN).is_some() && has_math(kept, element.parent, math)
            || !scripts.is_empty() && has(DRAWN_BY_SCRIPT).is_some()
        {
            roles[row as usize] = roles::SKIP;
        }
        if let Some(name) = has(IMAGES).filter(|_| element.tag == Tag::Img as u8) {
            let alt = kept.attribute(element, b"alt").unwrap_or_default();
            add(&mut found, row, alt.trim().trim_matches('$'), name.ends_with("display"));
        }
        if let Some((tex, is_display)) = tex_as_text(kept, element, row) {
            add(&mut found, row, &tex, is_display);
        }
    }
    for &row in images {
        let element = &kept.elements[row as usize];
        let alt = kept.attribute(element, b"alt").unwrap_or_default();
        if let Some(tex) = tex_in_alt(alt.trim()) {
            add(&mut found, row, tex, false);
        }
    }
    let mut end = 0;
    for &row in math {
        roles[row as usize] = 0;
        if row >= end {
            let element = &kept.elements[row as usize];
            end = element.end;
            if element.flags & flag::UNSHOWN == 0 {
                let is_display = kept.attribute(element, b"display").is_some_and(|display| display == "block");
                add(&mut found, row, &tex_of(kept, row, element), is_display);
            }
        }
    }
    found.keys().for_each(|&row| roles[row as usize] = roles::FORMULA);
    found
}

fn add(found: &mut HashMap<u32, Formula>, row: u32, tex: &str, is_display: bool) {
    let tex = without_style(tex);
    if !tex.is_empty() {
        found.insert(row, Formula { tex, is_display });
    }
}

/// Whether there is a `<math>` inside an element.
fn has_math(kept: Kept, row: u32, math: &[u32]) -> bool {
    let Some(around) = kept.elements.get(row as usize) else { return false };
    let first = math.partition_point(|&own| own < row);
    math.get(first).is_some_and(|&own| own < around.end)
}

/// The TeX in the alternative text of an image: between dollars or `\\(`, or with commands that have arguments.
fn tex_in_alt(alt: &str) -> Option<&str> {
    let between = |start, end| alt.strip_prefix(start)?.strip_suffix(end).filter(|tex: &&str| !tex.contains(end));
    let is_tex = |tex: &&str| tex.len() <= MAX_ALT_BYTES && !tex.trim().is_empty();
    let delimited = between("$$", "$$").or_else(|| between("$", "$")).or_else(|| between("\\(", "\\)"));
    let tex = delimited.or_else(|| between("\\[", "\\]")).or_else(|| {
        let has_command = alt.match_indices('\\').any(|(at, _)| {
            let name = alt[at + 1..].bytes().take_while(u8::is_ascii_alphabetic).count();
            name > 1 && matches!(alt.as_bytes().get(at + 1 + name), Some(b'{' | b' ' | b'_' | b'^' | b'(') | None)
        });
        (has_command && alt.contains(['{', '^', '_', '=']) && !alt.contains(":\\")).then_some(alt)
    });
    tex.filter(is_tex)
}

/// The TeX that is all text of an element, which MathJax finds by its delimiters, and whether it is displayed.
fn tex_as_text(kept: Kept, element: &Element, row: u32) -> Option<(String, bool)> {
    const DELIMITERS: [(&str, &str, bool); 4] =
        [("\\(", "\\)", false), ("\\[", "\\]", true), ("$$", "$$", true), ("$", "$", false)];
    if element.end != row + 1 || element.chars == 0 || element.flags & flag::UNSHOWN != 0 {
        return None;
    }
    let first = kept.runs.partition_point(|run| run.start < element.start);
    let own = kept.runs[first..].iter().take_while(|run| run.start < element.stop);
    let text: String = own.map(|run| &kept.text[run.text_start as usize..run.text_stop as usize]).collect();
    let text = text.trim();
    DELIMITERS.iter().find_map(|&(start, end, is_display)| {
        let tex = text.strip_prefix(start)?.strip_suffix(end)?;
        (!tex.trim().is_empty() && !tex.contains(end)).then(|| (tex.to_owned(), is_display))
    })
}

/// Longer alternative texts are not formulas.
const MAX_ALT_BYTES: usize = 2_000;

/// The TeX of a `<math>`: its annotation, its alternative text, what MathJax 4 notes, or its presentation written out.
fn tex_of(kept: Kept, row: u32, element: &Element) -> String {
    mathml::annotation(kept, row)
        .or_else(|| [b"alttext".as_slice(), b"data-latex"].iter().find_map(|name| kept.attribute(element, name)))
        .filter(|text| !text.trim().is_empty())
        .unwrap_or_else(|| mathml::to_tex(kept, row))
}

/// A formula on one line, without MediaWiki's wrapping.
fn without_style(tex: &str) -> String {
    let tex = tex.split_whitespace().collect::<Vec<_>>().join(" ");
    let styled =
        ["{\\displaystyle", "{\\textstyle"].iter().find_map(|style| tex.strip_prefix(style)?.strip_suffix('}'));
    styled.map_or_else(|| tex.clone(), |inside| inside.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternative_texts_that_are_tex_are_found() {
        assert_eq!(tex_in_alt("$x^2$"), Some("x^2"));
        assert_eq!(tex_in_alt("\\(a\\)"), Some("a"));
        assert_eq!(tex_in_alt("\\frac{1}{2}"), Some("\\frac{1}{2}"));
        assert_eq!(tex_in_alt("\\alpha = 1"), Some("\\alpha = 1"));
        for alt in ["", "$", "$5 or $6", "a_b", "C:\\dir\\file_a", "A chart", "\\o/ = hooray"] {
            assert_eq!(tex_in_alt(alt), None, "{alt}");
        }
    }

    #[test]
    fn the_style_of_mediawiki_is_taken_off() {
        assert_eq!(without_style(" {\\displaystyle  x^{2} }"), "x^{2}");
        assert_eq!(without_style("{x}\n+ y"), "{x} + y");
    }
}
