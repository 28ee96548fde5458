"""Parameters of an extractor: the fields of its dataclass, read from text, checked, and written as text again.

    deviations=0.5,clusters=4    numbers; whole numbers where the field is an int
    favor=recall                 one of the values of a Literal
    include_title=true           true or false
    members=bte+econ             several values of a tuple

A field of any other type, such as a trained model, can't be written as text and is not a parameter here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from maintext.errors import OptionError, did_you_mean
from maintext.extractors.protocol import Extractor, name_of

FindExtractor = Callable[[str], Extractor]
"""The extractor of a name, for parameters that hold extractors."""


@dataclass(frozen=True)
class Range:
    """The smallest and the largest value of a number: `clusters: Annotated[int, Range(1, 100)] = 3`."""

    low: float = -math.inf
    high: float = math.inf

    def __str__(self) -> str:
        if math.isinf(self.high):
            return "" if math.isinf(self.low) else f" of at least {self.low:g}"
        return f" from {self.low:g} to {self.high:g}"


Share = Annotated[float, Range(0, 1)]
"""A part of a whole."""
Weight = Annotated[float, Range(0)]
"""A factor, or a number of standard deviations."""
SmallCount = Annotated[int, Range(1, 100)]
"""A number of clusters or rounds."""
Count = Annotated[int, Range(1, 100_000)]
"""A number of tokens or lines. A larger one changes no answer and would only take memory."""


def read_parameters(extractor: type, text: str, name: str, find: FindExtractor) -> dict[str, Any]:
    """The parameters that a text such as `a=1,b=2` gives to a class, checked and of their fields' types.

    >>> from maintext.extractors.papers.cetr import TagRatioThreshold
    >>> read_parameters(TagRatioThreshold, "deviations=0.5", "cetr-tm", find=lambda name: TagRatioThreshold())
    {'deviations': 0.5}
    """
    given: dict[str, str] = {}
    for part in text.split(","):
        parameter, sign, value = part.partition("=")
        if not sign:
            raise OptionError(f"{name}: expected parameter=value, got {part!r}")
        given[parameter.strip()] = value.strip()
    kinds = _kinds_of(extractor, given, name)
    return {each: _checked(kinds[each], _read(kinds[each], given[each], find), f"{name}: {each}") for each in given}


def check_readings(name: str, given: Sequence[str], readings: Mapping[str, str]) -> None:
    """Raises an OptionError if one of the readings of a paper that were given has no such name."""
    for each in given:
        if each not in readings:
            raise OptionError(f"{name}: as_printed must be some of {', '.join(readings)}, got {each!r}")


def with_parameters(extractor: Extractor, given: Mapping[str, Any], name: str) -> Extractor:
    """The extractor with other values of some of its parameters; an OptionError names what is wrong with them."""
    if not given:
        return extractor
    kinds = _kinds_of(type(extractor), given, name)
    values = {each: _checked(kinds[each], value, f"{name}: {each}") for each, value in given.items()}
    return replace(extractor, **values)  # type: ignore[type-var]  # it has parameters, so it is a dataclass


def written_parameters(extractor: Extractor) -> str:
    """The parameters whose values are not the defaults, as text; empty if all are.

    >>> from maintext.extractors.papers.cetr import TagRatios
    >>> written_parameters(TagRatios(clusters=4))
    'clusters=4'
    """
    if not is_dataclass(extractor):
        return ""
    parts = []
    for field in fields(extractor):
        value = getattr(extractor, field.name)
        # Most values are the defaults; reading the types of a class takes longer than extracting a small page.
        is_default = field.default is MISSING or value == field.default
        if not is_default and field.name in parameters_of(type(extractor)):
            parts.append(f"{field.name}={_written(value)}")
    return ",".join(parts)


def parameters_of(extractor: type) -> dict[str, Any]:
    """The type of each parameter of a class, by name; empty if it is not a dataclass."""
    if not is_dataclass(extractor):
        return {}
    own = [field for field in fields(extractor) if field.init]
    try:
        hints = get_type_hints(extractor, include_extras=True)
    except NameError:
        # A name that is imported for type checkers only; the types are those of the defaults.
        hints = {field.name: type(field.default) for field in own}
    kinds = {field.name: hints[field.name] for field in own if field.name in hints}
    return {name: kind for name, kind in kinds.items() if _is_written_as_text(kind)}


def _kinds_of(extractor: type, given: Mapping[str, Any], name: str) -> dict[str, Any]:
    kinds = parameters_of(extractor)
    for parameter in given:
        if parameter not in kinds:
            has = f"it has: {', '.join(kinds)}" if kinds else "it has none"
            raise OptionError(f"{name} has no parameter {parameter!r}{did_you_mean(parameter, kinds)}; {has}")
    return kinds


def _is_extractor(kind: Any) -> bool:
    return kind is Extractor


def _bare(kind: Any) -> tuple[Any, Range]:
    """A type without its annotation, and the range of its values."""
    if get_origin(kind) is not Annotated:
        return kind, Range()
    bare, *notes = get_args(kind)
    return bare, next((note for note in notes if isinstance(note, Range)), Range())


def _is_written_as_text(kind: Any) -> bool:
    bare, _ = _bare(kind)
    if get_origin(bare) is tuple:
        return all(each is ... or each is str or _is_extractor(each) for each in get_args(bare))
    return bare in (bool, int, float, str) or get_origin(bare) is Literal


def _read(kind: Any, text: str, find: FindExtractor) -> Any:
    """The value of a text; the text itself if it can't be read as that type."""
    bare, _ = _bare(kind)
    if get_origin(bare) is tuple:
        parts = [part.strip() for part in text.split("+") if part.strip()]
        return tuple(find(part) for part in parts) if _is_extractor(get_args(bare)[0]) else tuple(parts)
    if get_origin(bare) is Literal:
        return next((value for value in get_args(bare) if str(value) == text), text)
    if bare is bool:
        return {"true": True, "false": False}.get(text.lower(), text)
    try:
        return bare(text)
    except ValueError:
        return text


def _checked(kind: Any, value: Any, label: str) -> Any:
    if _fits(kind, value):
        return value
    raise OptionError(f"{label} must be {_expected(kind)}, got {value!r}")


def _fits(kind: Any, value: Any) -> bool:
    bare, limits = _bare(kind)
    if get_origin(bare) is tuple:
        is_member: Callable[[Any], bool] = callable if _is_extractor(get_args(bare)[0]) else _is_text
        return isinstance(value, tuple) and len(value) > 0 and all(map(is_member, value))
    if get_origin(bare) is Literal:
        return value in get_args(bare)
    if bare in (int, float):
        is_number = isinstance(value, (int, float) if bare is float else int) and not isinstance(value, bool)
        return is_number and math.isfinite(value) and limits.low <= value <= limits.high
    return isinstance(value, bare)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _expected(kind: Any) -> str:
    bare, limits = _bare(kind)
    if get_origin(bare) is tuple:
        return f"{'names of extractors' if _is_extractor(get_args(bare)[0]) else 'values'} joined by +"
    if get_origin(bare) is Literal:
        return f"one of {', '.join(map(str, get_args(bare)))}"
    return {bool: "true or false", int: f"a whole number{limits}", float: f"a number{limits}", str: "text"}[bare]


def _written(value: Any) -> str:
    if isinstance(value, tuple):
        return "+".join(each if isinstance(each, str) else name_of(each) for each in value)
    return str(value).lower() if isinstance(value, bool) else str(value)
