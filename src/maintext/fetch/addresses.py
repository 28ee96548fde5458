"""A reference on a page -> the address it means, in one canonical form.

References are resolved as browsers do: against `<base>` or the page, scheme-relative, with backslashes, line feeds, dot
segments, international host names. Then everything that does not change the page is removed: fragments, default ports,
tracking parameters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import SplitResult, quote, urljoin, urlsplit, urlunsplit

from maintext.errors import AddressError

MAX_CHARS = 2_000
"""Of an address. Longer ones are link loops that grow, or data."""
DEFAULT_PORTS = {"http": 80, "https": 443}

_TRACKING = re.compile(
    r"utm_\w+|mtm_\w+|pk_\w+|hsa_\w+|_hs\w+|oly_\w+_id|vero_\w+|fbclid|gclid|dclid|gbraid|wbraid|gclsrc|msclkid|yclid|ysclid"
    r"|ttclid|twclid|igshid|igsh|li_fat_id|mc_[ce]id|mkt_tok|_ga|_gl|_openstat|wickedid|rb_clickid|s_kwcid|ml_subscriber"
    r"|phpsessid|jsessionid|aspsessionid\w*|cfid|cftoken",
    re.IGNORECASE,
)
"""Query parameters that identify a visitor or a campaign, never a page."""
_SESSION_IN_PATH = re.compile(r";jsessionid=[^/?;]*", re.IGNORECASE)
_STRIPPED = "".join(map(chr, range(33)))
_UNSEEN = re.compile(r"[\t\n\r]")
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_PATH_SAFE = "%/:@!$&'()*+,;=~-._[]|^"
QUERY_SAFE = _PATH_SAFE + "?`{}\\"
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


@dataclass(frozen=True)
class Origin:
    """The server that an address belongs to."""

    scheme: str
    host: str
    port: int

    @property
    def name(self) -> str:
        """The origin as an address without a path."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}" + ("" if self.port == DEFAULT_PORTS[self.scheme] else f":{self.port}")


def resolve(reference: str, base: str | None = None, encoding: str = "utf-8", *, is_cleaned: bool = True) -> str:
    """The address that a reference means on a page at `base`; an AddressError if it is not an http or https address.

    `encoding` is that of the page: browsers encode the query with it. With `is_cleaned=False` tracking parameters stay,
    because a redirect must be followed exactly as the server wrote it.

    >>> resolve("//Example.org:443/a/../b?utm_source=x&q=1#top", "https://example.com/")
    'https://example.org/b?q=1'
    """
    reference = _UNSEEN.sub("", reference.strip(_STRIPPED))
    if len(reference) > MAX_CHARS:
        raise AddressError(f"the address has {len(reference):,} characters, the limit is {MAX_CHARS:,}")
    try:
        joined = urljoin(base, _with_slashes(reference)) if base else _with_slashes(reference)
        parts = urlsplit(joined)
        return _normal(_without_tracking(parts) if is_cleaned else parts, encoding)
    except ValueError as error:
        raise AddressError(f"not a valid address: {reference[:100]!r}: {error}") from error


def resolve_all(references: Iterable[str], base: str, encoding: str = "utf-8") -> list[str]:
    """The addresses that references mean, each once, in order. Other references (mail, scripts) are skipped."""
    # Pages repeat their references: each text is resolved once.
    resolved = (_resolved_or_none(reference, base, encoding) for reference in dict.fromkeys(references))
    return list(dict.fromkeys(address for address in resolved if address is not None))


def _resolved_or_none(reference: str, base: str, encoding: str) -> str | None:
    try:
        return resolve(reference, base, encoding)
    except AddressError:
        return None


def origin_of(url: str) -> Origin:
    """The origin of an address that `resolve` returned."""
    parts = urlsplit(url)
    return Origin(parts.scheme, parts.hostname or "", parts.port or DEFAULT_PORTS[parts.scheme])


def site_of(url: str) -> str:
    """The site of an address: its host without www., with its port unless that is 80 or 443.

    >>> site_of("https://www.example.org/a") == site_of("http://example.org/")
    True
    """
    origin = origin_of(url)
    port = "" if origin.port in DEFAULT_PORTS.values() else f":{origin.port}"
    return origin.host.removeprefix("www.") + port


def escape(text: str, safe: str, encoding: str = "utf-8") -> str:
    """The text with percent escapes where they are needed, in upper case, and none elsewhere."""
    return _ESCAPE.sub(_shortest_escape, quote(_encoded(text, encoding), safe))


def _with_slashes(reference: str) -> str:
    """The reference with slashes for the backslashes before its query; other schemes than http and https keep them."""
    scheme = re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", reference)
    if scheme and scheme[0].lower() not in ("http:", "https:"):
        return reference
    place = re.match(r"[^?#]*", reference)
    stop = place.end() if place else 0
    return reference[:stop].replace("\\", "/") + reference[stop:]


def _normal(parts: SplitResult, encoding: str) -> str:
    scheme = parts.scheme.lower()
    if scheme not in DEFAULT_PORTS:
        raise AddressError(f"not an http or https address: {urlunsplit(parts)[:100]!r}")
    if not parts.hostname:
        raise AddressError(f"the address has no host: {urlunsplit(parts)[:100]!r}")
    host = _host(parts.hostname)
    origin = Origin(scheme, host, parts.port or DEFAULT_PORTS[scheme])
    path = _without_dots(escape(parts.path, _PATH_SAFE))
    query = escape(parts.query, QUERY_SAFE, encoding)
    url = f"{origin.name}{path}" + (f"?{query}" if query else "")
    if len(url) > MAX_CHARS:
        raise AddressError(f"the address has {len(url):,} characters, the limit is {MAX_CHARS:,}")
    return url


def _host(name: str) -> str:
    if ":" in name:
        return str(ip_address(name.partition("%")[0]))
    name = name.rstrip(".")
    if not name.isascii():
        import idna

        # IDNAError is a ValueError. Browsers use UTS 46.
        name = idna.encode(name, uts46=True, transitional=False).decode("ascii")
    if not re.fullmatch(r"[A-Za-z0-9._-]{1,253}", name):
        raise ValueError(f"invalid host {name[:60]!r}")
    return name.lower()


def _encoded(text: str, encoding: str) -> bytes:
    """The text in the encoding of its page, as browsers encode queries: UTF-16 pages use UTF-8."""
    if encoding.lower().startswith("utf-16"):
        encoding = "utf-8"
    try:
        return text.encode(encoding)
    except LookupError:
        return text.encode("utf-8", "replace")
    except UnicodeEncodeError:
        if encoding == "utf-8":
            return text.encode(encoding, "replace")
    # Browsers write a character that the encoding lacks as an escaped character reference.
    known = (character.encode(encoding, "ignore") or b"%%26%%23%d%%3B" % ord(character) for character in text)
    return b"".join(known)


def _shortest_escape(match: re.Match[str]) -> str:
    character = chr(int(match[1], 16))
    return character if character in _UNRESERVED else match[0].upper()


def _without_tracking(parts: SplitResult) -> SplitResult:
    kept = (pair for pair in parts.query.split("&") if pair and not _TRACKING.fullmatch(pair.partition("=")[0]))
    return parts._replace(path=_SESSION_IN_PATH.sub("", parts.path), query="&".join(kept))


def _without_dots(path: str) -> str:
    """The path without dot segments, as RFC 3986 defines in 5.2.4; it never leads above the root."""
    kept: list[str] = []
    segments = path.split("/")
    for segment in segments[1:]:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in (".", ".."):
        kept.append("")
    return "/" + "/".join(kept)
