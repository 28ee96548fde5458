"""HTML -> its data tables, lists and headings, read by Lexbor (selectolax) rather than by our own parser.

A structure is a list of parts: the words of each cell or item, in page order. A part that is missing from an extracted
text is a hole. Parts are compared as lower-case words, so that marks and white space do not count.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, pairwise

from selectolax.lexbor import LexborHTMLParser, LexborNode

WORD = re.compile(r"\w+")
NOT_READ = {
    "script",
    "style",
    "noscript",
    "template",
    "head",
    "svg",
    "select",
    "textarea",
    "iframe",
    "object",
    "button",
}
NOT_READ |= {"nav", "footer", "figure", "-comment"}
INLINE = set(
    "a abbr b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q s samp small span strike "
    "strong sub sup time tt u var wbr".split()
)
HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
MAX_CELL_WORDS = 80
"""A table with a longer cell lays out a page."""
BELOW_HEADING = 12
"""So many words below a heading must be in a text for the heading to be expected there."""
LEFT_OUT = "\0"
"""Replaces a structure inside a part. That structure is compared by itself; in a text that has both, its words come
between the words of the part."""
LONG = 5
"""A part with at least so many words that occurs once on the page is recognised by itself; other parts only beside
their neighbour, if the page has the two once. A section heading in a text does not prove that the table of contents
is in it, nor "10 | 30 days" that this table is, and not the one below it."""


@dataclass(frozen=True)
class Structure:
    """A table, a list, or a heading with the first words below it."""

    kind: str
    parts: tuple[str, ...]
    repeated: frozenset[str] = frozenset()
    """Long parts, and neighbours, that the page has more than once: a text with them need not have this structure."""


def words_of(text: str) -> str:
    """The words of a text, in lower case, with a space between them."""
    return " ".join(WORD.findall(text.lower()))


def read_structures(html: bytes) -> list[Structure]:
    """The structures of a page that its readers see."""
    tree = LexborHTMLParser(html.decode("utf-8", "replace"))
    page = f" {_text(tree.body)} " if tree.body else ""
    tables_and_lists = [_with_repeated_parts(own, page) for own in (*_tables(tree), *_lists(tree))]
    return [*tables_and_lists, *_headings(tree)]


def _with_repeated_parts(structure: Structure, page: str) -> Structure:
    texts = {part.split(LEFT_OUT)[0]: part for part in structure.parts if _is_long(part)}
    texts |= {beside: beside for beside in map(_beside, pairwise(structure.parts))}
    return replace(structure, repeated=frozenset(part for text, part in texts.items() if page.count(f" {text} ") > 1))


def _is_long(part: str) -> bool:
    return part.count(" ") + 1 >= LONG


def _beside(pair: tuple[str, str]) -> str:
    """The end of a part with the beginning of the next one."""
    return f"{pair[0].split(LEFT_OUT)[-1]} {pair[1].split(LEFT_OUT)[0]}"


def holes(structure: Structure, text: str, title: str = "") -> list[str] | None:
    """The parts that the words of a text lack; None if the text does not have the structure at all."""
    padded = f" {text} "
    if structure.kind == "heading":
        heading, below = structure.parts
        if f" {below} " not in padded:
            return None
        return [] if f" {heading} " in f" {title} {padded}" else [heading]
    parts = structure.parts
    can_tell = [_is_long(part) and part not in structure.repeated for part in parts]
    is_here = [all(_has(padded, piece) for piece in part.split(LEFT_OUT)) for part in parts]
    is_in_place = [here and tells for here, tells in zip(is_here, can_tell, strict=True)]
    for place, (one, two) in enumerate(pairwise(parts)):
        beside = _beside((one, two))
        if one != two and beside not in structure.repeated:
            can_tell[place] = can_tell[place + 1] = True
            if _has(padded, beside):
                is_in_place[place] = is_in_place[place + 1] = True
    n_in_place = sum(is_in_place)
    is_touched = 3 * n_in_place >= sum(can_tell) and n_in_place >= min(2, len(parts) - 2) and any(can_tell)
    if not is_touched:
        return None
    return [part for part, here in zip(parts, is_here, strict=True) if not here]


def _has(text: str, piece: str) -> bool:
    """Whether a text has these letters as whole words. Parsers part words differently where only a style does:
    `<b>$80</b><i>MSRP $160</i>`."""
    if f" {piece} " in text:
        return True
    letters, borders = _letters_and_borders(text)
    wanted = piece.replace(" ", "")
    place = letters.find(wanted)
    while place >= 0 and not (place in borders and place + len(wanted) in borders):
        place = letters.find(wanted, place + 1)
    return place >= 0


@lru_cache(maxsize=1)
def _letters_and_borders(text: str) -> tuple[str, frozenset[int]]:
    words = text.split()
    return "".join(words), frozenset(accumulate(map(len, words), initial=0))


def _tables(tree: LexborHTMLParser) -> Iterator[Structure]:
    for table in tree.css("table"):
        if len(table.css("table")) > 1 or table.attributes.get("role") in ("presentation", "none") or _is_unseen(table):
            continue
        rows = [[_text(cell) for cell in row.iter() if cell.tag in ("td", "th")] for row in table.css("tr")]
        rows = [[cell for cell in row if cell] for row in rows]
        cells = [cell for row in rows for cell in row]
        if sum(len(row) >= 2 for row in rows) >= 2 and max(cell.count(" ") for cell in cells) < MAX_CELL_WORDS:
            yield Structure("table", tuple(cells))


def _lists(tree: LexborHTMLParser) -> Iterator[Structure]:
    for node in tree.css("ul, ol, dl"):
        if _is_unseen(node):
            continue
        names = ("dt", "dd") if node.tag == "dl" else ("li",)
        groups = [node, *(child for child in node.iter() if child.tag == "div" and node.tag == "dl")]
        items = [
            _text(child, ("ul", "ol", "dl", "table"))
            for group in groups
            for child in group.iter()
            if child.tag in names
        ]
        items = [item for item in items if item]
        if len(items) >= 2:
            yield Structure("list", tuple(items))


def _headings(tree: LexborHTMLParser) -> Iterator[Structure]:
    heading, below = "", ""
    for name, text in _pieces(tree.body, HEADINGS) if tree.body else ():
        if name not in HEADINGS:
            below += text
            continue
        yield from _heading(heading, below)
        heading, below = words_of(text), ""
    yield from _heading(heading, below)


def _heading(heading: str, below: str) -> Iterator[Structure]:
    first = words_of(below).split()[:BELOW_HEADING]
    if heading and len(first) >= LONG:
        yield Structure("heading", (heading, " ".join(first)))


def _text(node: LexborNode, without: tuple[str, ...] = ()) -> str:
    written = "".join(text for _, text in _pieces(node, set(), without))
    return LEFT_OUT.join(filter(None, map(words_of, written.split(LEFT_OUT))))


def _pieces(top: LexborNode, whole: set[str], without: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """The texts below an element, with spaces around block-level elements; elements named in `whole` as one piece, and
    with them those with the role of headings; `LEFT_OUT` for elements named in `without`."""
    stack: list[LexborNode | str] = []
    stack.extend(reversed([*top.iter(include_text=True)]))
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            yield "", node
        elif node.tag == "-text":
            yield "", node.text_content or ""
        elif node.tag in whole or (whole and node.attributes.get("role") == "heading"):
            yield node.tag if node.tag in whole else "h2", _text(node)
        elif node.tag not in NOT_READ and node.tag not in without and not _is_hidden(node):
            space = "" if node.tag in INLINE else " "
            stack.append(space)
            stack.extend(reversed([*node.iter(include_text=True)]))
            stack.append(space)
        elif node.tag in without:
            yield "", LEFT_OUT


def _is_hidden(node: LexborNode) -> bool:
    style = (node.attributes.get("style") or "").replace(" ", "").lower()
    return (
        "hidden" in node.attributes
        or node.attributes.get("aria-hidden") == "true"
        or "display:none" in style
        or "visibility:hidden" in style
    )


def _is_unseen(node: LexborNode | None) -> bool:
    while node is not None and node.tag != "html":
        if node.tag in NOT_READ or _is_hidden(node):
            return True
        node = node.parent
    return False
