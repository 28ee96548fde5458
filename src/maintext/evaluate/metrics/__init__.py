"""(kept text, gold text) -> figures of a page -> figures of a corpus. One module per published metric."""

from maintext.evaluate.metrics.aligned_words import AlignedWords
from maintext.evaluate.metrics.all_above import AllAbove
from maintext.evaluate.metrics.bag_of_words import BagOfWords
from maintext.evaluate.metrics.edit_distance import EditDistance
from maintext.evaluate.metrics.figures import Figures, Metric
from maintext.evaluate.metrics.outcome import Outcome
from maintext.evaluate.metrics.pair import Pair, Tokens
from maintext.evaluate.metrics.shingles import Shingles
from maintext.evaluate.metrics.snippets import Snippets
from maintext.evaluate.metrics.text_length import TextLength

__all__ = ["METRICS", "Figures", "Metric", "Pair", "Tokens"]

METRICS: dict[str, Metric] = {
    "bag-of-words": BagOfWords(),
    "shingles": Shingles(),
    "aligned-words": AlignedWords(),
    "text-length": TextLength(),
    "edit-distance": EditDistance(),
    "outcome": Outcome(),
    "all-above": AllAbove(),
    "snippets": Snippets(),
}
"""Every metric by its name, with its published parameters."""
