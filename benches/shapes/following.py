"""Would the text of threads be better if it followed their posts? Out of fold: `python -m benches.shapes.following`.

A small model is fitted on the labelled threads of three data sets and on 200 other pages, in five folds by site; each
thread is judged by parts that have not seen its site. F1 is that of words, against the blocks with the letter C. It
takes about a minute of processor time.
"""

import random
from collections.abc import Iterator

import numpy as np

from benches.corpora import CORPORA, ROOT
from maintext.corpus import LabelledPage, open_corpus
from maintext.corpus.label_files import read_labels
from maintext.model.predictor import PAGE_TYPES
from maintext.shapes.posts.reading import followed, read_posts
from maintext.train.model.data import Example, collect
from maintext.train.model.fits import Recipe
from maintext.train.model.learn import Plan, learn

N_OTHERS = {"forums_train": 0, "magic_forums_train": 0, "wcxb_train": 160, "newspaper_train": 20, "products_train": 20}
"""By data set: how many pages that are not threads."""
PLAN = Plan(
    first=Recipe(n_trees=90, learning_rate=0.2, n_members=1, has_early_exit=True),
    second=Recipe(n_trees=60, learning_rate=0.2, n_members=1),
    end=Recipe(n_trees=30, learning_rate=0.2),
    classes=Recipe(n_trees=10, learning_rate=0.2, column_share=0.4, n_rows=100_000),
)
N_RESAMPLES = 500


def pages() -> Iterator[LabelledPage]:
    """All labelled threads, and some other labelled pages."""
    choice = random.Random(3)  # noqa: S311 - not for secrets
    for name, n_others in N_OTHERS.items():
        labels = read_labels(ROOT / "labels" / f"{name}.jsonl.xz")
        corpus = open_corpus(CORPORA / f"{name}.tar.xz").with_labels(labels, only_labelled=True)
        found = list(corpus.pages([]))
        others = [page for page in found if page.kind != "forum"]
        yield from (page for page in found if page.kind == "forum")
        yield from choice.sample(others, min(n_others, len(others)))


def change(example: Example, keep: np.ndarray, types: np.ndarray) -> tuple[float, float]:
    """F1 of a page before and after following its posts, if it is predicted to be a forum."""
    before = example.bags.f1(keep)
    if PAGE_TYPES[int(np.argmax(types))] != "forum":
        return before, before
    return before, example.bags.f1(followed(example.page, keep, read_posts(example.page, keep, tuple, "forum")))


def main() -> None:
    examples = collect(list(pages()), 1)
    learned = learn(examples, PLAN)
    rows: dict[str, list[tuple[float, float]]] = {}
    for example, (keep, _), types in zip(examples, learned.kept(examples), learned.page_types, strict=True):
        name = example.labelled.corpus if example.labelled.kind == "forum" else "other pages"
        rows.setdefault(name, []).append(change(example, np.asarray(keep), np.asarray(types)))
    resample = np.random.default_rng(0)
    for name, pairs in rows.items():
        before, after = np.array(pairs).T
        changes = after - before
        means = [changes[resample.integers(0, len(pairs), len(pairs))].mean() for _ in range(N_RESAMPLES)]
        low, high = np.quantile(means, [0.05, 0.95])
        print(f"{name}: {len(pairs)} pages, F1 {before.mean():.3f}, following posts {after.mean():.3f}", end=" ")
        print(f"(change {changes.mean():+.3f}, 90 % interval {low:+.3f} to {high:+.3f})")


if __name__ == "__main__":
    main()
