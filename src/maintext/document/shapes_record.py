"""Document -> its shapes as JSON can hold them: each only if it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from maintext.errors import OptionError, did_you_mean

if TYPE_CHECKING:
    from maintext.document.document import Document

SHAPES: Mapping[str, Callable[[Document], object]] = MappingProxyType(
    {
        "verdict": lambda document: document.verdict.to_dict(),
        "permissions": lambda document: dict(document.permissions.directives),
        "product": lambda document: document.product.to_dict() if document.product else None,
        "posts": lambda document: [post.to_dict() for post in document.posts],
        "items": lambda document: [item.to_dict() for item in document.items],
        "structured": lambda document: [thing.to_dict() for thing in document.structured],
    }
)
"""By name of a shape, which is that of the document's property: how JSON holds it."""


def check_shapes(names: Iterable[str]) -> tuple[str, ...]:
    """The names, if all of them are names of shapes."""
    chosen = tuple(names)
    for name in chosen:
        if name not in SHAPES:
            raise OptionError(f"unknown shape {name!r}{did_you_mean(name, SHAPES)}; known: {', '.join(SHAPES)}")
    return chosen


def shapes_of(document: Document, names: Iterable[str]) -> dict[str, object]:
    """The shapes of a document that are asked for, by name."""
    return {name: SHAPES[name](document) for name in check_shapes(names)}
