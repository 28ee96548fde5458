"""The labelled pages of a folder -> a corpus: gold.jsonl and html/, as `maintext train` and `evaluate` read it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np

from maintext.errors import LabelError
from maintext.label.desk import Desk, OpenPage


def export(desk: Desk, target: Path) -> int:
    """Writes the pages that are done, and says how many there are. All of it is there, or nothing."""
    done = [row["id"] for row in desk.listing() if row["is_done"]]
    if not done:
        raise LabelError(f"none of {len(desk.pages):,} pages is done")
    if target.exists():
        raise LabelError(f"{target} is there already")
    unfinished = target.with_name(f"{target.name}.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    try:
        (unfinished / "html").mkdir(parents=True)
        lines = [_write_page(desk, page_id, unfinished / "html") for page_id in sorted(done)]
        (unfinished / "gold.jsonl").write_text("".join(lines), encoding="utf-8")
        unfinished.rename(target)
    except OSError as error:
        raise LabelError(f"the corpus can't be written: {error}") from error
    return len(done)


def _write_page(desk: Desk, page_id: str, folder: Path) -> str:
    opened = desk.open(page_id)
    # A corpus has no folders: their strokes become part of the name, as addresses have them.
    name = page_id.replace("%", "%25").replace("/", "%2F")
    shutil.copyfile(desk.pages[page_id].path, folder / f"{name}.html")
    return json.dumps({"id": name, **_record(opened)}, ensure_ascii=False) + "\n"


def _record(opened: OpenPage) -> dict[str, Any]:
    head = opened.page.head
    record = {
        "gold": "\n\n".join(opened.page.texts(np.array(opened.labels.keep, dtype=np.bool_))),
        "kind": opened.labels.page_type,
        "url": head.canonical if (head.canonical or "").startswith(("http://", "https://")) else None,
        "title": head.title,
    }
    return {name: value for name, value in record.items() if value is not None}
