"""Body and query of an HTTP request -> ExtractRequest: a page or its address, and the options of `maintext.extract`.

    {"html": "<p>...", "url": "https://example.org/", "by": "econ", "include_links": false}

An unknown option, or one with a value of the wrong type, is refused with its name.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from maintext.api import CHOICES as MODE_CHOICES
from maintext.document.parts.chunks import ChunkRequest
from maintext.document.record import PARTS
from maintext.document.shapes_record import check_shapes
from maintext.errors import OptionError, RequestError, UnknownFormatError
from maintext.extractors.by import check_name
from maintext.extractors.registry import DEFAULT
from maintext.render import FORMATS, Choices
from maintext.render.options import LINK_STYLES
from maintext.selectors.selection import read_selection

CHOICES = tuple(Choices.__annotations__)
OUTPUT_FORMATS = ("json", *FORMATS)
MAX_URL_CHARS = 8192
MODES = (*MODE_CHOICES, "include_title")
"""Options of the learned extractor. Its `include_comments` is not one of them: the renderer adds comments."""
_TEXTS = ("html", "url", "by", "output_format", "links", *MODE_CHOICES)
_SWITCHES = (*(name for name in CHOICES if name != "links"), "with_blocks", "with_markdown", "with_sections")
_NUMBERS = ("max_tokens", "chunk_tokens", "chunk_overlap")
_SELECTORS = ("keep", "prune")
_LISTS = (*_SELECTORS, "shapes")
_NAMES = (*_TEXTS, *_LISTS, *_SWITCHES, *_NUMBERS)
MAX_SELECTORS = 100


@dataclass(frozen=True)
class ExtractRequest:
    """One page to extract, and how."""

    html: str | bytes | None = None
    """The page; None to fetch it from `url`."""
    url: str | None = None
    by: str | None = None
    """A registered name, with parameters or without; None for the extractor that the service was started with."""
    encoding: str | None = None
    """The Content-Type header of a page that was sent as bytes."""
    output_format: str | None = None
    """None to choose it by the Accept header."""
    choices: Mapping[str, str | bool] = field(default_factory=dict)
    modes: Mapping[str, str | bool] = field(default_factory=dict)
    """Options of the learned extractor."""
    parts: Mapping[str, Any] = field(default_factory=dict)
    """What a record has only if it is asked for, and the length of chunks and of Markdown; see `document.record`."""
    selection: Mapping[str, list[str]] = field(default_factory=dict)
    """CSS selectors or XPath of elements to keep and to prune."""

    def __post_init__(self) -> None:
        if self.html is None and not self.url:
            raise RequestError("html or url is required")
        if self.url is not None and len(self.url) > MAX_URL_CHARS:
            raise RequestError(f"url has {len(self.url):,} characters, the limit is {MAX_URL_CHARS:,}")
        # The library also takes modules and files; a client must not make the service import or read them.
        if self.by is not None:
            check_name(self.by)
            self.check_modes(self.by)
        for name, known in MODE_CHOICES.items():
            if name in self.modes and self.modes[name] not in known:
                raise RequestError(f"{name} must be one of {', '.join(known)}, got {str(self.modes[name])[:100]!r}")
        try:
            check_shapes(self.parts.get("shapes", ()))
        except OptionError as error:
            raise RequestError(str(error)) from error
        read_selection(self.selection.get("keep"), self.selection.get("prune"))
        ChunkRequest(int(self.parts.get("chunk_tokens", 512)), int(self.parts.get("chunk_overlap", 0)))
        ChunkRequest(int(self.parts.get("max_tokens", 512)))
        if (style := self.choices.get("links", "inline")) not in LINK_STYLES:
            raise RequestError(f"links must be one of {', '.join(LINK_STYLES)}, got {str(style)[:100]!r}")
        if style == "references" and self.parts.keys() & {"max_tokens", "chunk_tokens"}:
            raise RequestError("links=references needs the whole document: not with max_tokens or chunk_tokens")
        if self.output_format is not None and self.output_format not in OUTPUT_FORMATS:
            raise UnknownFormatError(self.output_format, OUTPUT_FORMATS)

    def check_modes(self, by: str) -> None:
        """Raises RequestError if the extractor does not have the modes of the request."""
        if self.modes and by.partition(":")[0] != DEFAULT:
            raise RequestError(f"{' and '.join(self.modes)} can only be set for {DEFAULT}, not for {by}")


def request_from_json(body: bytes) -> ExtractRequest:
    """The request in a JSON body."""
    return request_from_fields(read_object(body))


def request_from_html(body: bytes, content_type: str, query: Iterable[tuple[str, str]]) -> ExtractRequest:
    """The request whose body is the page itself and whose options are in the query: names with values, in order."""
    given: dict[str, Any] = {}
    for name, value in query:
        if name == "html":
            raise RequestError("html is the body of this request and can't be in the query as well")
        if name in _LISTS:
            given.setdefault(name, []).append(value)
        elif name in given:
            raise RequestError(f"{name[:100]} is in the query twice; only {', '.join(_LISTS)} can be repeated")
        else:
            given[name] = _from_query(name, value)
    return _request(given, body, content_type)


def request_from_fields(fields: Mapping[str, Any]) -> ExtractRequest:
    """The request in options by name; null is the same as leaving an option out."""
    given = {name: value for name, value in fields.items() if value is not None}
    return _request(given, given.get("html"), None)


def read_object(body: bytes) -> dict[str, Any]:
    """The JSON object in a body; numbers that JSON can't write, such as NaN and 1e999, are refused."""
    try:
        value = json.loads(body, parse_constant=_refuse_constant, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise RequestError(f"the body is not JSON: {error}") from error
    if not isinstance(value, dict):
        raise RequestError(f"the body must be a JSON object, got a {type(value).__name__}")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(f"{digits[:40]} is too large for a number")
    return number


def _request(given: Mapping[str, Any], html: str | bytes | None, encoding: str | None) -> ExtractRequest:
    for name, value in given.items():
        _check(name, value)
    choices = {name: given[name] for name in CHOICES if name in given}
    modes = {name: given[name] for name in MODES if name in given}
    texts = {name: given[name] for name in ("url", "by", "output_format") if name in given}
    parts = {name: given[name] for name in PARTS if name in given}
    if "shapes" in parts:
        parts["shapes"] = _several(parts["shapes"])
    selection = {name: _several(given[name]) for name in _SELECTORS if name in given}
    own: dict[str, Any] = {"choices": choices, "modes": modes, "parts": parts, "selection": selection}
    return ExtractRequest(html=html, encoding=encoding, **own, **texts)


def _several(given: str | list[str]) -> list[str]:
    return [given] if isinstance(given, str) else given


def _check(name: str, value: Any) -> None:
    if name not in _NAMES:
        raise RequestError(f"unknown option {name[:100]!r}; the options are {', '.join(_NAMES)}")
    if name in _LISTS:
        is_list = isinstance(value, list) and len(value) <= MAX_SELECTORS and all(isinstance(one, str) for one in value)
        expected, is_right = f"a string or a list of at most {MAX_SELECTORS}", isinstance(value, str) or is_list
    elif name in _TEXTS:
        expected, is_right = "a string", isinstance(value, str)
    elif name in _NUMBERS:
        expected, is_right = "a whole number", isinstance(value, int) and not isinstance(value, bool)
    else:
        expected, is_right = "true or false", isinstance(value, bool)
    if not is_right:
        raise RequestError(f"{name} must be {expected}, got {json.dumps(value)[:100]}")


def _from_query(name: str, value: str) -> str | bool | int:
    if name in _NUMBERS:
        if not re.fullmatch(r"\d{1,9}", value, re.ASCII):
            raise RequestError(f"{name} must be a whole number, got {value[:100]!r}")
        return int(value)
    if name not in _SWITCHES:
        return value
    if value not in ("true", "false"):
        raise RequestError(f"{name} must be true or false, got {value[:100]!r}")
    return value == "true"
