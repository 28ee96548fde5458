//! A page's columns -> what metadata is read from; see `_core.pyi`.

use numpy::PyReadonlyArray1;
use pagetable::query::{self, Described, Marks};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::columns::{PageArrays, rows_of};

fn described<'a>(page: &'a PageArrays<'_>) -> PyResult<Described<'a>> {
    Ok(Described {
        source: page.source.as_bytes(),
        text: page.text.as_bytes(),
        elements: rows_of(&page.element_rows)?,
        blocks: rows_of(&page.block_rows)?,
        runs: rows_of(&page.run_rows)?,
    })
}

#[pyfunction]
fn read_head<'py>(py: Python<'py>, columns: PageArrays<'py>) -> PyResult<Bound<'py, PyDict>> {
    let page = described(&columns)?;
    let head = py.detach(|| query::read_head(page));
    let facts = PyDict::new(py);
    facts.set_item("title", head.title)?;
    facts.set_item("headings", head.headings)?;
    facts.set_item("meta", head.meta)?;
    facts.set_item("canonical", head.canonical)?;
    facts.set_item("base", head.base)?;
    facts.set_item("language", head.language)?;
    facts.set_item("json_ld", head.json_ld)?;
    Ok(facts)
}

#[pyfunction]
fn element_text(columns: PageArrays<'_>, row: usize, between: char) -> PyResult<String> {
    Ok(query::element_text(described(&columns)?, row, between))
}

#[pyfunction]
fn block_lines(columns: PageArrays<'_>, first: usize, stop: usize) -> PyResult<Vec<String>> {
    let page = described(&columns)?;
    Ok(page.block_range(first, stop).iter().map(|block| query::line(page.block_text(block))).collect())
}

#[pyfunction]
fn related_links(columns: PageArrays<'_>, most: usize) -> PyResult<Vec<(u32, &'static str, String)>> {
    let found = query::related(described(&columns)?, most);
    Ok(found.into_iter().map(|link| (link.row, link.relation, link.address)).collect())
}

#[pyfunction]
fn links_between(columns: PageArrays<'_>, first_block: u32, stop_block: u32) -> PyResult<Vec<(u32, String)>> {
    Ok(query::links_between(described(&columns)?, first_block, stop_block))
}

#[pyfunction]
fn rows_by_tag(columns: PageArrays<'_>, tags: Vec<u8>) -> PyResult<Vec<Vec<u32>>> {
    Ok(query::rows_by_tag(described(&columns)?.elements, &tags))
}

#[pyfunction]
fn rows_naming(columns: PageArrays<'_>, text: &[u8], most: usize) -> PyResult<Vec<u32>> {
    Ok(query::rows_naming(described(&columns)?, text, most))
}

#[pyfunction]
fn prose(columns: PageArrays<'_>, most: usize) -> PyResult<String> {
    Ok(query::prose(described(&columns)?, most))
}

/// Wanted words; see `_core.pyi`.
#[pyclass(frozen, name = "Marks", module = "maintext._core")]
struct PyMarks(Marks);

#[pymethods]
impl PyMarks {
    #[new]
    fn new(wanted: Vec<(u64, usize)>) -> Self {
        PyMarks(Marks::new(wanted))
    }

    fn rows(&self, columns: PageArrays<'_>, words: PyReadonlyArray1<'_, u64>) -> PyResult<Vec<Vec<u32>>> {
        Ok(self.0.rows(described(&columns)?.elements, words.as_slice()?))
    }
}

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(read_head, module)?)?;
    module.add_function(wrap_pyfunction!(element_text, module)?)?;
    module.add_function(wrap_pyfunction!(block_lines, module)?)?;
    module.add_function(wrap_pyfunction!(related_links, module)?)?;
    module.add_function(wrap_pyfunction!(links_between, module)?)?;
    module.add_function(wrap_pyfunction!(rows_by_tag, module)?)?;
    module.add_function(wrap_pyfunction!(rows_naming, module)?)?;
    module.add_function(wrap_pyfunction!(prose, module)?)?;
    module.add_class::<PyMarks>()
}
