//! `_core.Page`: the kept text as Markdown, as text, or as steps for other writers; see `_core.pyi`.

use std::collections::HashMap;

use pagetable::decode;
use pagetable::page::PageView;
use pagetable::render::{
    Facts, Kept, Options, Outline, Piece, Resolver, image, outline, render_parts, render_selections, roles,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::page::{PyPage, Rows, element_at};
use crate::values::Mask;

/// What is written and what is left out, by name; see `_core.pyi`.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct RenderOptions {
    url: String,
    headline: String,
    title: bool,
    links: bool,
    references: bool,
    images: bool,
    tables: bool,
    formatting: bool,
}

impl RenderOptions {
    fn outline(&self, kept: Kept<'_>) -> Outline {
        outline(kept, &self.plain())
    }

    fn plain(&self) -> Options<'_> {
        let RenderOptions { url, headline, .. } = self;
        let RenderOptions { title, links, references, images, tables, formatting, .. } = *self;
        Options { url, headline, title, links, references, images, tables, formatting }
    }
}

/// A text, and how many addresses and spans were left out of it.
type Rendered = (String, usize, usize);

/// See `_core.pyi`.
type PlainPiece = (usize, usize, usize, u8, (u32, u32), Option<String>);

#[pymethods]
impl PyPage {
    fn markdown(&self, py: Python<'_>, keep: Mask<'_>, options: RenderOptions) -> PyResult<Rendered> {
        self.rendered(py, keep, options, Outline::to_markdown)
    }

    fn markdown_pieces(
        &self,
        py: Python<'_>,
        keep: Mask<'_>,
        options: RenderOptions,
    ) -> PyResult<(String, Vec<PlainPiece>)> {
        let keep = &*keep.bools();
        self.check_mask(keep.len())?;
        let (text, pieces, mut headings) = self.read(py, |page| {
            let kept = kept_of(page, keep);
            let outline = options.outline(kept);
            let (text, pieces) = outline.to_markdown_pieces(kept);
            (text, pieces, outline.heading_texts(kept))
        })?;
        let plain = |piece: Piece| {
            let Piece { start, own_start, indent, kind, source } = piece;
            let heading = if (1..=6).contains(&kind) { headings.remove(&source.start) } else { None };
            (start, own_start, indent, kind, (source.start, source.stop), heading)
        };
        Ok((text, pieces.into_iter().map(plain).collect()))
    }

    fn laid_out_text(&self, py: Python<'_>, keep: Mask<'_>, options: RenderOptions) -> PyResult<Rendered> {
        self.rendered(py, keep, options, Outline::to_text)
    }

    fn rendered_parts(
        &self,
        py: Python<'_>,
        keep: Mask<'_>,
        starts: Vec<usize>,
        options: RenderOptions,
        is_markdown: bool,
    ) -> PyResult<Vec<Rendered>> {
        let keep = &*keep.bools();
        self.check_mask(keep.len())?;
        let write = if is_markdown { Outline::to_markdown } else { Outline::to_text };
        let parts = self.read(py, |page| render_parts(kept_of(page, keep), &starts, &options.plain(), write))?;
        Ok(parts.into_iter().map(|part| (part.text, part.n_long_addresses, part.n_ignored_spans)).collect())
    }

    fn rendered_selections(
        &self,
        py: Python<'_>,
        selections: Vec<Vec<u32>>,
        options: RenderOptions,
    ) -> PyResult<Vec<String>> {
        let found = self.read(py, |page| {
            render_selections(page, text_of(page), &selections, &options.plain(), Outline::to_markdown)
        })?;
        Ok(found.into_iter().map(|part| part.text).collect())
    }

    fn images(&self, py: Python<'_>, rows: Rows, base: &str) -> PyResult<Vec<(String, String, bool)>> {
        self.look(py, |page| {
            let mut addresses = Resolver::new(base, page.source.len());
            let images = rows.0.into_iter().map(|row| {
                element_at(page, row)?;
                let image = image::read(page, row as u32, &mut addresses);
                Ok((image.address, image.alt, image.is_decorative))
            });
            images.collect()
        })?
    }

    fn outline<'py>(&self, py: Python<'py>, keep: Mask<'py>, options: RenderOptions) -> PyResult<Bound<'py, PyDict>> {
        let keep = &*keep.bools();
        self.check_mask(keep.len())?;
        let (Outline { headline, steps, facts, .. }, texts) = self.read(py, |page| {
            let kept = kept_of(page, keep);
            let outline = options.outline(kept);
            let texts = outline.texts(kept);
            (outline, texts)
        })?;
        let found = facts_of(py, facts)?;
        found.set_item("headline", headline)?;
        found.set_item("codes", PyBytes::new(py, &steps.iter().map(|step| step.code).collect::<Vec<u8>>()))?;
        found.set_item("rows", PyList::new(py, steps.iter().map(|step| step.row as i32))?)?;
        found.set_item("texts", PyList::new(py, texts)?)?;
        Ok(found)
    }
}

impl PyPage {
    fn rendered(
        &self,
        py: Python<'_>,
        keep: Mask<'_>,
        options: RenderOptions,
        write: fn(&Outline, Kept<'_>) -> String,
    ) -> PyResult<Rendered> {
        let keep = &*keep.bools();
        self.check_mask(keep.len())?;
        self.read(py, |page| {
            let kept = kept_of(page, keep);
            let outline = options.outline(kept);
            (write(&outline, kept), outline.facts.n_long_addresses, outline.facts.n_ignored_spans)
        })
    }
}

fn kept_of<'a>(page: PageView<'a>, keep: &'a [bool]) -> Kept<'a> {
    Kept { page, text: text_of(page), keep }
}

fn text_of(page: PageView<'_>) -> &str {
    decode::checked_utf8(page.text).expect("the text of a page is UTF-8")
}

fn facts_of(py: Python<'_>, facts: Facts) -> PyResult<Bound<'_, PyDict>> {
    let found = PyDict::new(py);
    found.set_item("links", facts.links)?;
    found.set_item("images", by_row(facts.images, |image| (image.address, image.alt, image.title)))?;
    found.set_item("symbols", facts.symbols)?;
    found.set_item("formulas", by_row(facts.formulas, |formula| (formula.tex, formula.is_display)))?;
    found.set_item("languages", facts.languages)?;
    found.set_item("numberings", by_row(facts.numberings, |own| (own.first, own.step)))?;
    found.set_item("own_numbers", facts.own_numbers)?;
    found.set_item("spans", by_row(facts.spans, |span| (span.columns, span.rows)))?;
    found.set_item("after_space", facts.after_space)?;
    found.set_item("n_long_addresses", facts.n_long_addresses)?;
    Ok(found)
}

fn by_row<T, U>(facts: HashMap<u32, T>, plain: impl Fn(T) -> U) -> HashMap<u32, U> {
    facts.into_iter().map(|(row, fact)| (row, plain(fact))).collect()
}

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let numbers = PyDict::new(module.py());
    for (name, number) in roles::NAMES {
        numbers.set_item(name, number)?;
    }
    module.add("ROLES", numbers)
}
