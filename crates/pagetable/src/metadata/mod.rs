//! Page, address -> title, authors, days and other fields of a page, each with the source that it comes from.
//!
//! ```text
//! rules        which source is used first, field by field, and words that are looked for: the caller's tables
//! outside      what the caller does: texts with markup, broken JSON, languages, the model
//! claims       what the sources of a page give
//! evidence     the claims of a page, read when they are first needed
//! reading      the fields of a page, in order
//! sources/     one module per place where pages state metadata: JSON-LD, RDFa, byline, days that readers see
//! values/      texts -> usable values: titles, names, languages
//! ```

mod claims;
mod evidence;
mod outside;
mod reading;
mod rules;
mod sources;
mod values;

pub use outside::{Detected, Outside};
pub use reading::{Chosen, Field, Fields, Reading};
pub use rules::{Kind, Rules, SourceRule};
