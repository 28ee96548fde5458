"""Name -> class of every extractor that comes with maintext.

A class is imported when it is first looked up: importing all methods takes longer than extracting dozens of pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from maintext.extractors.protocol import RegisteredExtractor

DEFAULT = "model"

_CLASSES = {
    "all": "extractors.baselines.everything:Everything",
    "adsc": "extractors.baselines.adsc:AdvancedSlope",
    "bte": "extractors.baselines.bte:BodyText",
    "ccb": "extractors.baselines.ccb:ContentCodeBlurring",
    "cetd": "extractors.baselines.cetd:TextDensity",
    "cetr": "extractors.papers.cetr:TagRatios",
    "cetr-km": "extractors.papers.cetr:TagRatioClusters",
    "cetr-tm": "extractors.papers.cetr:TagRatioThreshold",
    "combine": "extractors.combine:Combine",
    "coreex": "extractors.baselines.coreex:CoreEx",
    "ctd": "extractors.baselines.ctd:CompositeTextDensity",
    "dsc": "extractors.baselines.dsc:DocumentSlope",
    "econ": "extractors.baselines.econ:Econ",
    "fe": "extractors.baselines.fe:FeatureExtractor",
    "kfe": "extractors.baselines.kfe:KFeatureExtractor",
    "leaf": "extractors.papers.leaf:LeafClassifier",
    "lp": "extractors.baselines.lp:LargestPagelet",
    "lqf": "extractors.baselines.lqf:LinkQuota",
    "model": "model.extractor:ModelExtractor",
    "mss": "extractors.baselines.mss:MaximumSubsequence",
    "pvalue": "extractors.papers.pvalue:PValue",
    "qread": "extractors.papers.qread:QRead",
    "ttr": "extractors.baselines.ttr:TextToTagRatio",
    "vips": "extractors.vips:VisualSegments",
    "xpath-blocks": "extractors.papers.xpath_blocks:XPathBlocks",
}
"""By the name of an extractor: the module and the name of its class."""
IN_BROWSER = frozenset({"vips"})
"""Extractors that open a page in a browser: seconds per page, and a program that must be installed."""
WITHOUT_BROWSER = tuple(name for name in _CLASSES if name not in IN_BROWSER)
"""The names of all others, in order: what a service offers and a measurement runs."""


class Registry(Mapping[str, type[RegisteredExtractor]]):
    """Every extractor's class by its name, in the order of `_CLASSES`. Names can be listed without any import."""

    def __getitem__(self, name: str) -> type[RegisteredExtractor]:
        return _class_of(_CLASSES[name])

    def __contains__(self, name: object) -> bool:
        return name in _CLASSES

    def __iter__(self) -> Iterator[str]:
        return iter(_CLASSES)

    def __len__(self) -> int:
        return len(_CLASSES)


@cache  # a class is imported once anyway
def _class_of(place: str) -> type[RegisteredExtractor]:
    module, _, name = place.partition(":")
    found: Any = getattr(import_module(f"maintext.{module}"), name)
    extractor: type[RegisteredExtractor] = found
    return extractor


EXTRACTORS = Registry()
"""Every extractor's class by its name."""
