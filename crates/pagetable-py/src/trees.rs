//! Arrays of a model file -> trees -> NumPy scores.

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pagetable::model::boosted_trees::Trees;
use pagetable::model::stages::{N_EARLY_EXIT_TREES, with_early_exit};
use pagetable::model::stored_arrays::StoredArray;
use pagetable::model::tree_arrays::Arrays;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::guard::guarded_detached;

/// An array of a model file: its type, its shape, the bytes that it is in, and where it begins there.
#[derive(FromPyObject)]
pub struct Stored<'py>(String, Vec<usize>, Bound<'py, PyBytes>, usize);

impl Stored<'_> {
    /// The numbers of an array of one dimension; `name` is for the error.
    pub fn read<'a, T>(
        &'a self,
        name: &str,
        convert: impl FnOnce(StoredArray<'a>) -> Result<Vec<T>, String>,
    ) -> PyResult<Vec<T>> {
        let Stored(dtype, shape, content, start) = self;
        let bytes = content.as_bytes().get(*start..).unwrap_or_default();
        let numbers = match shape.len() {
            1 => StoredArray::new(dtype, bytes).and_then(convert),
            n_dimensions => Err(format!("is an array of {n_dimensions} dimensions, expected one")),
        };
        numbers.map_err(|error| PyValueError::new_err(format!("{name} {error}")))
    }
}

/// Boosted trees, checked and packed.
#[pyclass(name = "Trees", module = "maintext._core", frozen)]
pub struct PyTrees(pub Trees);

#[pymethods]
impl PyTrees {
    #[new]
    fn new(
        nodes: (Stored<'_>, Stored<'_>, Stored<'_>),
        is_default_left: Stored<'_>,
        first: Stored<'_>,
        n_features: usize,
    ) -> PyResult<Self> {
        let (feature, value, right) = nodes;
        let arrays = Arrays {
            feature: &feature.read("feature", StoredArray::to_i32)?,
            value: &value.read("value", StoredArray::to_f32)?,
            right: &right.read("right", StoredArray::to_i32)?,
            is_default_left: &is_default_left.read("is_default_left", StoredArray::to_bool)?,
            first: &first.read("first", StoredArray::to_i32)?,
        };
        let trees = Trees::new(arrays, n_features).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self(trees))
    }

    #[pyo3(signature = (features, base, early_exit = false))]
    fn scores<'py>(
        &self,
        py: Python<'py>,
        features: PyReadonlyArray2<'py, f32>,
        base: f32,
        early_exit: bool,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let (n_rows, n_columns) = (features.shape()[0], features.shape()[1]);
        if n_columns != self.0.n_features() {
            let expected = self.0.n_features();
            return Err(PyValueError::new_err(format!("{n_columns} features per row, the trees need {expected}")));
        }
        let is_by_column = features.is_fortran_contiguous() && n_columns > 1;
        // The slice of a Fortran array is its columns, one after the other.
        let values = features.as_slice()?;
        let scores = |trees: &Trees, base: f32| {
            let mut scores = match is_by_column {
                true => scores_by_column(trees, (values, &[]), n_rows, base),
                false => trees.scores(values, base),
            };
            // The memory of rows without columns does not say how many there are.
            scores.resize(n_rows, base);
            scores
        };
        let found = guarded_detached(py, || match early_exit {
            false => scores(&self.0, base),
            true => {
                let (early, rest) = self.0.split_at(N_EARLY_EXIT_TREES);
                let more = scores(&rest, 0.0);
                with_early_exit(scores(&early, base), |rows| rows.iter().map(|&row| more[row]).collect())
            }
        })?;
        Ok(found.into_pyarray(py))
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
