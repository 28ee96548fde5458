//! `_core.Values`: numbers that the core found, which become a NumPy array if Python reads them; see `_core.pyi`.
//!
//! A page whose text is all that is wanted needs no array, and the import of NumPy takes longer than dozens of pages.

use std::borrow::Cow;

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyBytes;

/// One number of a type per block.
#[pyclass(name = "Values", module = "maintext._core", frozen)]
pub struct PyValues {
    numbers: Numbers,
    array: PyOnceLock<Py<PyAny>>,
}

pub enum Numbers {
    Floats(Vec<f64>),
    Bools(Vec<bool>),
    Bytes(Vec<u8>),
}

/// What pickle calls, and its arguments: the kind and the bytes.
type Reduced<'py> = (Bound<'py, PyAny>, (&'static str, Bound<'py, PyAny>));

#[pymethods]
impl PyValues {
    #[new]
    fn new(kind: &str, content: &[u8]) -> PyResult<Self> {
        let numbers = match kind {
            "f" if content.len().is_multiple_of(8) => {
                Numbers::Floats(content.as_chunks().0.iter().map(|bytes| f64::from_ne_bytes(*bytes)).collect())
            }
            "b" if content.iter().all(|byte| *byte <= 1) => {
                Numbers::Bools(content.iter().map(|byte| *byte == 1).collect())
            }
            "u" => Numbers::Bytes(content.to_vec()),
            _ => return Err(PyValueError::new_err(format!("{} bytes are not values of kind {kind:?}", content.len()))),
        };
        Ok(numbers.into())
    }

    /// For pickle: the values as they are now, with what was written to the array.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, own) = (slf.py(), slf.get());
        let content = match (own.array.get(py), &own.numbers) {
            (Some(array), _) => array.bind(py).call_method0("tobytes")?,
            (None, Numbers::Floats(numbers)) => {
                let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_ne_bytes()).collect();
                PyBytes::new(py, &bytes).into_any()
            }
            (None, Numbers::Bools(numbers)) => {
                let bytes: Vec<u8> = numbers.iter().map(|bit| u8::from(*bit)).collect();
                PyBytes::new(py, &bytes).into_any()
            }
            (None, Numbers::Bytes(numbers)) => PyBytes::new(py, numbers).into_any(),
        };
        Ok((slf.get_type().into_any(), (own.kind(), content)))
    }

    fn array(&self, py: Python<'_>) -> Py<PyAny> {
        // A copy: Python may write to the array, and the core may be reading the numbers in another thread.
        let make = || match &self.numbers {
            Numbers::Floats(numbers) => PyArray1::from_slice(py, numbers).into_any().unbind(),
            Numbers::Bools(numbers) => PyArray1::from_slice(py, numbers).into_any().unbind(),
            Numbers::Bytes(numbers) => PyArray1::from_slice(py, numbers).into_any().unbind(),
        };
        self.array.get_or_init(py, make).clone_ref(py)
    }

    #[getter]
    fn kind(&self) -> &'static str {
        match self.numbers {
            Numbers::Floats(_) => "f",
            Numbers::Bools(_) => "b",
            Numbers::Bytes(_) => "u",
        }
    }

    fn any(&self, py: Python<'_>) -> PyResult<bool> {
        match (self.array.get(py), &self.numbers) {
            (Some(array), _) => array.bind(py).call_method0("any")?.is_truthy(),
            (None, Numbers::Floats(numbers)) => Ok(numbers.iter().any(|number| *number != 0.0)),
            (None, Numbers::Bools(numbers)) => Ok(numbers.contains(&true)),
            (None, Numbers::Bytes(numbers)) => Ok(numbers.iter().any(|number| *number != 0)),
        }
    }

    fn __len__(&self) -> usize {
        match &self.numbers {
            Numbers::Floats(numbers) => numbers.len(),
            Numbers::Bools(numbers) => numbers.len(),
            Numbers::Bytes(numbers) => numbers.len(),
        }
    }
}

impl From<Numbers> for PyValues {
    fn from(numbers: Numbers) -> Self {
        PyValues { numbers, array: PyOnceLock::new() }
    }
}

/// A mask over blocks that Python gives: values of the core, or an array of bools.
pub enum Mask<'py> {
    Values(Bound<'py, PyValues>),
    Array(PyReadonlyArray1<'py, bool>),
}

impl<'py> FromPyObject<'_, 'py> for Mask<'py> {
    type Error = PyErr;

    fn extract(mask: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        // First of all: whether an object is an array can't be decided without NumPy.
        let Ok(values) = mask.cast::<PyValues>() else {
            return Ok(Mask::Array(mask.extract()?));
        };
        match (values.get().array.get(mask.py()), &values.get().numbers) {
            (Some(array), Numbers::Bools(_)) => Ok(Mask::Array(array.bind(mask.py()).extract()?)),
            (None, Numbers::Bools(_)) => Ok(Mask::Values(values.to_owned())),
            _ => Err(PyTypeError::new_err("a mask has a bool per block")),
        }
    }
}

impl Mask<'_> {
    /// The bools, copied if they are not next to each other in memory.
    pub fn bools(&self) -> Cow<'_, [bool]> {
        match self {
            Mask::Values(values) => match &values.get().numbers {
                Numbers::Bools(numbers) => Cow::Borrowed(numbers),
                _ => unreachable!("values of other types are refused"),
            },
            Mask::Array(array) => match array.as_slice() {
                Ok(numbers) => Cow::Borrowed(numbers),
                Err(_) => Cow::Owned(array.as_array().to_vec()),
            },
        }
    }
}
