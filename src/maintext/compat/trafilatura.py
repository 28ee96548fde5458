"""trafilatura's functions, done by maintext: `from maintext.compat import trafilatura` is the whole migration.

The signatures are those of trafilatura 2, so that a call need not change; hence their length.
"""

from __future__ import annotations

import csv
import io
import json
import logging
from collections.abc import Callable, Mapping
from functools import wraps
from importlib import import_module
from inspect import Parameter, Signature
from typing import Any, Literal, TypeVar
from xml.etree import ElementTree as ET

from maintext.api import Modes
from maintext.api import extract as extract_document
from maintext.compat.extracted import Extracted
from maintext.compat.given import html_of, warn_ignored
from maintext.document import Document
from maintext.errors import MaintextError, MissingPackageError, UnknownFormatError
from maintext.metadata import read_metadata
from maintext.page.parsing import parse
from maintext.render import Choices
from maintext.render.metadata_fields import front_matter
from maintext.selectors.xpath import is_xpath

__all__ = [
    "bare_extraction", "baseline", "extract", "extract_metadata", "extract_with_metadata", "fetch_url", "html2txt",
]  # fmt: skip

Answer = TypeVar("Answer")

REQUIRED = Parameter.empty
"""The default of a parameter that has none."""

FORMATS = ("csv", "html", "json", "markdown", "txt", "xml", "xmltei")
"""What `output_format` may be; `bare_extraction` also takes python."""

_SHARED: dict[str, Any] = {
    "target_language": None,
    "include_tables": True,
    "include_images": False,
    "include_formatting": None,
    "include_links": False,
    "deduplicate": False,
    "date_extraction_params": None,
    "with_metadata": False,
    "only_with_metadata": False,
    "max_tree_size": None,
    "url_blacklist": None,
    "author_blacklist": None,
}
_STRICTNESS: dict[str, Any] = {
    "fast": False,
    "no_fallback": False,
    "favor_precision": False,
    "favor_recall": False,
    "include_comments": True,
}
EXTRACT: dict[str, Any] = {
    "filecontent": REQUIRED,
    "url": None,
    "record_id": None,
    **_STRICTNESS,
    "output_format": "txt",
    "tei_validation": False,
    **_SHARED,
    "settingsfile": None,
    "prune_xpath": None,
    "config": None,
    "options": None,
}
"""The parameters of `extract`, in trafilatura's order, with its defaults."""
BARE_EXTRACTION: dict[str, Any] = {
    "filecontent": REQUIRED,
    "url": None,
    **_STRICTNESS,
    "output_format": "python",
    **_SHARED,
    "as_dict": False,
    "prune_xpath": None,
    "config": None,
    "options": None,
}
"""The parameters of `bare_extraction`."""
_IGNORED = tuple("fast no_fallback tei_validation deduplicate date_extraction_params settingsfile config".split())
_OF_OPTIONS: dict[str, str] = {
    "url": "url",
    "include_comments": "comments",
    "output_format": "format",
    "target_language": "lang",
    "include_tables": "tables",
    "include_images": "images",
    "include_formatting": "formatting",
    "include_links": "links",
    "with_metadata": "with_metadata",
    "only_with_metadata": "only_with_metadata",
    "max_tree_size": "max_tree_size",
    "url_blacklist": "url_blacklist",
    "author_blacklist": "author_blacklist",
    "deduplicate": "dedup",
    "fast": "fast",
    "tei_validation": "tei_validation",
}
"""By parameter: the attribute of trafilatura's `Extractor` with the same meaning."""
_log = logging.getLogger(__name__)


def takes(parameters: Mapping[str, Any]) -> Callable[[Callable[[dict[str, Any]], Answer]], Callable[..., Answer]]:
    """Makes a function of one dictionary a function of these parameters, each with its default.

    >>> @takes({"a": REQUIRED, "b": 2})
    ... def total(given: dict[str, int]) -> int:
    ...     return given["a"] + given["b"]
    >>> total(1), total(1, 1), total(1, b=5)
    (3, 2, 6)
    """
    signature = Signature(
        [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=default) for name, default in parameters.items()]
    )

    def decorate(function: Callable[[dict[str, Any]], Answer]) -> Callable[..., Answer]:
        @wraps(function)
        def with_parameters(*values: Any, **named: Any) -> Answer:
            bound = signature.bind(*values, **named)
            bound.apply_defaults()
            return function(bound.arguments)

        # What help() and editors show.
        with_parameters.__signature__ = signature  # type: ignore[attr-defined]
        return with_parameters

    return decorate


@takes(EXTRACT)
def extract(given: dict[str, Any]) -> str | None:
    """The main content of a page in a format; None if there is none, or it is not wanted."""
    given = _with_options(given)
    if given["output_format"] not in FORMATS:
        raise UnknownFormatError(given["output_format"], FORMATS)
    found = _found(given)
    return None if found is None else _written(found, given)


@takes(BARE_EXTRACTION)
def bare_extraction(given: dict[str, Any]) -> Extracted | dict[str, Any] | None:
    """The main content of a page and its metadata, as an object or a dictionary; None if there is none."""
    given = _with_options(given)
    found = _found(given)
    return found.as_dict() if found is not None and given["as_dict"] else found


@takes(EXTRACT)
def extract_with_metadata(given: dict[str, Any]) -> Extracted | None:
    """What `bare_extraction` gives, with `text` in the output format."""
    given = _with_options(given)
    found = _found(given)
    return found.with_text(_written(found, given)) if found is not None else None


def extract_metadata(
    filecontent: Any,
    default_url: str | None = None,
    date_config: dict[str, Any] | None = None,
    extensive: bool = True,
    author_blacklist: set[str] | None = None,
) -> Extracted:
    """The metadata of a page; its text is left empty."""
    given = {"date_config": date_config, "extensive": extensive}
    warn_ignored("trafilatura", given, {"date_config": None, "extensive": True})
    metadata = read_metadata(parse(html_of(filecontent)), default_url)
    return Extracted.of_metadata(metadata, author_blacklist or set())


def fetch_url(url: str, no_ssl: bool = False, config: Any = None, options: Any = None) -> str | None:
    """The HTML at an address; None if it can't be had, and then the log says why."""
    given = {"no_ssl": no_ssl, "config": config, "options": options}
    warn_ignored("trafilatura", given, {"no_ssl": False, "config": None, "options": None})
    try:
        fetch = import_module("maintext.fetch")
    except ModuleNotFoundError as error:
        raise MissingPackageError("maintext.fetch", "fetch") from error
    try:
        fetched = fetch.fetch_page(url)
    except MissingPackageError:
        raise
    except MaintextError as error:
        _log.warning("%s: %s", url, error)
        return None
    return parse(fetched.body, fetched.content_type).source.decode()


def html2txt(content: Any, clean: bool = True) -> str:
    """All text of a page in one line; without `clean`, also what browsers do not show."""
    page = parse(html_of(content))
    texts = page.texts() if not clean else extract_document(html_of(content), by="all").text.split()
    return " ".join(" ".join(texts).split())


def baseline(filecontent: Any) -> tuple[ET.Element, str, int]:
    """The main content as an element of paragraphs, as text, and the text's length."""
    text = extract_document(html_of(filecontent)).text if filecontent else ""
    body = ET.Element("body")
    for paragraph in text.split("\n\n") if text else ():
        ET.SubElement(body, "p").text = paragraph
    return body, text, len(text)


def _with_options(given: dict[str, Any]) -> dict[str, Any]:
    """The parameters; those that an `Extractor` has are taken from it, as in trafilatura."""
    options = given["options"]
    if options is None:
        return given
    own = {
        name: getattr(options, attribute)
        for name, attribute in _OF_OPTIONS.items()
        if name in given and hasattr(options, attribute)
    }
    focus = getattr(options, "focus", "balanced")
    return {**given, **own, "favor_precision": focus == "precision", "favor_recall": focus == "recall"}


def _favor(given: dict[str, Any]) -> Literal["precision", "balanced", "recall"]:
    """If both are given, recall wins, as in trafilatura."""
    return "recall" if given["favor_recall"] else "precision" if given["favor_precision"] else "balanced"


def _found(given: dict[str, Any]) -> Extracted | None:
    """The content of a page; None if there is none or the options exclude it."""
    warn_ignored("trafilatura", given, {name: EXTRACT[name] for name in _IGNORED if name in given})
    if given["filecontent"] is None:
        return None
    modes: Modes = {"favor": _favor(given), "prune": _pruned(given["prune_xpath"])}
    document = extract_document(html_of(given["filecontent"]), url=given["url"], **modes)
    reason = document.reason or _why_unwanted(document, given)
    if reason:
        _log.warning("%s: discarded: %s", given["url"], reason)
        return None
    found = Extracted.of_document(document, _choices(given), given["author_blacklist"] or set())
    return found.with_id(given.get("record_id"))


def _pruned(given: str | list[str] | None) -> list[str] | None:
    """What is pruned: an XPath or a list of them. Without a leading slash they begin at the root, as in lxml."""
    paths = [given] if isinstance(given, str) else list(given or [])
    return [path if is_xpath(path) else f"/{path}" for path in paths] or None


def _why_unwanted(document: Document, given: dict[str, Any]) -> str | None:
    metadata = document.metadata
    if given["max_tree_size"] and len(document.page.elements) > given["max_tree_size"]:
        return f"the page has {len(document.page.elements):,} elements, the limit is {given['max_tree_size']:,}"
    if metadata.url in (given["url_blacklist"] or ()):
        return "its address is on the list of unwanted ones"
    if given["only_with_metadata"] and not (metadata.date and metadata.title and metadata.url):
        return "it has no date, no title or no address"
    if given["target_language"] and metadata.language not in (None, given["target_language"]):
        return f"its language is {metadata.language}"
    return None


def _choices(given: dict[str, Any]) -> Choices:
    is_formatted = given["output_format"] == "markdown" if given["include_formatting"] is None else None
    return {
        "include_links": bool(given["include_links"]),
        "include_images": bool(given["include_images"]),
        "include_tables": bool(given["include_tables"]),
        "include_formatting": bool(given["include_formatting"] or is_formatted),
        "include_comments": bool(given["include_comments"]),
    }


def _written(found: Extracted, given: dict[str, Any]) -> str:
    output_format, choices = given["output_format"], _choices(given)
    with_metadata = bool(given["with_metadata"] or given["only_with_metadata"])
    if output_format == "json":
        return json.dumps(found.to_json_keys(with_metadata), ensure_ascii=False)
    if output_format == "csv":
        line = io.StringIO()
        csv.writer(line, delimiter="\t", lineterminator="\n").writerow(found.to_row())
        return line.getvalue()
    if output_format == "txt" and not choices["include_formatting"]:
        text = "\n\n".join(part for part in (found.text, found.comments) if part)
        return (front_matter(found.as_dict()) if with_metadata else "") + text
    name = {"xmltei": "tei", "txt": "markdown"}.get(output_format, output_format)
    choices["with_metadata"] = with_metadata
    choices["include_title"] = False
    return _undeclared(found.document.render(name, **choices))


def _undeclared(text: str) -> str:
    """XML without the line that names its encoding, which a text no longer has, and which lxml refuses in one."""
    return text.partition("?>")[2].lstrip() if text.startswith("<?xml") else text
