"""Page -> Scores: the published ways of finding a page's main content, one module each."""

from collections.abc import Callable
from importlib import import_module

from maintext.errors import OptionError, UnknownExtractorError
from maintext.extractors.protocol import Extractor, Scores

__all__ = ["DEFAULT", "EXTRACTORS", "Extractor", "Scores", "find_extractor", "get_extractor"]

DEFAULT = "model"

EXTRACTORS: dict[str, str] = {
    "all": "maintext.extractors.baselines.everything:Everything",
    "adsc": "maintext.extractors.baselines.adsc:AdvancedSlope",
    "bte": "maintext.extractors.baselines.bte:BodyText",
    "ccb": "maintext.extractors.baselines.ccb:ContentCodeBlurring",
    "cetd": "maintext.extractors.baselines.cetd:TextDensity",
    "cetr": "maintext.extractors.papers.cetr:TagRatios",
    "cetr-km": "maintext.extractors.papers.cetr:TagRatioClusters",
    "cetr-tm": "maintext.extractors.papers.cetr:TagRatioThreshold",
    "combine": "maintext.extractors.combine:Combine",
    "coreex": "maintext.extractors.baselines.coreex:CoreEx",
    "ctd": "maintext.extractors.baselines.ctd:CompositeTextDensity",
    "dsc": "maintext.extractors.baselines.dsc:DocumentSlope",
    "econ": "maintext.extractors.baselines.econ:Econ",
    "fe": "maintext.extractors.baselines.fe:FeatureExtractor",
    "kfe": "maintext.extractors.baselines.kfe:KFeatureExtractor",
    "leaf": "maintext.extractors.papers.leaf:LeafClassifier",
    "lqf": "maintext.extractors.baselines.lqf:LinkQuota",
    "model": "maintext.model.extractor:Learned",
    "mss": "maintext.extractors.baselines.mss:MaximumSubsequence",
    "pvalue": "maintext.extractors.papers.pvalue:PValue",
    "qread": "maintext.extractors.papers.qread:QRead",
    "xpath-blocks": "maintext.extractors.papers.xpath_blocks:XPathBlocks",
}
"""Every extractor's name, and the module and class behind it. Loaded when it is used."""


def get_extractor(name: str) -> Extractor:
    """The extractor of that name, with its published parameters."""
    if name not in EXTRACTORS:
        raise UnknownExtractorError(name, EXTRACTORS)
    module, class_name = EXTRACTORS[name].split(":")
    make: Callable[[], Extractor] = getattr(import_module(module), class_name)
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
