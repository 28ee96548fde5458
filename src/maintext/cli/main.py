"""`maintext`: the group of commands, and how errors are told."""

import sys
from typing import BinaryIO

import click

import maintext
from maintext.cli.evaluate import evaluate
from maintext.cli.train import train


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(maintext.__version__, prog_name="maintext")
def commands() -> None:
    """The main content of web pages."""


@commands.command()
@click.argument("pages", nargs=-1, required=True, type=click.File("rb"))
@click.option("--encoding", help="The charset of the HTTP header, if there was one.")
@click.option("--width", default=100, show_default=True, help="Columns of the terminal.")
def table(pages: tuple[BinaryIO, ...], encoding: str | None, width: int) -> None:
    """Show the page table of PAGES: every block of text with its counts. '-' is standard input."""
    for number, file in enumerate(pages):
        page = maintext.parse(file.read(), encoding=encoding)
        if number:
            click.echo()
        click.echo(f"{file.name}: {page!r}")
        click.echo(page.show(width))


commands.add_command(evaluate)
commands.add_command(train)


def main() -> None:
    """Runs the command line; an error that maintext names becomes one line, never a traceback."""
    try:
        commands(prog_name="maintext")
    except maintext.MaintextError as error:
        click.echo(f"maintext: {error}", err=True)
        sys.exit(1)
