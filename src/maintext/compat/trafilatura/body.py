"""Document -> its text as an element with trafilatura's tags, and that element as text, XML or HTML.

The tags are those of trafilatura's XML: head, p, list, item, quote, code, table, row, cell, hi, ref, graphic, lb, del.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from maintext.page.tags import TAGS
from maintext.render import Options
from maintext.render import roles as role
from maintext.render.markup import Vocabulary, as_attribute, write_markup
from maintext.render.outline import Formula, Image, make_outline

if TYPE_CHECKING:
    from maintext.document import Document
    from maintext.render import Choices

_BLOCKS = frozenset(("p", "head", "list", "item", "quote", "code", "table", "row", "cell", "ab", "desc"))
_HTML_TAGS = {"quote": "blockquote", "code": "pre", "row": "tr", "lb": "br", "ref": "a", "graphic": "img"}
_HTML_MARKS = {"#b": "strong", "#i": "i", "#u": "u", "#t": "kbd", "#sub": "sub", "#sup": "sup"}


def body_of(document: Document, choices: Choices) -> ET.Element:
    """The text of a document in a `<body>`."""
    outline = make_outline(document.source_of(choices), Options.of(choices))
    # Our own XML, not somebody's.
    body = ET.fromstring(f"<body>{write_markup(outline, _vocabulary())}</body>")  # noqa: S314
    _drop_layout(body)
    _number_terms(body)
    if not len(body) and choices.get("include_images"):
        body.extend(_images_alone(document))
    while len(body) > 1 and body[-1].tag == "head":
        # A heading at the end is that of something which is not in the document.
        body.remove(body[-1])
    return body


def _images_alone(document: Document) -> Iterator[ET.Element]:
    """The images of a page without text, each in a paragraph."""
    page, known = document.page, {image.address for image in document.metadata.images}
    rows = page.rows_by_tag([TAGS["img"]])[0]
    for row, (address, alt, _) in zip(rows, page.images(rows, document.metadata.base or ""), strict=True):
        if address in known:
            named = {"src": address, "alt": alt, "title": page.attributes(row).get("title")}
            paragraph = ET.Element("p")
            ET.SubElement(paragraph, "graphic", {name: value for name, value in named.items() if value})
            yield paragraph


def _number_terms(body: ET.Element) -> None:
    """Numbers terms and their definitions: dt-1, dd-1, dt-2."""
    for terms in body.iter("list"):
        number = 0
        for item in terms.findall("item"):
            if rend := item.get("rend"):
                number += rend == "dt"
                item.set("rend", f"{rend}-{max(number, 1)}")


def _vocabulary() -> Vocabulary:
    """The tags of trafilatura's XML. Those of `render.tei` resemble them, but change with our versions."""
    tags = {
        role.STRONG: 'hi rend="#b"',
        role.EMPHASIS: 'hi rend="#i"',
        role.STRIKE: "del",
        role.CODE: 'hi rend="#t"',
        role.SUB: 'hi rend="#sub"',
        role.SUP: 'hi rend="#sup"',
        role.LINK: "ref",
        role.LIST: 'list rend="ul"',
        role.ORDERED: 'list rend="ol"',
        role.ITEM: "item",
        role.QUOTE: "quote",
        role.CODE_BLOCK: "code",
        role.TERMS: 'list rend="dl"',
        role.TERM: 'item rend="dt"',
        role.DEFINITION: 'item rend="dd"',
        role.TABLE: "table",
        role.ROW: "row",
        role.CELL: "cell",
        role.HEAD_CELL: 'cell role="head"',
        **{role.H1 + level: f'head rend="h{level + 1}"' for level in range(6)},
    }
    return Vocabulary(
        tags=tags,
        paragraph="p",
        line_break="<lb/>",
        rule="",
        link_attribute="target",
        language_attribute="",
        span_attributes=("colspan", "rowspan"),
        image=_image,
        formula=_formula,
        has_numbers=False,
        caption="head",
    )


def _image(image: Image) -> str:
    named = (("alt", image.alt), ("title", image.title))
    described = "".join(f' {name}="{escape(value)}"' for name, value in named if value)
    return f'<graphic src="{as_attribute(image.address)}"{described}/>'


def _formula(formula: Formula) -> str:
    return escape(f"$$ {formula.tex} $$" if formula.is_display else f"${formula.tex}$", quote=False)


def _drop_layout(element: ET.Element) -> None:
    """Removes the line ends that our writer puts between blocks, except in code."""
    for each in element.iter():
        if each.tag not in _BLOCKS and each.tag != "body":
            continue
        if each.tag != "code" and each.text is not None and not each.text.strip():
            each.text = None
        if each.tail is not None and not each.tail.strip():
            each.tail = None


# ---- text ------------------------------------------------------------------------------------


def to_txt(body: ET.Element) -> str:
    """One line per paragraph, item and row, as trafilatura's `txt`; links and images as in Markdown."""
    text = "\n".join(line for line in _lines(body) if line.strip())
    return unicodedata.normalize("NFC", text).strip()


def _lines(element: ET.Element) -> Iterator[str]:
    for child in element:
        if child.tag == "table":
            yield from _rows(child)
        elif child.tag == "item":
            first, *rest = [*_block_lines(child), ""]
            yield f"- {first}"
            yield from rest
        elif child.tag == "code":
            yield "".join(child.itertext()).strip("\n")
        else:
            yield from _block_lines(child)


def _block_lines(element: ET.Element) -> Iterator[str]:
    """The text of a block in lines; blocks inside it have lines of their own."""
    if not any(child.tag in _BLOCKS for child in element):
        yield _inline(element)
        return
    before = _squeezed(element.text or "")
    for child in element:
        if child.tag in _BLOCKS:
            if before:
                yield before
            holder = ET.Element("body")
            holder.append(child)
            yield from _lines(holder)
            before = _squeezed(child.tail or "")
        else:
            before = _squeezed(f"{before} {_marked(child)}{child.tail or ''}")
    if before:
        yield before


def _rows(table: ET.Element) -> Iterator[str]:
    rows = table.findall("row")
    n_columns = max((sum(int(cell.get("colspan", "1")) for cell in row) for row in rows), default=0)
    for caption in table.findall("head"):
        yield _inline(caption)
    for row in rows:
        cells = [_squeezed(" ".join(_block_lines(cell))) for cell in row]
        yield "| " + " | ".join(cells + [""] * (n_columns - len(cells))) + " | "


def _inline(element: ET.Element) -> str:
    parts = [element.text or ""]
    for child in element:
        parts += [_marked(child), child.tail or ""]
    return "\n".join(filter(None, map(_squeezed, "".join(parts).split("\n"))))


def _marked(element: ET.Element) -> str:
    """An element within a line; formatting is written by the Markdown of `document.render`, not here."""
    if element.tag == "lb":
        return "\n"
    if element.tag == "graphic":
        described = " ".join(value for name in ("title", "alt") if (value := element.get(name)))
        return f"![{described}]({element.get('src', '')})"
    text = _inline(element)
    target = element.get("target") if element.tag == "ref" else None
    gap = " " if (element.text or "").startswith(" ") else ""
    return f"{gap}[{text}]({target})" if target else f"{gap}{text}"


def _squeezed(text: str) -> str:
    return re.sub(r"[^\S\n]+", " ", text).strip()


# ---- markup ----------------------------------------------------------------------------------


def to_xml(body: ET.Element, comments: ET.Element, attributes: dict[str, str]) -> str:
    """`<doc>` with the metadata as attributes, the text in `<main>` and the comments."""
    doc = ET.Element("doc", attributes)
    for name, element in (("main", body), ("comments", comments)):
        part = ET.SubElement(doc, name)
        part.extend(element)
    return written(doc)


def to_html(body: ET.Element, fields: dict[str, str]) -> str:
    """A small HTML page; the metadata is in its head."""
    page = ET.Element("html")
    if fields:
        head = ET.SubElement(page, "head")
        for name, content in fields.items():
            ET.SubElement(head, "meta", {"name": name, "content": content})
    shown = ET.SubElement(page, "body")
    shown.extend(body)
    for element in list(shown.iter()):
        _as_html(element)
    return written(page)


def _as_html(element: ET.Element) -> None:
    rend, tag = element.get("rend", ""), element.tag
    attributes = {"ref": {"href": element.get("target", "")}, "graphic": dict(element.attrib)}.get(tag, {})
    spans: dict[str, str] = {name: element.attrib[name] for name in ("colspan", "rowspan") if name in element.attrib}
    if tag == "head":
        tag = rend or "h3"
    elif tag == "hi":
        tag = _HTML_MARKS.get(rend, "i")
    elif tag == "cell":
        tag, attributes = ("th" if element.get("role") == "head" else "td"), spans
    elif tag == "list":
        tag = rend or "ul"
    elif tag == "item":
        tag = rend.partition("-")[0] or "li"
    else:
        tag = _HTML_TAGS.get(tag, tag)
    element.tag = tag
    element.attrib.clear()
    element.attrib.update(attributes)


def written(root: ET.Element) -> str:
    """The XML of an element, each block on a line of its own."""
    _indent(root, 0)
    # Text and attributes have no ">", so this is always the end of an empty element; lxml writes it without a space.
    return ET.tostring(root, encoding="unicode").replace(" />", "/>")


def _indent(element: ET.Element, level: int) -> None:
    """Puts each block that holds only blocks on lines of its own; text is never changed."""
    children = list(element)
    if not children or (element.text or "").strip() or not all(child.tag in _INDENTED for child in children):
        return
    if any((child.tail or "").strip() for child in children):
        return
    gap = "\n" + "  " * (level + 1)
    element.text = gap
    for child in children:
        _indent(child, level + 1)
        child.tail = gap
    children[-1].tail = "\n" + "  " * level


_INDENTED = _BLOCKS | frozenset(
    "main comments head meta body text div teiHeader fileDesc titleStmt title author publicationStmt publisher "
    "availability sourceDesc bibl profileDesc abstract langUsage language textClass keywords term creation date "
    "encodingDesc appInfo application label ul ol dl li dt dd blockquote pre tr td th h1 h2 h3 h4 h5 h6".split()
)
