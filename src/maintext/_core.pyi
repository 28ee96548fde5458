"""The native core: one class for a page, one for the learned model, and plain functions. The columns of the row arrays
are documented in page/table.py."""

from collections.abc import Sequence
from typing import Any, Literal, TypedDict

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Self

_State = Literal["data", "rcdata", "rawtext", "script", "plaintext", "cdata"]
_WordKind = Literal["class", "id", "role", "itemprop"]

TAG_NAMES: tuple[str, ...]
"""The name of each tag number; number 0 is "?", every name without rules of its own."""

class HeadFacts(TypedDict):
    """What `page.head.Head` is made of; white space in the title as written."""

    title: str | None
    headings: list[tuple[int, str]]
    meta: list[tuple[str, str]]
    canonical: str | None
    base: str | None
    language: str | None
    json_ld: list[str]

class Page:
    """One page that has been read: its source, its normalised text and its rows. It never changes, so threads may share
    one. Rows are numbered from 0; a row that a page does not have raises IndexError. A panic of the native code raises
    `errors.PageFailedError`, here and everywhere below.

    `maintext.page.Page` extends it with a documented table for each of the row arrays.
    """

    def __new__(
        cls,
        html: str | bytes,
        encoding: str | None = None,
        max_depth: int = 512,
        decoded_as: tuple[str, str] | None = None,
    ) -> Self:
        """Reads a page in one pass, with the interpreter's lock released. `encoding` is the charset of the HTTP header,
        or a whole Content-Type. `decoded_as` is for pages that were decoded before: `html` is UTF-8 and read as it is,
        and these are the encoding and the evidence to keep."""

    @property
    def source(self) -> bytes:
        """The HTML as UTF-8, without a byte order mark. Offsets count its bytes."""

    @property
    def text(self) -> bytes:
        """The normalised text of all blocks as UTF-8, each followed by a line feed."""

    @property
    def encoding(self) -> str:
        """The name of the encoding that the page was in."""

    @property
    def encoding_evidence(self) -> str:
        """What decided it: bom, header, meta, utf-8 (valid, and nothing else was declared), detected; text for a str,
        binary for a file that has no text."""

    @property
    def max_depth(self) -> int:
        """The depth limit that the page was read with."""

    @property
    def is_quirks(self) -> bool:
        """Whether browsers show the page in quirks mode."""

    @property
    def hoisted(self) -> int:
        """How many elements were nested deeper than the depth limit, and moved up."""

    @property
    def element_rows(self) -> NDArray[np.void]:
        """A read-only record array over the page's own memory, which it keeps alive; so are the next four."""

    @property
    def block_rows(self) -> NDArray[np.void]: ...
    @property
    def run_rows(self) -> NDArray[np.void]: ...
    @property
    def line_rows(self) -> NDArray[np.void]: ...
    @property
    def words(self) -> NDArray[np.uint64]:
        """Hashes of the elements' class, id, role and itemprop words; the lowest two bits say which."""

    def texts(self, mask: NDArray[np.bool_] | None = None) -> list[str]:
        """The text of every block, or of the blocks that a mask keeps."""

    def text_of(self, keep: NDArray[np.bool_]) -> str:
        """The texts of the blocks that a mask keeps, with a blank line between them."""

    def attributes(self, row: int) -> dict[str, str]:
        """All attributes of an element: lower-case names, decoded values, the first of each name. Empty for an element
        that the source only implies."""

    def attribute(self, rows: Sequence[int] | NDArray[np.integer], name: str) -> list[str | None]:
        """One attribute of each of the elements, None where an element has none."""

    def content(self, row: int) -> str:
        """The source between an element's start and end tag: of a script, its code."""

    def head_facts(self) -> HeadFacts:
        """The facts of the page's head, in one pass over the elements."""

    def element_text(self, row: int, between: str) -> str:
        """The text of an element's subtree that a browser shows, white space collapsed, with the character `between`
        where it breaks into lines. Hidden text inside is left out, unless the element is hidden itself."""

    def block_lines(self, first: int, stop: int) -> list[str]:
        """The texts of a range of blocks, each on one line."""

    def related_links(self, most: int) -> list[tuple[int, str, str]]:
        """Row, relation and address of the first `most` links with `rel` license, author, category or tag."""

    def links(self, first_block: int, stop_block: int) -> list[tuple[int, str]]:
        """Row and address of the links whose text begins in a range of blocks."""

    def rows_by_tag(self, tags: Sequence[int]) -> list[list[int]]:
        """For each of the tag numbers: the rows of its elements, in order."""

    def rows_naming(self, text: bytes, most: int) -> list[int]:
        """The rows of the elements whose start tag contains a text, by the first `most` places of that text."""

    def marked_rows(self, marks: Marks) -> list[list[int]]:
        """By purpose: the rows of the elements that have one of its words, in order."""

    def prose(self, most: int) -> str:
        """About `most` bytes of the page's running text: of blocks that are neither short nor hidden nor mostly links.
        Of all its shown text if it has none."""

    def title_cosines(self, groups: NDArray[np.int32], title: str) -> NDArray[np.float64]:
        """How similar each group of blocks is to a title: the cosine of their word counts. `groups` has the group of
        each block, negative for blocks that are left out. A word is a run of letters and digits, ASCII letters without
        case; each Han, kana and Hangul character is a word."""

    def first_words(self, blocks: Sequence[int] | NDArray[np.integer], width: int) -> NDArray[np.uint16]:
        """Numbers of the words that each of the blocks begins with, one row per block, 0 after the last word. All
        digits are alike, ASCII letters have no case; some words share a number."""

    def markdown(self, keep: NDArray[np.bool_], options: RenderOptions) -> tuple[str, int, int]:
        """The blocks that a mask keeps as Markdown, with the interpreter's lock released; how many addresses were left
        out because they are too long; and how many spans of table cells were ignored because they cover too much."""

    def laid_out_text(self, keep: NDArray[np.bool_], options: RenderOptions) -> tuple[str, int, int]:
        """The same as text for people, without marks but those of lists and tables."""

    def images(self, rows: Sequence[int] | NDArray[np.integer], base: str) -> list[tuple[str, str, bool]]:
        """Of each `<img>`: its address, resolved against `base` and empty if it has none; its alternative text; whether
        it is decorative."""

    def outline(self, keep: NDArray[np.bool_], options: RenderOptions) -> OutlineFacts:
        """The same as steps, for writers of other formats."""

    def _panic(self, message: str) -> None:
        """Panics where the native code would, so that tests can see what becomes of it."""

def text_content(text: bytes, state: _State) -> str:
    """Character data as a browser reads it in a tokenizer state; "rcdata" for a title."""

def tokens(text: str, state: _State, last_start: str) -> list[tuple[Any, ...]]:
    """The tokens of a text, as html5lib's tests list them."""

def word_hash(word: str, kind: _WordKind) -> int:
    """The hash that `Page.words` has for a lower-case word of a class, id, role or itemprop."""

class Marks:
    """Wanted hashes of class and itemprop words, each with the number of a purpose."""

    def __new__(cls, wanted: Sequence[tuple[int, int]]) -> Marks: ...

class WordTables:
    """Learned tables of words, checked once: log-odds and groups of class words (a power of two of them), log-odds of
    text words and whether they are common (65,536), log-odds and groups of tags (256)."""

    def __new__(
        cls,
        class_words: tuple[NDArray[np.float32], NDArray[np.uint64]],
        text_words: tuple[NDArray[np.float32], NDArray[np.bool_]],
        tags: tuple[NDArray[np.float32], NDArray[np.uint64]],
    ) -> WordTables: ...

class Features:
    """What the learned extractor judges the blocks of a page by; see model/feature_names.py for the columns. The
    page has at least one block."""

    def __new__(cls, page: Page, tables: WordTables) -> Features: ...
    def first(self) -> NDArray[np.float32]:
        """The columns of the first stage: a row a block, by column in memory."""

    def content(self, first: NDArray[np.float32]) -> NDArray[np.float32]:
        """Given the first stage's probability of each block: how much is likely content, and the mean over it of each
        column that has a number a block."""

    def second(
        self, first: NDArray[np.float32], chosen: NDArray[np.int64], whole: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """The columns of the second stage, by column in memory: the chosen ones of the first, the surroundings given
        the first stage's probability of each block, and the numbers of `whole` in every row."""

class Trees:
    """Boosted trees, checked once and packed. Never changes, so threads may share one."""

    def __new__(
        cls,
        nodes: tuple[NDArray[np.int32], NDArray[np.float32], NDArray[np.int32]],
        is_default_left: NDArray[np.bool_],
        first: NDArray[np.int32],
        n_features: int,
    ) -> Trees:
        """`nodes` is feature, value, right; see trees.py. ValueError says what is wrong with the arrays."""

    def scores(self, features: NDArray[np.float32], base: float) -> NDArray[np.float32]:
        """`base` plus the leaves of each row, added up in the order of the trees, with the interpreter's lock
        released. `features` is contiguous, by row or by column."""

N_SCOUTS: int
"""Trees of the learned model's first stage that are asked about every block."""
LEAST_MARGIN: float
"""Blocks that have less after the scouts are not asked about further."""
LEAST_PROBABILITY: float
"""Blocks that have less after the first stage are not asked about further."""
LEAST_ARTICLE: float
"""Pages that are articles with less than this probability have no end."""
END_POWER: int
"""The power of the probability that a text has ended with which it counts."""

class Judge:
    """The learned model, checked once and packed; a stage is trees and their base. Never changes."""

    def __new__(
        cls,
        tables: WordTables,
        first: tuple[Trees, float],
        types: list[tuple[Trees, float]],
        second: tuple[Trees, float],
        end: tuple[Trees, float],
        chosen: list[int],
    ) -> Judge: ...
    def first_probabilities(self, page: Page) -> NDArray[np.float32]:
        """What the first stage says of each block."""

    def judge(
        self, page: Page, bounds: tuple[float, float, bool]
    ) -> tuple[
        NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], list[float], tuple[float, bool, float, float]
    ]:
        """Of a page that has blocks: the probability of each block, whether it is kept and whether it
        is a comment; the probability of each page type; the F1 that is promised, whether there is a main text, the
        greatest probability and how many words are expected to be content. For `bounds` see `decide`."""

def decide(
    probability: NDArray[np.float64], words: NDArray[np.float64], bounds: tuple[float, float, bool]
) -> tuple[NDArray[np.bool_], float]:
    """Which blocks are kept for the best promise of F1, and that promise. `bounds` are the least and the greatest
    threshold, and whether blocks are kept of a page without a main text, too."""

ROLES: dict[str, int]
"""The number of each role that an element can have for a reader; 0 is no role. See render/roles.py."""

class RenderOptions(TypedDict):
    """What a rendering writes and leaves out."""

    url: str
    """The page's address; empty if it is not known."""
    links: bool
    images: bool
    tables: bool
    formatting: bool

class OutlineFacts(TypedDict):
    """What `render.outline.Outline` is made of. The facts about single elements are by row."""

    codes: bytes
    """For each step: 0 for text, 1 for a new block, else a role, with 128 added when its element closes."""
    rows: list[int]
    """For each step: the run of a text, else the element; -1 for a new block."""
    texts: list[str]
    """The text of each text step, after the white space before it in its block."""
    links: dict[int, str]
    images: dict[int, tuple[str, str, str]]
    """Address, alternative text, title."""
    formulas: dict[int, tuple[str, bool]]
    """TeX, and whether it is on lines of its own."""
    languages: dict[int, str]
    numberings: dict[int, tuple[int, int]]
    own_numbers: dict[int, int]
    spans: dict[int, tuple[int, int]]
    after_space: set[int]
    n_long_addresses: int
