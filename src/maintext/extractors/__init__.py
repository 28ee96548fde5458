"""Page -> Scores: the published ways of finding a page's main content, one module each."""

from collections.abc import Callable
from importlib import import_module

from maintext.errors import OptionError, UnknownExtractorError
from maintext.extractors.protocol import Extractor, Scores

__all__ = ["DEFAULT", "EXTRACTORS", "Extractor", "Scores", "find_extractor", "get_extractor"]

DEFAULT = "model"

EXTRACTORS: dict[str, str] = {
    "all": "everything:Everything",
    "adsc": "adsc:AdvancedSlope",
    "bte": "bte:BodyText",
    "ccb": "ccb:ContentCodeBlurring",
    "cetd": "cetd:TextDensity",
    "cetr": "cetr:TagRatios",
    "cetr-km": "cetr:TagRatioClusters",
    "cetr-tm": "cetr:TagRatioThreshold",
    "combine": "combine:Combine",
    "coreex": "coreex:CoreEx",
    "ctd": "ctd:CompositeTextDensity",
    "dsc": "dsc:DocumentSlope",
    "econ": "econ:Econ",
    "fe": "fe:FeatureExtractor",
    "kfe": "kfe:KFeatureExtractor",
    "leaf": "leaf:LeafClassifier",
    "lqf": "lqf:LinkQuota",
    "model": "model:Learned",
    "mss": "mss:MaximumSubsequence",
    "pvalue": "pvalue:PValue",
    "qread": "qread:QRead",
    "xpath-blocks": "xpath_blocks:XPathBlocks",
}
"""Every extractor's name, and the module and class behind it. Loaded when it is used."""


def get_extractor(name: str) -> Extractor:
    """The extractor of that name, with its published parameters."""
    if name not in EXTRACTORS:
        raise UnknownExtractorError(name, EXTRACTORS)
    module, class_name = EXTRACTORS[name].split(":")
    make: Callable[[], Extractor] = getattr(import_module(f"maintext.extractors.{module}"), class_name)
    return make()


def find_extractor(name: str) -> Extractor:
    """The extractor of that name, or one of your own by module:class. It imports what it is told: not for strangers."""
    module, colon, class_name = name.partition(":")
    if not colon:
        return get_extractor(name)
    try:
        make: Callable[[], Extractor] = getattr(import_module(module), class_name)
    except (ImportError, AttributeError, ValueError) as error:
        raise OptionError(f"there is no extractor {name!r}: {error}") from error
    return make()
