"""The native core: one class for a page, one for the learned model, and plain functions. The columns of the row arrays
are documented in page/table.py."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypedDict, TypeVar, final, type_check_only

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Self

__all__ = [
    "FLAGS",
    "ROLES",
    "TAG_NAMES",
    "Features",
    "Marks",
    "MetaNames",
    "MetadataRules",
    "Model",
    "Months",
    "Page",
    "Reading",
    "ShopWords",
    "SmallWords",
    "Surroundings",
    "Trees",
    "Values",
    "WordTables",
    "amounts_in",
    "bare_amount",
    "currency_code",
    "estimate_tokens",
    "text_content",
    "tokens",
    "word_hash",
]

_State = Literal["data", "rcdata", "rawtext", "script", "plaintext", "cdata"]
_WordKind = Literal["class", "id", "role", "itemprop"]

FLAGS: dict[str, int]
"""The bits of the flags columns by name; see page/flags.py."""
TAG_NAMES: tuple[str, ...]
"""The name of each tag number; number 0 is "?", every name without rules of its own."""

@type_check_only
class HeadFacts(TypedDict):
    """What `page.head.Head` is made of; white space in the title as written."""

    title: str | None
    headings: list[tuple[int, str]]
    meta: list[tuple[str, str]]
    canonical: str | None
    base: str | None
    language: str | None
    json_ld: list[str]

_Stated: TypeAlias = tuple[
    str | None,
    str | None,
    tuple[str | None, str | None],
    list[str],
    tuple[list[str], list[str]],
    dict[str, tuple[str, ...]],
    list[str],
]
"""Title; language; canonical and base address; sources of JSON-LD; first h1 and h2; values of `<meta>` by name; names
of which a value has markup or references, or may be there more than once."""
_Post: TypeAlias = tuple[
    str,
    str | None,
    str | None,
    str | None,
    str | None,
    str | None,
    int | None,
    Literal["question", "accepted answer", "post"],
    int | None,
    tuple[int, ...],
]
"""The fields of `shapes.posts.Post` in their order."""
_Amount: TypeAlias = tuple[str, str, int]
"""An amount of money, as digits with a point before the decimals; its currency; the place of its first digit."""
_Item: TypeAlias = tuple[str, list[str], str, str | None, str | None, str | None, str | None, tuple[int, ...]]
"""The name of an item; the addresses of its links as written, the best first; its other lines; amount and currency of
its price; its date; the address of its image; its blocks that readers see."""

_Scalar = TypeVar("_Scalar", bound=np.generic)

@final
class Values(Generic[_Scalar]):
    """One number or bool per block. NumPy is imported when they are read as an array."""

    def __new__(cls, kind: Literal["f", "b", "u"], content: bytes) -> Self:
        """The values in some bytes: floats of 64 bits, bools, or numbers of 8 bits."""

    def array(self) -> NDArray[_Scalar]:
        """The array of them, always the same. What is written to it counts wherever the values are used."""

    @property
    def kind(self) -> Literal["f", "b", "u"]:
        """What `array().dtype.kind` says, without making the array."""

    def any(self) -> bool:
        """Whether one of them is not zero."""

    def __len__(self) -> int: ...

_Mask: TypeAlias = NDArray[np.bool_] | Values[np.bool_]
"""One bit per block."""
_StoredArray: TypeAlias = tuple[str, tuple[int, ...], bytes, int]
"""An array of a model file; see trained/stored_arrays.py."""

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
    def n_blocks(self) -> int:
        """What `len(page.blocks)` says, without making the array of the blocks."""

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
        """Hashes of the elements' class, id, role and itemprop words; the lowest two bits say which. The words of a
        custom element's name are class words."""

    def texts(self, mask: _Mask | None = None) -> list[str]:
        """The text of every block, or of the blocks that a mask keeps."""

    def text_of(self, keep: _Mask) -> str:
        """The texts of the blocks that a mask keeps, with a blank line between them."""

    def block_text(self, row: int) -> str:
        """The text of one block."""

    def n_words(self, keep: _Mask, flags: int | None = None) -> int:
        """How many words the blocks have that a mask keeps; with `flags`, only those that have one of these."""

    def blocks_without(self, flags: int) -> Values[np.bool_]:
        """The blocks that have none of these flags."""

    def prose_blocks(self, mask: _Mask, other: _Mask, flags: int) -> Values[np.bool_]:
        """The blocks of a mask that are not in another one, have none of these flags and are not mostly links."""

    def prose_texts(self, chars: tuple[int, int], flags: int) -> list[str]:
        """The texts of the blocks that have a number of characters from the one to the other, none of these flags, and
        are not mostly links."""

    def block_links(self, block: int, depth: int) -> list[str]:
        """The texts of the links in a block, in order. `depth` is how many elements from a text upwards may be the
        link."""

    def has_tag(self, tag: int) -> bool:
        """Whether an element has this number of `tags.TAGS`."""

    def source_has(self, part: bytes) -> bool:
        """What `part in page.source` says, in a quarter of the time."""

    def element(self, row: int) -> tuple[int, int, int, int]:
        """The tag, parent, end and flags of an element: what the columns have, without an array."""

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

    def element_texts(self, rows: Sequence[int] | NDArray[np.integer], between: str) -> list[str]:
        """The same of several elements."""

    def read_thread(
        self, keep: _Mask, has_lead: bool, months: Months, language: str | None
    ) -> tuple[list[_Post], float]:
        """The posts of a page, none if it has fewer than two, and the share of the page's text that their records have.
        With `has_lead`, kept text between the heading and the first repeated post is a post too. The language is that
        of the page."""

    def read_lists(self, keep: _Mask) -> list[list[tuple[int, int]]]:
        """The lists of a page, the best first, and of each its entries in order: the first and the last element, mostly
        the same one."""

    def read_items(
        self,
        lists: Sequence[Sequence[tuple[int, int]]],
        keep: _Mask,
        words: tuple[ShopWords, Marks],
        dates: tuple[Months, str | None],
        base: str,
    ) -> list[list[_Item]]:
        """The items of lists, without entries that have no name. Each list has the first and the last element of each
        entry, `words` those of shops and the classes of amounts that are struck through, `dates` the names of months
        and the language of the page; addresses of images are resolved against `base`. See `shapes.items.reading`."""

    def read_offer(
        self, words: ShopWords, struck: Marks, address: str
    ) -> tuple[int, tuple[list[_Amount], list[_Amount]], str | None, tuple[str, str] | None, str | None, list[str]]:
        """What the short lines with digits show of a product: the block of the heading; the amounts near it and the
        earlier ones, each with its block; the currency they have in common; the product's number with its source; the
        number of the trade; lines that may have a rating. `struck` has the class words of what is struck through. See
        `shapes.products.shown`."""

    def is_unavailable(self, words: ShopWords, heading: int) -> bool:
        """Whether a short line from the block of the heading on reads "out of stock"."""

    def shown_brand(self, words: ShopWords, heading: int) -> str | None:
        """The value of the first line from the block of the heading on such as "Brand: Usha"."""

    def read_pairs(self) -> list[tuple[str, str]]:
        """Name and value of table rows of two cells and of terms with their definitions, if short and not a price; at
        most 200."""

    def block_lines(self, first: int, stop: int) -> list[str]:
        """The texts of a range of blocks, each on one line."""

    def related_links(self, most: int) -> list[tuple[str, str, str]]:
        """Relation, address and text of the first `most` links with `rel` license, author, category or tag."""

    def rows_by_tag(self, tags: Sequence[int]) -> list[list[int]]:
        """For each of the tag numbers: the rows of its elements, in order."""

    def rows_naming(self, text: bytes, most: int) -> list[int]:
        """The rows of the elements whose start tag contains a text, by the first `most` places of that text."""

    def rows_naming_each(self, texts: Sequence[bytes], most: int) -> list[list[int]]:
        """The same for each of several texts, in one pass if they begin alike."""

    def marked_rows(self, marks: Marks) -> list[list[int]]:
        """By purpose: the rows of the elements that have one of its words, in order."""

    def stated(self, names: MetaNames) -> _Stated:
        """What the head states, as far as metadata need it. White space in the title as written; the values of `<meta>`
        elements have theirs collapsed, unless they have references or markup, which are left to the caller. Values are
        not empty."""

    def canonical(self) -> str | None:
        """The address of `<link rel=canonical>` alone, as written."""

    def item_values(self, rows: Sequence[int]) -> list[tuple[str, str]]:
        """The properties of the page that elements with an itemprop have, with their values as written. Elements inside
        a comment, an answer or another thing than the page are left out."""

    def prose(self, most: int) -> str:
        """About `most` bytes of the page's running text: of blocks that are neither short nor hidden nor mostly links.
        Of all its shown text if it has none."""

    def title_cosines(self, groups: NDArray[np.int32], title: str) -> NDArray[np.float64]:
        """How similar each group of blocks is to a title: the cosine of their word counts. `groups` has the group of
        each block, negative for blocks that are left out. A word is a run of letters and digits, ASCII letters without
        case; each Han, kana and Hangul character is a word."""

    def first_words(self, blocks: Sequence[int] | NDArray[np.integer], width: int) -> NDArray[np.uint16]:
        """Numbers of the words that each of the blocks begins with, one row per block, 0 after the last word. All
        all digits count as one character, ASCII letters have no case; some words share a number."""

    def markdown(self, keep: _Mask, options: RenderOptions) -> tuple[str, int, int]:
        """The blocks that a mask keeps as Markdown, with the interpreter's lock released; how many addresses were left
        out because they are too long; and how many spans of table cells were ignored because they cover too much."""

    def markdown_pieces(
        self, keep: _Mask, options: RenderOptions
    ) -> tuple[str, list[tuple[int, int, int, int, tuple[int, int], str | None]]]:
        """The same Markdown, and its blocks in order. Of each: where its first line begins, and where its own text does
        after the marks of lists and quotes, as offsets into the UTF-8 of the Markdown; the length of the marks before
        its further lines; 1 to 6 for a heading, 7 for code, 8 for a table, 9 for a formula, else 0; start and stop of
        its source, where a start after the stop means that it has none; the text of a heading that is in the body."""

    def laid_out_text(self, keep: _Mask, options: RenderOptions) -> tuple[str, int, int]:
        """The same as text for people, without marks but those of lists and tables."""

    def rendered_parts(
        self, keep: _Mask, starts: Sequence[int], options: RenderOptions, is_markdown: bool
    ) -> list[tuple[str, int, int]]:
        """What `markdown` or `laid_out_text` gives of the kept text between each two of some blocks, as if nothing else
        were kept; an empty text where nothing is. The headline comes before the first text."""

    def rendered_selections(self, selections: Sequence[Sequence[int]], options: RenderOptions) -> list[str]:
        """The Markdown of some blocks each, as if nothing else were kept."""

    def images(self, rows: Sequence[int] | NDArray[np.integer], base: str) -> list[tuple[str, str, bool]]:
        """Of each `<img>`: its address, resolved against `base` and empty if it has none; its alternative text; whether
        it is decorative."""

    def outline(self, keep: _Mask, options: RenderOptions) -> OutlineFacts:
        """The same as steps, for writers of other formats."""

    def _panic(self, message: str) -> None:
        """Panics where the native code would, so that tests can see what becomes of it."""

def text_content(text: bytes, state: _State) -> str:
    """Character data as a browser reads it in a tokenizer state; "rcdata" for a title."""

def tokens(text: str, state: _State, last_start: str) -> list[tuple[Any, ...]]:
    """The tokens of a text, as html5lib's tests list them."""

def estimate_tokens(text: str) -> int | None:
    """What `document.parts.tokens.estimate_tokens` gives; None for a text with characters that only it knows."""

def amounts_in(text: str) -> list[_Amount]:
    """The amounts with a currency in a text, in order. Digits are those of ASCII; 300 characters are looked at."""

def bare_amount(text: str) -> str | None:
    """The first number of a text that is known to be a price, with a currency or without."""

def currency_code(sign: str) -> str:
    """The code of a currency, by its code or its sign; other texts in capitals."""

def word_hash(word: str, kind: _WordKind) -> int:
    """The hash that `Page.words` has for a lower-case word of a class, id, role or itemprop."""

@final
class Marks:
    """Wanted hashes of class and itemprop words, each with the number of a purpose."""

    def __new__(cls, wanted: Sequence[tuple[int, int]]) -> Marks: ...

@final
class ShopWords:
    """Words that shops show beside prices and numbers, in small letters: the labels of the shop's number, the brand and
    the trade's number; what a text before an earlier price ends with; what lines of other amounts have in them; what
    products that can't be bought are called. See `shapes.products.words`."""

    def __new__(
        cls,
        labels: Sequence[Sequence[str]],
        before_earlier: Sequence[str],
        not_the_price: Sequence[str],
        unavailable: Sequence[str],
    ) -> ShopWords: ...

@final
class Months:
    """Names of months in small letters: those of each language, and those that are the same month wherever they are
    one; and how dates are read with them. See `metadata.values.dates`."""

    def __new__(cls, by_language: Mapping[str, Mapping[str, int]], everywhere: Mapping[str, int]) -> Months: ...
    def find_day(self, text: str, language: str | None) -> str | None:
        """The first day that a text names."""

    def read_day(self, value: str, language: str | None) -> str | None:
        """The day of a value that is meant to be a time."""

    def shows_date(self, text: str) -> bool:
        """Whether a short text shows when something was written."""

@final
class MetaNames:
    """Wanted names of `<meta>` elements, in small letters, those of catalogues with dots: `dc.creator`."""

    def __new__(cls, names: Sequence[str]) -> MetaNames: ...

@final
class MetadataRules:
    """The tables of metadata: by field its sources, each with its kind, key and name; names of sources of a date that
    no reader sees; hashes of words by which elements are marked, with the numbers of their purposes; names of months,
    small words, and which of their languages is English. `outside` has what is left to Python; see `metadata.outside`.
    ValueError names a kind of source that is not known."""

    def __new__(
        cls,
        sources: Mapping[str, Sequence[tuple[str, str, str]]],
        unseen: Sequence[str],
        marks: Sequence[tuple[int, int]],
        words: tuple[Months, SmallWords, int],
        outside: object,
    ) -> MetadataRules: ...

@final
class Reading:
    """The metadata of a page; `url` is the address that it was fetched from. Nothing is read before it is needed."""

    def __new__(cls, page: Page, rules: MetadataRules, url: str | None) -> Reading: ...
    def title(self) -> str | None:
        """The title, without the name of the site."""

    def fields(self, is_brief: bool) -> tuple[Any, ...]:
        """The values of `metadata.Metadata` in its order. With `is_brief` those of title, authors, dates, languages and
        addresses alone."""

    def claims(self, field: str) -> list[tuple[str, list[str]]]:
        """The names of the sources of a field that have values, in order, each with its values."""

_Shown: TypeAlias = Literal[0, 1, 2]
"""What shows a day: a `<time>`, a line near the heading, an element with the class of a date."""
_Place: TypeAlias = Literal[0, 1, 2, 3]
"""Near the heading before it, near it after it, elsewhere, or apart: in a comment, another text or a sidebar, or not
shown."""

@final
class Surroundings:
    """What is near the heading of a page and may name an author or a day. The caller has to look again: every method
    gives everything of its kind, and some more. `others` and `sides` are the rows of elements that are marked as
    comments, texts other than the page's and sidebars, in order."""

    def __new__(cls, page: Page, title: str, others: Sequence[int], sides: Sequence[int]) -> Surroundings: ...
    def days(self, rows: Sequence[int], most: int) -> list[tuple[_Shown, str, str, str, str, _Place]]:
        """Of the first `most` `<time>` elements, of the lines near the heading and of the elements `rows`, in this
        order: what it is, its `datetime`, its class, itemprop and text, the short line before it, its text, its place.
        Without those of comments and of other texts."""

    def labelled_lines(self, most: int) -> list[str]:
        """Of the first `most` short lines with digits those that may begin with a label of a day, such as "Published",
        and are not apart."""

    def signed_lines(self) -> list[tuple[int, str, str | None]]:
        """Block, line and the short line after it of the lines near the heading that may be a byline."""

    def author_links(self) -> list[tuple[str, str]]:
        """Address and short text of the links near and after the heading that may lead to the page of an author."""

    def authors(self, rows: Sequence[int]) -> list[tuple[int, int, int, str | None, _Place, str | None]]:
        """Row, end, parent, class, place and text of elements with the class of an author. The text is None if it is
        too long for a name or if the element is apart."""

@final
class SmallWords:
    """Small words of languages, such as "the": `words` has those of each language, in small letters."""

    def __new__(cls, words: Sequence[Sequence[str]]) -> SmallWords: ...
    def count(self, text: str, most: int) -> tuple[int, list[int]] | None:
        """Of the first `most` characters of a text: how many letters its words have, and for each language how many of
        its words are small words of it. None for a text with letters other than Latin ones."""

@final
class WordTables:
    """Learned tables of words, checked once: log-odds and groups of class words (a power of two of them), log-odds of
    text words and whether they are common (65,536), log-odds of tags (256). Log-odds are in sixteenths. ValueError says
    what is wrong."""

    def __new__(
        cls,
        class_words: tuple[_StoredArray, _StoredArray],
        text_words: tuple[_StoredArray, _StoredArray],
        tag_odds: _StoredArray,
    ) -> Self: ...

@final
class Features:
    """The columns that the learned model reads, for training. The page has at least one block."""

    def __new__(cls, page: Page, tables: WordTables) -> Self: ...
    def first(self) -> NDArray[np.float32]:
        """The columns of the first stage: one row per block, by column in memory."""

    def content(self, first: NDArray[np.float32]) -> NDArray[np.float32]:
        """Given the first stage's probability of each block: how much is likely content, and the mean over it of each
        column that has a number per block."""

    def second(
        self, first: NDArray[np.float32], chosen: NDArray[np.int64], page_numbers: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """The columns of the second stage, by column in memory: the chosen ones of the first, the surroundings given
        the first stage's probability of each block, and `page_numbers` in every row."""

    def decide(
        self, page_types: Sequence[float], probability: NDArray[np.float64], bounds: _Bounds
    ) -> tuple[NDArray[np.bool_], float]:
        """The blocks that a model with these answers keeps, as `Model.predict` does: asides on pages of shops count
        less, the threshold has the best expected F1, structures are kept or dropped as a whole; and the expected F1."""

@final
class Trees:
    """Boosted trees, checked once and packed. They never change, so threads may share them."""

    def __new__(
        cls,
        nodes: tuple[_StoredArray, _StoredArray, _StoredArray],
        is_default_left: _StoredArray,
        first: _StoredArray,
        n_features: int,
    ) -> Self:
        """`nodes` is feature, value, right; see trained/trees.py. The arrays may have any type of numbers that holds
        theirs. ValueError says what is wrong with them."""

    def scores(self, features: NDArray[np.float32], base: float, early_exit: bool = False) -> NDArray[np.float32]:
        """`base` plus the leaves of each row, added up in the order of the trees, with the interpreter's lock
        released. `features` is contiguous, by row or by column. With `early_exit`, rows that the first trees rule out
        keep their sum."""

_Stage: TypeAlias = tuple[Trees, float]
_Bounds: TypeAlias = tuple[float, float, bool]

@final
class Model:
    """The learned model, checked once and packed. It never changes, so threads may share it. A stage is trees and their
    base. ValueError says what is wrong with the parts."""

    FEATURES: ClassVar[tuple[tuple[str, str, str], ...]]
    """Stage, kind and name of every column, in the order in which the core computes them: stage `first`, with a number
    per block; `page`, the first stage's numbers of the whole page; `types`, what else page types are predicted from;
    `second`, the second stage's own."""
    SETTINGS: ClassVar[tuple[int, float, float, float, int]]
    """How the stages work together: the number of early trees, the margin of the early exit, the least first
    probability for the second stage, the least probability of an article for the end factor, the power of the end."""

    STRUCTURES: ClassVar[tuple[str, ...]]
    """What a block can be kept or dropped with, such as "its table"; the first is empty."""

    def __new__(
        cls,
        tables: WordTables,
        first: _Stage,
        types: Sequence[_Stage],
        second: _Stage,
        end: _Stage,
        classes: Sequence[_Stage],
        chosen: Sequence[int],
    ) -> Self: ...
    def predict(
        self, page: Page, bounds: _Bounds
    ) -> tuple[Values[np.float64], Values[np.bool_], Values[np.uint8], list[float], tuple[float, bool, float, float]]:
        """For a page that has blocks: the probability of each block; whether it is kept; the structure that overruled
        its own probability (see `decide_structures`); the probability of each page type; the expected F1, whether there
        is main content, the best probability and how many words are expected to be content. For `bounds` see
        `choose_blocks`."""

    def classes(self, page: Page) -> NDArray[np.float32]:
        """For a page that has blocks: one row per class, with its probability for each block."""

    def class_blocks(self, page: Page, number: int, least: float) -> Values[np.bool_]:
        """For a page that has blocks: those that have at least this probability of a class, by its number."""

    def best_of_class(self, page: Page, number: int, least: float, flags: int) -> int | None:
        """The block with the highest probability of a class among those that have none of these flags and at least this
        probability; None if there is none."""

    def features(self, page: Page) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """All columns of the first stage, and all of the second: the chosen ones, its own, page types."""

    def contributions(
        self, page: Page, typical: NDArray[np.float32], groups: Sequence[Sequence[int]]
    ) -> NDArray[np.float64]:
        """One row per block: how far the end of the text moves its log odds, then each group of columns, compared with
        typical blocks. These have the columns of the first stage, the second's own, and page types."""

    @staticmethod
    def choose_blocks(
        probability: NDArray[np.float64], words: NDArray[np.float64], bounds: _Bounds
    ) -> tuple[NDArray[np.bool_], float]:
        """The blocks with the best expected F1, and that F1. `bounds` are the least and the greatest threshold, and
        whether blocks are kept even of a page without main content."""

    @staticmethod
    def decide_structures(
        page: Page, probability: NDArray[np.float64], threshold: float, is_forum: bool
    ) -> tuple[NDArray[np.bool_], NDArray[np.uint8]]:
        """The blocks to keep if tables, lists, code blocks, similar cards and headings are kept as a whole, by a
        threshold of their mean probabilities; and for each block the place in STRUCTURES of what overruled its own
        probability, 0 if nothing did."""

    @staticmethod
    def combine(
        first: NDArray[np.float32],
        second: NDArray[np.float32],
        end: NDArray[np.float32],
        article: NDArray[np.float32],
    ) -> NDArray[np.float64]:
        """The probability of each block, by those of the stages and by that of its page being an article."""

ROLES: dict[str, int]
"""The number of each role that an element can have for a reader; 0 is no role. See render/roles.py."""

@type_check_only
class RenderOptions(TypedDict):
    """What a rendering writes and leaves out."""

    url: str
    """The page's address; empty if it is not known."""
    headline: str
    """The headline of the page, whose copy in the text is left out; empty for none."""
    title: bool
    """Whether the headline is written before the text."""
    links: bool
    references: bool
    """Links by numbers, with their addresses at the end; only Markdown has them."""
    images: bool
    tables: bool
    formatting: bool

@type_check_only
class OutlineFacts(TypedDict):
    """What `render.outline.Outline` is made of. The facts about single elements are by row."""

    headline: str | None
    """The headline to write before the text."""
    codes: bytes
    """For each step: 0 for text, 1 for a new block, else a role, with 128 added when its element closes."""
    rows: list[int]
    """For each step: the run of a text, else the element; -1 for a new block."""
    texts: list[str]
    """The text of each text step, after the white space before it in its block."""
    links: dict[int, str]
    images: dict[int, tuple[str, str, str]]
    """Address, alternative text, title."""
    symbols: dict[int, str]
    """The characters that pictures of emojis and smileys show."""
    formulas: dict[int, tuple[str, bool]]
    """TeX, and whether it is on lines of its own."""
    languages: dict[int, str]
    numberings: dict[int, tuple[int, int]]
    own_numbers: dict[int, int]
    spans: dict[int, tuple[int, int]]
    after_space: set[int]
    n_long_addresses: int
