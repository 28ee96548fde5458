"""(kept text, gold text) -> figures of a page -> figures of a corpus. One module a published metric."""

from collections.abc import Callable
from importlib import import_module

from maintext.evaluate.metrics.figures import Figures, Metric
from maintext.evaluate.metrics.pair import Pair, Tokens

__all__ = ["METRICS", "Figures", "Metric", "Pair", "Tokens", "get_metric"]

METRICS: dict[str, str] = {
    "bag-of-words": "bag_of_words:BagOfWords",
    "shingles": "shingles:Shingles",
    "aligned-words": "aligned_words:AlignedWords",
    "text-length": "text_length:TextLength",
    "edit-distance": "edit_distance:EditDistance",
    "outcome": "outcome:Outcome",
    "all-above": "all_above:AllAbove",
    "snippets": "snippets:Snippets",
}
"""Every metric's name, and the module and class behind it."""


def get_metric(name: str) -> Metric:
    """The metric of that name, with its published parameters."""
    module, class_name = METRICS[name].split(":")
    make: Callable[[], Metric] = getattr(import_module(f"maintext.evaluate.metrics.{module}"), class_name)
    return make()
