//! Columns of the page table -> columns that a classifier reads; see `_core.pyi`.

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pagetable::features::{
    ClassWord, Features, Matrix, N_CONTEXT, N_FEATURES, N_OWN, ODDS_STEP, Tables, TextWord, content_masses, likely,
    mean_of,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::page::PyPage;

/// Learned tables of words, checked once.
#[pyclass(name = "WordTables", module = "maintext._core", frozen)]
pub struct PyTables {
    class_words: Vec<ClassWord>,
    group_sets: Vec<u64>,
    text_words: Vec<TextWord>,
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
        let (odds, groups) = (class.0.as_slice()?, class.1.as_slice()?);
        let (class_words, group_sets) = class_words(odds, groups)?;
        let (text_odds, is_common) = (text.0.as_slice()?, text.1.as_slice()?);
        let text_word = |(&odds, &is_common)| TextWord { odds: in_steps(odds), is_common };
        let tables = PyTables {
            class_words,
            group_sets,
            text_words: text_odds.iter().zip(is_common).map(text_word).collect(),
            tag_odds: tag.0.as_slice()?.to_vec(),
            tag_groups: tag.1.as_slice()?.to_vec(),
        };
        let is_right = odds.len().is_power_of_two()
            && groups.len() == odds.len()
            && [text_odds.len(), is_common.len()] == [1 << 16; 2]
            && [tables.tag_odds.len(), tables.tag_groups.len()] == [256; 2];
        match is_right {
            true => Ok(tables),
            false => Err(PyValueError::new_err("tables of words have a power of two, 65,536 and 256 rows")),
        }
    }
}

/// Odds in steps and sets of groups, a byte each.
fn class_words(odds: &[f32], groups: &[u64]) -> PyResult<(Vec<ClassWord>, Vec<u64>)> {
    let mut sets: Vec<u64> = groups.to_vec();
    sets.push(0);
    sets.sort_unstable();
    sets.dedup();
    if sets.len() > 256 {
        return Err(PyValueError::new_err(format!("class words have {} sets of groups, 256 is the most", sets.len())));
    }
    let place = |group: &u64| sets.binary_search(group).unwrap_or(0) as u8;
    let words = odds.iter().zip(groups).map(|(&odds, group)| ClassWord { odds: in_steps(odds), groups: place(group) });
    Ok((words.collect(), sets))
}

fn in_steps(odds: f32) -> i8 {
    (odds / ODDS_STEP).round().clamp(-127.0, 127.0) as i8
}

impl PyTables {
    pub fn tables(&self) -> Tables<'_> {
        Tables {
            class_words: &self.class_words,
            group_sets: &self.group_sets,
            text_words: &self.text_words,
            tag_odds: &self.tag_odds,
            tag_groups: &self.tag_groups,
        }
    }
}

/// The features of a page; keeps the page's columns alive for the second stage.
#[pyclass(name = "Features", module = "maintext._core", frozen)]
pub struct PyFeatures {
    page: Py<PyPage>,
    first: Py<PyArray2<f32>>,
    features: Features,
}

/// A row a block, by column in memory.
fn into_array<'py>(py: Python<'py>, matrix: Matrix<'_>) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let (n_rows, n_columns) = (matrix.n_rows, matrix.n_columns());
    PyArray1::from_vec(py, matrix.values)
        .reshape_with_order([n_rows, n_columns], numpy::npyffi::NPY_ORDER::NPY_FORTRANORDER)
}

#[pymethods]
impl PyFeatures {
    /// Of a page that has blocks.
    #[new]
    fn new(page: Bound<'_, PyPage>, tables: &PyTables) -> PyResult<Self> {
        let tables = tables.tables();
        let py = page.py();
        let (first, features) = page.get().read(py, |view| match view.blocks.len() {
            0 => Err(PyValueError::new_err("the page has no blocks")),
            n_rows => {
                let mut first = Matrix::new(n_rows, N_FEATURES);
                let features = Features::of(view, tables, &mut first);
                Ok((first, features))
            }
        })??;
        let first = into_array(py, first)?;
        first.readwrite().make_nonwriteable();
        Ok(PyFeatures { first: first.unbind(), page: page.unbind(), features })
    }

    /// The columns of the first stage.
    fn first<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f32>> {
        self.first.bind(py).clone()
    }

    /// Numbers of what is likely content, and the mean over it of each column of the first stage.
    fn content<'py>(&self, py: Python<'py>, first: PyReadonlyArray1<'py, f32>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let (probabilities, words) = (first.as_slice()?, self.features.words());
        if probabilities.len() != words.len() {
            return Err(PyValueError::new_err("there is one probability a block"));
        }
        let columns = self.first.bind(py).readonly();
        let masses = content_masses(probabilities, words);
        let means = columns.as_slice()?.chunks_exact(words.len()).take(N_OWN).map(|column| mean_of(column, &masses));
        Ok(PyArray1::from_iter(py, likely(probabilities, words).into_iter().chain(means)))
    }

    /// The columns of the second stage: the chosen ones of the first, what it thinks of the surroundings, and numbers
    /// of the whole page.
    fn second<'py>(
        &self,
        py: Python<'py>,
        first: PyReadonlyArray1<'py, f32>,
        chosen: PyReadonlyArray1<'py, i64>,
        whole: PyReadonlyArray1<'py, f32>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let (probabilities, chosen, whole) = (first.as_slice()?, chosen.as_slice()?, whole.as_slice()?);
        let columns = self.first.bind(py).readonly();
        let (n_rows, columns) = (self.features.n_blocks(), columns.as_slice()?);
        let n_columns = (columns.len() / n_rows) as i64;
        if probabilities.len() != n_rows || chosen.iter().any(|column| !(0..n_columns).contains(column)) {
            return Err(PyValueError::new_err(
                "there is one probability a block, and the columns are those of first()",
            ));
        }
        let matrix = self.page.get().read(py, |page| {
            let mut matrix = Matrix::new(n_rows, chosen.len() + N_CONTEXT + whole.len());
            for &column in chosen {
                matrix.values.extend_from_slice(&columns[column as usize * n_rows..][..n_rows]);
            }
            self.features.push_context(page, probabilities, &mut matrix);
            whole.iter().for_each(|&number| matrix.push_same(f64::from(number)));
            matrix
        })?;
        into_array(py, matrix)
    }
}
