//! `_core.Page`: candidates that metadata are chosen from; see `_core.pyi`.

use pagetable::query::{self, Dated, MetaNames};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use crate::page::{PyPage, Rows};

type Line = (usize, bool, bool, String, String, Option<String>);
type DatedElement = (u32, String, Option<String>, String, String);

#[pymethods]
impl PyPage {
    fn stated<'py>(&self, py: Python<'py>, names: &PyMetaNames) -> PyResult<Bound<'py, PyTuple>> {
        let stated = self.look(py, |page| query::read_stated(page, &names.native))?;
        let pairs = stated.meta.iter().map(|(number, value)| (names.names[*number].clone_ref(py), value));
        let (head, [first, second]) = (stated.head, stated.headings);
        let addresses = (head.canonical, head.base);
        (head.title, head.language, addresses, head.json_ld, (first, second), PyList::new(py, pairs)?).into_pyobject(py)
    }

    fn near_lines(&self, py: Python<'_>, first: usize, stop: usize) -> PyResult<Vec<Line>> {
        let lines = self.look(py, |page| query::near_lines(page, first, stop))?;
        let rows = lines.into_iter();
        Ok(rows.map(|line| (line.number, line.is_signed, line.is_dated, line.before, line.text, line.after)).collect())
    }

    fn labelled_lines(&self, py: Python<'_>, most: usize) -> PyResult<Vec<(usize, String)>> {
        self.look(py, |page| query::labelled_lines(page, most))
    }

    fn author_links(&self, py: Python<'_>, first_block: u32, stop_block: u32) -> PyResult<Vec<(u32, String)>> {
        self.look(py, |page| query::author_links(page, first_block, stop_block))
    }

    fn times(&self, py: Python<'_>, most: usize) -> PyResult<Vec<DatedElement>> {
        Ok(self.look(py, |page| query::times(page, most))?.into_iter().map(parts).collect())
    }

    fn short_dated(&self, py: Python<'_>, rows: Rows) -> PyResult<Vec<DatedElement>> {
        let rows = rows.known();
        Ok(self.look(py, |page| query::short_dated(page, &rows))?.into_iter().map(parts).collect())
    }

    fn heading_block(&self, py: Python<'_>, wanted: &str, most: usize) -> PyResult<Option<u32>> {
        self.look(py, |page| query::heading_block(page, wanted, most))
    }

    fn small_rows(&self, py: Python<'_>, rows: Rows) -> PyResult<Vec<usize>> {
        let rows = rows.known();
        self.look(py, |page| query::small_rows(page, &rows))
    }

    fn marked(&self, py: Python<'_>, rows: Rows) -> PyResult<Vec<query::Marked>> {
        let rows = rows.known();
        self.look(py, |page| query::marked(page, &rows))
    }

    fn are_others(&self, py: Python<'_>, rows: Rows) -> PyResult<Vec<bool>> {
        let rows = rows.known();
        self.look(py, |page| query::are_others(page, &rows))
    }
}

fn parts(found: Dated) -> DatedElement {
    (found.row, found.datetime, found.class, found.item, found.text)
}

/// Wanted names of `<meta>` elements; see `_core.pyi`.
#[pyclass(frozen, name = "MetaNames", module = "maintext._core")]
pub struct PyMetaNames {
    native: MetaNames,
    names: Vec<Py<PyString>>,
}

#[pymethods]
impl PyMetaNames {
    #[new]
    fn new(py: Python<'_>, names: Vec<String>) -> Self {
        // One object for each name, so that pages share them.
        let objects = names.iter().map(|name| PyString::intern(py, name).unbind()).collect();
        PyMetaNames { native: MetaNames::new(names), names: objects }
    }
}
