"""A claim -> the short name of a licence."""

from __future__ import annotations

import re

MAX_LICENSE_CHARS = 200
_CREATIVE_COMMONS = re.compile(
    r"creativecommons\.org/(?:licenses/(by(?:-nc)?(?:-nd|-sa)?)|publicdomain/(zero|mark))/?(\d\.\d)?", re.IGNORECASE
)


def license_name(claim: str) -> str | None:
    """The short name of a Creative Commons licence; the address or words of any other.

    >>> license_name("https://creativecommons.org/licenses/by-sa/4.0/deed.en")
    'CC BY-SA 4.0'
    >>> license_name("//creativecommons.org/publicdomain/zero/1.0/"), license_name("All rights reserved")
    ('CC0 1.0', 'All rights reserved')
    """
    match = _CREATIVE_COMMONS.search(claim)
    if not match:
        return claim[:MAX_LICENSE_CHARS].strip() or None
    terms, dedication, version = match.groups()
    public = "CC0" if (dedication or "").lower() == "zero" else "Public Domain Mark"
    name = f"CC BY{terms[2:].upper()}" if terms else public
    return f"{name} {version}" if version else name
