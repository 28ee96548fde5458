//! Steps and facts -> text.
//!
//! ```text
//! pieces      steps -> their texts
//! markdown    steps, facts -> Markdown              (line, emphasis, escape: within a line)
//! plain       steps, facts -> text for people
//! blocks      blocks of text -> one text, indented by lists and quotes
//! ```

pub mod blocks;
mod emphasis;
mod escape;
mod line;
pub mod markdown;
pub mod pieces;
pub mod plain;
