"""A document -> the object that trafilatura's functions return: its attributes, dictionary, JSON and CSV."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

if TYPE_CHECKING:
    from maintext.document import Document
    from maintext.metadata import Metadata
    from maintext.render import Choices


@dataclass(frozen=True)
class Extracted:
    """A page's content and metadata under trafilatura's names. `fingerprint` and `filedate` are never known."""

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

    @classmethod
    def of_metadata(cls, metadata: Metadata, unwanted_authors: Collection[str]) -> Extracted:
        """The metadata alone."""
        unwanted = {name.casefold() for name in unwanted_authors}
        authors = [name for name in metadata.authors if name.casefold() not in unwanted]
        return cls(
            title=metadata.title,
            author="; ".join(authors) or None,
            url=metadata.url,
            hostname=metadata.hostname,
            description=metadata.description,
            sitename=metadata.sitename,
            date=metadata.date,
            categories=list(metadata.categories),
            tags=list(metadata.tags),
            license=metadata.license,
            language=metadata.language,
            image=metadata.image,
            pagetype=metadata.page_type,
        )

    @classmethod
    def of_document(cls, document: Document, choices: Choices, unwanted_authors: Collection[str]) -> Extracted:
        """The metadata, the text, and the comments if the extractor separates them from the text."""
        comments = document.comment_mask if choices.get("include_comments") else None
        body: Choices = {**choices, "include_comments": False, "include_title": False}
        return replace(
            cls.of_metadata(document.metadata, unwanted_authors),
            text=document.to_text(**body).strip(),
            raw_text=document.text,
            comments="" if comments is None else "\n".join(document.page.texts(comments)),
            source=document,
        )

    @property
    def document(self) -> Document:
        """The document that it was made from."""
        if self.source is None:
            raise AttributeError("this object has metadata only, no document")
        return self.source

    @property
    def body(self) -> ET.Element:
        """The content as an XML element, of the standard library."""
        # Our own XML, not somebody's.
        main = ET.fromstring(self.document.to_xml(include_title=False)).find("main")  # noqa: S314
        return main if main is not None else ET.Element("main")

    def with_text(self, text: str) -> Extracted:
        """The same with another text."""
        return replace(self, text=text)

    def with_id(self, record_id: str | None) -> Extracted:
        """The same with an identifier."""
        return replace(self, id=record_id)

    def as_dict(self) -> dict[str, Any]:
        """All attributes by name."""
        return {column.name: getattr(self, column.name) for column in fields(self) if column.name != "source"}

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
