"""What a rendering takes in and leaves out."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Options:
    """What is written. Turning one on or off never changes the words of the rest."""

    include_links: bool = True
    """Addresses of links; their texts stay without."""
    include_images: bool = True
    """Images, with their alternative texts."""
    include_tables: bool = True
    """Tables of data; without, their text is left out. Tables that only lay out a page are no tables."""
    include_formatting: bool = True
    """Emphasis, strong and struck text, code within a line, sub- and superscript; their texts stay without."""
    with_metadata: bool = False
    """What is known about the document, before its text."""
