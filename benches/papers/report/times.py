"""Recorded times -> qRead's figures 5 to 8 and the leaf paper's figure 5 as tables."""

from benches.papers.records import recorded
from benches.papers.report.tables import markdown

MEASURES = {"mean": "mean, ms", "variance": "variance, ms²", "deviation": "deviation, ms"}


def qread_times() -> str:
    """A line per draw: figures 6, 7 and 8 for both languages, with the mean times of CoreEx and ECON beside qRead's."""
    found = recorded("qread")["times"]
    head = ["draw"]
    columns: list[list[float]] = []
    for language, methods in found.items():
        for name, label in MEASURES.items():
            head.append(f"{language}, {label}")
            columns.append(methods["qread"][name])
        for by in ("coreex", "econ"):
            head.append(f"{language}, `{by}`: mean")
            columns.append(methods[by]["mean"])
    rows = [[place, *(f"{value:.2f}" for value in row)] for place, row in enumerate(zip(*columns, strict=True), 1)]
    return markdown(head, rows)


def leaf_times() -> str:
    """A line per step: the mean and the quantiles of the time of a page."""
    found = recorded("leaf")["times"]
    quantiles = list(found["page"]["quantiles"])
    rows = [
        [step, f"{own['mean']:.2f}", *(f"{own['quantiles'][each]:.2f}" for each in quantiles)]
        for step, own in found.items()
    ]
    return markdown(["ms of a page", "mean", *(f"{each} %" for each in quantiles)], rows)
