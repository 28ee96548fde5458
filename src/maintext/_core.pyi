"""The native core: what Python can't do fast. Thin; the types of its columns are told in page.py."""

from collections.abc import Sequence
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
        released. `features` is contiguous, a row a row."""

def escape_markdown(text: str) -> str:
    """Text with a backslash before what would mean something within a line of Markdown. A line feed becomes a hard
    break. What means something only at the start of a line stays."""

def steps(
    tables: tuple[NDArray[np.void], NDArray[np.void], NDArray[np.void]],
    text: bytes,
    roles: NDArray[np.uint8],
    keep: NDArray[np.bool_],
    traits: bytes,
    is_markdown: bool,
) -> tuple[bytes, list[int], list[str]]:
    """The kept text of a page in order, with what opens and closes around it, and the interpreter's lock released.

    `tables` are the element, block and run rows; `roles` has a number an element, 0 for nothing; `traits` has a
    byte a role: 1 has no content, 2 opens even if empty, 4 is left out with its content, 8 text is written as it is,
    16 white space counts. Gives a code a step: 0 text, 1 a new block, else a role, with 128 added when it closes; a
    row a step: the run of a text, else the element; and the texts, each after the white space before it.
    """
