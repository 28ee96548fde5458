//! `_core.Page`: what posts and items are read from, one call for all of a page; see `_core.pyi`.

use numpy::{PyArray1, PyReadonlyArray1};
use pagetable::page::PageView;
use pagetable::query::{self, Entry};
use pagetable::render::{Resolver, image};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::page::{PyPage, Rows};
use crate::values::Mask;

type RecordParts<'py> = (u32, Bound<'py, PyTuple>, u32, u32, u32);
type Names = Vec<(u32, String, Option<String>)>;
type NameGroups = Vec<Vec<(usize, usize)>>;
type DatedRecords<'py> = (Vec<RecordParts<'py>>, Vec<i64>, (usize, usize, usize), bool);
type Links = Vec<(String, Option<String>, bool)>;
type EntryParts<'py> =
    (Bound<'py, PyTuple>, Vec<String>, Option<String>, Links, bool, Option<String>, Vec<String>, Vec<String>);

#[pymethods]
impl PyPage {
    fn dated_records<'py>(
        &self,
        py: Python<'py>,
        anchors: Rows,
        written: PyReadonlyArray1<'py, i64>,
    ) -> PyResult<DatedRecords<'py>> {
        let (anchors, written) = (anchors.known(), written.as_array().to_vec());
        let found = self.look(py, |page| query::dated_records(page, &anchors, &written))?;
        let records = found.records.into_iter().map(|record| {
            let rows = PyTuple::new(py, record.rows)?;
            Ok((record.anchor, rows, record.stop_row, record.first_block, record.stop_block))
        });
        Ok((records.collect::<PyResult<_>>()?, found.chars, found.n_alike.into(), found.are_parts))
    }

    fn written_sums<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        Ok(PyArray1::from_vec(py, self.look(py, query::written_sums)?))
    }

    fn body_kind(
        &self,
        py: Python<'_>,
        records: Vec<(u32, u32, u32)>,
        written: PyReadonlyArray1<'_, i64>,
    ) -> PyResult<Option<(Vec<u32>, bool, bool)>> {
        let record = |(anchor, row, stop_row)| query::Record {
            anchor,
            rows: vec![row],
            stop_row,
            first_block: 0,
            stop_block: 0,
        };
        let records: Vec<query::Record> = records.into_iter().map(record).collect();
        let written = written.as_slice()?;
        let kind = self.look(py, |page| query::body_kind(page, &records, written))?;
        Ok(kind.map(|kind| (kind.rows, kind.is_single, kind.is_bare)))
    }

    fn shown_names(
        &self,
        py: Python<'_>,
        records: Vec<(u32, u32, Option<u32>, Vec<u32>)>,
        marked: Vec<u32>,
        profile: Vec<String>,
    ) -> PyResult<(Names, NameGroups)> {
        let record =
            |(first_block, stop_block, date, bodies)| query::SignedRecord { first_block, stop_block, date, bodies };
        let records: Vec<query::SignedRecord> = records.into_iter().map(record).collect();
        let signs = query::NameSigns { marked, profile };
        let (names, groups) = self.look(py, |page| query::shown_names(page, &records, &signs))?;
        let names = names.into_iter().map(|name| (name.row, name.text, name.link)).collect();
        Ok((names, groups.into_iter().map(|group| group.members).collect()))
    }

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
