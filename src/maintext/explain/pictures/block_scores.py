"""Documents of one page -> plots of the scores by block, and of what contributed to them."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from maintext.explain.figures import INK, Picture, draw_columns, legend_above, plot, to_svg

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from maintext.document import Document

N_FEATURES = 14


def score_picture(document: Document) -> Picture:
    """The score of each block."""
    score, keep = document.scores.score, document.scores.keep
    title = f"Scores by {document.by}"
    meaning = "The probability that it is content." if document.confidence else "What the number means is the method's."
    caption = f"The score of each block, in the order of the page. {meaning} Rest on one to see why; click to go there."
    with plot(wide=True, height=1.8) as (figure, axes):
        for chosen, ink in ((~keep, "dropped"), (keep, "kept")):
            draw_columns(axes, np.where(chosen, score, np.nan), ink, ink)
        axes.set_xlabel("block")
        axes.set_ylabel("score")
        legend_above(axes)
        return Picture(title, caption, _with_scale(figure, to_svg(figure, escape(title)), len(score)), is_wide=True)


def contribution_picture(document: Document, contributions: list[list[tuple[str, float]]]) -> Picture | None:
    """The features with the largest mean contributions, for kept and for dropped blocks."""
    if not any(contributions):
        return None
    names = list(dict.fromkeys(name for block in contributions for name, _ in block))
    means = _means(names, contributions, document.scores.keep)
    order = np.argsort(-np.abs(means).max(axis=0), kind="stable")[:N_FEATURES]
    title = f"What contributes to the scores of {document.by}"
    caption = "Mean contribution to the log odds, of kept and of dropped blocks. The tooltip of a block has its own."
    with plot(wide=True, height=1 + 0.2 * len(order)) as (figure, axes):
        places = np.arange(len(order))
        axes.barh(places - 0.19, means[0, order], height=0.36, color=INK["kept"], label="kept blocks")
        axes.barh(places + 0.19, means[1, order], height=0.36, color=INK["dropped"], label="dropped blocks")
        axes.axvline(0, color=INK["muted"], linewidth=0.8)
        axes.set_yticks(places, [names[number] for number in order])
        axes.invert_yaxis()
        axes.grid(axis="y", visible=False)
        axes.set_xlabel("← lowers the score · raises the score →")
        legend_above(axes)
        return Picture(title, caption, to_svg(figure, escape(title)), is_wide=True)


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


def _with_scale(figure: Figure, svg: str, n_blocks: int) -> str:
    """The picture with the numbers from which a script computes the block under the mouse."""
    box = figure.axes[0].get_position()
    scale = f'data-blocks="{n_blocks}" data-left="{box.x0:.4f}" data-right="{box.x1:.4f}"'
    return svg.replace("<svg ", f"<svg {scale} ", 1)
