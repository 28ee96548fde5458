"""`maintext label`: label pages in a browser or in text form, compare labels, and write a corpus."""

from __future__ import annotations

import secrets
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from maintext.cli.progress import progress_bar
from maintext.cli.shared_options import by_option
from maintext.errors import LabelError

if TYPE_CHECKING:
    from maintext.label.desk import Desk


@dataclass(frozen=True)
class Options:
    """The options of the command line, as click gives them."""

    by: str
    host: str
    port: int
    target: Path | None
    prints: bool
    chars: int
    answers: Path | None
    labels: Path | None
    other: Path | None
    guide: str | None
    made: str | None
    licence: str | None


@click.command()
@click.argument("pages", nargs=-1, type=click.Path(path_type=Path), metavar="PAGE...")
@by_option("Extractor whose decisions are the first labels")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8640, show_default=True, help="0 for any free port.")
@click.option("--print", "prints", is_flag=True, help="Write the numbered blocks of the pages to standard output.")
@click.option(
    "--chars", type=click.IntRange(60), default=160, show_default=True, help="With --print: of a block's text."
)
@click.option(
    "--import",
    "answers",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="Read answers to pages in text form, one JSON object per line, and write them to --labels.",
)
@click.option("--labels", type=click.Path(path_type=Path), help="A folder of label files, or one of them.")
@click.option("--guide", help="With --import: the version of the labelling guide that was followed.")
@click.option("--made", help="With --import: who labelled, and how.")
@click.option("--licence", help="With --import: of the pages; sources.json beside the label files comes first.")
@click.option(
    "--agreement",
    "other",
    type=click.Path(path_type=Path, exists=True),
    help="Compare --labels with these labels of the same pages, made independently.",
)
@click.option(
    "--export", "target", type=click.Path(path_type=Path), help="Write the labelled pages there as a corpus, and end."
)
def label(pages: tuple[Path, ...], **given: Any) -> None:
    """Label the main content of pages, in a browser or as text.

    \b
    maintext label FOLDER [--export CORPUS]
        in a browser; what is done there, as a corpus
    maintext label FOLDER --labels LABELS
        in a browser, to review and correct label files
    maintext label --print PAGE...
        numbered blocks, as text
    maintext label --import RANGES.jsonl --labels LABELS PAGE...
        answers to them, as label files
    maintext label --labels LABELS --export CORPUS PAGE...
        pages that have label files, as a corpus
    maintext label --labels LABELS --agreement OTHER
        how far two labellings agree

    In the browser (needs maintext[serve]), a FOLDER's .html files are labelled. Labels are written at once to
    labels.jsonl in the folder; several people may label at the same time. The pages that are most worth labelling come
    first. Only this machine can reach the server, unless --host names another address: then the address that is
    printed contains a token, without which nobody can open it.

    In text form, a PAGE is an .html file, a folder, a corpus (CORPUS.tar.xz) or a page of it (CORPUS.tar.xz/ID).
    """  # noqa: D301 - click needs the character itself, not a backslash
    options = Options(**given)
    if options.other is not None:
        _compare(_needed(options.labels, "--agreement"), options.other)
    elif not pages:
        raise click.UsageError("Missing argument 'PAGE...'.")
    elif options.prints:
        _print(pages, options.chars)
    elif options.answers is not None:
        _import(pages, options.answers, _needed(options.labels, "--import"), options)
    elif options.labels is not None and options.target is not None:
        _export_labels(pages, options.labels, options.target)
    else:
        _in_a_browser(pages, options)


def _needed(labels: Path | None, option: str) -> Path:
    if labels is None:
        raise click.UsageError(f"{option} needs --labels")
    return labels


def _print(paths: tuple[Path, ...], max_chars: int) -> None:
    from maintext.label.named_pages import named_pages
    from maintext.label.text_form import to_text

    for page in named_pages(paths, _report):
        try:
            text = to_text(page, max_chars)
        except LabelError as error:
            _report(str(error))
            continue
        click.echo(text)


def _import(paths: tuple[Path, ...], answers: Path, labels: Path, options: Options) -> None:
    from maintext.corpus.label_files import Origin, write_labels
    from maintext.label.named_pages import named_pages
    from maintext.label.text_import import import_answers, read_licences

    origin = Origin(options.licence, options.guide, options.made)
    lines = answers.read_bytes().splitlines()
    imported = import_answers(lines, named_pages(paths, _report), origin, read_licences(labels))
    for problem in imported.problems:
        _report(f"{answers.name}, {problem}")
    for source, n_pages in write_labels(labels, imported.pages).items():
        click.echo(f"pages in {labels / source}.jsonl.xz: {n_pages:,}")
    click.echo(f"pages labelled: {len(imported.pages):,}, lines left out: {len(imported.problems):,}")
    if imported.problems:
        sys.exit(1)


def _export_labels(paths: tuple[Path, ...], labels: Path, target: Path) -> None:
    from maintext.corpus.label_files import read_labels
    from maintext.label.export import export_labels
    from maintext.label.named_pages import named_pages

    known = read_labels(labels)
    n_pages = export_labels(named_pages(paths, _report), known, target, _report)
    click.echo(f"{target}: {n_pages:,} of {len(known):,} labelled pages")


def _compare(labels: Path, other: Path) -> None:
    from maintext.corpus.label_files import read_labels
    from maintext.label.agreement import agreement

    click.echo(agreement(read_labels(labels), read_labels(other)).to_text())


def _report(problem: str) -> None:
    click.echo(f"maintext: left out: {problem}", err=True)


def _in_a_browser(paths: tuple[Path, ...], options: Options) -> None:
    from maintext.corpus.label_files import read_labels
    from maintext.label.desk import Desk

    if len(paths) > 1:
        raise click.UsageError("one FOLDER at a time can be labelled in a browser")
    known = read_labels(options.labels) if options.labels is not None else {}
    desk = Desk(paths[0], options.by, known)
    for problem in desk.log_problems():
        click.echo(f"maintext: left out: {problem}", err=True)
    if options.target is not None:
        from maintext.label.export import export

        click.echo(f"{options.target}: {export(desk, options.target):,} of {len(desk.pages):,} pages")
        return
    _rank(desk)
    _serve(desk, options.host, options.port)


def _rank(desk: Desk) -> None:
    with progress_bar("pages", len(desk.pages)) as step:
        desk.rank(lambda _: step())
    for reason in desk.unreadable.values():
        _report(reason)


def _serve(desk: Desk, host: str, port: int) -> None:
    from maintext.label.app import make_app
    from maintext.web.access import is_loopback
    from maintext.web.listening import address_of, answer_on, listen

    token = None if is_loopback(host) else secrets.token_urlsafe(24)
    # Behind a token any host name will do: another site that uses our name has no cookie.
    app = make_app(desk, token=token) if token is None else make_app(desk, ["*"], token)
    with listen(host, port) as listener:
        n_done = sum(row["is_done"] for row in desk.listing())
        click.echo(f"{len(desk.pages):,} pages, {n_done:,} done: {address_of(listener, host, token)}")
        sys.stdout.flush()
        answer_on(listener, app, lifespan="off")
