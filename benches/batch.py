"""Pages a second from a gzip WARC to Parquet, beside the same pipeline with other extractors in the kernel's place.

    speed    reading, guarded extraction, writing, end to end, in pages a second of processor time; and where it goes
    memory   200,000 records through one worker: what it holds at each tenth of the way, and what each tenth took

Time is processor time of all processes together, so that other work on the machine doesn't count; every contender
reads every file in turn, and the best of three rounds counts. Run `make bench-batch`; records in benches/record/.
"""

from __future__ import annotations

import argparse
import io
import resource
import tempfile
import time
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from benches.corpora import raw_pages, sample
from benches.measure import record
from maintext.api import extract
from maintext.batch.inputs.decompression import read_chunks
from maintext.batch.inputs.input_files import InputFile
from maintext.batch.inputs.page_rows import BATCH_ROWS, PageBatch, PageRow, ReadCounts, Skipped, to_batches
from maintext.batch.inputs.readers import read_pages
from maintext.batch.inputs.warc import Record, read_records
from maintext.batch.outputs.part_files import batch_writer
from maintext.batch.schema import MATCHABLE, RESULTS
from maintext.batch.stages.extraction import VALUES, Extraction
from maintext.batch.stages.kernel import GuardedKernel, extract_batch
from maintext.batch.stages.matching import drop_shared_blocks
from maintext.extractors.by import get_extractor
from maintext.extractors.registry import DEFAULT
from maintext.guard import Guard
from maintext.metadata.reading import read_brief
from maintext.page.parsing import parse

ROUNDS = 3
SMALL_BYTES = 20_000
OURS, TITLE_ALONE, MATCHED = "maintext", "maintext --no-metadata", "maintext --match"
"""As the command does it by default; without author, date and language; with what matching takes a page, which is
all but counting over all pages: see `group_by`."""
TRAFILATURA_WITH_METADATA = "trafilatura with metadata"
PEERS = ("resiliparse", "trafilatura", TRAFILATURA_WITH_METADATA)
"""The first two give only a text, so they are compared with ours without metadata; the third also reads title, author
and date, as ours does by default."""
UNGUARDED = "fastwarc + resiliparse, no guard"
"""The shortest program that writes texts: one process, in which a page that crashes ends the run."""


def peer_task(name: str) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    """Another extractor in the kernel's place: the same item, and a row with nothing but text, or text and metadata."""
    if name == TRAFILATURA_WITH_METADATA:
        return _trafilatura_with_metadata()
    take = _resiliparse() if name == "resiliparse" else _trafilatura()

    def work(item: tuple[Any, ...]) -> tuple[Any, ...]:
        return (take(item[0]), *(None,) * (len(VALUES) - 1))

    return work


def _resiliparse() -> Callable[[bytes], str]:
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import bytes_to_str, detect_encoding

    return lambda page: extract_plain_text(bytes_to_str(page, detect_encoding(page)), main_content=True)


def _trafilatura() -> Callable[[bytes], str]:
    from trafilatura import extract as take

    return lambda page: take(page) or ""


def _trafilatura_with_metadata() -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    from trafilatura import bare_extraction

    def work(item: tuple[Any, ...]) -> tuple[Any, ...]:
        found = bare_extraction(item[0], url=item[1], with_metadata=True)
        values = {name: getattr(found, name, None) for name in ("text", "title", "author", "date", "language")}
        return tuple(values.get(name) for name in VALUES)

    return work


def write_warc(path: Path, pages: list[bytes]) -> int:
    """The pages as a WARC, gzip by record; its size."""
    path.write_bytes(b"".join(member(number, page) for number, page in enumerate(pages)))
    return path.stat().st_size


def member(number: int, page: bytes) -> bytes:
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
        f"WARC-Target-URI: https://site{number % 50}.example/{number}\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n"
    )
    compressor = zlib.compressobj(6, zlib.DEFLATED, 31)
    return compressor.compress(head.encode() + http + b"\r\n\r\n") + compressor.flush()


def read(path: Path, n_pages: int | None = None) -> Iterator[PageBatch]:
    source = InputFile(str(path), "warc", path.stat().st_size)
    pages = read_pages([source], any_status=False, on_bytes_read=lambda n_bytes: None)
    return to_batches(islice(pages, n_pages), ReadCounts())


def make_kernel(name: str) -> GuardedKernel:
    """A kernel by the name of a contender; its process is running."""
    kernel = GuardedKernel(Extraction(with_metadata=name != TITLE_ALONE, for_matching=name == MATCHED))
    if name in PEERS:
        kernel.guard = Guard("benches.batch:peer_task", {"name": name})
    kernel.guard.start()
    return kernel


def run_pipeline(name: str, path: Path, folder: Path) -> float:
    """Seconds of processor time, of this process and the guarded one, from the file to Parquet."""
    with make_kernel(name) as kernel:
        # A process loads its models with its first page; an archive has tens of thousands.
        kernel(next(read(path, n_pages=1)))
        start, child_start = time.process_time(), kernel.guard.cpu_seconds()
        output = folder / f"{name}.parquet"
        with batch_writer(output, MATCHABLE if name == MATCHED else RESULTS) as file:
            for batch in read(path):
                file.write(kernel(batch))
        if name == MATCHED:
            drop_again(output, folder / "dropped.parquet")
        return time.process_time() - start + kernel.guard.cpu_seconds() - child_start


def run_unguarded(path: Path, folder: Path) -> float:
    """Seconds of processor time of fastwarc, resiliparse and pyarrow in this process, from the file to Parquet."""
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    take, start = _resiliparse(), time.process_time()
    urls, texts = [], []
    with path.open("rb") as file:
        for record in ArchiveIterator(file, record_types=WarcRecordType.response, parse_http=True):
            urls.append(record.headers["WARC-Target-URI"])
            texts.append(take(record.reader.read()))
    pq.write_table(pa.table({"url": urls, "text": texts}), folder / "unguarded.parquet", compression="zstd")
    return time.process_time() - start


def drop_again(path: Path, output: Path) -> None:
    """The second half of matching, with nothing that is shared: every block is looked up, and stays."""
    with pq.ParquetFile(path) as part, batch_writer(output, RESULTS) as file:
        for batch in part.iter_batches(batch_size=BATCH_ROWS):
            file.write(drop_shared_blocks(batch, {}))


@dataclass
class Shares:
    """Seconds of processor time, by what they went to, all in one process."""

    inflating: float = 0.0
    reading: float = 0.0
    parsing: float = 0.0
    extracting: float = 0.0
    metadata: float = 0.0
    batching: float = 0.0
    writing: float = 0.0


def measure_shares(path: Path, folder: Path) -> Shares:
    """Where the time goes, without the guard. Pages are gone through once more to tell the parts apart."""
    shares, extractor = Shares(), get_extractor(DEFAULT)
    with adding(shares, "inflating"), path.open("rb") as file:
        deque(read_chunks(file), maxlen=0)
    shares.reading -= shares.inflating
    batches = read(path)
    with batch_writer(folder / "shares.parquet", RESULTS) as file:
        while True:
            with adding(shares, "reading"):
                batch = next(batches, None)
            if batch is None:
                break
            pages = list(zip(batch.html, batch.values["url"], strict=True))
            steps = Shares()
            with adding(steps, "batching"):
                results = extract_batch(batch, Extraction())
            with adding(steps, "parsing"):
                for page, _ in pages:
                    parse(page)
            with adding(steps, "extracting"):
                documents = [extract(page, url, by=extractor) for page, url in pages]
                texts = [document.text for document in documents]
            with adding(steps, "metadata"):
                titles = [read_brief(document.page, document.url).title for document in documents]
            assert len(texts) == len(titles) == results.num_rows
            # The time of one call is divided in proportion to the times of its parts.
            shares.parsing += steps.parsing
            shares.extracting += steps.extracting - steps.parsing
            shares.metadata += steps.metadata
            shares.batching += steps.batching - steps.extracting - steps.metadata
            with adding(shares, "writing"):
                file.write(results)
        start = time.process_time()
    shares.writing += time.process_time() - start
    return shares


@contextmanager
def adding(shares: Shares, name: str) -> Iterator[None]:
    start = time.process_time()
    yield
    setattr(shares, name, getattr(shares, name) + time.process_time() - start)


def speed(n_pages: int) -> dict[str, object]:
    pages = [page.html for page in (sample(n_pages) if n_pages else raw_pages())]
    names = [OURS, TITLE_ALONE, MATCHED, UNGUARDED, *PEERS]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "pages.warc.gz"
        n_bytes = write_warc(path, pages)
        rounds = [
            (
                {
                    name: run_unguarded(path, folder) if name == UNGUARDED else run_pipeline(name, path, folder)
                    for name in names
                },
                measure_shares(path, folder),
            )
            for _ in range(ROUNDS)
        ]
        n_bytes_out = (folder / f"{OURS}.parquet").stat().st_size
        n_bytes_kept = (folder / f"{MATCHED}.parquet").stat().st_size
    seconds = {name: min(found[name] for found, _ in rounds) for name in names}
    parts = {key: min(vars(shares)[key] for _, shares in rounds) for key in vars(Shares())}
    parts["guarding"] = max(seconds[OURS] - sum(parts.values()), 0.0)
    rates = {name: len(pages) / value for name, value in seconds.items()}
    print(f"{len(pages):,} pages, {n_bytes:,} bytes of gzip, {sum(map(len, pages)):,} of HTML; Parquet {n_bytes_out:,}")
    for contender, rate in rates.items():
        print(f"{contender:<24} {rate:>7.0f} pages/s/core   {rates[OURS] / rate:>6.2f} times as long as maintext")
    print("shares:", ", ".join(f"{key} {value / sum(parts.values()):.0%}" for key, value in parts.items()))
    return {
        "pages": len(pages),
        "gzip_bytes": n_bytes,
        "html_bytes": sum(map(len, pages)),
        "parquet_bytes": n_bytes_out,
        "matchable_bytes": n_bytes_kept,
        "pages_a_second_a_core": {name: round(rate, 1) for name, rate in rates.items()},
        "seconds": {name: round(value, 3) for name, value in seconds.items()},
        "shares": {key: round(value / sum(parts.values()), 3) for key, value in parts.items()},
        "ms_a_page": {key: round(1000 * value / len(pages), 3) for key, value in parts.items()},
    }


class Again(io.RawIOBase):
    """The same bytes again and again: a file as long as one likes that takes no room."""

    def __init__(self, content: bytes, n_times: int) -> None:
        self.content, self.n_bytes = content, len(content) * n_times
        self.position = 0

    def readinto(self, buffer: Any) -> int:
        """Copies what comes next."""
        place = self.position % len(self.content)
        n_bytes = min(len(buffer), len(self.content) - place, self.n_bytes - self.position)
        buffer[:n_bytes] = self.content[place : place + n_bytes]
        self.position += n_bytes
        return n_bytes

    def readable(self) -> bool:
        """Yes."""
        return True


def rows_of(file: Any) -> Iterator[PageRow | Skipped]:
    from maintext.batch.inputs.warc_pages import page_of_record

    for number, one in enumerate(read_records(file)):
        assert isinstance(one, Record), one
        yield page_of_record(one, PageRow(source="again", record=number), any_status=False)


def memory(n_records: int) -> dict[str, object]:
    # Small ones, so that it is soon over; and the first ones, so that the rest of the corpora is not held.
    small = islice((page.html for page in raw_pages() if len(page.html) <= SMALL_BYTES), 1000)
    members = [member(number, page) for number, page in enumerate(small)]
    file = io.BufferedReader(Again(b"".join(members), -(-n_records // len(members))))
    tenths: list[dict[str, float]] = []
    n_done, start = 0, time.process_time()
    with (
        tempfile.TemporaryDirectory() as folder,
        make_kernel(OURS) as kernel,
        batch_writer(Path(folder) / "part.parquet", RESULTS) as output,
    ):
        for batch in to_batches(rows_of(file), ReadCounts()):
            output.write(kernel(batch))
            n_done += batch.num_rows
            if n_done >= (len(tenths) + 1) * n_records / 10:
                now = time.process_time() + kernel.guard.cpu_seconds()
                tenths.append({"seconds": round(now - start, 1), **held(kernel.guard)})
                start = now
                print(f"{n_done:>9,} records: {tenths[-1]}", flush=True)
    return {"records": n_done, "tenths": tenths}


def held(guard: Guard) -> dict[str, float]:
    """Megabytes that the worker and the process of its pages hold."""
    return {"worker_mb": _resident("self"), "pages_mb": _resident(str(guard.process_id))}


def _resident(process: str) -> float:
    n_pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return round(n_pages * resource.getpagesize() / 1e6, 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["speed", "memory"])
    parser.add_argument("--pages", type=int, default=0, help="a sample of so many pages instead of all")
    parser.add_argument("--records", type=int, default=200_000)
    parser.add_argument("--record", action="store_true")
    arguments = parser.parse_args()
    results = speed(arguments.pages) if arguments.what == "speed" else memory(arguments.records)
    if arguments.record:
        print(record(f"batch-{arguments.what}", results))


if __name__ == "__main__":
    main()
