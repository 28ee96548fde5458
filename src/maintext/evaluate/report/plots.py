"""Results -> the three plots of a report: F1 by page type, precision against recall, time against page size."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from maintext.charts.axes import log_axis, name_axis, share_axis
from maintext.charts.chart import LETTER_PX, LINE_PX, WIDE_PX, Chart
from maintext.evaluate.report.verdict import Mean, mean_of
from maintext.evaluate.runs import Result

ROW_PX = 16
N_SIZE_BINS = 10
N_COLOURS = 14
MIN_MS = 0.01
"""The lower end of the time axis; quicker runs are drawn there."""


def inks(names: Sequence[str]) -> dict[str, str]:
    """A colour for each candidate, the same in all plots: the name of a CSS variable of the report."""
    return {name: f"c{number % N_COLOURS}" for number, name in enumerate(names)}


def f1_by_type(results: Sequence[Result], ink: dict[str, str]) -> str:
    """A group of rows per page type, a dot per candidate, and a line over what it may be by chance."""
    f1: dict[str, dict[str, list[float]]] = {}
    for result in results:
        f1.setdefault(result.kind, {}).setdefault(result.by, []).append(result.figures["bag-of-words"]["f1"])
    kinds = sorted(f1, key=lambda kind: -len(next(iter(f1[kind].values()))))
    means = {kind: {by: mean_of(values) for by, values in f1[kind].items()} for kind in kinds}
    lowest = min(mean.interval[0] for of_kind in means.values() for mean in of_kind.values())
    height = 80 + (ROW_PX * len(ink) + 8) * len(kinds)
    names = [f"{kind} ({len(next(iter(f1[kind].values()))):,})" for kind in kinds]
    x = share_axis(lowest, "F1 (bag of words), mean over pages and its 95 % interval")
    chart = Chart(x, name_axis(names), WIDE_PX, height)
    for number, kind in enumerate(kinds):
        for place, (by, mean) in enumerate(means[kind].items()):
            row = -number - (place + 1) / (len(means[kind]) + 1)
            chart.interval(mean.interval, (row, row), ink[by])
            chart.dot((mean.value, row), ink[by], f"{by}, {len(f1[kind][by])} {kind} pages: {_described(mean)}")
    return chart.to_svg("F1 of each candidate by page type, with 95 % intervals")


def precision_against_recall(results: Sequence[Result], ink: dict[str, str]) -> str:
    """One dot per candidate with both intervals, over curves of equal F1."""
    points = {by: _precision_recall([result for result in results if result.by == by]) for by in ink}
    low = min(0.9, min(mean.interval[0] for point in points.values() for mean in point))
    chart = Chart(
        share_axis(max(low, 0), "recall"), share_axis(max(low, 0), "precision, means over pages"), WIDE_PX, 460
    )
    for f1 in (0.5, 0.6, 0.7, 0.8, 0.9):
        # precision = f1 * recall / (2 * recall - f1), where both are within the picture
        recalls = np.linspace(max(chart.x.low, f1 / (2 - f1)), 1, 60)
        curve = [(float(r), float(f1 * r / (2 * r - f1))) for r in recalls if 2 * r > f1]
        inside = [(r, p) for r, p in curve if chart.y.low <= p <= 1]
        if len(inside) > 1:
            chart.line(inside, "rule", 'stroke-width="1" stroke-dasharray="3 3"')
            chart.text(inside[-1], f"F1 {f1}", "end", shift_y=-4)
    for by, (precision, recall) in points.items():
        hint = f"{by}: precision {_described(precision)}, recall {_described(recall)}"
        chart.interval(recall.interval, (precision.value, precision.value), ink[by])
        chart.interval((recall.value, recall.value), precision.interval, ink[by])
        chart.dot((recall.value, precision.value), ink[by], hint, 6)
    _write_names(chart, {by: (precision.value, recall.value) for by, (precision, recall) in points.items()})
    return chart.to_svg("Precision against recall of each candidate, with 95 % intervals")


def _write_names(chart: Chart, points: dict[str, tuple[float, float]]) -> None:
    """The name beside each dot, moved down if it would cover another name."""
    taken: list[tuple[float, float, float]] = []
    for by, (precision, recall) in sorted(points.items(), key=lambda item: -item[1][0]):
        anchor = "start" if chart.x.share(recall) < 0.75 else "end"
        x, y = chart.at(recall, precision)
        left = x if anchor == "start" else x - LETTER_PX * len(by) - 18
        right, lower = left + LETTER_PX * len(by) + 18, y
        while any(
            left < other_right and other_left < right and abs(lower - other) < LINE_PX
            for other_left, other_right, other in taken
        ):
            lower += 2
        taken.append((left, right, lower))
        chart.text((recall, precision), by, anchor, shift_y=lower - y + 14)


def time_against_size(results: Sequence[Result], ink: dict[str, str]) -> str:
    """One line per candidate through the median times of pages of similar size."""
    kilobytes = [max(result.n_bytes, 1) / 1000 for result in results]
    times = [max(result.ms, MIN_MS) for result in results]
    chart = Chart(log_axis(kilobytes, "page size, kB"), log_axis(times, "ms per page"), WIDE_PX, 400)
    for by in ink:
        mine = np.array([(max(r.n_bytes, 1) / 1000, max(r.ms, MIN_MS)) for r in results if r.by == by])
        medians = [tuple(np.median(part, axis=0).tolist()) for part in _by_size(mine)]
        chart.line(medians, ink[by])
        for size, ms in medians:
            chart.dot((size, ms), ink[by], f"{by}: {ms:.2f} ms at {size:.0f} kB (medians)", 3.5)
    return chart.to_svg("Time per page against page size")


def _by_size(
    points: np.ndarray[tuple[int, int], np.dtype[np.float64]],
) -> list[np.ndarray[tuple[int, int], np.dtype[np.float64]]]:
    ordered = points[points[:, 0].argsort()]
    return [part for part in np.array_split(ordered, N_SIZE_BINS) if len(part)]


def _precision_recall(results: Sequence[Result]) -> tuple[Mean, Mean]:
    figures = [result.figures["bag-of-words"] for result in results]
    precision, recall = (mean_of([page[name] for page in figures]) for name in ("precision", "recall"))
    return precision, recall


def _described(mean: Mean) -> str:
    return f"{mean.value:.3f} ± {mean.margin:.3f}"
