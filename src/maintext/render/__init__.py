"""(Page, mask) -> the kept text as Markdown, text, HTML, XML or TEI.

source             what a rendering is made from, and what it gives
outline            the kept text in order with its structure, from the native core
markup             outline -> nested tags: clean_html and tei are two vocabularies for it
metadata_fields    what is known about a document -> YAML front matter

The native core writes Markdown and text itself, from the same structure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from maintext.errors import UnknownFormatError
from maintext.render.metadata_fields import Fields, front_matter
from maintext.render.options import Choices, Options
from maintext.render.source import Rendering, Source

__all__ = ["FORMATS", "Choices", "Options", "Rendering", "Source", "render"]


def to_markdown(source: Source, options: Options, fields: Fields | None) -> Rendering:
    """Markdown: CommonMark with tables. Read as CommonMark, it has the words of the document.

    Text that has no form in Markdown becomes plain text, or one of the few tags that every reader of it knows: `<br>`
    in cells, `<sub>`, `<sup>`, `<del>`. Terms and definitions become a list, footnotes `[^1]`, formulas TeX between
    dollars. The fields become YAML front matter.
    """
    text, *left_out = source.page.markdown(source.mask, options.for_core(source.base, source.headline))
    return Rendering(front_matter(fields) + text if fields else text, *left_out)


def to_text(source: Source, options: Options, fields: Fields | None) -> Rendering:
    """Text for people: items and rows on lines of their own, code with its indentation, no metadata."""
    return Rendering(*source.page.laid_out_text(source.mask, options.for_core(source.base, source.headline)))


# The writers of markup are imported when they are first used: most documents are written as text or Markdown.
def to_html(source: Source, options: Options, fields: Fields | None) -> Rendering:
    """HTML of a few harmless tags; see `clean_html`."""
    from maintext.render import clean_html

    return clean_html.to_html(source, options, fields)


def to_xml(source: Source, options: Options, fields: Fields | None) -> Rendering:
    """XML with a few tags of TEI; see `tei`."""
    from maintext.render import tei

    return tei.to_xml(source, options, fields)


def to_tei(source: Source, options: Options, fields: Fields | None) -> Rendering:
    """A TEI P5 document; see `tei`."""
    from maintext.render import tei

    return tei.to_tei(source, options, fields)


Writer = Callable[[Source, Options, "Fields | None"], Rendering]
"""Writes a page. The fields are None if the metadata is not to be written."""

FORMATS: Mapping[str, Writer] = MappingProxyType(
    {"markdown": to_markdown, "text": to_text, "html": to_html, "xml": to_xml, "tei": to_tei}
)
"""Every format that a page can be rendered in."""


def render(source: Source, output_format: str, choices: Choices, get_fields: Callable[[], Fields]) -> Rendering:
    """The kept text of a page in a format. `get_fields` reads the metadata; it is called only if that is written."""
    write = FORMATS.get(output_format)
    if write is None:
        raise UnknownFormatError(output_format, [*FORMATS, "json"])
    options = Options.of(choices)
    return write(source, options, get_fields() if options.with_metadata else None)
