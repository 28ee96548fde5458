"""Data sets -> labelled pages. One module a form in which they are published."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from pathlib import Path

from maintext.corpus.labelled import BrokenPage, Entry, Fingerprint, LabelledPage, fingerprint
from maintext.corpus.layout import Layout
from maintext.errors import CorpusError

__all__ = [
    "LAYOUTS",
    "BrokenPage",
    "Corpus",
    "Entry",
    "Fingerprint",
    "LabelledPage",
    "fingerprint",
    "open_corpus",
]

LAYOUTS: dict[str, str] = {
    "jsonl-tar": "jsonl:JsonlTar",
    "jsonl": "jsonl:JsonlFolder",
    "ground-truth": "ground_truth:GroundTruth",
    "wcxb": "wcxb:Wcxb",
    "cleaneval": "cleaneval:CleanEval",
    "portal": "portal:CleanPortalEval",
    "dragnet": "dragnet:Dragnet",
    "gn1": "gn1:GoogleNews",
}
"""Every form's name, and the module and class that read it. The first one that fits is taken."""


@dataclass(frozen=True)
class Corpus:
    """A data set whose form is known."""

    name: str
    path: Path
    layout: str
    """Name of its form, see LAYOUTS."""

    def __len__(self) -> int:
        """About how many pages it has, broken ones included."""
        return get_layout(self.layout).count(self.path)

    def entries(self) -> Iterator[Entry]:
        """Every page, whole or broken."""
        return get_layout(self.layout).read(self.path, self.name)

    def pages(self, broken: list[BrokenPage] | None = None, limit: int | None = None) -> Iterator[LabelledPage]:
        """The whole pages; the broken ones are put on the list. Without a list they are an error."""
        return islice(self._whole(broken), limit)

    def _whole(self, broken: list[BrokenPage] | None) -> Iterator[LabelledPage]:
        for entry in self.entries():
            if isinstance(entry, LabelledPage):
                yield entry
            elif broken is None:
                raise CorpusError(f"a broken page, {entry}")
            else:
                broken.append(entry)


def get_layout(name: str) -> Layout:
    """The reader of a form."""
    module, class_name = LAYOUTS[name].split(":")
    layout: Layout = getattr(import_module(f"maintext.corpus.{module}"), class_name)()
    return layout


def open_corpus(path: str | Path, layout: str | None = None) -> Corpus:
    """The data set at a path; its form is found out unless it is named."""
    path = Path(path)
    if not path.exists():
        raise CorpusError(f"there is no corpus at {path}")
    if layout is not None and layout not in LAYOUTS:
        raise CorpusError(f"there is no corpus form {layout!r}; there are: {', '.join(LAYOUTS)}")
    for name in [layout] if layout else LAYOUTS:
        if get_layout(name).fits(path):
            return Corpus(_name(path), path, name)
    raise CorpusError(f"{path} has none of the forms {layout or ', '.join(LAYOUTS)}")


def _name(path: Path) -> str:
    name = path.resolve().name
    return name.split(".tar")[0].removesuffix(".tgz") if path.is_file() else name
