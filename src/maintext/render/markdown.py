"""Outline -> Markdown: CommonMark and tables.

What has no form in it becomes text, or one of the few tags that every reader of Markdown knows: `<br>` in cells,
`<sub>`, `<sup>`, `<del>`. Terms and definitions become a list, footnotes `[^1]`, formulas TeX between dollars.
The result, read as CommonMark, gives the words of the document again.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from maintext import _core
from maintext.render import roles as role
from maintext.render.code_language import code_language
from maintext.render.grid import Cell, Spans, lay_out, read_spans
from maintext.render.images import Image
from maintext.render.lists import first_number, item_numbers
from maintext.render.markdown_blocks import MAX_LEVELS, BlockWriter, Container
from maintext.render.markdown_inline import HARD_BREAK, Line, as_destination, code_span
from maintext.render.options import Options
from maintext.render.outline import Outline, Source, make_outline

# What means something at the start of a line: headings, quotes, items, underlines of headings and tables.
_LINE_START = re.compile(
    r"^(?:#{1,6}(?=\s|$)|>|[-+](?=\s|$)|=+\s*$|[|:\s]*-[-:|\s]*$|\d{1,9}(?=[.)](?:\s|$)))", re.MULTILINE
)
_TRAILING_MARKS = re.compile(r"(?<!\S)#+$")
_TICKS = re.compile("`{3,}")
# TeX that reads the same whether or not the reader knows formulas.
_READABLE_TEX = re.compile(r"(?:[^\\*_`<>\[\]&$|]|\\[A-Za-z ,;]|(?<=[A-Za-z0-9])_)*")
_NO_BLOCK_START = re.compile(r"[A-Za-z\\({0-9][^.)]*")


def to_markdown(source: Source, options: Options = Options()) -> str:
    """The kept text of a page as Markdown."""
    return MarkdownWriter(make_outline(source, options, is_markdown=True)).write()


class MarkdownWriter:
    """Writes the steps of an outline one after the other."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self.line = Line()
        self.blocks = BlockWriter()
        self.table: list[list[Cell]] | None = None
        self.cell: list[str] | None = None
        self.outside_cell: list[Container] = []
        self.level = 0
        """Of the heading that is open."""
        self.in_code_block = False
        self.links = outline.links()
        self.numbers = item_numbers(outline)
        self._spans: Spans | None = None
        self._images: dict[int, Image] | None = None

    def write(self) -> str:
        """The whole text."""
        line, pieces, outline = self.line, self.line.pieces, self.outline
        handlers = self._handlers()
        texts = iter(outline.texts)
        for code, row in outline.steps():
            if code == role.TEXT:
                piece = next(texts)
                if self.in_code_block or (pieces and not line.n_unwritten and not line.in_code):
                    pieces.append(piece)
                else:
                    line.add(piece)
            elif code == role.BREAK:
                self.end_block()
            else:
                handlers[code](row)
        self.flush()
        return self.blocks.text()

    def _handlers(self) -> list[Callable[[int], None]]:
        """What is done at each code: at the role of an element that opens, CLOSE more where it closes."""
        handlers: list[Callable[[int], None]] = [self.pass_over] * 256
        for own in range(role.STRONG, role.NOTE_REF + 1):
            handlers[own], handlers[own | role.CLOSE] = self._mark_opener(own), self.close_mark
        for own, opener, closer in (
            (role.LIST, self.open_list, self.close_container),
            (role.ORDERED, self.open_ordered, self.close_container),
            (role.ITEM, self.open_item, self.close_item),
            (role.QUOTE, self.open_quote, self.close_container),
            (role.NOTE, self.open_note, self.close_container),
            (role.CODE_BLOCK, self.open_code_block, self.close_code_block),
            (role.TERMS, self.open_terms, self.close_terms),
            (role.TERM, self.open_term, self.close_term),
            (role.DEFINITION, self.open_definition, self.pass_over),
            (role.TABLE, self.open_table, self.close_table),
            (role.ROW, self.open_row, self.pass_over),
            (role.CELL, self.open_cell, self.close_cell),
            (role.HEAD_CELL, self.open_cell, self.close_header_cell),
            (role.CAPTION, self.pass_over, self.pass_over),
        ):
            handlers[own], handlers[own | role.CLOSE] = opener, closer
        for level in range(6):
            handlers[role.H1 + level], handlers[role.H1 + level | role.CLOSE] = self.open_heading, self.close_heading
        handlers[role.IMAGE], handlers[role.RULE], handlers[role.FORMULA] = self.image, self.rule, self.formula
        return handlers

    # ---- text --------------------------------------------------------------------------------

    def end_block(self) -> None:
        """Text of another block comes next."""
        if self.in_code_block:
            self.line.pieces.append("\n")
        elif self.level:
            if self.line.pieces:
                self.line.pieces.append(" ")
        else:
            self.flush()

    def pass_over(self, row: int) -> None:
        """An element that only parts blocks."""
        self.flush()

    def flush(self) -> None:
        """Writes the text that is there as a paragraph."""
        if self.line.pieces:
            text = self.line.take().strip()
            if text:
                self.put(_LINE_START.sub(_escape_start, text))

    def put(self, text: str) -> None:
        """Writes a block: into the cell that is open, or below the last block."""
        if self.cell is None:
            self.blocks.put(text)
            return
        marks = "".join(container.first or "" for container in self.blocks.containers)
        for container in self.blocks.containers:
            container.first = None
        self.cell.append(marks + text.replace(HARD_BREAK, "<br>").replace("\n", " "))

    def put_within_line(self, text: str, row: int) -> None:
        """Adds what stands in a line like a word, after a space if there is white space before it."""
        start = int(self.outline.page.elements.start[row])
        is_apart = self.outline.page.source[start - 1 : start].isspace()
        self.line.add(" " + text if is_apart else text)

    def _mark_opener(self, own: int) -> Callable[[int], None]:
        line, links, labels = self.line, self.links, self.outline.labels

        def open_mark(row: int) -> None:
            if self.in_code_block or line.in_code or any(mark.role == own for mark in line.marks):
                return
            if own == role.LINK:
                if row in links:
                    line.open(own, row, links[row])
            else:
                line.open(own, row, labels.get(row, ""))

        return open_mark

    def close_mark(self, row: int) -> None:
        """A mark closes."""
        self.line.close(row)

    # ---- headings, code ----------------------------------------------------------------------

    def open_heading(self, row: int) -> None:
        """A heading opens; its level is that of its role."""
        self.flush()
        self.level = 1

    def close_heading(self, row: int) -> None:
        """A heading closes."""
        self.level = 0
        level = int(self.outline.page.tag_name(row)[1])
        text = " ".join(self.line.take().replace(HARD_BREAK, " ").split())
        if text:
            marks = "" if self.cell is not None else "#" * level + " "
            self.put(marks + _TRAILING_MARKS.sub(lambda found: "\\" + found[0], text))

    def open_code_block(self, row: int) -> None:
        """A code block opens."""
        self.flush()
        self.in_code_block = True

    def close_code_block(self, row: int) -> None:
        """A code block closes."""
        self.in_code_block = False
        code = "".join(self.line.pieces).rstrip()
        self.line.pieces.clear()
        if not code:
            return
        if self.cell is not None:
            self.put(HARD_BREAK.join(code_span(line) if line else "" for line in code.split("\n")))
            return
        fence = "`" * max([3, *(len(ticks) + 1 for ticks in _TICKS.findall(code))])
        self.put(f"{fence}{code_language(self.outline.page, row)}\n{code}\n{fence}")

    # ---- lists, quotes, notes ----------------------------------------------------------------

    def _open_container(self, container: Container) -> None:
        self.flush()
        if len(self.blocks.containers) > MAX_LEVELS:
            container.rest, container.first = "", None
        self.blocks.containers.append(container)

    def close_container(self, row: int) -> None:
        """A list, quote or note closes."""
        self.flush()
        container = self.blocks.containers.pop()
        self.blocks.containers[-1].last_bullet = container.bullet

    def open_list(self, row: int) -> None:
        """A list opens; after another one it has other bullets, or they would be one list."""
        self.flush()
        last = self.blocks.containers[-1].last_bullet
        self._open_container(Container(role.LIST, bullet="*" if last == "-" else "-"))

    def open_ordered(self, row: int) -> None:
        """An ordered list opens."""
        self.flush()
        last = self.blocks.containers[-1].last_bullet
        number, step = first_number(self.outline, row)
        self._open_container(Container(role.ORDERED, bullet=")" if last == "." else ".", number=number, step=step))

    def open_item(self, row: int) -> None:
        """An item opens, of a list or of none."""
        self.flush()
        if self.blocks.containers[-1].kind not in (role.LIST, role.ORDERED):
            self._open_container(Container(role.LIST, bullet="-"))
        listed = self.blocks.containers[-1]
        listed.n_items += 1
        mark = listed.bullet
        if listed.number is not None:
            listed.number = self.numbers.get(row, listed.number)
            mark = f"{listed.number}{mark}" if 0 <= listed.number < 10**9 else f"1{mark}"
            listed.number += listed.step
        self._open_container(Container(role.ITEM, " " * (len(mark) + 1), mark + " "))

    def close_item(self, row: int) -> None:
        """An item closes, and the list that only stands in for a missing one."""
        self.flush()
        item = self.blocks.containers.pop()
        self.blocks.containers[-1].is_tight = item.n_blocks <= 1

    def open_quote(self, row: int) -> None:
        """A quote opens."""
        self._open_container(Container(role.QUOTE, "> "))

    def open_note(self, row: int) -> None:
        """A footnote opens."""
        self._open_container(Container(role.NOTE, "   ", f"[^{self.outline.labels[row]}]: "))

    # ---- terms and definitions ---------------------------------------------------------------

    def open_terms(self, row: int) -> None:
        """A list of terms opens."""
        self.open_list(row)
        self.blocks.containers[-1].kind = role.TERMS

    def close_terms(self, row: int) -> None:
        """A list of terms closes, and the last item in it."""
        self._close_term_item()
        self.close_container(row)

    def _close_term_item(self) -> None:
        self.flush()
        if self.blocks.containers[-1].kind == role.TERM:
            self.close_item(-1)

    def _open_term_item(self) -> None:
        if self.blocks.containers[-1].kind == role.TERMS:
            self.blocks.containers[-1].n_items += 1
            self._open_container(Container(role.TERM, "  ", "- "))

    def open_term(self, row: int) -> None:
        """A term opens: an item, in which its definitions stand too."""
        self._close_term_item()
        self._open_term_item()
        if not self.line.marks:
            self.line.open(role.STRONG, row)

    def close_term(self, row: int) -> None:
        """A term closes."""
        self.line.close(row)
        self.flush()

    def open_definition(self, row: int) -> None:
        """A definition opens."""
        self.flush()
        self._open_term_item()

    # ---- tables ------------------------------------------------------------------------------

    def open_table(self, row: int) -> None:
        """A table opens."""
        self.flush()
        self.table = []

    def open_row(self, row: int) -> None:
        """A row opens."""
        self.flush()
        if self.table is not None:
            self.table.append([])

    def open_cell(self, row: int) -> None:
        """A cell opens: what comes is written into it, on one line."""
        self.flush()
        self.cell = []
        self.outside_cell, self.blocks.containers = self.blocks.containers, [Container(-1)]

    def close_cell(self, row: int, is_header: bool = False) -> None:
        """A cell closes."""
        self.flush()
        text = "<br>".join(self.cell or []).replace("|", "\\|")
        self.cell, self.blocks.containers = None, self.outside_cell
        if self.table is None:
            return
        if not self.table:
            self.table.append([])
        self.table[-1].append(Cell(text, row, is_header))

    def close_header_cell(self, row: int) -> None:
        """A header cell closes."""
        self.close_cell(row, is_header=True)

    def close_table(self, row: int) -> None:
        """A table closes, and is written."""
        self.flush()
        rows, self.table = [cells for cells in self.table or [] if cells], None
        if not rows:
            return
        self._spans = self._spans or read_spans(self.outline)
        lines = lay_out(rows, self._spans)
        if not all(cell.is_header for cell in rows[0]):
            lines.insert(0, [""] * len(lines[0]))
        width = max(map(len, lines))
        lines[0] += [""] * (width - len(lines[0]))
        lines.insert(1, ["---"] * width)
        self.put("\n".join(f"| {' | '.join(line)} |" for line in lines))

    # ---- what has no text --------------------------------------------------------------------

    def image(self, row: int) -> None:
        """An image, within the line or on its own."""
        if self.in_code_block or self.line.in_code:
            return
        if self._images is None:
            self._images = self.outline.images()
        image = self._images[row]
        if not image.address and not image.alt:
            return
        alt = _escape_brackets(_core.escape_markdown(image.alt))
        title = f' "{_escape_quotes(image.title)}"' if image.title else ""
        self.put_within_line(f"![{alt}]({as_destination(image.address or '')}{title})", row)

    def rule(self, row: int) -> None:
        """A line between two parts."""
        self.flush()
        if self.cell is None:
            # In a list the usual dashes would be items.
            self.put("---" if len(self.blocks.containers) == 1 else "___")

    def formula(self, row: int) -> None:
        """A formula, as TeX."""
        formula = self.outline.formulas[row]
        is_readable = _READABLE_TEX.fullmatch(formula.tex)
        if self.in_code_block or self.line.in_code:
            self.line.add(formula.tex)
        elif formula.is_display and self.cell is None and not self.level:
            self.flush()
            is_readable = is_readable and _NO_BLOCK_START.match(formula.tex)
            self.put(f"$$\n{formula.tex}\n$$" if is_readable else f"```math\n{formula.tex}\n```")
        else:
            self.put_within_line(f"${formula.tex}$" if is_readable else f"${code_span(formula.tex)}$", row)


def _escape_start(found: re.Match[str]) -> str:
    return found[0] + "\\" if found[0].isdigit() else "\\" + found[0]


def _escape_brackets(text: str) -> str:
    return re.sub(r"(?<!\\)[\[\]]", r"\\\g<0>", text)


def _escape_quotes(text: str) -> str:
    return _core.escape_markdown(text).replace('"', '\\"')
