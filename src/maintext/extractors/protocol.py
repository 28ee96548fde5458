"""What an extractor is: an object called on a Page that returns a score and a decision for each block."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeAlias, runtime_checkable

from maintext import _core
from maintext.errors import ExtractorError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from maintext.page import Page

Mask: TypeAlias = "NDArray[np.bool_] | _core.Values[np.bool_]"
"""One bit per block, in a form that the native core takes."""


@dataclass(frozen=True)
class Judgement:
    """What an extractor that judges pages as a whole predicts for one."""

    page_types: dict[str, float]
    """The probability of each page type; they sum to one."""
    confidence: float
    """The F1 this answer is expected to have, from 0 to 1."""
    has_main_text: bool
    """Whether the page has a main content at all."""


@dataclass(frozen=True)
class Fallback:
    """Which extractor decided instead of the one that was called, and why."""

    by: str
    reason: str


class _MadeOnRead:
    """A field whose array is made of native values when it is first read.

    The text of a page needs no array, and the import of NumPy takes longer than dozens of pages.
    """

    def __init__(self, *default: object) -> None:
        self.default = default

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, scores: Scores | None, owner: type) -> Any:
        # Only called for a value that the instance does not have yet: there is no `__set__`.
        if scores is None:
            # `dataclass` looks for a default; an AttributeError means that there is none.
            if not self.default:
                raise AttributeError(self.name)
            return self.default[0]
        values = scores.__dict__["_values"].get(self.name)
        array = scores.__dict__[self.name] = self.default[0] if values is None else values.array()
        return array


def _made_on_read(*default: object) -> Any:
    """The descriptor; for type checkers, a value of the field's type."""
    return _MadeOnRead(*default)


@dataclass(frozen=True, eq=False)
class Scores:
    """An extractor's answer for one page."""

    score: NDArray[np.float64] = _made_on_read()  # noqa: RUF009 - a descriptor, one per field
    """One value per block: the higher, the more it looks like content. Each method has its own scale."""
    keep: NDArray[np.bool_] = _made_on_read()  # noqa: RUF009 - a descriptor, one per field
    """One value per block: whether it belongs to the main content."""
    reason: str | None = None
    """Why nothing was kept, if the method knows."""
    is_comment: NDArray[np.bool_] | Callable[[], Mask] | None = None
    """One value per block: whether readers wrote it below the text; or a function that returns them, for a method that
    needs time to find them; None if the method does not predict it."""
    judgement: Judgement | None = None
    """The prediction for the page as a whole; None if the method makes none."""
    fallback: Fallback | None = None
    """Set if the extractor left the page to another one."""
    decided_with: NDArray[np.uint8] | None = _made_on_read(None)  # noqa: RUF009 - the same
    """One value per block: the place in `model.predictor.STRUCTURES` of the structure that was kept or dropped as a
    whole, against the block's own score; 0 if its score decided. None if the method decides per block."""

    @classmethod
    def of_values(
        cls,
        values: Mapping[str, _core.Values[Any]],
        reason: str | None,
        is_comment: Callable[[], Mask] | None = None,
        judgement: Judgement | None = None,
    ) -> Scores:
        """Scores whose arrays are made when they are first read. `values` has score, keep and perhaps decided_with."""
        scores = cls.__new__(cls)
        scores.__dict__.update(reason=reason, is_comment=is_comment, judgement=judgement, _values=values)
        return scores

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @property
    def mask(self) -> Mask:
        """`keep`, in a form that the native core takes: an array only if there is one anyway."""
        own = self.__dict__
        mask: Mask = own["keep"] if "keep" in own else own["_values"]["keep"]
        return mask

    def find_comments(self) -> NDArray[np.bool_] | None:
        """One value per block: whether readers wrote it below the text; None if the method does not predict it."""
        found = self.comment_bits()
        return found.array() if isinstance(found, _core.Values) else found

    def comment_bits(self) -> Mask | None:
        """The same, in a form that the native core takes."""
        return self.is_comment() if callable(self.is_comment) else self.is_comment


class Extractor(Protocol):
    """A way to find a page's main content. Its parameters are its fields; it has no state."""

    def __call__(self, page: Page) -> Scores:
        """Judges every block of a page."""
        ...


class RegisteredExtractor(Extractor, Protocol):
    """An extractor of the registry: a frozen dataclass that knows its name and has a default for every parameter."""

    name: ClassVar[str]

    def __init__(self) -> None: ...


@runtime_checkable
class Trained(Protocol):
    """A class whose extractors have a trained model: `leaf`, `mss`, `model`."""

    def load(self, path: str | Path) -> Extractor:
        """The extractor with the model of that file."""
        ...


@runtime_checkable
class Explaining(Protocol):
    """An extractor that explains the score of each block."""

    def explain(self, page: Page) -> list[list[tuple[str, float]]]:
        """For each block, features and their contributions to its score, in any order."""
        ...


def empty_scores(page: Page, reason: str) -> Scores:
    """The answer for a page without content."""
    n_blocks = page.n_blocks
    return Scores.of_values({"score": _core.Values("f", bytes(8 * n_blocks)), "keep": no_blocks(page)}, reason)


def no_blocks(page: Page) -> _core.Values[np.bool_]:
    """The mask that keeps none of the blocks."""
    return _core.Values("b", bytes(page.n_blocks))


def name_of(extractor: Extractor) -> str:
    """The extractor's own name, or that of its function or class.

    >>> name_of(lambda page: empty_scores(page, "nothing looks like content"))
    '<lambda>'
    """
    for own in (getattr(extractor, "name", None), getattr(extractor, "__name__", None)):
        if isinstance(own, str) and own:
            return own
    return type(extractor).__name__


def check_scores(scores: object, page: Page, name: str) -> Scores:
    """The scores, if they are what the protocol expects; an ExtractorError that says so if not."""
    n_blocks = page.n_blocks
    if not isinstance(scores, Scores):
        raise ExtractorError(f"{name} returned {_described(scores)}; {_expected(n_blocks)}")
    for field, kinds in (("score", "fiu"), ("keep", "b"), ("is_comment", "b")):
        # As the instance has it: reading the field would make an array of native values.
        column = scores.__dict__.get(field)
        if field not in scores.__dict__ or (field == "is_comment" and (column is None or callable(column))):
            continue
        if not _is_column(column, n_blocks, kinds):
            raise ExtractorError(f"{name} returned Scores whose {field} is {_described(column)}; {_expected(n_blocks)}")
    return scores


def _is_column(column: object, n_blocks: int, kinds: str) -> bool:
    import numpy as np

    return isinstance(column, np.ndarray) and column.shape == (n_blocks,) and column.dtype.kind in kinds


def _expected(n_blocks: int) -> str:
    return (
        f"an extractor is called on a Page and returns maintext.Scores(score, keep), two NumPy arrays with one number "
        f"and one bool per block ({n_blocks} on this page)"
    )


def _described(value: object) -> str:
    import numpy as np

    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape} and type {value.dtype}"
    return "None" if value is None else f"a value of type {type(value).__name__}"
