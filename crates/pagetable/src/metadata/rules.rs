//! The caller's tables: which source is used first, field by field, and words that are looked for.

use std::sync::Arc;

use super::reading::Field;
use crate::query::{Marks, MetaNames, Months, SmallWords};

/// What a source is read from. Sources of a kind are read together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `<meta>` elements.
    Meta,
    /// JSON-LD scripts.
    JsonLd,
    /// Elements with an itemprop.
    Microdata,
    /// Elements with a property.
    Rdfa,
    /// Links with a `rel`.
    Link,
    /// Title, language and canonical address.
    Head,
    /// The address that the caller gave.
    GivenAddress,
    /// The day in an address.
    DayInAddress,
    /// Lines, links and elements that name authors.
    Byline,
    /// Days that readers see.
    ShownDay,
    /// Lines with a label such as "Published".
    LabelledLine,
}

/// How many kinds there are.
pub(super) const N_KINDS: usize = 11;

impl Kind {
    /// The kind of a name.
    pub fn of(name: &str) -> Option<Kind> {
        Some(match name {
            "meta" => Kind::Meta,
            "json-ld" => Kind::JsonLd,
            "microdata" => Kind::Microdata,
            "rdfa" => Kind::Rdfa,
            "link" => Kind::Link,
            "head" => Kind::Head,
            "address given" => Kind::GivenAddress,
            "day in the address" => Kind::DayInAddress,
            "byline" => Kind::Byline,
            "shown day" => Kind::ShownDay,
            "labelled line" => Kind::LabelledLine,
            _ => return None,
        })
    }
}

/// A place of a page that can hold the value of a field.
#[derive(Clone, Debug)]
pub struct SourceRule {
    /// What it is read from.
    pub kind: Kind,
    /// Which claims of that kind.
    pub key: String,
}

/// The tables.
pub struct Rules {
    pub(super) sources: Vec<Vec<SourceRule>>,
    pub(super) unseen: Vec<usize>,
    pub(super) meta_names: MetaNames,
    pub(super) meta_keys: Vec<String>,
    pub(super) marks: Marks,
    pub(super) months: Arc<Months>,
    pub(super) small_words: Arc<SmallWords>,
    pub(super) english: usize,
}

/// The name of the element that says what `twitter:data1` is.
pub(super) const LABEL: &str = "twitter:label1";

/// Words that are looked for, each with a purpose, and the purposes: authors, days, other texts, sidebars, items.
pub type Wanted = Vec<(u64, usize)>;

impl Rules {
    /// `sources` has the sources of the fields of `Field`, in its order. `unseen` are the numbers of sources of a date
    /// that no reader sees. `marks` has the hashes of words with the numbers of their purposes, in the order of `Mark`.
    pub fn new(
        sources: Vec<Vec<SourceRule>>,
        unseen: Vec<usize>,
        marks: Wanted,
        months: Arc<Months>,
        (small_words, english): (Arc<SmallWords>, usize),
    ) -> Rules {
        let mut keys = vec![LABEL.to_owned()];
        for source in sources.iter().flatten().filter(|source| source.kind == Kind::Meta) {
            if !keys.contains(&source.key) {
                keys.push(source.key.clone());
            }
        }
        let meta_names = MetaNames::new(keys.clone());
        Rules { sources, unseen, meta_names, meta_keys: keys, marks: Marks::new(marks), months, small_words, english }
    }

    pub(super) fn sources(&self, field: Field) -> &[SourceRule] {
        self.sources.get(field as usize).map_or(&[], Vec::as_slice)
    }
}

/// What marked elements are marked as.
#[derive(Clone, Copy, Debug)]
pub(super) enum Mark {
    Author,
    Date,
    Others,
    Sides,
    Items,
}
