"""Shapes on the command line: keys of the JSON, and threads post by post."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import maintext
from maintext.cli.extract import extract
from tests.shared_data import ROOT

EXAMPLES = ROOT / "src" / "maintext" / "serve" / "examples"
LISTING = ROOT / "demo" / "html" / "pens-listing.html"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(extract, [str(argument) for argument in arguments])


def test_shapes_are_added_to_the_json() -> None:
    found = json.loads(run(EXAMPLES / "product.html", "--shape", "product", "--shape", "verdict").stdout)
    document = maintext.extract((EXAMPLES / "product.html").read_bytes())
    assert document.product
    assert found["product"] == document.product.to_dict()
    assert found["verdict"]["kind"] == "content"
    assert found["title"] == document.title
    assert "posts" not in found


def test_several_shapes_are_separated_by_commas() -> None:
    found = json.loads(run(EXAMPLES / "product.html", "--shape", "product, verdict", "--shape", "verdict").stdout)
    assert list(found)[-2:] == ["product", "verdict"]
    refused = run(EXAMPLES / "product.html", "--shape", "product,verdicts")
    assert refused.exit_code == 2
    assert "unknown shape 'verdicts' (did you mean verdict?)" in refused.stderr


def test_fields_may_be_shapes() -> None:
    found = json.loads(run(LISTING, "--fields", "title,items").stdout)
    assert list(found) == ["title", "items"]
    assert [item["name"] for item in found["items"]][:2] == ["Lapwing Classic", "Lapwing Pocket"]


def test_fields_and_shapes_are_joined() -> None:
    assert list(json.loads(run(LISTING, "--fields", "title", "--shape", "permissions").stdout)) == [
        "title",
        "permissions",
    ]


@pytest.mark.parametrize("name", ["forum", "article", "product"])
def test_threads_are_written_post_by_post_and_other_pages_as_usual(name: str) -> None:
    page = EXAMPLES / f"{name}.html"
    document = maintext.extract(page.read_bytes())
    assert document.is_thread is (name == "forum")
    usual = document.write_posts() if name == "forum" else document.to_markdown()
    assert run(page, "--posts").stdout.rstrip() == usual.rstrip()
    plain = document.write_posts("text") if name == "forum" else document.to_text()
    assert run(page, "--posts", "--format", "text").stdout.rstrip() == plain.rstrip()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--shape", "itemz"), "unknown shape 'itemz' (did you mean items?)"),
        (("--shape", "items", "--format", "xml"), "--shape is written as JSON, not as xml"),
        (("--posts", "--format", "html"), "--posts writes Markdown or text, not html; use --shape posts"),
    ],
)
def test_options_that_do_not_fit_are_reported(options: tuple[str, ...], message: str) -> None:
    found = run(LISTING, *options)
    assert found.exit_code == 2
    assert message in found.stderr
