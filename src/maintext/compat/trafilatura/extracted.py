"""A document -> the object that trafilatura's functions return: its attributes, dictionary, JSON and CSV."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

from maintext.compat.trafilatura.authors import authors_of
from maintext.compat.trafilatura.body import body_of, to_txt
from maintext.compat.trafilatura.dates import DateRules
from maintext.compat.trafilatura.weak_claims import fill_in

if TYPE_CHECKING:
    from maintext.document import Document
    from maintext.metadata import Metadata
    from maintext.render import Choices


# A letter first, then no colon or number sign that YAML would read; or a day.
_PLAIN = re.compile(r"[^\W\d_](?:[\w /.,;()'’%?=+@-]|:(?=\S))*(?<! )|\d{4}-\d\d-\d\d")
_OF_METADATA = ("title", "url", "hostname", "description", "sitename", "date", "license", "language", "image")
_INTERNAL = ("source", "choices")
_FIELDS = (
    *("title", "author", "url", "hostname", "description", "sitename", "date", "categories", "tags"),
    *("fingerprint", "id", "license", "image", "language", "pagetype"),
)
"""In the order of trafilatura's headers."""


@dataclass(frozen=True)
class MetadataRules:
    """What a caller asks of metadata."""

    unwanted_authors: frozenset[str] = frozenset()
    dates: DateRules = field(default_factory=DateRules)


def _fingerprint(text: str) -> str:
    """The same 16 digits for texts with the same words."""
    return blake2b(" ".join(text.split()).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _yaml(value: str) -> str:
    """A value in one line of YAML: quoted only where it has to be.

    >>> _yaml("Jane Doe"), _yaml("Tea: a guide"), _yaml("2024")
    ('Jane Doe', '"Tea: a guide"', '"2024"')
    """
    is_plain = _PLAIN.fullmatch(value) and value.lower() not in ("true", "false", "yes", "no", "on", "off", "null")
    return value if is_plain else json.dumps(value, ensure_ascii=False)


def _no_choices() -> Choices:
    return {}


def _has_headline(document: Document) -> bool:
    """Whether the page shows its title as a heading: then trafilatura's text begins with it."""
    title = document.title
    return bool(title) and any(text == title for _, text in document.page.head.headings)


@dataclass(frozen=True)
class Extracted:
    """A page's content and metadata under trafilatura's names. `filedate` is never known."""

    title: str | None = None
    author: str | None = None
    url: str | None = None
    hostname: str | None = None
    description: str | None = None
    sitename: str | None = None
    date: str | None = None
    categories: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    fingerprint: str | None = None
    id: str | None = None
    license: str | None = None
    comments: str = ""
    raw_text: str = ""
    text: str = ""
    language: str | None = None
    image: str | None = None
    pagetype: str | None = None
    filedate: str | None = None
    source: Document | None = field(default=None, repr=False, compare=False)
    choices: Choices = field(default_factory=lambda: _no_choices(), repr=False, compare=False)
    """What the renderings of the document include."""

    @classmethod
    def of_metadata(cls, metadata: Metadata, rules: MetadataRules) -> Extracted:
        """The metadata alone."""
        authors = authors_of(metadata, rules.unwanted_authors)
        values = {name: getattr(metadata, name) for name in _OF_METADATA}
        values |= {"categories": list(metadata.categories), "tags": list(metadata.tags)}
        values |= {"author": "; ".join(authors) or None, "pagetype": metadata.page_type}
        filled = fill_in(metadata, {**values, "date": rules.dates.day_of(metadata)})
        unwanted = {name.casefold() for name in rules.unwanted_authors}
        if not authors and (metadata.authors or str(filled["author"]).casefold() in unwanted):
            filled["author"] = None
        return cls(**filled)

    @classmethod
    def of_document(cls, document: Document, choices: Choices, comments: list[str], rules: MetadataRules) -> Extracted:
        """The metadata, the text, and the comments: those that are given, and those that the extractor separates."""
        separate = document.comment_mask if choices.get("include_comments") else None
        all_comments = [*comments, *(document.page.texts(separate) if separate is not None else ())]
        own: Choices = {**choices, "include_comments": False, "include_title": _has_headline(document)}
        return replace(
            cls.of_metadata(document.metadata, rules),
            text=to_txt(body_of(document, own)),
            raw_text=" ".join(document.text.split()),
            fingerprint=_fingerprint(document.text),
            comments="\n".join(dict.fromkeys(all_comments)),
            source=document,
            choices=own,
        )

    @property
    def document(self) -> Document:
        """The document that it was made from."""
        if self.source is None:
            raise AttributeError("this object has metadata only, no document")
        return self.source

    @cached_property
    def body(self) -> ET.Element:
        """The content as an XML element, of the standard library, in trafilatura's tags."""
        return body_of(self.document, self.choices)

    @cached_property
    def commentsbody(self) -> ET.Element:
        """The comments as an XML element."""
        body = ET.Element("body")
        for comment in self.comments.splitlines():
            ET.SubElement(body, "p").text = comment
        return body

    def with_text(self, text: str) -> Extracted:
        """The same with another text."""
        return replace(self, text=text)

    def with_id(self, record_id: str | None) -> Extracted:
        """The same with an identifier."""
        return replace(self, id=record_id)

    def as_dict(self) -> dict[str, Any]:
        """All attributes by name."""
        own = {column.name: getattr(self, column.name) for column in fields(self) if column.name not in _INTERNAL}
        if self.source is None:
            return {**own, "body": None, "commentsbody": None}
        return {**own, "body": self.body, "commentsbody": self.commentsbody}

    def to_fields(self) -> dict[str, str]:
        """The metadata that is known, as the attributes of XML and the header of a text."""
        known = {name: getattr(self, name) for name in _FIELDS}
        return {name: ";".join(value) if isinstance(value, list) else value for name, value in known.items() if value}

    def front_matter(self) -> str:
        """The metadata before a text, one line per field."""
        return "\n".join(["---", *(f"{name}: {_yaml(value)}" for name, value in self.to_fields().items()), "---", ""])

    def to_json_keys(self, with_metadata: bool) -> dict[str, Any]:
        """What trafilatura's JSON has, under its keys."""
        if not with_metadata:
            return {"text": self.text, "comments": self.comments}
        return {
            "title": self.title,
            "author": self.author,
            "hostname": self.hostname,
            "date": self.date,
            "fingerprint": self.fingerprint,
            "id": self.id,
            "license": self.license,
            "comments": self.comments,
            "raw_text": self.raw_text,
            "text": self.text,
            "language": self.language,
            "image": self.image,
            "pagetype": self.pagetype,
            "filedate": self.filedate,
            "source": self.url,
            "source-hostname": self.sitename,
            "excerpt": self.description,
            "categories": ";".join(self.categories),
            "tags": ";".join(self.tags),
        }

    def to_row(self) -> list[str]:
        """The columns of trafilatura's CSV."""
        columns = (
            self.url, self.id, self.fingerprint, self.hostname, self.title, self.image, self.date, self.text,
            self.comments, self.license, self.pagetype,
        )  # fmt: skip
        return [value if value else "null" for value in columns]
