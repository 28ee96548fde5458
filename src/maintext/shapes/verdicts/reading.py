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

FEW_WORDS_OF_SHELL = 20
"""The same of a page whose text scripts fetch."""

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


def _found(
    pattern: re.Pattern[str], signs: Signs, weights: tuple[float, float, float], base: float = math.inf
) -> Evidence:
    """Evidence of words in the title, the headings and the text, with a weight for each. The text is not searched if
    that can't lift `base`, the log odds without evidence, above 0."""
    evidence: Evidence = []
    places = ((signs.title, "title"), (signs.headings, "heading"), (signs.text, "text"))
    for (text, place), weight in zip(places, weights, strict=True):
        if place == "text" and base + sum(found for found, _ in evidence) + weight <= 0:
            break
        match = pattern.search(text) if weight else None
        if match:
            evidence.append((weight, f"{place}: {match[0].strip()}"))
    return evidence


def _is_short(signs: Signs) -> float:
    """Log odds by the length of the page: pages that are not content are short."""
    return -math.log1p(signs.n_kept) * 0.5 - max(0.0, math.log((signs.n_shown + 1) / FEW_WORDS))


def _login(signs: Signs) -> Evidence:
    if not signs.n_fields:
        return _login_by_buttons(signs)
    evidence = [(13.8 - 0.37 * math.log1p(signs.n_kept) - 2.56 * math.log1p(signs.n_shown), "")]
    evidence += _found(words.LOGIN, signs, (0.9, 1.2, 0.2))
    if signs.n_passwords:
        evidence.append((1.5, f"fields for a password: {signs.n_passwords}"))
    match = words.LOGIN_ADDRESS.search(signs.address)
    if match:
        evidence.append((1.6, f"address: {match[0]}"))
    # A form in the header of a shop gives its text alone.
    is_named = any(not text.startswith("text") for _, text in evidence[1:])
    return evidence if is_named else []


def _login_by_buttons(signs: Signs) -> Evidence:
    if signs.n_shown > FEW_WORDS or signs.n_kept > FEW_WORDS:
        return []
    named = _found(words.LOGIN, signs, (1.5, 1.5, 0.0))
    match = words.LOGIN_BUTTON.search(signs.text)
    return [(-1.5, ""), *named, (1.5, f"text: {match[0]}")] if match else []


def _error(signs: Signs) -> Evidence:
    base = -2.0 + _is_short(signs)
    found = _found(words.ERROR, signs, (4.0, 3.0, 1.0), base)
    if not any(text.startswith(("title", "heading")) for _, text in found):
        found = [*found, *_found(words.MAYBE_ERROR, signs, (2.0, 1.5, 0.5), base)]
    return [(base, ""), *found] if found else []


def _blocked(signs: Signs) -> Evidence:
    base = -2.0 + _is_short(signs)
    # A check of the browser has nothing else to read.
    of_text = 4.0 if signs.n_shown <= FEW_WORDS else 2.5
    found = _found(words.BLOCKED, signs, (4.0, 2.5, of_text), base)
    return [(base, ""), *found] if found else []


def _consent(signs: Signs) -> Evidence:
    n_cookies = len(words.COOKIE.findall(signs.text))
    n_others = len(words.CONSENT.findall(signs.text)) if n_cookies else 0
    n_marks = n_cookies + n_others
    # Bakers write about cookies, too.
    if n_others < 2 or n_marks < 3:
        return []
    weights = (3.0, 2.0, 0.0)
    found = _found(words.CONSENT, signs, weights) or _found(words.COOKIE, signs, weights)
    share = 10 * n_marks / max(signs.n_shown, 1)
    found.append((3 * min(1.0, share), f"text: {n_marks} words of consent"))
    return [(-3.0 - 0.5 * math.log1p(signs.n_kept), ""), *found]


def _paywall(signs: Signs) -> Evidence:
    texts = (signs.title, signs.headings, signs.text)
    may_be = any(root in text for text in texts for root in words.PAYWALL_ROOTS)
    found = _found(words.PAYWALL, signs, (2.0, 2.0, 2.5)) if may_be else []
    if signs.is_paid:
        found.append((3.0, "declared: isAccessibleForFree is false"))
    return [(-1.5, ""), *found] if found else []


def _empty(signs: Signs) -> Evidence:
    if signs.n_shown == 0:
        return [(1.0 if signs.is_bare and signs.refreshes else 4.0, "no text")]
    evidence = [(-1.0 - signs.n_shown / 10, "")]
    if signs.n_shown > MOST_EMPTY:
        return evidence
    match = words.SCRIPTS.search(signs.for_no_scripts) or words.SCRIPTS.search(signs.text)
    if match:
        evidence.append((3.0, f"text: {match[0]}"))
    if signs.n_shown > FEW_WORDS_OF_SHELL:
        return evidence
    match = words.LOADING.search(signs.text)
    if match:
        evidence.append((3.0, f"text: {match[0].strip()}"))
    return [*evidence, (0.5, f"words: {signs.n_shown}")]


def _parked(signs: Signs) -> Evidence:
    base = -1.5 + _is_short(signs)
    found = _found(words.PARKED, signs, (3.5, 2.5, 3.5), base)
    return [(base, ""), *found] if found else []


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
