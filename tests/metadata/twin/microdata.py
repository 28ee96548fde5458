"""Page -> claims of its microdata: elements with an itemprop of schema.org.

Elements of a comment, an answer, a review or a list of other articles do not describe the page and are left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maintext.metadata.claims import plain
from tests.metadata.twin.claims import Claims, collected

if TYPE_CHECKING:
    from tests.metadata.twin.evidence import Evidence

MAX_ROWS = 300
"""A list of a thousand products describes products."""


def read_microdata(evidence: Evidence) -> Claims:
    rows = evidence.marks["items"][:MAX_ROWS]
    return collected([(name, plain(value)) for name, value in evidence.page.item_values(rows)]) if rows else {}
