"""Outline -> XML: a small vocabulary of TEI, in a document of its own or in a whole TEI one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from html import escape

from maintext.render import roles as role
from maintext.render.markup import HEADING_INSIDE, Vocabulary, as_attribute, without_illegal, write_markup
from maintext.render.metadata_fields import Fields, as_text
from maintext.render.options import Options
from maintext.render.outline import Formula, Image, make_outline
from maintext.render.source import Rendering, Source

_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'


def to_xml(source: Source, options: Options, fields: Fields | None) -> Rendering:
    """The kept text of a page as XML: `<doc>`, its metadata as attributes, and the text in `<main>`."""
    known = {name: as_text(value) for name, value in (fields or {}).items() if value}
    attributes = without_illegal("".join(f' {name}="{_attribute(value)}"' for name, value in known.items()))
    outline = make_outline(source, options)
    body = write_markup(outline, _vocabulary())
    return Rendering(f"{_DECLARATION}<doc{attributes}>\n<main>\n{body}</main>\n</doc>\n", outline.n_long_addresses)


def to_tei(source: Source, options: Options, fields: Fields | None) -> Rendering:
    """The kept text of a page as a TEI P5 document."""
    vocabulary = replace(_vocabulary(), tags={**_vocabulary().tags, **_heads_of_sections()}, section="div")
    outline = make_outline(source, options)
    body = write_markup(outline, vocabulary) or "<div><p/></div>\n"
    header = without_illegal(_header(fields or {}))
    whole = f'<TEI xmlns="http://www.tei-c.org/ns/1.0">\n{header}<text>\n<body>\n{body}</body>\n</text>\n</TEI>\n'
    return Rendering(_DECLARATION + whole, outline.n_long_addresses)


def _header(fields: Fields) -> str:
    def tag(name: str, field: str) -> str:
        value = as_text(fields.get(field) or "")
        return f"<{name}>{escape(value, quote=False)}</{name}>" if value else ""

    url, date = as_text(fields.get("url") or ""), as_text(fields.get("date") or "")
    publisher = tag("publisher", "sitename") or "<publisher>unknown</publisher>"
    when = f'<date when="{_attribute(date)}">{escape(date)}</date>' if date else ""
    address = f'<ptr type="URL" target="{as_attribute(url)}"/>' if url else ""
    language = as_text(fields.get("language") or "")
    used = f'<langUsage><language ident="{_attribute(language)}"/></langUsage>' if language else ""
    about = f"<abstract><p>{escape(text)}</p></abstract>" if (text := as_text(fields.get("description") or "")) else ""
    profile = f"<profileDesc>{about}{used}</profileDesc>\n" if about or used else ""
    title = tag("title", "title") or "<title/>"
    return (
        f"<teiHeader>\n<fileDesc>\n<titleStmt>{title}{tag('author', 'author')}</titleStmt>\n"
        f"<publicationStmt>{publisher}{when}</publicationStmt>\n"
        f"<sourceDesc><bibl>{title}{tag('author', 'author')}{when}{address}</bibl></sourceDesc>\n"
        f"</fileDesc>\n{profile}"
        f'<encodingDesc><appInfo><application ident="maintext" version="1"><label>maintext</label></application>'
        f"</appInfo></encodingDesc>\n</teiHeader>\n"
    )


def _attribute(value: str) -> str:
    return escape(" ".join(value.split()))


def _image(image: Image) -> str:
    described = f"<desc>{escape(image.alt, quote=False)}</desc>" if image.alt else ""
    return f'<graphic url="{as_attribute(image.address)}">{described}</graphic>'


def _formula(formula: Formula) -> str:
    rend = ' rend="display"' if formula.is_display else ""
    return f'<formula notation="TeX"{rend}>{escape(formula.tex, quote=False)}</formula>'


def _heads_of_sections() -> Mapping[int, str]:
    """A heading that opens a section is its head; one inside a list or quote is a block."""
    return {role.H1 + level + HEADING_INSIDE: f'ab type="heading" rend="h{level + 1}"' for level in range(6)}


def _vocabulary() -> Vocabulary:
    tags = {
        role.STRONG: 'hi rend="bold"',
        role.EMPHASIS: 'hi rend="italic"',
        role.STRIKE: "del",
        role.CODE: "code",
        role.SUB: 'hi rend="sub"',
        role.SUP: 'hi rend="sup"',
        role.QUOTED: "q",
        role.LINK: "ref",
        role.NOTE_REF: 'ref type="note"',
        role.LIST: 'list type="unordered"',
        role.ORDERED: 'list type="ordered"',
        role.ITEM: "item",
        role.QUOTE: "quote",
        role.CODE_BLOCK: 'ab type="code" xml:space="preserve"',
        role.TERMS: 'list type="gloss"',
        role.TERM: 'item rend="term"',
        role.DEFINITION: 'item rend="definition"',
        role.TABLE: "table",
        role.ROW: "row",
        role.CELL: "cell",
        role.HEAD_CELL: 'cell role="label"',
        **{role.H1 + level: f'head rend="h{level + 1}"' for level in range(6)},
    }
    return Vocabulary(
        tags=tags,
        paragraph="p",
        line_break="<lb/>",
        rule='<milestone unit="section" rend="rule"/>',
        link_attribute="target",
        language_attribute='subtype="{}"',
        span_attributes=("cols", "rows"),
        image=_image,
        formula=_formula,
        has_numbers=False,
        caption="head",
        is_code_plain=True,
    )
