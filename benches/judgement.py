"""How well a page's P value tells articles from pages without a main text, at every threshold.

Pages of wcxb_train that people labelled: articles have a main text; listings and collections have none.
Prints a table and draws docs/algorithms/pvalue-judgement.svg.
"""

import argparse

import numpy as np
from numpy.typing import NDArray

import maintext
from benches.corpora import CORPORA, ROOT
from benches.drawing import Chart
from benches.labelled import parsed_pages

PICTURE = ROOT / "docs" / "algorithms" / "pvalue-judgement.svg"
KINDS = ("article", "listing", "collection")
Floats = NDArray[np.float64]


def page_values() -> dict[str, Floats]:
    """The P values of all pages of each kind."""
    values: dict[str, list[float]] = {kind: [] for kind in KINDS}
    for row in parsed_pages(CORPORA / "wcxb_train.tar.xz"):
        if row.kind in values:
            values[row.kind].append(maintext.page_value(row.page))
    return {kind: np.array(found) for kind, found in values.items()}


def curve(values: dict[str, Floats], thresholds: Floats) -> tuple[Floats, Floats, Floats]:
    """Precision, recall and accuracy of `has a main text` at each threshold."""
    with_text = values["article"]
    without = np.concatenate([values["listing"], values["collection"]])
    right = (with_text[None, :] >= thresholds[:, None]).sum(axis=1)
    wrong = (without[None, :] >= thresholds[:, None]).sum(axis=1)
    precision = right / np.maximum(right + wrong, 1)
    accuracy = (right + len(without) - wrong) / (len(with_text) + len(without))
    return precision, right / len(with_text), accuracy


def ranking(values: dict[str, Floats]) -> float:
    """The chance that an article has a larger value than a page without a main text."""
    without = np.concatenate([values["listing"], values["collection"]])
    return float((values["article"][:, None] > without[None, :]).mean())


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    values = page_values()
    thresholds = np.linspace(0, 1, 101)
    precision, recall, accuracy = curve(values, thresholds)
    print("pages:", {kind: len(found) for kind, found in values.items()}, f"ranking {ranking(values):.3f}")
    print("threshold  precision  recall  accuracy  " + "  ".join(KINDS))
    for row in range(5, 100, 5):
        shares = "  ".join(f"{(found >= thresholds[row]).mean():{len(kind)}.2f}" for kind, found in values.items())
        print(f"{thresholds[row]:9.2f}  {precision[row]:9.3f}  {recall[row]:6.3f}  {accuracy[row]:8.3f}  {shares}")
    best = int(accuracy.argmax())
    print(f"most accurate: {accuracy[best]:.3f} at {thresholds[best]:.2f}")
    chart = Chart("Has the page a main text? wcxb_train, articles against listings and collections", "threshold", 1, 1)
    for colour, (name, line) in enumerate((("precision", precision), ("recall", recall), ("accuracy", accuracy))):
        shown = slice(0, int((recall > 0).sum()))
        chart.line(thresholds[shown].tolist(), line[shown].tolist(), colour, name)
    chart.rule(x=0.5)
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    PICTURE.write_text(chart.to_svg())


if __name__ == "__main__":
    main()
