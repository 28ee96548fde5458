"""A table of parameters -> a function that takes them, by position or by name, as another tool's does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from inspect import Parameter, Signature
from typing import Any, TypeVar

Answer = TypeVar("Answer")

REQUIRED = Parameter.empty
"""The default of a parameter that has none."""


def takes(parameters: Mapping[str, Any]) -> Callable[[Callable[[dict[str, Any]], Answer]], Callable[..., Answer]]:
    """Makes a function of one dictionary a function of these parameters, each with its default.

    >>> @takes({"a": REQUIRED, "b": 2})
    ... def total(given: dict[str, int]) -> int:
    ...     return given["a"] + given["b"]
    >>> total(1), total(1, 1), total(1, b=5)
    (3, 2, 6)
    """
    signature = Signature(
        [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=default) for name, default in parameters.items()]
    )

    def decorate(function: Callable[[dict[str, Any]], Answer]) -> Callable[..., Answer]:
        @wraps(function)
        def with_parameters(*values: Any, **named: Any) -> Answer:
            bound = signature.bind(*values, **named)
            bound.apply_defaults()
            return function(bound.arguments)

        # What help() and editors show.
        with_parameters.__signature__ = signature  # type: ignore[attr-defined]
        return with_parameters

    return decorate
