"""Training of the learned extractor, on pages made up for it: parts of it, all of it, and the command."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import maintext
from maintext.cli.main import commands
from maintext.corpus import LabelledPage
from maintext.errors import CorpusError
from maintext.metadata.values.language import detect_language
from maintext.model.feature_names import CONTEXT, FEATURES
from maintext.model.predictor import PAGE_TYPES, Model, shipped_model
from maintext.train.model.data import Example, collect
from maintext.train.model.fits import Fitted, Recipe, Rows, fit, fit_types
from maintext.train.model.learn import Plan, TrainingResult, learn, n_steps
from maintext.train.model.measured import measure
from maintext.train.model.more import LEAST_PAGES, continue_training, joined
from maintext.train.model.report import to_markdown
from maintext.train.model.weights import block_weights, sample
from maintext.trained.trees import Trees
from tests.train.made_pages import made_page, made_thread, write_corpus

pytestmark = pytest.mark.slow

pytest.importorskip("xgboost", reason="needs maintext[train]")

PAGES = [*(made_page(number) for number in range(30)), *(made_thread(number) for number in range(12))]
TINY = Recipe(n_trees=12, leaves=6, learning_rate=0.4, column_share=0.5)
PLAN = Plan(first=TINY, second=TINY, end=TINY, classes=TINY)


@pytest.fixture(scope="module")
def examples() -> list[Example]:
    return collect(PAGES)


@pytest.fixture(scope="module")
def learned(examples: list[Example]) -> TrainingResult:
    return learn(examples, PLAN)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return write_corpus(tmp_path / "made", PAGES)


def run(*arguments: str | Path) -> str:
    result = CliRunner().invoke(commands, ["train", "model", *map(str, arguments)], catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def test_pages_of_a_site_are_in_one_fold_and_sites_in_several(examples: list[Example]) -> None:
    folds: dict[str, set[int]] = {}
    for example in examples:
        folds.setdefault(example.site, set()).add(example.fold)
    assert all(len(found) == 1 for found in folds.values())
    assert len(set.union(*folds.values())) > 1


def test_an_example_knows_the_f1_of_any_choice_of_blocks(examples: list[Example]) -> None:
    for example in examples[:5]:
        is_content = example.shares > 0.5
        assert example.bags.f1(is_content) == 1
        assert example.bags.f1(np.zeros_like(is_content)) == 0
        assert 0 < example.bags.f1(np.ones_like(is_content)) < 1


def test_pages_that_teach_nothing_are_an_error() -> None:
    with pytest.raises(CorpusError, match="none of the blocks of 1 pages"):
        collect([LabelledPage("c", "1", b"<p>text of the page", "something else")])


def test_pages_of_one_site_are_too_few_to_learn_from(examples: list[Example]) -> None:
    with pytest.raises(CorpusError, match="two parts"):
        learn([example for example in examples if example.site == examples[0].site], PLAN)


def test_a_page_weighs_no_more_than_three_times_its_gold_and_comments_not_at_all(examples: list[Example]) -> None:
    columns = np.full((sum(len(example.shares) for example in examples), len(FEATURES)), 30, dtype=np.float32)
    weights = np.split(block_weights(examples, columns), np.cumsum([len(e.shares) for e in examples])[:-1])
    assert all(0 < own.sum() <= 1.5 * 3.0001 for own in weights)
    columns[:, FEATURES.index("steps_to_comment")] = 1
    commented = np.split(block_weights(examples, columns), np.cumsum([len(e.shares) for e in examples])[:-1])
    for example, plain, own in zip(examples, weights, commented, strict=True):
        if example.labelled.kind == "forum":
            assert np.array_equal(own, plain), "what people wrote is what a forum is about"
        else:
            is_content = example.shares >= 0.5
            assert not own[is_content].any()
            assert own[~is_content] == pytest.approx(1.5 * plain[~is_content])


def test_a_sample_has_about_so_many_rows_and_the_weight_of_all() -> None:
    weights = np.random.default_rng(1).gamma(1.0, 2.0, 20_000)
    chosen = sample(weights, 5_000, seed=3)
    assert np.count_nonzero(chosen) == pytest.approx(5_000, rel=0.05)
    assert chosen.sum() == pytest.approx(weights.sum(), rel=0.05)
    assert (chosen[chosen > 0] >= weights[chosen > 0] - 1e-9).all()
    assert np.array_equal(chosen, sample(weights, 5_000, seed=3))
    assert not np.array_equal(chosen, sample(weights, 5_000, seed=4))
    assert sample(weights, 20_000, seed=3) is weights


def made_rows() -> Rows:
    numbers = np.random.default_rng(2)
    columns = numbers.random((600, 4)).astype(np.float32)
    labels = (columns[:, 1] > 0.5).astype(np.float32)
    return Rows(columns, labels, np.ones(600), np.arange(600) % 3)


@pytest.fixture(scope="module")
def fitted() -> Fitted:
    steps: list[int] = []
    found = fit(made_rows(), TINY, 1, lambda: steps.append(1))
    assert len(steps) == 4, "three folds, and all"
    return found


def test_trees_find_the_column_that_decides_and_answer_out_of_fold(fitted: Fitted) -> None:
    rows = made_rows()
    assert fitted.gains.argmax() == 1
    assert ((fitted.out_of_fold > 0.5) == (rows.labels > 0.5)).mean() > 0.9
    assert ((fitted.trees.probabilities(rows.columns) > 0.5) == (rows.labels > 0.5)).mean() > 0.9


def test_a_fold_is_not_seen_by_the_trees_that_answer_for_it() -> None:
    rows = made_rows()
    # In fold 0 alone, another column decides: nobody else can know.
    odd = rows.folds == 0
    rows.labels[odd] = rows.columns[odd, 3] > 0.5
    fitted = fit(rows, TINY, 1)
    is_right = (fitted.out_of_fold > 0.5) == (rows.labels > 0.5)
    assert 0.3 < is_right[odd].mean() < 0.7


def test_rows_without_weight_teach_nothing_but_have_an_answer() -> None:
    rows = made_rows()
    fitted = fit(replace(rows, labels=np.zeros(600, dtype=np.float32), weights=np.zeros(600)), TINY, 1)
    assert (fitted.out_of_fold < 0.01).all()
    assert np.isfinite(fitted.trees.base)


def test_there_are_trees_for_every_type_also_for_those_that_no_page_has() -> None:
    rows = made_rows()
    types = np.where(rows.labels > 0, 2, 0).astype(np.int64)
    answers, trees = fit_types(rows.columns, types, rows.weights, rows.folds)
    assert answers.shape == (600, len(PAGE_TYPES))
    assert len(trees) == len(PAGE_TYPES)
    assert (answers.argmax(axis=1) == types).mean() > 0.95
    assert np.isfinite(answers).all()


def test_joined_trees_give_the_sum_of_both(fitted: Fitted) -> None:
    columns, one = made_rows().columns, fitted.trees
    both = joined(one, one)
    assert len(both.first) == 2 * len(one.first)
    assert both.margins(columns) == pytest.approx(2 * one.margins(columns) - np.float32(one.base), abs=1e-4)
    again = Trees.from_arrays(both.to_arrays(), both.base, both.n_features)
    assert again.margins(columns).tolist() == both.margins(columns).tolist()


def test_members_are_grown_apart_and_their_mean_is_the_answer() -> None:
    rows, columns = made_rows(), made_rows().columns
    recipe = replace(TINY, n_rows=300, seed=5)
    one, two = (fit(rows, replace(recipe, seed=seed), 1) for seed in (5, 6))
    both = fit(rows, replace(recipe, n_members=2), 1)
    assert not np.allclose(one.trees.margins(columns), two.trees.margins(columns), atol=0.1)
    mean = (one.trees.margins(columns) + two.trees.margins(columns)) / 2
    assert both.trees.margins(columns) == pytest.approx(mean, abs=1e-4)
    halves = [fitted.trees.first_trees(3).margins(columns) for fitted in (one, two)]
    assert both.trees.first_trees(6).margins(columns) == pytest.approx(np.mean(halves, axis=0), abs=1e-4)
    assert both.gains == pytest.approx(one.gains + two.gains)
    odds = [np.log(fitted.out_of_fold / (1 - fitted.out_of_fold)) for fitted in (one, two, both)]
    assert odds[2] == pytest.approx((odds[0] + odds[1]) / 2, abs=1e-3)


def test_the_same_pages_give_the_same_arrays(examples: list[Example], learned: TrainingResult) -> None:
    steps: list[int] = []
    again = learn(examples, PLAN, lambda: steps.append(1))
    assert len(steps) == n_steps(len({example.fold for example in examples}))
    one, two = learned.model.to_arrays(), again.model.to_arrays()
    assert list(one) == list(two)
    for name, array in one.items():
        assert np.array_equal(array, two[name]), name


def test_a_learned_model_does_what_its_pages_show(examples: list[Example], learned: TrainingResult) -> None:
    measured = measure(learned, examples, [])
    assert measured.f1["made"] > 0.9
    assert set(measured.f1) == {"made", "made/article", "made/forum"}
    assert all(np.isfinite(list(measured.confidence.values())))
    article, thread = made_page(1001), made_thread(1001)
    assert maintext.extract(article.html, by=learned.model).text.split() == article.gold.split()
    assert maintext.extract(thread.html, by=learned.model).page_type == "forum"
    assert maintext.extract(article.html, by=learned.model).page_type == "article"


def test_a_report_says_what_was_measured(examples: list[Example], learned: TrainingResult) -> None:
    textless = [LabelledPage("made", "empty", b"", ""), LabelledPage("made", "lost", b"", "some text")]
    measured = measure(learned, examples, textless)
    assert measured.f1["made"] < measure(learned, examples, []).f1["made"]
    report = to_markdown(measured, learned.gains, {"none": 0.9, "text": 0.05})
    assert f"| made | {measured.f1['made']:.4f} ± {measured.half_intervals['made']:.4f} |" in report
    assert 0 < measured.half_intervals["made"] < 0.5
    assert "| text | +0.0500 |" in report
    own = {example.labelled.gold: score for example, score in zip(examples, _scores(learned, examples), strict=True)}
    english = [score for gold, score in own.items() if (found := detect_language(gold)) and found.language == "en"]
    f1, half, n_pages = measured.languages["en"]
    assert n_pages == len(english)
    assert f1 == pytest.approx(np.mean(english))
    assert 0 <= half < 0.5
    assert f"| en | {f1:.3f} ± {half:.3f} | {n_pages} |" in report


def _scores(learned: TrainingResult, examples: list[Example]) -> list[float]:
    pairs = zip(examples, learned.kept(examples), strict=True)
    return [example.bags.f1(keep) for example, (keep, _) in pairs]


def test_going_on_needs_a_few_pages(examples: list[Example]) -> None:
    with pytest.raises(CorpusError, match=f"4 pages are too few.*{LEAST_PAGES} are the least"):
        continue_training(shipped_model(), examples[: LEAST_PAGES - 1])


def test_going_on_adds_trees_to_the_second_stage_alone(examples: list[Example]) -> None:
    start = shipped_model()
    grown, change = continue_training(start, examples, Recipe(n_trees=5, leaves=4))
    assert len(grown.second.first) == len(start.second.first) + 5
    assert (grown.first, grown.types, grown.end) == (start.first, start.types, start.end)
    assert 0 < change.n_pages < len(examples)
    assert 0 <= change.before <= 1
    assert Model.from_arrays(grown.to_arrays()).second.base == start.second.base


def test_the_command_writes_a_model_a_card_and_a_report(corpus: Path, tmp_path: Path) -> None:
    output = run(corpus, "-o", tmp_path / "m.npz", "--jobs", "1")
    assert "m.npz" in output
    assert "made " in output
    card = json.loads((tmp_path / "m.json").read_text())
    assert card["scores"]["f1 made"] > 0.9
    assert card["data"]["made"]["pages"] == len(PAGES)
    assert card["features"] == [*FEATURES, *CONTEXT]
    assert card["command"] == "maintext train model made -o m.npz"
    assert "NaN" not in (tmp_path / "m.json").read_text()
    assert str(tmp_path) not in json.dumps(card)
    assert (tmp_path / "m.md").read_text().startswith("# What the model learned")
    unseen = made_page(1000)
    document = maintext.extract(unseen.html, by=Model.load(tmp_path / "m.npz"))
    assert document.text.split() == unseen.gold.split()
    assert document.by == "model"


def test_the_command_goes_on_from_the_shipped_model_and_from_a_file(corpus: Path, tmp_path: Path) -> None:
    output = run(corpus, "-o", tmp_path / "one.npz", "--from", "shipped", "--jobs", "1")
    assert "held-out pages: F1 " in output
    card = json.loads((tmp_path / "one.json").read_text())
    assert card["command"].endswith("--from shipped")
    assert card["scores"]["f1 after"] >= card["scores"]["f1 before"] - 0.05
    run(corpus, "-o", tmp_path / "two.npz", "--from", tmp_path / "one.npz", "--jobs", "1")
    shipped, one, two = shipped_model(), Model.load(tmp_path / "one.npz"), Model.load(tmp_path / "two.npz")
    n_more = len(one.second.first) - len(shipped.second.first)
    assert n_more > 0
    assert len(two.second.first) - len(one.second.first) == n_more


def test_a_model_that_cannot_be_gone_on_from_is_refused(corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "no.npz").write_bytes(b"no model")
    arguments = ["train", "model", str(corpus), "-o", str(tmp_path / "m.npz"), "--from", str(tmp_path / "no.npz")]
    with pytest.raises(maintext.ModelError, match=r"no\.npz is not a model file"):
        CliRunner().invoke(commands, arguments, catch_exceptions=False)
    assert not (tmp_path / "m.npz").exists()
