"""Strip -> SVG: every block is a bar, kept above the line, dropped below. Taller and more colourful is surer.

    <title>                                        <page type, expected F1>
          '   '      '                             ticks: headings
      ████████████ ███████                         kept
    ───────────────────────
    ▀▀            ▀       ▀▀▀▀                     dropped
    above: kept, 58% of the text in 45 of 322 blocks

One `<path>` per level keeps it small. Text is text, so that it can be searched and read aloud; `aria-label` has all
of it in one sentence.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Literal

import numpy as np

from maintext.barcodes.colours import DARK, LIGHT, N_LEVELS, level_colours, level_of
from maintext.barcodes.strip import Bar, Strip, bars, edges

WIDTH, HEIGHT = 960, 109
KEPT_BOTTOM, KEPT_HEIGHT = 67, 40
LINE_Y = 69
DROPPED_TOP, DROPPED_HEIGHT = 71, 18
TICK_WIDTH, TICK_HEIGHT, TICK_TOP = 1.6, 3.2, 20.8
MAX_TITLE_CHARS = 80
FONT = "system-ui,-apple-system,Segoe UI,DejaVu Sans,sans-serif"

Theme = Literal["auto", "light", "dark", "page"]
"""auto: as the reader's system; page: as auto, but texts have the colour of the page around."""
_INK = {
    "light": {"t": "#161b22", "s": "#59636e", "b": "#1663c7", "m": "#c2185b", "g": "#9a6700"},
    "dark": {"t": "#e6edf3", "s": "#9198a1", "b": "#76b4f9", "m": "#ff79a8", "g": "#e3b341"},
}
"""The colours of titles, small words, agreement (blue), disagreement (magenta), and what people chose (gold)."""
_LINE = {"light": "#d0d7de", "dark": "#3d444d"}
_STOPS = {"light": LIGHT, "dark": DARK}


def to_svg(strip: Strip, theme: Theme = "auto", *, captions: tuple[str, str] | None = None) -> str:
    """The barcode of a page. `captions` are the words below it, if not those about kept and dropped blocks."""
    rectangles: list[list[str]] = [[] for _ in range(N_LEVELS)]
    for bar in bars(strip.chars, strip.keep.astype(np.int64), strip.score, WIDTH):
        rectangles[level_of(bar.score)].append(_rectangle(bar))
    left, right = captions or (f"above: {strip.summary}", "below: dropped · taller is surer")
    title = strip.title if len(strip.title) <= MAX_TITLE_CHARS else strip.title[: MAX_TITLE_CHARS - 1] + "…"
    texts = [
        text_element(title, "mtb-t", 0, 13),
        text_element(strip.facts, "mtb-s", WIDTH, 13, "end"),
        text_element(left, "mtb-s", 0, 106),
        text_element(right, "mtb-s", WIDTH, 106, "end"),
    ]
    shapes = [
        f'<path class="mtb-x" d="M0 {LINE_Y}H{WIDTH}"/>',
        *(f'<path class="mtb-l{level}" d="{"".join(one)}"/>' for level, one in enumerate(rectangles) if one),
        *([f'<path class="mtb-s" d="{ticks}"/>'] if (ticks := _ticks(strip)) else []),
    ]
    sentences = (strip.title, strip.facts, strip.summary)
    label = ". ".join(sentence[0].upper() + sentence[1:] for sentence in sentences if sentence)
    height = HEIGHT if left or right else DROPPED_TOP + DROPPED_HEIGHT + 1
    return svg_element(label, (WIDTH, height), [f"<style>{style_rules(theme)}</style>", *texts, *shapes])


def svg_element(label: str, size: tuple[int, int], parts: Iterable[str]) -> str:
    """An SVG picture with a sentence for those who can't see it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}" class="mtb" role="img" '
        f'aria-label="{_clean(label)}">{"".join(parts)}</svg>'
    )


def text_element(text: str, kind: str, x: float, y: float, anchor: str = "") -> str:
    """Words at a place; nothing if there are none."""
    place = (f' x="{short(x)}"' if x else "") + (f' text-anchor="{anchor}"' if anchor else "")
    return f'<text class="{kind}"{place} y="{short(y)}">{_clean(text)}</text>' if text else ""


def style_rules(theme: Theme = "auto") -> str:
    """The rules of the style sheet that all barcodes share."""
    fonts = f".mtb-t,.mtb-s{{font:12px {FONT}}}.mtb-t{{font-weight:600;font-size:13px}}.mtb-x,.mtb-o{{fill:none}}"
    if theme in ("light", "dark"):
        return fonts + _colours(theme)
    ink = ".mtb-t,.mtb-s{fill:currentColor}.mtb-s{opacity:.7}" if theme == "page" else ""
    return f"{fonts}{_colours('light')}@media(prefers-color-scheme:dark){{{_colours('dark')}}}{ink}"


def _colours(paper: str) -> str:
    levels = "".join(f".mtb-l{level}{{fill:{colour}}}" for level, colour in enumerate(level_colours(_STOPS[paper])))
    inks = "".join(f".mtb-{name}{{fill:{colour}}}" for name, colour in _INK[paper].items())
    return f"{levels}{inks}.mtb-x{{stroke:{_LINE[paper]}}}.mtb-o{{stroke:{_INK[paper]['b']}}}"


def short(number: float) -> str:
    """A number with one decimal at most."""
    return f"{number:.1f}".removesuffix(".0")


def rectangle(left: float, top: float, width: float, height: float) -> str:
    """A rectangle as a part of a path."""
    return f"M{short(left)} {short(top)}h{short(width)}v{short(height)}h-{short(width)}z"


def _rectangle(bar: Bar) -> str:
    if bar.is_kept:
        height = KEPT_HEIGHT * (0.5 + 0.5 * bar.score)
        return rectangle(bar.left, KEPT_BOTTOM - height, bar.width, height)
    return rectangle(bar.left, DROPPED_TOP, bar.width, DROPPED_HEIGHT * (0.35 + 0.65 * (1 - bar.score)))


def _ticks(strip: Strip) -> str:
    """One above each heading that was kept; those that would cover each other are one."""
    places = edges(strip.chars, WIDTH)
    middles = (places[:-1] + places[1:]) / 2
    ticks, last = [], -TICK_WIDTH
    for x in middles[np.flatnonzero(strip.is_heading & strip.keep)].tolist():
        if x - last >= TICK_WIDTH:
            ticks.append(rectangle(x - TICK_WIDTH / 2, TICK_TOP, TICK_WIDTH, TICK_HEIGHT))
            last = x
    return "".join(ticks)


def _clean(text: str) -> str:
    """Text for XML, which has no place for control characters and lone surrogates."""
    kept = "".join(sign for sign in text if sign.isprintable() or sign == " ")
    return escape(kept.encode("utf-8", "replace").decode())
