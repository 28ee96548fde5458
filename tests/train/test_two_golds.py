"""Pages that have labels of blocks and a published gold text: which of them training learns from."""

from __future__ import annotations

import numpy as np

from maintext.corpus import LabelledPage
from maintext.corpus.block_labels import AlignedLabels
from maintext.model.feature_names import FEATURES
from maintext.train.model.data import Example, collect
from maintext.train.model.weights import block_weights

TEXT = [" ".join(f"word{number}of{place}" for place in range(12)) + "." for number in range(20)]
CAPTION = "A harbour in the rain."


def page(number: int, *, published: list[str], letters: str, kind: str = "article") -> LabelledPage:
    html = f"<p>{CAPTION}</p>" + "".join(f"<p>{paragraph}</p>" for paragraph in TEXT)
    labels = AlignedLabels(letters, len(letters), len(letters))
    content = [text for text, letter in zip([CAPTION, *TEXT], letters, strict=True) if letter == "C"]
    return LabelledPage(
        "made",
        str(number),
        html.encode(),
        "\n".join(content),
        kind=kind,
        url=f"https://site{number}.example/",
        labels=labels,
        published_gold="\n".join(published),
    )


def weights_of(example: Example) -> list[float]:
    weights = block_weights([example], np.zeros((len(example.shares), len(FEATURES)), dtype=np.float32))
    return [float(weight) for weight in weights]


def test_a_gold_text_that_agrees_but_for_its_convention_is_learned_from() -> None:
    (example,) = collect([page(1, published=TEXT, letters="C" * 21)])
    assert example.shares.tolist() == [0, *[1] * 20]
    assert not example.is_by_labels
    assert example.bags.f1(np.ones(21, dtype=np.bool_)) == 1, "scores are still by the labels"


def test_labels_replace_a_gold_text_that_lacks_half_of_the_article_and_what_is_disputed_does_not_count() -> None:
    (example,) = collect([page(1, published=TEXT[:10], letters="O" + "C" * 20)])
    assert example.shares.tolist() == [0, *[1] * 20]
    assert example.is_by_labels
    counts = [weight > 0 for weight in weights_of(example)]
    assert counts == [True] * 11 + [False] * 10


def test_on_other_pages_than_articles_labels_decide_alone() -> None:
    (example,) = collect([page(1, published=TEXT[:10], letters="O" + "C" * 20, kind="listing")])
    assert example.is_disputed is None
    assert all(weight > 0 for weight in weights_of(example))


def test_agreement_is_that_of_the_whole_data_set() -> None:
    agreeing = [page(number, published=TEXT, letters="O" + "C" * 20) for number in range(9)]
    cut = page(9, published=TEXT[:16], letters="O" + "C" * 20)
    examples = collect([*agreeing, cut])
    assert not any(example.is_by_labels for example in examples)
    assert examples[-1].shares.tolist() == [0, *[1] * 16, *[0] * 4]
