//! MathML -> TeX: the annotation if there is one, else the presentation, written out.
//!
//! Two passes without recursion: from the last element to the first each becomes a node over the nodes of its children,
//! then the nodes are written from the outermost inwards. Every character is written once, however deep a formula nests.

use std::collections::HashMap;

use super::math_tokens::{accent, has_limits, symbols, token};
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
#[derive(Clone, Copy)]
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
/// A fraction without a line.
const STACK: Form = Form { opening: "\\substack{", separators: &[" \\\\ "], ..FRACTION };
const SQUARE_ROOT: Form = Form { opening: "\\sqrt{", closing: "}", ..ROW };
/// Its children are turned round: TeX has the degree first.
const ROOT: Form = Form { opening: "\\sqrt[", separators: &["]{"], closing: "}", n_children: 2, ..ROW };
/// Turned round as well: what is above or below comes first.
const ABOVE: Form = Form { opening: "\\overset{", separators: &["}{"], ..ROOT };
const BELOW: Form = Form { opening: "\\underset{", ..ABOVE };
const PHANTOM: Form = Form { opening: "\\phantom{", closing: "}", ..ROW };
const TABLE_ROW: Form = Form { separators: &[" & "], ..ROW };
const TABLE: Form = Form { opening: "\\begin{matrix} ", separators: &[" \\\\ "], closing: " \\end{matrix}", ..ROW };

fn form_of(name: &str) -> Form {
    match name {
        "msup" => SUPERSCRIPT,
        "msub" => SUBSCRIPT,
        "msubsup" => BOTH_SCRIPTS,
        "mfrac" => FRACTION,
        "msqrt" => SQUARE_ROOT,
        "mroot" => ROOT,
        "mphantom" => PHANTOM,
        "mtr" | "mlabeledtr" => TABLE_ROW,
        "mtable" => TABLE,
        _ => ROW,
    }
}

/// A part of a formula.
enum Node {
    Token(String),
    /// A form and its children in the order in which they are written.
    Inner(Form, Vec<Node>),
    /// What comes after it is written before the base.
    Prescripts,
}

impl Node {
    /// Whether TeX takes it for one thing without braces: a character, or a command.
    fn is_one(&self) -> bool {
        let Node::Token(tex) = self else { return false };
        let name = tex.strip_prefix('\\').filter(|name| !name.is_empty());
        tex.chars().count() == 1 || name.is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_alphabetic()))
    }

    fn is_empty(&self) -> bool {
        matches!(self, Node::Token(tex) if tex.is_empty())
    }

    fn tex(&self) -> &str {
        if let Node::Token(tex) = self { tex } else { "" }
    }

    /// Children side by side.
    fn row(mut children: Vec<Node>) -> Node {
        children.retain(|child| !child.is_empty());
        match children.len() {
            0 => Node::Token(String::new()),
            1 => children.swap_remove(0), // A row of one is that one: nesting alone costs nothing.
            _ => Node::Inner(ROW, children),
        }
    }
}

/// The presentation as TeX.
pub fn to_tex(kept: Kept, row: u32) -> String {
    let mut children: HashMap<u32, Vec<Node>> = HashMap::new();
    for own in (row..kept.elements[row as usize].end).rev() {
        let mut inside = children.remove(&own).unwrap_or_default();
        inside.reverse();
        if let Some(node) = node_of(kept, own, inside) {
            children.entry(kept.elements[own as usize].parent).or_default().push(node);
        }
    }
    let root = children.remove(&kept.elements[row as usize].parent).and_then(|mut nodes| nodes.pop());
    root.map_or_else(String::new, |root| written(root).split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The node of an element over those of its children; None for what is not a part of the presentation.
fn node_of(kept: Kept, row: u32, mut children: Vec<Node>) -> Option<Node> {
    let name = tag_name(kept, row);
    let attribute = |name: &[u8]| kept.attribute(&kept.elements[row as usize], name);
    match name.as_str() {
        "annotation" | "annotation-xml" => return None,
        "mprescripts" => return Some(Node::Prescripts),
        "mi" | "mn" | "mo" | "ms" | "mtext" => {
            let variant = attribute(b"mathvariant").unwrap_or_default();
            return Some(Node::Token(token(&name, &own_text(kept, row), &variant)));
        }
        "mover" | "munder" | "munderover" => return Some(around(&name, children)),
        "mmultiscripts" => return Some(multiscripts(children)),
        "mfenced" => {
            let (open, close) = (attribute(b"open"), attribute(b"close"));
            return Some(fenced(children, open, close, attribute(b"separators")));
        }
        _ => {}
    }
    let mut form = form_of(&name);
    let is_row = form.opening.is_empty() && form.separators == ROW.separators;
    if is_row || form.n_children != 0 && form.n_children != children.len() {
        return Some(Node::row(children));
    }
    if name == "mroot" {
        children.reverse();
    }
    if name == "mfrac" && attribute(b"linethickness").is_some_and(|width| width.starts_with('0')) {
        form = STACK;
    }
    Some(Node::Inner(form, children))
}

/// Something with something else above it, below it or both: limits, an accent, or what it is.
fn around(name: &str, mut children: Vec<Node>) -> Node {
    let n_expected = if name == "munderover" { 3 } else { 2 };
    if children.len() != n_expected {
        return Node::row(children);
    }
    let is_accent = n_expected == 2 && accent(children[1].tex(), name == "mover").is_some();
    if has_limits(children[0].tex()) && !is_accent {
        let form = match name {
            "mover" => SUPERSCRIPT,
            "munder" => SUBSCRIPT,
            _ => BOTH_SCRIPTS,
        };
        return Node::Inner(form, children);
    }
    let above = if name == "munder" { None } else { children.pop() };
    let below = if name == "mover" { None } else { children.pop() };
    let mut base = Node::row(children);
    for (other, is_above) in [(below, false), (above, true)] {
        let Some(other) = other.filter(|other| !other.is_empty()) else { continue };
        base = match accent(other.tex(), is_above) {
            Some(opening) => Node::Inner(Form { opening, closing: "}", ..ROW }, vec![base]),
            None => Node::Inner(if is_above { ABOVE } else { BELOW }, vec![other, base]),
        };
    }
    base
}

/// Scripts after a base, and before it.
fn multiscripts(children: Vec<Node>) -> Node {
    let mut children = children.into_iter();
    let mut base = children.next().unwrap_or(Node::Token(String::new()));
    let (mut before, mut after, mut is_before) = (Vec::new(), Vec::new(), false);
    while let Some(below) = children.next() {
        if matches!(below, Node::Prescripts) {
            is_before = true;
            continue;
        }
        let above = children.next().unwrap_or(Node::Token(String::new()));
        let is_first = !is_before && after.is_empty();
        let own = if is_first {
            std::mem::replace(&mut base, Node::Token(String::new()))
        } else {
            Node::Token(String::new())
        };
        let scripts = match (below.is_empty(), above.is_empty()) {
            (true, true) => own,
            (false, true) => Node::Inner(SUBSCRIPT, vec![own, below]),
            (true, false) => Node::Inner(SUPERSCRIPT, vec![own, above]),
            (false, false) => Node::Inner(BOTH_SCRIPTS, vec![own, below, above]),
        };
        if is_before { before.push(scripts) } else { after.push(scripts) }
    }
    before.push(base);
    before.append(&mut after);
    Node::row(before)
}

/// Children between brackets, with separators: `(a, b)` unless the element has others.
fn fenced(children: Vec<Node>, open: Option<String>, close: Option<String>, separators: Option<String>) -> Node {
    let separators: Vec<char> = separators.as_deref().unwrap_or(",").chars().filter(|c| !c.is_whitespace()).collect();
    let mut all = vec![Node::Token(symbols(open.as_deref().unwrap_or("(").trim()))];
    for (at, child) in children.into_iter().enumerate() {
        let separator = at.checked_sub(1).and_then(|at| separators.get(at.min(separators.len().saturating_sub(1))));
        all.extend(separator.map(|c| Node::Token(symbols(&c.to_string()))));
        all.push(child);
    }
    all.push(Node::Token(symbols(close.as_deref().unwrap_or(")").trim())));
    Node::row(all)
}

fn written(root: Node) -> String {
    let mut out = String::new();
    // What is still to be written, the next at the end.
    let mut todo = vec![Part::Node(root)];
    while let Some(part) = todo.pop() {
        match part {
            Part::Text(text) => out.push_str(text),
            Part::Node(Node::Token(tex)) => out.push_str(&tex),
            Part::Node(Node::Prescripts) => {}
            Part::Node(Node::Inner(form, children)) => {
                todo.push(Part::Text(form.closing));
                for (at, child) in children.into_iter().enumerate().rev() {
                    let has_braces = form.has_groups && !child.is_one();
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
    text_content(own, State::RcData).trim().to_owned()
}
