"""NamedPage -> its blocks as numbered text that a person or a language model can label.

    === news/1
    url: https://news.example/1   kind: article   language: en   blocks: 0-5
    title: Storm closes the harbour
    @ nav.main-menu
    <li a> 0:Home | 1:News
    @ main
    <h1> 2:Storm closes the harbour
    <p> 3:The harbour of Port Elm was closed on Monday after a night of … and will open on Thursday. (+212)
    <p hidden> 4:A reader wrote | <p> 5:=3

Each block has its number. `<h1>` is the tag of the blocks that follow it on the line; `a` says that the text is a link,
`hidden` that a browser does not show it. `@` is the part of the page: the landmark or heading element around, and the
container by its id or class. `=3` repeats the text of block 3. `(+212)` characters were cut out. Long runs of links
and the options of forms are cut short: they are menus, or a person can tell from the first words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from maintext.label.named_pages import NamedPage
from maintext.page import Page, flags
from maintext.page.tags import TAGS

MAX_CHARS = 160
"""Of a block's text; the middle of a longer one is cut out."""
_LINE_CHARS = 200
_SHORT_CHARS = 60
"""Blocks of at most this many characters share lines."""
_MENU_CHARS = 22
_OPTION_CHARS = 12
_MENU_LINKS = 8
"""Links in a row that make a menu."""
_REPEAT_CHARS = 25
"""A shorter text is quicker to read than to look up."""
_TAIL_CHARS = 30
_LINK_SHARE = 0.8
_LANDMARKS = "main article aside dialog"
_WHOLE_LANDMARKS = "nav header footer form table figure"
"""Landmarks whose containers say nothing more: a menu's are one per item."""
_MIN_CONTAINER_BLOCKS = 3
_MAX_NAME_CHARS = 24
_GENERATED_CHARS = 8


def to_text(named: NamedPage, max_chars: int = MAX_CHARS) -> str:
    """The page in text form, ending in a line feed."""
    page = named.parse()
    return "\n".join([*_heading(named, page), *_lines(page, max_chars)]) + "\n"


@dataclass(frozen=True)
class _Shown:
    """A block as it will be printed."""

    number: int
    hint: str
    """Its tag, and what else is known of it."""
    region: str
    text: str
    is_link: bool

    @property
    def starts_line(self) -> bool:
        # Headings at the start of a line show the structure at a glance.
        return len(self.text) > _SHORT_CHARS or self.hint[:2] in {"h1", "h2", "h3", "h4", "h5", "h6"}


def _heading(named: NamedPage, page: Page) -> list[str]:
    n_blocks = len(page.blocks)
    facts = {
        "url": named.url or page.head.canonical,
        "kind": named.kind,
        "language": page.head.language,
        "blocks": f"0-{n_blocks - 1}" if n_blocks else "none",
    }
    lines = [f"=== {named.name}", "   ".join(f"{name}: {value}" for name, value in facts.items() if value)]
    title = page.head.title
    return [*lines, f"title: {_cut(title, MAX_CHARS)}"] if title else lines


def _lines(page: Page, max_chars: int) -> Iterator[str]:
    line, hint, region = "", "", ""
    has_long = False
    for shown in _shortened(list(_shown(page)), max_chars):
        is_new_region = shown.region != region
        piece = f"{shown.number}:{shown.text}"
        is_full = len(line) + len(piece) > _LINE_CHARS or has_long or shown.starts_line
        if line and (is_new_region or is_full):
            yield line
            line = ""
        if is_new_region:
            yield f"@ {shown.region}"
        if not line:
            line = f"<{shown.hint}> {piece}"
        else:
            line += f" | {piece}" if shown.hint == hint else f" | <{shown.hint}> {piece}"
        hint, region, has_long = shown.hint, shown.region, len(shown.text) > _SHORT_CHARS
    if line:
        yield line


def _shown(page: Page) -> Iterator[_Shown]:
    blocks, texts = page.blocks, page.texts()
    regions = _Regions(page)
    first_with: dict[int, int] = {}
    for number, text in enumerate(texts):
        row = int(blocks.element[number])
        words = [page.tag_name(row)]
        is_link = int(blocks.link_chars[number]) > _LINK_SHARE * int(blocks.chars[number])
        if is_link:
            words.append("a")
        if int(blocks.flags[number]) & flags.UNSHOWN:
            words.append("hidden")
        first = first_with.setdefault(int(blocks.hash[number]), number)
        is_repeat = first != number and len(text) >= _REPEAT_CHARS
        # The bar parts blocks on a line, so no text may have one.
        shown = f"={first}" if is_repeat else " ".join(text.split()).replace("|", "¦")
        yield _Shown(number, " ".join(words), regions.of(row), shown, is_link)


def _shortened(blocks: list[_Shown], max_chars: int) -> Iterator[_Shown]:
    """Cuts texts: long ones in the middle, menus after their first words."""
    start = 0
    while start < len(blocks):
        stop = start + 1
        while stop < len(blocks) and _is_same_menu(blocks[start], blocks[stop]):
            stop += 1
        is_menu = stop - start >= _MENU_LINKS
        for block in blocks[start:stop]:
            is_option = block.hint.startswith("opt")
            length = _OPTION_CHARS if is_option else _MENU_CHARS if is_menu else max_chars
            text = _cut(block.text, length) if length == max_chars else _first_words(block.text, length)
            yield _Shown(block.number, block.hint, block.region, text, block.is_link)
        start = stop


def _is_same_menu(one: _Shown, other: _Shown) -> bool:
    return one.is_link and other.is_link and one.hint == other.hint and len(other.text) <= _SHORT_CHARS


def _first_words(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def _cut(text: str, length: int) -> str:
    """A text whose middle is left out if it is too long, with how much that is."""
    if len(text) <= length:
        return text
    head, tail = text[: length - _TAIL_CHARS].rstrip(), text[-_TAIL_CHARS:].lstrip()
    n_cut = len(text) - len(head) - len(tail)
    return f"{head} … {tail} (+{n_cut})"


class _Regions:
    """The part of the page that an element lies in, in a few words."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._whole = {TAGS[name] for name in _WHOLE_LANDMARKS.split() if name in TAGS}
        self._landmarks = self._whole | {TAGS[name] for name in _LANDMARKS.split() if name in TAGS}
        self._ids = page.attribute(range(len(page.elements)), "id")
        self._classes = page.attribute(range(len(page.elements)), "class")
        self._known: dict[int, str] = {}

    def of(self, row: int) -> str:
        """For example `main > div.comments`."""
        if row not in self._known:
            self._known[row] = self._found(row)
        return self._known[row]

    def _found(self, row: int) -> str:
        elements = self._page.elements
        container = landmark = ""
        while row >= 0 and not landmark:
            n_blocks = int(elements.stop_block[row]) - int(elements.first_block[row])
            if n_blocks >= _MIN_CONTAINER_BLOCKS:
                name, tag = self._name(row), self._page.tag_name(row)
                number = int(elements.tag[row])
                if number in self._landmarks:
                    landmark = tag + name
                    container = "" if number in self._whole else container
                elif not container and name:
                    container = tag + name
            row = int(elements.parent[row])
        return " > ".join(filter(None, (landmark, container))) or "body"

    def _name(self, row: int) -> str:
        """`#id` or `.class`: the longest word that a person seems to have written."""
        for mark, value in (("#", self._ids[row]), (".", self._classes[row])):
            if words := [word for word in (value or "").split() if _is_written(word)]:
                return mark + max(words, key=len)[:_MAX_NAME_CHARS]
        return ""


def _is_written(word: str) -> bool:
    """Whether a class or id is not generated: no digits, and no short mixture of small and capital letters.

    >>> [word for word in ("article-body", "commentList", "dHZoXa", "css-1x2y") if _is_written(word)]
    ['article-body', 'commentList']
    """
    has_digit = any(map(str.isdigit, word))
    return len(word) > 2 and not has_digit and (word.islower() or len(word) > _GENERATED_CHARS)
