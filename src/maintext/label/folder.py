"""A folder -> its pages: every .html and .htm in it, or those of html/ if it is a corpus."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from maintext.errors import InputError, LabelError
from maintext.page import Page
from maintext.page.parsing import parse

SUFFIXES = (".html", ".htm")


@dataclass(frozen=True)
class PageFile:
    """A page on the disk."""

    id: str
    """Its path within the folder, without the suffix."""
    path: Path

    def read(self) -> Page:
        """The page; LabelError if it can't be read."""
        try:
            return parse(self.path.read_bytes())
        except (OSError, InputError) as error:
            raise LabelError(f"{self.id} can't be read: {error}") from error


def find_pages(folder: Path) -> dict[str, PageFile]:
    """The pages of a folder by their id, in the order of their names."""
    if not folder.is_dir():
        raise LabelError(f"{folder} is no folder")
    root = folder / "html" if (folder / "html").is_dir() else folder
    files = sorted(path for path in root.rglob("*") if path.suffix.lower() in SUFFIXES and path.is_file())
    pages: dict[str, PageFile] = {}
    for path in files:
        # Two files may differ in their suffix alone; the second one keeps it.
        name = path.relative_to(root).with_suffix("").as_posix()
        id_ = path.relative_to(root).as_posix() if name in pages else name
        pages[id_] = PageFile(id_, path)
    if not pages:
        raise LabelError(f"{folder} has no page: no file ends in {' or '.join(SUFFIXES)}")
    return pages
