"""(Page, mask) -> Markdown: CommonMark and tables. Written natively; here is found out what is rarely there.

What has no form in Markdown becomes text, or one of the few tags that every reader of it knows: `<br>` in cells,
`<sub>`, `<sup>`, `<del>`. Terms and definitions become a list, footnotes `[^1]`, formulas TeX between dollars.
The result, read as CommonMark, gives the words of the document again.
"""

from __future__ import annotations

import re

from maintext import _core
from maintext.render.code_language import code_language
from maintext.render.formulas import Formula
from maintext.render.grid import read_spans
from maintext.render.lists import first_number, item_numbers
from maintext.render.options import Options
from maintext.render.outline import Source, read_roles

# TeX that reads the same whether or not the reader knows formulas.
_READABLE_TEX = re.compile(r"(?:[^\\*_`<>\[\]&$|~]|\\[A-Za-z ,;]|(?<=[A-Za-z0-9])_)*")
_STARTS_PLAINLY = re.compile(r"[A-Za-z\\({]")


def to_markdown(source: Source, options: Options = Options()) -> str:
    """The kept text of a page as Markdown."""
    page, reading = source.page, read_roles(source, options)
    rows = reading.rows
    spans = read_spans(page, rows["cells"])
    known: _core.KnownFacts = {
        "base": reading.addresses.base,
        "labels": reading.labels,
        "formulas": {row: (written(formula), formula.is_display) for row, formula in reading.formulas.items()},
        "languages": {row: code_language(page, row) for row in rows["code_blocks"]},
        "numbers": {row: first_number(page, row) for row in rows["ordered"]},
        "values": item_numbers(page, rows["items"]) if rows["ordered"] else {},
        "column_spans": spans.columns,
        "row_spans": spans.rows,
    }
    return page.markdown(source.keep, reading.roles, options.include_tables, known)


def written(formula: Formula) -> str:
    """A formula between dollars; as code too where its characters would mean something else to some readers.

    >>> written(Formula("x_1 + y", False)), written(Formula("a*b*c", False))
    ('$x_1 + y$', '$`a*b*c`$')
    """
    tex = formula.tex
    is_readable = _READABLE_TEX.fullmatch(tex)
    if formula.is_display:
        plainly = is_readable and _STARTS_PLAINLY.match(tex)
        fence = "`" * max(3, _longest_run_of_ticks(tex) + 1)
        return f"$$\n{tex}\n$$" if plainly else f"{fence}math\n{tex}\n{fence}"
    ticks = "`" * (_longest_run_of_ticks(tex) + 1)
    space = " " if tex.startswith("`") or tex.endswith("`") else ""
    return f"${tex}$" if is_readable else f"${ticks}{space}{tex}{space}{ticks}$"


def _longest_run_of_ticks(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)
