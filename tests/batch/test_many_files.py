"""Jobs of many small files: few tasks, each with its own files only, and shards that stay when files are added."""

import marshal
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from maintext.batch.engines import shard_process
from maintext.batch.inputs.input_files import InputFile
from maintext.batch.inputs.shards import GROUPED_SHARDS, SHARD_BYTES, Shard, make_shards
from maintext.batch.job import Job, Settings, save_job, saved_shards
from maintext.batch.outputs.counts import Counts
from maintext.batch.outputs.part_files import write_small
from maintext.batch.outputs.summary import summarise
from maintext.batch.stores.folder import FolderStore
from maintext.guard import Outcome


def files(n_files: int, n_bytes: int | None = 1000, kind: str = "warc") -> list[InputFile]:
    return [InputFile(f"/in/crawl-{number:06}.{kind}", kind, n_bytes) for number in range(n_files)]


def paths(shards: Iterable[Shard]) -> list[str]:
    return [file.path for shard in shards for file in shard.files]


def test_a_hundred_thousand_small_files_are_a_thousand_tasks() -> None:
    small = files(100_000)
    shards = make_shards(small)
    assert len(shards) == GROUPED_SHARDS
    assert paths(shards) == [file.path for file in small]
    assert len({shard.name for shard in shards}) == len(shards)
    assert max(shard.n_bytes for shard in shards) == 100 * 1000


@pytest.mark.parametrize("n_bytes", [SHARD_BYTES + 1, None])
def test_large_files_and_files_of_unknown_size_are_tasks_of_their_own(n_bytes: int | None) -> None:
    assert [len(shard.files) for shard in make_shards(files(3000, n_bytes))] == [1] * 3000


def test_a_group_is_no_larger_than_its_bound() -> None:
    shards = make_shards(files(10_000, SHARD_BYTES // 4))
    assert {len(shard.files) for shard in shards} == {4}


def test_few_files_are_not_grouped_so_that_all_cores_have_work() -> None:
    assert [len(shard.files) for shard in make_shards(files(GROUPED_SHARDS))] == [1] * GROUPED_SHARDS


def test_files_that_are_added_leave_the_shards_that_are_done_as_they_were() -> None:
    before = make_shards(files(5000)[::2])
    after = make_shards(files(5000), before)
    assert after[: len(before)] == before
    assert sorted(paths(after)) == sorted(file.path for file in files(5000))


class CountingStore(FolderStore):
    """Counts listings and looks at single files."""

    def names(self, folder: str) -> list[str]:
        CALLS.append("names")
        return super().names(folder)

    def exists(self, name: str) -> bool:
        CALLS.append("exists")
        return super().exists(name)

    def read_many(self, names: Iterable[str]) -> Iterator[bytes]:
        CALLS.append("read_many")
        return super().read_many(names)


CALLS: list[str] = []


def test_a_driver_lists_and_never_looks_at_shards_one_by_one(tmp_path: Path) -> None:
    for n_files in (10, 200):
        store = CountingStore(tmp_path / str(n_files))
        job = Job(store, Settings(), make_shards(files(n_files)))
        CALLS.clear()
        save_job(job)
        for shard in job.shards:
            Counts().write(store, job.report("extract", shard))
            write_small(store, job.part("extract", shard), b"")
        assert len(summarise(job, {}).by_shard) == n_files
        assert CALLS == ["names", "names", "read_many"]
        assert saved_shards(store) == job.shards


def test_a_task_is_given_the_files_of_its_own_shard_only() -> None:
    """So the bytes that workers are sent grow with the number of files, not with its square."""

    class Recorder:
        n_bytes = 0

        def run(self, items: list[object]) -> list[Outcome]:
            self.n_bytes += len(marshal.dumps(items))
            return [Outcome(None)]

    sent = []
    for n_files in (2000, 20_000):
        recorder = Recorder()
        for shard in make_shards(files(n_files)):
            assert shard_process.run_shard(recorder, "extract", shard) is None  # type: ignore[arg-type]
        sent.append(recorder.n_bytes)
    assert sent[1] < 11 * sent[0]
