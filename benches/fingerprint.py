"""Corpora -> hashes of everything maintext answers for each page: extractors, formats, metadata.

A refactoring must not change an answer. Record the hashes before it and compare after it:

    python -m benches.fingerprint before.json
    python -m benches.fingerprint after.json --against before.json

The second call lists, for each kind of answer, how many pages differ and the first few of them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import maintext
from benches.corpora import CORPORA
from maintext.corpus import open_corpus
from maintext.extractors.registry import WITHOUT_BROWSER

FORMATS = ("markdown", "text", "html", "xml", "tei", "json")
MODES: dict[str, dict[str, Any]] = {
    "precision": {"favor": "precision"},
    "recall": {"favor": "recall"},
    "everything": {"content": "all"},
}
N_EXAMPLES = 3

Answers = dict[str, str]
"""A hash for each kind of answer."""


def digest(value: object) -> str:
    """A short hash of anything that has a stable `repr`, or of bytes."""
    raw = value if isinstance(value, bytes) else repr(value).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(raw, digest_size=6).hexdigest()


def answers(html: bytes, url: str | None) -> Answers:
    """Every answer about one page, hashed."""
    page = maintext.parse(html)
    found: Answers = {
        name: digest(b"".join(table.rows.tobytes() for table in (getattr(page, name),)))
        for name in ("elements", "blocks", "runs", "lines")
    }
    found["text buffer"] = digest(page.text)
    found["head"] = digest(page.head)
    for name in WITHOUT_BROWSER:
        scores = extractor(name)(page)
        found[f"keep: {name}"] = digest(scores.keep.tobytes())
        found[f"score: {name}"] = digest(scores.score.round(5).tobytes())
    document = maintext.extract(html, url)
    found["document text"] = digest(document.text)
    found["judgement"] = digest((document.page_type, round(document.confidence or 0, 5), document.has_main_text))
    for output_format in FORMATS:
        found[f"format: {output_format}"] = digest(document.render(output_format, with_metadata=True))
    found["metadata"] = digest(document.metadata)
    found["drop reasons"] = digest([dropped.reason for dropped in document.dropped])
    for mode, options in MODES.items():
        found[f"mode: {mode}"] = digest(maintext.extract(html, url, **options).text)
    found["page value"] = digest(round(maintext.page_value(page), 9))
    return found


@cache
def extractor(name: str) -> Any:
    """An extractor by its name, made once."""
    from maintext.extractors.by import get_extractor

    return get_extractor(name)


def corpus_answers(path: Path) -> dict[str, Answers]:
    """The answers about each page of a corpus, by the page's name."""
    return {f"{page.corpus}/{page.id}": answers(page.html, page.url) for page in open_corpus(path).pages([])}


def differences(before: dict[str, Answers], after: dict[str, Answers]) -> Iterator[tuple[str, list[str]]]:
    """Each kind of answer with the pages on which it differs."""
    pages = before.keys() & after.keys()
    for kind in sorted({kind for page in pages for kind in before[page]}):
        wrong = sorted(page for page in pages if before[page].get(kind) != after[page].get(kind))
        if wrong:
            yield kind, wrong


def main() -> None:
    """Records the answers; compares them if a record is given."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("output", type=Path)
    options.add_argument("--against", type=Path)
    options.add_argument("--corpora", nargs="*", help="names of corpora; all by default")
    options.add_argument("--jobs", type=int, default=2)
    given = options.parse_args()
    paths = [path for path in sorted(CORPORA.glob("*.tar.xz")) if _is_wanted(path, given.corpora)]
    with ProcessPoolExecutor(given.jobs) as pool:
        found = {name: one for corpus in pool.map(corpus_answers, paths) for name, one in corpus.items()}
    given.output.write_text(json.dumps(found), encoding="utf-8")
    print(f"{len(found)} pages of {len(paths)} corpora")
    if given.against is None:
        return
    before = json.loads(given.against.read_text(encoding="utf-8"))
    n_different = 0
    for kind, wrong in differences(before, found):
        n_different += 1
        print(f"{kind}: {len(wrong)} pages differ, for example {', '.join(wrong[:N_EXAMPLES])}")
    print("no difference" if not n_different else f"{n_different} kinds of answers differ")


def _is_wanted(path: Path, names: list[str] | None) -> bool:
    return not names or path.name.split(".")[0] in names


if __name__ == "__main__":
    main()
