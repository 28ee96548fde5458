"""Results -> the three plots of a report: F1 by page type, precision against recall, time against page size."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle

import numpy as np

from maintext.evaluate.report.svg import COLOURS, MARGIN_BOTTOM, MARGIN_TOP, Axis, Chart, log_axis, share_axis
from maintext.evaluate.runs import Result

LETTER_WIDTH, LETTER_HEIGHT = 7, 13
ROW_HEIGHT = 34
N_SIZE_BINS = 10
MIN_MS = 0.01
"""The lower end of the time axis; quicker runs are drawn there."""


def colours(names: Sequence[str]) -> dict[str, str]:
    """A colour for each candidate, the same in all plots."""
    return dict(zip(names, cycle(COLOURS), strict=False))


def f1_by_type(results: Sequence[Result], colour: dict[str, str]) -> str:
    """One row per page type, one dot per candidate."""
    f1: dict[str, dict[str, list[float]]] = {}
    for result in results:
        f1.setdefault(result.kind, {}).setdefault(result.by, []).append(result.figures["bag-of-words"]["f1"])
    kinds = sorted(f1, key=lambda kind: -len(next(iter(f1[kind].values()))))
    rows = [(len(kinds) - number - 0.5, kind) for number, kind in enumerate(kinds)]
    lowest = min(float(np.mean(values)) for by in f1.values() for values in by.values())
    height = MARGIN_TOP + MARGIN_BOTTOM + ROW_HEIGHT * len(kinds)
    x = share_axis(lowest, "F1 (bag of words, mean over pages)")
    chart = Chart(x, Axis(0, len(kinds), [(row, _short(kind)) for row, kind in rows], ""), height=height)
    for row, kind in rows:
        for by, values in f1[kind].items():
            mean = float(np.mean(values))
            chart.dot((mean, row), colour[by], f"{by}, {len(values)} {kind} pages: F1 {mean:.3f}")
    return chart.to_svg()


def precision_against_recall(results: Sequence[Result], colour: dict[str, str]) -> str:
    """One dot per candidate, over curves of equal F1."""
    points = {by: _mean_precision_recall([result for result in results if result.by == by]) for by in colour}
    low = min(0.9, min(min(point) for point in points.values()) - 0.02)
    chart = Chart(share_axis(max(low, 0), "recall"), share_axis(max(low, 0), "precision"))
    for f1 in (0.5, 0.6, 0.7, 0.8, 0.9):
        # precision = f1 * recall / (2 * recall - f1), where both are within the picture
        recalls = np.linspace(max(chart.x.low, f1 / (2 - f1)), 1, 60)
        curve = [(float(r), float(f1 * r / (2 * r - f1))) for r in recalls if 2 * r > f1]
        inside = [(r, p) for r, p in curve if chart.y.low <= p <= 1]
        if len(inside) > 1:
            chart.line(inside, "#bbb", 'stroke-width="1" stroke-dasharray="3 3"')
            chart.text(inside[-1], f"F1 {f1}", "end", shift_y=-4)
    for by, (precision, recall) in points.items():
        chart.dot((recall, precision), colour[by], f"{by}: precision {precision:.3f}, recall {recall:.3f}", 6)
    _write_names(chart, points)
    return chart.to_svg()


def _write_names(chart: Chart, points: dict[str, tuple[float, float]]) -> None:
    """The name beside each dot, moved down if it would cover another name."""
    taken: list[tuple[float, float, float]] = []
    for by, (precision, recall) in sorted(points.items(), key=lambda item: -item[1][0]):
        anchor = "start" if chart.x.share(recall) < 0.75 else "end"
        x, y = chart.at(recall, precision)
        left = x if anchor == "start" else x - LETTER_WIDTH * len(by) - 18
        right, lower = left + LETTER_WIDTH * len(by) + 18, y
        while any(
            left < other_right and other_left < right and abs(lower - other) < LETTER_HEIGHT
            for other_left, other_right, other in taken
        ):
            lower += 2
        taken.append((left, right, lower))
        chart.text((recall, precision), by, anchor, shift_y=lower - y + 4)


def time_against_size(results: Sequence[Result], colour: dict[str, str]) -> str:
    """One line per candidate through the median times of pages of similar size."""
    kilobytes = [max(result.n_bytes, 1) / 1000 for result in results]
    times = [max(result.ms, MIN_MS) for result in results]
    chart = Chart(log_axis(kilobytes, "page size, kB"), log_axis(times, "ms per page"))
    for by in colour:
        mine = np.array([(max(r.n_bytes, 1) / 1000, max(r.ms, MIN_MS)) for r in results if r.by == by])
        medians = [tuple(np.median(part, axis=0).tolist()) for part in _by_size(mine)]
        chart.line(medians, colour[by])
        for size, ms in medians:
            chart.dot((size, ms), colour[by], f"{by}: {ms:.2f} ms at {size:.0f} kB (medians)", 3.5)
    return chart.to_svg()


def _by_size(
    points: np.ndarray[tuple[int, int], np.dtype[np.float64]],
) -> list[np.ndarray[tuple[int, int], np.dtype[np.float64]]]:
    ordered = points[points[:, 0].argsort()]
    return [part for part in np.array_split(ordered, N_SIZE_BINS) if len(part)]


def _mean_precision_recall(results: Sequence[Result]) -> tuple[float, float]:
    figures = [result.figures["bag-of-words"] for result in results]
    precision, recall = (float(np.mean([page[name] for page in figures])) for name in ("precision", "recall"))
    return precision, recall


def _short(kind: str) -> str:
    return kind if len(kind) <= 13 else kind[:12] + "."
