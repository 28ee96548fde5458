"""Records of the papers -> the figures that the sentences of docs/algorithms repeat.

`QUOTED` names every such figure with its place in the text, so that a page follows its record. `CHOICES` lists the
figures of experiments that settled a choice once: they belong to the choice, and no record changes them.
"""

import re
import statistics
from collections.abc import Callable
from typing import Any

from benches.papers.records import recorded

CORPORA = ("cleaneval_final", "gn1", "dragnet", "portal")
Value = Callable[[dict[str, Any]], str]
FIGURE = re.compile(r"(?<![\w.])\.\d{2,3}\b")
"""A share as the pages write it."""


def of(by: str, corpus: str, name: str, digits: int = 3) -> Value:
    """A figure of a method on a corpus."""
    return lambda found: _share(found["methods"][by][corpus][name], digits)


def kind(by: str, name: str) -> Value:
    """F1 of a method on the pages of a kind in wcxb_train."""
    return lambda found: _share(found["kinds"][by][name], 3)


def least_recall(by: str) -> Value:
    """The least recall of a method on the four corpora."""
    return lambda found: _share(min(found["methods"][by][corpus]["recall"] for corpus in CORPORA), 3)


def _share(value: float, digits: int) -> str:
    return f"{value / 100:.{digits}f}".removeprefix("0")


def _leaf(found: Callable[[dict[str, Any]], str]) -> Value:
    """A figure of the leaf paper's own record."""
    return lambda _: found(recorded("leaf")["figures"])


def _site_scores(found: dict[str, Any]) -> list[float]:
    return [own["f1"] for own in found["sites"].values()]


def _leaf_gap(found: dict[str, Any]) -> str:
    return f"{found['mixed']['seen']['f1'] - found['mixed']['unseen']['f1']:.0f}"


QUOTED: dict[str, tuple[tuple[str, Value], ...]] = {
    "adsc": ((r"precision is (\.\d+) on dragnet", of("adsc", "dragnet", "precision")),),
    "bte": (
        (r"article among menus: (\.\d+) on", kind("bte", "article")),
        (r"one is lost: (\.\d+) on\s+forums", kind("bte", "forum")),
        (r"(\.\d+) on collections", kind("bte", "collection")),
    ),
    "cetd": (
        (r"It reaches (\.\d+) on the\s+articles", kind("cetd", "article")),
        (r"and (\.\d+) on the documentation of WCXB", kind("cetd", "documentation")),
        (r"Its (\.\d+) on listings", kind("cetd", "listing")),
    ),
    "cetr": (
        (r"too much: recall (\.\d+),", of("cetr", "dragnet", "recall", 2)),
        (r"too much: recall \.\d+, precision (\.\d+)", of("cetr", "dragnet", "precision", 2)),
    ),
    "coreex": (
        (r"precision (\.\d+) and F1 \.\d+ on L3S-GN1", of("coreex", "gn1", "precision")),
        (r"precision \.\d+ and F1 (\.\d+) on L3S-GN1", of("coreex", "gn1", "f1")),
    ),
    "ctd": (
        (r"a recall of (\.\d+) or more", least_recall("ctd")),
        (r"precision is (\.\d+) on dragnet", of("ctd", "dragnet", "precision")),
    ),
    "dsc": (
        (r"High precision \((\.\d+) on CleanEval\)", of("dsc", "cleaneval_final", "precision")),
        (r"token method on forums \((\.\d+)\)", kind("dsc", "forum")),
        (r"and\s+products \((\.\d+)\)", kind("dsc", "product")),
    ),
    "econ": (
        (r"poems\): (\.\d+) on listings", kind("econ", "listing")),
        (r"keeping everything has (\.\d+)", kind("all", "listing")),
    ),
    "kfe": ((r"baseline on collections \((\.\d+)\)", kind("kfe", "collection")),),
    "leaf": (
        (r"an F1 of (\d+\.\d)", _leaf(lambda found: f"{statistics.median(_site_scores(found)):.1f}")),
        (r"(\d+) of \d+ sites have 95 or more", _leaf(lambda found: f"{sum(f >= 95 for f in _site_scores(found))}")),
        (r"\d+ of (\d+) sites have 95 or more", _leaf(lambda found: f"{len(found['sites'])}")),
        (r"not seen in training cost (\d+) points", _leaf(_leaf_gap)),
        (r"\((\d+\.\d) against", _leaf(lambda found: f"{found['learners']['SVM']['unseen']['f1']:.1f}")),
        (r"against (\d+\.\d) on about ten", _leaf(lambda found: f"{found['mixed']['unseen']['f1']:.1f}")),
    ),
    "lp": (
        (r"precision is (\.\d+) on CleanEval", of("lp", "cleaneval_final", "precision")),
        (r"and (\.\d+) on CleanPortalEval", of("lp", "portal", "precision")),
        (r", not (\.\d+)\.", of("lp", "cleaneval_final", "f1")),
    ),
    "pvalue": ((r"in (\d+) % of\s+the pairs", lambda _: f"{recorded('pvalue')['figures']['ranking']:.0f}"),),
    "qread": ((r"as on CleanEval \(recall (\.\d+)\)", of("qread", "cleaneval_final", "recall", 2)),),
    "ttr": (
        (r"recall on CleanEval is (\.\d+)", of("ttr", "cleaneval_final", "recall")),
        (r"that of\s+`cetr-tm` (\.\d+)", of("cetr-tm", "cleaneval_final", "recall")),
    ),
}
"""Where a page repeats a figure: a pattern whose group is the figure, and the record's value."""
CHOICES = {
    "cetr": ".12",
    "combine": ".872 .871 .871 .874 .862 .845 .828",
    "coreex": ".99 .01 .992 .984",
    "dsc": ".699 .798 .888",
    "econ": ".833 .794 .601 .768 .790 .600 .734 .773 .571 .729 .774 .525 .884 .837 .790 .888 .844 .803 .903 .849 .804 "
    ".914 .847 .800 .913 .831 .797 .912 .811 .779 .907 .820 .802",
    "kfe": ".885 .911",
    "leaf": ".776 .628 .694 .776",
    "lp": ".731",
    "lqf": ".908 .768 .576 .624 .724",
    "mss": ".004 .013 .016 .011 .820 .843 .745",
    "pvalue": ".976 .95 .68 .805",
    "qread": ".95",
    "xpath-blocks": ".815 .895",
}
"""Figures of the papers, of parameters, and of experiments that settled a choice when it was made."""


def with_quoted(text: str, name: str, found: dict[str, Any]) -> str:
    """A page's text with the present figures in its sentences; a KeyError names one that the text has lost."""
    for pattern, value in QUOTED.get(name, ()):
        place = re.search(pattern, text)
        if place is None:
            raise KeyError(f"{name}.md has no figure like {pattern}")
        text = text[: place.start(1)] + value(found) + text[place.end(1) :]
    return text


def unknown_figures(text: str, name: str) -> list[str]:
    """The figures in a page's sentences that neither a record nor the list of choices knows."""
    quoted = {place.start(1) for pattern, _ in QUOTED.get(name, ()) for place in re.finditer(pattern, text)}
    known = CHOICES.get(name, "").split()
    found = (place for place in FIGURE.finditer(_sentences(text)) if place.start() not in quoted)
    return [place[0] for place in found if place[0] not in known]


def _sentences(text: str) -> str:
    """The text with spaces in place of tables, code and drawings, so that places stay the same."""
    lines, is_code = [], False
    for line in text.split("\n"):
        is_code ^= line.strip().startswith("```")
        is_other = is_code or line.strip().startswith(("|", "```")) or line.startswith("    ")
        lines.append(" " * len(line) if is_other else line)
    return "\n".join(lines)
