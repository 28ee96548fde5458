"""`maintext explain PAGE`: what extractors keep of a page, and why, as one HTML file or in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from maintext.atomic_output import write_whole
from maintext.cli.colour import has_colour
from maintext.cli.inputs import is_address, read_input
from maintext.cli.shared_options import FORMS, ExtractorListType, encoding_option
from maintext.document import Document
from maintext.errors import InputError
from maintext.extractors.by import find_extractor
from maintext.extractors.registry import DEFAULT
from maintext.input_formats.reading import read_page
from maintext.page import Page
from maintext.page.parsing import parse

if TYPE_CHECKING:
    from maintext.shared_blocks import SiteCounts


@click.command()
@click.argument("page")
@click.option(
    "-o",
    "output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("report.html"),
    show_default=True,
    help="The file to write.",
)
@click.option(
    "--by",
    type=ExtractorListType(),
    default=DEFAULT,
    show_default=True,
    metavar="EXTRACTORS",
    help=f"Extractors to show side by side, separated by commas: each {FORMS}.",
)
@click.option("--terminal", is_flag=True, help="Print barcodes to the terminal instead of writing a file.")
@click.option(
    "--site",
    multiple=True,
    metavar="PATH",
    help="Other pages of its site: a folder, an HTML or WARC file. Shows the blocks that they share. May be repeated.",
)
@encoding_option()
@click.option("--allow-private", is_flag=True, help="Fetch from private networks and this machine, too.")
def explain(page: str, output: Path, by: list[str], **given: Any) -> None:
    """Show what extractors keep of a PAGE, and why, in one HTML file.

    The report has the page with every block coloured by its score, the extracted document, and plots of the methods'
    values. The file needs no network; scripts of the page don't run in it. PAGE is a file, also .html.gz; a web
    address; or '-' for standard input. --site needs maintext[batch].
    """
    if Path(page).is_file() and Path(page).resolve() == output.resolve():
        raise InputError(f"{output} is the input file and would be overwritten")
    try:
        read = read_input(page, is_private_allowed=given["allow_private"])
    except OSError as error:
        raise InputError(f"{click.format_filename(page)}: {error.strerror or error}") from error
    table, _ = read_page(read.raw, read.type_with(given["encoding"]))
    if given["terminal"]:
        if given["site"]:
            raise click.UsageError("--site can't be combined with --terminal")
        _print_barcodes(table, by)
    else:
        from maintext.explain.report import to_report

        with _site_counts(given["site"], table, by, read.raw) as counts:
            report = to_report(table, by, _name(page), counts)
        _write_report(report, output)


@click.command()
@click.argument("pages", nargs=-1, required=True, type=click.File("rb"))
@encoding_option()
@click.option("--width", type=click.IntRange(40), default=100, show_default=True, help="Width in characters.")
def table(pages: tuple[BinaryIO, ...], encoding: str | None, width: int) -> None:
    """Show the page table of PAGES: every block of text with its counts. '-' is standard input."""
    for number, file in enumerate(pages):
        page = parse(file.read(), encoding=encoding)
        if number:
            click.echo()
        click.echo(f"{file.name}: {page!r}")
        click.echo(page.show(width))


def _print_barcodes(table: Page, by: list[str]) -> None:
    from maintext.document.in_terminal import terminal_lines

    documents = [Document(table, found.name, found(table)) for found in map(find_extractor, by)]
    for line in terminal_lines(documents, has_colour=has_colour(sys.stdout)):
        # Colours are decided above: click would remove them again by rules of its own.
        click.echo(line, color=True)


@contextmanager
def _site_counts(paths: tuple[str, ...], table: Page, by: list[str], raw: bytes | str) -> Iterator[SiteCounts | None]:
    """Counts of the blocks of a site's pages, the explained one included; None without paths."""
    if not paths:
        yield None
        return
    from maintext.cli.match import Inputs
    from maintext.explain.extractor_facts import best_of
    from maintext.shared_blocks import SiteCounts
    from maintext.shared_blocks.guarded import Extraction

    found = find_extractor(by[best_of(by)])
    inputs = Inputs(paths)
    with SiteCounts() as counts:
        # The explained page may be among the paths, but counts once.
        others = (page for page in inputs.pages() if page.body != raw)
        counts.add_counted(Extraction(found.name).counted_pages(others, inputs.failed))
        for name, why in inputs.failed.items():
            click.echo(f"maintext: left out: {name}: {why}", err=True)
        counts.add(Document(table, found.name, found(table)))
        yield counts


def _write_report(report: str, output: Path) -> None:
    try:
        write_whole(output, report)
    except OSError as error:
        raise InputError(f"can't write the report: {error}") from error
    click.echo(f"{output}: {len(report.encode()):,} bytes")


def _name(page: str) -> str:
    """The page's name in the report: an address as it is, a file without its folder."""
    return page if is_address(page) else "standard input" if page == "-" else Path(page).name
