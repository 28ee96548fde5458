"""Name of an extractor -> a sentence about it, its page in the documentation, and how it ranks on labelled pages."""

from __future__ import annotations

from collections.abc import Sequence

from maintext.evaluate.floors import read_floors
from maintext.extractors.registry import EXTRACTORS

DOCUMENTATION = "https://maintext.github.io/maintext/algorithms/"
_CETR = "keeps the lines of the source that have much text per tag"
SENTENCES = {
    "all": "Keeps everything that a browser shows: what extraction is compared with.",
    "adsc": "Document slope curves, advanced: keeps stretches of the source in which words outnumber tags.",
    "bte": "Body text extraction: keeps the one stretch of the source with the most words and the fewest tags.",
    "ccb": "Content code blurring: keeps places around which text prevails over markup when both are blurred.",
    "cetd": "Text density: keeps elements with many characters per tag.",
    "cetr": f"CETR: {_CETR}, found by clustering smoothed tag ratios and their steepness.",
    "cetr-km": f"CETR by k-means: {_CETR}, found by clustering smoothed tag ratios.",
    "cetr-tm": f"CETR by threshold: {_CETR}, above the standard deviation of all lines.",
    "combine": "A vote: keeps the blocks that two of three other extractors keep.",
    "coreex": "CoreEx: keeps the element whose children have the most text per link.",
    "ctd": "Composite text density: keeps elements with many characters per tag and few of them in links.",
    "dsc": "Document slope curves: keeps stretches of the source in which tags are rare.",
    "econ": "ECON: climbs from the paragraph with the most punctuation to the element that has most of the page's.",
    "fe": "FeatureExtractor: keeps the one block with the largest share of text.",
    "kfe": "K-FeatureExtractor: keeps the cluster of blocks with the largest share of text.",
    "leaf": "Boosted trees over nine features of every leaf of the tree that holds text.",
    "lp": "Largest pagelet: splits the page into pagelets and keeps the one with the most text outside links.",
    "lqf": "Link quota filter: drops the blocks that are mostly links.",
    "model": "The trained default: boosted trees give every block a probability of being content, and the set of "
    "blocks with the highest expected F1 is kept.",
    "mss": "Maximum subsequence segmentation: keeps the stretch of tokens whose learned scores have the highest sum.",
    "pvalue": "P value: keeps the one element that is densest in text and has most of the page's text outside links.",
    "qread": "qRead: keeps the densest segment between empty lines, and dense ones that resemble the title.",
    "ttr": "Text-to-tag ratio: keeps the lines of the source with many characters per tag.",
    "vips": "VIPS: keeps the visual segments, as a browser lays them out, whose words the model takes for content.",
    "xpath-blocks": "XPath blocks: keeps groups of sibling texts with much text outside links.",
}
_PAGE_OF = {"cetr-km": "cetr", "cetr-tm": "cetr", "all": ""}
"""Extractors that share a page with others."""


def sentence_about(by: str) -> str:
    """One sentence about an extractor; `by` may have parameters.

    >>> sentence_about("lqf"), sentence_about("mine.npz")
    ('Link quota filter: drops the blocks that are mostly links.', 'An extractor of your own.')
    """
    name = _name(by)
    if name in SENTENCES or name not in EXTRACTORS:
        return SENTENCES.get(name, "An extractor of your own.")
    return (EXTRACTORS[name].__doc__ or name).partition("\n")[0]


def documentation_of(by: str) -> str | None:
    """The address of its page; None for extractors that maintext does not come with."""
    name = _name(by)
    if name not in EXTRACTORS:
        return None
    page = _PAGE_OF.get(name, name)
    return f"{DOCUMENTATION}{page}/" if page else DOCUMENTATION


def best_of(names: Sequence[str]) -> int:
    """The position of the extractor with the highest mean F1 on the labelled pages of `maintext evaluate`.

    Extractors without figures are not compared: if none has any, the first one is the best.

    >>> best_of(["cetr", "model", "pvalue"]), best_of(["mine.npz", "other.npz"])
    (1, 0)
    """
    floors = [corpus.floors for corpus in read_floors().values()]
    known = [number for number, by in enumerate(names) if all(_name(by) in figures for figures in floors)]

    def mean_f1(number: int) -> float:
        return sum(figures[_name(names[number])]["bag-of-words.f1"] for figures in floors) / len(floors)

    return max(known, key=mean_f1, default=0)


def _name(by: str) -> str:
    return by.partition(":")[0]
