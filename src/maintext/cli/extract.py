"""`maintext PAGE...`: the main content of pages, in any format, to standard output or into files."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO, cast

import click
from click.core import ParameterSource

import maintext
from maintext.api import CHOICES, Modes
from maintext.cli.inputs import find_inputs
from maintext.cli.outputs import SUFFIXES, ManifestLine, name_outputs
from maintext.cli.work import Outcome, Task, run_all
from maintext.errors import InputError
from maintext.extractors.registry import DEFAULT, EXTRACTORS
from maintext.metadata.sources.address import absolute
from maintext.render.metadata_fields import FIELDS

SOME_FAILED, NEARLY_ALL_FAILED = 1, 126
NEARLY_ALL = 0.99
"""The share of pages from which on a run counts as failed."""
_KEYS = (
    *FIELDS,
    "text",
    "comments",
    "page_type",
    "page_types",
    "confidence",
    "has_main_text",
    "reason",
    "by",
    "encoding",
)
_CHOICES = (
    "include_links",
    "include_images",
    "include_tables",
    "include_formatting",
    "include_comments",
    "with_metadata",
)


@dataclass(frozen=True)
class Options:
    """The options that are about the run, not about a page."""

    output: Path | None
    jobs: int
    manifest: Path | None


def _complete_extractor(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in EXTRACTORS if name.startswith(incomplete)]


def _known_encoding(context: click.Context, parameter: click.Parameter, given: str | None) -> str | None:
    # A header that nobody understands is ignored, as browsers do; an option that nobody understands is a mistake.
    if given is not None and maintext.parse(b"-", encoding=given).encoding_evidence != "header":
        raise click.BadParameter(f"{given!r} is no encoding of web pages; they are called utf-8, windows-1252, gbk...")
    return given


def _web_address(context: click.Context, parameter: click.Parameter, given: str | None) -> str | None:
    if given is not None and absolute(given, None) is None:
        raise click.BadParameter(f"{given!r} is no web address, as https://example.org/ is one")
    return given


def _switch(name: str, default: bool, text: str) -> Callable[[Any], Any]:
    return click.option(f"--include-{name}/--no-include-{name}", default=default, show_default=True, help=text)


@click.command()
@click.argument("pages", nargs=-1, required=True, type=click.Path(allow_dash=True), metavar="PAGE...")
@click.option(
    "--format",
    "output_format",
    type=click.Choice(list(SUFFIXES)),
    default="markdown",
    show_default=True,
    help="What is written. JSON is a line a page.",
)
@click.option(
    "--by",
    default=DEFAULT,
    show_default=True,
    shell_complete=_complete_extractor,
    help=f"The extractor: {', '.join(EXTRACTORS)}.",
)
@click.option(
    "--favor",
    type=click.Choice(CHOICES["favor"]),
    help="Rather leave text out, or rather take too much. Of the learned extractor.",
)
@click.option(
    "--content",
    type=click.Choice(CHOICES["content"]),
    help="The article, or all that belongs to it: the title and the comments, too. Of the learned extractor.",
)
@_switch("links", True, "Addresses of links.")
@_switch("images", True, "Images with their alternative texts.")
@_switch("tables", True, "Tables of data; without, their text is left out.")
@_switch("formatting", True, "Emphasis, code within a line and the like.")
@_switch("comments", False, "What readers wrote below the text.")
@click.option("--with-metadata", is_flag=True, help="Title, author, date and so on before the text.")
@click.option("--fields", metavar="NAMES", help="Only these keys, with commas between them, as JSON: title,date,text.")
@click.option("--encoding", callback=_known_encoding, help="The charset of the HTTP header, if there was one.")
@click.option("--url", callback=_web_address, help="The address that relative links are resolved against.")
@click.option("--allow-private", is_flag=True, help="Ask private networks and this machine for addresses, too.")
@click.option(
    "-o", "--output", type=click.Path(file_okay=False, path_type=Path), help="Write a file a page into this folder."
)
@click.option(
    "--manifest",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a JSON line a page there: what became of it.",
)
@click.option("--jobs", type=click.IntRange(0, 256), default=1, show_default=True, help="Processes; 0: one a core.")
def extract(pages: tuple[str, ...], output: Path | None, jobs: int, manifest: Path | None, **given: Any) -> None:
    """Print the main content of pages.

    A PAGE is a file, also .html.gz; a folder, whose pages are all read; an address; or '-' for standard input.

    A page that can't be read, or has no main content, is told on standard error and does not stop the rest.
    The exit code is 0 if all were read, 1 if some failed, 126 if nearly all did.
    """
    task = _task(given)
    # Asked for nothing: what can't be done with any page is said once, before the first.
    maintext.extract_many((), by=task.by, **task.modes)
    options = Options(output, jobs or os.cpu_count() or 1, manifest)
    if pages.count("-") > 1:
        raise click.UsageError("standard input can be read only once")
    n_pages, n_failed = _run(task, pages, options)
    if n_failed:
        sys.exit(exit_code(n_failed, n_pages))


def exit_code(n_failed: int, n_pages: int) -> int:
    """What a run of which some pages failed ends with."""
    return NEARLY_ALL_FAILED if n_failed >= NEARLY_ALL * n_pages else SOME_FAILED


def _task(given: dict[str, Any]) -> Task:
    choices = {name: given.pop(name) for name in _CHOICES}
    modes = cast(Modes, {name: value for name in ("favor", "content") if (value := given.pop(name))})
    fields = _fields(given.pop("fields"))
    if fields:
        source = click.get_current_context().get_parameter_source("output_format")
        if source is not ParameterSource.DEFAULT and given["output_format"] != "json":
            raise click.UsageError(f"--fields are written as JSON, not as {given['output_format']}")
        given["output_format"] = "json"
    is_private_allowed = given.pop("allow_private")
    return Task(**given, modes=modes, fields=fields, choices=choices, is_private_allowed=is_private_allowed)


def _fields(names: str | None) -> tuple[str, ...]:
    """The names of fields, once each."""
    fields = tuple(dict.fromkeys(name.strip() for name in (names or "").split(",") if name.strip()))
    unknown = [name for name in fields if name not in _KEYS]
    if unknown or (names is not None and not fields):
        said = f"there is no field {unknown[0]!r}" if unknown else "--fields names none"
        raise click.UsageError(f"{said}; there are: {', '.join(_KEYS)}")
    return fields


def _run(task: Task, pages: tuple[str, ...], options: Options) -> tuple[int, int]:
    """Writes what comes of every page; gives the number of pages and of those that failed."""
    named = name_outputs(find_inputs(pages), options.output, task.output_format)
    inputs = {Path(page.name).resolve() for page, _ in named if page.name != "-"}
    written = [*(path for _, path in named), options.manifest]
    clash = next((path for path in written if path and path.resolve() in inputs), None)
    if clash:
        raise InputError(f"{clash} is a page to read: it would be written over")
    n_failed = 0
    with _opened(options.manifest) as manifest, _progress(len(named)) as step:
        outcomes = run_all(task, [page for page, _ in named], min(options.jobs, len(named)) or 1)
        for number, ((page, path), outcome) in enumerate(zip(named, outcomes, strict=True)):
            header = (
                f"==> {click.format_filename(page.name)} <=="
                if len(named) > 1 and task.output_format != "json"
                else None
            )
            outcome = _write(outcome, path, ("\n" if number else "") + header if header else None)
            n_failed += outcome.text is None
            _tell(page.name, outcome)
            if manifest:
                manifest.write(_manifest_line(page.name, path, outcome).to_json() + "\n")
            step()
    return len(named), n_failed


def _write(outcome: Outcome, path: Path | None, header: str | None) -> Outcome:
    if outcome.text is None:
        return outcome
    if path is None:
        if header:
            click.echo(header)
        click.echo(outcome.text.rstrip("\n"))
        return outcome
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(outcome.text.rstrip("\n") + "\n", encoding="utf-8", newline="\n")
    except OSError as error:
        return Outcome(reason=f"can't be written: {error}")
    return outcome


def _tell(name: str, outcome: Outcome) -> None:
    if outcome.reason:
        what = "" if outcome.text is None else "empty: "
        click.echo(f"maintext: {click.format_filename(name)}: {what}{outcome.reason}", err=True)


def _manifest_line(name: str, path: Path | None, outcome: Outcome) -> ManifestLine:
    status = "failed" if outcome.text is None else "empty" if outcome.reason else "done"
    written = str(path) if path and outcome.text is not None else None
    return ManifestLine(click.format_filename(name), written, status, outcome.reason, outcome.confidence)


@contextmanager
def _opened(path: Path | None) -> Iterator[TextIO | None]:
    if path is None:
        yield None
        return
    try:
        file = path.open("w", encoding="utf-8", newline="\n")
    except OSError as error:
        raise InputError(f"the manifest can't be written: {error}") from error
    with file:
        yield file


@contextmanager
def _progress(n_pages: int) -> Iterator[Callable[[], None]]:
    """A bar on a terminal, if there is something to wait for; nothing elsewhere."""
    is_hidden = n_pages < 2 or not sys.stderr.isatty() or sys.stdout.isatty()
    with click.progressbar(length=n_pages, label="pages", file=sys.stderr, show_pos=True, hidden=is_hidden) as bar:
        yield lambda: bar.update(1)
