//! What a rendering writes and what it leaves out. No option changes the words of the rest.

/// What a rendering includes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options<'a> {
    /// The page's address; empty if it is not known.
    pub url: &'a str,
    /// The headline to write before the text; empty for none.
    pub headline: &'a str,
    /// Addresses of links.
    pub links: bool,
    /// Links by numbers, with their addresses at the end of the text; only Markdown has them.
    pub references: bool,
    /// Images with their alternative texts.
    pub images: bool,
    /// Tables of data.
    pub tables: bool,
    /// Emphasis, strong and struck text, code within a line, sub- and superscript.
    pub formatting: bool,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options { url: "", headline: "", links: true, references: false, images: true, tables: true, formatting: true }
    }
}
