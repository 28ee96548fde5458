"""The name of an engine -> the engine. Loaded when it is used."""

from __future__ import annotations

import re
from dataclasses import fields
from importlib import import_module
from typing import Any

from maintext.batch.flow import Engine
from maintext.errors import BatchError

ENGINES: dict[str, str] = {
    "embedded": "embedded:EmbeddedEngine",
    "spark": "spark:SparkEngine",
}
"""Every engine's name, and the module and class behind it."""


def make_engine(name: str, **options: Any) -> Engine:
    """The engine of that name, with its options."""
    if name not in ENGINES:
        raise BatchError(f"there is no engine {name!r}; there are: {', '.join(ENGINES)}")
    module, class_name = ENGINES[name].split(":")
    kind = getattr(import_module(f"maintext.batch.engines.{module}"), class_name)
    unknown = sorted(set(options) - {field.name for field in fields(kind)})
    if unknown:
        raise BatchError(f"the {name} engine has no {' and no '.join(unknown)}")
    _check(**options)
    engine: Engine = kind(**options)
    return engine


def _check(n_jobs: int = 0, memory_limit: str = "1GB", **_: object) -> None:
    if n_jobs < 0:
        raise BatchError(f"{n_jobs} jobs can't do anything; 0 is one a core")
    if not re.fullmatch(r"\d+(\.\d+)? ?[KMGT]i?B", memory_limit, re.IGNORECASE):
        raise BatchError(f"memory is told like 500MB or 2GB, not {memory_limit!r}")
