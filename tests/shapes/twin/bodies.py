"""Records -> the elements with their text: the twin of `crates/pagetable/src/query/posts/bodies.rs`."""

from collections import Counter, defaultdict

from maintext.page import Page
from maintext.page.flags import HIDDEN, TEMPLATE


def written_sums(page: Page) -> list[int]:
    """Characters before each block that were written for the page, and all of them last."""
    counts = Counter(page.blocks.hash.tolist())
    sums = [0]
    for block in range(len(page.blocks)):
        flags, hash_of = int(page.blocks.flags[block]), int(page.blocks.hash[block])
        is_written = counts[hash_of] <= 2 and page.blocks.words[block] > 0 and not flags & (HIDDEN | TEMPLATE)
        own = int(page.blocks.chars[block]) - int(page.blocks.link_chars[block]) if is_written else 0
        sums.append(sums[-1] + own)
    return sums


def _key(page: Page, row: int) -> int:
    words = [*page.elements.first_word.tolist(), len(page.words)]
    signature, parent = int(page.elements.signature[row]), max(0, int(page.elements.parent[row]))
    is_bare = words[row] == words[row + 1]
    return (signature * 31 + int(page.elements.signature[parent])) % 2**64 if is_bare else signature


def body_kind(page: Page, records: list[tuple[int, int, int]]) -> tuple[list[int], bool] | None:
    """The rows of the elements and whether a record has one of them; None without any."""
    sums, elements = written_sums(page), page.elements
    found: dict[int, list[list[int]]] = defaultdict(list)
    for anchor, first, stop in records:
        own: dict[int, list[int]] = defaultdict(list)
        for row in range(first, stop):
            n_chars = sums[int(elements.stop_block[row])] - sums[int(elements.first_block[row])]
            if n_chars > 0 and not row <= anchor < int(elements.end[row]):
                own[_key(page, row)].append(row)
        for key, rows in own.items():
            outer = [row for row in rows if not any(other < row < int(elements.end[other]) for other in rows)]
            found[key].append(outer)
    usual = {key: rows for key, rows in found.items() if 2 * len(rows) >= len(records)}
    if not usual:
        return None

    def chars(key: int) -> int:
        rows = [row for own in usual[key] for row in own]
        return sum(sums[int(elements.stop_block[row])] - sums[int(elements.first_block[row])] for row in rows)

    single = [key for key, rows in usual.items() if sum(map(len, rows)) <= 1.3 * len(rows)]
    most_single = max(map(chars, single), default=0)
    best = max(usual, key=chars)
    if most_single >= 0.7 * chars(best):
        near = [key for key in single if chars(key) >= 0.9 * most_single]
        best = max(near, key=lambda key: int(elements.depth[usual[key][0][0]]))
    return [row for row in range(len(elements)) if _key(page, row) == best], best in single
