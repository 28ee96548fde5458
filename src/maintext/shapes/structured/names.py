"""Names of types and properties, without the address or the prefix of their vocabulary."""

from __future__ import annotations


def type_name(name: str) -> str:
    """The name of a type alone.

    >>> type_name("http://schema.org/Recipe"), type_name("schema:Recipe"), type_name("https://x.example/v#Tea")
    ('Recipe', 'Recipe', 'Tea')
    """
    return name.strip().rstrip("/#").rsplit("/", 1)[-1].rsplit("#", 1)[-1].rsplit(":", 1)[-1]


def property_name(name: str) -> str:
    """The name of a property alone; keywords such as `@id` stay.

    >>> property_name("schema:cookTime"), property_name("http://schema.org/name"), property_name("@id")
    ('cookTime', 'name', '@id')
    """
    return name if name.startswith("@") or not (":" in name or "/" in name) else type_name(name) or name
