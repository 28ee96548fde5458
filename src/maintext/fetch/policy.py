"""What a fetch may cost, and where it may go."""

from __future__ import annotations

from dataclasses import dataclass

import maintext
from maintext.errors import OptionError

EVERY_NETWORK = ("0.0.0.0/0", "::/0")
"""For `Policy.allowed_networks`: private networks too. Only for addresses that nobody else can choose."""


@dataclass(frozen=True)
class Policy:
    """Limits of one fetch. What goes over one of them is refused with a named error."""

    user_agent: str = f"maintext/{maintext.__version__} (takes the main content out of web pages)"
    """Says who is asking. Add how you can be reached when you crawl."""
    allowed_networks: tuple[str, ...] = ()
    """Networks, as 10.1.0.0/16, that may be asked although they are not public."""
    max_body_bytes: int = 20_000_000
    """Of a response as it is sent."""
    max_page_bytes: int = 50_000_000
    """Of a page after decompression; as many as the parser takes."""
    max_header_bytes: int = 65_536
    max_redirects: int = 10
    connect_s: float = 10.0
    """To connect, for each address of a host."""
    read_s: float = 20.0
    """Between two pieces of a response."""
    total_s: float = 60.0
    """For one response with all its pieces; each redirect has as much again."""

    def __post_init__(self) -> None:
        name = self.user_agent
        if not (name.strip() and name.isascii() and name.isprintable()):
            raise OptionError(f"a user agent is one line of ASCII characters, not {name!r}")

    @property
    def robots_name(self) -> str:
        """The name by which robots.txt may speak to us: the first word of the user agent."""
        return self.user_agent.partition("/")[0].partition(" ")[0]
