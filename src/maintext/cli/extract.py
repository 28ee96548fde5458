"""`maintext PAGE...`: the main content of pages, as text."""

from __future__ import annotations

import sys
from pathlib import Path

import click

import maintext
from maintext.extractors import DEFAULT, EXTRACTORS

SOME_FAILED, NEARLY_ALL_FAILED = 1, 126
NEARLY_ALL = 0.99
"""The share of pages from which on a run counts as failed."""


@click.command()
@click.argument("pages", nargs=-1, required=True, metavar="PAGE...")
@click.option("--by", default=DEFAULT, show_default=True, help=f"The extractor: {', '.join(EXTRACTORS)}.")
@click.option("--encoding", help="The charset of the HTTP header, if there was one.")
def extract(pages: tuple[str, ...], by: str, encoding: str | None) -> None:
    """Print the main content of pages. A PAGE is a file, or '-' for standard input.

    A page that can't be read, or has no main content, is told on standard error and does not stop the rest.
    The exit code is 0 if all were read, 1 if some failed, 126 if nearly all did.
    """
    n_failed = 0
    for number, name in enumerate(pages):
        try:
            document = maintext.extract(_read(name), by=by, encoding=encoding)
        except (OSError, maintext.InputError) as error:
            n_failed += 1
            click.echo(f"maintext: {name}: {error}", err=True)
            continue
        if len(pages) > 1:
            click.echo(("\n" if number else "") + f"==> {name} <==")
        click.echo(document.text)
        if document.reason:
            click.echo(f"maintext: {name}: empty: {document.reason}", err=True)
    if n_failed:
        sys.exit(exit_code(n_failed, len(pages)))


def exit_code(n_failed: int, n_pages: int) -> int:
    """What a run of which some pages failed ends with."""
    return NEARLY_ALL_FAILED if n_failed >= NEARLY_ALL * n_pages else SOME_FAILED


def _read(name: str) -> bytes:
    return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
