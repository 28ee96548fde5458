"""Records -> the author of each, element by element."""

import re
from typing import NamedTuple

from maintext.page import Page
from maintext.page.tags import TAGS
from tests.shapes.twin.posts.anchors import shows_date
from tests.shapes.twin.posts.facts import MAX_GROUPS, Facts, run_spans
from tests.shapes.twin.posts.records import Record

LEAST_RECORDS = 0.6
NAME_BYTES = 60
LINK_LEVELS = 3
MAX_BODIES = 100
MOST_OTHERS = 0.2
_PROFILE = ("user", "profil", "member", "membre", "author", "people", "/u/", "/@", "uid=", "personal")
_NUMBER = re.compile(r"#?\d[\d.,:\s]*(?:am|pm)?")
_CONTROLS = frozenset("reply quote share report like edit link permalink more antworten zitieren".split())


class Author(NamedTuple):
    """Who wrote a post."""

    name: str
    link: str | None
    """Address of the link around the name."""


def is_profile(address: str) -> bool:
    """Whether an address may be that of somebody's profile.

    >>> is_profile("/Users/kim"), is_profile("/tea")
    (True, False)
    """
    small = address.lower()
    return any(part in small for part in _PROFILE)


def authors_of(
    page: Page, records: list[Record], bodies: list[list[int]], dates: Facts, marked: list[int]
) -> list[Author | None]:
    """The author of each record."""
    groups: dict[tuple[int, int], dict[int, int]] = {}
    shown: dict[int, str] = {}
    signatures, parents = page.elements.signature.tolist(), page.elements.parent.tolist()
    for index, (start, stop) in enumerate(run_spans(page, records) if records else []):
        date = dates[index]
        for run in range(start, stop):
            row = int(page.runs.element[run])
            piece = page.text[int(page.runs.text_start[run]) : int(page.runs.text_stop[run])]
            is_inside = any(body <= row < int(page.elements.end[body]) for body in bodies[index][:MAX_BODIES])
            if is_inside or not 1 < len(piece) <= NAME_BYTES or (date and date.row == row):
                continue
            shown.setdefault(row, piece.decode(errors="replace").strip(" :»«|,-"))
            for key in ((signatures[row], signatures[parents[row]]), (signatures[row], 0)):
                if key in groups or len(groups) < MAX_GROUPS:
                    groups.setdefault(key, {}).setdefault(index, row)
    scored = [(score(page, group, shown, marked, len(records)), group) for group in groups.values()]
    found: list[Author | None] = [None] * len(records)
    for own_score, group in sorted(scored, key=lambda pair: -pair[0]):
        for index, row in group.items() if own_score > 0 else []:
            found[index] = found[index] or Author(shown[row], link_of(page, row) or None)
    return found


def link_of(page: Page, row: int) -> str | None:
    """The address of the link that an element is or is in; None without a link."""
    for _ in range(LINK_LEVELS):
        if row >= 0 and int(page.elements.tag[row]) == TAGS["a"]:
            return page.attributes(row).get("href", "")
        row = int(page.elements.parent[row]) if row >= 0 else -1
    return None


def score(page: Page, group: dict[int, int], shown: dict[int, str], marked: list[int], n_records: int) -> float:
    """How likely the texts of a group are names."""
    texts = [shown[row] for row in group.values()]
    share = len(texts) / n_records
    if sum(map(_is_other, texts)) > MOST_OTHERS * len(texts):
        return 0.0
    different = set(texts)
    words = [set(text.lower().split()) for text in different]
    n_profiles = sum(is_profile(link_of(page, row) or "") for row in group.values())
    n_marked = sum(row in marked or int(page.elements.parent[row]) in marked for row in group.values())
    is_person = share <= 0.5 and n_profiles == len(texts) == n_marked
    if len(texts) > 2 and not is_person and (len(different) == 1 or set.intersection(*words)):
        return 0.0
    is_same = len(texts) == 2 and len(different) == 1
    if is_same and not n_profiles and (not n_marked or share < 1):
        return 0.0
    n_words = sum(len(text.split()) for text in texts) / len(texts)
    if not n_profiles and not n_marked and (share < LEAST_RECORDS or n_words > 2):
        return 0.0
    n_parts = 0.5 * min(1.0, 2 * len(different) / len(texts)) + n_profiles / len(texts) + 0.7 * (n_marked / len(texts))
    return share + n_parts - 0.1 * n_words


def _is_other(text: str) -> bool:
    """Whether a text is a number, a control or a date rather than a name."""
    small = text.lower()
    return not text or small in _CONTROLS or _NUMBER.fullmatch(small) is not None or shows_date(text)
