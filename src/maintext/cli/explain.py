"""`maintext explain PAGE`: one HTML file that shows what extractors make of a page, and why."""

from __future__ import annotations

from pathlib import Path

import click

import maintext
from maintext.cli.inputs import is_address, read_input
from maintext.errors import InputError
from maintext.extractors.by import get_extractor
from maintext.extractors.registry import DEFAULT, EXTRACTORS


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
    default=DEFAULT,
    show_default=True,
    help=f"Extractors, parted by commas, to be shown side by side: {', '.join(EXTRACTORS)}.",
)
@click.option("--encoding", help="The charset of the HTTP header, if there was one.")
@click.option("--allow-private", is_flag=True, help="Ask private networks and this machine for addresses, too.")
def explain(page: str, output: Path, by: str, encoding: str | None, allow_private: bool) -> None:
    """Show what extractors make of a PAGE, and why, in one HTML file. Needs maintext[report].

    The page stands in it with every block coloured by its score, beside it the extracted document, below it the
    pictures of the methods for this page. The file needs no network; the page's own scripts don't run in it.
    PAGE is a file, also .html.gz; an address; or '-' for standard input.
    """
    from maintext.explain.report import to_report

    names = [name.strip() for name in by.split(",") if name.strip()]
    if not names:
        raise click.BadParameter("name at least one extractor", param_hint="--by")
    for name in names:
        get_extractor(name)
    if Path(page).is_file() and Path(page).resolve() == output.resolve():
        raise InputError(f"{output} is the page to read: it would be written over")
    try:
        read = read_input(page, is_private_allowed=allow_private)
    except OSError as error:
        raise InputError(f"{click.format_filename(page)}: {error.strerror or error}") from error
    table = maintext.parse(read.raw, encoding=encoding or read.content_type)
    report = to_report(table, names, _name(page))
    try:
        output.write_text(report, encoding="utf-8")
    except OSError as error:
        raise InputError(f"the report can't be written: {error}") from error
    click.echo(f"{output}: {len(report.encode()):,} bytes")


def _name(page: str) -> str:
    """What the report calls the page: an address as it is, a file without where it lies."""
    return page if is_address(page) else "standard input" if page == "-" else Path(page).name
