//! The seam to Python: bytes in, NumPy columns out. No logic of its own; see `_core.pyi`.

mod columns;
mod describe;
mod features;
mod judge;
mod render;
mod source;
mod trees;

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pagetable::parse::attributes::{self, Attributes};
use pagetable::{State, WordKind};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple};

use crate::columns::into_array;
use crate::source::Source;

/// Reads a page into its table, with the interpreter released.
#[pyfunction]
#[pyo3(signature = (html, encoding, max_depth))]
fn parse<'py>(
    py: Python<'py>,
    html: &Bound<'py, PyAny>,
    encoding: Option<&str>,
    max_depth: u16,
) -> PyResult<Bound<'py, PyDict>> {
    let source = Source::read(py, html, encoding)?;
    let text = source.text(py)?;
    let table = py.detach(|| pagetable::build(text, max_depth));
    let columns = PyDict::new(py);
    columns.set_item("element_rows", into_array(py, table.elements)?)?;
    columns.set_item("block_rows", into_array(py, table.blocks)?)?;
    columns.set_item("run_rows", into_array(py, table.runs)?)?;
    columns.set_item("line_rows", into_array(py, table.lines)?)?;
    columns.set_item("words", into_array(py, table.words)?)?;
    columns.set_item("text", PyBytes::new(py, &table.text))?;
    columns.set_item("is_quirks", table.is_quirks)?;
    columns.set_item("hoisted", table.hoisted)?;
    columns.set_item("encoding", source.encoding)?;
    columns.set_item("encoding_evidence", source.evidence)?;
    columns.set_item("source", source.bytes)?;
    Ok(columns)
}

/// All attributes of the tag at `start`.
#[pyfunction]
fn tag_attributes<'py>(py: Python<'py>, source: &[u8], start: usize) -> PyResult<Bound<'py, PyDict>> {
    let attributes = PyDict::new(py);
    for (name, value) in Attributes::of_tag(source, start).0 {
        attributes.set_item(name, value)?;
    }
    Ok(attributes)
}

/// One attribute of each of the tags at `starts`.
#[pyfunction]
fn attribute_values<'py>(
    py: Python<'py>,
    source: &[u8],
    starts: Vec<usize>,
    name: &str,
) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, starts.iter().map(|&start| attributes::value_of(source, start, name.as_bytes())))
}

fn state_of(name: &str) -> PyResult<State> {
    match name {
        "data" => Ok(State::Data),
        "rcdata" => Ok(State::RcData),
        "rawtext" => Ok(State::RawText),
        "script" => Ok(State::ScriptData),
        "plaintext" => Ok(State::PlainText),
        "cdata" => Ok(State::Cdata),
        _ => Err(PyValueError::new_err(format!("unknown tokenizer state {name:?}"))),
    }
}

/// Character data decoded by the rules of a tokenizer state.
#[pyfunction]
fn text_content(text: &[u8], state: &str) -> PyResult<String> {
    Ok(pagetable::text_content(text, state_of(state)?))
}

/// The tokens of a text, for conformance tests.
#[pyfunction]
fn tokens<'py>(py: Python<'py>, text: &str, state: &str, last_start: &str) -> PyResult<Bound<'py, PyList>> {
    use pagetable::DumpedToken::{Comment, Doctype, End, Start, Text};
    let list = PyList::empty(py);
    for token in pagetable::dump_tokens(text, state_of(state)?, last_start) {
        let token: Bound<'py, PyTuple> = match token {
            Start { name, attributes, is_self_closing } => {
                ("StartTag", name, attributes, is_self_closing).into_pyobject(py)?
            }
            End { name } => ("EndTag", name).into_pyobject(py)?,
            Text(text) => ("Character", text).into_pyobject(py)?,
            Comment(text) => ("Comment", text).into_pyobject(py)?,
            Doctype { name, public_id, system_id, is_correct } => {
                ("DOCTYPE", name, public_id, system_id, is_correct).into_pyobject(py)?
            }
        };
        list.append(token)?;
    }
    Ok(list)
}

/// How alike groups of blocks are to a title.
#[pyfunction]
fn title_cosines<'py>(
    py: Python<'py>,
    text: &[u8],
    starts: PyReadonlyArray1<'py, i32>,
    groups: PyReadonlyArray1<'py, i32>,
    title: &str,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let (starts, groups) = (starts.as_array().to_vec(), groups.as_array().to_vec());
    let cosines = py.detach(|| pagetable::title_cosines(text, &starts, &groups, title.as_bytes()));
    Ok(PyArray1::from_vec(py, cosines))
}

/// Numbers of the words that each block begins with.
#[pyfunction]
fn first_words<'py>(
    py: Python<'py>,
    text: &[u8],
    starts: PyReadonlyArray1<'py, i32>,
    stops: PyReadonlyArray1<'py, i32>,
    width: usize,
) -> PyResult<Bound<'py, PyArray2<u16>>> {
    let (starts, stops) = (starts.as_array(), stops.as_array());
    if starts.len() != stops.len() {
        return Err(PyValueError::new_err("starts and stops have one entry a block"));
    }
    let spans = starts.iter().zip(stops).map(|(&start, &stop)| (start as usize, stop as usize));
    let numbers = pagetable::FirstWords::of(text, spans).numbers(width);
    PyArray1::from_vec(py, numbers).reshape([starts.len(), width])
}

/// The hash that the word column has for a lower-case word.
#[pyfunction]
fn word_hash(word: &str, kind: &str) -> PyResult<u64> {
    let kind = match kind {
        "class" => WordKind::Class,
        "id" => WordKind::Id,
        "role" => WordKind::Role,
        "itemprop" => WordKind::Itemprop,
        _ => return Err(PyValueError::new_err(format!("unknown kind of word {kind:?}"))),
    };
    Ok(pagetable::word_hash(word.as_bytes(), kind))
}

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(parse, module)?)?;
    module.add_function(wrap_pyfunction!(columns::joined_text, module)?)?;
    module.add_function(wrap_pyfunction!(tag_attributes, module)?)?;
    module.add_function(wrap_pyfunction!(attribute_values, module)?)?;
    module.add_function(wrap_pyfunction!(text_content, module)?)?;
    module.add_function(wrap_pyfunction!(tokens, module)?)?;
    module.add_function(wrap_pyfunction!(title_cosines, module)?)?;
    module.add_function(wrap_pyfunction!(word_hash, module)?)?;
    module.add_function(wrap_pyfunction!(first_words, module)?)?;
    module.add_class::<features::PyTables>()?;
    module.add_class::<features::PyFeatures>()?;
    render::add_to(module)?;
    describe::add_to(module)?;
    module.add_class::<trees::PyTrees>()?;
    module.add_class::<judge::PyJudge>()?;
    module.add("N_SCOUTS", pagetable::model::predictor::N_SCOUTS)?;
    module.add("LEAST_MARGIN", f64::from(pagetable::model::predictor::LEAST_MARGIN))?;
    module.add("LEAST_PROBABILITY", f64::from(pagetable::model::predictor::LEAST_PROBABILITY))?;
    module.add("LEAST_ARTICLE", pagetable::model::predictor::LEAST_ARTICLE)?;
    module.add("END_POWER", pagetable::model::predictor::END_POWER)?;
    module.add_function(wrap_pyfunction!(judge::py_decide, module)?)?;
    module.add("TAG_NAMES", PyTuple::new(module.py(), pagetable::parse::tags::NAMES)?)?;
    Ok(())
}
