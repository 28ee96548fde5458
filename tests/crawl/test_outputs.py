"""What a crawl gives: rows, and the files they become."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.crawl.output.folders import MAX_NAME_BYTES, file_name
from maintext.crawl.output.outputs import write_rows
from maintext.crawl.output.rows import RowOptions, SiteRow, read_rows
from maintext.crawl.scope import Scope
from maintext.crawl.state import open_state
from maintext.errors import CrawlError
from maintext.shared_blocks.guarded import Extraction
from tests.crawl.simulated import SITE, Reply, SimulatedWeb, crawl, linking, page
from tests.shared_blocks.pages import html, paragraph

pytestmark = pytest.mark.slow

SEED = f"{SITE}/"
EVERYTHING = Extraction(by="all")
ALL = RowOptions(EVERYTHING)
ROWS = [
    SiteRow("https://example.org/", 200, "Home", "Größe", "# Größe", ("Menu", "Imprint"), via="seed"),
    SiteRow("https://example.org/gone", 404, error="HttpStatusError: gone", depth=1, via="link"),
]


def rows_of(replies: dict[str, Reply], path: Path, options: RowOptions = ALL) -> dict[str, SiteRow]:
    crawl(SimulatedWeb(replies), path, Scope((SEED,)))
    with open_state(path) as state:
        return {row.url.removeprefix(SITE): row for row in read_rows(state, options)}


def manifest(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "manifest.jsonl").read_text("utf-8").splitlines()]


def test_blocks_that_the_pages_share_are_dropped_and_listed(tmp_path: Path) -> None:
    words = ["owls hunt at night", "cats sleep all day", "the bees dance", "whales sing", "ants carry leaves"]
    replies: dict[str, Reply] = {
        f"{SITE}/{number}": f"<title>{number}</title><p>It is known that {text}.<p>Subscribe now!"
        for number, text in enumerate(words)
    }
    replies[SEED] = "<title>Home</title><p>Welcome to all." + linking(*(f"/{number}" for number in range(5)))
    rows = rows_of(replies, tmp_path / "state", RowOptions(EVERYTHING, shared=tmp_path / "shared.jsonl"))
    listed = json.loads((tmp_path / "shared.jsonl").read_text())
    assert (listed["n_with"], listed["n_pages"], listed["examples"]) == (5, 6, ["Subscribe now!"])
    assert rows["/3"].text == "It is known that whales sing."
    assert rows["/3"].dropped == ("Subscribe now!",)
    assert (rows["/3"].title, rows["/3"].depth, rows["/3"].via, rows["/3"].status) == ("3", 1, "link", 200)
    kept = rows_of(replies, tmp_path / "other", RowOptions(EVERYTHING, rule=None))
    assert (kept["/3"].text or "").endswith("Subscribe now!")
    assert kept["/3"].dropped == ()


def test_a_paragraph_that_all_pages_share_among_their_own_is_dropped(tmp_path: Path) -> None:
    notice = "Subscribe to our newsletter for a summary of the week, delivered every Friday before breakfast."
    replies: dict[str, Reply] = {}
    for number in range(40):
        own = [paragraph(number * 5 + row) for row in range(5)]
        replies[f"{SITE}/{number}"] = html(f"Page about {number}", [*own[:3], notice, *own[3:]])
    replies[SEED] = linking(*(f"/{number}" for number in range(40)))
    rows = rows_of(replies, tmp_path / "state", RowOptions(Extraction("model")))
    for number in range(40):
        text = rows[f"/{number}"].text or ""
        assert notice not in text
        assert text.count("Story") == 15


def test_counts_on_disk_know_pages_of_earlier_crawls(tmp_path: Path) -> None:
    options = RowOptions(EVERYTHING, counts=tmp_path / "counts")
    many: dict[str, Reply] = {f"{SITE}/{number}": f"<p>Page {number}.<p>Subscribe now!" for number in range(5)}
    rows_of({SEED: linking(*many), **many}, tmp_path / "first", options)
    rows = rows_of({SEED: "<p>Alone.<p>Subscribe now!"}, tmp_path / "second", options)
    assert (rows["/"].text, rows["/"].dropped) == ("Alone.", ("Subscribe now!",))


def test_duplicates_have_one_text(tmp_path: Path) -> None:
    replies: dict[str, Reply] = {
        SEED: linking("/a", "/b", "/print", "/mistake"),
        f"{SITE}/a": "<title>A</title><p>The same.",
        f"{SITE}/b": "<title>A</title><p>The same.",
        f"{SITE}/print": '<title>A</title><link rel=canonical href="/a"><p>The same, for printers.',
        f"{SITE}/mistake": '<title>M</title><link rel=canonical href="/a"><p>Quite another text.',
    }
    rows = rows_of(replies, tmp_path / "state")
    assert (rows["/a"].text, rows["/a"].duplicate_of) == ("The same.", None)
    assert (rows["/b"].text, rows["/b"].duplicate_of) == (None, f"{SITE}/a")
    assert (rows["/print"].text, rows["/print"].duplicate_of) == (None, f"{SITE}/a")
    assert (rows["/mistake"].text, rows["/mistake"].duplicate_of) == ("Quite another text.", None)


def test_pages_that_name_each_other_as_canonical_are_both_kept(tmp_path: Path) -> None:
    replies: dict[str, Reply] = {
        SEED: linking("/a", "/b"),
        f"{SITE}/a": '<title>T</title><link rel=canonical href="/b"><p>One.',
        f"{SITE}/b": '<title>T</title><link rel=canonical href="/a"><p>Two.',
    }
    rows = rows_of(replies, tmp_path / "state")
    assert (rows["/a"].text, rows["/b"].text) == ("One.", "Two.")


def test_an_empty_page_says_why(tmp_path: Path) -> None:
    rows = rows_of({SEED: "<title>Nothing</title>"}, tmp_path / "state")
    assert (rows["/"].text, rows["/"].note) == ("", "the page has no text")


def test_a_page_that_is_not_content_has_a_note_and_no_text(tmp_path: Path) -> None:
    login = "<title>Sign in</title><h1>Sign in</h1><form><input><input type=password><button>Log in</button></form>"
    text = "<title>Tea</title><h1>Tea</h1><p>Pour hot water over the leaves and wait four minutes.</p>"
    rows = rows_of({SEED: text + linking("/login"), f"{SITE}/login": login}, tmp_path / "state")
    assert (rows["/login"].text, rows["/login"].markdown, rows["/login"].note) == ("", "", "not content: login")
    assert "Pour hot water" in (rows["/"].text or "")
    assert rows["/"].note is None


def test_redirects_in_a_circle_are_an_error(tmp_path: Path) -> None:
    replies: dict[str, Reply] = {
        SEED: linking("/1"),
        f"{SITE}/1": page(status=302, location="/2"),
        f"{SITE}/2": page(status=302, location="/1"),
    }
    rows = rows_of(replies, tmp_path / "state")
    assert rows["/1"].error == "TooManyRedirectsError: it redirects in a circle of 2"
    assert rows["/1"].moved_to == f"{SITE}/2"


def test_json_lines_have_every_field(tmp_path: Path) -> None:
    assert write_rows(ROWS, str(tmp_path / "new" / "site.jsonl")) == 2
    first, second = [json.loads(line) for line in (tmp_path / "new" / "site.jsonl").read_text("utf-8").splitlines()]
    assert set(first) == set(SiteRow.__dataclass_fields__)
    assert (first["text"], first["dropped"], second["error"]) == ("Größe", ["Menu", "Imprint"], "HttpStatusError: gone")


def test_parquet_has_one_row_per_page(tmp_path: Path) -> None:
    from pyarrow import parquet

    assert write_rows(ROWS * 700, str(tmp_path / "site.parquet")) == 1400
    table = parquet.read_table(tmp_path / "site.parquet")
    assert table.num_rows == 1400
    expected = [{**row.__dict__, "dropped": list(row.dropped), "permissions": []} for row in ROWS]
    assert table.slice(0, 2).to_pylist() == expected


def test_a_folder_has_one_file_per_page_and_a_manifest(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    assert write_rows(ROWS, f"{folder}/") == 2
    lines = manifest(folder)
    assert [line["file"] for line in lines] == ["index.md", None]
    assert (folder / "index.md").read_text("utf-8") == "# Größe\n"
    assert (lines[1]["error"], lines[0]["n_dropped"]) == ("HttpStatusError: gone", 2)


def test_a_second_writing_removes_only_files_of_the_first(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    write_rows([SiteRow("https://example.org/old", 200, text="x", markdown="x"), *ROWS], f"{folder}/")
    (folder / "mine.md").write_text("mine")
    (tmp_path / "outside.md").write_text("outside")
    with (folder / "manifest.jsonl").open("a") as file:
        file.write('{"file": "../outside.md"}\n')
    write_rows(ROWS, f"{folder}/")
    assert sorted(path.name for path in folder.iterdir()) == ["index.md", "manifest.jsonl", "mine.md"]
    assert (tmp_path / "outside.md").exists()


def test_a_manifest_that_is_none_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "manifest.jsonl").write_text("a list of goods")
    with pytest.raises(CrawlError, match="not the manifest of a crawl"):
        write_rows(ROWS, f"{tmp_path}/")


def test_a_file_appears_only_when_it_is_whole(tmp_path: Path) -> None:
    def cut_off() -> Any:
        yield ROWS[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_rows(cut_off(), str(tmp_path / "site.jsonl"))
    assert list(tmp_path.iterdir()) == []


def test_an_output_of_no_known_form_is_a_named_error(tmp_path: Path) -> None:
    with pytest.raises(CrawlError, match=r"must end in \.jsonl, \.parquet, or /"):
        write_rows(ROWS, str(tmp_path / "site.csv"))


@given(st.lists(st.text(max_size=150), min_size=2, max_size=6, unique=True))
def test_names_of_files_are_plain_and_differ(paths: list[str]) -> None:
    taken: set[str] = set()
    names = [file_name(f"https://example.org/{path}", taken) for path in paths]
    assert len({name.casefold() for name in names}) == len(paths)
    for name in names:
        assert Path(name).name == name
        assert not name.startswith(".")
        assert len(name) < 120


def test_a_name_of_many_bytes_per_character_fits_into_a_file_system(tmp_path: Path) -> None:
    taken: set[str] = set()
    for path in ("茶" * 100, "茶" * 101, "𠀀" * 100, "é" * 300):
        name = file_name(f"https://example.org/{path}", taken)
        assert len(name.encode()) <= MAX_NAME_BYTES + 20
        (tmp_path / name).write_text("Tea")
    assert len(list(tmp_path.iterdir())) == len(taken) == 4


def test_a_page_that_has_the_name_made_for_another_keeps_its_own() -> None:
    taken: set[str] = set()
    names = [file_name("https://example.org/tea", taken), file_name("https://example.org/Tea", taken)]
    assert file_name(f"https://example.org/{names[1].removesuffix('.md')}", taken) not in names
    taken = {"tea", names[1].removesuffix(".md").casefold()}
    assert file_name("https://example.org/Tea", taken) not in names
