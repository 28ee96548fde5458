"""`maintext train`: labelled pages -> a model file and its card."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from maintext.corpus import BrokenPage, LabelledPage, open_corpus
from maintext.models import Model
from maintext.train.card import Card, write_model

_corpora = click.argument("corpora", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="CORPUS...")
_output = click.option(
    "-o", "output", required=True, type=click.Path(path_type=Path, dir_okay=False), help="The model: a file .npz."
)


@click.group()
def train() -> None:
    """Train the extractors that learn. Needs maintext[train].

    A CORPUS is a tar or folder with gold.jsonl and html/, or a data set as its authors publish it. The same
    pages give the same model on the same machine. The model's card is written beside it.
    """


@train.command()
@_corpora
@_output
def leaf(corpora: tuple[Path, ...], output: Path) -> None:
    """The boosted trees of `leaf`, their parameters chosen by cross-validation."""
    from maintext.train.leaf import GRID, choose, collect, fit, leaf_card, out_of_fold

    pages = _read(corpora)
    with _progress("leaves", len(pages)) as step:
        leaves = collect(_counted(pages, step))
    with _progress("parameters", len(GRID)) as step:
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
    with _progress("folds", len(pages)) as step:
        scores = cross_validate(pages, step)
    with _progress("pages", len(pages)) as step:
        model = fit(_counted(pages, step))
    _write(output, model, mss_card(model, scores, _command("mss", corpora, output)), pages)


def _read(corpora: tuple[Path, ...]) -> list[LabelledPage]:
    broken: list[BrokenPage] = []
    pages = [page for path in corpora for page in open_corpus(path).pages(broken)]
    for entry in broken:
        click.echo(f"broken page {entry}", err=True)
    return pages


@contextmanager
def _progress(label: str, length: int) -> Iterator[Callable[[], None]]:
    """A bar on a terminal, nothing elsewhere."""
    hidden = not sys.stderr.isatty()
    with click.progressbar(length=length, label=label, file=sys.stderr, show_pos=True, hidden=hidden) as bar:
        yield lambda: bar.update(1)


def _counted(pages: list[LabelledPage], step: Callable[[], None]) -> Iterator[LabelledPage]:
    for page in pages:
        yield page
        step()


def _command(name: str, corpora: tuple[Path, ...], output: Path) -> str:
    """The command as it can be told: where the files lay is nobody's business."""
    return f"maintext train {name} {' '.join(path.name for path in corpora)} -o {output.name}"


def _write(output: Path, model: Model, card: Card, pages: list[LabelledPage]) -> None:
    beside = write_model(output, card, model.to_arrays(), pages)
    scores = ", ".join(f"{name} {card.scores[name]:.3f}" for name in ("precision", "recall", "f1"))
    click.echo(f"{output.name}, {output.stat().st_size:,} bytes, and {beside.name}: {scores}")
