//! Steps and facts -> text.
//!
//! ```text
//! pieces      steps -> their texts
//! markdown    steps, facts -> Markdown              (line, emphasis, escape, formula: within a line;
//!                                                    destination, link_places, references: links)
//! plain       steps, facts -> text for people
//! heading_texts  steps, facts -> the texts of headings
//! blocks      blocks of text -> one text, indented by lists and quotes
//! ```

pub mod blocks;
mod destination;
mod emphasis;
mod escape;
mod formula;
pub mod heading_texts;
mod line;
mod link_places;
pub mod markdown;
pub mod pieces;
pub mod plain;
mod references;
