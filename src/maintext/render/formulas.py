"""MathML, KaTeX, MathJax and images of formulas -> TeX, each formula once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from maintext import _core
from maintext.page import flags
from maintext.page.tags import TAGS
from maintext.render import roles as role
from maintext.render.mathml import annotation_of, to_tex

if TYPE_CHECKING:
    from maintext.page import Page

# What MathJax and KaTeX draw for the eye, beside the formula itself.
_DRAWN = ("katex-html",)
_DRAWN_BY_SCRIPT = ("mathjax", "mathjax_preview", "mathjax_display", "mathjax_svg", "mathjax_chtml")
# Images whose alternative text is TeX: MediaWiki's and WordPress's.
_IMAGES = ("mwe-math-fallback-image-inline", "mwe-math-fallback-image-display", "latex", "tex")


@dataclass(frozen=True)
class Formula:
    """A formula of the page."""

    tex: str
    is_display: bool
    """Whether it stands on lines of its own."""


def find_formulas(page: Page, roles: NDArray[np.uint8], rows: _core.NotableRows) -> dict[int, Formula]:
    """The formulas by row; gives their roles to them, and takes away what is drawn beside them."""
    if not (rows["formulas"] or rows["formula_classes"] or rows["formula_scripts"]):
        return {}
    named = _rows_of_class(page, rows["formula_classes"])
    scripts = rows["formula_scripts"]
    drawn = [*_DRAWN, *(_DRAWN_BY_SCRIPT if scripts else ())]
    roles[[row for name in drawn for row in named.get(name, ())]] = role.SKIP
    formulas = {
        **_of_scripts(page, scripts),
        **_of_images(page, named),
        **{row: formula for row in _outermost(page, rows["formulas"]) if (formula := _of_mathml(page, row))},
    }
    roles[rows["formulas"]] = 0
    roles[list(formulas)] = role.FORMULA
    return formulas


def _outermost(page: Page, rows: list[int]) -> list[int]:
    """The rows that are not inside another one of them."""
    found: list[int] = []
    end = 0
    for row in rows:
        if row >= end:
            found.append(row)
            end = int(page.elements.end[row])
    return found


def _rows_of_class(page: Page, rows: list[int]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for row, value in zip(rows, page.attribute(rows, "class"), strict=True):
        for name in (value or "").lower().split():
            found.setdefault(name, []).append(row)
    return found


def _of_scripts(page: Page, rows: list[int]) -> dict[int, Formula]:
    kinds = page.attribute(rows, "type")
    return {
        row: Formula(tex, "mode=display" in (kind or ""))
        for row, kind in zip(rows, kinds, strict=True)
        if (tex := _without_style(page.content(row)))
    }


def _of_images(page: Page, named: dict[str, list[int]]) -> dict[int, Formula]:
    found = {}
    for name in _IMAGES:
        for row in named.get(name, ()):
            alt = page.attributes(row).get("alt", "").strip().strip("$") if _is_image(page, row) else ""
            if alt:
                found[row] = Formula(_without_style(alt), name.endswith("display"))
    return found


def _is_image(page: Page, row: int) -> bool:
    return int(page.elements.tag[row]) == TAGS["img"]


def _of_mathml(page: Page, row: int) -> Formula | None:
    if int(page.elements.flags[row]) & flags.UNSHOWN:
        return None
    attributes = page.attributes(row)
    tex = annotation_of(page, row) or attributes.get("alttext", "").strip() or to_tex(page, row)
    return Formula(_without_style(tex), attributes.get("display") == "block") if tex else None


def _without_style(tex: str) -> str:
    """The formula without MediaWiki's wrapping, on one line."""
    tex = " ".join(tex.split())
    if tex.startswith(("{\\displaystyle", "{\\textstyle")) and tex.endswith("}"):
        tex = tex[1:-1].partition("style")[2].strip()
    return tex
