"""str or bytes, as a caller gives them -> HTML, plain text or Markdown; or the name of another file format.

>>> input_kind("<p>Tea.")
'html'
>>> input_kind(b"Tea, and milk.", "text/plain; charset=utf-8")
'text'
>>> file_format(b"%PDF-1.7 ...")
'PDF'
"""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from maintext.errors import InputError
from maintext.page.parsing import checked_text

Html: TypeAlias = str | bytes | bytearray | memoryview
InputKind: TypeAlias = Literal["html", "text", "markdown"]

_SAMPLE_BYTES = 65_536
_MAX_ADDRESS_CHARS = 2_000

_FORMATS: tuple[tuple[str, bytes], ...] = (
    ("PDF", b"%PDF-"),
    ("PostScript", b"%!PS-"),
    ("RTF", b"{\\rtf"),
    ("a PNG image", b"\x89PNG\r\n"),
    ("a JPEG image", b"\xff\xd8\xff"),
    ("an icon", b"\x00\x00\x01\x00"),
    ("a TIFF image", b"II*\x00"),
    ("a TIFF image", b"MM\x00*"),
    ("Matroska video", b"\x1aE\xdf\xa3"),
    ("a zip archive (or a document in one)", b"PK\x03\x04"),
    ("gzip data", b"\x1f\x8b\x08"),
    ("xz data", b"\xfd7zXZ\x00"),
    ("Zstandard data", b"\x28\xb5\x2f\xfd"),
    ("a 7z archive", b"7z\xbc\xaf\x27\x1c"),
    ("a RAR archive", b"Rar!\x1a\x07"),
    ("an old Office document", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
    ("a program", b"\x7fELF"),
    ("WebAssembly", b"\x00asm"),
    ("an SQLite database", b"SQLite format 3\x00"),
)
_WORDLIKE_FORMATS: tuple[tuple[str, bytes], ...] = (
    ("a GIF image", b"GIF8"),
    ("a BMP image", b"BM"),
    ("RIFF media (WebP, WAV or AVI)", b"RIFF"),
    ("MP3 audio", b"ID3"),
    ("Ogg media", b"OggS"),
    ("FLAC audio", b"fLaC"),
    ("bzip2 data", b"BZh"),
    ("a program", b"MZ"),
    ("a web font", b"wOF"),
    ("a Parquet file", b"PAR1"),
)
"""A text may begin like these; they count only where a zero byte follows."""
_TEXT_TYPES: dict[str, InputKind] = {
    "text/plain": "text",
    "text/markdown": "markdown",
    "text/x-markdown": "markdown",
}
_MARKUP = re.compile(rb"<(?:!doctype|html|head|body|title|div|p|table|script|br|h[1-6]|span|a\s)[\s>/]", re.IGNORECASE)
_WHOLE_PAGE = re.compile(rb"\s*(?:<!--.{0,2000}?-->\s*)?<(?:!doctype|html)[\s>]", re.IGNORECASE | re.DOTALL)


def input_kind(html: Html, content_type: str | None = None) -> InputKind:
    """What an input is to be read as. `content_type` is that of the HTTP header, if there was one."""
    media_type = (checked_text("encoding", content_type) or "").partition(";")[0].strip().lower()
    if isinstance(html, str):
        sample, start = b"", html[: _MAX_ADDRESS_CHARS + 1]
    elif not isinstance(html, (bytes, bytearray, memoryview)):
        raise InputError(f"a page is str or bytes, not {type(html).__name__}")
    elif content_type is None and len(html) > 4 * _MAX_ADDRESS_CHARS:
        # Too long for an address, and nothing declares it as text: most pages, which need no closer look.
        return "html"
    else:
        sample = bytes(html[:_SAMPLE_BYTES])
        start = sample[: _MAX_ADDRESS_CHARS + 1].decode(errors="replace")
    if media_type not in _TEXT_TYPES:
        # What is declared as text may be an address or the name of a file.
        _refuse_address(start)
        if isinstance(html, str):
            _refuse_file_name(start)
        return "html"
    if isinstance(html, str):
        sample = html[:_SAMPLE_BYTES].encode(errors="replace")
    # Many servers send HTML as plain text; and Markdown may have HTML inside.
    is_html = (_MARKUP.search if media_type == "text/plain" else _WHOLE_PAGE.match)(sample)
    return "html" if is_html else _TEXT_TYPES[media_type]


def _refuse_address(text: str) -> None:
    if len(text) > _MAX_ADDRESS_CHARS:
        return
    address = text.strip()
    if re.fullmatch(r"https?://[^\s<>]+", address, re.IGNORECASE):
        raise InputError(
            f"{address[:100]} is an address, not HTML: fetch it with maintext.extract_url(url), or give extract() "
            "the HTML and the address as url="
        )


def _refuse_file_name(text: str) -> None:
    name = text.strip()
    if re.fullmatch(r"[^\s<>:]{1,200}\.x?html?", name, re.IGNORECASE):
        raise InputError(f"{name} is a file name, not HTML: give extract() the content, as in Path(name).read_bytes()")


def file_format(raw: bytes) -> str | None:
    """The file format that some bytes begin like; None if they may be HTML."""
    start = raw[:1_024]
    if start.lstrip()[:1] == b"<":
        return None
    formats = (*_FORMATS, *_WORDLIKE_FORMATS) if 0 in start else _FORMATS
    name = next((name for name, signature in formats if start.startswith(signature)), None)
    return "MP4 video" if name is None and start[4:8] == b"ftyp" else name
