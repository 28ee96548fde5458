"""The numbers of tag names in `Elements.tag`."""

from maintext import _core

TAGS: dict[str, int] = {name: number for number, name in enumerate(_core.TAG_NAMES)}
"""The number of each tag in `Elements.tag`: `TAGS["nav"]`. Names without rules of their own are 0."""
