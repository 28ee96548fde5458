"""Tables, lists, headings and code of 300 real pages: cells, items, headings and lines of code are all there, none is
invented.

What is expected is read from the page table: the text within each cell, item and code block. What came of it is read
from the Markdown by a CommonMark library.
"""

import re
from collections import Counter

import numpy as np
import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

import maintext
from maintext.corpus import open_corpus
from maintext.render import roles as role
from maintext.render.options import Choices, Options
from maintext.render.outline import Outline, make_outline
from maintext.render.source import Source
from tests.shared_data import shared

pytestmark = pytest.mark.slow

N_PAGES = 300
COPY_CONTROL = "Copycodeblock"
# Style sheets hide text of these classes, or draw it as icons.
SPOKEN = re.compile(
    r"(screen-?reader-(text|only)|(?<!not-)sr-only|sr-text|visible-sr|show-for-sr|visually-?hidden(-focusable|--inline)?"
    r"|assistive-text|element-invisible)(\s|$)"
)
ICON = re.compile(r"(^|\s)material-(icons|symbols)")
# The text as the page has it: without images, which have no text, and without what is added before it and before posts.
PLAIN: Choices = {"include_images": False}


def squeezed(text: str) -> str:
    """Letters and digits alone: how marks and spaces are written is the format's matter."""
    return re.sub(r"[\W_]+", "", text)


class Expected:
    """What the source of a page has."""

    def __init__(self, document: maintext.Document) -> None:
        self.page, self.keep, self.texts = document.page, document.keep, document.page.texts()
        self.outline: Outline = make_outline(Source(self.page, self.keep), Options(include_images=False))
        is_left_out = np.zeros(len(self.page.elements), dtype=bool)
        for row in range(len(self.page.elements)):
            if self.is_unseen(row) or self.is_button_of_a_heading(row) or self.is_small_button(row):
                is_left_out[row : self.page.elements.end[row]] = True
        self.is_seen = ~is_left_out[self.page.runs.element] & self.keep[self.page.runs.block]

    def is_unseen(self, row: int) -> bool:
        """Whether readers don't see an element for its classes. Words alone in their block stay."""
        elements, classes = self.page.elements, self.page.attributes(row).get("class") or ""
        block = int(elements.first_block[row])
        if not elements.chars[row] or not (ICON.search(classes) or SPOKEN.search(classes)):
            return False
        is_part = elements.stop_block[row] == block + 1 and self.page.blocks.chars[block] > elements.chars[row]
        return bool(ICON.search(classes)) or bool(is_part) or not squeezed(self.text_of(row))

    def is_button_of_a_heading(self, row: int) -> bool:
        """Whether an element is a button of a heading that has other words too."""
        elements = self.page.elements
        if self.page.tag_name(row) != "button":
            return False
        outer = int(elements.parent[row])
        while outer >= 0 and not re.fullmatch("h[1-6]", self.page.tag_name(outer)):
            outer = int(elements.parent[outer])
        return outer >= 0 and bool(elements.chars[outer] > elements.chars[row])

    def is_small_button(self, row: int) -> bool:
        """Whether an element is a button like `1x`, `i` or `?` beside other text."""
        elements, runs = self.page.elements, self.page.runs
        block = int(elements.first_block[row])
        if self.page.tag_name(row) != "button" or not 1 <= elements.chars[row] <= 3:
            return False
        inside = np.flatnonzero((runs.element >= row) & (runs.element < elements.end[row]))
        own = "".join(map(self.run_text, inside.tolist()))
        is_part = elements.stop_block[row] == block + 1 and self.page.blocks.chars[block] > elements.chars[row]
        return bool(is_part) and re.fullmatch(r"i|[\W\d]+[x×]|\W+", own) is not None

    def words_of(self, row: int) -> str:
        """The letters and digits of an element that readers see."""
        runs, elements = self.page.runs, self.page.elements
        inside = (runs.element >= row) & (runs.element < elements.end[row]) & self.is_seen
        return squeezed("".join(self.run_text(run) for run in np.flatnonzero(inside).tolist()))

    def run_text(self, run: int) -> str:
        start, stop = int(self.page.runs.text_start[run]), int(self.page.runs.text_stop[run])
        return self.page.text[start:stop].decode()

    def text_of(self, row: int) -> str:
        elements = self.page.elements
        blocks = slice(int(elements.first_block[row]), int(elements.stop_block[row]))
        inside = [text for text, kept in zip(self.texts[blocks], self.keep[blocks], strict=True) if kept]
        return "\n".join(inside)

    def cells(self) -> Counter[str]:
        rows = [*self.outline.rows_with(role.CELL), *self.outline.rows_with(role.HEAD_CELL)]
        return Counter(self.words_of(row) for row in rows)

    def rows_outside_cells(self, own: int) -> list[int]:
        """Elements of a role that are not in cells, where everything stands on one line."""
        n_cells, rows = 0, []
        for code, row, _ in self.outline.steps():
            if code & ~role.CLOSE in (role.CELL, role.HEAD_CELL):
                n_cells += -1 if code & role.CLOSE else 1
            elif code == own and not n_cells:
                rows.append(row)
        return rows

    def items(self) -> Counter[str]:
        return Counter(self.words_of(row) for row in self.rows_outside_cells(role.ITEM))

    def headings(self) -> Counter[str]:
        rows = [row for level in range(1, 7) for row in self.rows_outside_cells(getattr(role, f"H{level}"))]
        return Counter(self.words_of(row) for row in rows)

    def code_lines(self) -> Counter[str]:
        texts = [self.text_of(row) for row in self.rows_outside_cells(role.CODE_BLOCK)]
        return Counter(line.rstrip() for text in texts for line in text.split("\n") if line.strip())


def tokens(markdown: str) -> list[Token]:
    return MarkdownIt("commonmark", {"maxNesting": 400}).enable("table").parse(markdown)


def text_of(token: Token) -> str:
    if token.type in ("fence", "code_block"):
        return token.content
    return "".join(child.content for child in token.children or () if child.type in ("text", "code_inline"))


def texts_within(read: list[Token], *kinds: str) -> Counter[str]:
    """The text of each element of a kind, with all that stands in it."""
    open_parts: list[list[str]] = []
    found: Counter[str] = Counter()
    for token in read:
        if token.type in [f"{kind}_open" for kind in kinds]:
            open_parts.append([])
        elif token.type in [f"{kind}_close" for kind in kinds]:
            found[squeezed("".join(open_parts.pop()))] += 1
        else:
            for parts in open_parts:
                parts.append(text_of(token))
    return found


def code_lines(read: list[Token]) -> Counter[str]:
    fences = [token.content for token in read if token.type == "fence"]
    return Counter(line.rstrip() for code in fences for line in code.split("\n") if line.strip())


def without_line_numbers(lines: Counter[str]) -> Counter[str]:
    found: Counter[str] = Counter()
    for line, number in lines.items():
        found[re.sub(r"^[\s\d]+", "", line)] += number
    del found[""]
    return found


def without_controls(texts: Counter[str]) -> Counter[str]:
    """The texts without what buttons say that copy code: Markdown leaves it out."""
    found: Counter[str] = Counter()
    for text, number in texts.items():
        found[text.replace(COPY_CONTROL, "")] += number
    return found


def without_digits(texts: Counter[str]) -> Counter[str]:
    found: Counter[str] = Counter()
    for text, number in texts.items():
        found[re.sub(r"\d", "", text)] += number
    return found


@pytest.fixture(scope="module", params=["all", "model"])
def read_pages(request: pytest.FixtureRequest) -> list[tuple[str, Expected, list[Token]]]:
    """The pages with all of their text, and with what the default extractor keeps."""
    corpus = open_corpus(shared("corpora", "wcxb_train.tar.xz"))
    # Those that are documentation, then those with the most code blocks and tables.
    order = sorted(
        corpus.pages(),
        key=lambda page: (
            page.kind != "documentation",
            -page.html.count(b"<pre") - page.html.count(b"<table"),
            page.id,
        ),
    )
    pages = order[:N_PAGES]
    assert len(pages) == N_PAGES
    documents = [(page.id, maintext.extract(page.html, by=request.param)) for page in pages]
    return [(name, Expected(document), tokens(document.body_in("markdown", PLAIN))) for name, document in documents]


def test_cells_are_all_there_and_none_is_invented(read_pages: list[tuple[str, Expected, list[Token]]]) -> None:
    n_cells = 0
    for name, expected, read in read_pages:
        cells, found = expected.cells(), texts_within(read, "td", "th")
        if cells != found and role.ORDERED in expected.outline.codes:
            # Items of ordered lists say their numbers in cells.
            cells, found = without_digits(cells), without_digits(found)
        # What spans cover, and the head of a table without one, are empty cells.
        del cells[""], found[""]
        assert found == cells, name
        n_cells += cells.total()
    assert n_cells > 1000


def test_items_are_all_there_and_none_is_invented(read_pages: list[tuple[str, Expected, list[Token]]]) -> None:
    n_items = 0
    for name, expected, read in read_pages:
        items, found = without_controls(expected.items()), without_controls(texts_within(read, "list_item"))
        if items != found and role.CODE_BLOCK in expected.outline.codes:
            # Numbers of lines are left out of code in items.
            items, found = without_digits(items), without_digits(found)
        assert not items - found, name
        if role.TERMS not in expected.outline.codes:
            assert not found - items, name
        n_items += items.total()
    assert n_items > 1000


def test_lines_of_code_are_all_there_and_none_is_invented(read_pages: list[tuple[str, Expected, list[Token]]]) -> None:
    n_lines = 0
    for name, expected, read in read_pages:
        lines = expected.code_lines()
        found = code_lines(read)
        if found != lines:
            # Numbers of lines are left out.
            lines, found = without_line_numbers(lines), without_line_numbers(found)
        assert found == lines, name
        n_lines += lines.total()
    assert n_lines > 1000


def test_headings_are_all_there_and_none_is_invented(read_pages: list[tuple[str, Expected, list[Token]]]) -> None:
    n_headings = 0
    for name, expected, read in read_pages:
        headings, found = expected.headings(), texts_within(read, "heading")
        del headings[""], found[""]
        assert found == headings, name
        n_headings += headings.total()
    assert n_headings > 3000
