"""What the kernel takes: pages that our readers read, and batches of Arrow from anywhere."""

import pyarrow as pa

from maintext.batch import Extraction, extract_batch
from maintext.batch.inputs.page_rows import PageRow, ReadCounts, to_batches

ALL = Extraction("all")
LATIN = "text/html; charset=latin-1"


def test_pages_of_our_readers_are_not_copied_and_give_the_rows_of_an_arrow_batch() -> None:
    page = PageRow(url="https://a.example/", html=b"<p>Tea, and milk.", source="a.warc", record=3, dump="one")
    rows = [page, PageRow(source="a.warc", record=4, error="DamagedRecordError: cut off")]
    [batch] = to_batches(rows, ReadCounts())
    assert batch.html[0] is page.html
    arrow = pa.RecordBatch.from_pylist([row._asdict() for row in rows])
    assert extract_batch(batch, ALL).to_pylist() == extract_batch(arrow, ALL).to_pylist()
    assert extract_batch(batch.of_dump("two"), ALL).column("dump").to_pylist() == ["two", "two"]
    assert batch.of_dump("") is batch


def test_pages_that_are_rendered_again_keep_their_encoding() -> None:
    extraction = Extraction("all", output_format="markdown", for_matching=True)
    raw = "<p>Café crème, and milk.".encode("latin-1")
    for kind in (pa.binary(), pa.large_binary()):
        columns = {"html": pa.array([raw, None], kind), "content_type": pa.array([LATIN, None])}
        found = extract_batch(pa.RecordBatch.from_pydict(columns), extraction)
        assert found.select(["html", "content_type"]).to_pylist()[0] == {"html": raw, "content_type": LATIN}
    text = extract_batch(pa.RecordBatch.from_pydict({"html": [raw.decode("latin-1")]}), extraction)
    stored = {"html": "<p>Café crème, and milk.".encode(), "content_type": "text/html; charset=utf-8"}
    assert text.select(["html", "content_type"]).to_pylist() == [stored]
