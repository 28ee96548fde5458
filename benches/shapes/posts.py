"""Posts of forums_train against its gold posts, and F1 of the text of threads before and after following the posts.

A post is found if the F1 of its words and those of the gold is .6 or more. An author is right if it is the name or the
profile's address of the gold, a date if it is the same day or reads the same. Figures by forum are means over forums: a
forum with long threads counts as much as any other. The rules were written while looking at all threads, so both halves
of the forums are given as well: how far they differ shows how much chance is in the figures.
"""

import re
from collections import Counter
from html import unescape
from statistics import mean, median
from typing import Any
from urllib.parse import urljoin, urlsplit

import maintext
from benches.shapes.data import HALVES, half_of, labelled, milliseconds
from maintext.metadata.values.dates import read_day
from maintext.shapes.posts import Post

LEAST_F1 = 0.6
QUOTE_BUTTON = "posting.php?mode=quote"
"""In the gold of one forum the authors are the addresses of "Quote" buttons: they are not judged."""


def words_of(text: str) -> Counter[str]:
    """The words of a text or of HTML."""
    return Counter(re.findall(r"\w+", re.sub(r"<[^>]+>", " ", unescape(text)).lower()))


def f1(one: Counter[str], other: Counter[str]) -> float:
    """F1 of two bags of words."""
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 1.0


def packed(text: str | None) -> str:
    """Letters and digits alone."""
    return re.sub(r"[\W_]", "", (text or "").lower())


def is_author(post: Post, wanted: str, url: str) -> bool:
    """Whether a post has the author of the gold, which is a name or the address of a profile."""
    has_link = post.author_link is not None and urljoin(url, post.author_link) == urljoin(url, wanted)
    return has_link or bool(post.author and packed(post.author) in packed(wanted))


def is_date(post: Post, wanted: str, language: str | None) -> bool:
    """Whether a post has the date of the gold."""
    one, other = packed(post.date_shown), packed(wanted)
    has_day = post.date is not None and post.date == read_day(wanted, language)
    return bool(one) and (one in other or other in one or has_day)


def counts_of(posts: tuple[Post, ...], gold: dict[str, Any], language: str | None) -> Counter[str]:
    """How many posts are wanted, found and right, and how many of those have the right author and date."""
    counts = Counter(wanted=len(gold["posts"]), found=len(posts))
    bags, left = [words_of(post.text) for post in posts], set(range(len(posts)))
    for wanted in gold["posts"]:
        bag = words_of(wanted["text"])
        score, index = max(((f1(bag, bags[index]), index) for index in left), default=(0.0, -1))
        if score >= LEAST_F1:
            left.discard(index)
            post = posts[index]
            counts["right"] += 1
            author = wanted.get("author") or ""
            if QUOTE_BUTTON not in author:
                counts["judged author"] += 1
                counts["author"] += is_author(post, author, gold["url"])
            counts["date"] += is_date(post, wanted.get("date") or "", language)
    return counts


def measure() -> dict[str, float]:
    """Precision, recall, authors and dates over all posts, F1 of texts, and milliseconds."""
    halves: tuple[Counter[str], ...] = (Counter(), Counter())
    forums: dict[str, Counter[str]] = {}
    times, texts = [], []
    for page in labelled("forums_train"):
        doc = maintext.extract(page.html, url=page.gold["url"])
        times.append(milliseconds(doc, "posts"))
        counts = counts_of(doc.posts, page.gold, doc.page.head.language)
        halves[half_of(page.gold["url"])].update(counts)
        forums.setdefault(urlsplit(page.gold["url"]).netloc, Counter()).update(counts)
        texts.append(_text_f1(doc, page.gold["gold"]))
    others = [
        _text_f1(maintext.extract(page.html, url=page.gold["url"]), page.gold["gold"])
        for page in labelled("magic_forums_train")
    ]
    figures = _shares(halves[0] + halves[1], "")
    for totals, name in zip(halves, HALVES, strict=True):
        figures |= _shares(totals, f", {name}")
    return {
        **figures,
        "precision by forum": round(mean(c["right"] / c["found"] if c["found"] else 0 for c in forums.values()), 3),
        "recall by forum": round(mean(c["right"] / c["wanted"] for c in forums.values()), 3),
        "text F1": round(mean(before for before, _ in texts), 3),
        "text F1 following posts": round(mean(after for _, after in texts), 3),
        "magic_forums text F1": round(mean(before for before, _ in others), 3),
        "magic_forums text F1 following posts": round(mean(after for _, after in others), 3),
        "median ms": round(median(times), 2),
        "mean ms": round(mean(times), 2),
    }


def _shares(totals: Counter[str], suffix: str) -> dict[str, float]:
    return {
        f"precision{suffix}": round(totals["right"] / totals["found"], 3),
        f"recall{suffix}": round(totals["right"] / totals["wanted"], 3),
        f"authors{suffix}": round(totals["author"] / totals["judged author"], 3),
        f"dates{suffix}": round(totals["date"] / totals["right"], 3),
    }


def _text_f1(doc: maintext.Document, gold: str) -> tuple[float, float]:
    bag = words_of(gold)
    return f1(words_of(doc.text), bag), f1(words_of(doc.following_posts().text), bag)
