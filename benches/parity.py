"""The text of every page of the corpora against that of a conformant parser (lexbor, by selectolax).

Both texts are cut into words, the breaks between words being those of block-level elements and `<br>`.
A page agrees if the similarity of the two word sequences (twice their longest common subsequence over
both lengths) is at least 0.99. Run `make parity`; docs/decisions/0003-parity.md explains what differs.
"""

import argparse
import json
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

from rapidfuzz.distance import Indel
from selectolax.lexbor import LexborHTMLParser

import maintext
from benches.corpora import raw_pages
from maintext.corpus import LabelledPage
from maintext.page.flags import SVG

NEEDED_SHARE = 0.995
NEEDED_SIMILARITY = 0.99


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Elements that begin and end a piece of text, in both readings.
BLOCKS = _names(
    """address article aside blockquote body caption center colgroup datalist dd details dialog dir div dl dt
    fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main
    menu nav ol optgroup option p plaintext pre search section select summary table tbody td textarea tfoot th
    thead tr ul xmp br button input meter progress"""
)
TAG = re.compile(rb"<(?:!--.*?-->|/?([a-zA-Z][^\s/>]*)[^>]*>)", re.DOTALL)
SPACE_AT_EDGE = re.compile(rb"(?:[\s;]|\xc2\xa0)\||\|(?:[\s&]|\xc2\xa0)")
NO_TEXT = _names("script style template iframe noembed noframes head")


class Result(NamedTuple):
    """How alike a page's two texts are."""

    corpus: str
    name: str
    similarity: float
    ours: int
    theirs: int


def our_words(page: maintext.Page) -> list[str]:
    """The page's words in source order, template text left out (it is not in the other's tree)."""
    runs = page.runs
    shown = [row for row in runs.start.argsort(kind="stable").tolist() if not runs.flags[row] & 4]
    pieces: list[str] = []
    block, stop, source_stop = -1, 0, 0
    blocks, starts, stops = runs.block.tolist(), runs.text_start.tolist(), runs.text_stop.tolist()
    source_starts, source_stops = runs.start.tolist(), runs.stop.tolist()
    for row in shown:
        is_apart = blocks[row] != block or (
            page.text[stop : starts[row]].isspace()
            and (runs.flags[row] & SVG or not is_joint(page.source, source_stop, source_starts[row]))
        )
        pieces.append(" " if is_apart else "")
        pieces.append(page.text[starts[row] : stops[row]].decode())
        block, stop, source_stop = blocks[row], stops[row], source_stops[row]
    return "".join(pieces).split()


def is_joint(source: bytes, stop: int, start: int) -> bool:
    """Whether only styles part two texts: two words to a reader, and here, but one in the other's tree."""
    names = [name.decode(errors="replace").lower() for name in TAG.findall(source[stop:start])]
    # White space of their own, also as a reference, parts the words in both.
    edges = source[stop - 2 : stop] + b"|" + source[start : start + 2]
    is_bare = not TAG.sub(b"", source[stop:start]) and not SPACE_AT_EDGE.search(edges)
    return is_bare and not any(name in BLOCKS or name == "svg" for name in names)


def is_in_svg(node: Any) -> bool:
    while node is not None and node.tag != "svg":
        node = node.parent
    return node is not None


def their_words(source: str) -> list[str]:
    """The words of the other parser's tree, breaks at block-level elements."""
    pieces: list[str] = []
    root = LexborHTMLParser(source).root
    node: Any = root
    while node is not None:
        tag = node.tag
        if tag == "-text":
            text = node.text_content or ""
            # The text of an icon does not belong to the word around it.
            pieces.append(f" {text} " if not text.isspace() and is_in_svg(node) else text)
        is_title = tag == "title" and not is_in_svg(node)
        is_skipped = tag in NO_TEXT or tag == "-comment" or is_title
        if tag in BLOCKS:
            pieces.append(" ")
        child = None if is_skipped else node.child
        if child is not None:
            node = child
            continue
        while node is not None and node.next is None:
            node = node.parent
            if node is not None and node.tag in BLOCKS:
                pieces.append(" ")
        node = node.next if node is not None else None
    return "".join(pieces).replace("\0", "").split()


def compare(raw: LabelledPage) -> Result:
    page = maintext.parse(raw.html)
    ours, theirs = our_words(page), their_words(page.source.decode())
    similarity = 1.0 if ours == theirs else Indel.normalized_similarity(ours, theirs)
    return Result(raw.corpus, raw.id, similarity, len(ours), len(theirs))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="every page that differs, one per line")
    parser.add_argument("--every", type=int, default=1, help="only every N-th page")
    arguments = parser.parse_args()
    pages = [page for number, page in enumerate(raw_pages()) if number % arguments.every == 0]
    with ProcessPoolExecutor() as pool:
        results = list(pool.map(compare, pages, chunksize=16))
    agreeing = sum(result.similarity >= NEEDED_SIMILARITY for result in results)
    identical = sum(result.similarity == 1 for result in results)
    for result in sorted(results, key=lambda result: result.similarity):
        if arguments.json and result.similarity < 1:
            print(json.dumps(result._asdict()))
        elif not arguments.json and result.similarity < NEEDED_SIMILARITY:
            print(f"{result.similarity:.3f} {result.corpus}/{result.name}: {result.ours} words, {result.theirs} there")
    share = agreeing / len(results)
    print(
        f"{len(results)} pages: {identical} identical, {agreeing} ({share:.2%}) at {NEEDED_SIMILARITY} or more",
        file=sys.stderr,
    )
    sys.exit(share < NEEDED_SHARE)


if __name__ == "__main__":
    main()
