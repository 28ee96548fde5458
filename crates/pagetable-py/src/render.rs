//! `_core.Page`: the kept text as steps or as Markdown; see `_core.pyi`.

use std::collections::HashMap;

use numpy::{PyArray1, PyReadonlyArray1};
use pagetable::page::PageView;
use pagetable::render::address::Resolver;
use pagetable::render::markdown::{Facts, to_markdown};
use pagetable::render::{Kept, Step, corrected, image, notable, pieces, roles, walk};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::guard::guarded;
use crate::page::{PyPage, Rows, element_at};

type Steps<'py> = (Bound<'py, PyBytes>, Bound<'py, PyList>, Bound<'py, PyList>);

/// What is known of single elements, by name; see `_core.pyi`.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Known {
    base: String,
    labels: HashMap<u32, String>,
    formulas: HashMap<u32, (String, bool)>,
    languages: HashMap<u32, String>,
    numbers: HashMap<u32, (i64, i64)>,
    values: HashMap<u32, i64>,
    column_spans: HashMap<u32, usize>,
    row_spans: HashMap<u32, usize>,
}

#[pymethods]
impl PyPage {
    fn read_roles<'py>(
        &self,
        py: Python<'py>,
        by_tag: [u8; 256],
    ) -> PyResult<(Bound<'py, PyArray1<u8>>, Bound<'py, PyDict>)> {
        let (roles, found) = self.look(py, |page| notable::read(page.source, page.elements, page.words, &by_tag))?;
        let rows = PyDict::new(py);
        for (name, own) in [
            ("formula_classes", found.formula_classes),
            ("formula_scripts", found.formula_scripts),
            ("superscript_links", found.superscript_links),
            ("formulas", found.formulas),
            ("code_blocks", found.code_blocks),
            ("ordered", found.ordered),
            ("items", found.items),
            ("cells", found.cells),
            ("bases", found.bases),
        ] {
            rows.set_item(name, own)?;
        }
        Ok((PyArray1::from_vec(py, roles), rows))
    }

    fn steps<'py>(
        &self,
        py: Python<'py>,
        keep: PyReadonlyArray1<'py, bool>,
        roles: PyReadonlyArray1<'py, u8>,
        has_tables: bool,
    ) -> PyResult<Steps<'py>> {
        let (keep, roles) = (keep.as_slice()?, roles.as_slice()?);
        self.check_mask(keep.len())?;
        let (steps, texts) = self.read(py, |page| {
            let kept = kept_of(page, keep, roles)?;
            let steps = walk(kept, &corrected(kept, roles, has_tables));
            let texts = pieces::plain(kept, &steps);
            Ok::<_, PyErr>((steps, texts))
        })??;
        let codes: Vec<u8> = steps.iter().map(|step: &Step| step.code).collect();
        let rows = PyList::new(py, steps.iter().map(|step| step.row as i32))?;
        Ok((PyBytes::new(py, &codes), rows, PyList::new(py, texts)?))
    }

    fn markdown<'py>(
        &self,
        py: Python<'py>,
        keep: PyReadonlyArray1<'py, bool>,
        roles: PyReadonlyArray1<'py, u8>,
        has_tables: bool,
        known: Known,
    ) -> PyResult<String> {
        let (keep, roles) = (keep.as_slice()?, roles.as_slice()?);
        self.check_mask(keep.len())?;
        let Known { base, labels, formulas, languages, numbers, values, column_spans, row_spans } = known;
        self.read(py, |page| {
            let kept = kept_of(page, keep, roles)?;
            let addresses = Resolver::new(&base, page.source.len());
            let facts = Facts { addresses, labels, formulas, languages, numbers, values, column_spans, row_spans };
            Ok(to_markdown(kept, &corrected(kept, roles, has_tables), facts))
        })?
    }

    fn read_images(&self, py: Python<'_>, rows: Rows, base: &str) -> PyResult<Vec<(String, String, String)>> {
        self.look(py, |page| {
            let mut addresses = Resolver::new(base, page.source.len());
            let read = |row| Ok(image::read(page.source, element_at(page, row)?.start as usize, &mut addresses));
            let images: PyResult<Vec<_>> = rows.0.into_iter().map(read).collect();
            Ok(images?.into_iter().map(|image| (image.address, image.alt, image.title)).collect())
        })?
    }

    fn has_space_before(&self, py: Python<'_>, at: usize) -> PyResult<bool> {
        self.look(py, |page| pieces::has_space_before(page.source, at.min(page.source.len())))
    }
}

fn kept_of<'a>(page: PageView<'a>, keep: &'a [bool], roles: &[u8]) -> PyResult<Kept<'a>> {
    if roles.len() != page.elements.len() {
        return Err(PyValueError::new_err(format!("{} roles for {} elements", roles.len(), page.elements.len())));
    }
    Ok(Kept { page, text: std::str::from_utf8(page.text).expect("the text of a page is UTF-8"), keep })
}

/// Where each address leads, seen from a base; None if that is not safe.
#[pyfunction]
fn resolve_addresses(py: Python<'_>, base: &str, written: Vec<String>) -> PyResult<Vec<Option<String>>> {
    guarded(py, || {
        let mut addresses = Resolver::new(base, written.iter().map(String::len).sum());
        written.iter().map(|written| addresses.resolve(written)).collect()
    })
}

/// Text that Markdown reads back as it is.
#[pyfunction]
fn escape_markdown(py: Python<'_>, text: &str) -> PyResult<String> {
    guarded(py, || {
        let mut out = String::with_capacity(text.len() + 8);
        pagetable::render::escape_into(&mut out, text);
        out
    })
}

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(resolve_addresses, module)?)?;
    module.add_function(wrap_pyfunction!(escape_markdown, module)?)?;
    let numbers = PyDict::new(module.py());
    for (name, number) in roles::NAMES {
        numbers.set_item(name, number)?;
    }
    module.add("ROLES", numbers)
}
