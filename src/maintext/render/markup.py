"""Outline -> nested tags, in the vocabulary of a format.

No tag of the source is copied: every tag and attribute written here comes from the vocabulary, and every text and
address is escaped, so that no markup of the page gets through.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape

from maintext.render import roles as role
from maintext.render.outline import Formula, Image, Outline

_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_HOLDS_TEXT = frozenset(
    (role.ITEM, role.CELL, role.HEAD_CELL, role.CAPTION, role.TERM, role.DEFINITION, *role.HEADINGS)
)
"""Their first text needs no paragraph around it."""
_NEEDS = {
    role.LIST: role.ITEM,
    role.ORDERED: role.ITEM,
    role.TERMS: role.DEFINITION,
    role.TABLE: role.ROW,
    role.ROW: role.CELL,
}
"""The element that must be between these and anything else."""
_TAKES = {
    role.LIST: (role.ITEM,),
    role.ORDERED: (role.ITEM,),
    role.TERMS: (role.TERM, role.DEFINITION),
    role.TABLE: (role.ROW, role.CAPTION),
    role.ROW: (role.CELL, role.HEAD_CELL),
}
"""The elements that they can hold directly."""
_MOST_NESTED = {role.SUB: 2, role.SUP: 2, role.QUOTED: 2}
"""How many elements of a role within a line are written inside each other; of other roles one. They are written anew
in each paragraph, so without a bound a small page becomes a text of any length."""
_HOME = {role.ITEM: role.LIST, role.TERM: role.TERMS, role.DEFINITION: role.TERMS}
"""The elements that these must be in."""


def as_attribute(address: str) -> str:
    """An address as the value of an attribute: without spaces, which would separate two addresses.

    >>> as_attribute("https://example.org/a (1).png?b&c")
    'https://example.org/a%20(1).png?b&amp;c'
    """
    return escape("%20".join(address.split()))


def without_illegal(text: str) -> str:
    """A text without the characters that XML can't have, even escaped; HTML has no use for them either."""
    return _ILLEGAL.sub("", text)


@dataclass(frozen=True)
class Vocabulary:
    """The tags of a format."""

    tags: Mapping[int, str]
    """Name of the element of each role, with its fixed attributes; a role without one has no tag."""
    paragraph: str
    line_break: str
    rule: str
    link_attribute: str
    language_attribute: str
    """The attribute for the language of a code block."""
    span_attributes: tuple[str, str]
    """Of columns and of rows."""
    image: Callable[[Image], str]
    formula: Callable[[Formula], str]
    has_numbers: bool = True
    """Whether ordered lists and items have numbers."""
    caption: str = "caption"
    """The tag of a table's caption."""
    is_code_plain: bool = False
    """Whether code within a line can hold nothing but text."""
    section: str = ""
    """The element that each heading at the top opens."""


@dataclass(slots=True)
class _Open:
    """An element that is open."""

    role: int
    tag: str
    row: int = -1
    has_text: bool = False
    is_written: bool = False
    """Of a mark: whether its tag is in the text that is open."""


@dataclass
class MarkupWriter:
    """Writes the steps of an outline as tags."""

    outline: Outline
    vocabulary: Vocabulary
    parts: list[str] = field(default_factory=list)
    open: list[_Open] = field(default_factory=list)
    marks: list[_Open] = field(default_factory=list)
    """Elements within the line that are open, written or not."""
    is_in_text: bool = False
    paragraph: bool = False
    """Whether the text that is open has a paragraph of its own."""

    def write(self) -> str:
        """The whole text."""
        if self.outline.headline:
            self._open_block(role.H1, -1)
            self._text(self.outline.headline)
            self._end_text()
            self._close_to(len(self.open) - 1)
        for code, row, text in self.outline.steps():
            if code == role.TEXT:
                self._text(text)
            elif code == role.BREAK:
                self._break()
            elif code & role.CLOSE:
                self._close_step(code & ~role.CLOSE, row)
            else:
                self._open_step(code, row)
        self._end_text()
        self._close_to(0)
        return without_illegal("".join(self.parts))

    # ---- text --------------------------------------------------------------------------------

    def _text(self, piece: str) -> None:
        if self._is_in(role.CODE_BLOCK):
            self.parts.append(escape(piece, quote=False))
            return
        text = piece.lstrip()
        gap = piece[: len(piece) - len(text)] if self.is_in_text else ""
        is_code = any(mark.role == role.CODE for mark in self.marks)
        self._place(gap)
        self.parts.append(self._lines(text, " " if is_code else self.vocabulary.line_break))

    def _lines(self, text: str, line_break: str) -> str:
        return escape(text, quote=False).replace("\n", line_break)

    def _place(self, gap: str) -> None:
        """Opens what is not yet open around the text that follows, after the white space before it."""
        if not self.is_in_text:
            self._begin_text()
        if gap:
            self.parts.append(self._lines(gap, self.vocabulary.line_break))
        for mark in self.marks:
            if not mark.is_written:
                mark.is_written = True
                if mark.tag:
                    self.parts.append(f"<{mark.tag}>")

    def _begin_text(self) -> None:
        self._fill_in(role.TEXT)
        here = self.open[-1] if self.open else None
        self.paragraph = here is None or here.role not in _HOLDS_TEXT or here.has_text
        if here is None and self.vocabulary.section:
            self._push(role.SKIP, -1)
        if here:
            here.has_text = True
        if self.paragraph:
            self.parts.append(f"<{self.vocabulary.paragraph}>")
        self.is_in_text = True

    def _end_text(self) -> None:
        if not self.is_in_text:
            return
        for mark in reversed(self.marks):
            if mark.is_written and mark.tag:
                self.parts.append(_end_tag(mark.tag))
            mark.is_written = False
        if self.paragraph:
            self.parts.append(_end_tag(self.vocabulary.paragraph) + "\n")
        self.is_in_text = False

    def _break(self) -> None:
        if self._is_in(role.CODE_BLOCK):
            self.parts.append("\n")
        elif self.open and self.open[-1].role in role.HEADINGS:
            self.parts.append(" ")
        else:
            self._end_text()

    # ---- elements ----------------------------------------------------------------------------

    def _is_in(self, own: int) -> bool:
        return bool(self.open) and self.open[-1].role == own

    def _open_step(self, own: int, row: int) -> None:
        if own in role.MARKS:
            self._open_mark(own, row)
        elif own == role.IMAGE:
            # Decorative images and those without an address have a step, and no image.
            if symbol := self.outline.symbols.get(row):
                self._void(escape(symbol, quote=False), row)
            elif image := self.outline.images.get(row):
                self._void(self.vocabulary.image(image), row)
        elif own == role.FORMULA:
            self._void(self.vocabulary.formula(self.outline.formulas[row]), row)
        elif own == role.RULE:
            self._end_text()
            if not self.open or self.open[-1].role not in _NEEDS:
                self.parts.append(self.vocabulary.rule + "\n")
        else:
            self._end_text()
            self._open_block(own, row)

    def _open_block(self, own: int, row: int) -> None:
        vocabulary = self.vocabulary
        if own == role.CAPTION and not self._is_in(role.TABLE):
            return
        if own == role.NOTE:
            own = role.ITEM if self.open and self.open[-1].role in (role.LIST, role.ORDERED) else role.QUOTE
        self._close_implied()
        if vocabulary.section and own in role.HEADINGS and all(entry.role == role.SKIP for entry in self.open):
            self._close_to(0)
        if vocabulary.section and not self.open:
            self._push(role.SKIP, -1)
        home = _HOME.get(own)
        if home and not (self.open and own in _TAKES.get(self.open[-1].role, ())):
            self._fill_in(home)
            self._push(home, -1)
        self._fill_in(own)
        self._push(own, row)

    def _close_implied(self) -> None:
        """Closes elements that the page does not have and that only held others."""
        while self.open and self.open[-1].row < 0 and self.open[-1].role != role.SKIP:
            self._close_to(len(self.open) - 1)

    def _fill_in(self, own: int) -> None:
        """Opens the elements that must be between the innermost one and one of a role."""
        while self.open and (last := self.open[-1].role) in _TAKES and own not in _TAKES[last]:
            self._push(_NEEDS[last], -1)

    def _push(self, own: int, row: int) -> None:
        special = {role.SKIP: self.vocabulary.section, role.CAPTION: self.vocabulary.caption}
        tag = special.get(own) or self.vocabulary.tags.get(own, "")
        if own in role.HEADINGS and any(entry.role != role.SKIP for entry in self.open):
            tag = self.vocabulary.tags.get(own + HEADING_INSIDE, tag)
        if row >= 0:
            tag += self._attributes(own, row)
        if tag:
            self.parts.append(f"<{tag}>")
        self.open.append(_Open(own, tag, row))

    def _attributes(self, own: int, row: int) -> str:
        vocabulary, outline = self.vocabulary, self.outline
        written = ""
        if own in (role.CELL, role.HEAD_CELL):
            for name, number in zip(vocabulary.span_attributes, outline.spans.get(row, (1, 1)), strict=True):
                written += f' {name}="{number}"' if number > 1 else ""
        elif own == role.ORDERED and vocabulary.has_numbers:
            number, step = outline.numberings[row]
            written += f' start="{number}"' if number != 1 else ""
            written += " reversed" if step < 0 else ""
        elif own == role.ITEM and row in outline.own_numbers and vocabulary.has_numbers:
            written += f' value="{outline.own_numbers[row]}"'
        elif own == role.CODE_BLOCK and (language := outline.languages.get(row)):
            written += f" {vocabulary.language_attribute.format(escape(language))}"
        return written

    def _close_step(self, own: int, row: int) -> None:
        if own in role.MARKS:
            self._close_mark(row)
            return
        self._end_text()
        levels = [level for level, entry in enumerate(self.open) if entry.row == row]
        if levels:
            self._close_to(levels[-1])

    def _close_to(self, n_open: int) -> None:
        while len(self.open) > n_open:
            entry = self.open.pop()
            if entry.tag:
                self.parts.append(_end_tag(entry.tag) + "\n")

    # ---- within the line ---------------------------------------------------------------------

    def _open_mark(self, own: int, row: int) -> None:
        n_around = sum(mark.role == own for mark in self.marks)
        if self._is_in(role.CODE_BLOCK) or n_around >= _MOST_NESTED.get(own, 1):
            return
        tag = self.vocabulary.tags.get(own, "")
        if own == role.LINK:
            address = self.outline.links.get(row)
            written = as_attribute(address) if address else ""
            tag = f'{tag} {self.vocabulary.link_attribute}="{written}"' if written else ""
        if self.vocabulary.is_code_plain and any(mark.role == role.CODE for mark in self.marks):
            tag = ""
        self.marks.append(_Open(own, tag, row))

    def _close_mark(self, row: int) -> None:
        if self.marks and self.marks[-1].row == row:
            mark = self.marks.pop()
            if mark.is_written and mark.tag:
                self.parts.append(_end_tag(mark.tag))

    def _void(self, written: str, row: int) -> None:
        if not written:
            return
        if not self._is_in(role.CODE_BLOCK):
            self._place(" " if self.is_in_text and row in self.outline.after_space else "")
        self.parts.append(written)


HEADING_INSIDE = 64
"""Added to the role of a heading inside another element, for vocabularies that have another tag for it."""


def _end_tag(tag: str) -> str:
    return f"</{tag.split(' ')[0]}>"


def write_markup(outline: Outline, vocabulary: Vocabulary) -> str:
    """The kept text in the tags of a vocabulary."""
    return MarkupWriter(outline, vocabulary).write()
