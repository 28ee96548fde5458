//! `_core.Model`: the learned model, checked and ready; see `_core.pyi`.

use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods,
};
use pagetable::features::columns;
use pagetable::model::decision::decide;
use pagetable::model::predictor::Predictor;
use pagetable::model::stages::{
    self, EARLY_EXIT_MARGIN, END_POWER, MIN_ARTICLE_PROBABILITY, MIN_FIRST_PROBABILITY, N_EARLY_EXIT_TREES, Stage,
    Stages,
};
use pagetable::model::threshold::{Bounds, Fields, choose_blocks};
use pagetable::page::PageView;
use pagetable::structures::{self, Scored};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::features::{PyWordTables, check_blocks, error, into_array};
use crate::guard::guarded;
use crate::page::PyPage;
use crate::trees::{PyTrees, scores_by_column};
use crate::values::{Numbers, PyValues};

#[pyclass(name = "Model", module = "maintext._core", frozen)]
pub struct PyModel {
    tables: Py<PyWordTables>,
    predictor: Predictor,
}

pub type Mask<'py> = Bound<'py, PyArray1<bool>>;
/// The mask, and the number of the structure that overruled a block's own probability.
type Decided<'py> = (Mask<'py>, Bound<'py, PyArray1<u8>>);
/// Probability, decision and overruling structure by block; page types; expected F1, main text, best probability,
/// expected words.
type Predicted = (PyValues, PyValues, PyValues, Vec<f64>, (f64, bool, f64, f64));
type Columns<'py> = Bound<'py, PyArray2<f32>>;
pub type Limits = (f64, f64, bool);
type OneStage<'py> = (PyRef<'py, PyTrees>, f32);

#[pymethods]
impl PyModel {
    #[new]
    fn new(
        tables: Py<PyWordTables>,
        first: OneStage<'_>,
        types: Vec<OneStage<'_>>,
        second: OneStage<'_>,
        end: OneStage<'_>,
        classes: Vec<OneStage<'_>>,
        chosen: Vec<usize>,
    ) -> PyResult<Self> {
        let py = first.0.py();
        let stage = |(trees, base): OneStage<'_>| Stage { trees: trees.0.clone(), base };
        let [types, classes] = [types, classes].map(|stages| stages.into_iter().map(stage).collect());
        let stages = Stages { first: stage(first), types, second: stage(second), end: stage(end), classes, chosen };
        let predictor = guarded(py, || Predictor::new(stages, scores_by_column).map_err(error))??;
        Ok(PyModel { tables, predictor })
    }

    fn predict(&self, py: Python<'_>, page: &PyPage, bounds: Limits) -> PyResult<Predicted> {
        let tables = &self.tables.get().0;
        let (predicted, choice, decision) = page.read(py, |page| {
            check_blocks(page.blocks.len())?;
            let predicted = self.predictor.predict(page, tables);
            let (choice, decision) = decide(page, predicted.judged(), bounds_of(bounds));
            Ok::<_, PyErr>((predicted, choice, decision))
        })??;
        let totals = (choice.expected_f1, choice.has_main_text, choice.best_probability, choice.expected_words);
        Ok((
            Numbers::Floats(predicted.probability).into(),
            Numbers::Bools(decision.keep).into(),
            Numbers::Bytes(decision.with).into(),
            predicted.page_types,
            totals,
        ))
    }

    fn classes<'py>(&self, py: Python<'py>, page: &PyPage) -> PyResult<Columns<'py>> {
        let tables = &self.tables.get().0;
        let (found, n_blocks) = page.read(py, |page| {
            check_blocks(page.blocks.len())?;
            Ok::<_, PyErr>((self.predictor.classes(page, tables), page.blocks.len()))
        })??;
        let n_classes = found.len() / n_blocks;
        PyArray1::from_vec(py, found).reshape([n_classes, n_blocks])
    }

    fn class_blocks(&self, py: Python<'_>, page: &PyPage, number: usize, least: f32) -> PyResult<PyValues> {
        let bits = self.class(py, page, number, |_, found| found.iter().map(|&own| own >= least).collect())?;
        Ok(Numbers::Bools(bits).into())
    }

    fn best_of_class(
        &self,
        py: Python<'_>,
        page: &PyPage,
        number: usize,
        least: f32,
        flags: u32,
    ) -> PyResult<Option<usize>> {
        self.class(py, page, number, |page, found| {
            let is_possible = |row: &usize| page.blocks[*row].flags & flags == 0 && found[*row] >= least;
            // The first of equals.
            (0..found.len()).rev().filter(is_possible).max_by(|one, other| found[*one].total_cmp(&found[*other]))
        })
    }

    fn features<'py>(&self, py: Python<'py>, page: &PyPage) -> PyResult<(Columns<'py>, Columns<'py>)> {
        let tables = &self.tables.get().0;
        let (first, second) = page.read(py, |page| {
            check_blocks(page.blocks.len())?;
            Ok::<_, PyErr>(self.predictor.features(page, tables))
        })??;
        Ok((into_array(py, first)?, into_array(py, second)?))
    }

    fn contributions<'py>(
        &self,
        py: Python<'py>,
        page: &PyPage,
        typical: PyReadonlyArray2<'py, f32>,
        groups: Vec<Vec<usize>>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let n_columns = self.predictor.n_explained_columns();
        let is_known = groups.iter().flatten().all(|&column| column < n_columns);
        if typical.shape()[0] == 0 || typical.shape()[1] != n_columns || !is_known {
            return Err(PyValueError::new_err(format!("typical blocks and groups are of {n_columns} columns")));
        }
        let (tables, typical) = (&self.tables.get().0, typical.as_slice()?);
        let found = page.read(py, |page| {
            check_blocks(page.blocks.len())?;
            Ok::<_, PyErr>(self.predictor.contributions(page, tables, typical, &groups))
        })??;
        let n_blocks = found.len() / (1 + groups.len());
        PyArray1::from_vec(py, found).reshape([n_blocks, 1 + groups.len()])
    }

    #[staticmethod]
    fn choose_blocks<'py>(
        py: Python<'py>,
        probability: PyReadonlyArray1<'py, f64>,
        words: PyReadonlyArray1<'py, f64>,
        bounds: Limits,
    ) -> PyResult<(Mask<'py>, f64)> {
        let (probability, words) = (probability.as_slice()?, words.as_slice()?);
        if probability.len() != words.len() {
            return Err(error(format!("{} probabilities for {} blocks", probability.len(), words.len())));
        }
        let choice = guarded(py, || choose_blocks(probability, words, bounds_of(bounds), || Fields::None))?;
        Ok((choice.keep.into_pyarray(py), choice.expected_f1))
    }

    #[staticmethod]
    fn decide_structures<'py>(
        py: Python<'py>,
        page: &PyPage,
        probability: PyReadonlyArray1<'py, f64>,
        threshold: f64,
        is_forum: bool,
    ) -> PyResult<Decided<'py>> {
        let probability = probability.as_slice()?;
        let decision = page.read(py, |page| match probability.len() == page.blocks.len() {
            true => Ok(structures::decide(page, Scored { probability, threshold, is_forum })),
            false => Err(error(format!("{} probabilities for {} blocks", probability.len(), page.blocks.len()))),
        })??;
        Ok((decision.keep.into_pyarray(py), decision.with.into_pyarray(py)))
    }

    #[staticmethod]
    fn combine<'py>(
        py: Python<'py>,
        first: PyReadonlyArray1<'py, f32>,
        second: PyReadonlyArray1<'py, f32>,
        end: PyReadonlyArray1<'py, f32>,
        article: PyReadonlyArray1<'py, f32>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let (first, second, end, article) = (first.as_array(), second.as_array(), end.as_array(), article.as_array());
        if [second.len(), end.len(), article.len()] != [first.len(); 3] {
            return Err(error("the stages have a probability for every block".to_owned()));
        }
        let rows = first.iter().zip(second).zip(end.iter().zip(article));
        let combined =
            rows.map(|((&first, &second), (&end, &article))| stages::combined(first, second, end, f64::from(article)));
        Ok(PyArray1::from_iter(py, combined))
    }

    #[classattr]
    #[pyo3(name = "FEATURES")]
    fn feature_table(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        let columns = columns();
        let first = columns.first.iter().map(|column| {
            let stage = if column.is_of_page { "page" } else { "first" };
            (stage, column.group, column.name.as_str())
        });
        let likely = columns.likely.iter().map(|name| ("types", "", *name));
        let context = columns.context.iter().map(|column| ("second", "", column.name.as_str()));
        PyTuple::new(py, first.chain(likely).chain(context).collect::<Vec<_>>())
    }

    #[classattr]
    #[pyo3(name = "STRUCTURES")]
    fn structure_names(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, structures::NAMES)
    }

    #[classattr]
    #[pyo3(name = "SETTINGS")]
    fn settings() -> (usize, f64, f64, f64, i32) {
        let (margin, probability) = (f64::from(EARLY_EXIT_MARGIN), f64::from(MIN_FIRST_PROBABILITY));
        (N_EARLY_EXIT_TREES, margin, probability, MIN_ARTICLE_PROBABILITY, END_POWER)
    }
}

impl PyModel {
    /// What `look` finds in the probabilities of a class.
    fn class<T: Send>(
        &self,
        py: Python<'_>,
        page: &PyPage,
        number: usize,
        look: impl FnOnce(PageView<'_>, &[f32]) -> T + Send,
    ) -> PyResult<T> {
        let tables = &self.tables.get().0;
        page.read(py, |page| {
            check_blocks(page.blocks.len())?;
            let found = self.predictor.class(page, tables, number);
            found.map(|own| look(page, &own)).ok_or_else(|| error(format!("the model has no class {number}")))
        })?
    }
}

pub fn bounds_of((low, high, is_forced): Limits) -> Bounds {
    Bounds { low, high, is_forced }
}
