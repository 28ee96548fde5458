"""Blocks of text -> one text, each line behind the marks of the lists it stands in."""

from __future__ import annotations

from dataclasses import dataclass

MAX_LEVELS = 24
"""Lists and quotes nested deeper stand at this level: every level costs every line its mark."""


@dataclass(slots=True)
class Container:
    """A list, item, quote or note that is open."""

    kind: int
    rest: str = ""
    """What every line inside stands behind."""
    first: str | None = None
    """What the first line stands behind, until it is written."""
    is_written: bool = False
    n_blocks: int = 0
    """Blocks that stand in it directly."""
    bullet: str = ""
    number: int | None = None
    """The number of the next item of an ordered list."""
    step: int = 1
    n_items: int = 0
    is_tight: bool = True
    """Whether the last item had one block."""


class BlockWriter:
    """Puts blocks one below the other."""

    __slots__ = ("containers", "parts")

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.containers = [Container(-1)]

    def put(self, text: str) -> None:
        """Writes a block; its lines are parted by line feeds."""
        containers = self.containers
        here = containers[-1]
        if len(containers) == 1:
            self.parts.append("\n\n" + text if self.parts else text)
        else:
            self._put_inside(text)
        here.n_blocks += 1
        # After text between the items of a list the next one needs a blank line before it.
        here.is_tight = False

    def _put_inside(self, text: str) -> None:
        first = rest = blank = ""
        begins = None
        for level, container in enumerate(self.containers):
            if container.is_written:
                blank += container.rest
            rest += container.rest
            if container.first is None:
                first += container.rest
            else:
                first += container.first
                container.first = None
                begins = level if begins is None else begins
            container.is_written = True
        if self.parts:
            self.parts.append("\n" if begins and self._is_tight(begins) else f"\n{blank.rstrip()}\n")
        self.parts.append(first + _behind(rest, text) if rest else first + text)

    def _is_tight(self, level: int) -> bool:
        """Whether the item at a level can follow what is before it without a blank line."""
        around, listed = self.containers[level - 2], self.containers[level - 1]
        if not listed.bullet:
            return False
        if listed.n_items > 1:
            return listed.is_tight
        return level > 2 and around.n_blocks == 1

    def text(self) -> str:
        """All blocks."""
        return "".join(self.parts)


def _behind(rest: str, text: str) -> str:
    if "\n" not in text:
        return text
    bare = rest.rstrip()
    lines = text.split("\n")
    return lines[0] + "".join(f"\n{rest}{line}" if line else f"\n{bare}" for line in lines[1:])
