//! Controls of a list: filters, sorting, buttons in the entries ("Add Kettle K2 to compare").
//!
//! Entries of lists repeat their names in buttons and labels, and filters name what the entries are, so the model takes
//! many of them for content. Their elements separate them.

use super::text_of;
use crate::page::PageView;
use crate::page::table::Element;
use crate::parse::tags::Tag;

/// What readers press or tick.
const PRESSED: [Tag; 2] = [Tag::Button, Tag::Label];
/// What they choose from, with its heading.
const CHOICES: [Tag; 4] = [Tag::Option, Tag::Select, Tag::Legend, Tag::Fieldset];
/// Elements whose text is a heading, although a button opens what is below it.
const HEADINGS: [Tag; 8] = [Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6, Tag::Dt, Tag::Summary];
/// An element with more of the page's words than this is not a control: somebody forgot to close it.
const MOST_OF_PAGE: f64 = 0.25;

/// Marks the blocks that are controls by their elements. Buttons that are headings or questions open a text, and those without
/// letters show how many readers pressed them.
pub fn mark_controls(page: PageView<'_>, mut mark: impl FnMut(usize)) {
    let is = |tags: &[Tag], element: &Element| tags.iter().any(|&tag| tag as u8 == element.tag);
    if !page.elements.iter().any(|element| is(&PRESSED, element) || is(&CHOICES, element)) {
        return;
    }
    let mut words = vec![0.0];
    words.extend(page.blocks.iter().scan(0.0, |sum, block| {
        *sum += f64::from(block.words);
        Some(*sum)
    }));
    let most = MOST_OF_PAGE * words[page.blocks.len()];
    let is_control = |element: &Element| {
        let (first, stop) = (element.first_block as usize, element.stop_block as usize);
        words[stop] - words[first] <= most && (stop > first + 1 || 2 * element.chars >= page.blocks[first].chars)
    };
    let pressed = covered(page, |element| is(&PRESSED, element) && is_control(element));
    let chosen = covered(page, |element| is(&CHOICES, element) && is_control(element));
    let headings = covered(page, |element| is(&HEADINGS, element));
    for (number, block) in page.blocks.iter().enumerate() {
        let opens_text = || headings[number] || text_of(page, block).trim_end().ends_with('?');
        let is_count = || !text_of(page, block).contains(char::is_alphabetic);
        if chosen[number] || (pressed[number] && !opens_text() && !is_count()) {
            mark(number);
        }
    }
}

/// For each block whether it is in one of some elements. Elements may be inside each other, so the numbers of those that
/// begin and end at each block are summed up.
fn covered(page: PageView<'_>, is_one: impl Fn(&Element) -> bool) -> Vec<bool> {
    let mut changes = vec![0i64; page.blocks.len() + 1];
    let has_text = |element: &&Element| element.stop_block > element.first_block;
    for element in page.elements.iter().filter(has_text).filter(|element| is_one(element)) {
        changes[element.first_block as usize] += 1;
        changes[element.stop_block as usize] -= 1;
    }
    let mut depth = 0;
    let is_inside = changes[..page.blocks.len()].iter().map(|change| {
        depth += change;
        depth > 0
    });
    is_inside.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::with_page;

    const FILLER: &str = "<p>Everything for tea, from pots and kettles to strainers and cups, in steel and in clay.";

    fn marked(html: &str) -> String {
        with_page(&format!("{html}{FILLER}"), |page| {
            let mut found = vec![false; page.blocks.len()];
            mark_controls(page, |number| found[number] = true);
            String::from_utf8(page.joined_text(found.into_iter())).unwrap().replace("\n\n", " ")
        })
    }

    #[test]
    fn buttons_labels_and_choices_are_controls() {
        let card = "<div><h3>Kettle</h3><button>Save Kettle</button></div><div><label><input>Compare</label></div>";
        assert_eq!(marked(card), "Save Kettle Compare");
        let filters = "<select><option>Red<option>Blue</select><fieldset><legend>Price</legend><p>Up to 5</fieldset>";
        assert_eq!(marked(filters), "Red Blue Price Up to 5");
        assert_eq!(marked("<p>Kettle"), "");
    }

    #[test]
    fn buttons_that_open_a_text_or_are_part_of_a_line_are_not() {
        assert_eq!(marked("<h3><button>How to choose</button></h3><p>By size."), "");
        assert_eq!(marked("<div><button>Which size is right?</button></div><p>It depends."), "");
        assert_eq!(marked("<div><button>(1794)</button></div>"), "");
        assert_eq!(marked("<p>A kettle of steel that boils two litres <button>more</button>"), "");
    }

    #[test]
    fn an_element_around_much_of_the_page_is_not_a_control() {
        let html = format!("<label>Search</label><fieldset>{FILLER}");
        let found = with_page(&html, |page| {
            let mut found = Vec::new();
            mark_controls(page, |number| found.push(number));
            found
        });
        assert_eq!(found, [0]);
    }
}
