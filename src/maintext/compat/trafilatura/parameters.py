"""The parameters of trafilatura's functions, in its order and with its defaults."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from inspect import Parameter, Signature
from typing import Any, TypeVar

Answer = TypeVar("Answer")

REQUIRED = Parameter.empty
"""The default of a parameter that has none."""

_SHARED: dict[str, Any] = {
    "target_language": None,
    "include_tables": True,
    "include_images": False,
    "include_formatting": None,
    "include_links": False,
    "deduplicate": False,
    "date_extraction_params": None,
    "with_metadata": False,
    "only_with_metadata": False,
    "max_tree_size": None,
    "url_blacklist": None,
    "author_blacklist": None,
}
_STRICTNESS: dict[str, Any] = {
    "fast": False,
    "no_fallback": False,
    "favor_precision": False,
    "favor_recall": False,
    "include_comments": True,
}
EXTRACT: dict[str, Any] = {
    "filecontent": REQUIRED,
    "url": None,
    "record_id": None,
    **_STRICTNESS,
    "output_format": "txt",
    "tei_validation": False,
    **_SHARED,
    "settingsfile": None,
    "prune_xpath": None,
    "config": None,
    "options": None,
}
"""Of `extract`."""
BARE_EXTRACTION: dict[str, Any] = {
    "filecontent": REQUIRED,
    "url": None,
    **_STRICTNESS,
    "output_format": "python",
    **_SHARED,
    "as_dict": False,
    "prune_xpath": None,
    "config": None,
    "options": None,
}
"""Of `bare_extraction`."""
IGNORED = ("fast", "no_fallback", "tei_validation", "deduplicate")
_OF_OPTIONS: dict[str, str] = {
    "url": "url",
    "include_comments": "comments",
    "output_format": "format",
    "target_language": "lang",
    "include_tables": "tables",
    "include_images": "images",
    "include_formatting": "formatting",
    "include_links": "links",
    "with_metadata": "with_metadata",
    "only_with_metadata": "only_with_metadata",
    "max_tree_size": "max_tree_size",
    "url_blacklist": "url_blacklist",
    "author_blacklist": "author_blacklist",
    "deduplicate": "dedup",
    "fast": "fast",
    "tei_validation": "tei_validation",
    "config": "config",
    "date_extraction_params": "date_params",
}
"""By parameter: the attribute of trafilatura's `Extractor` with the same meaning."""


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


def with_options(given: dict[str, Any]) -> dict[str, Any]:
    """The parameters; those that an `Extractor` has are taken from it, as in trafilatura."""
    options = given["options"]
    if options is None:
        return given
    own = {
        name: getattr(options, attribute)
        for name, attribute in _OF_OPTIONS.items()
        if name in given and hasattr(options, attribute)
    }
    focus = getattr(options, "focus", "balanced")
    return {**given, **own, "favor_precision": focus == "precision", "favor_recall": focus == "recall"}
