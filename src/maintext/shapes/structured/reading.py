"""Page -> its things from all kinds of markup, each once.

Two things are the same if they have the same types and all properties of one are properties of the other with the same
values. The one with more properties stays, with the sources of both.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from maintext.shapes.structured.json_ld import read_json_ld
from maintext.shapes.structured.microdata import read_microdata
from maintext.shapes.structured.rdfa import read_rdfa
from maintext.shapes.structured.thing import Thing

if TYPE_CHECKING:
    from maintext.page import Page

MAX_COMPARED = 50
"""Things of one type that are compared with each other; of more, only equal ones are found."""


def read_structured(page: Page) -> tuple[Thing, ...]:
    """The things of a page: those of JSON-LD first, then of microdata, then of RDFa.

    >>> import maintext
    >>> page = maintext.parse('<div itemscope itemtype="https://schema.org/Recipe"><p itemprop="name">Tea</p></div>')
    >>> [(thing.types, thing.properties, thing.sources) for thing in read_structured(page)]
    [(('Recipe',), {'name': 'Tea'}, ('microdata',))]
    """
    return tuple(_without_repetitions(chain(read_json_ld(page), read_microdata(page), read_rdfa(page))))


def _without_repetitions(things: Iterable[Thing]) -> list[Thing]:
    kept: list[Thing] = []
    places: dict[tuple[str, ...], dict[frozenset[str], int]] = {}
    for thing in things:
        own = frozenset(f"{name}={_written(value)}" for name, value in thing.properties.items())
        known = places.setdefault(tuple(sorted(thing.types)), {})
        place = known.get(own)
        if place is None and len(known) <= MAX_COMPARED:
            place = next((place for other, place in known.items() if own <= other or other <= own), None)
        if place is None:
            known[own] = len(kept)
            kept.append(thing)
            continue
        fuller = max(kept[place], thing, key=lambda one: len(one.properties))
        sources = dict.fromkeys(kept[place].sources + thing.sources)
        kept[place] = replace(fuller, sources=tuple(sources))
        known[own] = place
    return kept


def _written(value: object) -> str:
    """A value in one form, so that equal ones can be found."""
    return " ".join(value.split()) if isinstance(value, str) else json.dumps(value, sort_keys=True)
