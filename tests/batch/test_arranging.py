"""Results in partitions and sorted by site: the same rows, which DuckDB finds by folder and by statistics."""

import json
from pathlib import Path
from urllib.parse import unquote

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from maintext.batch import EmbeddedEngine, Extraction, Filters, Settings, fingerprint, run_batch
from maintext.batch.stages.arranging import MAX_NAME_BYTES, NULL, partitions, sort_by_site
from maintext.batch.stores.opening import open_store
from maintext.errors import BatchError
from tests.batch.archives import gzip_by_record, http, record

pytestmark = pytest.mark.slow

TEXTS = {
    "en": "The harbour was closed for the whole day because of the wind, and the ships had to wait outside of it.",
    "de": "Der Hafen war wegen des Windes den ganzen Tag geschlossen, und die Schiffe mussten davor warten.",
    "fr": "Le port était fermé toute la journée à cause du vent, et les bateaux devaient attendre dehors.",
}


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two files with pages of six sites in three languages, in no order, and one without a language."""
    folder = tmp_path_factory.mktemp("in")
    for number in range(2):
        records = []
        for page in range(12):
            language = list(TEXTS)[(page + number) % 3]
            html = f"<html lang={language}><p>{TEXTS[language]} {page}"
            records.append(record(f"https://site{(7 * page) % 6}.example/{number}/{page}", http(html.encode())))
        records.append(record("https://none.example/", http(b"<p>1 2 3")))
        (folder / f"crawl-{number}.warc.gz").write_bytes(gzip_by_record(records))
    return folder


@pytest.fixture(scope="module")
def outputs(inputs: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The same pages as they come, and arranged."""
    folder = tmp_path_factory.mktemp("out")
    run_batch([str(inputs)], folder / "plain", Settings(Extraction("all")), EmbeddedEngine(1))
    settings = Settings(Extraction("all"), partition_by=("language", "http_status"), sort_by_site=True)
    run_batch([str(inputs)], folder / "arranged", settings, EmbeddedEngine(1))
    return {"plain": folder / "plain", "arranged": folder / "arranged"}


def test_partitions_have_the_same_rows(outputs: dict[str, Path]) -> None:
    assert fingerprint(outputs["arranged"]) == fingerprint(outputs["plain"])
    parts = open_store(outputs["arranged"]).parts()
    assert {part.rpartition("/")[0] for part in parts} == {
        f"language={name}/http_status=200" for name in (*TEXTS, NULL)
    }
    assert len(parts) == 2 * (len(TEXTS) + 1)
    assert not list(outputs["arranged"].glob("_work/*/*.parquet"))
    manifest = json.loads((outputs["arranged"] / "_manifest.json").read_text())
    assert sorted(name for shard in manifest["shards"] for name in shard["parts"]) == parts


def test_rows_of_a_part_are_sorted_and_row_groups_have_statistics(outputs: dict[str, Path]) -> None:
    for part in outputs["arranged"].rglob("part-*.parquet"):
        rows = pq.read_table(part, partitioning=None).to_pylist()
        assert rows == sorted(rows, key=lambda row: (row["site"], row["url"]))
        group = pq.read_metadata(part).row_group(0)
        names = [group.column(number).path_in_schema for number in range(group.num_columns)]
        statistics = group.column(names.index("site")).statistics
        assert (statistics.min, statistics.max) == (rows[0]["site"], rows[-1]["site"])


def test_duckdb_reads_only_the_folder_of_a_language(outputs: dict[str, Path]) -> None:
    pattern = f"{outputs['arranged']}/**/part-*.parquet"
    with duckdb.connect() as database:
        table = f"read_parquet('{pattern}', hive_partitioning = true)"
        found = database.execute(f"SELECT language, count(*) FROM {table} GROUP BY 1 ORDER BY 1").fetchall()  # noqa: S608
        assert found == [("de", 8), ("en", 8), ("fr", 8), (None, 2)]
        plan = database.execute(f"EXPLAIN ANALYZE SELECT url FROM {table} WHERE language = 'de'").fetchall()  # noqa: S608
        assert "Scanning Files: 2/8" in plan[0][1] or "Total Files Read: 2" in plan[0][1], plan[0][1]


def test_a_rerun_does_only_what_is_missing(inputs: Path, outputs: dict[str, Path], tmp_path: Path) -> None:
    settings = Settings(Extraction("all"), Filters(exact_duplicates=True), partition_by=("language",))
    plain = Settings(Extraction("all"), Filters(exact_duplicates=True))
    run_batch([str(inputs)], tmp_path / "out", settings, EmbeddedEngine(1))
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").rglob("part-*.parquet")}
    run_batch([str(inputs)], tmp_path / "out", settings, EmbeddedEngine(1))
    assert before == {path: path.stat().st_mtime_ns for path in (tmp_path / "out").rglob("part-*.parquet")}
    run_batch([str(inputs)], tmp_path / "plain", plain, EmbeddedEngine(1))
    assert fingerprint(tmp_path / "out") == fingerprint(tmp_path / "plain")
    with pytest.raises(BatchError, match=r"other settings \(partition_by\)"):
        run_batch([str(inputs)], tmp_path / "out", plain, EmbeddedEngine(1))


def test_rows_are_in_one_partition_each() -> None:
    rows = pa.table({"site": ["b", "a", None, "b"], "n": [1, None, 3, 1], "ok": [True, False, True, True]})
    found = {folder: own.num_rows for folder, own in partitions(rows, ("site", "n", "ok"))}
    assert found == {"site=b/n=1/ok=true": 2, f"site=a/n={NULL}/ok=false": 1, f"site={NULL}/n=3/ok=true": 1}
    assert [folder for folder, _ in partitions(rows, ())] == [""]
    assert sort_by_site(rows).column("site").to_pylist() == ["a", "b", "b", None]


def test_a_value_that_is_too_long_for_the_name_of_a_folder_loses_no_row(tmp_path: Path) -> None:
    longest = "x" * (MAX_NAME_BYTES - len("site="))
    sites = ["a", longest, f"{longest}y", f"{longest}z", "ü" * 300, "%" * 5_000]
    found = list(partitions(pa.table({"site": sites}), ("site",)))
    assert [own.column("site").to_pylist() for _, own in found] == [[site] for site in sites]
    folders = [folder for folder, _ in found]
    assert folders[:2] == ["site=a", f"site={longest}"]
    assert len(set(folders)) == len(sites)
    for folder in folders:
        (tmp_path / folder).mkdir()
        assert len(folder.encode()) <= MAX_NAME_BYTES
        assert unquote(folder, errors="strict")


def test_values_of_one_folder_are_in_one_file() -> None:
    rows = pa.table({"site": ["a", "", None, NULL, ""], "n": [1, 2, 3, 4, 5]})
    found = {folder: own.column("n").to_pylist() for folder, own in partitions(rows, ("site",))}
    assert found == {"site=a": [1], f"site={NULL}": [2, 3, 4, 5]}


def test_columns_that_can_not_be_partitions_are_named() -> None:
    for columns, message in (
        (("tongue",), "can't partition by 'tongue': the columns are"),
        (("blocks",), "can't partition by blocks, whose values are list"),
        (("site", "site"), "the same column twice"),
    ):
        with pytest.raises(BatchError, match=message):
            Settings(partition_by=columns)
    with pytest.raises(BatchError, match="site have 501 values in one shard"):
        list(partitions(pa.table({"site": [f"{number}.example" for number in range(501)]}), ("site",)))
