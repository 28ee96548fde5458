"""Outline -> HTML that is safe to put on a page: few tags, fewer attributes, no scripts.

tags        p br hr h1-h6 ul ol li blockquote pre code dl dt dd table caption tr th td a img
            strong em del sub sup q span
attributes  href src alt title colspan rowspan start reversed value, class="language-..." on pre, class="math" on span
"""

from __future__ import annotations

from html import escape

from maintext.render import roles as role
from maintext.render.markup import Vocabulary, write_markup
from maintext.render.metadata_fields import Fields
from maintext.render.options import Options
from maintext.render.outline import Formula, Image, make_outline
from maintext.render.source import Rendering, Source


def to_html(source: Source, options: Options, fields: Fields | None) -> Rendering:
    """The kept text of a page as a fragment of HTML, without metadata."""
    outline = make_outline(source, options)
    return Rendering(write_markup(outline, _vocabulary()), outline.n_long_addresses)


def _image(image: Image) -> str:
    title = f' title="{escape(image.title)}"' if image.title else ""
    return f'<img src="{escape(image.address)}" alt="{escape(image.alt)}"{title}>'


def _formula(formula: Formula) -> str:
    opening, closing = ("\\[", "\\]") if formula.is_display else ("\\(", "\\)")
    return f'<span class="math">{opening}{escape(formula.tex, quote=False)}{closing}</span>'


def _vocabulary() -> Vocabulary:
    names = {
        "strong em del code sub sup q a sup": range(role.STRONG, role.NOTE_REF + 1),
        "ul ol li blockquote pre dl dt dd": range(role.LIST, role.DEFINITION + 1),
        "table tr td th": range(role.TABLE, role.HEAD_CELL + 1),
        "h1 h2 h3 h4 h5 h6": range(role.H1, role.H6 + 1),
    }
    tags = {own: tag for tags, roles in names.items() for tag, own in zip(tags.split(), roles, strict=True)}
    return Vocabulary(
        tags=tags,
        paragraph="p",
        line_break="<br>\n",
        rule="<hr>",
        link_attribute="href",
        language_attribute='class="language-{}"',
        span_attributes=("colspan", "rowspan"),
        image=_image,
        formula=_formula,
    )
