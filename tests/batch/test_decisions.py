"""What pages decide together: shared blocks and duplicates, in SQL as in Python; and the filters."""

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import maintext
from maintext.batch import EmbeddedEngine, Extraction, Filters, Settings, drop_shared_blocks, extract_batch, run_batch
from maintext.batch.job import Job
from maintext.batch.schema import RESULTS
from maintext.batch.stages.signatures import bands, text_hash
from maintext.batch.stores.folder import FolderStore
from maintext.errors import BatchError
from maintext.shared_blocks import match
from tests.batch.archives import gzip_by_record, http, record
from tests.shared_data import shared

pytestmark = pytest.mark.slow


def write_pages(path: Path, pages: list[tuple[str, str]]) -> None:
    path.write_bytes(gzip_by_record([record(url, http(html.encode())) for url, html in pages]))


def run(folder: Path, settings: Settings) -> list[dict[str, Any]]:
    output = folder / "out"
    run_batch([str(folder / "*.warc.gz")], output, settings, EmbeddedEngine(2))
    tables = [pq.read_table(path) for path in sorted(output.glob("part-*.parquet"))]
    return sorted(pa.concat_tables(tables).to_pylist(), key=lambda row: row["url"])


def site_pages(n_sites: int, n_pages: int) -> list[tuple[str, str]]:
    return [
        (
            f"https://site{site}.example/{number}",
            f"<title>{site} {number}</title><p>Only page {number} of site {site} says this."
            f"<p>All pages of site {site} say this.<p>Share!"
            + (f"<p>Every seventh says this, {number // 14} times." if number % 7 == 0 else "")
            + ("<p>Two pages say this." if number < 2 else ""),
        )
        for site in range(n_sites)
        for number in range(n_pages)
    ]


def by_python(pages: list[tuple[str, str]], by: str) -> dict[str, str]:
    """What `match` makes of each site's pages: the twin of the SQL."""
    sites: dict[str, list[maintext.Document]] = {}
    for url, html in pages:
        sites.setdefault(url.split("/")[2], []).append(maintext.extract(html, url, by=by))
    return {str(document.url): document.text for documents in sites.values() for document in match(documents)}


def test_blocks_that_a_site_shares_are_dropped_as_match_drops_them(tmp_path: Path) -> None:
    pages = site_pages(3, 28)
    for number in range(4):
        write_pages(tmp_path / f"{number}.warc.gz", pages[number::4])
    found = run(tmp_path, Settings(Extraction("all"), matching={}))
    expected = by_python(pages, "all")
    assert {row["url"]: row["text"] for row in found} == expected
    assert all("All pages" not in text and "Share!" not in text for text in expected.values())
    assert sum("Two pages" in text for text in expected.values()) == 6


def test_markdown_and_blocks_are_what_match_leaves_of_them(tmp_path: Path) -> None:
    pages = [
        (url, html.replace("<p>Share!", f"<ul><li>Share!<li><b>Own</b> {chr(97 + number) * 5}</ul>"))
        for number, (url, html) in enumerate(site_pages(2, 9))
    ]
    write_pages(tmp_path / "a.warc.gz", pages[::2])
    write_pages(tmp_path / "b.warc.gz", pages[1::2])
    found = run(tmp_path, Settings(Extraction("all", "markdown", with_blocks=True), matching={}))
    documents = [maintext.extract(html, url, by="all") for url, html in pages]
    expected = {document.url: document for start in (0, 9) for document in match(documents[start : start + 9])}
    assert {row["url"]: row["text"] for row in found} == {url: own.to_markdown() for url, own in expected.items()}
    for row in found:
        assert [block["is_kept"] for block in row["blocks"]] == expected[row["url"]].keep.tolist()
        assert not all(block["is_kept"] for block in row["blocks"])
        assert "- **Own** " in row["text"]
        assert "Share!" not in row["text"]


def test_text_that_says_it_is_something_else_is_text_when_it_is_written_again() -> None:
    extraction = Extraction("all", "markdown", for_matching=True)
    html = [f"<meta charset=iso-8859-1><p>Café {name}.<p>Déjà vu." for name in ("Zoë", "Chloë")]
    kept = extract_batch(pa.RecordBatch.from_pydict({"url": ["https://a.example/"] * 2, "html": html}), extraction)
    one, other = (set(keys) for keys in kept.column("keys").to_pylist())
    shared = np.array(sorted(one & other), dtype=np.int64).tobytes()
    assert drop_shared_blocks(kept, {"a.example": shared}, extraction).column("text").to_pylist() == [
        "Café Zoë.",
        "Café Chloë.",
    ]


def test_a_page_of_which_nothing_is_left_says_why(tmp_path: Path) -> None:
    same = "<title>x</title><p>All of this is on every page of the site."
    write_pages(tmp_path / "a.warc.gz", [(f"https://a.example/{number}", same) for number in range(4)])
    for row in run(tmp_path, Settings(Extraction("all"), matching={})):
        assert (row["text"], row["has_main_text"]) == ("", False)
        assert row["empty_reason"] == "other pages of the site share all of the 1 blocks that all kept"


def test_a_page_that_failed_counts_for_no_site(tmp_path: Path) -> None:
    pages = [(f"https://a.example/{number}", f"<title>{number}</title><p>Said twice.") for number in range(2)]
    pages += [(f"https://a.example/{number}", "<title>raise</title><p>Said twice.") for number in range(2, 5)]
    write_pages(tmp_path / "a.warc.gz", pages)
    found = run(tmp_path, Settings(Extraction("tests.batch.killers:Killer"), matching={}))
    assert [row["text"] for row in found] == ["Said twice."] * 2 + [None] * 3
    assert all(row["error"].startswith("KeyError") for row in found[2:])


def test_what_stages_hand_on_is_removed_and_a_lost_part_is_made_again(tmp_path: Path) -> None:
    pages = site_pages(2, 12)
    for number in range(3):
        write_pages(tmp_path / f"{number}.warc.gz", pages[number::3])
    settings = Settings(Extraction("all"), Filters(exact_duplicates=True), matching={})
    before = run(tmp_path, settings)
    output = tmp_path / "out"
    assert not list(output.glob("_work/*/part-*.parquet"))
    first, *others = sorted(output.glob("part-*.parquet"))
    times = [path.stat().st_mtime_ns for path in others]
    first.unlink()
    assert run(tmp_path, settings) == before
    assert [path.stat().st_mtime_ns for path in others] == times
    first.unlink()
    (output / "_work" / "shared.parquet").unlink()
    with pytest.raises(BatchError, match=r"shared.parquet is missing, and so are 2 of the 3 files"):
        run(tmp_path, settings)


def test_an_address_that_was_fetched_often_is_one_page(tmp_path: Path) -> None:
    page = ("https://a.example/1", "<title>x</title><p>Said on one page that was fetched five times.")
    others = [(f"https://a.example/{number}", f"<p>Page {number}.") for number in range(2, 6)]
    write_pages(tmp_path / "a.warc.gz", [page] * 5 + others)
    texts = [row["text"] for row in run(tmp_path, Settings(Extraction("all"), matching={}))]
    assert texts[:5] == ["Said on one page that was fetched five times."] * 5


def test_matching_on_the_pages_of_real_sites_agrees_with_match(tmp_path: Path) -> None:
    from maintext.corpus import open_corpus

    corpus = open_corpus(shared("corpora", "portal.tar.xz"))
    pages = [
        (f"https://{page.id[:4].lower()}.example/{number}", page.html.decode("utf-8", "replace"))
        for number, page in enumerate(corpus.pages())
    ]
    # As text in UTF-8, whatever the page declares: the header decides.
    write_pages(tmp_path / "a.warc.gz", pages[::2])
    write_pages(tmp_path / "b.warc.gz", pages[1::2])
    found = {row["url"]: row["text"] for row in run(tmp_path, Settings(Extraction("cetr"), matching={}))}
    expected = by_python(pages, "cetr")
    assert len(found) > 50
    assert found == expected


def words(n_words: int, seed: int) -> str:
    return " ".join(f"w{(seed * 7919 + place * place) % 4001}" for place in range(n_words))


def test_of_equal_texts_one_stays_and_so_of_empty_ones(tmp_path: Path) -> None:
    same = words(50, 1)
    pages = [(f"https://{letter}.example/", f"<p>{same}") for letter in "abc"]
    pages += [
        ("https://d.example/", f"<p>{words(50, 2)}"),
        ("https://e.example/", "<p>"),
        ("https://f.example/", "<p>"),
    ]
    write_pages(tmp_path / "1.warc.gz", pages[:2])
    write_pages(tmp_path / "2.warc.gz", pages[2:])
    found = run(tmp_path, Settings(Extraction("all"), Filters(exact_duplicates=True)))
    assert sorted(row["text"] for row in found) == sorted(["", same, words(50, 2)])


def test_of_nearly_equal_texts_one_stays(tmp_path: Path) -> None:
    base = words(400, 3).split()
    nearly = [" ".join([*base[:place], "other", *base[place + 1 :]]) for place in (10, 100, 200, 300)]
    pages = [(f"https://n{number}.example/", f"<p>{text}") for number, text in enumerate(nearly)]
    pages += [("https://x.example/", f"<p>{words(400, 9)}"), ("https://y.example/", f"<p>{words(400, 10)}")]
    write_pages(tmp_path / "1.warc.gz", pages)
    found = run(tmp_path, Settings(Extraction("all"), Filters(near_duplicates=True)))
    urls = {row["url"] for row in found}
    assert {"https://x.example/", "https://y.example/"} < urls
    assert len(urls) == 3


@pytest.mark.parametrize(("n_changed", "least", "most"), [(0, 1.0, 1.0), (4, 0.95, 1.0), (60, 0.0, 0.35)])
def test_texts_agree_in_a_band_as_often_as_they_should(n_changed: int, least: float, most: float) -> None:
    n_agreeing = 0
    for seed in range(60):
        base = words(400, seed).split()
        changed = list(base)
        for place in range(n_changed):
            changed[(place * 400 // max(n_changed, 1) + seed) % 400] = f"new{place}"
        n_agreeing += bool(set(bands(" ".join(base))) & set(bands(" ".join(changed))))
    assert least <= n_agreeing / 60 <= most


def test_hashes_do_not_see_white_space() -> None:
    assert text_hash("a  b\n\nc") == text_hash("a b c") != text_hash("a b d")
    assert bands("") == bands(" \n") == [text_hash("")]


def results(**columns: list[Any]) -> pa.RecordBatch:
    n_rows = len(next(iter(columns.values())))
    return pa.RecordBatch.from_pydict({name: columns.get(name, [None] * n_rows) for name in RESULTS.names}, RESULTS)


def test_filters_drop_rows_and_say_how_many_and_why() -> None:
    batch = results(
        text=["long enough", "long enough", "short", "long enough", None, "long enough"],
        language=["en", "de", "en", "en", None, None],
        page_type=["article", "article", "article", "forum", None, "article"],
        confidence=[0.9, 0.9, 0.9, 0.9, None, 0.9],
        error=[None, None, None, None, "InputError: x", None],
    )
    dropped: dict[str, int] = {}
    kept = Filters(("en",), ("article",), 0.5, 6)(batch, dropped)
    assert kept.column("text").to_pylist() == ["long enough", None]
    assert dropped == {"language": 2, "page type": 1, "length": 1}
    assert Filters(min_confidence=0.95)(batch, dropped).num_rows == 1


@pytest.mark.parametrize("options", [{"min_chars": -1}, {"min_confidence": 1.5}])
def test_filters_that_can_not_be_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BatchError, match=str(next(iter(options.values())))):
        Filters(**options)


def test_a_filter_on_what_is_not_looked_for_is_refused() -> None:
    with pytest.raises(BatchError, match="needs metadata"):
        Settings(Extraction(with_metadata=False), Filters(("en",)))
    for filters in (Filters(min_confidence=0.0), Filters(page_types=("article",))):
        with pytest.raises(BatchError, match="econ predicts neither page type nor confidence"):
            Settings(Extraction(by="econ"), filters)
        Settings(Extraction(by="some.module:Extractor"), filters)
        Settings(Extraction(), filters)


def test_the_stages_are_those_that_the_settings_need() -> None:
    def stages(settings: Settings) -> tuple[str, ...]:
        return Job(FolderStore(Path("out")), settings, ()).stages

    assert stages(Settings()) == ("extract",)
    assert stages(Settings(matching={})) == ("extract", "match")
    assert stages(Settings(matching={}, filters=Filters(near_duplicates=True))) == ("extract", "match", "deduplicate")
