//! Texts -> usable values: titles without the name of the site, names, languages.

pub mod language;
pub mod names;
pub mod pieces;
pub mod site;
pub mod titles;
pub mod words;
