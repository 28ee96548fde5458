"""The classes of blocks, headline, facts and comments: what they learn from, and what they find on unseen sites."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

import maintext
from maintext.corpus import LabelledPage
from maintext.corpus.block_labels import AlignedLabels
from maintext.model.classes import find_comments
from maintext.model.extractor import ModelExtractor
from maintext.model.feature_names import FEATURES
from maintext.model.predictor import CLASSES, Model
from maintext.page.parsing import parse
from maintext.train.model.classes import class_rows, class_scores
from maintext.train.model.data import Example, collect
from maintext.train.model.fits import Recipe
from maintext.train.model.learn import Plan, TrainingResult, learn
from tests.train.made_pages import LINKS, made_page, sentences

pytestmark = pytest.mark.slow

pytest.importorskip("xgboost", reason="needs maintext[train]")

TINY = Recipe(n_trees=15, leaves=6, learning_rate=0.4, column_share=0.6)
PLAN = Plan(first=TINY, second=TINY, end=TINY, classes=TINY)


def article_with_comments(number: int) -> LabelledPage:
    """A menu, a headline, a date, a text and what readers wrote below it, with the letter of each block."""
    own = random.Random(number)
    menu = own.sample(LINKS, 6)
    text = [sentences(own, own.randint(2, 4)) for _ in range(own.randint(3, 6))]
    replies = [sentences(own, 1) for _ in range(own.randint(2, 5))]
    html = (
        f"<title>{text[0][:20]}</title><ul>{''.join(f'<li><a href=/{word}>{word}</a></li>' for word in menu)}</ul>"
        f"<main><h1>{text[0][:20]}</h1><p class=date>{1 + number % 28} May 2024</p>"
        f"{''.join(f'<p>{paragraph}</p>' for paragraph in text)}</main>"
        f"<section class=reactions>{''.join(f'<blockquote>{reply}</blockquote>' for reply in replies)}</section>"
    )
    letters = "O" * len(menu) + "TM" + "C" * len(text) + "R" * len(replies)
    assert len(parse(html).blocks) == len(letters)
    labels = AlignedLabels(letters, len(letters), len(letters))
    url = f"https://site{number % 6}.example/{number}"
    return LabelledPage("made", str(number), html.encode(), "\n".join(text), url=url, labels=labels)


@pytest.fixture(scope="module")
def examples() -> list[Example]:
    return collect([article_with_comments(number) for number in range(36)])


@pytest.fixture(scope="module")
def learned(examples: list[Example]) -> TrainingResult:
    return learn(examples, PLAN)


def test_letters_are_what_each_class_learns(examples: list[Example]) -> None:
    first = np.zeros((sum(len(example.shares) for example in examples), len(FEATURES)), dtype=np.float32)
    rows = class_rows(examples, first)
    letters = "".join(example.labelled.labels.letters for example in examples if example.labelled.labels)
    for name, letter in zip(CLASSES, "TMR", strict=True):
        assert rows[name].labels.tolist() == [float(own == letter) for own in letters]
        assert rows[name].weights.sum() == pytest.approx(200 * len(examples))


def test_an_unknown_letter_teaches_nothing(examples: list[Example]) -> None:
    labels = AlignedLabels("?" * len(examples[0].shares), 0, 0)
    unknown = replace(examples[0], labelled=replace(examples[0].labelled, labels=labels))
    rows = class_rows([unknown], np.zeros((len(unknown.shares), len(FEATURES)), dtype=np.float32))
    assert not any(own.weights.any() for own in rows.values())


def test_pages_without_labels_teach_comments_alone_by_the_names_around_them() -> None:
    html = b"<p>A text of many words, as texts are.</p><ol class=comments><li>I agree.</li></ol>"
    (example,) = collect([LabelledPage("made", "1", html, "A text of many words, as texts are.")])
    first = np.full((2, len(FEATURES)), 99, dtype=np.float32)
    first[1, FEATURES.index("steps_to_comment")] = 1
    rows = class_rows([example], first)
    assert rows["comments"].labels.tolist() == [0, 1]
    assert rows["comments"].weights.all()
    assert not rows["headline"].weights.any()
    assert not rows["facts"].weights.any()


def test_headline_facts_and_comments_are_found_on_sites_that_were_not_seen(
    examples: list[Example], learned: TrainingResult
) -> None:
    assert class_scores(examples, learned.classes) == pytest.approx({"headline": 1, "facts": 1, "comments": 1}, abs=0.1)
    wrong = {name: np.zeros_like(found) for name, found in learned.classes.items()}
    assert class_scores(examples, wrong)["comments"] == 0


def test_modes_and_document_use_the_classes(learned: TrainingResult) -> None:
    html = article_with_comments(99).html
    plain = maintext.extract(html, by=learned.model)
    assert plain.comments is not None
    comments = [block.text for block in plain.blocks if block.is_comment]
    assert comments == parse(html).texts()[-len(comments) :] != []
    assert not any(text in plain.text for text in comments)
    headline, date = parse(html).texts()[6:8]
    everything = maintext.extract(html, by=ModelExtractor(content="all", model=learned.model))
    assert all(text in everything.text for text in (headline, date, *comments))


def test_a_forum_has_no_comments(learned: TrainingResult) -> None:
    page = parse(article_with_comments(99).html)
    assert find_comments(learned.model, page, is_forum=False).any()
    assert not find_comments(learned.model, page, is_forum=True).any()


def test_without_labels_a_model_has_classes_that_find_no_headline() -> None:
    model = learn(collect([made_page(number) for number in range(20)]), PLAN).model
    page = parse(article_with_comments(99).html)
    assert float(model.predict_classes(page)["headline"].max()) < 0.3
    assert Model.from_arrays(model.to_arrays()).predict_classes(page).keys() == set(CLASSES)
