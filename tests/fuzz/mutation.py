"""Seeds -> inputs that are nearly right: the same ones for the same number, on every machine."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

MAX_BYTES = 20_000
"""Mutations of longer seeds are cut here, so that a short run tries many."""


def mutations(seeds: Sequence[bytes], tokens: Sequence[bytes], n_inputs: int, number: int) -> Iterator[bytes]:
    """So many inputs, each a seed with one to six changes. `number` chooses the series."""
    chance = random.Random(number)
    for _ in range(n_inputs):
        data = bytearray(chance.choice(seeds)[:MAX_BYTES])
        for _ in range(chance.randint(1, 6)):
            _change(data, seeds, tokens, chance)
        yield bytes(data)


def _change(data: bytearray, seeds: Sequence[bytes], tokens: Sequence[bytes], chance: random.Random) -> None:
    start = chance.randint(0, len(data))
    stop = min(start + chance.choice((1, 1, 2, 4, 16, 200)), len(data))
    match chance.randrange(7):
        case 0:
            data[start:stop] = chance.randbytes(stop - start)
        case 1:
            del data[start:stop]
        case 2:
            data[start:start] = data[start:stop] * chance.choice((1, 2, 50))
        case 3 | 4:
            data[start : chance.choice((start, stop))] = chance.choice(tokens)
        case 5:
            other = chance.choice(seeds)[:MAX_BYTES]
            place = chance.randint(0, len(other))
            data[start:] = other[place:]
        case _:
            del data[start:]
