"""Documents of one page -> plots of the scores by block, and of what contributed to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from maintext.charts.axes import count_axis, linear_axis, name_axis, share_axis
from maintext.charts.chart import RIGHT, WIDE_PX, Chart
from maintext.explain.explained import separating_score
from maintext.explain.pictures.picture import Picture

if TYPE_CHECKING:
    from maintext.document import Document

N_FEATURES = 14
ROW_PX = 24
MASK_SHARE = 0.9
"""Of the scores above the lowest that are equal to the highest in a mask; `cetr` has a few lines in between."""


def score_picture(document: Document) -> Picture | None:
    """The score of each block; None if the scores are a mask, which the barcode shows as well."""
    score, keep = np.nan_to_num(document.scores.score), document.keep
    if is_mask(score):
        return None
    title = f"Scores by {document.by}"
    is_probability = document.confidence is not None
    meaning = "The probability that it is content." if is_probability else "What the number means is the method's."
    unit = "probability" if is_probability else "score, in the method's own unit"
    low, high = float(score.min()), float(score.max())
    y = share_axis(0, unit) if low >= 0 and high <= 1 else linear_axis(low, high, unit, n_ticks=4)
    chart = Chart(count_axis(len(score), "block, in page order"), y, WIDE_PX, 190)
    for chosen, ink in ((~keep, "dropped"), (keep, "kept")):
        chart.columns(np.where(chosen, score, np.nan), ink, ink)
    caption = f"The score of each block. {meaning} Rest on one to see why; click to go there."
    found = separating_score(score, keep)
    if found is not None:
        chart.across(found.threshold, f"kept from {found.threshold:.3g}")
        caption += f" {_exceptions(found.n_exceptions, len(score))}"
    right = (WIDE_PX - RIGHT) / WIDE_PX
    scale = f' data-blocks="{len(score)}" data-left="{chart.left / WIDE_PX:.4f}" data-right="{right:.4f}"'
    return Picture(title, caption, chart.to_svg(f"{title}. {caption}", scale), is_wide=True)


def is_mask(score: NDArray[np.float64]) -> bool:
    """Whether nearly all scores above the lowest are the highest: their plot would be slabs.

    >>> is_mask(np.array([0.0, 1, 1, 0])), is_mask(np.array([0.1, 0.4, 0.9, 0.2]))
    (True, False)
    """
    above = score[score > score.min(initial=np.inf)]
    return not len(above) or float((above == above.max()).mean()) >= MASK_SHARE


def _exceptions(n_exceptions: int, n_blocks: int) -> str:
    if not n_exceptions:
        return "The dashed line is the threshold: all blocks above it are kept, all below are dropped."
    return (
        f"The dashed line separates kept from dropped blocks best; {n_exceptions:,} of {n_blocks:,} are on the other "
        "side, because the decision takes more into account than the score."
    )


def contribution_picture(document: Document, contributions: list[list[tuple[str, float]]]) -> Picture | None:
    """The features with the largest mean contributions, for kept and for dropped blocks."""
    if not any(contributions):
        return None
    names = list(dict.fromkeys(name for block in contributions for name, _ in block))
    means = _means(names, contributions, document.keep)
    order = np.argsort(-np.abs(means).max(axis=0), kind="stable")[:N_FEATURES].tolist()
    title = f"What contributes to the scores of {document.by}"
    caption = "Mean contribution of kept and of dropped blocks. The tooltip of a block has its own."
    shown = means[:, order]
    x = linear_axis(float(shown.min()), float(shown.max()), "← lowers · raises →  log odds, mean over blocks", 8)
    chart = Chart(x, name_axis([names[number] for number in order]), WIDE_PX, 80 + ROW_PX * len(order))
    for row in range(len(order)):
        chart.bar(float(shown[0, row]), -row - 0.3, "kept", 0.36)
        chart.bar(float(shown[1, row]), -row - 0.7, "dropped", 0.36)
    chart.name("kept blocks", "kept")
    chart.name("dropped blocks", "dropped")
    return Picture(title, caption, chart.to_svg(f"{title}. {caption}"), is_wide=True)


def _means(
    names: list[str], contributions: list[list[tuple[str, float]]], keep: NDArray[np.bool_]
) -> NDArray[np.float64]:
    column = {name: number for number, name in enumerate(names)}
    sums, counts = np.zeros((2, len(names))), np.zeros(2)
    for block, is_kept in zip(contributions, keep.tolist(), strict=True):
        row = 0 if is_kept else 1
        counts[row] += 1
        for name, contribution in block:
            sums[row, column[name]] += contribution
    return sums / np.maximum(counts, 1)[:, None]
