"""Markdown of every page of the corpora, read again by a CommonMark library: the same words as the document's HTML.

Both are written from the same structure by different writers, and read by different parsers: markdown-it-py and then
our own, or our own alone. Numbers and the labels before notes are not compared, because Markdown writes some of them as
text and HTML does not. `python -m benches.parse_back [--by NAME] [--every N]` prints the pages that differ and fails if
a word is lost or invented; pages that have the same words in another order, as a caption at the end of its table is
written before it, are counted apart.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest

from markdown_it import MarkdownIt

import maintext
from benches.corpora import CORPORA
from maintext.corpus import open_corpus
from maintext.corpus.labelled import LabelledPage, PageWithoutGold
from maintext.errors import MaintextError

_WORD = re.compile(r"[^\W\d_]+")
_NOTE = re.compile(r"^([ >*-]*)\[\^[^\]\s]+\]:", re.MULTILINE)
_MARK = re.compile(r"\[\^[^\]\s]+\]:?|<sup>.*?</sup>", re.DOTALL)
_UNSEEN = {ord(character): None for character in "\u00ad\u200b\u2060\ufeff"}
# The limit on nesting is there for servers; text beyond it is dropped.
_READER = MarkdownIt("commonmark", {"maxNesting": 400}).enable("table")


MOVED = "the same words in another order"


def corpus_pages(every: int, names: str = "*") -> Iterator[LabelledPage]:
    """Every n-th page of each corpus whose name fits a pattern, with gold text or without."""
    for archive in sorted(CORPORA.glob(f"{names}.tar.xz")):
        for number, entry in enumerate(open_corpus(archive).entries()):
            page = entry.page if isinstance(entry, PageWithoutGold) else entry
            if number % every == 0 and isinstance(page, LabelledPage):
                yield page


def words_of_html(html: str) -> list[str]:
    """The words that a browser shows, without numbers."""
    return _WORD.findall("\n".join(maintext.parse(html).texts()).translate(_UNSEEN))


def difference(document: maintext.Document) -> str | None:
    """Where the words of a document's Markdown differ from those of its HTML; None if they are the same."""
    # HTML does not divide a thread into posts.
    markdown = document.to_markdown(include_title=False, include_images=False, include_posts=False)
    html = document.to_html(include_title=False, include_images=False)
    found = first_difference(_NOTE.sub(r"\1", markdown), html)
    if found is not None and "[^" in markdown:
        # Where several notes have the same mark, or one without letters, Markdown has labels of its own for them.
        return first_difference(*(_MARK.sub(" ", text) for text in (markdown, html)))
    return found


def first_difference(markdown: str, html: str) -> str | None:
    """The first words that a reader of the Markdown and one of the HTML do not share."""
    found, wanted = words_of_html(f"<body>{_READER.render(markdown)}"), words_of_html(html)
    for number, (one, other) in enumerate(zip_longest(found, wanted)):
        if one != other:
            if Counter(found) == Counter(wanted):
                return MOVED
            place = slice(max(0, number - 4), number + 6)
            return f"Markdown has {' '.join(found[place])!r}, the document {' '.join(wanted[place])!r}"
    return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--by", default="model")
    parser.add_argument("--every", type=int, default=1)
    arguments = parser.parse_args()
    n_pages = n_different = n_moved = n_unread = 0
    for page in corpus_pages(arguments.every):
        try:
            document = maintext.extract(page.html, page.url, by=arguments.by)
        except MaintextError:
            n_unread += 1
            continue
        n_pages += 1
        if (found := difference(document)) is not None:
            n_different += found != MOVED
            n_moved += found == MOVED
            print(f"{page.corpus}/{page.id}: {found}")
    print(
        f"{n_pages:,} pages by {arguments.by}: {n_different} differ, {n_moved} have another order, {n_unread} not HTML"
    )
    if n_different or not n_pages:
        sys.exit(1)


if __name__ == "__main__":
    main()
