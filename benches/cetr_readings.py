"""F1 of CETR under other readings of its equations: what docs/algorithms/cetr.md lists.

The paper's kernel has the standard deviation of the tag ratios as its width; its printed sums say other
things than its text. Each reading here is a way to smooth; the rest of the method stays the same.
"""

import argparse
from collections.abc import Callable
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from benches.corpora import CORPORA
from benches.labelled import BagScores, ParsedPage, bag_scores, parsed_pages
from maintext.extractors import Extractor
from maintext.extractors.papers import cetr

Floats = NDArray[np.float64]
Smooth = Callable[[Floats], Floats]


def blurred(values: Floats, width: float, is_box: bool = False) -> Floats:
    radius = min(int(np.ceil(width)), len(values))
    if radius < 1:
        return values
    steps = np.arange(-radius, radius + 1)
    kernel = np.ones(len(steps)) if is_box else np.exp(-steps * steps / (2 * width * width))
    return np.asarray(np.convolve(values, kernel)[radius : radius + len(values)] / kernel.sum())


def inner_only(values: Floats) -> Floats:
    """The lines for which equation (3) is not defined stay as they are."""
    width = float(values.std())
    edge = int(np.ceil(width))
    smoothed = values.copy()
    if 2 * edge < len(values):
        smoothed[edge : len(values) - edge] = blurred(values, width)[edge : len(values) - edge]
    return smoothed


READINGS: dict[str, Smooth] = {
    "width std(T): taken": cetr.smooth,
    "equal weights, as (1) is printed": lambda values: blurred(values, float(values.std()), is_box=True),
    "edges left unsmoothed": inner_only,
    "width the square root of std(T)": lambda values: blurred(values, float(values.std()) ** 0.5),
    "width 1 line": lambda values: blurred(values, 1),
    "width 3 lines": lambda values: blurred(values, 3),
    "not smoothed": lambda values: values,
}
FORMS: dict[str, Extractor] = {
    "cetr-tm": cetr.TagRatioThreshold(),
    "cetr-km": cetr.TagRatioClusters(),
    "cetr": cetr.TagRatios(),
}


def scores(pages: list[ParsedPage], extractor: Extractor, smooth: Smooth) -> list[BagScores]:
    with patch.object(cetr, "smooth", smooth):
        return [bag_scores("\n\n".join(row.page.texts(extractor(row.page).keep)), row.gold) for row in pages]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="only every N-th page")
    parser.add_argument("corpora", nargs="*", default=["cleaneval_final", "gn1", "dragnet", "portal"])
    arguments = parser.parse_args()
    for corpus in arguments.corpora:
        pages = list(parsed_pages(CORPORA / f"{corpus}.tar.xz", arguments.every))
        for reading, smooth in READINGS.items():
            for name, extractor in FORMS.items():
                precision, recall, f1 = np.mean(scores(pages, extractor, smooth), axis=0).tolist()
                of_means = 2 * precision * recall / (precision + recall)
                print(f"{corpus:16} {reading:34} {name:8} F1 {f1:.3f}  of the means {of_means:.4f}", flush=True)


if __name__ == "__main__":
    main()
