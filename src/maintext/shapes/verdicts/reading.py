"""Page -> Verdict: every kind adds up its evidence; the most probable one wins if it is more probable than content.

A page with more than 150 words of main content is content, whatever else it has: articles are about passwords and
errors, and shops have login forms in their headers. The weights of `login` are those of a logistic regression on
forms_train against the pages of the training corpora. The others were set by hand from how such pages are worded, and
are checked for false alarms on the same pages (`python -m benches.shapes verdicts`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from maintext.shapes.verdicts import words
from maintext.shapes.verdicts.signs import Signs, n_kept_words, read_signs
from maintext.shapes.verdicts.verdict import Verdict

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from maintext.page import Page
    from maintext.shapes.structured.thing import Thing

MOST_WORDS = 150
"""A page with more words of main content is content."""
FEW_WORDS = 60
"""A page that shows fewer words has nothing to read."""

MOST_EMPTY, MOST_REDIRECT = 150, 500
"""A page that shows more words is neither empty nor a redirect, with a probability of less than 1 in 1,000 whatever its
words are, so these are not searched."""

Evidence = list[tuple[float, str]]
"""Weights, as log odds, with what they stand for."""


def read_verdict(page: Page, url: str | None, keep: NDArray[np.bool_], things: Sequence[Thing]) -> Verdict:
    """What a page is."""
    # Most pages are content, and need no closer look.
    if n_kept_words(page, keep) > MOST_WORDS:
        return Verdict("content", 1.0)
    return verdict_of(read_signs(page, url, keep, things))


def verdict_of(signs: Signs) -> Verdict:
    """What the page with these signs is."""
    best = Verdict("content", 0.0)
    if signs.n_kept <= MOST_WORDS:
        for kind, weigh in WEIGHING.items():
            evidence = weigh(signs)
            if not evidence:
                continue
            probability = 1 / (1 + math.exp(-max(-30.0, min(30.0, sum(weight for weight, _ in evidence)))))
            if probability > best.probability:
                shown = tuple(text for weight, text in evidence if weight > 0 and text)
                best = Verdict(kind, round(probability, 3), shown)
    if best.probability > 0.5:
        return best
    return Verdict("content", round(1 - best.probability, 3))


def _found(pattern: re.Pattern[str], signs: Signs, weights: tuple[float, float, float]) -> Evidence:
    """Evidence of words in the title, the headings and the text, with a weight for each."""
    evidence = []
    places = ((signs.title, "title"), (signs.headings, "heading"), (signs.text, "text"))
    for (text, place), weight in zip(places, weights, strict=True):
        match = pattern.search(text)
        if match:
            evidence.append((weight, f"{place}: {match[0]}"))
    return evidence


def _is_short(signs: Signs) -> float:
    """Log odds by the length of the page: pages that are not content are short."""
    return -math.log1p(signs.n_kept) * 0.5 - max(0.0, math.log((signs.n_shown + 1) / FEW_WORDS))


def _login(signs: Signs) -> Evidence:
    if not signs.n_fields:
        return []
    evidence = [(13.8 - 0.37 * math.log1p(signs.n_kept) - 2.56 * math.log1p(signs.n_shown), "")]
    evidence += _found(words.LOGIN, signs, (0.9, 1.2, 0.2))
    if signs.n_passwords:
        evidence.append((1.5, f"fields for a password: {signs.n_passwords}"))
    match = words.LOGIN_ADDRESS.search(signs.address)
    if match:
        evidence.append((1.6, f"address: {match[0]}"))
    if len(evidence) == 1:
        return []
    return evidence


def _error(signs: Signs) -> Evidence:
    found = _found(words.ERROR, signs, (4.0, 3.0, 1.0))
    return [(-2.0 + _is_short(signs), ""), *found] if found else []


def _blocked(signs: Signs) -> Evidence:
    found = _found(words.BLOCKED, signs, (4.0, 2.5, 2.5))
    return [(-2.0 + _is_short(signs), ""), *found] if found else []


def _consent(signs: Signs) -> Evidence:
    n_marks = len(words.CONSENT.findall(signs.text))
    if n_marks < 3:
        return []
    found = _found(words.CONSENT, signs, (3.0, 2.0, 0.0))
    share = 10 * n_marks / max(signs.n_shown, 1)
    found.append((3 * min(1.0, share), f"text: {n_marks} words of consent"))
    return [(-3.0 - 0.5 * math.log1p(signs.n_kept), ""), *found]


def _paywall(signs: Signs) -> Evidence:
    found = _found(words.PAYWALL, signs, (2.0, 2.0, 2.5))
    if signs.is_paid:
        found.append((3.0, "declared: isAccessibleForFree is false"))
    return [(-1.5, ""), *found] if found else []


def _empty(signs: Signs) -> Evidence:
    if signs.n_shown == 0:
        return [(4.0, "no text")]
    evidence = [(-1.0 - signs.n_shown / 10, "")]
    if signs.n_shown > MOST_EMPTY:
        return evidence
    match = words.SCRIPTS.search(signs.for_no_scripts) or words.SCRIPTS.search(signs.text)
    if match:
        evidence.append((3.0, f"text: {match[0]}"))
    return [*evidence, (0.5, f"words: {signs.n_shown}")] if signs.n_shown <= 20 else evidence


def _parked(signs: Signs) -> Evidence:
    found = _found(words.PARKED, signs, (3.5, 2.5, 3.5))
    return [(-1.5 + _is_short(signs), ""), *found] if found else []


def _redirect(signs: Signs) -> Evidence:
    if signs.n_shown > MOST_REDIRECT:
        return []
    found = _found(words.REDIRECT, signs, (3.0, 2.0, 2.0))
    if signs.refreshes:
        found.append((2.5, "the page sends browsers to another one"))
    return [(-1.0 - signs.n_shown / 30, ""), *found] if found else []


WEIGHING: Mapping[str, Callable[[Signs], Evidence]] = MappingProxyType(
    {
        "login": _login,
        "error": _error,
        "blocked": _blocked,
        "consent": _consent,
        "paywall": _paywall,
        "empty": _empty,
        "parked": _parked,
        "redirect": _redirect,
    }
)
