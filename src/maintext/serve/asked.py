"""A request -> Asked: the page, or its address, and options by the names they have in Python.

    {"html": "<p>...", "url": "https://example.org/", "by": "econ", "include_links": false}

An option that is not known, or is not of its type, is refused by name; nothing is guessed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from maintext.api import CHOICES as MODE_CHOICES
from maintext.errors import RequestError, UnknownFormatError
from maintext.extractors.by import check_name
from maintext.extractors.registry import DEFAULT
from maintext.render import FORMATS, Choices

CHOICES = tuple(Choices.__annotations__)
OUTPUT_FORMATS = ("json", *FORMATS)
MAX_URL_CHARS = 8192
MODES = (*MODE_CHOICES, "include_title")
"""Of the learned extractor; what readers wrote is added when the document is written, by `include_comments`."""
_TEXTS = ("html", "url", "by", "output_format", *MODE_CHOICES)
_SWITCHES = (*CHOICES, "include_title", "with_blocks")


@dataclass(frozen=True)
class Asked:
    """What a request wants."""

    html: str | bytes | None = None
    """The page; None if it is to be fetched from the address."""
    url: str | None = None
    by: str = DEFAULT
    encoding: str | None = None
    """The Content-Type that the page came with, if it is bytes."""
    output_format: str | None = None
    """None if the request leaves it to the Accept header."""
    choices: Mapping[str, bool] = field(default_factory=dict)
    modes: Mapping[str, str | bool] = field(default_factory=dict)
    """What is asked of the learned extractor."""
    with_blocks: bool = False

    def __post_init__(self) -> None:
        if self.html is None and not self.url:
            raise RequestError("html or url is needed, and neither is there")
        if self.url is not None and len(self.url) > MAX_URL_CHARS:
            raise RequestError(f"url has {len(self.url):,} characters, the limit is {MAX_URL_CHARS:,}")
        # A registered name with parameters, nothing else: a stranger must not import modules or read files.
        check_name(self.by)
        if self.modes and self.by.partition(":")[0] != DEFAULT:
            raise RequestError(f"{self.by} has no {' and no '.join(self.modes)}: they are modes of {DEFAULT}")
        for name, known in MODE_CHOICES.items():
            if name in self.modes and self.modes[name] not in known:
                raise RequestError(f"{name} is one of {', '.join(known)}, not {str(self.modes[name])[:100]!r}")
        if self.output_format is not None and self.output_format not in OUTPUT_FORMATS:
            raise UnknownFormatError(self.output_format, OUTPUT_FORMATS)


def asked_by_json(body: bytes) -> Asked:
    """What the JSON body of a request wants."""
    return asked_by_fields(read_object(body))


def asked_by_html(body: bytes, content_type: str, query: Mapping[str, str]) -> Asked:
    """What a request wants whose body is the page itself; the options are in its address."""
    if "html" in query:
        raise RequestError("html is the body of this request, and can't be in its address, too")
    return _asked({name: _from_query(name, value) for name, value in query.items()}, body, content_type)


def asked_by_fields(fields: Mapping[str, Any]) -> Asked:
    """What options by name want; null is as good as not given."""
    given = {name: value for name, value in fields.items() if value is not None}
    return _asked(given, given.get("html"), None)


def read_object(body: bytes) -> dict[str, Any]:
    """The one JSON object that a body is."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise RequestError(f"the body is no JSON: {error}") from error
    if not isinstance(value, dict):
        raise RequestError(f"the body is a JSON {type(value).__name__}, not an object")
    return value


def _asked(given: Mapping[str, Any], html: str | bytes | None, encoding: str | None) -> Asked:
    for name, value in given.items():
        _check(name, value)
    choices = {name: given[name] for name in CHOICES if name in given}
    modes = {name: given[name] for name in MODES if name in given}
    texts = {name: given[name] for name in ("url", "by", "output_format") if name in given}
    with_blocks = given.get("with_blocks", False)
    return Asked(html=html, encoding=encoding, choices=choices, modes=modes, with_blocks=with_blocks, **texts)


def _check(name: str, value: Any) -> None:
    if name in _TEXTS:
        wanted: type = str
    elif name in _SWITCHES:
        wanted = bool
    else:
        raise RequestError(f"there is no option {name[:100]!r}; there are: {', '.join((*_TEXTS, *_SWITCHES))}")
    if not isinstance(value, wanted):
        raise RequestError(f"{name} is {'text' if wanted is str else 'true or false'}, not {json.dumps(value)[:100]}")


def _from_query(name: str, value: str) -> str | bool:
    if name not in _SWITCHES:
        return value
    if value not in ("true", "false"):
        raise RequestError(f"{name} is true or false, not {value[:100]!r}")
    return value == "true"
