"""Sites of a few generated pages."""

from collections.abc import Sequence

import maintext

WORDS = (
    "harbour ferry timetable winter mountain hut shepherd violin orchard lantern copper river bridge market "
    "glacier pottery lighthouse meadow quarry telescope bakery library canal windmill"
).split()


def sentence(seed: int, n_words: int = 14) -> str:
    """A sentence of its own for every seed."""
    words = [WORDS[(seed * 7 + number * (seed % 5 + 1)) % len(WORDS)] for number in range(n_words)]
    return f"Story {seed} of the {' '.join(words)} ends here."


def paragraph(seed: int) -> str:
    """Long prose: three sentences, no links."""
    return " ".join(sentence(seed * 100 + number) for number in range(3))


def html(title: str, blocks: Sequence[str]) -> str:
    """A page with a title, its headline and paragraphs."""
    return f"<title>{title}</title><body><h1>{title}</h1>" + "".join(f"<p>{block}</p>" for block in blocks)


def documents(pages: Sequence[str], by: str = "all") -> list[maintext.Document]:
    """The documents of a site's pages."""
    return [maintext.extract(page, f"https://site.example/{number}", by=by) for number, page in enumerate(pages)]
