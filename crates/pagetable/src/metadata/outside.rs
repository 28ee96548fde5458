//! What the caller does for a page of which the tables here know too little.

/// The language of a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Detected {
    /// A code of two or three letters.
    pub language: String,
    /// What decided it.
    pub source: String,
    /// How sure it is, from 0 to 1.
    pub score: f64,
}

/// The caller.
pub trait Outside {
    /// A value as text: without markup, references and the white space of its source.
    fn plain(&self, text: &str) -> String;
    /// A script that is not JSON -> a JSON list of the values in it.
    fn json(&self, source: &str) -> String;
    /// An address of the web, resolved against another; `None` if it is not one.
    fn absolute(&self, address: &str, base: Option<&str>) -> Option<String>;
    /// The host of an address, in small letters.
    fn host(&self, address: &str) -> Option<String>;
    /// Names of library catalogues with the given name first.
    fn given_name_first(&self, texts: Vec<String>) -> Vec<String>;
    /// The names in some texts.
    fn names(&self, texts: &[String]) -> Vec<String>;
    /// The short name of a licence.
    fn license(&self, claim: &str) -> Option<String>;
    /// Whether texts that are plainly English need no closer look.
    fn trusts_small_words(&self) -> bool;
    /// The language of a text.
    fn language(&self, text: &str) -> Option<Detected>;
    /// The block of the page that a model takes for the headline.
    fn headline(&self) -> Option<String>;
}
