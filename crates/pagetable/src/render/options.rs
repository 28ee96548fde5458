//! What a rendering writes and what it leaves out. No option changes the words of the rest.

/// What a rendering includes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options<'a> {
    /// The page's address; empty if it is not known.
    pub url: &'a str,
    /// The headline of the page; empty for none. Its copy in the text is left out.
    pub headline: &'a str,
    /// Whether the headline is written before the text.
    pub title: bool,
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
        let (url, headline) = ("", "");
        Options {
            url,
            headline,
            title: true,
            links: true,
            references: false,
            images: true,
            tables: true,
            formatting: true,
        }
    }
}
