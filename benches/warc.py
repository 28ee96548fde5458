"""Our reader of WARC files beside fastwarc: how fast, and what of damaged files it gives.

Run `python -m benches.warc`; docs/decisions has what came of it. Time is processor time, the best of five rounds.
"""

import argparse
import io
import time
import warnings
from collections.abc import Callable, Iterator

from benches.batch import member
from benches.corpora import sample
from benches.measure import record
from maintext.batch.inputs.http import read_response
from maintext.batch.inputs.warc import Damage, Record, read_records

ROUNDS = 5


def ours(content: bytes) -> Iterator[bytes]:
    for one in read_records(io.BytesIO(content)):
        if isinstance(one, Record) and one.body is not None:
            yield read_response(one.body).page


def fastwarc(content: bytes) -> Iterator[bytes]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from fastwarc.warc import ArchiveIterator
    for one in ArchiveIterator(io.BytesIO(content), quirks_mode=True):
        yield one.reader.read()


def damaged(members: list[bytes]) -> dict[str, bytes]:
    """A hundred records with one thing wrong in the middle, or at the end."""
    before, middle, after = b"".join(members[:50]), members[50], b"".join(members[51:100])
    torn = middle[: len(middle) // 2] + b"\0\0\0\0" + middle[len(middle) // 2 + 4 :]
    return {
        "a corrupt member": before + torn + after,
        "junk between records": before + b"junk" * 100 + middle + after,
        "a truncated end": before + middle + after[:-100],
    }


def n_right(reader: Callable[[bytes], Iterator[bytes]], content: bytes, pages: list[bytes]) -> str:
    """How many records are given whole, and how many are given that are not."""
    given = []
    try:
        for page in reader(content):
            given.append(page)  # noqa: PERF402 - what came before an error counts
    except Exception as error:
        # Whatever it raises is the answer.
        return f"{len(set(given) & set(pages))} of 100, then {type(error).__name__}"
    wrong = sum(page not in pages for page in given)
    return f"{len(given) - wrong} of 100" + (f", and {wrong} that is not whole" if wrong else "")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", action="store_true")
    arguments = parser.parse_args()
    pages = list(dict.fromkeys(page.html for page in sample(320)))[:300]
    members = [member(number, page) for number, page in enumerate(pages)]
    content = b"".join(members)
    readers: dict[str, Callable[[bytes], Iterator[bytes]]] = {"ours": ours, "fastwarc": fastwarc}
    best = dict.fromkeys(readers, float("inf"))
    for _ in range(ROUNDS):
        for name, reader in readers.items():
            start = time.process_time()
            assert sum(map(len, reader(content))) == sum(map(len, pages))
            best[name] = min(best[name], time.process_time() - start)
    rates = {name: round(len(pages) / seconds) for name, seconds in best.items()}
    whole = {
        name: {what: n_right(reader, broken, pages) for what, broken in damaged(members).items()}
        for name, reader in readers.items()
    }
    n_named = {
        what: sum(isinstance(one, Damage) for one in read_records(io.BytesIO(broken)))
        for what, broken in damaged(members).items()
    }
    results: dict[str, object] = {"records_a_second": rates, "given": whole, "named": n_named}
    print(results)
    if arguments.record:
        print(record("warc", results))


if __name__ == "__main__":
    main()
