"""Name -> class of every extractor that comes with maintext.

Importing this module imports all methods, which takes about 30 ms; `import maintext` does not.
"""

from __future__ import annotations

from maintext.extractors.baselines.adsc import AdvancedSlope
from maintext.extractors.baselines.bte import BodyText
from maintext.extractors.baselines.ccb import ContentCodeBlurring
from maintext.extractors.baselines.cetd import TextDensity
from maintext.extractors.baselines.coreex import CoreEx
from maintext.extractors.baselines.ctd import CompositeTextDensity
from maintext.extractors.baselines.dsc import DocumentSlope
from maintext.extractors.baselines.econ import Econ
from maintext.extractors.baselines.everything import Everything
from maintext.extractors.baselines.fe import FeatureExtractor
from maintext.extractors.baselines.kfe import KFeatureExtractor
from maintext.extractors.baselines.lp import LargestPagelet
from maintext.extractors.baselines.lqf import LinkQuota
from maintext.extractors.baselines.mss import MaximumSubsequence
from maintext.extractors.baselines.ttr import TextToTagRatio
from maintext.extractors.combine import Combine
from maintext.extractors.papers.cetr import TagRatioClusters, TagRatios, TagRatioThreshold
from maintext.extractors.papers.leaf import LeafClassifier
from maintext.extractors.papers.pvalue import PValue
from maintext.extractors.papers.qread import QRead
from maintext.extractors.papers.xpath_blocks import XPathBlocks
from maintext.extractors.protocol import RegisteredExtractor
from maintext.model.extractor import ModelExtractor

DEFAULT = ModelExtractor.name

_CLASSES: tuple[type[RegisteredExtractor], ...] = (
    Everything,
    AdvancedSlope,
    BodyText,
    ContentCodeBlurring,
    TextDensity,
    TagRatios,
    TagRatioClusters,
    TagRatioThreshold,
    Combine,
    CoreEx,
    CompositeTextDensity,
    DocumentSlope,
    Econ,
    FeatureExtractor,
    KFeatureExtractor,
    LeafClassifier,
    LargestPagelet,
    LinkQuota,
    ModelExtractor,
    MaximumSubsequence,
    PValue,
    QRead,
    TextToTagRatio,
    XPathBlocks,
)

EXTRACTORS: dict[str, type[RegisteredExtractor]] = {each.name: each for each in _CLASSES}
"""Every extractor's class by its name."""
