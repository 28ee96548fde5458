"""str or bytes -> Page: HTML as it is, plain text and Markdown by way of the HTML that says the same."""

from __future__ import annotations

from maintext.data_text.shadow import with_open_shadows
from maintext.errors import NotHtmlError
from maintext.input_formats.kind import Html, InputKind, file_format, input_kind
from maintext.page import Page
from maintext.page.parsing import Limits, parse


def read_page(html: Html, content_type: str | None = None, limits: Limits = Limits()) -> tuple[Page, InputKind]:
    """The page, and what it was made from. `content_type` is that of the HTTP header, or its charset.

    Raises NotHtmlError for a PDF, an image and the like: the parser would find no text in them.
    """
    kind = input_kind(html, content_type)
    page = parse(html, content_type, limits)
    name = None if isinstance(html, str) else file_format(bytes(html[:1_024]))
    if name is not None or page.encoding_evidence == "binary":
        raise NotHtmlError(f"the input looks like {name or 'binary data'}, not HTML")
    if kind == "html":
        return with_open_shadows(page), kind
    # Not at the top: nearly all pages are HTML, and compiling the patterns takes longer than reading a page.
    from maintext.input_formats.markdown import markdown_to_html, plain_to_html

    to_html = markdown_to_html if kind == "markdown" else plain_to_html
    # The parser has found out the encoding.
    return parse(to_html(page.source.decode()), None, limits), kind
