"""Decisions of several extractors on one page -> SVG: one row per extractor, compared with the first.

model  58%  ▁▁▁████▁▁▁██▁▁      kept
cetr   57%  ▁▁▁▁███▁▓▓██▁▁      as the first, kept against it (magenta), missed (outlined)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext.barcodes.strip import bars
from maintext.barcodes.svg import WIDTH, Theme, rectangle, style_rules, svg_element, text_element

ROW_HEIGHT, ROW_STEP, TOP = 20, 28, 26
THIN_HEIGHT = 4
"""Of blocks that were dropped."""
CHAR_PX, SHARE_PX = 8.2, 46
"""Space for the names, by the characters of the longest, and for the shares behind them."""
DROPPED, AGREED, ADDED, MISSED = range(4)


class Row(NamedTuple):
    """The decisions of one extractor."""

    name: str
    keep: NDArray[np.bool_]


def compare_svg(
    chars: NDArray[np.int32], rows: Sequence[Row], title: str, theme: Theme = "auto", *, is_gold: bool = False
) -> str:
    """A row per extractor; `is_gold` if the first row is what people chose."""
    first = rows[0]
    left = max(len(row.name) for row in rows) * CHAR_PX + SHARE_PX + 4
    parts = [f"<style>{style_rules(theme)}</style>", text_element(title, "mtb-t", 0, 13)]
    legend = f"blue: as {first.name} · magenta: kept against it · outlined: missed · thin: dropped"
    parts.append(text_element(legend if len(rows) > 1 else "thin: dropped", "mtb-s", WIDTH, 13, "end"))
    for number, row in enumerate(rows):
        parts += _row(chars, row, first.keep, (left, TOP + ROW_STEP * number), is_gold=is_gold and number == 0)
    shares = ", ".join(f"{row.name} {_share(chars, row.keep):.0%}" for row in rows)
    height = TOP + ROW_STEP * len(rows)
    return svg_element(f"{title}. Share of the text that is kept: {shares}", (WIDTH, height), parts)


def _row(
    chars: NDArray[np.int32], row: Row, reference: NDArray[np.bool_], place: tuple[float, float], *, is_gold: bool
) -> list[str]:
    left, top = place
    fate = np.select([row.keep & reference, row.keep, reference], [AGREED, ADDED, MISSED], DROPPED)
    paths = {DROPPED: "", AGREED: "", ADDED: "", MISSED: ""}
    for bar, kind in _with_fates(chars, fate, WIDTH - left):
        if kind == DROPPED:
            paths[kind] += rectangle(left + bar[0], top + ROW_HEIGHT - THIN_HEIGHT, bar[1], THIN_HEIGHT)
        elif kind == MISSED:
            # Half a pixel inside, so that the outline is not wider than the bar.
            paths[kind] += rectangle(left + bar[0] + 0.5, top + 0.5, max(bar[1] - 1, 0.1), ROW_HEIGHT - 1)
        else:
            paths[kind] += rectangle(left + bar[0], top, bar[1], ROW_HEIGHT)
    kinds = {DROPPED: "mtb-l0", AGREED: "mtb-g" if is_gold else "mtb-b", ADDED: "mtb-m", MISSED: "mtb-o"}
    return [
        text_element(row.name, "mtb-t", 0, top + 14),
        text_element(f"{_share(chars, row.keep):.0%}", "mtb-s", left - 10, top + 14, "end"),
        *(f'<path class="{kinds[kind]}" d="{path}"/>' for kind, path in paths.items() if path),
    ]


def _with_fates(
    chars: NDArray[np.int32], fate: NDArray[np.int64], width: float
) -> list[tuple[tuple[float, float], int]]:
    # The score of a bar is its fate: bars that merge have the same.
    found = bars(chars, fate, fate.astype(np.float64), width)
    return [((bar.left, bar.width), round(bar.score)) for bar in found]


def _share(chars: NDArray[np.int32], keep: NDArray[np.bool_]) -> float:
    n_chars = int(chars.sum())
    return int(chars[keep].sum()) / n_chars if n_chars else 0.0
