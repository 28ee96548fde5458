"""Runs one reader under atheris: `python -m tools.fuzz_reader warc [options of libFuzzer] [folders of inputs]`.

`tools/fuzz.py` starts it. Only our own modules report coverage: that of the libraries would guide the fuzzer to them.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris

SEEDS = Path(__file__).resolve().parent.parent / "fuzz" / "seeds"


def main() -> None:
    """Fuzzes until the time is over or an input breaks a promise."""
    with atheris.instrument_imports(include=["maintext"]):
        from tests.fuzz.targets import TARGETS
    name = sys.argv.pop(1)
    target = TARGETS[name]
    # What a reader imports when it is first used must not count as the time of an input.
    for seed in sorted((SEEDS / name).iterdir()):
        target.check(seed.read_bytes())
    with tempfile.NamedTemporaryFile("w", suffix=".dict") as dictionary:
        lines = ("".join(f"\\x{byte:02x}" for byte in token) for token in target.tokens if token)
        dictionary.writelines(f'"{line}"\n' for line in lines)
        dictionary.flush()
        atheris.Setup([*sys.argv, f"-dict={dictionary.name}"], target.check)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
