//! `_core.Months`: names of months, and the dates that are read with them; see `_core.pyi`.

use std::collections::HashMap;
use std::sync::Arc;

use pagetable::query::{Day, Months};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::guard::guarded;

/// Names of months; see `_core.pyi`.
#[pyclass(frozen, name = "Months", module = "maintext._core")]
pub struct PyMonths(pub Arc<Months>);

#[pymethods]
impl PyMonths {
    #[new]
    fn new(by_language: HashMap<String, HashMap<String, u8>>, everywhere: HashMap<String, u8>) -> Self {
        PyMonths(Arc::new(Months::new(by_language, everywhere)))
    }

    // Strings in JSON may contain lone surrogates, which UTF-8 can't encode.
    fn find_day(&self, text: &Bound<'_, PyString>, language: Option<&str>) -> PyResult<Option<String>> {
        let day = guarded(text.py(), || self.0.find_day(&text.to_string_lossy(), language.unwrap_or_default()))?;
        Ok(day.as_ref().map(Day::to_string))
    }

    fn read_day(&self, value: &Bound<'_, PyString>, language: Option<&str>) -> PyResult<Option<String>> {
        let day = guarded(value.py(), || self.0.read_day(&value.to_string_lossy(), language.unwrap_or_default()))?;
        Ok(day.as_ref().map(Day::to_string))
    }

    fn shows_date(&self, text: &Bound<'_, PyString>) -> PyResult<bool> {
        guarded(text.py(), || self.0.shows_date(&text.to_string_lossy()))
    }
}
