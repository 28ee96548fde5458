//! `_core.Reading`: the metadata of a page; see `_core.pyi`.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use pagetable::metadata::{Chosen, Detected, Field, Fields, Kind, Outside, Reading, Rules, SourceRule};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMappingProxy, PyString, PyTuple};

use crate::dates::PyMonths;
use crate::page::PyPage;
use crate::query::PySmallWords;

/// The fields that have sources, by their names in Python.
const FIELDS: [(&str, Field); 15] = [
    ("title", Field::Title),
    ("authors", Field::Authors),
    ("date", Field::Date),
    ("date_modified", Field::DateModified),
    ("sitename", Field::Sitename),
    ("description", Field::Description),
    ("language_declared", Field::LanguageDeclared),
    ("categories", Field::Categories),
    ("tags", Field::Tags),
    ("license", Field::License),
    ("image", Field::Image),
    ("page_type", Field::PageType),
    ("url", Field::Url),
    ("date that readers see", Field::SeenDate),
    ("date_modified that readers see", Field::SeenDateModified),
];

/// The tables of metadata; see `_core.pyi`.
#[pyclass(frozen, name = "MetadataRules", module = "maintext._core")]
pub struct PyMetadataRules {
    native: Arc<Rules>,
    /// The names of the sources of each field, as objects that pages share.
    sources: Vec<Vec<Py<PyString>>>,
    names: Vec<Py<PyString>>,
    outside: Py<PyAny>,
}

type Sources = HashMap<String, Vec<(String, String, String)>>;

#[pymethods]
impl PyMetadataRules {
    #[new]
    fn new(
        py: Python<'_>,
        mut sources: Sources,
        unseen: Vec<String>,
        marks: Vec<(u64, usize)>,
        words: (Py<PyMonths>, Py<PySmallWords>, usize),
        outside: Py<PyAny>,
    ) -> PyResult<Self> {
        let (mut rules, mut names) = (Vec::new(), Vec::new());
        for (field, _) in FIELDS {
            let own = sources.remove(field).unwrap_or_default();
            names.push(own.iter().map(|(_, _, name)| PyString::intern(py, name).unbind()).collect::<Vec<_>>());
            let rule = |(kind, key, _): (String, String, String)| match Kind::of(&kind) {
                Some(kind) => Ok(SourceRule { kind, key }),
                None => Err(PyValueError::new_err(format!("unknown kind of source {kind:?}"))),
            };
            rules.push(own.into_iter().map(rule).collect::<PyResult<Vec<_>>>()?);
        }
        let is_unseen =
            |name: &Py<PyString>| unseen.iter().any(|own| name.bind(py).to_cow().is_ok_and(|name| name == *own));
        let dates = names[Field::Date as usize].iter().enumerate();
        let unseen = dates.filter(|(_, name)| is_unseen(name)).map(|(number, _)| number).collect();
        let (months, small_words, english) = words;
        let native = Rules::new(rules, unseen, marks, months.get().0.clone(), (small_words.get().0.clone(), english));
        let fields = FIELDS.iter().map(|(name, _)| *name).chain(["language_detected"]);
        let fields = fields.map(|name| PyString::intern(py, name).unbind()).collect();
        Ok(PyMetadataRules { native: Arc::new(native), sources: names, names: fields, outside })
    }
}

/// The caller's functions. The first exception that one of them raises is kept and raised at the end.
struct Caller<'a, 'py> {
    outside: &'a Bound<'py, PyAny>,
    page: &'a Bound<'py, PyPage>,
    error: RefCell<Option<PyErr>>,
}

impl<'py> Caller<'_, 'py> {
    fn ask<T>(&self, name: &str, arguments: impl pyo3::call::PyCallArgs<'py>) -> Option<T>
    where
        T: for<'a> FromPyObject<'a, 'py>,
    {
        if self.error.borrow().is_some() {
            return None;
        }
        let answer = self.outside.call_method1(name, arguments);
        let value = answer.and_then(|answer| answer.extract().map_err(Into::into));
        value.map_err(|error| *self.error.borrow_mut() = Some(error)).ok()
    }
}

impl Outside for Caller<'_, '_> {
    fn plain(&self, text: &str) -> String {
        self.ask("plain", (text,)).unwrap_or_default()
    }

    fn json(&self, source: &str) -> String {
        self.ask("json", (source,)).unwrap_or_default()
    }

    fn absolute(&self, address: &str, base: Option<&str>) -> Option<String> {
        self.ask::<Option<String>>("absolute", (address, base)).flatten()
    }

    fn host(&self, address: &str) -> Option<String> {
        self.ask::<Option<String>>("host", (address,)).flatten()
    }

    fn given_name_first(&self, texts: Vec<String>) -> Vec<String> {
        self.ask("given_name_first", (texts,)).unwrap_or_default()
    }

    fn names(&self, texts: &[String]) -> Vec<String> {
        self.ask("names", (texts,)).unwrap_or_default()
    }

    fn license(&self, claim: &str) -> Option<String> {
        self.ask::<Option<String>>("license", (claim,)).flatten()
    }

    fn trusts_small_words(&self) -> bool {
        self.ask("trusts_small_words", ()).unwrap_or_default()
    }

    fn language(&self, text: &str) -> Option<Detected> {
        let found = self.ask::<Option<(String, String, f64)>>("language", (text,)).flatten();
        found.map(|(language, source, score)| Detected { language, source, score })
    }

    fn headline(&self) -> Option<String> {
        self.ask::<Option<String>>("headline", (self.page,)).flatten()
    }
}

/// The metadata of a page; see `_core.pyi`.
#[pyclass(frozen, name = "Reading", module = "maintext._core")]
pub struct PyReading {
    page: Py<PyPage>,
    rules: Py<PyMetadataRules>,
    url: Option<String>,
    /// Taken while it is in use: a function of the caller may let another thread ask, which then reads anew.
    reading: Mutex<Option<Box<Reading>>>,
}

impl PyReading {
    fn with<'py, T>(
        &self,
        py: Python<'py>,
        work: impl FnOnce(Box<Reading>, &PyPage, &Caller<'_, 'py>) -> PyResult<(Option<Box<Reading>>, T)>,
    ) -> PyResult<T> {
        let rules = self.rules.get();
        let caller = Caller { outside: rules.outside.bind(py), page: self.page.bind(py), error: RefCell::new(None) };
        let page = self.page.get();
        let known = self.reading.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
        let reading = match known {
            Some(known) => known,
            None => {
                let (url, tables) = (self.url.clone(), rules.native.clone());
                page.look(py, |page| Box::new(Reading::new(page, url, tables, &caller)))?
            }
        };
        let (left, value) = work(reading, page, &caller)?;
        if let Some(error) = caller.error.take() {
            return Err(error);
        }
        *self.reading.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = left;
        Ok(value)
    }
}

#[pymethods]
impl PyReading {
    #[new]
    fn new(page: Py<PyPage>, rules: Py<PyMetadataRules>, url: Option<String>) -> Self {
        PyReading { page, rules, url, reading: Mutex::new(None) }
    }

    fn title(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.with(py, |reading, _, _| {
            let title = reading.title().map(str::to_owned);
            Ok((Some(reading), title))
        })
    }

    fn fields<'py>(&self, py: Python<'py>, is_brief: bool) -> PyResult<Bound<'py, PyTuple>> {
        let fields = self.with(py, |reading, page, caller| {
            let fields = page.look(py, |page| reading.fields(page, caller, is_brief))?;
            Ok((None, fields))
        })?;
        self.written(py, fields)
    }

    fn claims(&self, py: Python<'_>, field: &str) -> PyResult<Vec<(Py<PyString>, Vec<String>)>> {
        let found = FIELDS.iter().find(|(name, _)| *name == field);
        let (_, field) = found.ok_or_else(|| PyValueError::new_err(format!("no field {field:?} has sources")))?;
        let claims = self.with(py, |mut reading, page, caller| {
            let claims = page.look(py, |page| reading.claims(page, caller, *field))?;
            Ok((Some(reading), claims))
        })?;
        let names = &self.rules.get().sources[*field as usize];
        Ok(claims.into_iter().map(|(number, values)| (names[number].clone_ref(py), values)).collect())
    }
}

impl PyReading {
    fn written<'py>(&self, py: Python<'py>, fields: Fields) -> PyResult<Bound<'py, PyTuple>> {
        let rules = self.rules.get();
        let sources = PyDict::new(py);
        for (field, chosen) in fields.sources {
            let name = match &chosen {
                Chosen::Source(from, number) => rules.sources[*from as usize][*number].clone_ref(py).into_bound(py),
                Chosen::FirstHeading => PyString::intern(py, "h1"),
                Chosen::SecondHeading => PyString::intern(py, "h2"),
                Chosen::HeadlineBlock => PyString::intern(py, "headline block"),
                Chosen::Decider(name) => PyString::intern(py, name),
            };
            sources.set_item(rules.names[field as usize].bind(py), name)?;
        }
        let detected = fields.detected.map(|found| (found.language, found.score));
        let (language, score) = detected.unzip();
        let own = [
            fields.title.into_pyobject(py)?.into_any(),
            PyTuple::new(py, fields.authors)?.into_any(),
            fields.date.into_pyobject(py)?.into_any(),
            fields.date_modified.into_pyobject(py)?.into_any(),
            fields.sitename.into_pyobject(py)?.into_any(),
            fields.description.into_pyobject(py)?.into_any(),
            fields.language_declared.into_pyobject(py)?.into_any(),
            language.into_pyobject(py)?.into_any(),
            score.into_pyobject(py)?.into_any(),
            PyTuple::new(py, fields.categories)?.into_any(),
            PyTuple::new(py, fields.tags)?.into_any(),
            fields.license.into_pyobject(py)?.into_any(),
            fields.image.into_pyobject(py)?.into_any(),
            fields.page_type.into_pyobject(py)?.into_any(),
            fields.url.into_pyobject(py)?.into_any(),
            fields.hostname.into_pyobject(py)?.into_any(),
            PyMappingProxy::new(py, sources.as_mapping()).into_any(),
            self.page.bind(py).clone().into_any(),
            fields.base.into_pyobject(py)?.into_any(),
        ];
        PyTuple::new(py, own)
    }
}
