"""What a rendering is made from, and what it gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from maintext import _core
from maintext.page.head import read_canonical

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from maintext.extractors.protocol import Mask
    from maintext.page import Page


@dataclass(frozen=True)
class Source:
    """What a rendering is made from."""

    page: Page
    mask: Mask
    """One bit per block, in a form that the native core takes."""
    url: str | None = None
    """The page's address, against which relative addresses are resolved."""
    headline: str = ""
    """Written before the text unless the options leave it out; empty if the page has none."""

    @property
    def keep(self) -> NDArray[np.bool_]:
        """One bit per block."""
        return self.mask.array() if isinstance(self.mask, _core.Values) else self.mask

    @property
    def base(self) -> str | None:
        """What relative addresses are resolved against: the page's address, or the one that it calls canonical."""
        if self.url:
            return self.url
        return read_canonical(self.page)


@dataclass(frozen=True)
class Rendering:
    """The text of a document in a format, and what did not fit into it."""

    text: str
    n_long_addresses: int = 0
    """Addresses that were left out because they are too long."""
    n_ignored_spans: int = 0
    """Spans of table cells that were ignored because they cover too much."""
