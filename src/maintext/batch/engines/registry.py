"""The name of an engine -> the engine. Its module is imported when it is used."""

from __future__ import annotations

import re
from dataclasses import fields
from importlib import import_module
from typing import Any

from maintext.batch.engines.protocol import Engine
from maintext.errors import BatchError

ENGINES: dict[str, str] = {
    "embedded": "embedded:EmbeddedEngine",
    "spark": "spark:SparkEngine",
}
"""Name -> module:class."""


def make_engine(name: str, **options: Any) -> Engine:
    """An engine by its name, with its options."""
    if name not in ENGINES:
        raise BatchError(f"unknown engine {name!r}; known: {', '.join(ENGINES)}")
    module, class_name = ENGINES[name].split(":")
    kind = getattr(import_module(f"maintext.batch.engines.{module}"), class_name)
    unknown = sorted(set(options) - {field.name for field in fields(kind)})
    if unknown:
        raise BatchError(f"the {name} engine has no option {' or '.join(unknown)}")
    _check(**options)
    engine: Engine = kind(**options)
    return engine


def _check(n_jobs: int = 0, memory_limit: str = "1GB", **_: object) -> None:
    if n_jobs < 0:
        raise BatchError(f"jobs must be at least 1, or 0 for one per core, got {n_jobs}")
    if not re.fullmatch(r"\d+(\.\d+)? ?[KMGT]i?B", memory_limit, re.IGNORECASE):
        raise BatchError(f"memory must be a size such as 500MB or 2GB, got {memory_limit!r}")
