"""A reference in a page -> the address it means, in the one form under which it is known.

Every form is resolved as a browser does it: against `<base>` or the page, scheme-relative, with backslashes, line
feeds, dot segments, other scripts. Then what does not change the page is taken off: fragments, default ports,
parameters that only follow the reader around.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import SplitResult, quote, urljoin, urlsplit, urlunsplit

from maintext.errors import AddressError

MAX_CHARS = 2_000
"""Of an address; longer ones are loops that grow, or data."""
DEFAULT_PORTS = {"http": 80, "https": 443}

_TRACKING = re.compile(
    r"utm_\w+|mtm_\w+|pk_\w+|hsa_\w+|_hs\w+|oly_\w+_id|vero_\w+|fbclid|gclid|dclid|gbraid|wbraid|gclsrc|msclkid|yclid|ysclid"
    r"|ttclid|twclid|igshid|igsh|li_fat_id|mc_[ce]id|mkt_tok|_ga|_gl|_openstat|wickedid|rb_clickid|s_kwcid|ml_subscriber"
    r"|phpsessid|jsessionid|aspsessionid\w*|cfid|cftoken",
    re.IGNORECASE,
)
"""Names of query parameters that tell where a reader came from, or who he is, and never what he reads."""
_SESSION_IN_PATH = re.compile(r";jsessionid=[^/?;]*", re.IGNORECASE)
_STRIPPED = "".join(map(chr, range(33)))
_UNSEEN = re.compile(r"[\t\n\r]")
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_PATH_SAFE = "%/:@!$&'()*+,;=~-._[]|^"
_QUERY_SAFE = _PATH_SAFE + "?`{}\\"
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


@dataclass(frozen=True)
class Origin:
    """Whom to ask for an address."""

    scheme: str
    host: str
    port: int

    @property
    def name(self) -> str:
        """The origin as an address without a path."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}" + ("" if self.port == DEFAULT_PORTS[self.scheme] else f":{self.port}")


def resolve(reference: str, base: str | None = None, encoding: str = "utf-8", *, is_cleaned: bool = True) -> str:
    """The address that a reference means on a page at `base`; an AddressError if it means none that can be fetched.

    `encoding` is the page's: browsers write the query in it. Without `is_cleaned`, parameters that follow the
    reader around stay, as for a redirect that must be followed to the letter.

    >>> resolve("//Example.org:443/a/../b?utm_source=x&q=1#top", "https://example.com/")
    'https://example.org/b?q=1'
    """
    reference = _UNSEEN.sub("", reference.strip(_STRIPPED))
    if len(reference) > MAX_CHARS:
        raise AddressError(f"an address of {len(reference):,} characters, the limit is {MAX_CHARS:,}")
    try:
        joined = urljoin(base, _slashed(reference, base)) if base else _slashed(reference, base)
        parts = urlsplit(joined)
        return _normal(_cleaned(parts) if is_cleaned else parts, encoding)
    except ValueError as error:
        raise AddressError(f"no address: {reference[:100]!r}: {error}") from error


def resolve_all(references: Iterable[str], base: str, encoding: str = "utf-8") -> list[str]:
    """The addresses that references mean, each once, in order. What means none (mail, scripts) is passed over."""
    # Pages repeat their references: each text is resolved once.
    resolved = (_resolved_or_none(reference, base, encoding) for reference in dict.fromkeys(references))
    return list(dict.fromkeys(address for address in resolved if address is not None))


def _resolved_or_none(reference: str, base: str, encoding: str) -> str | None:
    try:
        return resolve(reference, base, encoding)
    except AddressError:
        return None


def origin_of(url: str) -> Origin:
    """Whom to ask for an address that `resolve` gave."""
    parts = urlsplit(url)
    return Origin(parts.scheme, parts.hostname or "", parts.port or DEFAULT_PORTS[parts.scheme])


def site_of(url: str) -> str:
    """The site an address belongs to: its host without www., and its port if it is an unusual one.

    >>> site_of("https://www.example.org/a") == site_of("http://example.org/")
    True
    """
    origin = origin_of(url)
    port = "" if origin.port in DEFAULT_PORTS.values() else f":{origin.port}"
    return origin.host.removeprefix("www.") + port


def _slashed(reference: str, base: str | None) -> str:
    """Backslashes before the query are slashes, except in schemes of another kind."""
    scheme = re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", reference)
    if scheme and scheme[0].lower() not in ("http:", "https:"):
        return reference
    place = re.match(r"[^?#]*", reference)
    stop = place.end() if place else 0
    return reference[:stop].replace("\\", "/") + reference[stop:]


def _normal(parts: SplitResult, encoding: str) -> str:
    scheme = parts.scheme.lower()
    if scheme not in DEFAULT_PORTS:
        raise AddressError(f"not http or https: {urlunsplit(parts)[:100]!r}")
    if not parts.hostname:
        raise AddressError(f"no host in {urlunsplit(parts)[:100]!r}")
    host = _host(parts.hostname)
    origin = Origin(scheme, host, parts.port or DEFAULT_PORTS[scheme])
    path = _without_dots(_escaped(parts.path, _PATH_SAFE, "utf-8"))
    query = _escaped(parts.query, _QUERY_SAFE, encoding)
    url = f"{origin.name}{path}" + (f"?{query}" if query else "")
    if len(url) > MAX_CHARS:
        raise AddressError(f"an address of {len(url):,} characters, the limit is {MAX_CHARS:,}")
    return url


def _host(name: str) -> str:
    if ":" in name:
        return str(ip_address(name.partition("%")[0]))
    name = name.rstrip(".")
    if not name.isascii():
        import idna

        # IDNAError is a ValueError; UTS 46 is what browsers do.
        name = idna.encode(name, uts46=True, transitional=False).decode("ascii")
    if not re.fullmatch(r"[A-Za-z0-9._-]{1,253}", name):
        raise ValueError(f"host {name[:60]!r}")
    return name.lower()


def _escaped(text: str, safe: str, encoding: str) -> str:
    """Percent signs where they must be, in upper case, and none where they need not be."""
    return _ESCAPE.sub(_shortest_escape, quote(_encoded(text, encoding), safe))


def _encoded(text: str, encoding: str) -> bytes:
    try:
        return text.encode(encoding)
    except LookupError:
        return text.encode("utf-8", "replace")
    except UnicodeEncodeError:
        if encoding == "utf-8":
            return text.encode(encoding, "replace")
    # As browsers write what an encoding lacks: a character reference, escaped.
    known = (character.encode(encoding, "ignore") or b"%%26%%23%d%%3B" % ord(character) for character in text)
    return b"".join(known)


def _shortest_escape(match: re.Match[str]) -> str:
    character = chr(int(match[1], 16))
    return character if character in _UNRESERVED else match[0].upper()


def _cleaned(parts: SplitResult) -> SplitResult:
    kept = (pair for pair in parts.query.split("&") if pair and not _TRACKING.fullmatch(pair.partition("=")[0]))
    return parts._replace(path=_SESSION_IN_PATH.sub("", parts.path), query="&".join(kept))


def _without_dots(path: str) -> str:
    """RFC 3986, 5.2.4: dot segments are walked, never above the root."""
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
