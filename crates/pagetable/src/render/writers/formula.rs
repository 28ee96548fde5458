//! TeX -> a formula as Markdown writes it.

use super::line::{code_span, longest_run};
use crate::render::structure::formulas::Formula;

/// A formula between dollars; as code too where its characters would mean something else to some readers.
pub fn formula_text(formula: &Formula) -> String {
    let tex = formula.tex.as_str();
    let is_plain = reads_as_text(tex);
    if formula.is_display {
        let starts_plainly = tex.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '\\' | '(' | '{'));
        let fence = "`".repeat(longest_run(tex, '`').max(2) + 1);
        return if is_plain && starts_plainly {
            format!("$$\n{tex}\n$$")
        } else {
            format!("{fence}math\n{tex}\n{fence}")
        };
    }
    if is_plain { format!("${tex}$") } else { format!("${}$", code_span(tex)) }
}

/// Whether TeX reads the same to readers that do not know formulas.
fn reads_as_text(tex: &str) -> bool {
    let mut before = ' ';
    let mut letters = tex.chars();
    while let Some(c) = letters.next() {
        let is_plain = match c {
            '\\' => letters.next().is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, ' ' | ',' | ';')),
            '_' => before.is_ascii_alphanumeric(),
            c => !matches!(c, '*' | '`' | '<' | '>' | '[' | ']' | '&' | '$' | '|' | '~'),
        };
        if !is_plain {
            return false;
        }
        before = c;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_stand_between_dollars() {
        let written = |tex: &str, is_display| formula_text(&Formula { tex: tex.to_owned(), is_display });
        assert_eq!(written("x_1 + y", false), "$x_1 + y$");
        assert_eq!(written("a*b*c", false), "$`a*b*c`$");
        assert_eq!(written("`a", false), "$`` `a ``$");
        assert_eq!(written("\\frac{a}{b}", true), "$$\n\\frac{a}{b}\n$$");
        assert_eq!(written("a<b", true), "```math\na<b\n```");
        assert_eq!(written("```", true), "````math\n```\n````");
    }
}
