"""Which source is used first, field by field: the rule for sources that disagree.

The first source with a usable value decides, and `Metadata.sources` has its name. docs/how-to/metadata.md describes
what each of them is.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from maintext.metadata.claims import Source

PUBLISHED, MODIFIED = "published", "modified"
"""What happened on a day."""
BY_LABEL, BEFORE_HEADING, AFTER_HEADING = "by its label", "before the heading", "after the heading"
ELSEWHERE = "elsewhere"
"""Places of what readers see. An element with a label such as "Published" may be at the side of the page."""

GIVEN_ADDRESS = Source("address given", "address", "address given")
DAY_IN_ADDRESS = Source("day in the address", "day", "day in the address")
HEAD_TITLE = Source("head", "title", "title")
HTML_LANGUAGE = Source("head", "language", "html lang")
CANONICAL = Source("head", "canonical", "link canonical")
BYLINE = Source("byline", "line", "byline")
"""Lines near the heading."""
AUTHOR_LINK = Source("byline", "link", "link to an author")
"""The first link after the heading to the page of an author."""
LABELLED_LINE = Source("labelled line", "day", "labelled text elsewhere")
"""The first line anywhere on the page with a label such as "Published": many are below the text."""


def meta(name: str) -> Source:
    """The `<meta>` elements of a name in small letters. Those of catalogues, such as DC:Creator and dc_creator, have
    dots: `dc.creator`."""
    return Source("meta", name, f"meta {name}")


def json_ld(key: str) -> Source:
    """A property of the node that describes the page. `WebPage`, `WebSite` and `Organization` before it name the type
    of another node."""
    return Source("json-ld", key, f"json-ld {key}")


def microdata(name: str) -> Source:
    """The elements with an itemprop."""
    return Source("microdata", name, f"microdata {name}")


def rdfa(key: str) -> Source:
    """The elements with a property of the field `author` or `date`."""
    return Source("rdfa", key, f"rdfa {key}")


def link(relation: str) -> Source:
    """The `<link>` and `<a>` elements with a `rel`: author, license, category or tag."""
    return Source("link", relation, f"link {relation}")


def author_class(place: str) -> Source:
    """Elements with a class such as `author`, outside comments and sidebars."""
    return Source("byline", f"class {place}", f"class author {place}")


def shown_day(what: str, event: str, place: str) -> Source:
    """The first day of a kind. `what` shows it: "time", "class date", or "text" for a line."""
    key = f"{what} {event} {place}"
    return Source("shown day", key, key)


ORDER: Mapping[str, tuple[Source, ...]] = MappingProxyType(
    {
        # Titles in the head; `titles` compares the page's headings with them.
        "title": (
            json_ld("headline"),
            meta("og:title"),
            microdata("headline"),
            meta("twitter:title"),
            meta("citation.title"),
            meta("dc.title"),
            meta("dcterms.title"),
            meta("title"),
            HEAD_TITLE,
        ),
        "authors": (
            json_ld("author"),
            meta("author"),
            meta("parsely.author"),
            meta("sailthru.author"),
            meta("citation.author"),
            meta("citation.authors"),
            meta("dc.creator"),
            meta("dcterms.creator"),
            meta("article:author"),
            meta("og:author"),
            meta("authors"),
            meta("byl"),
            meta("creator"),
            meta("twitter:data1"),
            microdata("author"),
            microdata("creator"),
            rdfa("author"),
            json_ld("WebPage author"),
            json_ld("creator"),
            json_ld("WebPage creator"),
            link("author"),
            BYLINE,
            AUTHOR_LINK,
            author_class(AFTER_HEADING),
            author_class(BEFORE_HEADING),
            author_class(ELSEWHERE),
        ),
        "date": (
            meta("article:published_time"),
            meta("og:article:published_time"),
            meta("og:published_time"),
            meta("article:published"),
            meta("citation.publication.date"),
            meta("citation.online.date"),
            meta("citation.date"),
            meta("dcterms.issued"),
            meta("dc.date.issued"),
            meta("dcterms.created"),
            meta("dc.date.created"),
            meta("dcterms.date"),
            meta("dc.date"),
            meta("parsely.pub.date"),
            meta("sailthru.date"),
            meta("publish_date"),
            meta("publish-date"),
            meta("published_date"),
            meta("publication_date"),
            meta("publisheddate"),
            meta("pubdate"),
            meta("og:publish_date"),
            meta("og:pubdate"),
            meta("date"),
            meta("created"),
            shown_day("time", PUBLISHED, BY_LABEL),
            microdata("datePublished"),
            rdfa("date"),
            shown_day("time", PUBLISHED, AFTER_HEADING),
            json_ld("datePublished"),
            json_ld("WebPage datePublished"),
            json_ld("datePosted"),
            json_ld("dateCreated"),
            microdata("dateCreated"),
            DAY_IN_ADDRESS,
            shown_day("class date", PUBLISHED, BY_LABEL),
            shown_day("class date", PUBLISHED, AFTER_HEADING),
            shown_day("text", PUBLISHED, AFTER_HEADING),
            json_ld("datePublished in words"),
            json_ld("uploadDate"),
            shown_day("text", PUBLISHED, BEFORE_HEADING),
            shown_day("time", PUBLISHED, BEFORE_HEADING),
            shown_day("class date", PUBLISHED, BEFORE_HEADING),
            LABELLED_LINE,
            shown_day("time", PUBLISHED, ELSEWHERE),
        ),
        "date_modified": (
            meta("article:modified_time"),
            json_ld("dateModified"),
            meta("og:updated_time"),
            meta("og:article:modified_time"),
            meta("dcterms.modified"),
            meta("dc.date.modified"),
            microdata("dateModified"),
            json_ld("WebPage dateModified"),
            meta("last-modified"),
            meta("lastmod"),
            meta("revised"),
            shown_day("time", MODIFIED, BY_LABEL),
            shown_day("time", MODIFIED, AFTER_HEADING),
            shown_day("text", MODIFIED, AFTER_HEADING),
            shown_day("class date", MODIFIED, BY_LABEL),
            shown_day("class date", MODIFIED, AFTER_HEADING),
            shown_day("text", MODIFIED, BEFORE_HEADING),
            shown_day("time", MODIFIED, ELSEWHERE),
        ),
        "sitename": (
            meta("og:site_name"),
            json_ld("WebSite name"),
            json_ld("publisher"),
            microdata("publisher"),
            meta("application-name"),
            meta("apple-mobile-web-app-title"),
            meta("dc.publisher"),
            meta("citation.journal.title"),
            json_ld("Organization name"),
        ),
        "description": (
            meta("description"),
            meta("og:description"),
            json_ld("description"),
            microdata("description"),
            meta("twitter:description"),
            meta("dc.description"),
            meta("dcterms.abstract"),
            json_ld("WebPage description"),
        ),
        "language_declared": (
            HTML_LANGUAGE,
            meta("content-language"),
            meta("og:locale"),
            json_ld("inLanguage"),
            json_ld("WebPage inLanguage"),
            meta("dc.language"),
            meta("language"),
        ),
        "categories": (
            meta("article:section"),
            json_ld("articleSection"),
            meta("parsely.section"),
            microdata("articleSection"),
            link("category"),
            json_ld("genre"),
        ),
        "tags": (
            meta("article:tag"),
            json_ld("keywords"),
            meta("parsely.tags"),
            meta("sailthru.tags"),
            meta("news_keywords"),
            meta("citation.keywords"),
            meta("dc.subject"),
            microdata("keywords"),
            link("tag"),
            meta("keywords"),
        ),
        "license": (
            link("license"),
            json_ld("license"),
            microdata("license"),
            meta("dcterms.license"),
            meta("dc.rights.license"),
            meta("dc.rights"),
        ),
        "image": (
            meta("og:image:secure_url"),
            meta("og:image"),
            meta("og:image:url"),
            json_ld("image"),
            meta("twitter:image"),
            meta("twitter:image:src"),
            json_ld("WebPage image"),
            microdata("image"),
        ),
        "page_type": (json_ld("@type"), meta("og:type"), json_ld("WebPage @type")),
        "url": (CANONICAL, meta("og:url"), json_ld("WebPage url"), json_ld("url"), GIVEN_ADDRESS),
    }
)
"""By field: its sources, the first of them first."""

SEEN_PUBLISHED = (
    shown_day("time", PUBLISHED, BY_LABEL),
    shown_day("time", PUBLISHED, AFTER_HEADING),
    shown_day("class date", PUBLISHED, BY_LABEL),
    shown_day("class date", PUBLISHED, AFTER_HEADING),
    shown_day("text", PUBLISHED, AFTER_HEADING),
)
"""The sources of days of publication that readers see where they look for one."""
SEEN_MODIFIED = (
    shown_day("time", MODIFIED, BY_LABEL),
    shown_day("time", MODIFIED, AFTER_HEADING),
    shown_day("text", MODIFIED, AFTER_HEADING),
    shown_day("class date", MODIFIED, BY_LABEL),
    shown_day("class date", MODIFIED, AFTER_HEADING),
)
"""The same for days of modification."""
SEEN_DATE, SEEN_DATE_MODIFIED = "date that readers see", "date_modified that readers see"
SOURCES: Mapping[str, tuple[Source, ...]] = MappingProxyType(
    {**ORDER, SEEN_DATE: SEEN_PUBLISHED, SEEN_DATE_MODIFIED: SEEN_MODIFIED}
)
"""The sources of every field, and of the two days that readers see."""
UNSEEN_PUBLISHED = frozenset(
    source.name
    for source in (json_ld("datePublished"), json_ld("WebPage datePublished"), json_ld("datePublished in words"))
)
"""Names of sources of a date that no reader sees. A page that shows its readers only when it was updated has been
rewritten since, and its date is the one that it shows."""
