//! `_core.Page`: what items and products are read from, one call for all of a page; see `_core.pyi`.

use pagetable::page::PageView;
use pagetable::query::{self, Item, ItemReader, Labels, Money, Phrases, Price, ShopWords, ShownCode};
use pagetable::render::{Resolver, image};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::dates::PyMonths;
use crate::page::PyPage;
use crate::query::PyMarks;
use crate::values::Mask;

type Amount = (String, &'static str, usize);
type Code = (String, &'static str);
type OfferParts = (usize, (Vec<Amount>, Vec<Amount>), Option<&'static str>, Option<Code>, Option<String>, Vec<String>);

/// Words of shops; see `_core.pyi`.
#[pyclass(frozen, name = "ShopWords", module = "maintext._core")]
pub struct PyShopWords(ShopWords);

#[pymethods]
impl PyShopWords {
    #[new]
    fn new(
        labels: [Vec<String>; 3],
        before_earlier: Vec<String>,
        not_the_price: Vec<String>,
        unavailable: Vec<String>,
    ) -> Self {
        let [sku, brand, gtin] = labels.map(Labels::new);
        let (not_the_price, unavailable) = (Phrases::new(&not_the_price), Phrases::new(&unavailable));
        PyShopWords(ShopWords { sku, brand, gtin, before_earlier, not_the_price, unavailable })
    }
}

#[pymethods]
impl PyPage {
    fn read_lists(&self, py: Python<'_>, keep: Mask<'_>) -> PyResult<Vec<Vec<query::Span>>> {
        let keep = &*keep.bools();
        self.check_mask(keep.len())?;
        self.look(py, |page| query::read_lists(page, keep))
    }

    fn read_items<'py>(
        &self,
        py: Python<'py>,
        lists: Vec<Vec<query::Span>>,
        keep: Mask<'py>,
        words: (PyRef<'py, PyShopWords>, PyRef<'py, PyMarks>),
        dates: (PyRef<'py, PyMonths>, Option<String>),
        base: &str,
    ) -> PyResult<Vec<Vec<Bound<'py, PyTuple>>>> {
        let keep = &*keep.bools();
        self.check_mask(keep.len())?;
        let (months, language) = (&dates.0.0, dates.1.unwrap_or_default());
        let reader = ItemReader { months, language: &language, words: &words.0.0, struck: &words.1.0 };
        let found = self.look(py, |page| {
            let mut addresses = Resolver::new(base, page.source.len());
            let mut with_image = |item: Item| (first_image(page, &item, &mut addresses), item);
            let lists = query::read_items(page, &lists, keep, reader).into_iter();
            lists.map(|items| items.into_iter().map(&mut with_image).collect()).collect::<Vec<Vec<_>>>()
        })?;
        let parts = |(image, item): (Option<String>, Item)| {
            let (amount, currency) = item.price.map(|money| (money.amount, money.currency)).unzip();
            let blocks = PyTuple::new(py, &item.blocks)?;
            (item.name, item.addresses, item.text, amount, currency, item.date, image, blocks).into_pyobject(py)
        };
        found.into_iter().map(|items| items.into_iter().map(parts).collect()).collect()
    }

    fn read_offer(
        &self,
        py: Python<'_>,
        words: &PyShopWords,
        struck: &PyMarks,
        address: &Bound<'_, PyString>,
    ) -> PyResult<OfferParts> {
        let address = address.to_string_lossy();
        let offer = self.look(py, |page| query::read_offer(page, &words.0, &struck.0, &address))?;
        let code = offer.code.map(|code| match code {
            ShownCode::Labelled(code) => (code, "labelled text"),
            ShownCode::InAddress(code) => (code, "text in the address"),
        });
        let prices = (prices(offer.prices), prices(offer.list_prices));
        Ok((offer.heading, prices, offer.currency, code, offer.gtin, offer.ratings))
    }

    fn is_unavailable(&self, py: Python<'_>, words: &PyShopWords, heading: usize) -> PyResult<bool> {
        self.look(py, |page| query::is_unavailable(page, &words.0, heading))
    }

    fn shown_brand(&self, py: Python<'_>, words: &PyShopWords, heading: usize) -> PyResult<Option<String>> {
        self.look(py, |page| query::shown_brand(page, &words.0, heading))
    }

    fn read_pairs(&self, py: Python<'_>) -> PyResult<Vec<(String, String)>> {
        self.look(py, query::read_pairs)
    }
}

fn amounts(found: Vec<Money>) -> Vec<Amount> {
    found.into_iter().map(|money| (money.amount, money.currency, money.place)).collect()
}

fn prices(found: Vec<Price>) -> Vec<Amount> {
    found.into_iter().map(|price| (price.amount, price.currency, price.block)).collect()
}

#[pyfunction]
pub fn amounts_in(text: &str) -> Vec<Amount> {
    amounts(query::amounts_in(text))
}

#[pyfunction]
pub fn bare_amount(text: &str) -> Option<String> {
    query::bare_amount(text)
}

#[pyfunction]
pub fn currency_code(sign: &str) -> String {
    query::currency_code(sign)
}

/// The address of the first image that is not decorative.
fn first_image(page: PageView<'_>, item: &Item, addresses: &mut Resolver) -> Option<String> {
    let mut images = item.images.iter().map(|row| image::read(page, *row, addresses));
    images.find(|image| !image.address.is_empty() && !image.is_decorative).map(|image| image.address)
}
