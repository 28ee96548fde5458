//! Any bytes, with any charset in the HTTP header -> text, the same each time, and not much longer than the bytes.

#![no_main]

use encoding_rs::Encoding;
use libfuzzer_sys::fuzz_target;
use pagetable::decode::{Evidence, decode};

fuzz_target!(|input: &[u8]| {
    // Up to the first line feed the input is the header, then the page.
    let stop = input.iter().position(|&byte| byte == b'\n').unwrap_or(0);
    let header = std::str::from_utf8(&input[..stop]).ok().filter(|header| !header.is_empty());
    let page = &input[stop..];
    let decoded = decode(page, header);
    // The longest character of a single byte has three bytes in UTF-8.
    assert!(decoded.text.len() <= 3 * page.len() + 3, "{} bytes of {}", decoded.text.len(), page.len());
    match decoded.evidence {
        Evidence::Binary => assert_eq!((decoded.encoding, &*decoded.text), ("binary", "")),
        _ => assert!(Encoding::for_label(decoded.encoding.as_bytes()).is_some(), "{} is known", decoded.encoding),
    }
    if decoded.evidence == Evidence::Utf8 {
        assert_eq!(decoded.text.as_bytes(), page, "valid UTF-8 stays as it is");
    }
    let again = decode(page, header);
    assert_eq!((decoded.text, decoded.encoding, decoded.evidence), (again.text, again.encoding, again.evidence));
});
