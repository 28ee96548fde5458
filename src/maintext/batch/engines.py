"""The name of an engine -> the engine. Loaded when it is used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from maintext.batch.flow import Engine
from maintext.errors import BatchError

ENGINES: dict[str, str] = {
    "embedded": "embedded:EmbeddedEngine",
}
"""Every engine's name, and the module and class behind it."""


def make_engine(name: str, **options: Any) -> Engine:
    """The engine of that name, with its options."""
    if name not in ENGINES:
        raise BatchError(f"there is no engine {name!r}; there are: {', '.join(ENGINES)}")
    module, class_name = ENGINES[name].split(":")
    engine: Engine = getattr(import_module(f"maintext.batch.{module}"), class_name)(**options)
    return engine
