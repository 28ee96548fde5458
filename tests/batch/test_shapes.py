"""Shapes of pages as columns of a batch, and filters on them."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from maintext.batch import EmbeddedEngine, Extraction, Filters, Settings, extract_batch, run_batch
from maintext.batch.inputs.http import MAX_SIGNALS, read_response
from maintext.errors import BatchError, OptionError
from tests.batch.archives import http, record

PRODUCT = {
    "@type": "Product",
    "name": "Kettle",
    "sku": "K-1234",
    "offers": {"@type": "Offer", "price": "39.90", "priceCurrency": "EUR"},
}
PAGES = [
    f'<script type="application/ld+json">{json.dumps(PRODUCT)}</script><h1>Kettle</h1><p>It boils water.</p>'
    "<table><tr><th>Volume<td>1.7 l<tr><th>Colour<td>red</table>",
    "<title>Sign in</title><h1>Sign in</h1><form><input><input type=password><button>Log in</button></form>",
    '<meta name="robots" content="noai"><title>Tea</title><h1>Tea</h1><p>Pour hot water over the leaves and '
    "wait four minutes.</p>",
]
SHAPES = ("verdict", "permissions", "product", "posts", "items", "structured")


def results(*shapes: str) -> pa.RecordBatch:
    batch = pa.RecordBatch.from_pydict({"html": [page.encode() for page in PAGES]})
    return extract_batch(batch, Extraction(shapes=shapes))


def test_requested_shapes_are_columns() -> None:
    first, login, tea = results(*SHAPES).to_pylist()
    assert (first["product"]["price"], first["product"]["currency"]) == ("39.90", "EUR")
    assert first["product"]["specification"][0] == {"name": "Volume", "value": "1.7 l"}
    assert json.loads(first["structured"])[0]["types"] == ["Product"]
    assert (login["verdict"], first["verdict"], tea["verdict"]) == ("login", "content", "content")
    assert tea["permissions"] == ["noai"]
    assert (tea["posts"], tea["items"], tea["product"]) == ([], [], None)


def test_shapes_that_were_not_requested_are_null() -> None:
    row = results("verdict").to_pylist()[0]
    assert row["verdict"] == "content"
    assert [row[name] for name in ("permissions", "product", "posts", "items", "structured")] == [None] * 5
    assert results().to_pylist()[0]["verdict"] is None


def test_pages_are_filtered_by_verdict_and_permissions() -> None:
    dropped: dict[str, int] = {}
    rows = Filters(verdicts=("content",), allows_training=True)(results("verdict", "permissions"), dropped)
    assert rows.num_rows == 1
    assert dropped == {"verdict": 1, "permissions": 1}


def test_a_filter_needs_its_shape_and_a_known_name() -> None:
    with pytest.raises(BatchError, match="filter on verdict needs the shape"):
        Settings(filters=Filters(verdicts=("content",)))
    with pytest.raises(BatchError, match="unknown verdict 'contents'"):
        Filters(verdicts=("contents",))
    with pytest.raises(OptionError, match="unknown shape 'post'"):
        Extraction(shapes=("post",))


def test_settings_survive_json() -> None:
    settings = Settings(Extraction(shapes=("verdict",)), Filters(verdicts=("content",)))
    assert Settings.from_plain(settings.to_plain()) == settings


def rows_of(archive: Path, output: Path, settings: Settings) -> list[dict[str, Any]]:
    run_batch([str(archive)], output, settings, EmbeddedEngine(1))
    parts = [pq.read_table(path) for path in sorted(output.glob("part-*.parquet"))]
    found: list[dict[str, Any]] = pa.concat_tables(parts).to_pylist()
    return found


def test_headers_of_archived_responses_count_among_the_permissions(tmp_path: Path) -> None:
    page = b"<h1>Tea</h1><p>Pour hot water over the leaves and wait four minutes.</p>"
    heads = {
        "robots": "X-Robots-Tag: noindex\r\nX-Robots-Tag: somebot: noai",
        "signal": "Content-Signal: search=yes, ai-train=no",
        "reserved": "TDM-Reservation: 1",
        "free": "Server: teapot",
    }
    archive = tmp_path / "pages.warc"
    archive.write_bytes(
        b"".join(
            record(f"https://tea.example/{name}", http(page, f"Content-Type: text/html\r\n{head}"))
            for name, head in heads.items()
        )
    )
    settings = Settings(Extraction(shapes=("permissions",)))
    found = {row["url"]: row["permissions"] for row in rows_of(archive, tmp_path / "all", settings)}
    assert found == {
        "https://tea.example/robots": ["noindex", "noai"],
        "https://tea.example/signal": ["search=yes", "ai-train=no"],
        "https://tea.example/reserved": ["tdm-reservation=1"],
        "https://tea.example/free": [],
    }
    free = rows_of(archive, tmp_path / "some", replace(settings, filters=Filters(allows_training=True)))
    assert [row["url"] for row in free] == ["https://tea.example/free"]


def test_only_the_first_headers_of_a_response_are_permissions() -> None:
    heads = "\r\n".join(f"X-Robots-Tag: directive{number}" for number in range(MAX_SIGNALS + 50))
    response = read_response(http(b"<p>Tea.", heads))
    assert (response.signals or "").split("\n")[-1] == f"x-robots-tag: directive{MAX_SIGNALS - 1}"
