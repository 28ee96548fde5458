//! What a rendering writes and what it leaves out. No option changes the words of the rest.

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Addresses of links.
    pub links: bool,
    pub images: bool,
    /// Tables of data.
    pub tables: bool,
    /// Emphasis, strong and struck text, code within a line, sub- and superscript.
    pub formatting: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { links: true, images: true, tables: true, formatting: true }
    }
}
