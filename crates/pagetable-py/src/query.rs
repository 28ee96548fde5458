//! `_core.Page`: what metadata, titles and word statistics are read from; see `_core.pyi`.

use std::sync::Arc;

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pagetable::page::PageView;
use pagetable::page::table::Block;
use pagetable::query::{self, Marks, SmallWords};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::guard::guarded;
use crate::page::{PyPage, Rows, element_at};

#[pymethods]
impl PyPage {
    fn head_facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let head = self.read(py, query::read_head)?;
        let facts = PyDict::new(py);
        facts.set_item("title", head.title)?;
        facts.set_item("headings", head.headings)?;
        facts.set_item("meta", head.meta)?;
        facts.set_item("canonical", head.canonical)?;
        facts.set_item("base", head.base)?;
        facts.set_item("language", head.language)?;
        facts.set_item("json_ld", head.json_ld)?;
        Ok(facts)
    }

    fn element_text(&self, py: Python<'_>, row: isize, between: char) -> PyResult<String> {
        self.look(py, |page| element_at(page, row).map(|_| query::element_text(page, row as usize, between)))?
    }

    fn element_texts(&self, py: Python<'_>, rows: Rows, between: char) -> PyResult<Vec<String>> {
        let text = |page: PageView<'_>, row: isize| {
            element_at(page, row).map(|_| query::element_text(page, row as usize, between))
        };
        self.look(py, |page| rows.0.into_iter().map(|row| text(page, row)).collect())?
    }

    fn block_lines(&self, py: Python<'_>, first: usize, stop: usize) -> PyResult<Vec<String>> {
        self.look(py, |page| {
            let blocks = page.block_range(first, stop).iter();
            blocks.map(|block| query::line(page.block_text(block))).collect()
        })
    }

    fn block_links(&self, py: Python<'_>, block: usize, depth: usize) -> PyResult<Vec<String>> {
        self.look(py, |page| {
            let rows = query::links_in_block(page, block, depth).into_iter();
            let texts = rows.map(|row| query::element_text(page, row as usize, ' '));
            texts.filter(|text| !text.is_empty()).collect()
        })
    }

    fn prose_texts(&self, py: Python<'_>, chars: (u32, u32), flags: u32) -> PyResult<Vec<String>> {
        self.look(py, |page| {
            let is_wanted = |block: &&Block| {
                (chars.0..=chars.1).contains(&block.chars)
                    && block.flags & flags == 0
                    && 2 * block.link_chars <= block.chars
            };
            let blocks = page.blocks.iter().filter(is_wanted);
            blocks.map(|block| String::from_utf8_lossy(page.block_text(block)).into_owned()).collect()
        })
    }

    fn related_links(&self, py: Python<'_>, most: usize) -> PyResult<Vec<(&'static str, String, String)>> {
        self.look(py, |page| {
            let text_of = |row: u32| query::element_text(page, row as usize, ' ');
            let found = query::related(page, most).into_iter();
            found.map(|link| (link.relation, link.address, text_of(link.row))).collect()
        })
    }

    fn rows_by_tag(&self, py: Python<'_>, tags: Vec<u8>) -> PyResult<Vec<Vec<u32>>> {
        self.look(py, |page| query::rows_by_tag(page.elements, &tags))
    }

    fn rows_naming(&self, py: Python<'_>, text: &[u8], most: usize) -> PyResult<Vec<u32>> {
        self.look(py, |page| query::rows_naming(page, text, most))
    }

    fn rows_naming_each(&self, py: Python<'_>, texts: Vec<Vec<u8>>, most: usize) -> PyResult<Vec<Vec<u32>>> {
        self.look(py, |page| query::rows_naming_each(page, &texts, most))
    }

    fn marked_rows(&self, py: Python<'_>, marks: &PyMarks) -> PyResult<Vec<Vec<u32>>> {
        self.look(py, |page| marks.0.rows(page))
    }

    fn prose(&self, py: Python<'_>, most: usize) -> PyResult<String> {
        self.look(py, |page| query::prose(page, most))
    }

    fn title_cosines<'py>(
        &self,
        py: Python<'py>,
        groups: PyReadonlyArray1<'py, i32>,
        title: &str,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let groups = groups.as_array().to_vec();
        self.check_mask(groups.len())?;
        let n_bytes = self.look(py, |page| page.source.len())?;
        if groups.iter().any(|&group| group > 0 && group as usize >= n_bytes) {
            // There is a number for each group, so a huge one would take as much memory.
            return Err(PyValueError::new_err(format!("groups are numbered from 0 to at most {n_bytes}")));
        }
        let cosines = self.read(py, |page| {
            let starts: Vec<u32> = page.blocks.iter().map(|block| block.text_start).collect();
            pagetable::title_cosines(page.text, &starts, &groups, title.as_bytes())
        })?;
        Ok(PyArray1::from_vec(py, cosines))
    }

    fn first_words<'py>(&self, py: Python<'py>, blocks: Rows, width: usize) -> PyResult<Bound<'py, PyArray2<u16>>> {
        let Rows(rows) = blocks;
        let numbers = self.look(py, |page| {
            let span = |&row: &isize| {
                let block = usize::try_from(row).ok().and_then(|row| page.blocks.get(row));
                block.map(|block| (block.text_start as usize, block.text_stop as usize))
            };
            let spans: Option<Vec<(usize, usize)>> = rows.iter().map(span).collect();
            spans.map(|spans| pagetable::FirstWords::of(page.text, spans.into_iter()).numbers(width))
        })?;
        let numbers = numbers.ok_or_else(|| PyIndexError::new_err("the page has no such block"))?;
        PyArray1::from_vec(py, numbers).reshape([rows.len(), width])
    }
}

/// Wanted words; see `_core.pyi`.
#[pyclass(frozen, name = "Marks", module = "maintext._core")]
pub struct PyMarks(pub Marks);

#[pymethods]
impl PyMarks {
    #[new]
    fn new(wanted: Vec<(u64, usize)>) -> Self {
        PyMarks(Marks::new(wanted))
    }
}

/// Small words of languages; see `_core.pyi`.
#[pyclass(frozen, name = "SmallWords", module = "maintext._core")]
pub struct PySmallWords(pub Arc<SmallWords>);

#[pymethods]
impl PySmallWords {
    #[new]
    fn new(words: Vec<Vec<String>>) -> PyResult<Self> {
        if words.len() > 255 {
            return Err(PyValueError::new_err(format!("{} languages, at most 255 have room", words.len())));
        }
        Ok(PySmallWords(Arc::new(SmallWords::new(&words))))
    }

    fn count(&self, py: Python<'_>, text: &str, most: usize) -> PyResult<Option<(usize, Vec<u32>)>> {
        guarded(py, || self.0.count(text, most).map(|found| (found.n_letters, found.by_language)))
    }
}

/// About how many tokens a text has; see `_core.pyi`.
#[pyfunction]
pub fn estimate_tokens(py: Python<'_>, text: &str) -> PyResult<Option<usize>> {
    guarded(py, || query::estimate_tokens(text))
}
