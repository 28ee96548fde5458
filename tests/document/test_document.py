"""The properties and options of a document."""

import copy
import json
import pickle
from dataclasses import replace

import pytest

import maintext
from maintext.errors import OptionError

PAGE = '<title>Tea</title><link rel="canonical" href="https://example.org/tea/green"><p>A <a href="../b">link</a>.</p>'


def test_without_an_address_the_canonical_one_counts() -> None:
    document = maintext.extract(PAGE, by="all")
    assert (document.url, document.url_source) == ("https://example.org/tea/green", "canonical")
    assert "](https://example.org/b)" in document.markdown
    assert replace(document, by="x").url_source == "canonical"
    assert pickle.loads(pickle.dumps(document)).url_source == "canonical"  # noqa: S301 - made here
    assert copy.copy(document).url == document.url


def test_a_canonical_address_counts_however_its_relation_is_written() -> None:
    document = maintext.extract('<link rel="alternate CANONICAL" href=" https://example.org/tea "><p>Tea.', by="all")
    assert (document.url, document.url_source) == ("https://example.org/tea", "canonical")
    assert maintext.extract('<link rel=Canonical href="/tea"><p>Tea.', by="all").url is None


def test_an_address_that_is_given_counts_more() -> None:
    document = maintext.extract(PAGE, "https://other.example/a/b", by="all")
    assert (document.url, document.url_source) == ("https://other.example/a/b", "given")
    assert "](https://other.example/b)" in document.markdown


@pytest.mark.parametrize("address", ["/tea", "javascript:x", "https://", "", "//example.org/"])
def test_a_canonical_address_that_is_not_whole_does_not_count(address: str) -> None:
    document = maintext.extract(f'<link rel=canonical href="{address}"><p><a href=b>b</a> text.', by="all")
    assert (document.url, document.url_source) == (None, None)
    assert "](b)" in document.markdown


def test_base_counts_more_than_the_canonical_address() -> None:
    html = (
        '<base href="https://base.example/x/"><link rel=canonical href=https://example.org/y><p><a href=b>b</a> text.'
    )
    assert "](https://base.example/x/b)" in maintext.extract(html, by="all").markdown


def test_comments_are_text_as_in_json() -> None:
    assert maintext.extract("<p>One.", by="all").comments is None
    document = maintext.extract("<p>One.")
    assert document.comments == ""
    assert document.to_dict()["comments"] == ""
    assert document.comment_mask is not None


def test_a_record_has_markdown_sections_and_chunks_if_wanted() -> None:
    document = maintext.extract(f"{PAGE}<h2>Milk</h2><p>Milk goes in last.", by="all")
    plain = document.to_dict()
    assert {"markdown", "sections", "chunks", "blocks"}.isdisjoint(plain)
    record = json.loads(document.to_json(with_markdown=True, with_sections=True, chunk_tokens=100, with_blocks=True))
    assert record["markdown"] == document.to_markdown()
    assert [section["heading"] for section in record["sections"]] == ["", "Milk"]
    assert [chunk["text"] for chunk in record["chunks"]] == [document.to_markdown()]
    assert record["markdown"] == document.to_dict(with_markdown=True, with_metadata=True)["markdown"]
    assert {name: record[name] for name in plain} == plain


def test_an_unknown_option_of_a_rendering_names_the_ones_there_are() -> None:
    document = maintext.extract(PAGE, by="all")
    with pytest.raises(
        OptionError, match=r"unknown option 'include_link' .*did you mean include_links\?.*with_metadata"
    ):
        document.to_markdown(include_link=False)  # type: ignore[call-arg]
    with pytest.raises(OptionError, match="unknown option 'favor'"):
        document.to_json(favor="recall")  # type: ignore[call-arg]


def test_an_unknown_mode_names_the_ones_there_are() -> None:
    with pytest.raises(OptionError, match="it has: favor, content, include_comments, include_title"):
        maintext.extract(PAGE, fast=True)  # type: ignore[call-arg]


def test_help_lists_every_option_of_markdown() -> None:
    from maintext.render.options import Choices

    written = maintext.Document.to_markdown.__doc__ or ""
    assert [name for name in (*Choices.__annotations__, "max_tokens", "tokenizer") if name not in written] == []
    record = maintext.Document.to_dict.__doc__ or ""
    assert all(name in record for name in ("with_blocks", "with_markdown", "with_sections", "chunk_tokens"))
