"""The response object of trafilatura's `fetch_response`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass
class Response:
    """What a server answered."""

    data: bytes
    """The body, decompressed."""
    status: int
    url: str
    """The address that answered, after redirects."""
    headers: dict[str, str] | None = None
    html: str | None = None
    """The body as text, if it was asked for."""

    def as_dict(self) -> dict[str, Any]:
        """All attributes by name."""
        return dict(vars(self))

    def __bool__(self) -> bool:
        return bool(self.data)
