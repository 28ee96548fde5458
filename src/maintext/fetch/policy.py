"""The limits of a fetch, and the networks that it may connect to."""

from __future__ import annotations

from dataclasses import dataclass

import maintext
from maintext.errors import OptionError

EVERY_NETWORK = ("0.0.0.0/0", "::/0")
"""For `Policy.allowed_networks`: private networks too. Use it only for addresses that nobody else can choose."""


@dataclass(frozen=True)
class Policy:
    """The limits of one fetch. A response that exceeds one of them is refused with a named error."""

    user_agent: str = f"maintext/{maintext.__version__} (takes the main content out of web pages)"
    """Identifies you to the server. Add a contact address when you crawl."""
    allowed_networks: tuple[str, ...] = ()
    """Networks such as 10.1.0.0/16 that may be connected to although they are not public."""
    max_body_bytes: int = 20_000_000
    """Of the body as it is sent."""
    max_page_bytes: int = 50_000_000
    """Of the body after decompression; the parser takes as many."""
    max_header_bytes: int = 65_536
    max_redirects: int = 10
    connect_s: float = 10.0
    """To connect, for each IP address of a host."""
    read_s: float = 20.0
    """Between two pieces of a response."""
    total_s: float = 60.0
    """For a whole response; each redirect gets as much again."""
    prefers_markdown: bool = False
    """Whether to ask for Markdown before HTML, and to take the Markdown version that a page names."""
    decompress_s: float = 10.0
    """Processor time for decompressing a body."""

    def __post_init__(self) -> None:
        name = self.user_agent
        if not (name.strip() and name.isascii() and name.isprintable()):
            raise OptionError(f"user_agent must be one line of printable ASCII characters, got {name!r}")

    @property
    def robots_name(self) -> str:
        """The name that is looked up in robots.txt: the first word of the user agent."""
        return self.user_agent.partition("/")[0].partition(" ")[0]
