"""Dask: a data frame with a column of HTML -> the same frame with a column of texts. Needs dask and maintext[batch]."""

from __future__ import annotations

from typing import Any

from maintext.adapters.frames import with_text
from maintext.extractors.registry import DEFAULT


def extract_frame(frame: Any, html: str = "html", *, text: str = "text", by: str = DEFAULT) -> Any:
    """The lazy frame with one more column. Each partition is extracted where Dask puts it."""
    meta = frame._meta.assign(**{text: frame._meta[html].astype(object)})
    return frame.map_partitions(with_text, html, text=text, by=by, meta=meta)
