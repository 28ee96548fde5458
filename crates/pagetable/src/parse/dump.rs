//! Tokens as strings, for tests and for reading text that is in no block.

use crate::parse::attributes::Attributes;
use crate::parse::doctype;
use crate::parse::references::{self, Rule};
use crate::parse::tags::PackedName;
use crate::parse::tokenizer::{State, TagToken, Token, Tokenizer};

/// A token as the standard's tokenizer would emit it.
#[derive(Debug, PartialEq)]
pub enum DumpedToken {
    /// A start tag.
    Start {
        /// In lower case.
        name: String,
        /// Names and values, each name once.
        attributes: Vec<(String, String)>,
        /// Whether it ends with `/>`.
        is_self_closing: bool,
    },
    /// An end tag.
    End {
        /// In lower case.
        name: String,
    },
    /// Characters, with references decoded.
    Text(String),
    /// A comment, without its marks.
    Comment(String),
    /// A document type declaration.
    Doctype {
        /// In lower case.
        name: Option<String>,
        /// The public identifier.
        public_id: Option<String>,
        /// The system identifier.
        system_id: Option<String>,
        /// Whether it does not force quirks mode.
        is_correct: bool,
    },
}

/// All tokens of `source`, read from `state`; `last_start` is the name that ends raw text.
pub fn dump_tokens(source: &str, state: State, last_start: &str) -> Vec<DumpedToken> {
    let bytes = source.as_bytes();
    let mut tokenizer = Tokenizer::new(bytes);
    tokenizer.state = state;
    tokenizer.last_start = PackedName::of(last_start.as_bytes());
    let mut tokens: Vec<DumpedToken> = Vec::new();
    loop {
        let mut attributes = Attributes::default();
        match tokenizer.next(&mut attributes, false) {
            Token::Eof => return tokens,
            Token::Text { start, stop, state } => {
                let text = text_content(&bytes[start..stop], state);
                match tokens.last_mut() {
                    Some(DumpedToken::Text(before)) => before.push_str(&text),
                    _ => tokens.push(DumpedToken::Text(text)),
                }
            }
            Token::Start(token) => {
                attributes.keep_first_of_each_name();
                let name = tag_name(bytes, token, 1);
                let is_self_closing = token.is_self_closing;
                tokens.push(DumpedToken::Start { name, attributes: attributes.0, is_self_closing });
            }
            Token::End(token) => tokens.push(DumpedToken::End { name: tag_name(bytes, token, 2) }),
            Token::Comment { start, stop } => {
                tokens.push(DumpedToken::Comment(text_content(&bytes[start..stop], State::RawText)));
            }
            Token::Doctype { start, stop, is_closed } => {
                let read = doctype::read(&bytes[start..stop], is_closed);
                tokens.push(DumpedToken::Doctype {
                    name: read.name,
                    public_id: read.public_id,
                    system_id: read.system_id,
                    is_correct: !read.force_quirks,
                });
            }
        }
    }
}

fn tag_name(source: &[u8], token: TagToken, skip: usize) -> String {
    let rest = &source[token.start + skip..];
    let stop = rest.iter().position(|&b| crate::bytes::is(b, crate::bytes::ENDS_NAME)).unwrap_or(rest.len());
    String::from_utf8_lossy(&rest[..stop]).to_ascii_lowercase().replace('\0', "\u{FFFD}")
}

/// Character data as a string, by the rules of the state it was read in.
pub fn text_content(text: &[u8], state: State) -> String {
    let rule = if matches!(state, State::Data | State::RcData) { Rule::Text } else { Rule::Raw };
    references::decode(text, rule, !matches!(state, State::Data | State::Cdata))
}
