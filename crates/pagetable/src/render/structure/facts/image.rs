//! `<img>`, the `<picture>` around it, the `<noscript>` after it -> its address, alternative text and title.

use super::address::Resolver;
use crate::page::PageView;
use crate::page::table::NO_ROW;
use crate::parse::attributes::{self, AttributeSink};
use crate::parse::tags::Tag;

/// An image of a page.
#[derive(Debug, Default, PartialEq)]
pub struct Image {
    /// Empty if the page gives none, or only the image's data.
    pub address: String,
    /// The alternative text; may be empty.
    pub alt: String,
    /// The title; may be empty.
    pub title: String,
    /// Whether it shows nothing that belongs to the text: a spacer, a counter, an icon, an avatar.
    pub is_decorative: bool,
    /// Whether it is named for a dark page, as a copy of another that is not.
    pub is_dark: bool,
    /// The characters that it is a picture of, if it shows an emoji or a smiley.
    pub symbol: Option<String>,
}

/// The attributes that may hold the address of an image. A page that gives the address to a script has a placeholder in
/// `src`, so the attributes for scripts come first.
const PLACES: &[&[u8]] =
    &[b"data-src", b"data-original", b"data-lazy-src", b"src", b"data-srcset", b"data-lazy-srcset", b"srcset"];
/// An image of fewer pixels can't be seen: it counts visitors or keeps space.
const MIN_PIXELS: u32 = 3;
/// An image without alternative text and with at most this many pixels is an icon.
const ICON_PIXELS: u32 = 40;
/// Words in the class or the file name of images without alternative text that show nothing of the text.
const DECORATIVE_WORDS: &[&str] =
    &["spacer", "pixel", "blank", "transparent", "1x1", "icon", "avatar", "gravatar", "bullet"];
/// Words in the file name of an icon, and at the end of its alternative text.
const ICON_WORDS: &[&str] = &["icon", "icons"];
/// A longer alternative text describes a picture of icons.
const MAX_ICON_WORDS: usize = 6;
/// Files of images without anything to see. Their names are too common as words.
const BLANK_FILES: &[&str] = &["b.gif", "clear.gif", "dot.gif", "pix.gif", "shim.gif", "trans.gif"];
/// Words in the address or the class of pictures of emojis and smileys.
const SYMBOL_WORDS: &[&str] = &["emoji", "smilie", "smiley", "emoticon"];
/// A longer text describes an image.
const MAX_SYMBOL_CHARS: usize = 24;
/// Words in the file names of images that scripts replace by others.
const PLACEHOLDER_WORDS: &[&str] = &["1x1", "blank", "spacer", "transparent", "placeholder", "lazyload"];
/// Images of people beside what they wrote: decorative with any alternative text.
const AVATAR_WORDS: &[&str] = &["avatar", "gravatar"];

/// The attributes that matter, undecoded: images have long ones that are not needed.
#[derive(Default)]
struct Written<'a> {
    places: [Option<&'a [u8]>; PLACES.len()],
    alt: Option<&'a [u8]>,
    title: Option<&'a [u8]>,
    class: Option<&'a [u8]>,
    width: Option<&'a [u8]>,
    height: Option<&'a [u8]>,
}

impl<'a> AttributeSink<'a> for Written<'a> {
    fn attribute(&mut self, name: &'a [u8], value: &'a [u8]) {
        let is = |wanted: &[u8]| name.eq_ignore_ascii_case(wanted);
        let place = match name.first().map(u8::to_ascii_lowercase) {
            Some(b's' | b'd') => match PLACES.iter().position(|place| is(place)) {
                Some(at) => &mut self.places[at],
                None => return,
            },
            Some(b'a') if is(b"alt") => &mut self.alt,
            Some(b't') if is(b"title") => &mut self.title,
            Some(b'c') if is(b"class") => &mut self.class,
            Some(b'w') if is(b"width") => &mut self.width,
            Some(b'h') if is(b"height") => &mut self.height,
            _ => return,
        };
        place.get_or_insert(value);
    }
}

/// Reads the image of a row.
pub fn read(page: PageView<'_>, row: u32, addresses: &mut Resolver) -> Image {
    let written = attributes_of(page, row);
    let found = addresses_in(&written).chain(of_picture(page, row)).chain(of_noscript(page, row));
    let (placeholders, found): (Vec<String>, Vec<String>) = found.partition(|written| is_placeholder(written));
    let address = found.iter().chain(&placeholders).find_map(|written| addresses.resolve(written)).unwrap_or_default();
    let text = |value: Option<&[u8]>| value.map_or_else(String::new, |value| collapsed(&attributes::value_text(value)));
    let (alt, title) = (text(written.alt), text(written.title));
    let symbol = [&alt, &title].into_iter().find(|text| !text.is_empty());
    let symbol = symbol.filter(|text| is_symbol(&written, &address, text)).cloned();
    let is_icon = || {
        is_icon_by_name(&address, &alt) && !is_all_of_a_cell(page, row)
            || may_be_icon(&written, &address) && is_text_beside(page, row, &alt)
    };
    let is_decorative = symbol.is_none() && (is_decorative(&written, &address, alt.is_empty()) || is_icon());
    let is_dark = is_dark(&written, &address);
    Image { address, alt, title, is_decorative, is_dark, symbol }
}

/// Whether a script replaces the image at an address: its file has the name of a placeholder.
fn is_placeholder(written: &str) -> bool {
    has_word(file_of(written), PLACEHOLDER_WORDS)
}

/// Whether the file, the fragment of the address, or a class names an image for dark pages.
fn is_dark(written: &Written, address: &str) -> bool {
    let class = written.class.map_or_else(String::new, attributes::value_text).to_ascii_lowercase();
    let hides_on_dark = |class: &str| class.contains("on-dark") || class.starts_with("dark:hidden");
    let is_named = |class: &str| class.contains("dark") && !hides_on_dark(class) || class.contains("on-light");
    let fragment = address.rsplit_once('#').map_or("", |(_, fragment)| fragment);
    [file_of(address), fragment].iter().any(|name| has_word(name, &["dark"])) || class.split_whitespace().any(is_named)
}

fn file_of(address: &str) -> &str {
    let path = &address[..memchr::memchr2(b'?', b'#', address.as_bytes()).unwrap_or(address.len())];
    &path[memchr::memrchr(b'/', path.as_bytes()).map_or(0, |stroke| stroke + 1)..]
}

/// Whether an image is a picture of the emoji or the smiley that its text is: all of it is emojis, or it is short, begins
/// with a symbol as in `:-)` and `:tea:`, and the page names it so.
fn is_symbol(written: &Written, address: &str, text: &str) -> bool {
    if text.len() > 4 * MAX_SYMBOL_CHARS || text.chars().count() > MAX_SYMBOL_CHARS {
        return false;
    }
    let is_smiley = || !text.contains(char::is_whitespace) && !text.starts_with(char::is_alphanumeric);
    text.chars().all(is_emoji) || is_smiley() && names_symbol(written, address)
}

fn names_symbol(written: &Written, address: &str) -> bool {
    let class = written.class.map_or_else(String::new, attributes::value_text);
    [class.as_str(), address].iter().any(|text| {
        let text = text.to_ascii_lowercase();
        SYMBOL_WORDS.iter().any(|word| text.contains(word))
    })
}

/// Emojis and pictographs, with what joins and varies them.
fn is_emoji(c: char) -> bool {
    matches!(c, '\u{1f000}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{231a}'..='\u{23ff}'
        | '\u{200d}' | '\u{fe0f}' | '\u{20e3}' | '\u{e0020}'..='\u{e007f}')
}

fn attributes_of(page: PageView<'_>, row: u32) -> Written<'_> {
    let mut written = Written::default();
    attributes::scan_tag(page.source, page.elements[row as usize].start as usize, &mut written);
    written
}

/// The addresses that are not the image itself.
fn addresses_in(written: &Written) -> impl Iterator<Item = String> {
    PLACES.iter().zip(written.places).filter_map(|(name, value)| {
        let value = attributes::value_text(value?);
        let value = value.trim();
        // A set has a size after each address. A single address may have spaces in it.
        let is_set = name.ends_with(b"srcset");
        let first = if is_set { value.split_whitespace().next()?.trim_end_matches(',') } else { value };
        let starts_with = |other: &str| first.get(..other.len()).is_some_and(|own| own.eq_ignore_ascii_case(other));
        // Braces begin settings for a script.
        // A number sign leads to a place on the page.
        let is_other =
            ["data:", "about:", "blob:", "javascript:", "{", "[", "#"].iter().any(|other| starts_with(other));
        (!first.is_empty() && !is_other).then(|| first.to_owned())
    })
}

/// The address in the first `<source>` of the `<picture>` around an image.
fn of_picture(page: PageView<'_>, row: u32) -> Option<String> {
    let parent = page.elements[row as usize].parent;
    if parent == NO_ROW || page.elements[parent as usize].tag != Tag::Picture as u8 {
        return None;
    }
    first_address(page, parent + 1..row, Tag::Source)
}

/// The address in the copy of an image for readers without scripts, in the `<noscript>` just after it.
fn of_noscript(page: PageView<'_>, row: u32) -> Option<String> {
    let next = page.elements[row as usize].end;
    let after = page.elements.get(next as usize)?;
    first_address(page, next + 1..after.end, Tag::Img).filter(|_| after.tag == Tag::Noscript as u8)
}

/// The first address that an element of a tag has, among a few rows.
fn first_address(page: PageView<'_>, rows: std::ops::Range<u32>, tag: Tag) -> Option<String> {
    let of_tag = rows.take(MAX_ROWS).filter(|&row| page.elements[row as usize].tag == tag as u8);
    of_tag.into_iter().find_map(|row| addresses_in(&attributes_of(page, row)).next())
}

/// Elements beside an image among which its address is looked for.
const MAX_ROWS: usize = 16;
/// Elements around an image among which its cell is looked for.
const MAX_LEVELS: usize = 6;

fn is_decorative(written: &Written, address: &str, has_no_alt: bool) -> bool {
    let smallest = [written.width, written.height].into_iter().flatten().filter_map(pixels).min();
    let class = written.class.map_or_else(String::new, attributes::value_text);
    let has = |words: &[&str]| [class.as_str(), file_of(address)].iter().any(|text| has_word(text, words));
    smallest.is_some_and(|pixels| pixels < MIN_PIXELS || has_no_alt && pixels <= ICON_PIXELS)
        || has_no_alt && (has(DECORATIVE_WORDS) || names_symbol(written, address))
        || has(AVATAR_WORDS)
        || is_placeholder(address)
        || BLANK_FILES.contains(&file_of(address).to_ascii_lowercase().as_str())
}

/// Whether the alternative text of an image says no more than that it is an icon; or the file is named as an icon, and the
/// text is one word or words of the file's name.
fn is_icon_by_name(address: &str, alt: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect()
    };
    let is_icon = |word: &String| ICON_WORDS.contains(&word.as_str());
    let own = words(alt);
    if own.len() <= MAX_ICON_WORDS && own.last().is_some_and(is_icon) {
        return true;
    }
    let file = file_of(address);
    has_word(file, ICON_WORDS) && !own.is_empty() && {
        let names = words(file);
        own.len() == 1 || own.iter().all(|word| names.contains(word))
    }
}

/// Whether an image is drawn as icons are: small, or by lines.
fn may_be_icon(written: &Written, address: &str) -> bool {
    let is_small = |size: Option<&[u8]>| size.and_then(pixels).is_some_and(|pixels| pixels <= ICON_PIXELS);
    is_small(written.width) || is_small(written.height) || file_of(address).to_ascii_lowercase().ends_with(".svg")
}

/// Whether an alternative text is all text of an element just around the image: an icon beside its name.
fn is_text_beside(page: PageView<'_>, row: u32, alt: &str) -> bool {
    let mut around = row;
    for _ in 0..2 {
        around = page.elements[around as usize].parent;
        let Some(element) = page.elements.get(around as usize) else { return false };
        if element.chars > 0 {
            let block = page.blocks.get(element.first_block as usize);
            // The lengths first: a long text may have many images.
            let text = block.map(|block| page.block_text(block)).filter(|text| text.len() == alt.len());
            return element.stop_block == element.first_block + 1
                && text.is_some_and(|text| String::from_utf8_lossy(text).to_lowercase() == alt.to_lowercase());
        }
    }
    false
}

/// Whether a cell or a definition has no text but an image: a tick in a table is what the table says.
fn is_all_of_a_cell(page: PageView<'_>, row: u32) -> bool {
    let mut around = row;
    for _ in 0..MAX_LEVELS {
        around = page.elements[around as usize].parent;
        if around == NO_ROW || page.elements[around as usize].chars > 0 {
            return false;
        }
        if [Tag::Td, Tag::Th, Tag::Dd].iter().any(|&tag| page.elements[around as usize].tag == tag as u8) {
            return true;
        }
    }
    false
}

fn pixels(written: &[u8]) -> Option<u32> {
    let text = attributes::value_text(written);
    let text = text.trim();
    text.strip_suffix("px").unwrap_or(text).parse().ok()
}

/// Whether one of the words of a text, which are in lower case ASCII, is among some.
pub fn has_word(text: &str, words: &[&str]) -> bool {
    let own = text.split(|c: char| !c.is_ascii_alphanumeric());
    own.filter(|own| own.len() <= 16).any(|own| words.iter().any(|word| word.eq_ignore_ascii_case(own)))
}

fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::with_page;

    fn image(html: &str) -> Image {
        with_page(html, |page| {
            let row = page.elements.iter().position(|element| element.tag == Tag::Img as u8).unwrap();
            read(page, row as u32, &mut Resolver::new("", page.source.len()))
        })
    }

    #[test]
    fn the_address_is_found_where_pages_put_it() {
        for html in [
            "<img src=a.png>",
            "<img src=wait.gif data-src=a.png>",
            "<img src='data:image/gif;base64,R0' data-lazy-src=a.png>",
            "<img src=a.png data-src='{&quot;w&quot;: 1}'>",
            "<img src='#' srcset=a.png>",
            "<img src=/x/1x1.trans.gif srcset=a.png>",
            "<img src=blank.gif><noscript><img src=a.png></noscript>",
            "<img srcset='a.png 1x, b.png 2x'>",
            "<img data-srcset='a.png, b.png 2x'>",
            "<picture><source srcset='a.png 800w, b.png 400w'><source srcset=c.png><img alt=x></picture>",
            "<picture><source data-srcset=a.png><img src='data:image/png;base64,x'></picture>",
            "<img src='data:image/png;base64,x'><noscript><img src=a.png></noscript>",
        ] {
            assert_eq!(image(html).address, "a.png", "{html}");
        }
        for html in ["<img>", "<img src>", "<img src='data:x'>", "<img src=javascript:x>", "<img><p><img src=a.png>"] {
            assert_eq!(image(html).address, "", "{html}");
        }
    }

    #[test]
    fn decorative_images_are_known() {
        for html in [
            "<img src=a.png width=1 height=20 alt=counter>",
            "<img src=a.png width=16>",
            "<img src=/img/spacer.gif>",
            "<img class='nav-icon' src=a.png>",
            "<img class='user-avatar' src=a.png alt='Jane Doe'>",
            "<img src=/smilies/1.gif>",
            "<img src=placeholder.svg alt='A kettle'>",
            "<img src=/misc/quote_icon.png alt=Quote>",
            "<img src=/misc/quote_icon.png alt=Zitat>",
            "<img src=4a7f.svg alt='Star Icon'>",
            "<td>4 <img src=icon-star.svg alt=star>",
            "<div><span><img src=/a/cottura.svg alt='Tempo di cottura'></span> Tempo di cottura</div>",
            "<a href=x><img src=visa.png height=20 alt=Visa> visa</a>",
            "<img src=/x/clear.gif alt='Order now'>",
        ] {
            assert!(image(html).is_decorative, "{html}");
        }
        for html in [
            "<img src=a.png>",
            "<img src=a.png width=16 alt=Warning>",
            "<div><img src=a.png width=640 alt=Kettle> Kettle</div>",
            "<div><img src=a.svg alt=Kettle> A red one</div>",
            "<img src=/icons/a.png width=640>",
            "<img src=icon-garantie.svg alt='Garantie 15 ans'>",
            "<table><td>Wifi<td><b><img src=icon-yes.svg alt=yes></b></table>",
            "<img src=icons.png alt='All icons of the game'>",
            "<img src=a.png alt='A network of computers with a few message and mail icons.'>",
        ] {
            assert!(!image(html).is_decorative, "{html}");
        }
    }

    #[test]
    fn pictures_of_characters_are_known() {
        for html in [
            "<img src=a.png alt=\u{2728}>",
            "<img src=a.png alt='\u{1f468}\u{200d}\u{1f4bb}'>",
            "<img src=/emoji/x.svg alt=:thinking:>",
            "<img class='mceSmilie2' src=clear.png alt=';)'>",
            "<img src=/smilies/wink.gif title=';)'>",
        ] {
            assert!(image(html).symbol.is_some(), "{html}");
        }
        for html in ["<img src=a.png alt=...>", "<img src=/emoji/x.svg alt=thinking>", "<img src=/emoji/x.svg>"] {
            assert_eq!(image(html).symbol, None, "{html}");
        }
    }
}
