"""The columns that go into a batch and that come out of one: this page is their manual.

PAGES      what a reader gives the kernel
RESULTS    what the kernel gives, and what stands in the output
MATCHABLE  what the kernel gives if blocks that sites share are to be dropped: results, and the blocks that were kept
KEYS       those of its columns that are counted
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
    ]
)
"""A page as it was found. Of a batch that is not from our readers only `html` is needed, as bytes or text. A row with
an error has no html: what should be there is damaged."""

BLOCK = pa.struct(
    [
        ("text", pa.string()),
        ("kind", pa.string()),
        ("score", pa.float64()),
        ("is_kept", pa.bool_()),
        ("is_comment", pa.bool_()),
    ]
)
"""A block of a page, on request; see `maintext.Block`."""

RESULTS = pa.schema(
    [
        pa.field("url", pa.string(), metadata={"is": "the address of the page, as the source has it"}),
        pa.field("site", pa.string(), metadata={"is": "the host name of the address, without www."}),
        pa.field("fetched", TIME, metadata={"is": "when the page was fetched"}),
        pa.field("http_status", pa.int16(), metadata={"is": "the status of the HTTP response"}),
        pa.field(
            "text", pa.string(), metadata={"is": "the main content, as text or Markdown; null if there is an error"}
        ),
        pa.field("empty_reason", pa.string(), metadata={"is": "why the text is empty, if it is"}),
        pa.field("title", pa.string(), metadata={"is": "the title of the page"}),
        pa.field("author", pa.string(), metadata={"is": "the authors, joined by semicolons"}),
        pa.field("date", pa.string(), metadata={"is": "the day of publication, YYYY-MM-DD"}),
        pa.field("language", pa.string(), metadata={"is": "the language of the text, such as en"}),
        pa.field("page_type", pa.string(), metadata={"is": "the likeliest type, such as article"}),
        pa.field("confidence", pa.float64(), metadata={"is": "the F1 the text is expected to have, 0 to 1"}),
        pa.field("has_main_text", pa.bool_(), metadata={"is": "whether the page has a main content at all"}),
        pa.field("blocks", pa.list_(BLOCK), metadata={"is": "every block with its score, on request"}),
        pa.field(
            "error",
            pa.string(),
            metadata={"is": "what became of the page instead: the error's name, then what it says"},
        ),
        pa.field("source", pa.string(), metadata={"is": "the file the page is from"}),
        pa.field(
            "source_offset",
            pa.int64(),
            metadata={"is": "where the record begins in the file, or in its decompressed bytes"},
        ),
        pa.field("record", pa.int64(), metadata={"is": "the number of the record or row in the file, from 0"}),
    ]
)
"""A row a page; an error is a row too."""

KEYS = pa.schema(
    [
        ("site", pa.string()),
        ("url", pa.string()),
        ("page", pa.int64()),
        ("keys", pa.list_(pa.int64())),
    ]
)
"""What a page adds to the counts of its site: a number each block, once. `page` stands for source and record."""

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
"""A row a page, before blocks that its site shares are dropped. The lists have an entry a kept block: its text, how it
stands (see `site.matching_own`), its two keys (see `site.matching_keys`), its characters if it is prose. As text a page
is the texts of its blocks, so `text` is null and there is no html; Markdown is written again from the html, if blocks
are dropped."""

SIGNATURES = pa.schema([("page", pa.int64()), ("text_hash", pa.int64()), ("bands", pa.list_(pa.int64()))])
"""What duplicates are found by; see `signatures`."""
