//! NumPy arrays -> trees -> NumPy scores. The arrays are read where they are.

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pagetable::model::boosted_trees::{Arrays, Trees};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::guard::guarded_detached;

/// Boosted trees, checked and packed.
#[pyclass(name = "Trees", module = "maintext._core", frozen)]
pub struct PyTrees(pub Trees);

#[pymethods]
impl PyTrees {
    #[new]
    fn new(
        nodes: (PyReadonlyArray1<'_, i32>, PyReadonlyArray1<'_, f32>, PyReadonlyArray1<'_, i32>),
        is_default_left: PyReadonlyArray1<'_, bool>,
        first: PyReadonlyArray1<'_, i32>,
        n_features: usize,
    ) -> PyResult<Self> {
        let (feature, value, right) = nodes;
        let arrays = Arrays {
            feature: feature.as_slice()?,
            value: value.as_slice()?,
            right: right.as_slice()?,
            is_default_left: is_default_left.as_slice()?,
            first: first.as_slice()?,
        };
        let trees = Trees::new(arrays, n_features).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self(trees))
    }

    /// A score a row of `features`, with the interpreter released.
    fn scores<'py>(
        &self,
        py: Python<'py>,
        features: PyReadonlyArray2<'py, f32>,
        base: f32,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let (n_rows, n_columns) = (features.shape()[0], features.shape()[1]);
        if n_columns != self.0.n_features() {
            let expected = self.0.n_features();
            return Err(PyValueError::new_err(format!("{n_columns} features a row, the trees need {expected}")));
        }
        let mut scores = if features.is_fortran_contiguous() && n_columns > 1 {
            // The slice of a Fortran array is its columns, one after the other.
            let columns = features.as_slice()?;
            guarded_detached(py, || scores_by_column(&self.0, (columns, &[]), n_rows, base))?
        } else {
            let rows = features.as_slice()?;
            guarded_detached(py, || self.0.scores(rows, base))?
        };
        // Rows without columns can't be told from their memory.
        scores.resize(n_rows, base);
        Ok(scores.into_pyarray(py))
    }
}

/// On the widest vectors that the processor has. The columns, then numbers that are the same in all rows.
pub fn scores_by_column(trees: &Trees, (columns, same): (&[f32], &[f32]), n_rows: usize, base: f32) -> Vec<f32> {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has what the function was compiled for.
        return unsafe { trees.scores_by_column_avx2(columns, same, n_rows, base) };
    }
    trees.scores_by_column(columns, same, n_rows, base)
}
