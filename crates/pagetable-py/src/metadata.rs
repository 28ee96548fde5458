//! `_core.Page`: candidates that metadata are chosen from; see `_core.pyi`.

use pagetable::query::{self, MetaNames, Surroundings};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use crate::page::{PyPage, Rows};

/// See `_core.pyi`.
type Day = (u8, String, String, String, String, u8);
type SignedLine = (usize, String, Option<String>);
type AuthorMark = (u32, u32, i64, Option<String>, u8, Option<String>);

#[pymethods]
impl PyPage {
    fn stated<'py>(&self, py: Python<'py>, names: &PyMetaNames) -> PyResult<Bound<'py, PyTuple>> {
        let stated = self.look(py, |page| query::read_stated(page, &names.native))?;
        let pairs = stated.meta.iter().map(|(number, value)| (names.names[*number].clone_ref(py), value));
        let (head, [first, second]) = (stated.head, stated.headings);
        let addresses = (head.canonical, head.base);
        (head.title, head.language, addresses, head.json_ld, (first, second), PyList::new(py, pairs)?).into_pyobject(py)
    }

    fn are_others(&self, py: Python<'_>, rows: Rows) -> PyResult<Vec<bool>> {
        let rows = rows.known();
        self.look(py, |page| query::are_others(page, &rows))
    }
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

/// What is near a page's heading; see `_core.pyi`.
#[pyclass(frozen, name = "Surroundings", module = "maintext._core")]
pub struct PySurroundings {
    page: Py<PyPage>,
    native: Surroundings,
}

#[pymethods]
impl PySurroundings {
    #[new]
    fn new(py: Python<'_>, page: Py<PyPage>, title: &str, others: Rows, sides: Rows) -> PyResult<Self> {
        let (others, sides) = (others.known(), sides.known());
        let native = page.get().look(py, |page| Surroundings::new(page, title, others, sides))?;
        Ok(PySurroundings { page, native })
    }

    fn days(&self, py: Python<'_>, rows: Rows, most: usize) -> PyResult<Vec<Day>> {
        let rows = rows.known();
        let found = self.page.get().look(py, |page| self.native.days(page, &rows, most))?.into_iter();
        Ok(found.map(|day| (day.shown as u8, day.datetime, day.marks, day.label, day.text, day.place as u8)).collect())
    }

    fn labelled_lines(&self, py: Python<'_>, most: usize) -> PyResult<Vec<String>> {
        self.page.get().look(py, |page| self.native.labelled_lines(page, most))
    }

    fn signed_lines(&self, py: Python<'_>) -> PyResult<Vec<SignedLine>> {
        let found = self.page.get().look(py, |page| self.native.signed_lines(page))?.into_iter();
        Ok(found.map(|line| (line.block, line.text, line.after)).collect())
    }

    fn author_links(&self, py: Python<'_>) -> PyResult<Vec<(String, String)>> {
        self.page.get().look(py, |page| self.native.author_links(page))
    }

    fn authors(&self, py: Python<'_>, rows: Rows) -> PyResult<Vec<AuthorMark>> {
        let rows = rows.known();
        let found = self.page.get().look(py, |page| self.native.authors(page, &rows))?.into_iter();
        Ok(found.map(|mark| (mark.row, mark.end, mark.parent, mark.class, mark.place as u8, mark.text)).collect())
    }
}
