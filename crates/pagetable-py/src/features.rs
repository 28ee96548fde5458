//! `_core.WordTables` and `_core.Features`: the columns that the model reads, for training; see `_core.pyi`.

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pagetable::features::{Features, Matrix, WordTables, columns, content_masses, likely, mean_of};
use pagetable::model::decision::{Judged, decide};
use pagetable::model::predictor::{is_forum, shop_types};
use pagetable::model::stored_arrays::StoredArray;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::guard::guarded;
use crate::model::{Limits, Mask, bounds_of};
use crate::page::PyPage;
use crate::trees::Stored;

/// Learned tables of words, checked once.
#[pyclass(name = "WordTables", module = "maintext._core", frozen)]
pub struct PyWordTables(pub WordTables);

#[pymethods]
impl PyWordTables {
    #[new]
    fn new(
        py: Python<'_>,
        class_words: (Stored<'_>, Stored<'_>),
        text_words: (Stored<'_>, Stored<'_>),
        tag_odds: Stored<'_>,
    ) -> PyResult<Self> {
        let class = class_words.0.read("class_odds", StoredArray::to_i8)?;
        let groups = class_words.1.read("class_groups", StoredArray::to_u64)?;
        let text = text_words.0.read("text_odds", StoredArray::to_i8)?;
        let is_common = text_words.1.read("is_common", StoredArray::to_bool)?;
        let tag = tag_odds.read("tag_odds", StoredArray::to_i8)?;
        let tables = guarded(py, || WordTables::new((&class, &groups), (&text, &is_common), &tag).map_err(error))??;
        Ok(PyWordTables(tables))
    }
}

/// The features of a page; keeps the page alive for the second stage.
#[pyclass(name = "Features", module = "maintext._core", frozen)]
pub struct PyFeatures {
    page: Py<PyPage>,
    first: Py<PyArray2<f32>>,
    features: Features,
}

pub fn error(message: String) -> PyErr {
    PyValueError::new_err(message)
}

/// Refuses a page without blocks, which has no features.
pub fn check_blocks(n_blocks: usize) -> PyResult<()> {
    if n_blocks == 0 { Err(PyValueError::new_err("the page has no blocks")) } else { Ok(()) }
}

/// One row per block, by column in memory.
pub fn into_array<'py>(py: Python<'py>, matrix: Matrix<'_>) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let (n_rows, n_columns) = (matrix.n_rows, matrix.n_columns());
    PyArray1::from_vec(py, matrix.values)
        .reshape_with_order([n_rows, n_columns], numpy::npyffi::NPY_ORDER::NPY_FORTRANORDER)
}

#[pymethods]
impl PyFeatures {
    #[new]
    fn new(page: Bound<'_, PyPage>, tables: &PyWordTables) -> PyResult<Self> {
        let py = page.py();
        let (first, features) = page.get().read(py, |view| {
            check_blocks(view.blocks.len())?;
            let mut first = Matrix::new(view.blocks.len(), columns().first.len());
            let features = Features::of(view, &tables.0, &mut first);
            Ok::<_, PyErr>((first, features))
        })??;
        let first = into_array(py, first)?;
        first.readwrite().make_nonwriteable();
        Ok(PyFeatures { first: first.unbind(), page: page.unbind(), features })
    }

    fn first<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f32>> {
        self.first.bind(py).clone()
    }

    fn content<'py>(&self, py: Python<'py>, first: PyReadonlyArray1<'py, f32>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let (probabilities, words) = (first.as_slice()?, self.features.words());
        self.check_length(probabilities.len())?;
        let columns_array = self.first.bind(py).readonly();
        let values = columns_array.as_slice()?;
        let numbers: Vec<f32> = guarded(py, || {
            let masses = content_masses(probabilities, words);
            let own = values.chunks_exact(words.len()).take(columns().n_own());
            let means = own.map(|column| mean_of(column, &masses));
            likely(probabilities, words).map(|(_, number)| number).into_iter().chain(means).collect()
        })?;
        Ok(PyArray1::from_vec(py, numbers))
    }

    fn second<'py>(
        &self,
        py: Python<'py>,
        first: PyReadonlyArray1<'py, f32>,
        chosen: PyReadonlyArray1<'py, i64>,
        page_numbers: PyReadonlyArray1<'py, f32>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let (probabilities, chosen, shared) = (first.as_slice()?, chosen.as_slice()?, page_numbers.as_slice()?);
        self.check_length(probabilities.len())?;
        let n_first = columns().first.len() as i64;
        if let Some(column) = chosen.iter().find(|column| !(0..n_first).contains(column)) {
            return Err(PyValueError::new_err(format!("column {column} is chosen, there are {n_first}")));
        }
        let columns_array = self.first.bind(py).readonly();
        let (n_rows, values) = (self.features.n_blocks(), columns_array.as_slice()?);
        let matrix = self.page.get().read(py, |page| {
            let mut matrix = Matrix::new(n_rows, chosen.len() + columns().context.len() + shared.len());
            for &column in chosen {
                matrix.values.extend_from_slice(&values[column as usize * n_rows..][..n_rows]);
            }
            self.features.push_context(page, probabilities, &mut matrix);
            shared.iter().for_each(|&number| matrix.push_same("", f64::from(number)));
            matrix
        })?;
        into_array(py, matrix)
    }

    fn decide<'py>(
        &self,
        py: Python<'py>,
        page_types: Vec<f64>,
        probability: PyReadonlyArray1<'py, f64>,
        bounds: Limits,
    ) -> PyResult<(Mask<'py>, f64)> {
        let own = probability.as_slice()?;
        self.check_length(own.len())?;
        let (choice, decision) = self.page.get().read(py, |page| {
            let parts = self.features.shop_parts(page, shop_types(&page_types), own);
            let judged = Judged { probability: own, parts: &parts, is_forum: is_forum(&page_types) };
            decide(page, judged, bounds_of(bounds))
        })?;
        Ok((decision.keep.into_pyarray(py), choice.expected_f1))
    }
}

impl PyFeatures {
    fn check_length(&self, n_probabilities: usize) -> PyResult<()> {
        match (n_probabilities, self.features.n_blocks()) {
            (found, n_blocks) if found == n_blocks => Ok(()),
            (found, n_blocks) => Err(PyValueError::new_err(format!("{found} probabilities for {n_blocks} blocks"))),
        }
    }
}
