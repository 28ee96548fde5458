//! `str` or `bytes` -> the UTF-8 source that offsets count in.

use std::borrow::Cow;

use pagetable::decode;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

pub struct Source<'py> {
    /// UTF-8; the caller's own object if that is UTF-8 already.
    pub bytes: Bound<'py, PyBytes>,
    pub encoding: &'static str,
    pub evidence: &'static str,
}

impl<'py> Source<'py> {
    pub fn read(py: Python<'py>, html: &Bound<'py, PyAny>, encoding: Option<&str>) -> PyResult<Self> {
        if let Ok(text) = html.cast::<PyString>() {
            let text = text.to_cow()?;
            let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
            let bytes = PyBytes::new(py, text.as_bytes());
            return Ok(Source { bytes, encoding: "UTF-8", evidence: "text" });
        }
        let page = html.cast::<PyBytes>()?;
        let raw = page.as_bytes();
        let decoded = py.detach(|| decode::decode(raw, encoding));
        let bytes = match decoded.text {
            Cow::Borrowed(text) if text.len() == raw.len() => page.clone(),
            text => PyBytes::new(py, text.as_bytes()),
        };
        Ok(Source { bytes, encoding: decoded.encoding, evidence: decoded.evidence.name() })
    }

    pub fn text(&self, _py: Python<'py>) -> PyResult<&str> {
        // SAFETY: `bytes` is either a copy of a `str` or bytes that `decode` has validated.
        Ok(unsafe { std::str::from_utf8_unchecked(self.bytes.as_bytes()) })
    }
}
