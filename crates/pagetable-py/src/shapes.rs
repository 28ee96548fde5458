//! `_core.Page`: what items are read from, one call for all of a page; see `_core.pyi`.

use pagetable::page::PageView;
use pagetable::query::{self, Entry};
use pagetable::render::{Resolver, image};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::page::PyPage;
use crate::values::Mask;

type Links = Vec<(String, Option<String>, bool)>;
type EntryParts<'py> =
    (Bound<'py, PyTuple>, Vec<String>, Option<String>, Links, bool, Option<String>, Vec<String>, Vec<String>);

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
            let links = entry.links.into_iter().map(|link| (link.text, link.address, link.is_at_heading)).collect();
            let blocks = PyTuple::new(py, entry.blocks)?;
            Ok((blocks, entry.lines, entry.heading, links, entry.has_outer_link, image, entry.times, entry.struck))
        });
        parts.collect()
    }
}

/// The address of the first image that is not decorative.
fn first_image(page: PageView<'_>, entry: &Entry, addresses: &mut Resolver) -> Option<String> {
    let mut images = entry.images.iter().map(|row| image::read(page, *row, addresses));
    images.find(|image| !image.address.is_empty() && !image.is_decorative).map(|image| image.address)
}
