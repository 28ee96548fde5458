"""pandas, Polars, DuckDB, Dask, datatrove and NeMo Curator."""

import sys
from abc import ABC, abstractmethod
from types import ModuleType

import pytest

import maintext
from tests.adapters.pages import DOCUMENT, HTML, framework


def test_a_pandas_frame_gets_a_column() -> None:
    pandas = framework("pandas")
    from maintext.adapters.frames import with_text

    frame = pandas.DataFrame({"page": [HTML, None]}, index=["a", "b"])
    found = with_text(frame, "page", text="main")
    assert found["main"]["a"] == DOCUMENT.text
    assert found["main"]["b"] is None
    assert list(frame.columns) == ["page"]
    with pytest.raises(maintext.OptionError, match="the frame has no column 'html'; its columns are page"):
        with_text(frame)


def test_a_polars_frame_gets_a_column() -> None:
    polars = framework("polars")
    from maintext.adapters.frames import with_text

    found = with_text(polars.DataFrame({"html": [HTML, None]}))
    assert found["text"].to_list() == [DOCUMENT.text, None]


def test_duckdb_gets_a_function() -> None:
    duckdb = framework("duckdb")
    from maintext.adapters.frames import add_to_duckdb

    with duckdb.connect() as connection:
        add_to_duckdb(connection)
        connection.execute("CREATE TABLE pages (html VARCHAR)")
        connection.executemany("INSERT INTO pages VALUES (?)", [[HTML], [None]])
        rows = connection.execute("SELECT maintext(html) FROM pages").fetchall()
    assert rows == [(DOCUMENT.text,), (None,)]


def test_a_dask_frame_gets_a_column() -> None:
    frames = framework("dask.dataframe")
    pandas = framework("pandas")
    from maintext.adapters.dask import extract_frame

    lazy = frames.from_pandas(pandas.DataFrame({"html": [HTML, HTML]}), npartitions=2)
    assert extract_frame(lazy).compute(scheduler="synchronous")["text"].tolist() == [DOCUMENT.text] * 2


def test_datatrove_counts_what_happens() -> None:
    data = framework("datatrove.data")
    from maintext.adapters.datatrove import MaintextStep

    step = MaintextStep()
    documents = [data.Document(HTML, id="1"), data.Document("<p></p>", id="2")]
    (found,) = step.run(documents)
    assert (found.id, found.text) == ("1", DOCUMENT.text)
    step._count_lost(documents[1], "PageTooLargeError: 60,000,000 bytes")  # what a guarded process reports
    counts = {name: stat.total for name, stat in step.stats.stats.items()}
    assert (counts["total"], counts["forwarded"], counts["dropped"]) == (2, 1, 2)
    assert counts["dropped_no_main_content"] == counts["dropped_PageTooLargeError"] == 1


class HTMLExtractorAlgorithm(ABC):
    """The interface of NeMo Curator, which is too large to install for a test: it brings CUDA libraries."""

    @abstractmethod
    def extract_text(self, html: str, stop_words: frozenset[str], language: str) -> list[str] | None: ...


def test_nemo_curator_gets_paragraphs(monkeypatch: pytest.MonkeyPatch) -> None:
    path = "nemo_curator.stages.text.download.html_extractors"
    module = ModuleType(path)
    vars(module)["HTMLExtractorAlgorithm"] = HTMLExtractorAlgorithm
    monkeypatch.setitem(sys.modules, path, module)
    from maintext.adapters.nemo_curator import MaintextAlgorithm

    algorithm = MaintextAlgorithm()
    assert isinstance(algorithm, HTMLExtractorAlgorithm)
    assert "\n\n".join(algorithm.extract_text(HTML, frozenset(), "ENGLISH") or []) == DOCUMENT.text
    assert algorithm.extract_text("<p></p>", frozenset(), "ENGLISH") is None
