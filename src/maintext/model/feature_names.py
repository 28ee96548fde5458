"""The names of the model's columns, by stage and kind.

The native core declares each name beside the code that computes the column (`_core.Model.FEATURES`); nothing is listed
here a second time. Counts that may be large are logarithms (`log_`), places are shares of the page. A value that does
not exist (a title, a container beyond the root) is NaN, and the trees have learned where to send it. "Odds" are
log-odds of content that training has learned for a word or a tag, see `word_tables`.
"""

from __future__ import annotations

from pathlib import Path

from maintext import _core


def _names(*stages: str) -> tuple[str, ...]:
    return tuple(name for stage, _, name in _core.Model.FEATURES if stage in stages)


FEATURES: tuple[str, ...] = _names("first", "page")
"""The columns of the first stage; those of the whole page come last."""
WHOLE: tuple[str, ...] = _names("page")
"""The columns of the first stage that are one number for the whole page."""
LIKELY: tuple[str, ...] = _names("types")
"""How much of the page the first stage takes for content."""
TYPE_NUMBERS: tuple[str, ...] = (*WHOLE, *LIKELY, *(f"content_{name}" for name in _names("first")))
"""What a page's type is predicted from: the page as a whole, and the means of the first stage's columns over what it
takes for content."""
CONTEXT: tuple[str, ...] = _names("second")
"""The columns of the second stage, besides those of the first that it sees again: what the first stage predicts around
the block."""
FEATURE_GROUPS: dict[str, tuple[str, ...]] = {
    group: tuple(name for _, own, name in _core.Model.FEATURES if own == group)
    for group in dict.fromkeys(group for _, group, _ in _core.Model.FEATURES if group)
}
"""The columns of the first stage by kind, to measure what each kind is worth."""
CLASS_GROUPS: tuple[str, ...] = tuple(
    name.removeprefix("steps_to_") for name in FEATURE_GROUPS["class words"] if name.startswith("steps_to_")
)
"""The groups of class words, in the order of class_groups.txt."""


def class_group_lines() -> list[list[str]]:
    """The lines of class_groups.txt: a name, and the beginnings of its words."""
    text = (Path(__file__).parent / "class_groups.txt").read_text(encoding="utf-8")
    return [line.split() for line in text.splitlines() if not line.startswith("#")]
