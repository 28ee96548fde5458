//! MathML -> TeX: the annotation if there is one, else the presentation, written out.
//!
//! Two passes without recursion: from the last element to the first each becomes a node over the nodes of its children,
//! then the nodes are written from the outermost inwards. Every character is written once, however deep a formula nests.

use std::collections::HashMap;

use crate::parse::dump::text_content;
use crate::parse::tags::{NAMES, Tag};
use crate::parse::tokenizer::State;
use crate::render::Kept;

/// The TeX that a `<math>` carries along.
pub fn annotation(kept: Kept, row: u32) -> Option<String> {
    let rows = row..kept.elements[row as usize].end;
    rows.map(|row| &kept.elements[row as usize]).filter(|element| element.tag == Tag::Annotation as u8).find_map(
        |element| {
            let encoding = kept.attribute(element, b"encoding")?.to_lowercase();
            let tex = text_content(kept.content(element), State::RcData);
            (encoding.contains("tex") && !tex.trim().is_empty()).then(|| tex.trim().to_owned())
        },
    )
}

/// What is written around and between the children of an element.
struct Form {
    opening: &'static str,
    /// After each child but the last; the last one is repeated.
    separators: &'static [&'static str],
    closing: &'static str,
    /// How many children the form has; with another number they are written side by side. 0 is any number.
    n_children: usize,
    /// Whether a child of more than one character gets braces.
    has_groups: bool,
}

const ROW: Form = Form { opening: "", separators: &[" "], closing: "", n_children: 0, has_groups: false };
const SUPERSCRIPT: Form = Form { separators: &["^"], n_children: 2, has_groups: true, ..ROW };
const SUBSCRIPT: Form = Form { separators: &["_"], ..SUPERSCRIPT };
const BOTH_SCRIPTS: Form = Form { separators: &["_", "^"], n_children: 3, ..SUPERSCRIPT };
const FRACTION: Form = Form { opening: "\\frac{", separators: &["}{"], closing: "}", n_children: 2, ..ROW };
const SQUARE_ROOT: Form = Form { opening: "\\sqrt{", closing: "}", ..ROW };
/// Its children are turned round: TeX has the degree first.
const ROOT: Form = Form { opening: "\\sqrt[", separators: &["]{"], closing: "}", n_children: 2, ..ROW };
const TABLE_ROW: Form = Form { separators: &[" & "], ..ROW };
const TABLE: Form = Form { opening: "\\begin{matrix} ", separators: &[" \\\\ "], closing: " \\end{matrix}", ..ROW };

fn form_of(name: &str) -> &'static Form {
    match name {
        "msup" | "mover" => &SUPERSCRIPT,
        "msub" | "munder" => &SUBSCRIPT,
        "msubsup" | "munderover" => &BOTH_SCRIPTS,
        "mfrac" => &FRACTION,
        "msqrt" => &SQUARE_ROOT,
        "mroot" => &ROOT,
        "mtr" => &TABLE_ROW,
        "mtable" => &TABLE,
        _ => &ROW,
    }
}

/// A part of a formula.
enum Node {
    Token(String),
    /// A form and its children that are not empty, in the order in which they are written.
    Inner(&'static Form, Vec<Node>),
}

impl Node {
    fn is_one_character(&self) -> bool {
        matches!(self, Node::Token(tex) if tex.chars().nth(1).is_none())
    }
}

/// The presentation as TeX.
pub fn to_tex(kept: Kept, row: u32) -> String {
    let mut children: HashMap<u32, Vec<Node>> = HashMap::new();
    for own in (row..kept.elements[row as usize].end).rev() {
        let inside = children.remove(&own).unwrap_or_default();
        if let Some(node) = node_of(kept, own, inside) {
            children.entry(kept.elements[own as usize].parent).or_default().push(node);
        }
    }
    let root = children.remove(&kept.elements[row as usize].parent).and_then(|mut nodes| nodes.pop());
    root.map_or_else(String::new, |root| written(root).split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The node of an element over those of its children, which come last first; None if there is nothing to write.
fn node_of(kept: Kept, row: u32, mut children: Vec<Node>) -> Option<Node> {
    let name = tag_name(kept, row);
    if matches!(name.as_str(), "annotation" | "annotation-xml") {
        return None;
    }
    if matches!(name.as_str(), "mi" | "mn" | "mo" | "ms" | "mtext") {
        let tex = token(&name, &own_text(kept, row));
        return (!tex.is_empty()).then_some(Node::Token(tex));
    }
    let form = form_of(&name);
    let form = if form.n_children == 0 || form.n_children == children.len() { form } else { &ROW };
    if !std::ptr::eq(form, &ROOT) {
        children.reverse();
    }
    let is_empty = children.is_empty() && form.opening.is_empty();
    match (children.len(), form.opening.is_empty()) {
        (1, true) => children.pop(), // A row of one is that one: nesting alone costs nothing.
        _ => (!is_empty).then_some(Node::Inner(form, children)),
    }
}

fn written(root: Node) -> String {
    let mut out = String::new();
    // What is still to be written, the next at the end.
    let mut todo = vec![Part::Node(root)];
    while let Some(part) = todo.pop() {
        match part {
            Part::Text(text) => out.push_str(text),
            Part::Node(Node::Token(tex)) => out.push_str(&tex),
            Part::Node(Node::Inner(form, children)) => {
                todo.push(Part::Text(form.closing));
                for (at, child) in children.into_iter().enumerate().rev() {
                    let has_braces = form.has_groups && !child.is_one_character();
                    todo.push(Part::Text(if has_braces { "}" } else { "" }));
                    todo.push(Part::Node(child));
                    todo.push(Part::Text(if has_braces { "{" } else { "" }));
                    let separator = at.checked_sub(1).map(|at| form.separators[at.min(form.separators.len() - 1)]);
                    todo.push(Part::Text(separator.unwrap_or_default()));
                }
                todo.push(Part::Text(form.opening));
            }
        }
    }
    out
}

enum Part {
    Text(&'static str),
    Node(Node),
}

fn tag_name(kept: Kept, row: u32) -> String {
    let element = &kept.elements[row as usize];
    if element.tag != 0 {
        return NAMES[element.tag as usize].to_owned();
    }
    let written = kept.source.get(element.start as usize + 1..element.open_stop as usize).unwrap_or_default();
    let stop = written.iter().position(|&byte| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>'));
    String::from_utf8_lossy(&written[..stop.unwrap_or(written.len())]).to_ascii_lowercase()
}

/// The text of a token up to the first tag in it; tokens hold nothing else.
fn own_text(kept: Kept, row: u32) -> String {
    let content = kept.content(&kept.elements[row as usize]);
    let own = &content[..memchr::memchr(b'<', content).unwrap_or(content.len())];
    let text = text_content(own, State::RcData);
    symbols(text.trim())
}

fn token(name: &str, text: &str) -> String {
    match name {
        "mi" if text.chars().nth(1).is_some() && !text.starts_with('\\') => format!("\\mathrm{{{text}}}"),
        "ms" => format!("\\text{{{text}}}"),
        "mtext" if !text.is_empty() => format!("\\text{{{text}}}"),
        _ => text.to_owned(),
    }
}

/// A text with its symbols as TeX writes them.
fn symbols(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match SYMBOLS.binary_search_by_key(&c, |(symbol, _)| *symbol) {
            Ok(at) => {
                out.push_str(SYMBOLS[at].1);
                out.push(' ');
            }
            Err(_) => out.push(c),
        }
    }
    out.trim().to_owned()
}

/// Characters that TeX writes otherwise, in order. Some are invisible, or mean something to TeX.
#[rustfmt::skip]
const SYMBOLS: &[(char, &str)] = &[
    ('#', "\\#"), ('%', "\\%"), ('&', "\\&"), ('{', "\\{"), ('}', "\\}"), ('±', "\\pm"), ('×', "\\times"),
    ('÷', "\\div"), ('Γ', "\\Gamma"), ('Δ', "\\Delta"), ('Θ', "\\Theta"), ('Λ', "\\Lambda"), ('Π', "\\Pi"),
    ('Σ', "\\Sigma"), ('Φ', "\\Phi"), ('Ψ', "\\Psi"), ('Ω', "\\Omega"), ('α', "\\alpha"), ('β', "\\beta"),
    ('γ', "\\gamma"), ('δ', "\\delta"), ('ε', "\\epsilon"), ('θ', "\\theta"), ('λ', "\\lambda"), ('μ', "\\mu"),
    ('π', "\\pi"), ('ρ', "\\rho"), ('σ', "\\sigma"), ('τ', "\\tau"), ('φ', "\\phi"), ('χ', "\\chi"), ('ψ', "\\psi"),
    ('ω', "\\omega"), ('…', "\\dots"), ('\u{2061}', ""), ('\u{2062}', ""), ('\u{2063}', ""), ('→', "\\to"),
    ('⇒', "\\Rightarrow"), ('∀', "\\forall"), ('∂', "\\partial"), ('∃', "\\exists"), ('∇', "\\nabla"),
    ('∈', "\\in"), ('∉', "\\notin"), ('∏', "\\prod"), ('∑', "\\sum"), ('−', "-"), ('√', "\\surd"), ('∞', "\\infty"),
    ('∩', "\\cap"), ('∪', "\\cup"), ('∫', "\\int"), ('≈', "\\approx"), ('≠', "\\neq"), ('≤', "\\leq"),
    ('≥', "\\geq"), ('⊂', "\\subset"), ('⋅', "\\cdot"),
];
