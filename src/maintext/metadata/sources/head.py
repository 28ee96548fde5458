"""Page -> claims of its head: title, language, canonical address; and of its links with a `rel`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from maintext.metadata.claims import Claims, Source, collected, plain

if TYPE_CHECKING:
    from maintext.metadata.evidence import Evidence
    from maintext.page import Page

MAX_LINKS = 200
"""A page with more links of such a `rel` is a list of tags."""


def _read_head(evidence: Evidence) -> Claims:
    stated = evidence.stated
    title = plain(" ".join(stated.title.split())) if stated.title else None
    found = {"title": title, "language": stated.language, "canonical": stated.addresses[0]}
    return {key: (value,) for key, value in found.items() if value}


HEAD_TITLE = Source(_read_head, "title", "title")
HTML_LANGUAGE = Source(_read_head, "language", "html lang")
CANONICAL = Source(_read_head, "canonical", "link canonical")


def link(relation: str) -> Source:
    """The `<link>` and `<a>` elements with a `rel`: author, license, category or tag."""
    return Source(_read_links, relation, f"link {relation}")


def _read_links(evidence: Evidence) -> Claims:
    return collected(_link_claims(evidence.page))


def _link_claims(page: Page) -> Iterator[tuple[str, str]]:
    for relation, address, text in page.related_links(MAX_LINKS):
        # The address of a Creative Commons licence is its name; for other licences the words of the link say more.
        if relation == "license" and "creativecommons.org" in address:
            yield "license", address
        else:
            yield relation, text or (address if relation == "license" else "")
