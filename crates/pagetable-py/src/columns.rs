//! Rows -> a NumPy record array over the same memory.

use std::mem::ManuallyDrop;

use numpy::{Element, PyArray1, PyArrayDescr, PyArrayMethods, PyReadonlyArray1};
use pagetable::page::table;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString};

/// A row type that NumPy can see.
pub trait Columns: Copy + Send + Sync + 'static {
    const COLUMNS: &[(&str, &str)];
    fn dtype_cell() -> &'static PyOnceLock<Py<PyArrayDescr>>;
}

macro_rules! columns {
    ($($row:ty),*) => {$(
        impl Columns for $row {
            const COLUMNS: &[(&str, &str)] = <$row>::COLUMNS;
            fn dtype_cell() -> &'static PyOnceLock<Py<PyArrayDescr>> {
                static CELL: PyOnceLock<Py<PyArrayDescr>> = PyOnceLock::new();
                &CELL
            }
        }
    )*};
}
columns!(table::Element, table::Block, table::Run, table::Line);

/// The bytes that the columns of a row take, going by their list.
const fn width(columns: &[(&str, &str)]) -> usize {
    let mut width = 0;
    let mut at = 0;
    while at < columns.len() {
        width += match columns[at].1.as_bytes() {
            b"u8" => 1,
            b"u16" => 2,
            b"u32" => 4,
            b"u64" => 8,
            _ => panic!("columns are unsigned integers"),
        };
        at += 1;
    }
    width
}

// No padding: NumPy would read every column after it at the wrong place.
const _: () = assert!(width(table::Element::COLUMNS) == size_of::<table::Element>());
const _: () = assert!(width(table::Block::COLUMNS) == size_of::<table::Block>());
const _: () = assert!(width(table::Run::COLUMNS) == size_of::<table::Run>());
const _: () = assert!(width(table::Line::COLUMNS) == size_of::<table::Line>());

/// Plain numbers have no fields, only a type.
macro_rules! plain {
    ($($number:ty => $name:literal),*) => {$(
        impl Columns for $number {
            const COLUMNS: &[(&str, &str)] = &[("", $name)];
            fn dtype_cell() -> &'static PyOnceLock<Py<PyArrayDescr>> {
                static CELL: PyOnceLock<Py<PyArrayDescr>> = PyOnceLock::new();
                &CELL
            }
        }
    )*};
}
plain!(u64 => "u64");

#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Row<T>(T);

/// Counts and offsets are signed in Python: a page is shorter than 2 GB, "no row" becomes -1, and
/// differences do not wrap around.
fn numpy_type(kind: &str) -> &'static str {
    match kind {
        "u8" => "u1",
        "u16" => "i2",
        "u32" => "i4",
        _ => "u8",
    }
}

fn dtype_of<T: Columns>(py: Python<'_>) -> PyResult<Bound<'_, PyArrayDescr>> {
    if let [("", kind)] = T::COLUMNS {
        return PyArrayDescr::new(py, numpy_type(kind));
    }
    let fields: Vec<(&str, &str)> = T::COLUMNS.iter().map(|(name, kind)| (*name, numpy_type(kind))).collect();
    PyArrayDescr::new(py, fields)
}

// SAFETY: the rows are `repr(C)` structs of unsigned integers, declared together with the list of
// their columns; that they have no padding is asserted above.
unsafe impl<T: Columns> Element for Row<T> {
    const IS_COPY: bool = true;

    fn get_dtype(py: Python<'_>) -> Bound<'_, PyArrayDescr> {
        let cell = T::dtype_cell().get_or_init(py, || dtype_of::<T>(py).expect("a valid dtype").unbind());
        cell.bind(py).clone()
    }

    fn clone_ref(&self, _py: Python<'_>) -> Self {
        *self
    }
}

/// The rows behind an array that `into_array` made.
pub fn rows_of<'a, T: Columns>(array: &'a PyReadonlyArray1<'_, Row<T>>) -> PyResult<&'a [T]> {
    let rows = array.as_slice()?;
    // SAFETY: `Row` is transparent.
    Ok(unsafe { std::slice::from_raw_parts(rows.as_ptr().cast::<T>(), rows.len()) })
}

/// A read-only array that owns the rows' memory; nothing is copied.
pub fn into_array<T: Columns>(py: Python<'_>, rows: Vec<T>) -> PyResult<Bound<'_, PyAny>> {
    let mut rows = ManuallyDrop::new(rows);
    // SAFETY: `Row` is transparent, so a vector of rows has the layout of a vector of `Row`s; the
    // original is not dropped.
    let rows = unsafe { Vec::from_raw_parts(rows.as_mut_ptr().cast::<Row<T>>(), rows.len(), rows.capacity()) };
    let array = PyArray1::from_vec(py, rows);
    array.readwrite().make_nonwriteable();
    Ok(array.into_any())
}

/// The columns of a page's dictionary, by name.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct PageArrays<'py> {
    pub source: Bound<'py, PyBytes>,
    pub text: Bound<'py, PyBytes>,
    pub element_rows: PyReadonlyArray1<'py, Row<table::Element>>,
    pub block_rows: PyReadonlyArray1<'py, Row<table::Block>>,
    pub run_rows: PyReadonlyArray1<'py, Row<table::Run>>,
    pub words: PyReadonlyArray1<'py, u64>,
}

/// The texts of the blocks that are kept, a blank line between them.
#[pyfunction]
pub fn joined_text<'py>(
    py: Python<'py>,
    text: &[u8],
    blocks: PyReadonlyArray1<'py, Row<table::Block>>,
    keep: PyReadonlyArray1<'py, bool>,
) -> PyResult<Bound<'py, PyString>> {
    let (blocks, keep) = (rows_of(&blocks)?, keep.as_array());
    if blocks.len() != keep.len() {
        let error = format!("{} blocks, and a mask of {}", blocks.len(), keep.len());
        return Err(PyValueError::new_err(error));
    }
    let kept = blocks.iter().zip(keep).filter(|(_, keep)| **keep);
    let texts: Vec<&[u8]> = kept
        .map(|(block, _)| text.get(block.text_start as usize..block.text_stop as usize).unwrap_or_default())
        .collect();
    Ok(PyString::new(py, &String::from_utf8_lossy(&texts.join(b"\n\n".as_slice()))))
}
