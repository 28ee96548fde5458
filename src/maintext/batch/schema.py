"""The columns of a batch, each with its description.

PAGES       what a reader gives the kernel
RESULTS     what the kernel returns, and what the output holds
MATCHABLE   RESULTS and the kept blocks, if blocks that sites share are to be dropped
KEYS        the columns of MATCHABLE that are counted
SIGNATURES  what duplicates are found by
"""

from __future__ import annotations

import pyarrow as pa

TIME = pa.timestamp("us", tz="UTC")

PAGES = pa.schema(
    [
        ("url", pa.string()),
        ("html", pa.binary()),
        ("content_type", pa.string()),
        ("fetched", TIME),
        ("http_status", pa.int16()),
        ("source", pa.string()),
        ("source_offset", pa.int64()),
        ("record", pa.int64()),
        ("error", pa.string()),
        ("id", pa.string()),
        ("warc_record_id", pa.string()),
        ("payload_digest", pa.string()),
        ("dump", pa.string()),
        ("signals", pa.string()),
    ]
)
"""A page as it was read. A batch that does not come from our readers needs only `html`, as bytes or text. A row with an
error has no html, because the record that should hold it is damaged."""

BLOCK = pa.struct(
    [
        ("text", pa.string()),
        ("kind", pa.string()),
        ("score", pa.float64()),
        ("is_kept", pa.bool_()),
        ("is_comment", pa.bool_()),
    ]
)
"""A block of a page; see `maintext.Block`."""


def _texts(*names: str) -> list[tuple[str, pa.DataType]]:
    return [(name, pa.string()) for name in names]


PRODUCT = pa.struct(
    [
        *_texts("name", "brand", "price", "currency", "list_price", "availability", "sku", "gtin", "mpn"),
        ("rating", pa.struct([*_texts("value", "best"), ("count", pa.int64())])),
        ("description", pa.string()),
        ("specification", pa.list_(pa.struct(_texts("name", "value")))),
        ("images", pa.list_(pa.string())),
    ]
)
"""What a page sells; see `shapes.products.Product`."""

POST = pa.struct(
    [
        *_texts("text", "author", "author_link", "date", "date_shown", "link"),
        ("votes", pa.int64()),
        ("kind", pa.string()),
        ("reply_to", pa.int32()),
    ]
)
"""What somebody wrote; see `shapes.posts.Post`."""

ITEM = pa.struct(_texts("name", "link", "text", "price", "currency", "date", "image"))
"""An entry of a list; see `shapes.items.Item`."""

CHUNK = pa.struct(
    [
        ("text", pa.string()),
        ("headings", pa.list_(pa.string())),
        ("start", pa.int64()),
        ("stop", pa.int64()),
        ("n_tokens", pa.int64()),
        ("n_repeated", pa.int64()),
        ("link", pa.string()),
    ]
)
"""A part of a text, as Markdown; see `maintext.document.parts.chunks.Chunk`."""


def _column(name: str, kind: pa.DataType, description: str) -> pa.Field:
    return pa.field(name, kind, metadata={"description": description})


RESULTS = pa.schema(
    [
        _column("id", pa.string(), "the input's own id, else the WARC record id, else a hash of source and record"),
        _column("url", pa.string(), "the URL of the page, as the source gives it"),
        _column("site", pa.string(), "the host name of the URL, without www."),
        _column("fetched", TIME, "when the page was crawled; `date` is when it was published"),
        _column("http_status", pa.int16(), "the status of the HTTP response"),
        _column("text", pa.string(), "the main content as text or Markdown; null if there is an error"),
        _column("token_count", pa.int64(), "about how many tokens of a language model the text has"),
        _column("empty_reason", pa.string(), "why the text is empty, if it is"),
        _column("title", pa.string(), "the title of the page"),
        _column("author", pa.string(), "the authors, joined by semicolons"),
        _column("date", pa.string(), "the day of publication, YYYY-MM-DD"),
        _column("language", pa.string(), "the language of the text, such as en"),
        _column("language_score", pa.float64(), "how sure the detected language is, 0 to 1; null if only declared"),
        _column("page_type", pa.string(), "the most likely page type, such as article"),
        _column("confidence", pa.float64(), "the expected F1 of the text, 0 to 1"),
        _column("has_main_text", pa.bool_(), "whether the page has main content"),
        _column("verdict", pa.string(), "what the page is, such as content, login or error, if requested"),
        _column("verdict_probability", pa.float64(), "the probability of the verdict, if requested"),
        _column("permissions", pa.list_(pa.string()), "directives of the publisher, such as noai, if requested"),
        _column("product", PRODUCT, "what the page sells, if requested"),
        _column("posts", pa.list_(POST), "what people wrote, post by post, if requested"),
        _column("items", pa.list_(ITEM), "the entries of a listing or a collection, if requested"),
        _column("structured", pa.string(), "the structured data of the page as JSON, if requested"),
        _column("blocks", pa.list_(BLOCK), "every block with its score, if requested"),
        _column("chunks", pa.list_(CHUNK), "the text as Markdown in chunks, if requested"),
        _column("error", pa.string(), "why there is no text: the error's name and message"),
        _column("dump", pa.string(), "the crawl that the page is from, such as CC-MAIN-2026-43"),
        _column("warc_record_id", pa.string(), "the WARC-Record-ID of the record"),
        _column("payload_digest", pa.string(), "the WARC-Payload-Digest of the record, as the archive gives it"),
        _column("source", pa.string(), "the file that the page was read from"),
        _column("source_offset", pa.int64(), "where the record begins in the file, or in its decompressed bytes"),
        _column("record", pa.int64(), "the number of the record or row in the file, from 0"),
    ]
)
"""One row per page; a page that failed is a row with an error."""

KEYS = pa.schema(
    [
        ("site", pa.string()),
        ("url", pa.string()),
        ("page", pa.int64()),
        ("keys", pa.list_(pa.int64())),
    ]
)
"""What a page adds to the counts of its site: one key per block, each once. `page` is a hash of source and record."""

MATCHABLE = pa.schema(
    [
        *RESULTS,
        *(KEYS.field(name) for name in ("page", "keys")),
        ("kept_text", pa.list_(pa.string())),
        ("kept_row", pa.list_(pa.int32())),
        ("place", pa.list_(pa.int64())),
        ("is_text", pa.list_(pa.bool_())),
        ("exact", pa.list_(pa.int64())),
        ("template", pa.list_(pa.int64())),
        ("prose_chars", pa.list_(pa.int32())),
        ("html", pa.binary()),
        ("content_type", pa.string()),
    ]
)
"""One row per page, before the blocks that its site shares are dropped. The lists have one entry per kept block: its
text, its position (see `shared_blocks.own_blocks`), its two keys (see `shared_blocks.keys`), its characters if it is
prose. For text output `text` is null, because the kept blocks make it up, and so is `html`; Markdown is rendered again
from `html` if blocks are dropped."""

SIGNATURES = pa.schema([("page", pa.int64()), ("text_hash", pa.int64()), ("bands", pa.list_(pa.int64()))])
"""What duplicates are found by; see `stages.signatures`."""
