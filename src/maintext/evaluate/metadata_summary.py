"""Results of metadata -> figures a candidate, and a table of them for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isnan, nan

from maintext.evaluate.metadata_match import FIELDS, Match
from maintext.evaluate.metadata_runs import MetadataResult


@dataclass(frozen=True)
class FieldSummary:
    """One field of one candidate on some pages."""

    n_judged: int
    equal: float
    """Share of the judged pages."""
    f1: float
    n_unasked: int
    """Pages whose gold has no value, for which the candidate returned one."""
    n_unjudged: int
    """Pages whose gold has none."""


@dataclass(frozen=True)
class MetadataSummary:
    """One candidate on the pages of a corpus, or of half of its domains."""

    corpus: str
    half: str
    by: str
    n_pages: int
    fields: dict[str, FieldSummary]
    ms: float
    """A page, the mean."""
    errors: tuple[str, ...]


def summarise_metadata(results: Iterable[MetadataResult], by_half: bool = False) -> list[MetadataSummary]:
    """One summary per corpus, half and candidate, in the order of the results."""
    groups: dict[tuple[str, str, str], list[MetadataResult]] = {}
    for result in results:
        halves = ("all", result.half) if by_half else ("all",)
        for half in halves:
            groups.setdefault((result.corpus, half, result.by), []).append(result)
    order = sorted(groups, key=lambda key: (key[0], "allAB".index(key[1])))
    return [_summary(key, groups[key]) for key in order]


def _summary(key: tuple[str, str, str], results: list[MetadataResult]) -> MetadataSummary:
    corpus, half, by = key
    return MetadataSummary(
        corpus,
        half,
        by,
        len(results),
        fields={field: _field([result.matches[field] for result in results]) for field in FIELDS},
        ms=sum(result.ms for result in results) / len(results),
        errors=tuple(result.error for result in results if result.error is not None),
    )


def _field(matches: list[Match]) -> FieldSummary:
    judged = [found for found in matches if found.is_judged]
    others = [found for found in matches if not found.is_judged]
    n_judged = len(judged)
    return FieldSummary(
        n_judged,
        equal=sum(found.is_equal for found in judged) / n_judged if judged else nan,
        f1=sum(found.f1 for found in judged) / n_judged if judged else nan,
        n_unasked=sum(found.is_given for found in others),
        n_unjudged=len(others),
    )


def metadata_table(summaries: Sequence[MetadataSummary]) -> str:
    """A table for people: for each field the share of pages on which it is equal, and F1."""
    heading = f"{'by':<14} {'pages':>5}"
    for field in FIELDS:
        heading += f"  {field + ' (n)':>13} {'F1':>6} {'unasked':>8}"
    lines: list[str] = []
    for summary in summaries:
        title = summary.corpus if summary.half == "all" else f"{summary.corpus}, half {summary.half} of the domains"
        if title not in lines:
            lines.extend(["", title, f"{heading}  {'ms':>7}  errors"])
        lines.append(_line(summary))
    return "\n".join(lines[1:])


def _line(summary: MetadataSummary) -> str:
    line = f"{summary.by:<14} {summary.n_pages:>5}"
    for field in summary.fields.values():
        equal, f1 = ("-" if isnan(value) else f"{value:.3f}" for value in (field.equal, field.f1))
        line += f"  {f'{equal} ({field.n_judged})':>13} {f1:>6} {f'{field.n_unasked}/{field.n_unjudged}':>8}"
    return f"{line}  {summary.ms:>7.2f}  {len(summary.errors) or '-'}"
