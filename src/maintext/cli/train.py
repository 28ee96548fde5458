"""`maintext train`: labelled pages -> a model file and its card."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from maintext.atomic_output import write_whole
from maintext.cli.progress import progress_bar
from maintext.corpus import BrokenPage, LabelledPage, open_corpus
from maintext.corpus.label_files import read_labels
from maintext.corpus.relabelled import alignment_summary
from maintext.errors import ModelError
from maintext.train.card import Card, write_model
from maintext.trained.files import Model

if TYPE_CHECKING:
    from maintext.train.model.data import Example

_corpora = click.argument("corpora", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="CORPUS...")
_output = click.option(
    "-o",
    "output",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="The model file to write (.npz).",
)


@click.group()
def train() -> None:
    """Train extractors that have a model. Needs maintext[train].

    A CORPUS is a tar or folder with gold.jsonl and html/, or a data set in the layout of its authors. The same pages
    give the same model on the same machine. The model's card is written beside it. Use the model with --by FILE.npz.
    """


@train.command()
@_corpora
@_output
def leaf(corpora: tuple[Path, ...], output: Path) -> None:
    """The boosted trees of `leaf`, their parameters chosen by cross-validation."""
    from maintext.train.leaf import GRID, choose, collect, fit, leaf_card, out_of_fold

    pages = _read(corpora)
    with progress_bar("leaves", len(pages)) as step:
        leaves = collect(_counted(pages, step))
    with progress_bar("parameters", len(GRID)) as step:
        choice = choose(leaves, GRID, step)
    card = leaf_card(leaves, choice, out_of_fold(leaves, choice), _command("leaf", corpora, output))
    _write(output, fit(leaves, choice), card, pages)


@train.command()
@_corpora
@_output
def mss(corpora: tuple[Path, ...], output: Path) -> None:
    """The naive Bayes of `mss`: log odds of token trigrams and tags."""
    from maintext.train.mss import cross_validate, fit, mss_card

    pages = _read(corpora)
    with progress_bar("folds", len(pages)) as step:
        scores = cross_validate(pages, step)
    with progress_bar("pages", len(pages)) as step:
        model = fit(_counted(pages, step))
    _write(output, model, mss_card(model, scores, _command("mss", corpora, output)), pages)


@train.command()
@_corpora
@_output
def typical(corpora: tuple[Path, ...], output: Path) -> None:
    """The typical blocks that `model` compares a block with in its explanations; needed after a change of features."""
    from maintext.model.predictor import shipped_model
    from maintext.train.typical import N_BLOCKS, typical_arrays, typical_blocks, typical_card

    pages = _read(corpora)
    with progress_bar("blocks", N_BLOCKS) as step:
        blocks = typical_blocks(pages, shipped_model(), step)
    card = typical_card(_command("typical", corpora, output))
    beside = write_model(output, card, typical_arrays(blocks), pages)
    click.echo(f"{output.name}, {output.stat().st_size:,} bytes, and {beside.name}: {len(blocks)} blocks")


@train.command()
@_corpora
@_output
@click.option(
    "--from",
    "origin",
    help="Continue training from a model: 'shipped', or a file .npz. A few pages are enough.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1),
    default=os.cpu_count() or 1,
    help="Fits at the same time.  [default: one per core]",
)
@click.option(
    "--ablation", is_flag=True, help="Also measure the gain of each group of features; takes three times as long."
)
@click.option(
    "--labels",
    type=click.Path(path_type=Path, exists=True),
    help="Label files, which replace the gold text of the pages they have: a folder or a file .jsonl.xz.",
)
def model(corpora: tuple[Path, ...], output: Path, origin: str | None, labels: Path | None, **how: Any) -> None:
    """The trees and tables of `model`, the default extractor.

    Writes the model, its card, and a learning report (.md) with the F1 on sites that the measured model had not seen.
    With --from, trees are added to a model, and the report compares both on pages that were held out.
    """
    from maintext.train.model.data import collect

    pages = _read(corpora, labels)
    with progress_bar("labels", len(pages)) as step:
        examples = collect(pages, how["jobs"], step)
    given = {"--from": origin, "--labels": labels}
    command = _command("model", corpora, output)
    command += "".join(f" {name} {Path(value).name}" for name, value in given.items() if value)
    if origin:
        _train_on(origin, examples, (output, command), pages)
    else:
        _train_anew(examples, (output, command), pages, (how["jobs"], how["ablation"]))


def _train_anew(
    examples: list[Example], where: tuple[Path, str], pages: list[LabelledPage], how: tuple[int, bool]
) -> None:
    from maintext.train.model.card import model_card
    from maintext.train.model.data import N_FOLDS
    from maintext.train.model.learn import Plan, learn, n_steps
    from maintext.train.model.measured import ablate, ablated_groups, measure
    from maintext.train.model.report import to_markdown

    (output, command), (jobs, with_ablation) = where, how
    plan = Plan(jobs=jobs)
    with progress_bar("fits", n_steps(len({example.fold for example in examples}))) as step:
        learned = learn(examples, plan, step)
    seen = {id(example.labelled) for example in examples}
    measured = measure(learned, examples, [page for page in pages if id(page) not in seen])
    worth = None
    if with_ablation:
        with progress_bar("ablation", (1 + len(ablated_groups())) * (N_FOLDS + 1)) as step:
            worth = ablate(examples, plan, step)
    report = output.with_suffix(".md")
    try:
        write_whole(report, to_markdown(measured, learned.gains, worth))
    except OSError as error:
        raise ModelError(f"can't write the report {report}: {error}") from error
    card = model_card(plan, measured, command, worth)
    beside = write_model(output, card, learned.model.to_arrays(), pages)
    scores = ", ".join(f"{name} {value:.3f}" for name, value in measured.f1.items() if "/" not in name)
    click.echo(f"{output.name}, {output.stat().st_size:,} bytes, {beside.name} and {report.name}: F1 {scores}")


def _train_on(origin: str, examples: list[Example], where: tuple[Path, str], pages: list[LabelledPage]) -> None:
    from maintext.model.predictor import Model as BlockModel
    from maintext.model.predictor import shipped_model
    from maintext.train.model.card import grown_card
    from maintext.train.model.more import MORE, continue_training

    output, command = where
    start = shipped_model() if origin == "shipped" else BlockModel.load(origin)
    grown, change = continue_training(start, examples, MORE)
    card = grown_card(change, command, MORE)
    beside = write_model(output, card, grown.to_arrays(), pages)
    click.echo(f"on {change.n_pages} held-out pages: F1 {change.before:.3f} before, {change.after:.3f} after")
    click.echo(f"{output.name}, {output.stat().st_size:,} bytes, and {beside.name}, trained on all {len(pages)} pages")


def _read(corpora: tuple[Path, ...], labels: Path | None = None) -> list[LabelledPage]:
    broken: list[BrokenPage] = []
    known = read_labels(labels) if labels else {}
    pages = [page for path in corpora for page in open_corpus(path).with_labels(known).pages(broken)]
    for entry in broken:
        click.echo(f"broken page {entry}", err=True)
    if labels:
        click.echo(alignment_summary(page.labels for page in pages), err=True)
    return pages


def _counted(pages: list[LabelledPage], step: Callable[[], None]) -> Iterator[LabelledPage]:
    for page in pages:
        yield page
        step()


def _command(name: str, corpora: tuple[Path, ...], output: Path) -> str:
    """The command for the card: names of files only, no folders of this machine."""
    return f"maintext train {name} {' '.join(path.name for path in corpora)} -o {output.name}"


def _write(output: Path, model: Model, card: Card, pages: list[LabelledPage]) -> None:
    beside = write_model(output, card, model.to_arrays(), pages)
    scores = ", ".join(f"{name} {card.scores[name]:.3f}" for name in ("precision", "recall", "f1"))
    click.echo(f"{output.name}, {output.stat().st_size:,} bytes, and {beside.name}: {scores}")
