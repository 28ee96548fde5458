"""Shapes in the JSON of a document, on request, as its schema has them."""

import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

import maintext
from maintext.document.shapes_record import SHAPES
from maintext.errors import OptionError

SCHEMA = json.loads(
    Path(maintext.__file__).parent.joinpath("document", "record.schema.json").read_text(encoding="utf-8")
)
PRODUCT = '{"@type": "Product", "name": "Kettle", "offers": {"price": 3}, "aggregateRating": {"ratingValue": 4}}'
POST = '<li class="post"><b class="author">{0}</b> <time>May {1}, 2026</time><p class="t">{2}</p></li>'
THREAD = "".join(POST.format(name, day, f"Post {day} on tea.") for name, day in (("Kim", 1), ("Robin", 2), ("Sam", 3)))


@pytest.mark.parametrize(
    "html",
    [
        f'<script type="application/ld+json">{PRODUCT}</script><h1>Kettle</h1><p>$3</p>',
        f'<h1>Tea</h1><ul class="comments">{THREAD}</ul>',
        '<meta name="robots" content="noai"><p>Tea.',
        "",
    ],
)
def test_all_shapes_fit_the_schema(html: str) -> None:
    record = json.loads(maintext.extract(html).to_json(shapes=list(SHAPES)))
    jsonschema.Draft202012Validator(SCHEMA).validate(record)
    assert set(SHAPES) <= set(record)


def test_shapes_are_in_the_record_only_on_request() -> None:
    doc = maintext.extract("<p>Pour hot water over the leaves.")
    assert not set(SHAPES) & set(doc.to_dict())
    assert doc.to_dict(shapes=["verdict"])["verdict"] == doc.verdict.to_dict()
    with pytest.raises(OptionError, match=r"unknown shape 'product s' \(did you mean product"):
        doc.to_dict(shapes=["product s"])


def test_shapes_are_not_even_loaded_unless_they_are_asked_for() -> None:
    code = (
        "import sys, maintext; doc = maintext.extract('<p>Tea, and milk.'); doc.text, doc.markdown, doc.to_json(); "
        "print([name for name in sys.modules if name.startswith('maintext.shapes')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
