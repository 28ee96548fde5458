"""Label files <-> the labels of pages. A label file has labels of one source and no text of its pages.

`<source>.jsonl.xz` has one JSON object per page, ordered by id:

    corpus, id        the source and the page's name in it
    url, kind         where the page came from, and its type
    licence           of the source
    guide, made       the version of the guide that was followed, and who labelled by which means
    letters           one letter per block, see `block_labels.LETTERS`
    hashes            HASH_DIGITS hexadecimal digits per block, see `block_labels.text_hash`
    words             words per block, so that two label files can be compared without the pages

The same labels always give the same bytes. A file may also have the texts themselves, as labelling by hand gives them:
corpus, id, url, kind, and `blocks`, a list of a letter and a text per block. It is read, but never written.
"""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from maintext.corpus.block_labels import HASH_DIGITS, BlockLabels
from maintext.errors import CorpusError

SUFFIX = ".jsonl.xz"
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Origin:
    """Where labels come from: what anybody who uses them has to know."""

    licence: str | None = None
    """Of the data set that has the page."""
    guide: str | None = None
    """Version of the labelling guide."""
    made: str | None = None
    """Who labelled, and how."""


@dataclass(frozen=True)
class LabelledBlocks:
    """The labels of one page, with the facts that belong to them."""

    corpus: str
    id: str
    labels: BlockLabels
    n_words: tuple[int, ...]
    """Words of each block."""
    kind: str | None = None
    url: str | None = None
    origin: Origin = field(default_factory=Origin)

    @property
    def name(self) -> str:
        """The source and the page's name in it."""
        return f"{self.corpus}/{self.id}"

    def to_line(self) -> str:
        """The page's line of a label file."""
        record = {
            "corpus": self.corpus,
            "id": self.id,
            "url": self.url,
            "kind": self.kind,
            "licence": self.origin.licence,
            "guide": self.origin.guide,
            "made": self.origin.made,
            "letters": self.labels.letters,
            "hashes": "".join(self.labels.hashes),
            "words": list(self.n_words),
        }
        return json.dumps(record, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> LabelledBlocks:
        """Reads the object of a line; CorpusError if a field is missing or has another type."""
        if "blocks" in record:
            return cls._from_texts(record)
        labels = read_block_labels(record)
        words = record.get("words")
        if not isinstance(words, list) or len(words) != len(labels.letters) or not all(type(n) is int for n in words):
            raise CorpusError(f"`words` is not a list of {len(labels.letters):,} whole numbers")
        origin = Origin(*(_optional_text(record, name) for name in ("licence", "guide", "made")))
        kind, url = _optional_text(record, "kind"), _optional_text(record, "url")
        return cls(_text(record, "corpus"), _text(record, "id"), labels, tuple(words), kind, url, origin)

    @classmethod
    def _from_texts(cls, record: Mapping[str, Any]) -> LabelledBlocks:
        """Reads an object of the guide's form, which has the texts themselves: "blocks": [["T", "Rain"], ...]."""
        blocks = record["blocks"]
        if not isinstance(blocks, list) or not all(_is_lettered(block) for block in blocks):
            raise CorpusError("`blocks` is not a list of a letter and a text each")
        letters, texts = "".join(letter for letter, _ in blocks), [text for _, text in blocks]
        n_words = tuple(len(_WORD.findall(text)) for text in texts)
        kind, url = _optional_text(record, "kind"), _optional_text(record, "url")
        return cls(_text(record, "corpus"), _text(record, "id"), BlockLabels.of(letters, texts), n_words, kind, url)


def _is_lettered(block: object) -> bool:
    return isinstance(block, list) and len(block) == 2 and all(isinstance(part, str) for part in block)


def read_block_labels(record: Mapping[str, Any]) -> BlockLabels:
    """Letters and hashes of an object that has both; CorpusError if they do not fit."""
    digits = _text(record, "hashes")
    if len(digits) % HASH_DIGITS:
        raise CorpusError(f"`hashes` has {len(digits):,} digits, which is not a multiple of {HASH_DIGITS}")
    hashes = tuple(digits[start : start + HASH_DIGITS] for start in range(0, len(digits), HASH_DIGITS))
    return BlockLabels(_text(record, "letters"), hashes)


def read_labels(path: Path) -> dict[str, LabelledBlocks]:
    """The labels of a file, or of all label files of a folder, by the page's name."""
    files = sorted(path.glob(f"*{SUFFIX}")) if path.is_dir() else [path]
    if not files:
        raise CorpusError(f"{path} has no label file: no name ends in {SUFFIX}")
    found: dict[str, LabelledBlocks] = {}
    for file in files:
        for page in _read_file(file):
            if page.name in found:
                raise CorpusError(f"{file.name} has labels of {page.name} for the second time")
            found[page.name] = page
    return found


def write_labels(folder: Path, pages: Iterable[LabelledBlocks]) -> dict[str, int]:
    """Writes one file per source, and returns how many pages each of them has now.

    Labels of other pages that a file has already stay; labels of the same page are replaced.
    """
    by_source: dict[str, dict[str, LabelledBlocks]] = {}
    for page in pages:
        by_source.setdefault(page.corpus, {})[page.id] = page
    n_pages = {}
    for source, new in sorted(by_source.items()):
        file = folder / f"{source}{SUFFIX}"
        everything = {page.id: page for page in _read_file(file)} if file.exists() else {}
        everything.update(new)
        _write_file(file, [everything[id_] for id_ in sorted(everything)])
        n_pages[source] = len(everything)
    return n_pages


def _read_file(file: Path) -> Iterator[LabelledBlocks]:
    try:
        lines = lzma.decompress(file.read_bytes()).splitlines()
    except (OSError, EOFError, lzma.LZMAError) as error:
        raise CorpusError(f"{file} is not a readable label file: {error}") from error
    for number, line in enumerate(lines, 1):
        yield _read_line(line, f"{file.name}, line {number}")


def _read_line(line: bytes, place: str) -> LabelledBlocks:
    try:
        record = json.loads(line)
        return LabelledBlocks.from_record(record if isinstance(record, dict) else {})
    except (ValueError, CorpusError) as error:
        raise CorpusError(f"{place}: {error}") from error


def _write_file(file: Path, pages: Iterable[LabelledBlocks]) -> None:
    """Writes under another name first, so that a full disk or a kill leaves the old file whole."""
    raw = "".join(page.to_line() + "\n" for page in pages).encode()
    unfinished = file.with_name(f"{file.name}.unfinished")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_bytes(lzma.compress(raw, preset=9))
        unfinished.replace(file)
    except OSError as error:
        raise CorpusError(f"{file} can't be written: {error}") from error


def _text(record: Mapping[str, Any], name: str) -> str:
    value = record.get(name)
    if not isinstance(value, str):
        raise CorpusError(f"`{name}` is missing, or not text")
    return value


def _optional_text(record: Mapping[str, Any], name: str) -> str | None:
    return None if record.get(name) is None else _text(record, name)
