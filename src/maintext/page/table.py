"""The page table: what one pass over a page's HTML finds, as NumPy columns.

    elements   one row per start tag, in source order; a subtree is the slice row..end
    blocks     one row per piece of text up to the nearest block-level element
    runs       one row per piece of text between two tags; a block is made of runs
    lines      one row per line of the source

Columns are facts about the HTML; scores and guesses belong to extractors. A Page never changes: its
columns are read-only, and to remove something is to clear a bit in a mask of one's own.
Offsets count bytes of `page.source`, which is UTF-8. Row numbers are indexes into the other tables.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from maintext import _core
from maintext.page.head import Head, read_head

if TYPE_CHECKING:
    # NumPy is imported when a column is first read: many pages need none.
    import numpy as np
    from numpy.typing import NDArray

Scalar = TypeVar("Scalar", bound="np.generic")


class Column(Generic[Scalar]):
    """A field of a table's rows: a read-only view, made on access."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, table: Table, owner: type) -> NDArray[Scalar]:
        column: NDArray[Scalar] = table.rows[self.name]
        return column


class Table:
    """Rows of numbers; the columns are views of them."""

    __slots__ = ("rows",)

    rows: NDArray[np.void]
    """All columns together, as a NumPy record array."""

    def __init__(self, rows: NDArray[np.void]) -> None:
        object.__setattr__(self, "rows", rows)

    def __reduce__(self) -> tuple[Any, tuple[type[Table], NDArray[np.void]]]:
        return _read_only, (type(self), self.rows)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a page table never changes")

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self)} rows of {', '.join(self.rows.dtype.names or ())}>"


def _read_only(kind: type[Table], rows: NDArray[np.void]) -> Table:
    """A table that was pickled."""
    rows.setflags(write=False)
    return kind(rows)


class Elements(Table):
    """Elements, in the order of their start tags."""

    __slots__ = ()

    tag = Column["np.uint8"]()
    """Number of the tag name, see `tags.TAGS`."""
    parent = Column["np.int32"]()
    """Row of the parent, -1 for the root. A parent comes before its children."""
    end = Column["np.int32"]()
    """Row after the last one of the subtree: the subtree is `row:end[row]`, and has `end - row` elements."""
    depth = Column["np.int16"]()
    """Number of ancestors."""
    start = Column["np.int32"]()
    """Offset of the start tag's `<`. Formatting that was opened again has that of the original tag."""
    open_stop = Column["np.int32"]()
    """Offset after the start tag's `>`."""
    close_start = Column["np.int32"]()
    """Offset where the content stops: of the end tag, or of what closed the element without one."""
    stop = Column["np.int32"]()
    """Offset after the end tag. `stop - start` is the length of the element's HTML."""
    chars = Column["np.int32"]()
    """Characters of text in the subtree, white space not counted."""
    link_chars = Column["np.int32"]()
    """Those of them inside links."""
    first_word = Column["np.int32"]()
    """Where the element's words begin in `Page.words`; the next element's begin where they end."""
    first_block = Column["np.int32"]()
    """First block with text of the subtree."""
    stop_block = Column["np.int32"]()
    """Block after the last one with text of the subtree; blocks of the subtree are `first_block:stop_block`."""
    path = Column["np.uint64"]()
    """Hash of the tag names from the root down to the element."""
    signature = Column["np.uint64"]()
    """Hash of the tag name and the set of class words: the same for elements of one template."""
    flags = Column["np.uint8"]()
    """Bits of `flags`: HIDDEN, ARIA_HIDDEN, TEMPLATE, NOSCRIPT, SVG, MATH, PREFORMATTED, IMPLIED."""


class Blocks(Table):
    """Blocks of text, in source order; unshown text from within a shown block follows it."""

    __slots__ = ()

    text_start = Column["np.int32"]()
    """Where the block's text begins in `Page.text`."""
    text_stop = Column["np.int32"]()
    """Where it stops."""
    hash = Column["np.uint64"]()
    """Hash of the block's text: equal texts have equal hashes, on every page and machine."""
    element = Column["np.int32"]()
    """Row of the nearest block-level element around the text."""
    start = Column["np.int32"]()
    """Offset of the first character in the source."""
    stop = Column["np.int32"]()
    """Offset after the last run in the source."""
    first_run = Column["np.int32"]()
    """First run of the block; its runs are consecutive."""
    chars = Column["np.int32"]()
    """Characters, white space not counted."""
    link_chars = Column["np.int32"]()
    """Those of them inside links."""
    words = Column["np.int32"]()
    """Words: runs between white space, and for scripts that write without spaces an estimate by length."""
    sentences = Column["np.int32"]()
    """Full stops and the like at the end of a word."""
    punctuation = Column["np.int32"]()
    """Commas, semicolons, colons, full stops, question and exclamation marks, also of other scripts."""
    commas = Column["np.int32"]()
    digits = Column["np.int32"]()
    uppers = Column["np.int32"]()
    """Capital letters."""
    tags = Column["np.int32"]()
    """Tags between the first and the last word."""
    flags = Column["np.int32"]()
    """Flags of all its runs, joined."""


class Runs(Table):
    """Pieces of text between two tags that are not only white space."""

    __slots__ = ()

    block = Column["np.int32"]()
    element = Column["np.int32"]()
    """Row of the element that holds the text directly."""
    start = Column["np.int32"]()
    stop = Column["np.int32"]()
    text_start = Column["np.int32"]()
    """Where the run's text begins in `Page.text`, the space before it not counted."""
    text_stop = Column["np.int32"]()
    chars = Column["np.int32"]()
    flags = Column["np.int32"]()


class Lines(Table):
    """Lines of the source."""

    __slots__ = ()

    start = Column["np.int32"]()
    chars = Column["np.int32"]()
    """Characters of text on the line, white space not counted; scripts, styles and comments are not text."""
    words = Column["np.int32"]()
    """Words that begin on the line."""
    tags = Column["np.int32"]()
    """Start and end tags that begin on the line, those of scripts and styles not counted."""


class Page(_core.Page):
    """One page, read by `maintext.parse`. Everything is read-only.

    The native class that it extends owns the source and the rows, and has the methods that read attributes, texts and
    links (`_core.pyi`). A page can be pickled: it is read again from its source, which gives the same rows.
    """

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a page never changes")

    def __reduce__(self) -> tuple[type[Page], tuple[bytes, None, int, tuple[str, str]]]:
        return Page, (self.source, None, self.max_depth, (self.encoding, self.encoding_evidence))

    def __copy__(self) -> Page:
        return self

    def __deepcopy__(self, memo: object) -> Page:
        return self

    @cached_property
    def elements(self) -> Elements:
        """The elements, in the order of their start tags."""
        return Elements(self.element_rows)

    @cached_property
    def blocks(self) -> Blocks:
        """The blocks of text."""
        return Blocks(self.block_rows)

    @cached_property
    def runs(self) -> Runs:
        """The pieces of text between tags."""
        return Runs(self.run_rows)

    @cached_property
    def lines(self) -> Lines:
        """The lines of the source."""
        return Lines(self.line_rows)

    @cached_property
    def head(self) -> Head:
        """Title, language, metadata and the other facts of the page's head."""
        return read_head(self)

    def tag_name(self, row: int) -> str:
        """The name of an element, lower case."""
        number = int(self.elements.tag[row])
        if number:
            return _core.TAG_NAMES[number]
        start = int(self.elements.start[row]) + 1
        return (
            self.source[start : start + 200].split(b">")[0].split(b"/")[0].split()[0].decode(errors="replace").lower()
        )

    def words_of(self, row: int) -> NDArray[np.uint64]:
        """Hashes of an element's class, id, role and itemprop words; the words of a custom element's name are class
        words."""
        first = self.elements.first_word
        stop = int(first[row + 1]) if row + 1 < len(first) else len(self.words)
        return self.words[int(first[row]) : stop]

    def xpath(self, row: int) -> str:
        """The place of an element in the tree: /html[1]/body[1]/p[3]."""
        steps, parents = self._steps, self.elements.parent
        path = []
        while row >= 0:
            path.append(steps[row])
            row = int(parents[row])
        return "/" + "/".join(reversed(path))

    def xpath_step(self, row: int) -> str:
        """The last step of an element's XPath: p[3]."""
        return self._steps[row]

    @cached_property
    def _steps(self) -> list[str]:
        """The last step of each element's XPath: its name, and which of its siblings of that name it is."""
        seen: dict[tuple[int, str], int] = {}
        steps = []
        for row, parent in enumerate(self.elements.parent.tolist()):
            name = self.tag_name(row)
            number = seen[parent, name] = seen.get((parent, name), 0) + 1
            steps.append(f"{name}[{number}]")
        return steps

    def __repr__(self) -> str:
        title = self.head.title
        shown = f"{title[:60]!r}, " if title else ""
        return (
            f"<Page: {shown}{len(self.source):,} bytes of {self.encoding} ({self.encoding_evidence}), "
            f"{len(self.elements):,} elements, {len(self.blocks):,} blocks, {int(self.blocks.words.sum()):,} words>"
        )

    def _repr_html_(self) -> str:
        """The page in a notebook."""
        from maintext.page.notebook import page_html

        return page_html(self)

    def show(self, width: int = 100) -> str:
        """The blocks as a table for people."""
        from maintext.page.show import show_blocks

        return show_blocks(self, width)
