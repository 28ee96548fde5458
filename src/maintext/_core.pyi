"""The native core: what Python can't do fast. Thin; the types of its columns are told in page.py."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

import numpy as np
from numpy.typing import NDArray

_State = Literal["data", "rcdata", "rawtext", "script", "plaintext", "cdata"]
_WordKind = Literal["class", "id", "role", "itemprop"]

class Columns(TypedDict):
    element_rows: NDArray[np.void]
    block_rows: NDArray[np.void]
    run_rows: NDArray[np.void]
    line_rows: NDArray[np.void]
    words: NDArray[np.uint64]
    text: bytes
    source: bytes
    encoding: str
    encoding_evidence: str
    is_quirks: bool
    hoisted: int

TAG_NAMES: tuple[str, ...]
"""The name of each tag number; number 0 is "?", every name without rules of its own."""

def parse(html: str | bytes, encoding: str | None, max_depth: int) -> Columns:
    """Reads a page in one pass, with the interpreter's lock released. The arrays are read-only and own
    their memory; they outlive everything else."""

def joined_text(text: bytes, blocks: NDArray[np.void], keep: NDArray[np.bool_]) -> str:
    """The texts of the blocks that are kept, a blank line between them."""

def tag_attributes(source: bytes, start: int) -> dict[str, str]:
    """All attributes of the tag that starts at an offset: lower-case names, decoded values, the first of
    each name."""

def attribute_values(source: bytes, starts: Sequence[int], name: str) -> list[str | None]:
    """One attribute of each of the tags that start at the offsets; None where a tag has none."""

def text_content(text: bytes, state: _State) -> str:
    """Character data as a browser reads it in a tokenizer state; "rcdata" for a title."""

def tokens(text: str, state: _State, last_start: str) -> list[tuple[Any, ...]]:
    """The tokens of a text, as html5lib's tests list them."""

def title_cosines(text: bytes, starts: NDArray[np.int32], groups: NDArray[np.int32], title: str) -> NDArray[np.float64]:
    """How alike each group of blocks is to a title: the cosine of their word counts. `starts` has the place of each
    block in the text, `groups` its group, negative for blocks that are left out. A word is a run of letters and
    digits, the case of ASCII aside; each Han, kana and Hangul character is a word."""

def word_hash(word: str, kind: _WordKind) -> int:
    """The hash that `Page.words` has for a lower-case word of a class, id, role or itemprop."""

def first_words(text: bytes, starts: NDArray[np.int32], stops: NDArray[np.int32], width: int) -> NDArray[np.uint16]:
    """Numbers of the words that each block begins with, a row a block, 0 after the last one. All digits are alike,
    the case of ASCII is; some words share a number."""

class HeadFacts(TypedDict):
    """What `head.Head` is made of; white space in the title as written."""

    title: str | None
    headings: list[tuple[int, str]]
    meta: list[tuple[str, str]]
    canonical: str | None
    base: str | None
    language: str | None
    json_ld: list[str]

def read_head(columns: Mapping[str, Any]) -> HeadFacts:
    """What the head of a page says; `columns` is the page's dictionary, here and below."""

def element_text(columns: Mapping[str, Any], row: int, between: str) -> str:
    """The text of an element's subtree that a browser shows, white space collapsed, with the character `between`
    where it breaks into lines. What is hidden inside is left out, unless the element is hidden itself."""

def block_lines(columns: Mapping[str, Any], first: int, stop: int) -> list[str]:
    """The texts of some blocks, each on one line."""

def related_links(columns: Mapping[str, Any], most: int) -> list[tuple[int, str, str]]:
    """Row, relation and address of the first `most` links with `rel` license, author, category or tag."""

def links_between(columns: Mapping[str, Any], first_block: int, stop_block: int) -> list[tuple[int, str]]:
    """Row and address of the links whose text begins in a range of blocks."""

def rows_by_tag(columns: Mapping[str, Any], tags: Sequence[int]) -> list[list[int]]:
    """For each of the tag numbers: the rows of its elements, in order."""

def rows_naming(columns: Mapping[str, Any], text: bytes, most: int) -> list[int]:
    """The rows of the elements whose start tag has a text in it, going by the first `most` places of that text."""

def prose(columns: Mapping[str, Any], most: int) -> str:
    """About `most` bytes of the page's running text: of blocks that are neither short nor hidden nor links. Of all its
    shown text if it has none."""

class Marks:
    """Wanted hashes of class and itemprop words, each with the number of a purpose."""

    def __new__(cls, wanted: Sequence[tuple[int, int]]) -> Marks: ...
    def rows(self, columns: Mapping[str, Any], words: NDArray[np.uint64]) -> list[list[int]]:
        """By purpose: the rows of the elements that have one of its words, in order."""

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
    """What the learned extractor judges the blocks of a page by; see features/names.py for the columns. `page` is the
    dictionary that `parse` gave, with at least one block."""

    def __new__(cls, page: Mapping[str, Any], tables: WordTables) -> Features: ...
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
    def first_probabilities(self, page: dict[str, Any]) -> NDArray[np.float32]:
        """What the first stage says of each block."""

    def judge(
        self, page: dict[str, Any], bounds: tuple[float, float, bool]
    ) -> tuple[
        NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], list[float], tuple[float, bool, float, float]
    ]:
        """Of the dictionary of a page that has blocks: the probability of each block, whether it is kept and whether it
        is a comment; the probability of each page type; the F1 that is promised, whether there is a main text, the
        greatest probability and how many words are expected to be content. For `bounds` see `decide`."""

def decide(
    probability: NDArray[np.float64], words: NDArray[np.float64], bounds: tuple[float, float, bool]
) -> tuple[NDArray[np.bool_], float]:
    """Which blocks are kept for the best promise of F1, and that promise. `bounds` are the least and the greatest
    threshold, and whether blocks are kept of a page without a main text, too."""

ROLES: dict[str, int]
"""The number of each role that an element can have for a reader; 0 is none. See render/roles.py."""

class KnownFacts(TypedDict):
    """What the Markdown writer must be told of single elements, by row."""

    base: str
    labels: dict[int, str]
    formulas: dict[int, tuple[str, bool]]
    languages: dict[int, str]
    numbers: dict[int, tuple[int, int]]
    values: dict[int, int]
    column_spans: dict[int, int]
    row_spans: dict[int, int]

class NotableRows(TypedDict):
    """Rows that need a closer look, by why."""

    formula_classes: list[int]
    """Those with a class that a formula may have."""
    formula_scripts: list[int]
    """Scripts that hold TeX for MathJax."""
    superscript_links: list[int]
    """Links in or around superscript."""
    formulas: list[int]
    code_blocks: list[int]
    ordered: list[int]
    items: list[int]
    cells: list[int]
    bases: list[int]
    """`<base>` elements."""

def read_roles(
    columns: dict[str, Any], words: NDArray[np.uint64], by_tag: bytes
) -> tuple[NDArray[np.uint8], NotableRows]:
    """The role of each element, given that of each tag number, and the rows that need a closer look."""

def steps(
    columns: dict[str, Any], keep: NDArray[np.bool_], roles: NDArray[np.uint8], has_tables: bool
) -> tuple[bytes, list[int], list[str]]:
    """The kept text of a page in order, with what opens and closes around it, and the interpreter's lock released.

    `columns` is the page's dictionary, `keep` has a bit a block, `roles` a number an element. Roles are corrected
    first: tables that only lay out a page, headings around half of it, images beside dropped text have none.
    Without `has_tables` tables of data are left out. Gives a code a step: 0 text, 1 a new block, else a role, with
    128 added when it closes; a row a step: the run of a text, else the element; and the texts, each after the white
    space before it in its block.
    """

def markdown(
    columns: dict[str, Any],
    keep: NDArray[np.bool_],
    roles: NDArray[np.uint8],
    has_tables: bool,
    known: KnownFacts,
) -> str:
    """The kept text of a page as Markdown, with the interpreter's lock released."""

def resolve_addresses(base: str, written: Sequence[str]) -> list[str | None]:
    """Where each address leads, seen from a base; None where that is not safe to follow."""

def read_images(source: bytes, starts: Sequence[int], base: str) -> list[tuple[str, str, str]]:
    """Address, alternative text and title of the images whose tags start at the offsets; empty where there is none."""

def has_space_before(source: bytes, at: int) -> bool:
    """Whether there is white space before a place in the source, tags aside."""

def escape_markdown(text: str) -> str:
    """Text with a backslash before what would mean something within a line of Markdown. A line feed becomes a hard
    break. What means something only at the start of a line stays."""
