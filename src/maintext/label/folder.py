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
    root: Path
    """The folder that all pages are in."""

    def read(self) -> Page:
        """The page; raises LabelError if it can't be read."""
        try:
            return parse(self.read_bytes())
        except InputError as error:
            raise LabelError(f"{self.id} can't be read: {error}") from error

    def read_bytes(self) -> bytes:
        """The file; raises LabelError if it can't be read, or is a link to a file outside of the folder."""
        try:
            # Checked at every reading: whoever may write to the folder could replace a page by a link at any time.
            target = self.path.resolve(strict=True)
            if not target.is_relative_to(self.root.resolve()):
                raise LabelError(f"{self.id} can't be read: it links to a file outside of the folder")
            return target.read_bytes()
        except (OSError, RuntimeError) as error:
            raise LabelError(f"{self.id} can't be read: {error}") from error


def find_pages(folder: Path) -> dict[str, PageFile]:
    """The pages of a folder by their id, in the order of their names."""
    if not folder.is_dir():
        raise LabelError(f"{folder} is not a folder")
    root = folder / "html" if (folder / "html").is_dir() else folder
    files = sorted(path for path in root.rglob("*") if path.suffix.lower() in SUFFIXES and path.is_file())
    pages: dict[str, PageFile] = {}
    for path in files:
        # Two files may differ in their suffix only; then the second one keeps it.
        name = path.relative_to(root).with_suffix("").as_posix()
        id_ = path.relative_to(root).as_posix() if name in pages else name
        pages[id_] = PageFile(id_, path, root)
    if not pages:
        raise LabelError(f"found no pages in {folder}: no file ends in {' or '.join(SUFFIXES)}")
    return pages
