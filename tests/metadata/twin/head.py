"""Page -> claims of its head: title, language, canonical address; and of its links with a `rel`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from maintext.metadata.claims import plain
from tests.metadata.twin.claims import Claims, collected

if TYPE_CHECKING:
    from maintext.page import Page
    from tests.metadata.twin.evidence import Evidence

MAX_LINKS = 200
"""A page with more links of such a `rel` is a list of tags."""


def read_head(evidence: Evidence) -> Claims:
    stated = evidence.stated
    title = plain(" ".join(stated.title.split())) if stated.title else None
    found = {"title": title, "language": stated.language, "canonical": stated.addresses[0]}
    return {key: (value,) for key, value in found.items() if value}


def read_links(evidence: Evidence) -> Claims:
    return collected(_link_claims(evidence.page))


def _link_claims(page: Page) -> Iterator[tuple[str, str]]:
    for relation, address, text in page.related_links(MAX_LINKS):
        # The address of a Creative Commons licence is its name; for other licences the words of the link say more.
        if relation == "license" and "creativecommons.org" in address:
            yield "license", address
        else:
            yield relation, text or (address if relation == "license" else "")
