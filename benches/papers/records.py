"""Figures of a paper -> a dated record in benches/record/papers, which a run that measures the same does not change."""

import json
import platform
from collections.abc import Mapping
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from benches.measure import RECORDS, latest, machine

FOLDER = RECORDS / "papers"


def keep_record(name: str, figures: Mapping[str, Any], times: Mapping[str, Any] | None = None) -> Path:
    """Writes the figures of a paper with date and machine, unless the newest record has the same.

    `times` differ from run to run. They are written with the figures they belong to, and are not compared.
    """
    # As the file will have it: tuples become lists.
    figures = json.loads(json.dumps(figures))
    paths = sorted(FOLDER.glob(f"????-??-??-{name}.json"))
    if paths and json.loads(paths[-1].read_text(encoding="utf-8"))["figures"] == figures:
        return paths[-1]
    now = datetime.now(timezone.utc)
    about = {"python": platform.python_version(), "machine": machine(), "time": now.isoformat(timespec="seconds")}
    path = FOLDER / f"{now:%Y-%m-%d}-{name}.json"
    FOLDER.mkdir(parents=True, exist_ok=True)
    content = {**about, "figures": figures, "times": times or {}}
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    return path


def recorded(name: str) -> dict[str, Any]:
    """The newest record of a paper: its figures and its times."""
    return latest(name, FOLDER)
