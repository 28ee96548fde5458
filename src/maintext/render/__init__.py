"""(Page, mask) -> str: the kept text as Markdown, text, HTML, XML or TEI.

roles      tag -> what an element does for a reader
outline    the kept text in order, and what opens and closes around it: the same for all formats
markdown, plain, clean_html, tei   one format each
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, TypedDict

from maintext.errors import UnknownFormatError
from maintext.render.metadata_fields import Fields, front_matter
from maintext.render.options import Options

if TYPE_CHECKING:
    from maintext.render.outline import Source

__all__ = ["FORMATS", "Choices", "Options", "render"]

FORMATS = {
    "markdown": "markdown:to_markdown",
    "text": "plain:to_text",
    "html": "clean_html:to_html",
    "xml": "tei:to_xml",
    "tei": "tei:to_tei",
}
"""Every format that a page can be rendered in, and the module and function behind it."""
_HAS_HEADER = frozenset(("xml", "tei"))


class Choices(TypedDict, total=False):
    """The options of a rendering, as they are given by name; see `Options`."""

    include_links: bool
    include_images: bool
    include_tables: bool
    include_formatting: bool
    include_comments: bool
    """What readers wrote below the text, where the extractor tells it from the text."""
    with_metadata: bool


def render(source: Source, output_format: str, choices: Choices, fields: Callable[[], Fields]) -> str:
    """The kept text of a page in a format; the fields are asked for if they are to be written."""
    if output_format not in FORMATS:
        raise UnknownFormatError(output_format, [*FORMATS, "json"])
    options = options_of(choices)
    module, name = FORMATS[output_format].split(":")
    write = getattr(import_module(f"maintext.render.{module}"), name)
    if output_format in _HAS_HEADER:
        return str(write(source, options, fields() if options.with_metadata else None))
    text = str(write(source, options))
    return front_matter(fields()) + text if options.with_metadata and output_format == "markdown" else text


def options_of(choices: Choices) -> Options:
    """The options that were chosen. Comments are a matter of the mask, not of the rendering."""
    own = {name: value for name, value in choices.items() if name != "include_comments"}
    return Options(**own)  # type: ignore[arg-type]
