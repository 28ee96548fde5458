"""markitdown: a plugin that converts HTML to the Markdown of its main content.

markitdown finds it by the entry point of this package: `markitdown --use-plugins page.html`.
"""

from __future__ import annotations

from typing import Any, BinaryIO

from markitdown import DocumentConverter, DocumentConverterResult, MarkItDown, StreamInfo

import maintext

__plugin_interface_version__ = 1
_EXTENSIONS = (".html", ".htm", ".xhtml")
_TYPES = ("text/html", "application/xhtml")
# Before markitdown's own converter of HTML, which has 10, and after those of single sites, which have 0.
_PRIORITY = 5.0


class MaintextConverter(DocumentConverter):
    """Converts HTML pages."""

    def accepts(self, file_stream: BinaryIO, stream_info: StreamInfo, **_: Any) -> bool:
        """Whether the name or the type is that of HTML."""
        name, kind = (stream_info.extension or "").lower(), (stream_info.mimetype or "").lower()
        return name in _EXTENSIONS or kind.startswith(_TYPES)

    def convert(self, file_stream: BinaryIO, stream_info: StreamInfo, **_: Any) -> DocumentConverterResult:
        """The main content as Markdown, and the title."""
        document = maintext.extract(file_stream.read(), stream_info.url, encoding=stream_info.charset)
        return DocumentConverterResult(document.to_markdown(), title=document.title)


def register_converters(markitdown: MarkItDown, **_: Any) -> None:
    """Called by markitdown when plugins are enabled."""
    markitdown.register_converter(MaintextConverter(), priority=_PRIORITY)
