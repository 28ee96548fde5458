"""A short, repeatable fuzz of every reader: all seeds, then the same mutations of them each time.

`make fuzz` runs the same targets for longer, with new inputs. An input that it finds becomes a seed.
"""

import random

import pytest

from tests.fuzz.mutation import MAX_BYTES, mutations
from tests.fuzz.targets import ROOT, SEEDS, TARGETS, http, render, robots, warc

N_INPUTS = 250
SERIES = 20261117


def seeds_of(name: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted((SEEDS / name).iterdir())]


@pytest.mark.parametrize("name", TARGETS)
def test_seeds_and_mutations_of_them_keep_the_promises_of_the_reader(name: str) -> None:
    target, seeds = TARGETS[name], seeds_of(name)
    data = b""
    try:
        for data in [*seeds, *mutations(seeds, target.tokens, N_INPUTS, SERIES)]:
            target.check(data)
    except Exception as error:
        pytest.fail(f"{type(error).__name__}: {error}\nthe input was {data!r}")


def test_every_target_has_seeds_and_every_folder_of_seeds_a_target() -> None:
    native = {path.stem for path in (ROOT / "fuzz" / "fuzz_targets").iterdir()}
    manifest = (ROOT / "fuzz" / "Cargo.toml").read_text()
    assert (
        {name for name in native if f'name = "{name}"' in manifest} == native == {"page", "decode", "render", "trees"}
    )
    assert {path.name for path in SEEDS.iterdir()} == {*native, *TARGETS}
    assert all(len(seeds_of(name)) >= 2 for name in (*native, *TARGETS))


def test_mutations_are_the_same_each_time_and_differ_from_their_seeds() -> None:
    seeds = [b"<p>Tea</p>", b"x" * 2 * MAX_BYTES]
    one, two = (list(mutations(seeds, (b"<b>",), 50, 7)) for _ in range(2))
    assert one == two
    assert list(mutations(seeds, (b"<b>",), 50, 8)) != one
    assert sum(data not in seeds for data in one) > 45


@pytest.mark.parametrize("target", [render, warc, http, robots])
def test_random_bytes_keep_the_promises_too(target: object) -> None:
    chance = random.Random(SERIES)
    for _ in range(100):
        target(chance.randbytes(chance.randint(0, 400)))  # type: ignore[operator]
