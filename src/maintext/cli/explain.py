"""`maintext explain PAGE`: what extractors keep of a page, and why, as one HTML file or in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from maintext.cli.colour import has_colour
from maintext.cli.extractor_option import FORMS, ExtractorListType
from maintext.cli.inputs import is_address, read_input
from maintext.document import Document
from maintext.errors import InputError
from maintext.extractors.by import find_extractor
from maintext.extractors.registry import DEFAULT
from maintext.input_formats.reading import read_page
from maintext.page import Page


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
@click.option("--encoding", help="Charset of the HTTP header, if there was one.")
@click.option("--allow-private", is_flag=True, help="Fetch from private networks and this machine, too.")
def explain(page: str, output: Path, by: list[str], **given: Any) -> None:
    """Show what extractors keep of a PAGE, and why, in one HTML file. Needs maintext[report].

    The report has the page with every block coloured by its score, the extracted document, and plots of the methods'
    values. The file needs no network; scripts of the page don't run in it. PAGE is a file, also .html.gz; a web
    address; or '-' for standard input.
    """
    if Path(page).is_file() and Path(page).resolve() == output.resolve():
        raise InputError(f"{output} is the input file and would be overwritten")
    try:
        read = read_input(page, is_private_allowed=given["allow_private"])
    except OSError as error:
        raise InputError(f"{click.format_filename(page)}: {error.strerror or error}") from error
    table, _ = read_page(read.raw, given["encoding"] or read.content_type)
    if given["terminal"]:
        _print_barcodes(table, by)
    else:
        _write_report(table, by, page, output)


def _print_barcodes(table: Page, by: list[str]) -> None:
    from maintext.document.in_terminal import terminal_lines

    documents = [Document(table, found.name, found(table)) for found in map(find_extractor, by)]
    for line in terminal_lines(documents, has_colour=has_colour(sys.stdout)):
        # Colours are decided above: click would remove them again by rules of its own.
        click.echo(line, color=True)


def _write_report(table: Page, by: list[str], page: str, output: Path) -> None:
    from maintext.explain.report import to_report

    report = to_report(table, by, _name(page))
    try:
        output.write_text(report, encoding="utf-8")
    except OSError as error:
        raise InputError(f"can't write the report: {error}") from error
    click.echo(f"{output}: {len(report.encode()):,} bytes")


def _name(page: str) -> str:
    """The page's name in the report: an address as it is, a file without its folder."""
    return page if is_address(page) else "standard input" if page == "-" else Path(page).name
