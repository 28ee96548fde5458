"""The small pages that training makes from the content of labelled pages."""

from __future__ import annotations

import numpy as np

from maintext.corpus import LabelledPage
from maintext.corpus.block_labels import AlignedLabels
from maintext.model.feature_names import FEATURES
from maintext.train.model.data import Example, collect
from maintext.train.model.fragments import FRAGMENT, fragments
from maintext.train.model.weights import block_weights

MENU = "<nav><a href=/>Home</a> <a href=/news>News</a></nav>"
PARAGRAPHS = [
    f"The ferry was late again on day {number}, and nobody on the pier was surprised." for number in range(40)
]


def pages(n: int, letters: str = "O" + "C" * 40 + "O", kind: str = "article") -> list[LabelledPage]:
    text = "".join(f"<p>{paragraph}</p>" for paragraph in PARAGRAPHS)
    html = f"<title>Ferries &amp; piers</title>{MENU}<main class=story><div>{text}</div></main><footer>Imprint</footer>"
    labels = AlignedLabels(letters, len(letters), len(letters))
    return [
        LabelledPage(
            "made",
            str(number),
            html.encode(),
            "\n".join(PARAGRAPHS),
            kind,
            f"https://s{number}.example/",
            labels=labels,
        )
        for number in range(n)
    ]


def made(n: int = 40, letters: str = "O" + "C" * 40 + "O", kind: str = "article") -> list[Example]:
    return fragments(collect(pages(n, letters, kind)))


def test_about_every_second_page_makes_a_fragment_of_its_content() -> None:
    found = made()
    assert 12 <= len(found) <= 28
    for example in found:
        assert example.labelled.kind == FRAGMENT
        assert example.labelled.id.endswith("#fragment")
        assert example.page_type is None, "what it is a part of can't be seen"
        assert example.page.texts() == PARAGRAPHS[: len(example.page.texts())]
        assert example.shares.tolist() == [1.0] * len(example.page.texts())
        assert example.bags.f1(np.ones(len(example.shares), dtype=np.bool_)) == 1


def test_fragments_have_several_sizes_and_some_have_a_title() -> None:
    found = made(80)
    assert len({len(example.shares) for example in found}) == 4
    assert {example.page.head.title for example in found} == {None, "Ferries & piers"}


def test_the_same_pages_make_the_same_fragments() -> None:
    assert [example.labelled for example in made()] == [example.labelled for example in made()]


def test_a_fragment_is_in_the_fold_of_its_page_and_counts_less_than_a_page() -> None:
    examples = collect(pages(40))
    by_site = {example.site: example for example in examples}
    for fragment in fragments(examples):
        whole = by_site[fragment.site]
        assert fragment.fold == whole.fold
        none = [np.zeros((len(one.shares), len(FEATURES)), dtype=np.float32) for one in (whole, fragment)]
        of_whole, of_fragment = (
            block_weights([one], own).sum() for one, own in zip((whole, fragment), none, strict=True)
        )
        assert 0 < of_fragment < of_whole


def test_pages_without_content_or_labels_make_none() -> None:
    little = "OC" + "O" * 40
    assert made(letters=little) == []
    assert made(kind="form") == []
    assert fragments(collect(_without_labels())) == []


def _without_labels() -> list[LabelledPage]:
    return [LabelledPage("made", page.id, page.html, page.gold, url=page.url) for page in pages(10)]
