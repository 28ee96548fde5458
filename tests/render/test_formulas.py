"""MathML without TeX: generated formulas, each written as MathML and as TeX by a plain recursive writer."""

from __future__ import annotations

import html.entities
import unicodedata
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import maintext
from tools import math_symbols

SYMBOLS = math_symbols.symbols()
TOKENS = {
    "mi": ["x", "y", "N", "α", "φ", "ε", "ℝ", "𝐯", "𝛽", "∞", "∅"],
    "mn": ["0", "1", "42", "3.14"],
    "mo": ["+", "−", "=", "≤", "∈", "⊗", "⇒", "⟨", "(", ")"],
}
FUNCTIONS = ["sin", "log", "max"]
ACCENTS = {"^": "\\hat", "¯": "\\bar", "→": "\\vec", "˙": "\\dot", "⏞": "\\overbrace"}


@dataclass(frozen=True)
class Made:
    """A formula in both forms."""

    mathml: str
    tex: str
    is_one: bool = False
    """Whether TeX needs no braces around it."""

    @property
    def group(self) -> str:
        return self.tex if self.is_one else f"{{{self.tex}}}"


def token(kind: str, text: str) -> Made:
    tex = "".join(SYMBOLS.get(character, character) for character in text)
    return Made(f"<{kind}>{text}</{kind}>", tex, len(tex) == 1 or (tex[:1] == "\\" and tex[1:].isalpha()))


def tag(name: str, *children: Made) -> str:
    # A row keeps a child together whatever is inside.
    return f"<{name}>{''.join(f'<mrow>{child.mathml}</mrow>' for child in children)}</{name}>"


def row(children: list[Made]) -> Made:
    if len(children) == 1:
        return children[0]
    return Made("".join(child.mathml for child in children), " ".join(child.tex for child in children))


def table(rows: list[list[Made]]) -> Made:
    cells = "".join(f"<mtr>{''.join(f'<mtd>{cell.mathml}</mtd>' for cell in cells)}</mtr>" for cells in rows)
    inside = " \\\\ ".join(" & ".join(cell.tex for cell in cells) for cells in rows)
    return Made(f"<mtable>{cells}</mtable>", f"\\begin{{matrix}} {inside} \\end{{matrix}}")


def accented(accent: str, base: Made) -> Made:
    mathml = f"<mover><mrow>{base.mathml}</mrow><mo>{accent}</mo></mover>"
    return Made(mathml, f"{ACCENTS[accent]}{{{base.tex}}}")


def limits(below: Made, above: Made) -> Made:
    inside = f"<mrow>{below.mathml}</mrow><mrow>{above.mathml}</mrow>"
    return Made(f"<munderover><mo>∑</mo>{inside}</munderover>", f"\\sum_{below.group}^{above.group}")


TOKEN = st.one_of(*(st.builds(token, st.just(kind), st.sampled_from(texts)) for kind, texts in TOKENS.items()))
FUNCTION = st.sampled_from(FUNCTIONS).map(lambda name: Made(f"<mi>{name}</mi>", f"\\{name}", is_one=True))
WORDS = st.sampled_from(["if", "a b"]).map(lambda text: Made(f"<mtext>{text}</mtext>", f"\\text{{{text}}}"))
FORMULA = st.recursive(
    TOKEN | FUNCTION | WORDS,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=4).map(row),
        st.builds(lambda a, b: Made(tag("mfrac", a, b), f"\\frac{{{a.tex}}}{{{b.tex}}}"), inner, inner),
        st.builds(lambda a, b: Made(tag("msup", a, b), f"{a.group}^{b.group}"), inner, inner),
        st.builds(lambda a, b: Made(tag("msub", a, b), f"{a.group}_{b.group}"), inner, inner),
        st.builds(lambda a, b, c: Made(tag("msubsup", a, b, c), f"{a.group}_{b.group}^{c.group}"), inner, inner, inner),
        st.builds(lambda a: Made(tag("msqrt", a), f"\\sqrt{{{a.tex}}}"), inner),
        st.builds(lambda a, b: Made(tag("mroot", a, b), f"\\sqrt[{b.tex}]{{{a.tex}}}"), inner, inner),
        st.builds(accented, st.sampled_from(sorted(ACCENTS)), inner),
        st.builds(limits, inner, inner),
        st.lists(st.lists(inner, min_size=2, max_size=2), min_size=2, max_size=3).map(table),
    ),
    max_leaves=12,
)


def written(mathml: str) -> str:
    """The TeX of a formula, without what Markdown writes around it."""
    markdown = maintext.extract(f"<p>A <math>{mathml}</math> b", by="all").to_markdown(include_title=False)
    return markdown.removeprefix("A $").removesuffix("$ b").strip("`")


@settings(max_examples=200, deadline=None)
@given(FORMULA)
def test_a_generated_formula_becomes_its_tex(formula: Made) -> None:
    assert written(formula.mathml).split() == formula.tex.split()


def test_the_table_of_symbols_is_what_its_tool_writes() -> None:
    assert math_symbols.PATH.read_text(encoding="utf-8") == math_symbols.table()


def test_every_command_is_a_character_reference_of_html() -> None:
    assert all(f"{name};" in html.entities.html5 for name in math_symbols.COMMANDS)
    assert len(SYMBOLS) > 1_400


@pytest.mark.parametrize(("start", "stop"), [(0x2200, 0x2270), (0x1D400, 0x1D6A4)])
def test_symbols_of_a_block_are_written_as_ascii(start: int, stop: int) -> None:
    known = [chr(code) for code in range(start, stop) if chr(code) in SYMBOLS]
    assigned = [chr(code) for code in range(start, stop) if unicodedata.name(chr(code), "")]
    assert len(known) > 0.7 * len(assigned)
    assert all(written(f"<mi>z</mi><mo>{symbol}</mo><mi>z</mi>").isascii() for symbol in known[::7])
