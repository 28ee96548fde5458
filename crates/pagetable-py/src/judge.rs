//! A page's columns -> what the learned model says of it; see `_core.pyi`.

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pagetable::features::{N_CONTEXT, N_FEATURES, N_WHOLE};
use pagetable::judge::{Judge, Judged, Stage, Stages, best_threshold};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::features::{PyTables, with_columns};
use crate::trees::{PyTrees, scores_by_column};

/// The learned model, checked and packed.
#[pyclass(name = "Judge", module = "maintext._core", frozen)]
pub struct PyJudge {
    tables: Py<PyTables>,
    judge: Judge,
}

/// A probability a block, one a page type, steps to comments a block, the threshold and what it promises.
type Judgement<'py> = (Bound<'py, PyArray1<f64>>, Vec<f64>, Bound<'py, PyArray1<u8>>, f64, f64);
type OneStage<'py> = (PyRef<'py, PyTrees>, f32);

#[pymethods]
impl PyJudge {
    #[new]
    fn new(
        tables: Py<PyTables>,
        first: OneStage<'_>,
        types: Vec<OneStage<'_>>,
        second: OneStage<'_>,
        end: OneStage<'_>,
        chosen: Vec<usize>,
    ) -> PyResult<Self> {
        let n_second = chosen.len() + N_CONTEXT + types.len();
        let is_right = first.0.0.n_features() == N_FEATURES
            && !types.is_empty()
            && types.iter().all(|stage| stage.0.0.n_features() == N_WHOLE)
            && second.0.0.n_features() == n_second
            && end.0.0.n_features() == n_second
            && chosen.iter().all(|&column| column < N_FEATURES);
        if !is_right {
            return Err(PyValueError::new_err("the trees ask for other columns than those there are"));
        }
        let stage = |(trees, base): OneStage<'_>| Stage { trees: trees.0.clone(), base };
        let types = types.into_iter().map(stage).collect();
        let stages = Stages { first: stage(first), types, second: stage(second), end: stage(end), chosen };
        Ok(PyJudge { tables, judge: Judge::new(stages) })
    }

    /// What the first stage says of each block, given the dictionary of a page that has blocks.
    fn first_probabilities<'py>(&self, page: Bound<'py, PyDict>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let judged = self.judged(&page)?.0;
        Ok(judged.first_probability.into_pyarray(page.py()))
    }

    /// Of the dictionary of a page that has blocks.
    fn judge<'py>(&self, page: Bound<'py, PyDict>) -> PyResult<Judgement<'py>> {
        let py = page.py();
        let (judged, decided) = self.judged(&page)?;
        let probability = judged.probability.into_pyarray(py);
        Ok((probability, judged.types, judged.comment_steps.into_pyarray(py), decided.0, decided.1))
    }
}

impl PyJudge {
    fn judged(&self, page: &Bound<'_, PyDict>) -> PyResult<(Judged, (f64, f64))> {
        let tables = self.tables.get().tables();
        with_columns(page, |columns| match columns.blocks.len() {
            0 => Err(PyValueError::new_err("the page has no blocks")),
            _ => {
                let judged = self.judge.judge(columns, tables, scores_by_column);
                let words: Vec<f64> = columns.blocks.iter().map(|block| f64::from(block.words).max(0.5)).collect();
                let decided = best_threshold(&judged.probability, &words);
                Ok((judged, decided))
            }
        })?
    }
}

/// The probability from which on blocks are kept for the best promise of F1, and that promise.
#[pyfunction]
#[pyo3(name = "best_threshold")]
pub fn py_best_threshold(
    probability: PyReadonlyArray1<'_, f64>,
    words: PyReadonlyArray1<'_, f64>,
) -> PyResult<(f64, f64)> {
    Ok(best_threshold(probability.as_slice()?, words.as_slice()?))
}
