//! `_core.Page`: candidates that metadata are chosen from; see `_core.pyi`.

use pagetable::query::{self, MetaNames, Surroundings};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::page::{PyPage, Rows};

/// See `_core.pyi`.
type Day = (u8, String, String, String, String, u8);
type SignedLine = (usize, String, Option<String>);
type AuthorMark = (u32, u32, i64, Option<String>, u8, Option<String>);

#[pymethods]
impl PyPage {
    fn stated<'py>(&self, py: Python<'py>, names: &PyMetaNames) -> PyResult<Bound<'py, PyTuple>> {
        let stated = self.look(py, |page| query::read_stated(page, &names.native))?;
        let meta = PyDict::new(py);
        for (number, values) in stated.meta {
            meta.set_item(names.names[number].clone_ref(py), PyTuple::new(py, values)?)?;
        }
        let unfinished: Vec<_> = stated.unfinished.iter().map(|number| names.names[*number].clone_ref(py)).collect();
        let (head, [first, second]) = (stated.head, stated.headings);
        let addresses = (head.canonical, head.base);
        (head.title, head.language, addresses, head.json_ld, (first, second), meta, unfinished).into_pyobject(py)
    }

    fn canonical(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.look(py, query::read_canonical)
    }

    fn item_values(&self, py: Python<'_>, rows: Rows) -> PyResult<Vec<(&'static str, String)>> {
        let rows = rows.known();
        self.look(py, |page| query::item_values(page, &rows))
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
