//! `_core.Page`: the posts of a thread, all in one call; see `_core.pyi`.

use pagetable::query::{DateReader, Post, read_thread};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::dates::PyMonths;
use crate::page::PyPage;
use crate::values::Mask;

#[pymethods]
impl PyPage {
    fn read_thread<'py>(
        &self,
        py: Python<'py>,
        keep: Mask<'py>,
        has_lead: bool,
        months: &PyMonths,
        language: Option<&str>,
    ) -> PyResult<(Vec<Bound<'py, PyTuple>>, f64)> {
        let keep = &*keep.bools();
        self.check_mask(keep.len())?;
        let reader = DateReader { months: &months.0, language: language.unwrap_or_default() };
        let thread = self.read(py, |page| read_thread(page, keep, has_lead, reader))?;
        let posts = thread.posts.into_iter().map(|post| fields_of(py, post)).collect::<PyResult<_>>()?;
        Ok((posts, thread.share))
    }
}

/// The fields of a post in the order of those of `shapes.posts.Post`.
fn fields_of(py: Python<'_>, post: Post) -> PyResult<Bound<'_, PyTuple>> {
    let day = post.day.map(|day| day.to_string());
    let blocks = PyTuple::new(py, &post.blocks)?;
    let Post { text, author, author_link, date_shown, link, votes, kind, reply_to, .. } = post;
    (text, author, author_link, day, date_shown, link, votes, kind, reply_to, blocks).into_pyobject(py)
}
