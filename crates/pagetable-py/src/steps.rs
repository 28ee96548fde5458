//! A page's rows, a mask and roles -> the steps of a walk and their texts.

use numpy::PyReadonlyArray1;
use pagetable::walk::{Kept, Step, Style, pieces, walk};
use pagetable::{table, tags};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use crate::columns::{Row, rows_of};

type Rows<'py, T> = PyReadonlyArray1<'py, Row<T>>;
type Steps<'py> = (Bound<'py, PyBytes>, Bound<'py, PyList>, Bound<'py, PyList>);

/// Text that Markdown reads back as it is.
#[pyfunction]
pub fn escape_markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    pagetable::markdown::escape_into(&mut out, text);
    out
}

/// Codes, rows and texts; see `_core.pyi`.
#[pyfunction]
#[pyo3(signature = (tables, text, roles, keep, traits, is_markdown))]
pub fn steps<'py>(
    py: Python<'py>,
    tables: (Rows<'py, table::Element>, Rows<'py, table::Block>, Rows<'py, table::Run>),
    text: &[u8],
    roles: PyReadonlyArray1<'py, u8>,
    keep: PyReadonlyArray1<'py, bool>,
    traits: &[u8],
    is_markdown: bool,
) -> PyResult<Steps<'py>> {
    let (elements, blocks, runs) = (rows_of(&tables.0)?, rows_of(&tables.1)?, rows_of(&tables.2)?);
    let (roles, keep) = (roles.as_slice()?, keep.as_slice()?);
    if roles.len() != elements.len() || keep.len() != blocks.len() {
        let (n_elements, n_blocks) = (elements.len(), blocks.len());
        let message =
            format!("{} roles for {n_elements} elements, {} bits for {n_blocks} blocks", roles.len(), keep.len());
        return Err(PyValueError::new_err(message));
    }
    if let Some(role) = roles.iter().find(|&&role| role as usize >= traits.len()) {
        return Err(PyValueError::new_err(format!("role {role} has no traits")));
    }
    let text = std::str::from_utf8(text).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let kept = Kept { elements, blocks, runs, roles, keep, traits, is_block: tags::is_block };
    let style = if is_markdown { Style::Markdown } else { Style::Plain };
    let (steps, texts) = py.detach(|| {
        let steps = walk(kept);
        let texts = pieces(kept, text, &steps, style);
        (steps, texts)
    });
    let codes: Vec<u8> = steps.iter().map(|step: &Step| step.code).collect();
    let rows = PyList::new(py, steps.iter().map(|step| step.row as i32))?;
    Ok((PyBytes::new(py, &codes), rows, PyList::new(py, texts)?))
}
