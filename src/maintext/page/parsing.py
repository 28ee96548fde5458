"""str | bytes -> Page: decoded as a browser would, then read in one native pass."""

from dataclasses import dataclass

from maintext.errors import InputError, OptionError, PageTooLargeError
from maintext.page import Page

# Columns count bytes in 32 bits with a sign.
_MOST_BYTES = 2**31 - 1


@dataclass(frozen=True)
class Limits:
    """Limits on the size and the nesting of a page."""

    max_bytes: int = 50_000_000
    """A larger page gets a PageTooLargeError."""
    max_depth: int = 512
    """Elements nested deeper become siblings of the deepest allowed one; their text is kept."""


def parse(html: str | bytes | bytearray | memoryview, encoding: str | None = None, limits: Limits = Limits()) -> Page:
    """Reads a page into its table.

    `encoding` is the charset of the HTTP header, or a whole Content-Type, if there is one. Text that is
    already a `str` is taken as it is.

    >>> page = parse("<title>Tea</title><nav><a href=/>Home</a></nav><p>Boil the water. Wait.")
    >>> page.texts()
    ['Home', 'Boil the water. Wait.']
    >>> page.blocks.sentences
    array([0, 2], dtype=int32)
    """
    if not 2 <= limits.max_depth <= 30_000:
        raise InputError(f"max_depth is {limits.max_depth}; it must lie between 2 and 30,000")
    if isinstance(html, (bytearray, memoryview)):
        html = bytes(html)
    elif not isinstance(html, (str, bytes)):
        raise InputError(f"a page is str or bytes, not {type(html).__name__}")
    _check_size(html, limits)
    if isinstance(html, str):
        html = without_surrogates(html)
    if encoding is not None:
        encoding = checked_text("encoding", encoding)
    return Page(html, encoding, limits.max_depth)


def _check_size(html: str | bytes, limits: Limits) -> None:
    max_bytes = min(limits.max_bytes, _MOST_BYTES)
    n_bytes = len(html)
    # A character takes up to four bytes, so only a long text must be measured.
    if isinstance(html, str) and not html.isascii() and 4 * n_bytes > max_bytes >= n_bytes:
        n_bytes = len(html.encode("utf-8", "surrogatepass"))
    if n_bytes > max_bytes:
        raise PageTooLargeError(n_bytes, max_bytes)


def checked_text(name: str, value: str | None) -> str | None:
    """An argument that is a text, without lone surrogates; OptionError if it is something else."""
    if value is None:
        return None
    if not isinstance(value, str):
        raise OptionError(f"{name} must be a text or None, got {type(value).__name__}")
    return without_surrogates(value)


def without_surrogates(text: str) -> str:
    """The text with pairs of surrogates as the character they mean, and lone ones as U+FFFD.

    The core, UTF-8 and Arrow can't hold half a pair. A Python string can, and the escapes of JSON can name one.
    """
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
