"""Login pages found in forms_train, and pages with content that get another verdict, in seven training corpora.

Some pages of forms_train are home pages with a form in the header; they are content and count as not found.
"""

import random
import time
from statistics import mean, median

import maintext
from benches.shapes.data import Labelled, labelled

CONTENT = (
    "wcxb_train", "forums_train", "products_train", "shops_train", "newspaper_train", "recipes_train",
    "magic_articles_train", "magic_forums_train", "fundus_train",
)  # fmt: skip
PER_CORPUS = 150


def sampled(name: str) -> list[Labelled]:
    """At most so many pages of a corpus, the same ones every time."""
    pages = list(labelled(name))
    return random.Random(1).sample(pages, PER_CORPUS) if len(pages) > PER_CORPUS else pages  # noqa: S311 - not for secrets


def measure() -> dict[str, float]:
    """Share of the login pages found, false alarms among how many pages, milliseconds."""
    times, n_false, n_pages = [], 0, 0
    forms = [maintext.extract(page.html, url=page.gold["url"]) for page in labelled("forms_train")]
    n_found = sum(doc.verdict.kind == "login" for doc in forms)
    for name in CONTENT:
        for page in sampled(name):
            doc = maintext.extract(page.html, url=page.gold["url"] or None)
            _ = doc.keep, doc.page.head, doc.structured
            start = time.process_time()
            is_content = doc.verdict.is_content
            times.append(1000 * (time.process_time() - start))
            # A page whose text the parser does not see is empty for every reader of it.
            n_false += not is_content and bool(len(doc.page.blocks))
            n_pages += 1
    return {
        "login pages found": round(n_found / len(forms), 3),
        "false alarms": n_false,
        "pages with content": n_pages,
        "median ms": round(median(times), 2),
        "mean ms": round(mean(times), 2),
    }
