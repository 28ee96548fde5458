"""A page's URL -> its site; its source and record number -> a hash and an id that identify it."""

from __future__ import annotations

import re
from hashlib import blake2b
from urllib.parse import urlsplit

# Nearly all URLs: no port, no password, no upper case. `urlsplit` takes ten times as long.
_PLAIN = re.compile(r"https?://(?:www\.)?((?!www\.)[a-z0-9-]+(?:\.[a-z0-9-]+)+)(?=[/?#]|$)")


def site_name(url: str | None) -> str | None:
    """The host name without www.; None if there is none.

    >>> site_name("https://www.Example.org:8080/a?b"), site_name("https://a.example?q"), site_name("not a URL")
    ('example.org', 'a.example', None)
    """
    plain = _PLAIN.match(url or "")
    if plain:
        return plain[1]
    try:
        host = urlsplit(url or "").hostname
    except ValueError:
        return None
    return host.removeprefix("www.").rstrip(".") or None if host else None


def page_id(given: str | None, warc_record_id: str | None, source: str | None, record: int | None) -> str:
    """The id that the input gives a page, else that of its WARC record, else a hash of where it was read.

    >>> page_id(None, "<urn:uuid:1>", "a.warc", 3), page_id(None, None, "a.jsonl", 3)
    ('<urn:uuid:1>', '5729ab11cd719e612a56f233a3e5ab1f')
    """
    return given or warc_record_id or blake2b(_place(source, record), digest_size=16).hexdigest()


def page_hash(source: str | None, record: int | None) -> int:
    """A hash that is the same in every run and on every engine; signed, because SQL has no unsigned integers."""
    return int.from_bytes(blake2b(_place(source, record), digest_size=8).digest(), "little", signed=True)


def _place(source: str | None, record: int | None) -> bytes:
    return f"{record or 0}\t{source or ''}".encode("utf-8", "surrogatepass")
