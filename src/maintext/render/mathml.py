"""MathML -> TeX: the annotation where there is one, else the presentation, written out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from maintext import _core
from maintext.page.tags import TAGS

if TYPE_CHECKING:
    from maintext.page import Page

_SYMBOLS = {
    "×": "\\times", "⋅": "\\cdot", "÷": "\\div", "±": "\\pm", "≤": "\\leq", "≥": "\\geq", "≠": "\\neq", "≈": "\\approx",
    "∞": "\\infty", "∑": "\\sum", "∏": "\\prod", "∫": "\\int", "∂": "\\partial", "∇": "\\nabla", "√": "\\surd",
    "→": "\\to", "⇒": "\\Rightarrow", "∈": "\\in", "∉": "\\notin", "⊂": "\\subset", "∪": "\\cup", "∩": "\\cap",
    "∀": "\\forall", "∃": "\\exists", "α": "\\alpha", "β": "\\beta", "γ": "\\gamma", "δ": "\\delta", "ε": "\\epsilon",
    "θ": "\\theta", "λ": "\\lambda", "μ": "\\mu", "π": "\\pi", "ρ": "\\rho", "σ": "\\sigma", "τ": "\\tau",
    "φ": "\\phi", "χ": "\\chi", "ψ": "\\psi", "ω": "\\omega", "Γ": "\\Gamma", "Δ": "\\Delta", "Θ": "\\Theta",
    "Λ": "\\Lambda", "Π": "\\Pi", "Σ": "\\Sigma", "Φ": "\\Phi", "Ψ": "\\Psi", "Ω": "\\Omega", "…": "\\dots",
    "\u2062": "", "\u2061": "", "\u2063": "", "−": "-", "{": "\\{", "}": "\\}", "%": "\\%", "#": "\\#", "&": "\\&",
}  # fmt: skip
"""Characters that TeX writes otherwise. Those at the end of the list are invisible, or mean something to TeX."""


def annotation_of(page: Page, row: int) -> str | None:
    """The TeX that a `<math>` carries along."""
    elements = page.elements
    end = int(elements.end[row])
    rows = [row + at for at, tag in enumerate(elements.tag[row:end].tolist()) if tag == TAGS["annotation"]]
    for own, encoding in zip(rows, page.attribute(rows, "encoding"), strict=True):
        if encoding and "tex" in encoding.lower():
            return _core.text_content(page.content(own).encode(), "rcdata").strip() or None
    return None


def to_tex(page: Page, row: int) -> str:
    """The presentation as TeX. Children are written before their parents, so nothing recurses."""
    end = int(page.elements.end[row])
    parents = page.elements.parent[row:end].tolist()
    children: dict[int, list[str]] = {}
    for own in range(end - 1, row - 1, -1):
        name = page.tag_name(own)
        parts = children.pop(own, [])[::-1]
        if name in _TOKENS:
            tex = _TOKENS[name](_symbols(_core.text_content(_without_tags(page.content(own)), "rcdata").strip()))
        else:
            tex = _WRITERS.get(name, _row)(parts)
        if tex:
            children.setdefault(parents[own - row], []).append(tex)
    found = children.get(parents[0], [])
    return " ".join(found[0].split()) if found else ""


def _without_tags(content: str) -> bytes:
    """The text of a token; what it should not have inside is left out."""
    return content.partition("<")[0].encode()


def _symbols(text: str) -> str:
    return "".join(f"{_SYMBOLS[c]} " if c in _SYMBOLS else c for c in text).strip()


def _row(parts: list[str]) -> str:
    return " ".join(parts)


def _group(tex: str) -> str:
    return tex if len(tex) == 1 else f"{{{tex}}}"


def _with(form: str, n_parts: int) -> Callable[[list[str]], str]:
    """A writer for elements of a fixed number of children; with another number they stand side by side."""

    def write(parts: list[str]) -> str:
        return form.format(*map(_group, parts)) if len(parts) == n_parts else _row(parts)

    return write


_TOKENS: dict[str, Callable[[str], str]] = {
    "mi": lambda text: text if len(text) < 2 or text.startswith("\\") else f"\\mathrm{{{text}}}",
    "mn": lambda text: text,
    "mo": lambda text: text,
    "ms": lambda text: f"\\text{{{text}}}",
    "mtext": lambda text: f"\\text{{{text}}}" if text else "",
    "annotation": lambda text: "",
}
_WRITERS: dict[str, Callable[[list[str]], str]] = {
    "mfrac": lambda parts: f"\\frac{{{parts[0]}}}{{{parts[1]}}}" if len(parts) == 2 else _row(parts),
    "msup": _with("{0}^{1}", 2),
    "msub": _with("{0}_{1}", 2),
    "msubsup": _with("{0}_{1}^{2}", 3),
    "munder": _with("{0}_{1}", 2),
    "mover": _with("{0}^{1}", 2),
    "munderover": _with("{0}_{1}^{2}", 3),
    "msqrt": lambda parts: f"\\sqrt{{{_row(parts)}}}",
    "mroot": lambda parts: f"\\sqrt[{parts[1]}]{{{parts[0]}}}" if len(parts) == 2 else _row(parts),
    "mtd": _row,
    "mtr": " & ".join,
    "mtable": lambda parts: "\\begin{matrix} " + " \\\\ ".join(parts) + " \\end{matrix}",
    "annotation-xml": lambda parts: "",
}
