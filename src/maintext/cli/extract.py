"""`maintext PAGE...`: the main content of pages, in any format, to standard output or into files."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TextIO, cast

import click
from click.core import ParameterSource

import maintext
from maintext.api import CHOICES, Modes
from maintext.cli.colour import has_colour
from maintext.cli.inputs import Input, find_inputs, is_piped
from maintext.cli.progress import progress_bar
from maintext.cli.shared_options import by_option, encoding_option, split_shapes
from maintext.cli.work import CHUNK_TOKENS, EXTRA_FIELDS, Lengths, Outcome, Task, run_all
from maintext.document.shapes_record import check_shapes
from maintext.errors import InputError, OptionError, did_you_mean
from maintext.render.metadata_fields import FIELDS
from maintext.render.options import LINK_STYLES

SUFFIXES = {
    "markdown": ".md",
    "text": ".txt",
    "html": ".html",
    "json": ".json",
    "xml": ".xml",
    "tei": ".tei.xml",
    "chunks": ".jsonl",
}
"""File name suffixes by format."""
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
    *EXTRA_FIELDS,
)
_CHOICES = (
    "include_links",
    "links",
    "include_images",
    "include_tables",
    "include_formatting",
    "include_title",
    "include_comments",
    "include_posts",
    "with_metadata",
)


@dataclass(frozen=True)
class Options:
    """The options that are about the run, not about a page."""

    output: Path | None
    jobs: int
    manifest: Path | None


def _web_address(context: click.Context, parameter: click.Parameter, given: str | None) -> str | None:
    if given is None:
        return None
    # Not at the top: metadata has many patterns, and compiling them takes longer than extracting a page.
    from maintext.metadata.sources.address import absolute

    if absolute(given, None) is None:
        raise click.BadParameter(f"{given!r} is not a web address, such as https://example.org/")
    return given


def _switch(name: str, default: bool, text: str) -> Callable[[Any], Any]:
    return click.option(f"--include-{name}/--no-include-{name}", default=default, show_default=True, help=text)


@click.command()
@click.argument("pages", nargs=-1, type=click.Path(allow_dash=True), metavar="[PAGE]...")
@click.option(
    "--format",
    "output_format",
    type=click.Choice(list(SUFFIXES)),
    default="markdown",
    show_default=True,
    help="Output format; json is one JSON object per line, chunks one per chunk.",
)
@by_option()
@click.option(
    "--favor", type=click.Choice(CHOICES["favor"]), help="Prefer precision or recall (default extractor only)."
)
@click.option(
    "--content",
    type=click.Choice(CHOICES["content"]),
    help="all: the article with its title and readers' comments (default extractor only).",
)
@_switch("links", True, "Addresses of links.")
@click.option(
    "--links",
    type=click.Choice(LINK_STYLES),
    default="inline",
    show_default=True,
    help="references: Markdown has [text][1], and the addresses at its end.",
)
@_switch("images", True, "Images with their alternative texts.")
@_switch("tables", True, "Data tables.")
@_switch("formatting", True, "Emphasis and inline code.")
@_switch("title", True, "The headline, before the text.")
@_switch("comments", False, "Readers' comments below the text.")
@_switch("posts", True, "Author and date before each post of a thread.")
@click.option("--with-metadata", is_flag=True, help="Title, author, date and so on before the text.")
@click.option(
    "--fields",
    metavar="NAMES",
    help="Write only these JSON keys, separated by commas: title,date,markdown,chunks. Shapes are keys, too.",
)
@click.option(
    "--shape",
    "shapes",
    multiple=True,
    metavar="NAMES",
    help="Add these keys to the JSON: verdict, permissions, product, posts, items, structured; several with commas.",
)
@click.option("--posts", is_flag=True, help="Write the posts of threads instead of what the extractor kept.")
@click.option("--keep", multiple=True, metavar="SELECTOR", help="Take the text of these elements (CSS or XPath).")
@click.option("--prune", multiple=True, metavar="SELECTOR", help="Ignore these elements (CSS or XPath).")
@click.option(
    "--max-tokens", type=click.IntRange(16), help="Cut Markdown after this many tokens, with a note on what is missing."
)
@click.option(
    "--chunk-tokens", type=click.IntRange(16), help=f"Length of chunks in tokens, estimated.  [default: {CHUNK_TOKENS}]"
)
@click.option("--chunk-overlap", type=click.IntRange(0), help="Tokens that a chunk repeats of the one before.")
@encoding_option()
@click.option("--url", callback=_web_address, help="Address that relative links are resolved against.")
@click.option("--allow-private", is_flag=True, help="Fetch from private networks and this machine, too.")
@click.option("--follow", is_flag=True, help="Join the further pages of articles at web addresses.")
@click.option("--render", is_flag=True, help="Run the page's scripts in Chromium first. Needs maintext[render].")
@click.option("-v", "--verbose", is_flag=True, help="Print the barcode of each page to standard error.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="Write one file per page into this folder, or a single page into this file: its name ends in .md, .json ...",
)
@click.option(
    "--manifest",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write one JSON object per page to this file: input, output, status, reason.",
)
@click.option(
    "--jobs", type=click.IntRange(0, 256), default=1, show_default=True, help="Worker processes; 0: one per core."
)
def extract(pages: tuple[str, ...], output: Path | None, jobs: int, manifest: Path | None, **given: Any) -> None:
    """Print the main content of pages.

    A PAGE is a file, also .html.gz, .txt and .md; a folder, which is searched for pages; a web address; or '-' for
    standard input. Without a PAGE, standard input is read if something is piped into it.

    A page that fails is reported on standard error, and the others are extracted all the same. The exit code is 0 if
    all pages were read, 1 if some failed, 2 if the command was wrong.
    """
    if not pages and not is_piped(sys.stdin):
        raise click.UsageError("name at least one PAGE, or pipe one into standard input")
    pages = pages or ("-",)
    if pages.count("-") > 1:
        raise click.UsageError("standard input can be read only once")
    task = _task(given)
    try:
        # Without pages: options that fit no page are reported once, before the first.
        maintext.extract_many((), by=task.by, **task.modes)
    except OptionError as error:
        raise click.UsageError(str(error)) from error
    n_failed = _run(task, pages, Options(output, jobs or os.cpu_count() or 1, manifest))
    sys.exit(1 if n_failed else 0)


def _task(given: dict[str, Any]) -> Task:
    choices = {name: given.pop(name) for name in _CHOICES}
    modes = cast(Modes, {name: value for name in ("favor", "content") if (value := given.pop(name))})
    fields, given["shapes"] = _fields(given.pop("fields")), _shapes(given["shapes"])
    if fields or given["shapes"]:
        name = "--fields are" if fields else "--shape is"
        source = click.get_current_context().get_parameter_source("output_format")
        if source is not ParameterSource.DEFAULT and given["output_format"] != "json":
            raise click.UsageError(f"{name} written as JSON, not as {given['output_format']}")
        given["output_format"] = "json"
    fields = tuple(dict.fromkeys([*fields, *given["shapes"]])) if fields else ()
    if given["posts"] and given["output_format"] not in ("markdown", "text"):
        raise click.UsageError(f"--posts writes Markdown or text, not {given['output_format']}; use --shape posts")
    if selectors := given.pop("keep"):
        modes["keep"] = list(selectors)
    if selectors := given.pop("prune"):
        modes["prune"] = list(selectors)
    lengths = _lengths(given, fields)
    is_part = lengths.max_tokens is not None or given["output_format"] == "chunks" or "chunks" in fields
    if choices["links"] == "references" and is_part:
        raise click.UsageError("--links references needs the whole document: not with --max-tokens or chunks")
    is_private_allowed = given.pop("allow_private")
    if given.pop("verbose"):
        given["barcode"] = "colour" if has_colour(sys.stderr) else "plain"
    own: dict[str, Any] = {"modes": modes, "fields": fields, "choices": choices, "lengths": lengths}
    return Task(**given, **own, is_private_allowed=is_private_allowed)


def _shapes(names: tuple[str, ...]) -> tuple[str, ...]:
    try:
        return check_shapes(split_shapes(names))
    except OptionError as error:
        raise click.UsageError(str(error)) from error


def _lengths(given: dict[str, Any], fields: tuple[str, ...]) -> Lengths:
    """How long Markdown and chunks may be; a usage error if that has no meaning for what is written."""
    max_tokens, chunk_tokens, overlap = (given.pop(name) for name in ("max_tokens", "chunk_tokens", "chunk_overlap"))
    if max_tokens is not None and given["output_format"] != "markdown" and "markdown" not in fields:
        raise click.UsageError("--max-tokens cuts Markdown: it needs --format markdown or --fields markdown")
    has_chunks = given["output_format"] == "chunks" or "chunks" in fields
    if (chunk_tokens is not None or overlap is not None) and not has_chunks:
        raise click.UsageError("--chunk-tokens and --chunk-overlap need --format chunks or --fields chunks")
    chunk_tokens, overlap = chunk_tokens or CHUNK_TOKENS, overlap or 0
    if 2 * overlap > chunk_tokens:
        raise click.UsageError(f"--chunk-overlap must be at most half of --chunk-tokens, which is {chunk_tokens}")
    return Lengths(max_tokens, chunk_tokens, overlap)


def _fields(names: str | None) -> tuple[str, ...]:
    """The names of fields, once each."""
    fields = tuple(dict.fromkeys(name.strip() for name in (names or "").split(",") if name.strip()))
    unknown = next((name for name in fields if name not in _KEYS), None)
    if unknown is not None:
        suggestion = did_you_mean(unknown, _KEYS)
        raise click.UsageError(f"unknown field {unknown!r}{suggestion}; available: {', '.join(_KEYS)}")
    if names is not None and not fields:
        raise click.UsageError(f"--fields names no field; available: {', '.join(_KEYS)}")
    return fields


def _run(task: Task, pages: tuple[str, ...], options: Options) -> int:
    """Writes the outcome of every page; returns the number of pages that failed."""
    if options.output and options.output.is_file() and not _is_file(options.output):
        endings = ", ".join(sorted(SUFFIXES.values()))
        raise click.UsageError(f"-o {options.output} is a file whose name ends in none of {endings}: name a folder")
    named = name_outputs(find_inputs(pages), options.output, task.output_format)
    if options.output and len(named) > 1 and _is_file(options.output):
        raise click.UsageError(
            f"-o {options.output} is the name of a file, but there are {len(named)} pages: name a folder"
        )
    inputs = {Path(page.name).resolve() for page, _ in named if page.name != "-"}
    written = [*(path for _, path in named), options.manifest]
    clash = next((path for path in written if path and path.resolve() in inputs), None)
    if clash:
        raise InputError(f"{clash} is an input file and would be overwritten")
    n_failed = 0
    is_hidden = len(named) < 2 or sys.stdout.isatty()
    with _opened(options.manifest) as manifest, progress_bar("pages", len(named), is_hidden=is_hidden) as step:
        outcomes = run_all(task, [page for page, _ in named], min(options.jobs, len(named)) or 1)
        for number, ((page, path), outcome) in enumerate(zip(named, outcomes, strict=True)):
            has_header = len(named) > 1 and task.output_format not in ("json", "chunks")
            header = f"==> {click.format_filename(page.name)} <==" if has_header else None
            is_lines = task.output_format == "chunks"
            shown_header = ("\n" if number else "") + header if header else None
            outcome = _write(outcome, path, shown_header, is_lines=is_lines)
            n_failed += outcome.text is None
            _report(page.name, outcome)
            if manifest:
                manifest.write(_manifest_line(page.name, path, outcome).to_json() + "\n")
            step()
    return n_failed


def _is_file(output: Path) -> bool:
    """Whether the path of `-o` is that of a file and not of a folder."""
    return output.suffix.lower() in SUFFIXES.values() and not output.is_dir()


def name_outputs(inputs: Iterable[Input], folder: Path | None, output_format: str) -> list[tuple[Input, Path | None]]:
    """A file for each input, with the folders of the inputs, or the file itself. A name that is taken gets a number."""
    taken: set[str] = set()
    named: list[tuple[Input, Path | None]] = []
    if folder and _is_file(folder):
        return [(page, folder) for page in inputs]
    for page in inputs:
        if folder is None:
            named.append((page, None))
            continue
        place, number = page.place, 1
        # Some file systems do not distinguish capital and small letters.
        while place.casefold() in taken:
            number += 1
            place = f"{page.place}-{number}"
        taken.add(place.casefold())
        named.append((page, folder / (place + SUFFIXES[output_format])))
    return named


def _write(outcome: Outcome, path: Path | None, header: str | None, *, is_lines: bool) -> Outcome:
    """Writes the text of a page; a page without chunks has no line of JSON."""
    if outcome.text is None:
        return outcome
    if path is None:
        if header:
            click.echo(header)
        if outcome.text or not is_lines:
            click.echo(outcome.text.rstrip("\n"))
        return outcome
    # Not at the top: a page is mostly written to standard output.
    from maintext.atomic_output import write_whole

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        end = "\n" if outcome.text or not is_lines else ""
        write_whole(path, outcome.text.rstrip("\n") + end)
    except OSError as error:
        return Outcome(reason=f"can't write the result: {error}")
    return outcome


def _report(name: str, outcome: Outcome) -> None:
    if outcome.reason:
        what = "" if outcome.text is None else "empty: "
        click.echo(f"maintext: {click.format_filename(name)}: {what}{outcome.reason}", err=True)
    for line in outcome.barcode:
        click.echo(line, err=True, color=True)


@dataclass(frozen=True)
class ManifestLine:
    """The outcome of one input."""

    input: str
    output: str | None
    """The file that was written; None if the text went to standard output, or there is none."""
    status: str
    """done, empty or failed."""
    reason: str | None
    confidence: float | None

    def to_json(self) -> str:
        """The line of a manifest."""
        return json.dumps(asdict(self), ensure_ascii=False)


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
        # Line by line, so that a killed command leaves a line for every file that it wrote.
        file = path.open("w", buffering=1, encoding="utf-8", newline="\n")
    except OSError as error:
        raise InputError(f"can't write the manifest: {error}") from error
    with file:
        yield file
