//! Names, numbers, operators and texts of a formula -> TeX.

/// Code points and commands, sorted; `tools/math_symbols.py` writes the file.
const SYMBOLS: &str = include_str!("math_symbols.txt");

/// Functions and operators that have a command of their own.
#[rustfmt::skip]
const NAMED: &[&str] = &[
    "Pr", "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "coth", "csc", "deg", "det", "dim", "exp", "gcd", "hom",
    "inf", "ker", "lg", "lim", "liminf", "limsup", "ln", "log", "max", "min", "sec", "sin", "sinh", "sup", "tan", "tanh",
];

/// Operators that have what is above and below them as limits, as TeX.
#[rustfmt::skip]
const WITH_LIMITS: &[&str] = &[
    "\\Pr", "\\bigcap", "\\bigcup", "\\bigodot", "\\bigoplus", "\\bigotimes", "\\bigsqcup", "\\biguplus", "\\bigvee",
    "\\bigwedge", "\\coprod", "\\det", "\\gcd", "\\iiiint", "\\iiint", "\\iint", "\\inf", "\\int", "\\lim", "\\liminf",
    "\\limsup", "\\max", "\\min", "\\oint", "\\prod", "\\sum", "\\sup",
];

pub fn has_limits(tex: &str) -> bool {
    WITH_LIMITS.binary_search(&tex).is_ok()
}

/// The TeX of a token by the name of its element, its text and the alphabet that it is written in.
pub fn token(name: &str, text: &str, variant: &str) -> String {
    let n_chars = text.chars().count();
    match name {
        _ if text.is_empty() => String::new(),
        "ms" | "mtext" => format!("\\text{{{}}}", escaped(text)),
        "mi" | "mo" if NAMED.binary_search(&text).is_ok() => format!("\\{text}"),
        "mo" if n_chars > 1 && text.chars().all(char::is_alphabetic) => format!("\\operatorname{{{}}}", symbols(text)),
        "mi" | "mn" => match alphabet(variant, n_chars) {
            Some(command) => format!("\\{command}{{{}}}", symbols(text)),
            None => named(text, n_chars, name),
        },
        _ => symbols(text),
    }
}

/// A name of several letters is upright, unless it is a symbol of TeX.
fn named(text: &str, n_chars: usize, name: &str) -> String {
    let tex = symbols(text);
    if name == "mi" && n_chars > 1 && !tex.starts_with('\\') { format!("\\mathrm{{{tex}}}") } else { tex }
}

/// The command of an alphabet (`mathvariant`). A single letter is italic without one.
fn alphabet(variant: &str, n_chars: usize) -> Option<&'static str> {
    Some(match variant {
        "normal" if n_chars == 1 => "mathrm",
        "bold" => "mathbf",
        "bold-italic" => "boldsymbol",
        "double-struck" => "mathbb",
        "script" | "bold-script" => "mathcal",
        "fraktur" | "bold-fraktur" => "mathfrak",
        "sans-serif" | "bold-sans-serif" | "sans-serif-italic" | "sans-serif-bold-italic" => "mathsf",
        "monospace" => "mathtt",
        _ => return None,
    })
}

/// The command of an accent above or below something, if the TeX of that accent is one.
pub fn accent(tex: &str, is_above: bool) -> Option<&'static str> {
    Some(match (tex, is_above) {
        ("\\hat{}" | "ˆ" | "\u{302}", true) => "\\hat{",
        ("¯" | "‾" | "ˉ" | "\u{304}" | "\u{305}", true) => "\\bar{",
        ("-" | "_" | "\\_" | "─" | "―", true) => "\\overline{",
        ("\\sim" | "˜" | "\u{303}", true) => "\\tilde{",
        ("\\to" | "\\rightarrow" | "\u{20d7}", true) => "\\vec{",
        ("\\leftarrow", true) => "\\overleftarrow{",
        ("\\leftrightarrow", true) => "\\overleftrightarrow{",
        ("." | "˙" | "\u{307}", true) => "\\dot{",
        ("¨" | "\u{308}" | "..", true) => "\\ddot{",
        ("\u{20db}" | "\\dots" | "...", true) => "\\dddot{",
        ("ˇ" | "\u{30c}", true) => "\\check{",
        ("˘" | "\u{306}", true) => "\\breve{",
        ("´" | "\u{301}", true) => "\\acute{",
        ("`" | "\u{300}", true) => "\\grave{",
        ("˚" | "\u{30a}", true) => "\\mathring{",
        ("⏞" | "︷", true) => "\\overbrace{",
        ("⏟" | "︸", false) => "\\underbrace{",
        ("-" | "_" | "\\_" | "¯" | "‾" | "─" | "\u{332}", false) => "\\underline{",
        _ => return None,
    })
}

/// A text with its symbols as TeX writes them.
pub fn symbols(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let own = if c.is_ascii() { of_ascii(c) } else { symbol(c) };
        match own {
            Some(tex) => {
                out.push_str(tex);
                out.push(' ');
            }
            None => out.push(c),
        }
    }
    out.trim().to_owned()
}

/// Characters that mean something to TeX.
fn of_ascii(c: char) -> Option<&'static str> {
    Some(match c {
        '#' => "\\#",
        '$' => "\\$",
        '%' => "\\%",
        '&' => "\\&",
        '^' => "\\hat{}",
        '_' => "\\_",
        '{' => "\\{",
        '}' => "\\}",
        '\\' => "\\backslash",
        '~' => "\\sim",
        _ => return None,
    })
}

/// The TeX of a symbol: by halves, among the lines of the file.
fn symbol(c: char) -> Option<&'static str> {
    let wanted = format!("{:05X}", c as u32);
    let (mut start, mut stop) = (SYMBOLS.find("\n0").map_or(0, |at| at + 1), SYMBOLS.len());
    while start < stop {
        let middle = start + (stop - start) / 2;
        let from =
            SYMBOLS.as_bytes()[..middle].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1).max(start);
        let until = SYMBOLS.as_bytes()[from..].iter().position(|&byte| byte == b'\n').map_or(stop, |at| from + at);
        let (code, tex) = SYMBOLS[from..until].split_once(' ')?;
        match code.cmp(wanted.as_str()) {
            std::cmp::Ordering::Equal => return Some(tex),
            std::cmp::Ordering::Less => start = until + 1,
            std::cmp::Ordering::Greater => stop = from,
        }
    }
    None
}

/// Text between the braces of `\text`.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => out.extend(['\\', c]),
            '\\' => out.push_str("\\textbackslash{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symbol_of_the_file_is_found() {
        let lines = SYMBOLS.lines().filter(|line| !line.starts_with('#'));
        let mut n_symbols = 0;
        for line in lines {
            let (code, tex) = line.split_once(' ').expect("a code point and its TeX");
            let c = char::from_u32(u32::from_str_radix(code, 16).expect("digits")).expect("a character");
            assert_eq!(symbol(c), Some(tex));
            n_symbols += 1;
        }
        assert!(n_symbols > 1_000);
        assert_eq!([symbol('a'), symbol('\u{10ffff}'), symbol('é')], [None; 3]);
    }

    #[test]
    fn tables_are_in_order() {
        assert!(NAMED.is_sorted() && WITH_LIMITS.is_sorted());
    }

    #[test]
    fn tokens_are_written_as_tex_does() {
        for (name, text, variant, expected) in [
            ("mi", "x", "", "x"),
            ("mi", "sin", "", "\\sin"),
            ("mi", "foo", "", "\\mathrm{foo}"),
            ("mi", "R", "double-struck", "\\mathbb{R}"),
            ("mi", "ℝ", "", "\\mathbb{R}"),
            ("mi", "𝛼", "", "\\alpha"),
            ("mi", "d", "normal", "\\mathrm{d}"),
            ("mn", "50%", "", "50\\%"),
            ("mo", "≤", "", "\\leq"),
            ("mo", "mod", "", "\\operatorname{mod}"),
            ("mtext", "a_b & 5 %", "", "\\text{a\\_b \\& 5 \\%}"),
        ] {
            assert_eq!(token(name, text, variant), expected);
        }
    }
}
