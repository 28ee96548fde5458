"""What a page is, with a probability and the evidence."""

from __future__ import annotations

from dataclasses import dataclass

KINDS = ("content", "login", "error", "blocked", "consent", "paywall", "empty", "parked", "redirect")
"""Every kind of page that a verdict can name."""


@dataclass(frozen=True)
class Verdict:
    """What a page is."""

    kind: str
    """One of `KINDS`."""
    probability: float
    evidence: tuple[str, ...] = ()
    """What speaks for it, in words; empty for content."""

    @property
    def is_content(self) -> bool:
        """Whether the page is one that people read."""
        return self.kind == "content"

    def to_dict(self) -> dict[str, object]:
        """All fields as JSON can hold them."""
        return {"kind": self.kind, "probability": self.probability, "evidence": list(self.evidence)}
