"""MathML, KaTeX, MathJax and images of formulas -> TeX, each formula once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from maintext import _core, flags
from maintext.render import roles as role
from maintext.render.mathml import annotation_of, to_tex
from maintext.tags import TAGS

if TYPE_CHECKING:
    from maintext.page import Page

# What MathJax and KaTeX draw for the eye, beside the formula itself.
_DRAWN = ("katex-html",)
_DRAWN_BY_SCRIPT = ("mathjax", "mathjax_preview", "mathjax_display", "mathjax_svg", "mathjax_chtml")
# Images whose alternative text is TeX: MediaWiki's and WordPress's.
_IMAGES = ("mwe-math-fallback-image-inline", "mwe-math-fallback-image-display", "latex", "tex")
# Words that all of these have; looked for in the column of words, to read few attributes.
_WORDS = ("katex", "mathjax", "jax", "mwe", "latex", "tex")


@dataclass(frozen=True)
class Formula:
    """A formula of the page."""

    tex: str
    is_display: bool
    """Whether it stands on lines of its own."""


def find_formulas(page: Page, roles: NDArray[np.uint8]) -> dict[int, Formula]:
    """The formulas by row; gives their roles to them, and takes away what is drawn beside them."""
    named = _rows_of_class(page)
    scripts = _math_scripts(page)
    drawn = [*_DRAWN, *(_DRAWN_BY_SCRIPT if scripts else ())]
    roles[[row for name in drawn for row in named.get(name, ())]] = role.SKIP
    formulas = {row: Formula(*script) for row, script in scripts.items()}
    for name in _IMAGES:
        for row in named.get(name, ()):
            alt = page.attributes(row).get("alt", "").strip().strip("$") if _is_image(page, row) else ""
            if alt:
                formulas[row] = Formula(_without_style(alt), name.endswith("display"))
    for row in np.flatnonzero(roles == role.FORMULA).tolist():
        if formula := _mathml(page, row):
            formulas[row] = formula
        else:
            roles[row] = 0
    roles[list(formulas)] = role.FORMULA
    return formulas


def _rows_of_class(page: Page) -> dict[str, list[int]]:
    """The elements that have one of the classes above."""
    hashes = np.array([_core.word_hash(word, "class") for word in _WORDS], dtype=np.uint64)
    at = np.flatnonzero(np.isin(page.words, hashes))
    found: dict[str, list[int]] = {}
    if len(at):
        rows = np.unique(np.searchsorted(page.elements.first_word, at, side="right") - 1).tolist()
        for row, value in zip(rows, page.attribute(rows, "class"), strict=True):
            for name in (value or "").lower().split():
                found.setdefault(name, []).append(row)
    return found


def _math_scripts(page: Page) -> dict[int, tuple[str, bool]]:
    """TeX in scripts for MathJax, and whether it is displayed."""
    rows = np.flatnonzero(page.elements.tag == TAGS["script"]).tolist()
    kinds = page.attribute(rows, "type")
    return {
        row: (_without_style(page.content(row).strip()), "mode=display" in kind)
        for row, kind in zip(rows, kinds, strict=True)
        if kind and kind.startswith("math/tex") and page.content(row).strip()
    }


def _is_image(page: Page, row: int) -> bool:
    return int(page.elements.tag[row]) == TAGS["img"]


def _mathml(page: Page, row: int) -> Formula | None:
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
