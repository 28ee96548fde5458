"""Outline -> text for people: paragraphs apart, items and rows on lines of their own, code as it is indented."""

from __future__ import annotations

from maintext.render import roles as role
from maintext.render.grid import Cell, lay_out, read_spans
from maintext.render.indented_blocks import MAX_LEVELS, BlockWriter, Container
from maintext.render.lists import first_number, item_numbers
from maintext.render.options import Options
from maintext.render.outline import Outline, Source, make_outline

_SHOWN = {role.QUOTED: '""', role.NOTE_REF: "[]"}
_INDENTED = (role.QUOTE, role.DEFINITION)


def to_text(source: Source, options: Options = Options()) -> str:
    """The kept text of a page, without any marks but those of lists and tables."""
    return TextWriter(make_outline(source, options)).write()


class TextWriter:
    """Writes the steps of an outline one after the other."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self.blocks = BlockWriter()
        self.pieces: list[str] = []
        self.pending = ""
        """Marks that open before the next text."""
        self.in_code_block = False
        self.in_heading = False
        self.rows: list[list[Cell]] = []
        self.cell: list[str] | None = None
        self.outside_cell: list[Container] = []
        self.numbers = item_numbers(outline.page, outline.rows_with(role.ITEM))

    def write(self) -> str:
        """The whole text."""
        for code, row, text in self.outline.steps_with_texts():
            if code == role.TEXT:
                self._text(text)
            elif code == role.BREAK:
                self._break()
            elif role.STRONG <= code & ~role.CLOSE <= role.NOTE_REF:
                self._mark(code)
            elif code in (role.IMAGE, role.RULE):
                continue
            elif code == role.FORMULA:
                self._formula(row)
            elif code & role.CLOSE:
                self._close(code & ~role.CLOSE, row)
            else:
                self._open(code, row)
        self._flush()
        return self.blocks.text()

    def _text(self, piece: str) -> None:
        if self.pending and not self.in_code_block:
            text = piece.lstrip()
            piece = piece[: len(piece) - len(text)] + self.pending + text
        self.pending = ""
        self.pieces.append(piece if self.pieces or self.in_code_block else piece.lstrip())

    def _mark(self, code: int) -> None:
        # A mark that a reader would see: quotes around a quotation, brackets around the number of a note.
        if code in (role.QUOTED, role.NOTE_REF):
            self.pending += _SHOWN[code][0]
        elif code & role.CLOSE and code & ~role.CLOSE in _SHOWN:
            self.pieces.append(_SHOWN[code & ~role.CLOSE][1])

    def _formula(self, row: int) -> None:
        start = int(self.outline.page.elements.start[row])
        is_apart = self.outline.page.has_space_before(start) and self.pieces
        self.pieces.append((" " if is_apart else "") + self.outline.formulas[row].tex)

    def _break(self) -> None:
        if self.in_code_block:
            self.pieces.append("\n")
        elif self.in_heading:
            self.pieces.append(" ")
        else:
            self._flush()

    def _flush(self) -> None:
        text = "".join(self.pieces)
        self.pieces.clear()
        self._put(text if self.in_code_block else text.strip())

    def _put(self, text: str) -> None:
        if not text:
            return
        if self.cell is None:
            self.blocks.put(text)
            return
        marks = "".join(container.first or "" for container in self.blocks.containers)
        for container in self.blocks.containers:
            container.first = None
        self.cell.append(marks + " ".join(text.split()))

    def _open(self, own: int, row: int) -> None:
        self._flush()
        self.in_code_block = own == role.CODE_BLOCK
        self.in_heading = own in role.HEADINGS
        if own == role.TABLE:
            self.rows = []
        elif own == role.ROW:
            self.rows.append([])
        elif own in (role.CELL, role.HEAD_CELL):
            self.cell = []
            self.outside_cell, self.blocks.containers = self.blocks.containers, [Container(-1)]
        elif own in (role.LIST, role.TERMS):
            self._enter(Container(own, bullet="-"))
        elif own == role.ORDERED:
            number, step = first_number(self.outline.page, row)
            self._enter(Container(own, bullet=".", number=number, step=step))
        elif own == role.ITEM:
            self._enter(self._item(row))
        elif own == role.NOTE:
            self._enter(Container(own, "    ", f"[{self.outline.labels[row]}] "))
        elif own in _INDENTED:
            self._enter(Container(own, "  "))

    def _item(self, row: int) -> Container:
        listed = self.blocks.containers[-1]
        listed.n_items += 1
        if listed.number is None:
            return Container(role.ITEM, "  ", "- ")
        number = self.numbers.get(row, listed.number)
        listed.number = number + listed.step
        mark = f"{number}. "
        return Container(role.ITEM, " " * len(mark), mark)

    def _enter(self, container: Container) -> None:
        if len(self.blocks.containers) > MAX_LEVELS:
            container.rest, container.first = "", None
        elif container.kind in _INDENTED:
            container.first = "  "
        self.blocks.containers.append(container)

    def _close(self, own: int, row: int) -> None:
        if own == role.CODE_BLOCK:
            self.pieces[:] = ["".join(self.pieces).rstrip()]
        self._flush()
        self.in_code_block = self.in_heading = False
        if own in (role.CELL, role.HEAD_CELL):
            self._close_cell(row)
        elif own == role.TABLE:
            self._close_table()
        elif own in (role.LIST, role.TERMS, role.ORDERED, role.ITEM, role.NOTE, *_INDENTED):
            container = self.blocks.containers.pop()
            if own == role.ITEM:
                self.blocks.containers[-1].is_tight = container.n_blocks <= 1

    def _close_cell(self, row: int) -> None:
        text = "; ".join(self.cell or [])
        self.cell, self.blocks.containers = None, self.outside_cell
        if not self.rows:
            self.rows.append([])
        self.rows[-1].append(Cell(text, row, is_header=False))

    def _close_table(self) -> None:
        rows = [cells for cells in self.rows if cells]
        if rows:
            lines = lay_out(rows, read_spans(self.outline.page, [cell.row for cells in rows for cell in cells]))
            self._put("\n".join(" | ".join(line).rstrip(" |") for line in lines))
