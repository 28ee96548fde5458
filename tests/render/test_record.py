"""The JSON of a document has the keys that its schema lists, whatever the page."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest
import yaml
from lxml import etree

import maintext
from maintext.extractors.protocol import Judgement, Scores
from maintext.render.metadata_fields import FIELDS
from tests.render.test_golden import FOLDERS, GOLDEN, document

SCHEMA = json.loads(
    Path(maintext.__file__).parent.joinpath("document", "record.schema.json").read_text(encoding="utf-8")
)
PAGE = "<nav>Home</nav><p>Text of it.</p><p>I agree!</p><p hidden>Not shown.</p>"


def check(record: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(record)
    jsonschema.Draft202012Validator(SCHEMA).validate(loaded)
    return loaded


def judged() -> maintext.Document:
    """A document by an extractor that tells all there is to tell."""
    page = maintext.parse(PAGE)
    scores = Scores(
        np.array([0.1, 0.9, 0.4, np.inf]),
        np.array([False, True, False, False]),
        is_comment=np.array([False, False, True, False]),
        judgement=Judgement({"article": 0.75, "forum": 0.25}, 0.8, True),
    )
    return maintext.Document(page, "test", scores, "https://example.org/x")


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("name", FOLDERS)
def test_every_page_gives_a_valid_record(name: str) -> None:
    check(document(GOLDEN / name).to_json(with_blocks=True))


def test_a_judged_page_gives_all_that_is_known() -> None:
    record = check(judged().to_json(with_blocks=True))
    assert record["text"] == "Text of it."
    assert record["comments"] == "I agree!"
    assert record["confidence"] == 0.8
    assert record["page_type"] == "article"
    assert record["hostname"] == "example.org"
    assert [block["dropped"] for block in record["blocks"]] == ["score", None, "comment", "hidden"]
    assert record["blocks"][3]["score"] is None


def test_keys_stand_in_their_order() -> None:
    assert list(check(judged().to_json()))[: len(FIELDS) + 2] == [*FIELDS, "text", "comments"]


def test_comments_are_written_if_asked_for() -> None:
    assert judged().to_markdown() == "Text of it."
    assert judged().to_markdown(include_comments=True) == "Text of it.\n\nI agree!"


def test_what_other_pages_have_too_is_dropped() -> None:
    one = judged()
    shared = maintext.Document(one.page, one.by, one.scores, one.url, np.array([True, True, False, False]))
    assert shared.text == shared.to_markdown() == ""
    assert shared.reason == "other pages of the site share all of the 1 blocks that test kept"
    assert [dropped.reason for dropped in shared.dropped] == ["shared", "shared", "comment", "hidden"]
    check(shared.to_json(with_blocks=True))


def test_dropped_blocks_have_their_reason() -> None:
    assert [(dropped.block.text, dropped.reason) for dropped in judged().dropped] == [
        ("Home", "score"),
        ("I agree!", "comment"),
        ("Not shown.", "hidden"),
    ]


def test_front_matter_is_yaml_whatever_the_title() -> None:
    markdown = maintext.extract("<title>a: 'b' \"c\" # d</title><p>Text.", by="all").to_markdown(
        with_metadata=True, include_title=False
    )
    assert markdown == '---\ntitle: "a: \'b\' \\"c\\" # d"\n---\n\nText.'


def test_an_unknown_format_names_the_known_ones() -> None:
    with pytest.raises(
        maintext.MaintextError, match="unknown format 'docx'; available: markdown, text, html, xml, tei, json"
    ):
        judged().render("docx")


ODD_CHARACTERS = "".join(map(chr, [*range(0x20), *range(0x7F, 0xA1), 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF, 0x1F600]))


@pytest.mark.parametrize("character", ODD_CHARACTERS, ids=lambda character: f"U+{ord(character):04X}")
def test_odd_characters_in_metadata_break_no_format(character: str) -> None:
    value = f"a{character}b"
    document = maintext.Document(judged().page, "test", judged().scores, "https://example.org/x")
    metadata = replace(document.metadata, title=value, tags=(value,), sitename=value, description=value)
    document.__dict__["metadata"] = metadata
    front_matter = document.to_markdown(with_metadata=True).split("---\n")[1]
    loaded = yaml.safe_load(front_matter)
    assert (loaded["title"], loaded["tags"]) == (value, [value])
    for rendered in (document.to_xml(with_metadata=True), document.to_tei(with_metadata=True)):
        etree.fromstring(rendered.encode())
    assert json.loads(document.to_json())["title"] == value


def test_a_document_has_its_record_and_the_common_fields() -> None:
    html = (
        "<title>Tea</title><meta name=description content='Hot.'><meta name=keywords content='tea, water'>"
        "<meta property=og:image content=/pot.jpg><p>Fill the <b>kettle</b>."
    )
    document = maintext.extract(html, "https://example.org/", by="all")
    assert document.to_dict(with_blocks=True) == json.loads(document.to_json(with_blocks=True))
    assert document.markdown == document.to_markdown() == "# Tea\n\nFill the **kettle**."
    assert (document.description, document.tags) == ("Hot.", ("tea", "water"))
    assert document.image == "https://example.org/pot.jpg"
