r"""Plain text or Markdown -> HTML that says the same, so that such input takes the way of every page.

Of Markdown this reads blocks (headings, paragraphs, lists, quotes, code, rules, raw HTML, tables, front matter) and
what `markdown_inline` reads inside lines. It reads for extraction, not for display: what it does not know stays text.

>>> plain_to_html("Tea, and milk.\n\n1 < 2")
'<p>Tea, and milk.</p>\n<p>1 &lt; 2</p>'
>>> markdown_to_html("# Tea\n\nBoil *it*, [slowly](/how).\n\n- one\n- two")
'<h1>Tea</h1>\n<p>Boil <em>it</em>, <a href="/how">slowly</a>.</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>'
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape

from maintext.input_formats.markdown_inline import Inline, References

MAX_DEPTH = 24
"""Lists and quotes inside each other; what is nested deeper is read as text."""
MAX_ADDED_CHARS = 1_000_000
"""That addresses of references may add to a document, besides four times its length: each use repeats the address."""

# Whatever a line has, each of these patterns can match it in one way only, so that none tries many.
_FENCE = re.compile(r" {0,3}(?P<fence>`{3,}(?!`)|~{3,}(?!~))(?P<info>[^`]*)$")
_HEADING = re.compile(r" {0,3}(?P<marks>#{1,6})(?:[ ]+(?P<text>.*))?$")
_RULE = re.compile(r" {0,3}(?:(?:-[ ]*){3,}|(?:\*[ ]*){3,}|(?:_[ ]*){3,})$")
_UNDERLINE = re.compile(r" {0,3}(?P<line>=+|-+)[ ]*$")
_QUOTE = re.compile(r" {0,3}>[ ]?")
_ITEM = re.compile(r"(?P<marker> {0,3}(?:[-*+]|(?P<number>\d{1,9})[.)]))(?P<space> +|$)(?P<text>.*)$")
_RAW_HTML = re.compile(r" {0,3}<(?:/?[A-Za-z][A-Za-z0-9-]*(?:[\s/>]|$)|!|\?)")
_TABLE_LINE = re.compile(r"[ ]*(?:\|[ ]*)?:?-+:?[ ]*(?:\|[ ]*:?-+:?[ ]*)*(?:\|[ ]*)?$")
_REFERENCE = re.compile(r" {0,3}\[(?P<label>[^\[\]]+)\]:[ ]*<?(?P<url>[^\s<>]+)>?(?:[ ]+[\"'(].*[\"')])?[ ]*$")
_FIELD = re.compile(r"(?P<name>[A-Za-z_]+):[ ]*(?P<value>.+)$")
_META = {"author": "author", "description": "description", "date": "date", "lang": "language", "tags": "keywords"}


def plain_to_html(text: str) -> str:
    """A paragraph for each run of lines between empty ones; lines stay apart."""
    paragraphs = re.split(r"\n[ \t\r\f\v]*\n\s*", text.replace("\r\n", "\n").replace("\r", "\n").strip("\n"))
    return "\n".join(
        f"<p>{escape(each, quote=False).replace(chr(10), '<br>')}</p>" for each in paragraphs if each.strip()
    )


def markdown_to_html(text: str) -> str:
    """The HTML of a Markdown document."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(4).split("\n")
    head, lines = _front_matter(lines)
    references = {found["label"].casefold(): found["url"] for found in map(_REFERENCE.match, lines) if found}
    return head + _Blocks(Inline(References(references, MAX_ADDED_CHARS + 4 * len(text)))).to_html(lines)


def _front_matter(lines: list[str]) -> tuple[str, list[str]]:
    """The fields between two lines `---` at the start as elements of a head, and the other lines."""
    if not lines or lines[0].rstrip() != "---" or "---" not in map(str.rstrip, lines[1:]):
        return "", lines
    stop = 1 + [line.rstrip() for line in lines[1:]].index("---")
    head = ""
    for found in filter(None, map(_FIELD.match, lines[1:stop])):
        name, value = found["name"].lower(), escape(found["value"].strip().strip("\"'"))
        if name == "title":
            head += f"<title>{value}</title>\n"
        elif name in _META:
            head += f'<meta name="{_META[name]}" content="{value}">\n'
    return head, lines[stop + 1 :]


@dataclass
class _Blocks:
    """Reads lines one block after the other. Every method takes the lines from its block on, and gives the number of
    lines that it has read."""

    inline: Inline
    depth: int = 0
    parts: list[str] = field(default_factory=list)

    def to_html(self, lines: list[str]) -> str:
        """The blocks of some lines."""
        readers: tuple[Callable[[list[str], int], int], ...] = (
            self._blank, self._fenced, self._indented, self._heading, self._rule, self._quote, self._list,
            self._raw_html, self._table, self._paragraph,
        )  # fmt: skip
        place = 0
        while place < len(lines):
            place = next(stop for reader in readers if (stop := reader(lines, place)) > place)
        return "\n".join(self.parts)

    def _inner(self, lines: list[str]) -> str:
        if self.depth >= MAX_DEPTH:
            return f"<p>{self.inline.to_html(' '.join(line.strip() for line in lines))}</p>"
        return _Blocks(self.inline, self.depth + 1).to_html(lines)

    def _blank(self, lines: list[str], start: int) -> int:
        return start + (not lines[start].strip() or _REFERENCE.match(lines[start]) is not None)

    def _fenced(self, lines: list[str], start: int) -> int:
        found = _FENCE.match(lines[start])
        if not found:
            return start
        fence, indent = found["fence"], len(lines[start]) - len(lines[start].lstrip())
        is_end = re.compile(rf" {{0,3}}{re.escape(fence[0])}{{{len(fence)},}}[ ]*$").match
        stop = next((place for place in range(start + 1, len(lines)) if is_end(lines[place])), len(lines))
        code = [line[min(indent, len(line) - len(line.lstrip())) :] for line in lines[start + 1 : stop]]
        self._code(code, next(iter(found["info"].split()), ""))
        return stop + 1

    def _indented(self, lines: list[str], start: int) -> int:
        if not lines[start].startswith("    "):
            return start
        stop = start
        while stop < len(lines) and (lines[stop].startswith("    ") or not lines[stop].strip()):
            stop += 1
        self._code([line[4:] for line in "\n".join(lines[start:stop]).rstrip().split("\n")], "")
        return stop

    def _code(self, lines: list[str], language: str) -> None:
        named = f' class="language-{escape(language)}"' if language else ""
        text = "".join(f"{line}\n" for line in lines)
        self.parts.append(f"<pre><code{named}>{escape(text, quote=False)}</code></pre>")

    def _heading(self, lines: list[str], start: int) -> int:
        found = _HEADING.match(lines[start])
        if not found:
            return start
        text = re.sub(r"(?:^|[ ])#+$", "", (found["text"] or "").rstrip())
        level = len(found["marks"])
        self.parts.append(f"<h{level}>{self.inline.to_html(text)}</h{level}>")
        return start + 1

    def _rule(self, lines: list[str], start: int) -> int:
        if not _RULE.match(lines[start]):
            return start
        self.parts.append("<hr>")
        return start + 1

    def _quote(self, lines: list[str], start: int) -> int:
        stop = start
        while stop < len(lines) and (_QUOTE.match(lines[stop]) or (stop > start and _is_lazy(lines, stop))):
            stop += 1
        if stop > start:
            inner = [_QUOTE.sub("", line, count=1) for line in lines[start:stop]]
            self.parts.append(f"<blockquote>\n{self._inner(inner)}\n</blockquote>")
        return stop

    def _list(self, lines: list[str], start: int) -> int:
        first = _ITEM.match(lines[start])
        if not first:
            return start
        items: list[list[str]] = []
        is_loose, stop = False, start
        while stop < len(lines) and (found := _ITEM.match(lines[stop])) and _is_like(found, first):
            if _RULE.match(lines[stop]):
                break
            item, after = _item_lines(lines, stop, found)
            items.append(item)
            is_between = after < len(lines) and not lines[after - 1].strip()
            is_loose |= is_between and bool((following := _ITEM.match(lines[after])) and _is_like(following, first))
            stop = after
        number = first["number"]
        tag = "ul" if number is None else "ol" if int(number) == 1 else f'ol start="{int(number)}"'
        rows = "\n".join(f"<li>{self._item(item, is_loose)}</li>" for item in items)
        self.parts.append(f"<{tag}>\n{rows}\n</{tag[:2]}>")
        return stop

    def _item(self, lines: list[str], is_loose: bool) -> str:
        html = self._inner(lines)
        found = None if is_loose else re.match(r"<p>(.*?)</p>", html, re.DOTALL)
        return f"{found[1]}{html[found.end() :]}" if found else html

    def _raw_html(self, lines: list[str], start: int) -> int:
        if not _RAW_HTML.match(lines[start]):
            return start
        is_comment = lines[start].lstrip().startswith("<!--")
        places = range(start, len(lines))
        if is_comment:
            stop = next((place + 1 for place in places if "-->" in lines[place]), len(lines))
        else:
            stop = next((place for place in places if not lines[place].strip()), len(lines))
            self.parts.append("\n".join(lines[start:stop]))
        return stop

    def _table(self, lines: list[str], start: int) -> int:
        is_table = "|" in lines[start] and start + 1 < len(lines) and _TABLE_LINE.match(lines[start + 1])
        if not is_table or len(_cells(lines[start])) != len(_cells(lines[start + 1])):
            return start
        stop = start + 2
        while stop < len(lines) and "|" in lines[stop]:
            stop += 1
        rows = [self._row(lines[start], "th"), *(self._row(line, "td") for line in lines[start + 2 : stop])]
        self.parts.append("\n".join(["<table>", *rows, "</table>"]))
        return stop

    def _row(self, line: str, tag: str) -> str:
        return f"<tr>{''.join(f'<{tag}>{self.inline.to_html(cell)}</{tag}>' for cell in _cells(line))}</tr>"

    def _paragraph(self, lines: list[str], start: int) -> int:
        stop = start + 1
        while stop < len(lines) and _is_lazy(lines, stop) and not _UNDERLINE.match(lines[stop]):
            stop += 1
        html = self.inline.to_html("\n".join(line.lstrip() for line in lines[start:stop]))
        underline = _UNDERLINE.match(lines[stop]) if stop < len(lines) else None
        tag = "p" if underline is None else "h1" if underline["line"][0] == "=" else "h2"
        self.parts.append(f"<{tag}>{html}</{tag}>")
        return stop + (underline is not None)


def _is_lazy(lines: list[str], place: int) -> bool:
    """Whether a line continues the paragraph before it: it is not empty, and begins no block of its own."""
    line = lines[place]
    item = _ITEM.match(line)
    # A list in the middle of a paragraph begins with 1, and not with an empty item.
    begins_list = item is not None and bool(item["text"]) and item["number"] in (None, "1")
    return bool(line.strip()) and not (
        begins_list or _FENCE.match(line) or _HEADING.match(line) or _QUOTE.match(line) or _RULE.match(line)
    )


def _is_like(found: re.Match[str], first: re.Match[str]) -> bool:
    return found["marker"].lstrip()[-1] == first["marker"].lstrip()[-1]


def _item_lines(lines: list[str], start: int, found: re.Match[str]) -> tuple[list[str], int]:
    """The lines of a list item without their indentation, and where the next block begins."""
    n_spaces = len(found["space"])
    indent = len(found["marker"]) + (n_spaces if found["text"] and n_spaces <= 4 else 1)
    item, stop = [lines[start][indent:]], start + 1
    while stop < len(lines):
        line = lines[stop]
        is_inside = line.startswith(" " * indent) or not line.strip()
        goes_on = lines[stop - 1].strip() and _is_lazy(lines, stop) and not _ITEM.match(line)
        if not is_inside and not goes_on:
            break
        item.append(line[indent:] if is_inside else line.lstrip())
        stop += 1
    return item, stop


def _cells(line: str) -> list[str]:
    cells = re.split(r"(?<!\\)\|", line.strip().removeprefix("|"))
    if cells and not cells[-1].strip():
        cells.pop()
    return [cell.strip().replace("\\|", "|") for cell in cells]
