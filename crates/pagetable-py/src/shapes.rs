//! `_core.Page`: what items and products are read from, one call for all of a page; see `_core.pyi`.

use pagetable::page::PageView;
use pagetable::query::{self, Entry, Money};
use pagetable::render::{Resolver, image};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::page::PyPage;
use crate::values::Mask;

type Links = Vec<(String, Option<String>, bool, bool)>;
type Amount = (String, &'static str, usize);
type Lines<'py> = (Bound<'py, PyTuple>, Vec<String>, Vec<(usize, Vec<Amount>)>);
type EntryParts<'py> = (Lines<'py>, Option<String>, Links, bool, Option<String>, Vec<String>, Vec<String>);
type DigitLine = (usize, String, bool, Vec<Amount>, Vec<(usize, String)>);

#[pymethods]
impl PyPage {
    fn read_lists(&self, py: Python<'_>, keep: Mask<'_>) -> PyResult<Vec<Vec<query::Span>>> {
        let keep = &*keep.bools();
        self.check_mask(keep.len())?;
        self.look(py, |page| query::read_lists(page, keep))
    }

    fn read_entries<'py>(
        &self,
        py: Python<'py>,
        spans: Vec<query::Span>,
        is_seen: Mask<'py>,
        struck: Vec<u32>,
        base: &str,
    ) -> PyResult<Vec<EntryParts<'py>>> {
        let is_seen = &*is_seen.bools();
        self.check_mask(is_seen.len())?;
        let entries = self.look(py, |page| {
            let mut addresses = Resolver::new(base, page.source.len());
            let entries = query::read_entries(page, &spans, is_seen, &struck).into_iter();
            entries.map(|entry| (first_image(page, &entry, &mut addresses), entry)).collect::<Vec<_>>()
        })?;
        let parts = entries.into_iter().map(|(image, entry)| {
            let links = entry.links.into_iter();
            let links = links.map(|link| (link.text, link.address, link.is_at_heading, link.has_amount)).collect();
            let prices = entry.prices.into_iter().map(|(line, found)| (line, amounts(found))).collect();
            let lines = (PyTuple::new(py, entry.blocks)?, entry.lines, prices);
            Ok((lines, entry.heading, links, entry.has_outer_link, image, entry.times, entry.struck))
        });
        parts.collect()
    }

    fn lines_with_digits(
        &self,
        py: Python<'_>,
        heading: usize,
        n_after: usize,
        n_before: usize,
        most_chars: u32,
    ) -> PyResult<Vec<DigitLine>> {
        let choice = query::LineChoice { heading, n_after, n_before, most_chars };
        let lines = self.look(py, |page| query::lines_with_digits(page, choice))?.into_iter();
        Ok(lines.map(|line| (line.block, line.text, line.is_link, amounts(line.amounts), line.codes)).collect())
    }

    fn amounts_of(&self, py: Python<'_>, rows: Vec<usize>) -> PyResult<Vec<(u32, String)>> {
        self.look(py, |page| query::amounts_of(page, &rows))
    }

    fn read_pairs(&self, py: Python<'_>) -> PyResult<Vec<(String, String)>> {
        self.look(py, query::read_pairs)
    }
}

fn amounts(found: Vec<Money>) -> Vec<Amount> {
    found.into_iter().map(|money| (money.amount, money.currency, money.place)).collect()
}

#[pyfunction]
pub fn amounts_in(text: &str) -> Vec<Amount> {
    amounts(query::amounts_in(text))
}

#[pyfunction]
pub fn bare_amount(text: &str) -> Option<String> {
    query::bare_amount(text)
}

#[pyfunction]
pub fn currency_code(sign: &str) -> String {
    query::currency_code(sign)
}

/// The address of the first image that is not decorative.
fn first_image(page: PageView<'_>, entry: &Entry, addresses: &mut Resolver) -> Option<String> {
    let mut images = entry.images.iter().map(|row| image::read(page, *row, addresses));
    images.find(|image| !image.address.is_empty() && !image.is_decorative).map(|image| image.address)
}
