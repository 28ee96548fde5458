"""What the core does natively inside its features, by hand."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

FAR = 30


def ancestors(
    parents: NDArray[np.int32], groups: NDArray[np.uint64], values: NDArray[np.float32], rows: NDArray[np.int32]
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """For each of the rows: steps up to the nearest element of each group; sum, least, greatest of the values."""
    distances = np.full((len(rows), 64), FAR, dtype=np.uint8)
    folds = np.zeros((len(rows), 3), dtype=np.float32)
    for number, row in enumerate(rows.tolist()):
        above, steps = row, 0
        sums = [0.0, 0.0, 0.0]
        while above >= 0:
            mask = int(groups[above])
            for group in range(64):
                if mask >> group & 1 and distances[number, group] == FAR:
                    distances[number, group] = min(steps, FAR)
            value = float(values[above])
            sums = [sums[0] + value, min(sums[1], value), max(sums[2], value)]
            above, steps = int(parents[above]), steps + 1
        folds[number] = sums
    return distances, folds


def text_words(text: str) -> list[bytes]:
    """Words as the core tells them apart."""
    words: list[bytes] = []
    word = b""
    for character in text:
        code = character.encode()
        is_alone = 0xE3 <= code[0] <= 0xED
        is_punctuation = code[0] == 0xC2 or code[:2] in (b"\xe2\x80", b"\xe2\x81")
        if is_alone or is_punctuation or (len(code) == 1 and not code.isalnum()):
            words += [word, code if is_alone else b""]
            word = b""
        else:
            word += code.lower()
    return [word for word in [*words, word] if word]


def shared_words(texts: list[str], titles: list[str], passages: list[str]) -> NDArray[np.float32]:
    """A row a title, a row a passage, and the words of each block."""
    rows = []
    for reference, length in [*((title, 1) for title in titles), *((passage, 3) for passage in passages)]:
        known = set(_sequences(text_words(reference), length))
        rows.append([sum(one in known for one in _sequences(text_words(text), length)) for text in texts])
    rows.append([len(text_words(text)) for text in texts])
    return np.array(rows, dtype=np.float32)


def _sequences(words: list[bytes], length: int) -> list[tuple[bytes, ...]]:
    return [tuple(words[start : start + length]) for start in range(len(words) - length + 1)]
