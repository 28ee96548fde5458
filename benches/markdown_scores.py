"""Markdown of several tools -> how much of the structure of the content it has: cells, items, headings, code, links.

    python -m benches.markdown_scores --every 6        the table, and a record of it

What is expected is read from the HTML by Lexbor (selectolax): cells, items, headings and links whose words the gold
text of the page has, and its code. What a tool wrote is read from its Markdown by a CommonMark library. A score is the
F1 of the two multisets of texts, averaged over the pages that have such parts; code is compared as a whole, by the
ratio of matching characters.
"""

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Callable
from difflib import SequenceMatcher
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from selectolax.lexbor import LexborHTMLParser

import maintext
from benches.corpora import CORPORA
from benches.measure import record
from benches.structure_reader import LEFT_OUT, read_structures, words_of
from maintext.corpus import LabelledPage, open_corpus

KINDS = ("cells", "items", "headings", "links", "code")
MAX_CODE_CHARS = 4000
"""Comparing code takes time by the square of its length."""
Parts = dict[str, Counter[str]]


def expected_parts(html: bytes, gold: str) -> tuple[Parts, str]:
    """The parts of the page's content by kind, and its code."""
    content = f" {words_of(gold)} "
    tree = LexborHTMLParser(html.decode("utf-8", "replace"))
    parts: Parts = defaultdict(Counter)
    for structure in read_structures(html):
        kind = {"table": "cells", "list": "items", "heading": "headings"}[structure.kind]
        texts = structure.parts[:1] if kind == "headings" else structure.parts
        texts = tuple(text.replace(LEFT_OUT, " ") for text in texts)
        n_here = sum(f" {text} " in content for text in texts)
        # A structure is content if the gold text has most of it.
        if 2 * n_here > len(texts):
            parts[kind].update(texts)
    for link in tree.css("p a[href], li p a[href], td a[href]"):
        text = words_of(link.text())
        if text.count(" ") and f" {text} " in content:
            parts["links"][text] += 1
    codes = [code.text().strip() for code in tree.css("pre")]
    return parts, "\n".join(code for code in codes if code and f" {words_of(code)} " in content)


def found_parts(markdown: str) -> tuple[Parts, str]:
    """The same, as a reader of the Markdown finds it."""
    parts: Parts = defaultdict(Counter)
    kinds = {"td": "cells", "th": "cells", "list_item": "items", "heading": "headings"}
    open_texts: list[tuple[str, list[str]]] = []
    codes = []
    for token in MarkdownIt("commonmark", {"maxNesting": 400}).enable("table").parse(markdown):
        name = re.sub(r"_(open|close)$", "", token.type)
        if name in kinds and token.type.endswith("_open"):
            open_texts.append((kinds[name], []))
        elif name in kinds and open_texts:
            kind, texts = open_texts.pop()
            parts[kind].update(filter(None, [words_of(" ".join(texts))]))
        elif token.type == "inline" and open_texts:
            open_texts[-1][1].append(_text(token))
        elif token.type in ("fence", "code_block"):
            codes.append(token.content.strip())
        parts["links"].update(filter(None, _links(token)))
    return parts, "\n".join(codes)


def _text(token: Token) -> str:
    return "".join(child.content if child.type in ("text", "code_inline") else " " for child in token.children or ())


def _links(token: Token) -> list[str]:
    texts: list[str] | None = None
    found = []
    for child in token.children or ():
        if child.type == "link_open":
            texts = []
        elif child.type == "link_close" and texts is not None:
            found.append(words_of("".join(texts)))
            texts = None
        elif texts is not None:
            texts.append(child.content)
    return found


def f1(expected: Counter[str], found: Counter[str]) -> float:
    """Of two multisets, the first of which is not empty."""
    return 2 * (expected & found).total() / (expected.total() + found.total())


def _maintext(page: LabelledPage) -> str:
    return maintext.extract(page.html, url=page.url or None).to_markdown()


def _trafilatura(page: LabelledPage) -> str:
    import trafilatura

    options: dict[str, Any] = {"output_format": "markdown", "include_links": True, "include_formatting": True}
    return trafilatura.extract(page.html, url=page.url or None, include_comments=False, **options) or ""


def _readability(page: LabelledPage) -> str:
    import markdownify  # type: ignore[import-not-found,import-untyped,unused-ignore]
    from readability import Document  # type: ignore[import-untyped,unused-ignore]

    # Both raise errors of many kinds on odd pages, which count as empty answers.
    try:
        markdown: str = markdownify.markdownify(Document(page.html.decode("utf-8", "replace")).summary())
    except Exception:
        return ""
    return markdown


TOOLS: dict[str, Callable[[LabelledPage], str]] = {
    "maintext": _maintext,
    "trafilatura": _trafilatura,
    "readability-lxml + markdownify": _readability,
}


def scores(pages: list[LabelledPage]) -> dict[str, dict[str, list[float]]]:
    """By tool and kind, one score per page that has such parts."""
    found: dict[str, dict[str, list[float]]] = {name: {kind: [] for kind in KINDS} for name in TOOLS}
    for page in pages:
        expected, code = expected_parts(page.html, page.gold)
        for name, write in TOOLS.items():
            written, written_code = found_parts(write(page))
            for kind in KINDS[:-1]:
                if expected[kind]:
                    found[name][kind].append(f1(expected[kind], written[kind]))
            if code:
                matcher = SequenceMatcher(None, code[:MAX_CODE_CHARS], written_code[:MAX_CODE_CHARS], autojunk=False)
                found[name]["code"].append(matcher.ratio())
    return found


def summary(found: dict[str, dict[str, list[float]]]) -> dict[str, Any]:
    """The number of pages by kind, and the mean scores."""
    means = {
        name: {kind: round(sum(own) / max(len(own), 1), 3) for kind, own in kinds.items()}
        for name, kinds in found.items()
    }
    return {"pages": {kind: len(own) for kind, own in found["maintext"].items()}, "scores": means}


def table(summed: dict[str, Any]) -> str:
    """The mean scores as a Markdown table."""
    lines = ["| tool | " + " | ".join(f"{kind} ({summed['pages'][kind]} pages)" for kind in KINDS) + " |"]
    lines.append("|---" * (len(KINDS) + 1) + "|")
    for name, means in summed["scores"].items():
        lines.append(f"| {name} | " + " | ".join(f"{means[kind]:.3f}" for kind in KINDS) + " |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", default="wcxb_train")
    parser.add_argument("--every", type=int, default=6, help="every n-th page")
    arguments = parser.parse_args()
    pages = list(open_corpus(CORPORA / f"{arguments.corpus}.tar.xz").pages([]))[:: arguments.every]
    summed = summary(scores(pages))
    print(table(summed))
    record("markdown_scores", {"corpus": arguments.corpus, "every": arguments.every, **summed})


if __name__ == "__main__":
    main()
