"""Page, options -> what trafilatura's functions return.

The signatures are those of trafilatura 2, so that a call need not change; see `parameters`.
"""

from __future__ import annotations

import csv
import io
import json
import logging
import warnings
from importlib import import_module
from typing import Any, Literal
from xml.etree import ElementTree as ET

from maintext.api import Modes
from maintext.api import extract as extract_document
from maintext.compat.given import html_of, warn_ignored
from maintext.compat.trafilatura.body import to_html, to_txt, to_xml
from maintext.compat.trafilatura.comments import CONTAINERS, in_containers, is_thread, with_posts
from maintext.compat.trafilatura.dates import DateRules
from maintext.compat.trafilatura.extracted import Extracted, MetadataRules
from maintext.compat.trafilatura.fetched import Response
from maintext.compat.trafilatura.markdown import to_markdown
from maintext.compat.trafilatura.parameters import BARE_EXTRACTION, EXTRACT, IGNORED, takes, with_options
from maintext.compat.trafilatura.settings import Settings, settings_of
from maintext.compat.trafilatura.tei import to_tei
from maintext.compat.trafilatura.whole_page import BANNERS, FURNITURE, baseline_texts, one_line, small_page
from maintext.document import Document
from maintext.errors import MaintextError, MissingPackageError, UnknownFormatError
from maintext.metadata import read_metadata
from maintext.page import Page
from maintext.page.flags import IMPLIED
from maintext.page.parsing import parse
from maintext.render import Choices
from maintext.selectors.xpath import is_xpath

FORMATS = ("csv", "html", "json", "markdown", "txt", "xml", "xmltei")
"""What `output_format` may be; `bare_extraction` also takes python."""


class FormatError(UnknownFormatError, AttributeError, ValueError):  # type: ignore[misc]  # both have a `name`
    """An unknown output format; trafilatura raises AttributeError or ValueError for it."""


_log = logging.getLogger("maintext.compat.trafilatura")


@takes(EXTRACT)
def extract(given: dict[str, Any]) -> str | None:
    """The main content of a page in a format; None if there is none, or it is not wanted."""
    given = with_options(given)
    _check_format(given["output_format"], FORMATS)
    found = _found(given)
    return None if found is None else _written(found, given)


@takes(BARE_EXTRACTION)
def bare_extraction(given: dict[str, Any]) -> Extracted | dict[str, Any] | None:
    """The main content of a page and its metadata, as an object or a dictionary; None if there is none."""
    given = with_options(given)
    _check_format(given["output_format"], (*FORMATS, "python"))
    if given["as_dict"]:
        warnings.warn("as_dict is deprecated in trafilatura: call as_dict() of the result", DeprecationWarning, 3)
    found = _found(given)
    return found.as_dict() if found is not None and given["as_dict"] else found


@takes(EXTRACT)
def extract_with_metadata(given: dict[str, Any]) -> Extracted | None:
    """What `bare_extraction` gives, with `text` in the output format."""
    given = with_options(given)
    _check_format(given["output_format"], FORMATS)
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
    metadata = read_metadata(parse(html_of(filecontent)), default_url)
    rules = MetadataRules(frozenset(author_blacklist or ()), DateRules.of(date_config, extensive))
    return Extracted.of_metadata(metadata, rules)


def fetch_url(url: str, no_ssl: bool = False, config: Any = None, options: Any = None) -> str | None:
    """The HTML at an address; None if it can't be had, and then the log says why."""
    warn_ignored("trafilatura", {"config": config, "options": options}, {"config": None, "options": None})
    found = fetch_response(url, decode=True, no_ssl=no_ssl)
    return None if found is None else found.html


def fetch_response(
    url: str, *, decode: bool = False, no_ssl: bool = False, with_headers: bool = False, config: Any = None
) -> Response | None:
    """The response of an address; None if it can't be had, and then the log says why."""
    warn_ignored("trafilatura", {"no_ssl": no_ssl, "config": config}, {"no_ssl": False, "config": None})
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
    found = Response(fetched.body, fetched.status, fetched.url, dict(fetched.headers) if with_headers else None)
    if decode:
        found.html = parse(fetched.body, fetched.content_type).source.decode()
    return found


def load_html(htmlobject: Any) -> Any:
    """The page as an lxml tree, which every function here accepts; TypeError if the input can't be a page."""
    try:
        from lxml import html
    except ImportError:
        raise MissingPackageError("lxml", "lxml") from None
    try:
        given = html_of(htmlobject)
    except MaintextError as error:
        raise TypeError(f"incompatible input type: {error}") from error
    source = parse(given).source.decode()
    return html.document_fromstring(source) if source.strip() else None


def html2txt(content: Any, clean: bool = True) -> str:
    """All text of a page in one line, without navigation; without `clean`, also navigation and what is not shown."""
    given = html_of(content)
    page = parse(given)
    if not _is_html(page):
        return ""
    texts = extract_document(given, by="all", prune=[*FURNITURE, *BANNERS]).text.split() if clean else page.texts()
    return one_line(" ".join(texts))


def _is_html(page: Page) -> bool:
    """Whether the source has tags of HTML; a word or a feed has none."""
    names = {page.tag_name(row) for row in range(len(page.elements)) if not page.elements.flags[row] & IMPLIED}
    return bool(names) and not names.intersection(("feed", "rss"))


def baseline(filecontent: Any) -> tuple[ET.Element, str, int]:
    """The text that the page states as data, of its articles, of its paragraphs, or all of it: the first that is long.

    Returned as an element of paragraphs, as text, and the text's length.
    """
    texts = baseline_texts(html_of(filecontent)) if filecontent is not None and len(filecontent) else []
    body = ET.Element("body")
    for text in texts:
        ET.SubElement(body, "p").text = text
    joined = " ".join(texts)
    return body, joined, len(joined)


def _check_format(name: str, known: tuple[str, ...]) -> None:
    if name not in known:
        raise FormatError(name, known)


def _favor(given: dict[str, Any]) -> Literal["precision", "balanced", "recall"]:
    """If both are given, recall wins, as in trafilatura."""
    return "recall" if given["favor_recall"] else "precision" if given["favor_precision"] else "balanced"


def _found(given: dict[str, Any]) -> Extracted | None:
    """The content of a page; None if there is none or the options exclude it."""
    warn_ignored("trafilatura", given, {name: EXTRACT[name] for name in IGNORED if name in given})
    if given["no_fallback"]:
        warnings.warn("no_fallback is deprecated in trafilatura: use fast", DeprecationWarning, 4)
    if given["filecontent"] is None:
        return None
    settings = settings_of(given["config"], given.get("settingsfile"))
    dates = DateRules.of(given["date_extraction_params"], settings.is_date_search_extensive)
    metadata_rules = MetadataRules(frozenset(given["author_blacklist"] or ()), dates)
    html = html_of(given["filecontent"])
    prune = _pruned(given["prune_xpath"])
    has_posts = is_thread(html)
    without = prune if has_posts else [*(prune or ()), *CONTAINERS]
    modes: Modes = {"favor": _favor(given), "prune": without}
    document = extract_document(html, url=given["url"], **modes)
    document = small_page(with_posts(document) if has_posts else document, html, prune, settings.min_extracted)
    comments = in_containers(html, prune) if given["include_comments"] and not has_posts else []
    found = Extracted.of_document(document, _choices(given), comments, metadata_rules)
    reason = _why_unwanted(document, given) or _why_too_short(found, settings)
    if reason:
        _log.warning("%s: discarded: %s", given["url"], reason)
        return None
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


def _why_too_short(found: Extracted, settings: Settings) -> str | None:
    if len(found.text) >= settings.min_output or len(found.comments) >= max(settings.min_comments, 1):
        return None
    return found.document.reason or f"its text has {len(found.text)} characters, fewer than {settings.min_output}"


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
    output_format = given["output_format"]
    with_metadata = bool(given["with_metadata"] or given["only_with_metadata"])
    if output_format == "json":
        return json.dumps(found.to_json_keys(with_metadata), ensure_ascii=False)
    if output_format == "csv":
        line = io.StringIO()
        csv.writer(line, delimiter="\t", lineterminator="\r\n").writerow(found.to_row())
        return line.getvalue()
    if output_format in ("txt", "markdown"):
        header = found.front_matter() if with_metadata else ""
        return header + "\n".join(part for part in (_text(found, given), found.comments) if part)
    fields = found.to_fields() if with_metadata else {}
    if output_format == "xmltei":
        return to_tei(found.body, found.commentsbody, found)
    if output_format == "xml":
        return to_xml(found.body, found.commentsbody, fields)
    return to_html(found.body, fields)


def _text(found: Extracted, given: dict[str, Any]) -> str:
    if not found.choices.get("include_formatting"):
        return to_txt(found.body)
    return to_markdown(found.document, found.choices)
