//! An address -> what a link in Markdown has in its place.

use std::borrow::Cow;

use super::escape::is_reference;

/// An address as it is written in a link.
///
/// Ticks and angle brackets would open code or a tag before the link is read, and a reference such as `&colon;` would
/// become the character it names, so they are encoded.
pub fn destination(address: &str) -> Cow<'_, str> {
    let is_usual = |byte: &u8| byte.is_ascii_alphanumeric() || b"/.:-_?=#%,+~!@$*;'".contains(byte);
    if address.as_bytes().iter().all(is_usual) {
        return address.into();
    }
    let is_plain = |c: char| !(c.is_whitespace() || c.is_control() || matches!(c, '<' | '>' | '\\' | '`'));
    let mut out = String::with_capacity(address.len());
    for (at, c) in address.char_indices() {
        match c {
            '&' if is_reference(&address.as_bytes()[at + 1..]) => out.push_str("&amp;"),
            c if is_plain(c) => out.push(c),
            c => c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| out.push_str(&format!("%{byte:02X}"))),
        }
    }
    if out.contains(['(', ')']) { format!("<{out}>").into() } else { out.into() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_address_stays_one_in_a_link() {
        for (address, expected) in [
            ("https://x.org/a?b=1&c=2", "https://x.org/a?b=1&c=2"),
            ("a b", "a%20b"),
            ("a(b", "<a(b>"),
            ("a`<b>", "a%60%3Cb%3E"),
            ("javascript&colon;x", "javascript&amp;colon;x"),
            ("a\u{1}\u{a0}", "a%01%C2%A0"),
        ] {
            assert_eq!(destination(address), expected);
        }
    }

    proptest! {
        #[test]
        fn usual_addresses_are_encoded_like_all_others(address in "[ -~é\\n\u{a0}]{0,24}") {
            // A space at the end is not usual, and changes nothing before it.
            let whole = destination(&format!("{address} ")).into_owned();
            let bare = whole.strip_prefix('<').and_then(|inner| inner.strip_suffix("%20>")).or(whole.strip_suffix("%20"));
            let own = destination(&address).into_owned();
            let own = own.strip_prefix('<').and_then(|inner| inner.strip_suffix('>')).unwrap_or(&own);
            prop_assert_eq!(Some(own), bare);
        }
    }
}
