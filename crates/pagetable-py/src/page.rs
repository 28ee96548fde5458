//! `_core.Page`: one page that has been read. It owns the source and the rows; see `_core.pyi`.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use numpy::{PyArray1, PyArrayMethods};
use pagetable::Table;
use pagetable::decode;
use pagetable::page::PageView;
use pagetable::page::table::{Block, Element, Line};
use pagetable::parse::attributes::Attributes;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};

use crate::columns::{array_over, rows_array};
use crate::guard::{guarded, guarded_detached, named_error};
use crate::values::{Mask, Numbers, PyValues};

/// Columns count bytes in 32 bits with a sign.
const MAX_BYTES: usize = i32::MAX as usize;

// The default in the constructor's signature, which Python shows, must be written out there.
const _: () = assert!(pagetable::DEFAULT_MAX_DEPTH == 512);

/// What a page is made of. Shared by the page object and its arrays, and never changed.
pub struct PageData {
    source: Py<PyBytes>,
    pub table: Table,
    encoding: Cow<'static, str>,
    evidence: Cow<'static, str>,
    max_depth: u16,
    /// The lines of the source, which are counted when they are first read: few extractors need them.
    lines: OnceLock<Vec<Line>>,
}

/// One page.
#[pyclass(name = "Page", module = "maintext._core", frozen, subclass)]
pub struct PyPage {
    data: Arc<PageData>,
    text: PyOnceLock<Py<PyBytes>>,
    elements: PyOnceLock<Py<PyAny>>,
    blocks: PyOnceLock<Py<PyAny>>,
    runs: PyOnceLock<Py<PyAny>>,
    lines: PyOnceLock<Py<PyAny>>,
    words: PyOnceLock<Py<PyAny>>,
}

impl PyPage {
    /// Runs `work` on the page, guarded and with the interpreter released. This and `look` are the only ways to the rows.
    pub fn read<T: Send>(&self, py: Python<'_>, work: impl FnOnce(PageView<'_>) -> T + Send) -> PyResult<T> {
        let view = self.view(py);
        guarded_detached(py, || work(view))
    }

    /// The same with the interpreter held, for work that takes less time than releasing it.
    pub fn look<T>(&self, py: Python<'_>, work: impl FnOnce(PageView<'_>) -> T) -> PyResult<T> {
        let view = self.view(py);
        guarded(py, || work(view))
    }

    fn view<'a>(&'a self, py: Python<'_>) -> PageView<'a> {
        PageView::new(self.data.source.as_bytes(py), &self.data.table)
    }

    /// Refuses a mask of another page.
    pub fn check_mask(&self, length: usize) -> PyResult<()> {
        match self.data.table.blocks.len() {
            n_blocks if n_blocks == length => Ok(()),
            n_blocks => Err(PyValueError::new_err(format!("a mask of {length} for a page of {n_blocks} blocks"))),
        }
    }
}

/// The element of a row.
pub fn element_at(page: PageView<'_>, row: isize) -> PyResult<&Element> {
    let found = usize::try_from(row).ok().and_then(|row| page.elements.get(row));
    found.ok_or_else(|| PyIndexError::new_err(format!("no element {row} on a page of {}", page.elements.len())))
}

/// Row numbers: a list, or an array, which is read without making an object of each number.
pub struct Rows(pub Vec<isize>);

impl Rows {
    /// The rows as indices. A negative row becomes one that no page has.
    pub fn known(&self) -> Vec<usize> {
        self.0.iter().map(|&row| usize::try_from(row).unwrap_or(usize::MAX)).collect()
    }
}

impl<'py> FromPyObject<'_, 'py> for Rows {
    type Error = PyErr;

    fn extract(rows: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        // First of all: whether an object is an array can't be decided without NumPy, whose import takes long.
        if rows.is_instance_of::<PyList>() || rows.is_instance_of::<PyTuple>() {
            return Ok(Rows(rows.extract()?));
        }
        match rows.cast::<PyArray1<i64>>() {
            Ok(array) => Ok(Rows(array.readonly().as_array().iter().map(|&row| row as isize).collect())),
            Err(_) => Ok(Rows(rows.extract()?)),
        }
    }
}

#[pymethods]
impl PyPage {
    #[new]
    #[pyo3(signature = (html, encoding = None, max_depth = 512, decoded_as = None))]
    fn new(
        html: &Bound<'_, PyAny>,
        encoding: Option<&str>,
        max_depth: u16,
        decoded_as: Option<(String, String)>,
    ) -> PyResult<Self> {
        let py = html.py();
        if let Some((encoding, evidence)) = decoded_as {
            let source = html.cast::<PyBytes>()?;
            let text =
                std::str::from_utf8(source.as_bytes()).map_err(|error| PyValueError::new_err(error.to_string()))?;
            let table = build(py, text, max_depth)?;
            return Ok(PyPage::from_parts(source.clone(), table, (encoding.into(), evidence.into()), max_depth));
        }
        if let Ok(text) = html.cast::<PyString>() {
            let text = text.to_cow()?;
            let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
            let table = build(py, text, max_depth)?;
            let source = PyBytes::new(py, text.as_bytes());
            return Ok(PyPage::from_parts(source, table, ("UTF-8".into(), "text".into()), max_depth));
        }
        let given = html.cast::<PyBytes>().map_err(|_| PyTypeError::new_err("a page is str or bytes"))?;
        let raw = given.as_bytes();
        let decoded = guarded_detached(py, || decode::decode(raw, encoding))?;
        let table = build(py, &decoded.text, max_depth)?;
        let source = match &decoded.text {
            // The caller's own object: nothing is copied.
            Cow::Borrowed(text) if text.len() == raw.len() => given.clone(),
            text => PyBytes::new(py, text.as_bytes()),
        };
        let decided = (decoded.encoding.into(), decoded.evidence.name().into());
        Ok(PyPage::from_parts(source, table, decided, max_depth))
    }

    #[getter]
    fn source(&self, py: Python<'_>) -> Py<PyBytes> {
        self.data.source.clone_ref(py)
    }

    #[getter]
    fn text(&self, py: Python<'_>) -> Py<PyBytes> {
        self.text.get_or_init(py, || PyBytes::new(py, &self.data.table.text).unbind()).clone_ref(py)
    }

    #[getter]
    fn encoding(&self) -> &str {
        &self.data.encoding
    }

    #[getter]
    fn encoding_evidence(&self) -> &str {
        &self.data.evidence
    }

    #[getter]
    fn max_depth(&self) -> u16 {
        self.data.max_depth
    }

    #[getter]
    fn is_quirks(&self) -> bool {
        self.data.table.is_quirks
    }

    #[getter]
    fn hoisted(&self) -> u32 {
        self.data.table.hoisted
    }

    #[getter]
    fn n_blocks(&self) -> usize {
        self.data.table.blocks.len()
    }

    #[getter]
    fn element_rows(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        cached(py, &self.elements, || rows_array(py, &self.data, |page| &page.table.elements))
    }

    #[getter]
    fn block_rows(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        cached(py, &self.blocks, || rows_array(py, &self.data, |page| &page.table.blocks))
    }

    #[getter]
    fn run_rows(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        cached(py, &self.runs, || rows_array(py, &self.data, |page| &page.table.runs))
    }

    #[getter]
    fn line_rows(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        cached(py, &self.lines, || {
            let source = self.data.source.as_bytes(py);
            let lines = guarded_detached(py, || {
                // The source of a page is UTF-8.
                let text = decode::text_of_utf8(source);
                pagetable::build(&text, self.data.max_depth).lines
            })?;
            // Of two threads that have counted them, the first one's lines stay.
            rows_array(py, &self.data, |page| page.lines.get_or_init(|| lines.clone()))
        })
    }

    #[getter]
    fn words(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        cached(py, &self.words, || array_over(py, &self.data, |page| &page.table.words))
    }

    #[pyo3(signature = (mask = None))]
    fn texts<'py>(&self, py: Python<'py>, mask: Option<Mask<'py>>) -> PyResult<Bound<'py, PyList>> {
        let text_of = |page: PageView<'_>, row: usize| {
            PyString::new(py, &String::from_utf8_lossy(page.block_text(&page.blocks[row])))
        };
        let Some(mask) = mask else {
            return self.look(py, |page| PyList::new(py, (0..page.blocks.len()).map(|row| text_of(page, row))))?;
        };
        let mask = mask.bools();
        self.check_mask(mask.len())?;
        let rows: Vec<usize> = mask.iter().enumerate().filter_map(|(row, keep)| keep.then_some(row)).collect();
        self.look(py, |page| PyList::new(py, rows.into_iter().map(|row| text_of(page, row))))?
    }

    fn block_text<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Bound<'py, PyString>> {
        let text = self.look(py, |page| {
            let text = page.blocks.get(row).map(|block| page.block_text(block));
            text.map(|text| PyString::new(py, &String::from_utf8_lossy(text)))
        })?;
        text.ok_or_else(|| PyIndexError::new_err(format!("the page has no block {row}")))
    }

    fn text_of<'py>(&self, py: Python<'py>, keep: Mask<'py>) -> PyResult<Bound<'py, PyString>> {
        let keep = keep.bools();
        self.check_mask(keep.len())?;
        let text = self.look(py, |page| page.joined_text(keep.iter().copied()))?;
        Ok(PyString::new(py, &decode::text_of_utf8(&text)))
    }

    #[pyo3(signature = (keep, flags = None))]
    fn n_words(&self, py: Python<'_>, keep: Mask<'_>, flags: Option<u32>) -> PyResult<u64> {
        let keep = keep.bools();
        self.check_mask(keep.len())?;
        let is_counted = |block: &Block| flags.is_none_or(|flags| block.flags & flags != 0);
        let kept = |page: PageView<'_>| {
            let counted = page.blocks.iter().zip(&*keep).filter(|(block, keep)| **keep && is_counted(block));
            counted.map(|(block, _)| u64::from(block.words)).sum()
        };
        self.look(py, kept)
    }

    fn blocks_without(&self, py: Python<'_>, flags: u32) -> PyResult<PyValues> {
        self.look(py, |page| Numbers::Bools(page.blocks.iter().map(|block| block.flags & flags == 0).collect()).into())
    }

    fn prose_blocks(&self, py: Python<'_>, mask: Mask<'_>, other: Mask<'_>, flags: u32) -> PyResult<PyValues> {
        let (mask, other) = (mask.bools(), other.bools());
        self.check_mask(mask.len())?;
        self.check_mask(other.len())?;
        self.look(py, |page| {
            let is_prose = |block: &Block| block.flags & flags == 0 && 2 * block.link_chars <= block.chars;
            let bits = mask.iter().zip(&*other).map(|(own, other)| *own && !*other);
            Numbers::Bools(page.blocks.iter().zip(bits).map(|(block, bit)| bit && is_prose(block)).collect()).into()
        })
    }

    fn has_tag(&self, tag: u8) -> bool {
        self.data.table.has_tag(tag)
    }

    fn source_has(&self, py: Python<'_>, part: &[u8]) -> PyResult<bool> {
        self.look(py, |page| page.source_has(part))
    }

    fn element(&self, py: Python<'_>, row: isize) -> PyResult<(u8, i32, u32, u8)> {
        self.look(py, |page| {
            let element = element_at(page, row)?;
            // Without a parent, -1, as in the column.
            Ok((element.tag, element.parent as i32, element.end, element.flags))
        })?
    }

    fn attributes<'py>(&self, py: Python<'py>, row: isize) -> PyResult<Bound<'py, PyDict>> {
        let found = self.look(py, |page| {
            let element = element_at(page, row)?;
            let start = if element.has_tag() { element.start as usize } else { page.source.len() };
            Ok::<_, PyErr>(Attributes::of_tag(page.source, start).0)
        })??;
        let attributes = PyDict::new(py);
        for (name, value) in found {
            attributes.set_item(name, value)?;
        }
        Ok(attributes)
    }

    fn attribute(&self, py: Python<'_>, rows: Rows, name: &str) -> PyResult<Vec<Option<String>>> {
        let value = |page: PageView<'_>, row: isize| Ok(page.attribute(element_at(page, row)?, name.as_bytes()));
        self.look(py, |page| rows.0.into_iter().map(|row| value(page, row)).collect())?
    }

    fn content(&self, py: Python<'_>, row: isize) -> PyResult<String> {
        self.look(py, |page| Ok(String::from_utf8_lossy(page.content(element_at(page, row)?)).into_owned()))?
    }

    /// Panics where the core would, so that tests can see what becomes of it.
    fn _panic(&self, py: Python<'_>, message: String) -> PyResult<()> {
        self.read(py, |_| panic!("{message}"))
    }
}

impl PyPage {
    fn from_parts(
        source: Bound<'_, PyBytes>,
        mut table: Table,
        (encoding, evidence): (Cow<'static, str>, Cow<'static, str>),
        max_depth: u16,
    ) -> Self {
        // Room for the text is reserved by the size of the source, and pages may be kept for long.
        table.text.shrink_to_fit();
        PyPage {
            data: Arc::new(PageData {
                source: source.unbind(),
                table,
                encoding,
                evidence,
                max_depth,
                lines: OnceLock::new(),
            }),
            text: PyOnceLock::new(),
            elements: PyOnceLock::new(),
            blocks: PyOnceLock::new(),
            runs: PyOnceLock::new(),
            lines: PyOnceLock::new(),
            words: PyOnceLock::new(),
        }
    }
}

fn build(py: Python<'_>, text: &str, max_depth: u16) -> PyResult<Table> {
    if text.len() > MAX_BYTES {
        return Err(named_error(py, "PageTooLargeError", (text.len(), MAX_BYTES)));
    }
    guarded_detached(py, || pagetable::build_without_lines(text, max_depth))
}

fn cached<'py>(
    py: Python<'py>,
    cell: &PyOnceLock<Py<PyAny>>,
    make: impl FnOnce() -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Py<PyAny>> {
    Ok(cell.get_or_try_init(py, || make().map(Bound::unbind))?.clone_ref(py))
}
