"""`maintext`: the group of commands, and how errors are told."""

import sys
from typing import BinaryIO

import click
from click.shell_completion import CompletionItem

import maintext
from maintext.cli.batch import batch
from maintext.cli.evaluate import evaluate
from maintext.cli.explain import explain
from maintext.cli.extract import extract
from maintext.cli.label import label
from maintext.cli.match import match
from maintext.cli.serve import mcp, serve
from maintext.cli.site import site
from maintext.cli.train import train


class PagesByDefault(click.Group):
    """A group in which `maintext PAGE` means `maintext extract PAGE`."""

    def parse_args(self, context: click.Context, arguments: list[str]) -> list[str]:
        """Puts the command in front of what is neither a command nor an option of the group."""
        own = {*self.commands, "-h", "--help", "--version"}
        if arguments and arguments[0] not in own:
            arguments = ["extract", *arguments]
        return super().parse_args(context, arguments)

    def shell_complete(self, context: click.Context, incomplete: str) -> list[CompletionItem]:
        """Completes commands, and what `extract` takes: its name can be left out."""
        command = self.commands["extract"]
        own = click.Context(command, parent=context, info_name="extract")
        is_option = incomplete.startswith("-")
        pages = [] if is_option else command.params[0].shell_complete(own, incomplete)
        return [*super().shell_complete(context, incomplete), *command.shell_complete(own, incomplete), *pages]


@click.group(cls=PagesByDefault, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(maintext.__version__, prog_name="maintext")
def commands() -> None:
    """The main content of web pages.

    `maintext PAGE...` prints it as Markdown: a PAGE is a file, a folder, an address, or '-' for standard input;
    what else it can do tells `maintext extract --help`. The commands below do more.
    """


@commands.command()
@click.argument("pages", nargs=-1, required=True, type=click.File("rb"))
@click.option("--encoding", help="The charset of the HTTP header, if there was one.")
@click.option("--width", type=click.IntRange(40), default=100, show_default=True, help="Columns of the terminal.")
def table(pages: tuple[BinaryIO, ...], encoding: str | None, width: int) -> None:
    """Show the page table of PAGES: every block of text with its counts. '-' is standard input."""
    for number, file in enumerate(pages):
        page = maintext.parse(file.read(), encoding=encoding)
        if number:
            click.echo()
        click.echo(f"{file.name}: {page!r}")
        click.echo(page.show(width))


commands.add_command(extract)
commands.add_command(batch)
commands.add_command(evaluate)
commands.add_command(site)
commands.add_command(match)
commands.add_command(label)
commands.add_command(serve)
commands.add_command(mcp)
commands.add_command(explain)
commands.add_command(train)


def main() -> None:
    """Runs the command line; an error that maintext names becomes one line, never a traceback."""
    try:
        commands(prog_name="maintext")
    except maintext.MaintextError as error:
        click.echo(f"maintext: {error}", err=True)
        sys.exit(1)
