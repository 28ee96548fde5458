//! A page's columns, a mask and roles -> steps and their texts, or Markdown.

use std::collections::HashMap;

use numpy::{PyArray1, PyReadonlyArray1};
use pagetable::render::address::Resolver;
use pagetable::render::markdown::{Facts, to_markdown};
use pagetable::render::{Kept, Step, corrected, image, notable, pieces, roles, walk};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::columns::{PageArrays, rows_of};

type Steps<'py> = (Bound<'py, PyBytes>, Bound<'py, PyList>, Bound<'py, PyList>);

fn kept_of<'a>(page: &'a PageArrays<'_>, keep: &'a [bool]) -> PyResult<Kept<'a>> {
    let kept = Kept {
        source: page.source.as_bytes(),
        text: std::str::from_utf8(page.text.as_bytes()).map_err(|error| PyValueError::new_err(error.to_string()))?,
        elements: rows_of(&page.element_rows)?,
        blocks: rows_of(&page.block_rows)?,
        runs: rows_of(&page.run_rows)?,
        keep,
    };
    if keep.len() != kept.blocks.len() {
        return Err(PyValueError::new_err(format!("{} bits for {} blocks", keep.len(), kept.blocks.len())));
    }
    Ok(kept)
}

/// Roles by tag, and the rows that need a closer look; see `_core.pyi`.
#[pyfunction]
fn read_roles<'py>(
    py: Python<'py>,
    columns: PageArrays<'py>,
    words: PyReadonlyArray1<'py, u64>,
    by_tag: [u8; 256],
) -> PyResult<(Bound<'py, PyArray1<u8>>, Bound<'py, PyDict>)> {
    let source = columns.source.as_bytes();
    let (roles, found) = notable::read(source, rows_of(&columns.element_rows)?, words.as_slice()?, &by_tag);
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

fn check_roles(roles: &[u8], kept: Kept) -> PyResult<()> {
    if roles.len() == kept.elements.len() {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{} roles for {} elements", roles.len(), kept.elements.len())))
}

/// Codes, rows and texts; see `_core.pyi`.
#[pyfunction]
fn steps<'py>(
    py: Python<'py>,
    columns: PageArrays<'py>,
    keep: PyReadonlyArray1<'py, bool>,
    roles: PyReadonlyArray1<'py, u8>,
    has_tables: bool,
) -> PyResult<Steps<'py>> {
    let (kept, roles) = (kept_of(&columns, keep.as_slice()?)?, roles.as_slice()?);
    check_roles(roles, kept)?;
    let (steps, texts) = py.detach(|| {
        let steps = walk(kept, &corrected(kept, roles, has_tables));
        let texts = pieces::plain(kept, &steps);
        (steps, texts)
    });
    let codes: Vec<u8> = steps.iter().map(|step: &Step| step.code).collect();
    let rows = PyList::new(py, steps.iter().map(|step| step.row as i32))?;
    Ok((PyBytes::new(py, &codes), rows, PyList::new(py, texts)?))
}

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

#[pyfunction]
fn markdown<'py>(
    py: Python<'py>,
    columns: PageArrays<'py>,
    keep: PyReadonlyArray1<'py, bool>,
    roles: PyReadonlyArray1<'py, u8>,
    has_tables: bool,
    known: Known,
) -> PyResult<String> {
    let (kept, roles) = (kept_of(&columns, keep.as_slice()?)?, roles.as_slice()?);
    check_roles(roles, kept)?;
    let Known { base, labels, formulas, languages, numbers, values, column_spans, row_spans } = known;
    let addresses = Resolver::new(&base, kept.source.len());
    let facts = Facts { addresses, labels, formulas, languages, numbers, values, column_spans, row_spans };
    Ok(py.detach(|| to_markdown(kept, &corrected(kept, roles, has_tables), facts)))
}

/// Where each address leads, seen from a base; None if that is not safe.
#[pyfunction]
fn resolve_addresses(base: &str, written: Vec<String>) -> Vec<Option<String>> {
    let mut addresses = Resolver::new(base, written.iter().map(String::len).sum());
    written.iter().map(|written| addresses.resolve(written)).collect()
}

/// Address, alternative text and title of the images whose tags start at the offsets.
#[pyfunction]
fn read_images(source: &[u8], starts: Vec<usize>, base: &str) -> Vec<(String, String, String)> {
    let mut addresses = Resolver::new(base, source.len());
    let images = starts.iter().map(|&start| image::read(source, start, &mut addresses));
    images.map(|image| (image.address, image.alt, image.title)).collect()
}

/// Whether there is white space before a place in the source, tags aside.
#[pyfunction]
fn has_space_before(source: &[u8], at: usize) -> bool {
    pieces::has_space_before(source, at.min(source.len()))
}

/// Text that Markdown reads back as it is.
#[pyfunction]
fn escape_markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    pagetable::render::escape_into(&mut out, text);
    out
}

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(read_roles, module)?)?;
    module.add_function(wrap_pyfunction!(steps, module)?)?;
    module.add_function(wrap_pyfunction!(markdown, module)?)?;
    module.add_function(wrap_pyfunction!(resolve_addresses, module)?)?;
    module.add_function(wrap_pyfunction!(read_images, module)?)?;
    module.add_function(wrap_pyfunction!(has_space_before, module)?)?;
    module.add_function(wrap_pyfunction!(escape_markdown, module)?)?;
    let numbers = PyDict::new(module.py());
    for (name, number) in roles::NAMES {
        numbers.set_item(name, number)?;
    }
    module.add("ROLES", numbers)
}
