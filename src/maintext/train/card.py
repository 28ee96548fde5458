"""What a model was made from -> its card: data and licences, features, parameters, scores, the command."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import maintext
from maintext.atomic_output import uninterrupted, write_whole
from maintext.corpus import LabelledPage, fingerprint
from maintext.errors import ModelError
from maintext.trained.files import Arrays, write_arrays

LICENCES: dict[str, str] = {
    "wcxb_train": "CC BY 4.0: WCXB, the Web Content Extraction Benchmark, by Murrough Foley",
    "newspaper_train": "Apache 2.0: article-extraction-dataset, by AndyTheFactory",
    "readability_train": "Apache 2.0: test pages of Readability, by Mozilla",
    "chinese_train": "MIT: Chinese Web Content Extraction Dataset",
    "fundus_train": "MIT: parser tests of fundus, by flairNLP",
    "forms_train": "MIT: Formasaurus, by TeamHG-Memex",
    "forums_train": "Apache 2.0: harvest, by FHGR",
    "magic_articles_train": "Apache 2.0: benchmark of magic-html, by opendatalab",
    "magic_forums_train": "Apache 2.0: benchmark of magic-html, by opendatalab",
    "products_train": "MIT: product-extraction-benchmark, by Scrapinghub",
    "recipes_train": "MIT: tests of recipe-scrapers, by hhursev",
    "shops_train": "MIT: computerscreen-spec-extraction, inventory-hunter, metascraper-shopping, autopager",
}
"""Of the data sets that a model which ships is made from."""


@dataclass(frozen=True)
class Card:
    """What there is to know about a model."""

    kind: str
    description: str
    command: str
    features: tuple[str, ...]
    parameters: Mapping[str, float]
    scores: Mapping[str, float]
    """On sites that the measured model had not seen."""


def write_model(path: Path, card: Card, arrays: Arrays, pages: Iterable[LabelledPage]) -> Path:
    """Writes the arrays to `path`, which ends in .npz, and the card beside them; gives the card's path."""
    card_fields: dict[str, Any] = {**vars(card), "data": _data(pages), "maintext": maintext.__version__}
    for name in ("parameters", "scores"):
        card_fields[name] = {key: round(value, 4) for key, value in card_fields[name].items()}
    beside = path.with_suffix(".json")
    # A model beside the card of another one would mislead.
    try:
        with uninterrupted():
            write_arrays(path, card.kind, arrays)
            write_whole(beside, json.dumps(card_fields, indent=2, sort_keys=True) + "\n")
    except OSError as error:
        raise ModelError(f"can't write the model {path} and its card: {error}") from error
    return beside


def _data(pages: Iterable[LabelledPage]) -> dict[str, Any]:
    pages = list(pages)
    return {
        corpus: {
            "pages": n_pages,
            "licence": LICENCES.get(corpus, "not stated"),
            "sha256": fingerprint(page for page in pages if page.corpus == corpus),
        }
        for corpus, n_pages in Counter(page.corpus for page in pages).items()
    }
