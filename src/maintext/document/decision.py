"""(Page, Scores) -> Decision: which blocks of the page an extractor kept, and why not the others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from maintext import _core
from maintext.data_text.needs_scripts import NEEDS_SCRIPTS
from maintext.document.blocks import Block, Dropped, all_shared, blocks_of, drop_reasons
from maintext.page import flags
from maintext.page.parsing import checked_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from maintext.extractors.protocol import Mask, Scores
    from maintext.page import Page


@dataclass(frozen=True, eq=False, repr=False)
class Decision:
    """What an extractor decided about a page: the fields of a `Document`, and what follows from the scores alone."""

    page: Page
    by: str
    """The name of the extractor that decided."""
    scores: Scores
    given_url: str | None = None
    """The address that was given; not the canonical one, which pages of a site may share."""
    shared: NDArray[np.bool_] | None = None
    """Per block: whether other pages of the site have it too; None if they were not compared."""
    text_source: str | None = None
    """Where the text is from if the page does not show it: __NEXT_DATA__, articleBody, noscript and so on."""

    def __post_init__(self) -> None:
        # However the document was made, it names the extractor that really decided.
        if self.scores.fallback is not None:
            object.__setattr__(self, "by", self.scores.fallback.by)
        if self.given_url is not None:
            object.__setattr__(self, "given_url", checked_text("url", self.given_url))

    @cached_property
    def keep(self) -> NDArray[np.bool_]:
        """Per block: whether it is in the document."""
        return self.scores.keep if self.shared is None else self.scores.keep & ~self.shared

    @property
    def mask(self) -> Mask:
        """The same in a form that the native core takes: an array only if there is one anyway."""
        return self.scores.mask if self.shared is None else self.keep

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """Every block of the page, kept or not."""
        return blocks_of(self)

    @property
    def dropped(self) -> tuple[Dropped, ...]:
        """Every block that is not in the document, with the reason."""
        pairs = zip(self.blocks, self.drop_reasons(), strict=True)
        return tuple(Dropped(block, reason) for block, reason in pairs if reason)

    def drop_reasons(self) -> list[str | None]:
        """Per block: why it is not in the document, None if it is."""
        return drop_reasons(self)

    @cached_property
    def comment_mask(self) -> NDArray[np.bool_] | None:
        """Per block: whether readers wrote it below the text, and it is not in the document; None if the extractor does
        not find comments. Nothing hidden, and no links to answer, share or report."""
        return _array_of(self.comment_bits)

    @cached_property
    def comment_bits(self) -> Mask | None:
        """The same in a form that the native core takes."""
        if self._found_comments is None:
            return None
        mask = self.page.prose_blocks(self._found_comments, self.mask, flags.UNSHOWN | flags.SVG)
        return mask if self.shared is None else mask.array() & ~self.shared

    @property
    def is_comment(self) -> NDArray[np.bool_] | None:
        """Per block: whether the extractor takes it for a comment."""
        return _array_of(self._found_comments)

    @cached_property
    def _found_comments(self) -> Mask | None:
        """Finding them can take time, so it is done once."""
        return self.scores.comment_bits()

    @property
    def reason(self) -> str | None:
        """Why the document is empty; None if it is not."""
        if self.mask.any():
            return None
        if not self.page.n_blocks and NEEDS_SCRIPTS not in (self.scores.reason or ""):
            return "the page has no text"
        if self.shared is not None and (n_kept := int(self.scores.keep.sum())):
            return all_shared(n_kept, self.by)
        return self.scores.reason or f"{self.by} kept none of {self.page.n_blocks} blocks"

    @property
    def fallback(self) -> str | None:
        """Why another extractor than the one that was called decided, which is then `by`; None if none did."""
        return self.scores.fallback.reason if self.scores.fallback else None

    @property
    def page_type(self) -> str | None:
        """The likeliest type of the page, such as article or forum; None if the extractor does not predict it."""
        judgement = self.scores.judgement
        return max(judgement.page_types, key=judgement.page_types.__getitem__) if judgement else None

    @property
    def page_types(self) -> dict[str, float] | None:
        """The probability of each page type; None if the extractor does not predict it."""
        judgement = self.scores.judgement
        return dict(judgement.page_types) if judgement else None

    @property
    def confidence(self) -> float | None:
        """The F1 this document is expected to have against what a person would take; None if not known."""
        judgement = self.scores.judgement
        return judgement.confidence if judgement else None

    @property
    def has_main_text(self) -> bool:
        """Whether the page has a main content at all."""
        judgement = self.scores.judgement
        return judgement.has_main_text if judgement else bool(self.mask.any())


def _array_of(mask: Mask | None) -> NDArray[np.bool_] | None:
    return mask.array() if isinstance(mask, _core.Values) else mask
