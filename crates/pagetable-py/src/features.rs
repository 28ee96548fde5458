//! Columns of the page table -> columns that a classifier reads; see `_core.pyi`.

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pagetable::features::{Columns, Features, Matrix, Tables};
use pagetable::table;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::columns::{Row, rows_of};

/// Learned tables of words, checked once.
#[pyclass(name = "WordTables", module = "maintext._core", frozen)]
pub struct PyTables {
    class_odds: Vec<f32>,
    class_groups: Vec<u64>,
    text_odds: Vec<f32>,
    is_common: Vec<bool>,
    tag_odds: Vec<f32>,
    tag_groups: Vec<u64>,
}

#[pymethods]
impl PyTables {
    #[new]
    fn new(
        class: (PyReadonlyArray1<'_, f32>, PyReadonlyArray1<'_, u64>),
        text: (PyReadonlyArray1<'_, f32>, PyReadonlyArray1<'_, bool>),
        tag: (PyReadonlyArray1<'_, f32>, PyReadonlyArray1<'_, u64>),
    ) -> PyResult<Self> {
        let tables = PyTables {
            class_odds: class.0.as_slice()?.to_vec(),
            class_groups: class.1.as_slice()?.to_vec(),
            text_odds: text.0.as_slice()?.to_vec(),
            is_common: text.1.as_slice()?.to_vec(),
            tag_odds: tag.0.as_slice()?.to_vec(),
            tag_groups: tag.1.as_slice()?.to_vec(),
        };
        let n_class = tables.class_odds.len();
        let is_right = n_class.is_power_of_two()
            && tables.class_groups.len() == n_class
            && [tables.text_odds.len(), tables.is_common.len()] == [1 << 16; 2]
            && [tables.tag_odds.len(), tables.tag_groups.len()] == [256; 2];
        match is_right {
            true => Ok(tables),
            false => Err(PyValueError::new_err("tables of words have a power of two, 65,536 and 256 rows")),
        }
    }
}

impl PyTables {
    fn tables(&self) -> Tables<'_> {
        Tables {
            class_odds: &self.class_odds,
            class_groups: &self.class_groups,
            text_odds: &self.text_odds,
            is_common: &self.is_common,
            tag_odds: &self.tag_odds,
            tag_groups: &self.tag_groups,
        }
    }
}

/// The features of a page; keeps the page's columns alive for the second stage.
#[pyclass(name = "Features", module = "maintext._core", frozen)]
pub struct PyFeatures {
    page: Py<PyDict>,
    features: Features,
}

/// The columns of a page that are looked at, by name.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Arrays<'py> {
    source: Bound<'py, PyBytes>,
    text: Bound<'py, PyBytes>,
    element_rows: PyReadonlyArray1<'py, Row<table::Element>>,
    block_rows: PyReadonlyArray1<'py, Row<table::Block>>,
    run_rows: PyReadonlyArray1<'py, Row<table::Run>>,
    words: PyReadonlyArray1<'py, u64>,
}

/// Runs `work` on the columns of a page's dictionary, with the interpreter released.
fn with_columns<T: Send>(page: &Bound<'_, PyDict>, work: impl FnOnce(Columns<'_>) -> T + Send) -> PyResult<T> {
    let arrays: Arrays<'_> = page.extract()?;
    let columns = Columns {
        source: arrays.source.as_bytes(),
        text: arrays.text.as_bytes(),
        elements: rows_of(&arrays.element_rows)?,
        blocks: rows_of(&arrays.block_rows)?,
        runs: rows_of(&arrays.run_rows)?,
        words: arrays.words.as_slice()?,
    };
    Ok(page.py().detach(|| work(columns)))
}

/// A row a block, by column in memory.
fn into_array(py: Python<'_>, matrix: Matrix) -> PyResult<Bound<'_, PyArray2<f32>>> {
    let (n_rows, n_columns) = (matrix.n_rows, matrix.n_columns());
    PyArray1::from_vec(py, matrix.values)
        .reshape_with_order([n_rows, n_columns], numpy::npyffi::NPY_ORDER::NPY_FORTRANORDER)
}

#[pymethods]
impl PyFeatures {
    /// Of the dictionary of a page that has blocks.
    #[new]
    fn new(page: Bound<'_, PyDict>, tables: &PyTables) -> PyResult<Self> {
        let tables = tables.tables();
        let features = with_columns(&page, |columns| match columns.blocks.len() {
            0 => Err(PyValueError::new_err("the page has no blocks")),
            _ => Ok(Features::of(columns, tables)),
        })??;
        Ok(PyFeatures { page: page.unbind(), features })
    }

    /// The columns of the first stage.
    fn first<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let matrix = &self.features.first;
        into_array(py, Matrix { n_rows: matrix.n_rows, values: matrix.values.clone() })
    }

    /// The columns of the second stage.
    fn second<'py>(&self, py: Python<'py>, first: PyReadonlyArray1<'py, f32>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let first = first.as_slice()?;
        if first.len() != self.features.first.n_rows {
            return Err(PyValueError::new_err("there is one probability a block"));
        }
        let matrix = with_columns(self.page.bind(py), |columns| self.features.context(columns, first))?;
        into_array(py, matrix)
    }
}
