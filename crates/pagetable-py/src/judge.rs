//! A page's columns -> what the learned model says of it; see `_core.pyi`.

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pagetable::features::{N_CONTEXT, N_FEATURES, N_LIKELY, N_OWN, N_WHOLE};
use pagetable::model::predictor::{Bounds, Judge, Judged, Stage, Stages, decide};
use pagetable::page::PageView;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::features::PyTables;
use crate::page::PyPage;
use crate::trees::{PyTrees, scores_by_column};

/// The learned model, checked and packed.
#[pyclass(name = "Judge", module = "maintext._core", frozen)]
pub struct PyJudge {
    tables: Py<PyTables>,
    judge: Judge,
}

type Mask<'py> = Bound<'py, PyArray1<bool>>;
/// A probability a block, whether it is kept and whether it is a comment; a probability a page type; the promise of F1,
/// whether there is a main text, the greatest probability and the expected words.
type Judgement<'py> = (Bound<'py, PyArray1<f64>>, Mask<'py>, Mask<'py>, Vec<f64>, (f64, bool, f64, f64));
type Limits = (f64, f64, bool);
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
            && types.iter().all(|stage| stage.0.0.n_features() == N_WHOLE + N_LIKELY + N_OWN)
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

    /// What the first stage says of each block, given a page that has blocks.
    fn first_probabilities<'py>(&self, page: Bound<'py, PyPage>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let judged = self.judged(&page, |_, judged| judged)?;
        Ok(judged.first_probability.into_pyarray(page.py()))
    }

    /// Of a page that has blocks; `bounds` are the low and the high one of the threshold, and whether
    /// blocks are kept of a page without a main text, too.
    fn judge<'py>(&self, page: Bound<'py, PyPage>, bounds: Limits) -> PyResult<Judgement<'py>> {
        let (judged, decision) = self.judged(&page, |columns, judged| {
            let words: Vec<f64> = columns.blocks.iter().map(|block| f64::from(block.words).max(0.5)).collect();
            let decision = decide(&judged.probability, &words, bounds_of(bounds));
            (judged, decision)
        })?;
        let py = page.py();
        let (keep, is_comment) = (decision.keep.into_pyarray(py), judged.is_comment.into_pyarray(py));
        let probability = judged.probability.into_pyarray(py);
        let numbers = (decision.promise, decision.has_text, decision.greatest, decision.expected);
        Ok((probability, keep, is_comment, judged.types, numbers))
    }
}

impl PyJudge {
    /// Judges a page, and goes on with `then` while the interpreter is still released.
    fn judged<T: Send>(
        &self,
        page: &Bound<'_, PyPage>,
        then: impl FnOnce(PageView<'_>, Judged) -> T + Send,
    ) -> PyResult<T> {
        let tables = self.tables.get().tables();
        page.get().read(page.py(), |columns| match columns.blocks.len() {
            0 => Err(PyValueError::new_err("the page has no blocks")),
            _ => Ok(then(columns, self.judge.judge(columns, tables, scores_by_column))),
        })?
    }
}

fn bounds_of((low, high, is_forced): Limits) -> Bounds {
    Bounds { low, high, is_forced }
}

/// Which blocks are kept for the best promise of F1, given their probabilities and words, and that promise.
#[pyfunction]
#[pyo3(name = "decide")]
pub fn py_decide<'py>(
    py: Python<'py>,
    probability: PyReadonlyArray1<'py, f64>,
    words: PyReadonlyArray1<'py, f64>,
    bounds: Limits,
) -> PyResult<(Mask<'py>, f64)> {
    let decision = decide(probability.as_slice()?, words.as_slice()?, bounds_of(bounds));
    Ok((decision.keep.into_pyarray(py), decision.promise))
}
