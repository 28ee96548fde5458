//! The seam to Python: `_core.Page` owns a page, `_core.Model` predicts. No logic of its own; see `_core.pyi`.

// Unsafe code is what NumPy over Rust memory and vector instructions need; each block gives its reason.
#![deny(unsafe_op_in_unsafe_fn, clippy::undocumented_unsafe_blocks)]

mod columns;
mod dates;
mod features;
mod guard;
mod metadata;
mod model;
mod page;
mod posts;
mod query;
mod reading;
mod render;
mod shapes;
mod trees;
mod values;

use pagetable::{State, WordKind};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::guard::guarded;

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
fn text_content(py: Python<'_>, text: &[u8], state: &str) -> PyResult<String> {
    let state = state_of(state)?;
    guarded(py, || pagetable::text_content(text, state))
}

/// The tokens of a text, for conformance tests.
#[pyfunction]
fn tokens<'py>(py: Python<'py>, text: &str, state: &str, last_start: &str) -> PyResult<Bound<'py, PyList>> {
    use pagetable::DumpedToken::{Comment, Doctype, End, Start, Text};
    let list = PyList::empty(py);
    let state = state_of(state)?;
    for token in guarded(py, || pagetable::dump_tokens(text, state, last_start))? {
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

// Safe without the GIL: every class is frozen, and what is computed later is behind a `PyOnceLock`.
#[pymodule(gil_used = false)]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(text_content, module)?)?;
    module.add_function(wrap_pyfunction!(tokens, module)?)?;
    module.add_function(wrap_pyfunction!(word_hash, module)?)?;
    module.add_function(wrap_pyfunction!(query::estimate_tokens, module)?)?;
    module.add_function(wrap_pyfunction!(shapes::amounts_in, module)?)?;
    module.add_function(wrap_pyfunction!(shapes::bare_amount, module)?)?;
    module.add_function(wrap_pyfunction!(shapes::currency_code, module)?)?;
    module.add_class::<page::PyPage>()?;
    module.add_class::<dates::PyMonths>()?;
    module.add_class::<query::PyMarks>()?;
    module.add_class::<shapes::PyShopWords>()?;
    module.add_class::<query::PySmallWords>()?;
    module.add_class::<metadata::PyMetaNames>()?;
    module.add_class::<metadata::PySurroundings>()?;
    module.add_class::<reading::PyMetadataRules>()?;
    module.add_class::<reading::PyReading>()?;
    module.add_class::<model::PyModel>()?;
    module.add_class::<features::PyWordTables>()?;
    module.add_class::<features::PyFeatures>()?;
    module.add_class::<trees::PyTrees>()?;
    module.add_class::<values::PyValues>()?;
    render::add_to(module)?;
    let flags = PyDict::new(module.py());
    for (name, bits) in pagetable::page::table::flag::NAMES {
        flags.set_item(name, bits)?;
    }
    module.add("FLAGS", flags)?;
    module.add("TAG_NAMES", PyTuple::new(module.py(), pagetable::parse::tags::NAMES)?)?;
    Ok(())
}
