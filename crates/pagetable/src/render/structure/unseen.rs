//! Text that style sheets hide by well-known classes: what only screen readers say, and the names of icons; and buttons
//! of a few characters.
//!
//! The page table has no style sheets, so this text is part of its blocks: "10 minutes mins", "was $20.$15Current price".

use super::roles;
use crate::render::Kept;

/// Words that the classes below consist of, to look at few elements.
pub const WORDS: &[&str] =
    &["reader", "screenreader", "sr", "visually", "visuallyhidden", "material", "assistive", "invisible"];
/// A class that ends so hides an element from all but screen readers.
const SPOKEN: &[&str] = &[
    "screen-reader-text",
    "screen-reader-only",
    "screenreader-only",
    "sr-only",
    "sr-text",
    "visible-sr",
    "show-for-sr",
    "visually-hidden",
    "visually-hidden--inline",
    "visually-hidden-focusable",
    "visuallyhidden",
    "assistive-text",
    "element-invisible",
];
/// A class that ends so undoes it.
const SHOWN: &str = "not-sr-only";
/// The characters of a button that says nothing to readers.
const MAX_BUTTON_CHARS: u32 = 3;
/// A class that begins so draws its text as an icon.
const ICONS: &[&str] = &["material-icons", "material-symbols"];

/// Has such text left out where its block has other text, or where it is only symbols, such as a box to tick. Words alone
/// in a block may be a heading that readers miss. `rows` have one of the words.
pub fn drop_unseen(kept: Kept, all: &mut [u8], rows: &[u32]) {
    for row in rows.iter().map(|row| *row as usize) {
        let element = &kept.elements[row];
        if element.chars == 0 {
            continue;
        }
        let class = kept.attribute(element, b"class").unwrap_or_default().to_ascii_lowercase();
        let has = |is: &dyn Fn(&str) -> bool| class.split_ascii_whitespace().any(is);
        let is_icon = has(&|class| ICONS.iter().any(|icon| class.starts_with(icon)));
        let is_spoken = has(&|class| SPOKEN.iter().any(|spoken| class.ends_with(spoken)))
            && !has(&|class| class.ends_with(SHOWN))
            && (is_part_of_a_block(kept, row) || has_no_words(kept, row));
        if is_icon || is_spoken {
            all[row] = roles::SKIP;
        }
    }
}

/// Has buttons of a few characters left out that say nothing to readers.
pub fn drop_small_buttons(kept: Kept, all: &mut [u8], buttons: &[u32]) {
    for row in buttons.iter().map(|row| *row as usize) {
        if is_small_button(kept, row) {
            all[row] = roles::SKIP;
        }
    }
}

/// Whether a button beside other text or other buttons says nothing to readers: `1x 2x 3x` of a recipe, `?`, `i`, a chain.
fn is_small_button(kept: Kept, row: usize) -> bool {
    let element = &kept.elements[row];
    let is_small = (1..=MAX_BUTTON_CHARS).contains(&element.chars);
    is_small && is_part_of_a_block(kept, row) && {
        let text = text_of(kept, row);
        let is_factor = text.strip_suffix(['x', '\u{d7}']).is_some_and(|number| !number.contains(char::is_alphabetic));
        text == "i" || is_factor || !text.contains(char::is_alphanumeric)
    }
}

fn has_no_words(kept: Kept, row: usize) -> bool {
    !text_of(kept, row).contains(char::is_alphanumeric)
}

fn text_of(kept: Kept, row: usize) -> String {
    let element = &kept.elements[row];
    let first = kept.runs.partition_point(|run| run.start < element.start);
    let own = kept.runs[first..].iter().take_while(|run| run.start < element.stop);
    own.map(|run| &kept.text[run.text_start as usize..run.text_stop as usize]).collect()
}

/// Whether the text of an element is in one block with other text.
fn is_part_of_a_block(kept: Kept, row: usize) -> bool {
    let element = &kept.elements[row];
    let block = kept.blocks.get(element.first_block as usize);
    element.stop_block == element.first_block + 1 && block.is_some_and(|block| block.chars > element.chars)
}
