//! Quick looks at what may name an author or a day.
//!
//! Each lets through what the patterns of Python can match, and a little more: a page has hundreds of lines and links
//! near its heading, and a handful of them pass.

/// Beginnings of "By", "Posted by", "Author:" and the like, in two letters.
const SIGNED: [&[u8; 2]; 11] = [b"by", b"wr", b"po", b"pu", b"wo", b"st", b"ar", b"te", b"cr", b"au", b"co"];

/// Whether a line may be a byline.
pub fn may_be_signed(text: &[u8]) -> bool {
    let Some([first, second]) = text.first_chunk() else { return false };
    // Patterns without case also match a long s.
    if text.starts_with("ſ".as_bytes()) {
        return true;
    }
    let letters = [first.to_ascii_lowercase(), second.to_ascii_lowercase()];
    SIGNED.iter().any(|known| known[0] == letters[0] && (known[1] == letters[1] || !second.is_ascii()))
}

/// Whether a text may have a year: 19 or 20 and two digits, or four digits of another script, which begin at U+0660.
pub fn may_have_year(text: &[u8]) -> bool {
    let is_century = |pair: &[u8]| matches!(pair, b"19" | b"20");
    let has_year =
        text.windows(4).any(|part| is_century(&part[..2]) && part[2].is_ascii_digit() && part[3].is_ascii_digit());
    has_year || (!text.is_ascii() && String::from_utf8_lossy(text).chars().any(may_be_digit))
}

/// Characters from U+0660 on, but for the punctuation that Latin texts have.
fn may_be_digit(letter: char) -> bool {
    letter >= '\u{660}' && !('\u{2000}'..='\u{206f}').contains(&letter)
}

const AUTHOR_PARTS: [&str; 11] = [
    "/author",
    "/contributor",
    "/user",
    "/member",
    "/profile",
    "/people/",
    "/writer",
    "/team/",
    "/staff/",
    "/u/",
    "author=",
];

/// Whether an address may be that of an author's page.
pub fn may_be_author(address: &str) -> bool {
    if address.contains(['ſ', '\u{212a}']) {
        return true;
    }
    let address = address.to_ascii_lowercase();
    AUTHOR_PARTS.iter().any(|part| address.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_may_be_signed_or_dated_pass() {
        let signed = ["By Jane", "Costs 2000", "ſtory by X", "bÿ"].map(|line| may_be_signed(line.as_bytes()));
        assert_eq!(signed, [true; 4]);
        assert!(!["Home", "Bread", "x", ""].iter().any(|line| may_be_signed(line.as_bytes())));
        let dated = ["2 March 2024", "Costs 2000", "٢٠٢٤"].map(|line| may_have_year(line.as_bytes()));
        assert_eq!(dated, [true; 3]);
        assert!(!["“Quoted”", "x 1850", "20 2 4"].iter().any(|line| may_have_year(line.as_bytes())));
    }

    #[test]
    fn addresses_of_authors_pass_without_case() {
        assert!(["/AUTHOR/jane", "/?author=3", "/u/x", "/ſtaff/x"].iter().all(|address| may_be_author(address)));
        assert!(!may_be_author("/tea"));
    }
}
