//! Rows of the page table -> NumPy record arrays over the same memory.

use std::sync::Arc;

use numpy::ndarray::ArrayView1;
use numpy::{Element, PyArray1, PyArrayDescr, PyArrayMethods};
use pagetable::page::table;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::page::PageData;

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

        // No padding: NumPy would read every column after it at the wrong place.
        const _: () = assert!(width(<$row>::COLUMNS) == size_of::<$row>());
    )*};
}
columns!(table::Element, table::Block, table::Run, table::Line);

/// The bytes of one row, by the list of its columns.
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

/// A row as NumPy sees it. Only a type of this crate may implement NumPy's trait.
#[derive(Clone, Copy)]
#[repr(transparent)]
struct Row<T>(T);

/// Counts and offsets are signed in Python: a page is shorter than 2 GB, "no row" becomes -1, and differences do not
/// wrap around.
fn numpy_type(kind: &str) -> &'static str {
    match kind {
        "u8" => "u1",
        "u16" => "i2",
        "u32" => "i4",
        _ => "u8",
    }
}

// SAFETY: a `Row` is a `repr(C)` struct of unsigned integers, so any bytes are a valid row. Its dtype is built from the
// list of columns that is declared together with the struct; that there is no padding is asserted above.
unsafe impl<T: Columns> Element for Row<T> {
    const IS_COPY: bool = true;

    fn get_dtype(py: Python<'_>) -> Bound<'_, PyArrayDescr> {
        let make = || {
            let fields: Vec<(&str, &str)> = T::COLUMNS.iter().map(|(name, kind)| (*name, numpy_type(kind))).collect();
            PyArrayDescr::new(py, fields).expect("a valid dtype").unbind()
        };
        T::dtype_cell().get_or_init(py, make).bind(py).clone()
    }

    fn clone_ref(&self, _py: Python<'_>) -> Self {
        *self
    }
}

/// What an array keeps alive: the rows, not the page object. The page caches its arrays, and NumPy's arrays take no part
/// in garbage collection, so an array that held the page would never be freed.
#[pyclass(frozen)]
struct RowOwner(Arc<PageData>);

/// The rows that `pick` gives, as a read-only record array. Nothing is copied.
pub fn rows_array<'py, T: Columns>(
    py: Python<'py>,
    page: &Arc<PageData>,
    pick: impl Fn(&PageData) -> &[T],
) -> PyResult<Bound<'py, PyAny>> {
    array_over(py, page, |page| {
        let rows = pick(page);
        // SAFETY: `Row<T>` is a transparent wrapper of `T`, so the slices have the same layout.
        unsafe { std::slice::from_raw_parts(rows.as_ptr().cast::<Row<T>>(), rows.len()) }
    })
}

/// The numbers that `pick` gives, as a read-only array. Nothing is copied.
pub fn array_over<'py, T: Element>(
    py: Python<'py>,
    page: &Arc<PageData>,
    pick: impl Fn(&PageData) -> &[T],
) -> PyResult<Bound<'py, PyAny>> {
    let owner = Bound::new(py, RowOwner(Arc::clone(page)))?;
    let numbers = ArrayView1::from(pick(&owner.get().0));
    // SAFETY: the numbers live as long as `owner`, which the array keeps alive; nothing moves or changes them, because
    // `RowOwner` is frozen and shares them immutably. The array is made read-only before anyone else sees it, and NumPy
    // can't make it writable again, since its owner offers no writable buffer.
    let array = unsafe { PyArray1::borrow_from_array(&numbers, owner.clone().into_any()) };
    array.readwrite().make_nonwriteable();
    Ok(array.into_any())
}
