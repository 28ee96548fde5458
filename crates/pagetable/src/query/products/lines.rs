//! Page -> its short lines with digits, with the amounts and the numbers in them.

use crate::page::PageView;
use crate::page::table::{Block, flag};
use crate::query::element_text::value_text;
use crate::text::money::{Money, amounts_in};

/// Characters of a code, and how many of them are digits.
const CODE_CHARS: std::ops::RangeInclusive<usize> = 3..=40;
const CODE_DIGITS: usize = 3;

/// Which lines are read: short ones with digits, after a block and before it.
#[derive(Clone, Copy)]
pub struct LineChoice {
    /// The block of the heading.
    pub heading: usize,
    /// Lines from the heading on.
    pub n_after: usize,
    /// Lines before it, the nearest.
    pub n_before: usize,
    /// Characters of a line, at most.
    pub most_chars: u32,
}

/// A short line that readers see.
#[derive(Debug, PartialEq)]
pub struct DigitLine {
    /// Its number.
    pub block: usize,
    /// Its text.
    pub text: String,
    /// Whether it is a link and nothing else.
    pub is_link: bool,
    /// The amounts of money in it.
    pub amounts: Vec<Money>,
    /// Words of letters, digits and marks with three digits or more, each with its place in characters.
    pub codes: Vec<(usize, String)>,
}

/// The lines with digits, those after the heading first.
pub fn lines_with_digits(page: PageView<'_>, choice: LineChoice) -> Vec<DigitLine> {
    let is_one = |block: &Block| {
        block.flags & u32::from(flag::UNSHOWN) == 0 && block.digits > 0 && block.chars <= choice.most_chars
    };
    let (before, after) = page.blocks.split_at(choice.heading.min(page.blocks.len()));
    let after = (before.len()..).zip(after).filter(|(_, block)| is_one(block)).take(choice.n_after);
    let nearest = before.iter().enumerate().rev().filter(|(_, block)| is_one(block)).take(choice.n_before);
    let before: Vec<(usize, &Block)> = nearest.collect();
    after.chain(before.into_iter().rev()).map(|(number, block)| digit_line(page, number, block)).collect()
}

fn digit_line(page: PageView<'_>, number: usize, block: &Block) -> DigitLine {
    let text = String::from_utf8_lossy(page.block_text(block)).into_owned();
    let is_link = 0 < block.chars && block.chars <= block.link_chars;
    DigitLine { block: number, is_link, amounts: amounts_in(&text), codes: codes_in(&text), text }
}

/// The words of a text that may be a product's number.
fn codes_in(text: &str) -> Vec<(usize, String)> {
    let chars: Vec<char> = text.chars().collect();
    let is_inside = |char: &char| char.is_ascii_alphanumeric() || matches!(char, '.' | '/' | '_' | '-');
    let mut found = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        if !chars[at].is_ascii_alphanumeric() {
            at += 1;
            continue;
        }
        let n_chars = chars[at..].iter().take(*CODE_CHARS.end()).take_while(|char| is_inside(char)).count();
        let code = &chars[at..at + n_chars];
        let n_digits = code.iter().filter(|char| char.is_ascii_digit()).count();
        if CODE_CHARS.contains(&n_chars) && n_digits >= CODE_DIGITS {
            found.push((at, code.iter().collect()));
        }
        at += n_chars;
    }
    found
}

/// The amounts in the texts of some elements, each with the element's first block.
pub fn amounts_of(page: PageView<'_>, rows: &[usize]) -> Vec<(u32, String)> {
    let amounts = |row: &usize| {
        let block = page.elements.get(*row).map_or(0, |element| element.first_block);
        amounts_in(&value_text(page, *row)).into_iter().map(move |money| (block, money.amount))
    };
    rows.iter().flat_map(amounts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::with_page;
    use crate::parse::tags::Tag;
    use crate::query::rows_by_tag;

    #[test]
    fn lines_after_the_heading_come_first() {
        let html = "<p>1 a<p>2 b<p>no digit<h1>Kettle 3</h1><p>4 €<p hidden>5<p><a href=/>Art. 83810610</a>";
        let choice = LineChoice { heading: 3, n_after: 3, n_before: 1, most_chars: 60 };
        let lines = with_page(html, |page| lines_with_digits(page, choice));
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts, ["Kettle 3", "4 €", "Art. 83810610", "2 b"]);
        assert_eq!((lines[1].amounts.len(), lines[1].is_link, lines[2].is_link), (1, false, true));
        assert_eq!(lines[2].codes, [(5, "83810610".to_owned())]);
    }

    #[test]
    fn codes_have_three_digits_and_at_most_forty_characters() {
        assert_eq!(codes_in("ab 12 A-1.23_4/ x"), [(6, "A-1.23_4/".to_owned())]);
        let long = "1".repeat(45);
        assert_eq!(codes_in(&long), [(0, "1".repeat(40)), (40, "1".repeat(5))]);
        assert_eq!(codes_in(""), []);
    }

    #[test]
    fn amounts_of_elements_have_their_block() {
        let found = with_page("<p>a<p><del>9 €</del> 7 €", |page| {
            amounts_of(
                page,
                &rows_by_tag(page.elements, &[Tag::Del as u8])[0].iter().map(|row| *row as usize).collect::<Vec<_>>(),
            )
        });
        assert_eq!(found, [(1, "9".to_owned())]);
    }
}
