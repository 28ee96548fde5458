"""Page -> a table of its blocks that a person can read in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maintext.page import flags

if TYPE_CHECKING:
    from maintext.page import Page

_FLAG_LETTERS = (
    (flags.HIDDEN, "h"),
    (flags.ARIA_HIDDEN, "a"),
    (flags.TEMPLATE, "t"),
    (flags.NOSCRIPT, "n"),
    (flags.SVG, "s"),
    (flags.MATH, "m"),
    (flags.PREFORMATTED, "p"),
)


def show_blocks(page: Page, width: int) -> str:
    """One line per block: number, tag, counts, flags, and as much text as fits.

    Flags: h hidden, a aria-hidden, t template, n noscript, s SVG, m MathML, p preformatted.
    """
    blocks = page.blocks
    lines = [f"{'block':>5} {'tag':<10} {'words':>5} {'chars':>6} {'links':>5} {'sent.':>5} flags  text"]
    texts = page.texts()
    for row in range(len(blocks)):
        tag = page.tag_name(int(blocks.element[row]))
        chars = int(blocks.chars[row])
        link_share = int(blocks.link_chars[row]) / max(chars, 1)
        letters = "".join(letter for bit, letter in _FLAG_LETTERS if int(blocks.flags[row]) & bit)
        text = " ".join(texts[row].split())
        line = (
            f"{row:>5} {tag:<10.10} {int(blocks.words[row]):>5} {chars:>6} {link_share:>5.0%} "
            f"{int(blocks.sentences[row]):>5} {letters:<6} {text}"
        )
        lines.append(line if len(line) <= width else line[: width - 1] + "…")
    return "\n".join(lines)
