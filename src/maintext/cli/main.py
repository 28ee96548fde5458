"""`maintext`: the group of commands, and how errors end it."""

import errno
import io
import os
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

import maintext
from maintext.cli.inputs import is_piped
from maintext.errors import OptionError, UnknownExtractorError, UnknownFormatError, did_you_mean

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_USAGE_ERRORS = (OptionError, UnknownExtractorError, UnknownFormatError)

_WRITE_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

_MODULES = {
    "batch": "batch",
    "corpus": "evaluate",
    "evaluate": "evaluate",
    "explain": "explain",
    "extract": "extract",
    "label": "label",
    "match": "match",
    "mcp": "serve",
    "serve": "serve",
    "site": "site",
    "table": "explain",
    "train": "train",
}
"""By command: the module of this package that defines it, under the same name. A module is imported when its command
is used, because all of them together take longer to import than a page to extract."""


class PagesByDefault(click.Group):
    """A group in which `maintext PAGE` means `maintext extract PAGE`."""

    def list_commands(self, context: click.Context) -> list[str]:
        """The names of all commands."""
        return sorted({*self.commands, *_MODULES})

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The command of a name, imported when it is first used."""
        if name in _MODULES and name not in self.commands:
            self.add_command(getattr(import_module(f"maintext.cli.{_MODULES[name]}"), name))
        return super().get_command(context, name)

    def parse_args(self, context: click.Context, arguments: list[str]) -> list[str]:
        """Puts `extract` in front of arguments that begin with neither a command nor an option of the group."""
        own = {*self.list_commands(context), "-h", "--help", "--version"}
        if arguments and arguments[0] not in own:
            self._refuse_mistyped(context, arguments[0])
            arguments = ["extract", *arguments]
        elif not arguments and is_piped(sys.stdin):
            arguments = ["extract"]
        return super().parse_args(context, arguments)

    def _refuse_mistyped(self, context: click.Context, name: str) -> None:
        """Fails for a word that is not a file but nearly a command: it is mistyped."""
        is_word = name.isalpha() and not Path(name).exists()
        suggestion = did_you_mean(name, self.list_commands(context)) if is_word else ""
        if suggestion:
            context.fail(f"{name!r} is neither a command nor a file{suggestion}")

    def shell_complete(self, context: click.Context, incomplete: str) -> "list[CompletionItem]":
        """Completes commands, and what `extract` takes: its name can be left out."""
        command = self.get_command(context, "extract")
        assert command is not None  # noqa: S101 - for the type checker
        own = click.Context(command, parent=context, info_name="extract")
        is_option = incomplete.startswith("-")
        pages = [] if is_option else command.params[0].shell_complete(own, incomplete)
        return [*super().shell_complete(context, incomplete), *command.shell_complete(own, incomplete), *pages]


@click.group(cls=PagesByDefault, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(maintext.__version__, prog_name="maintext")
def commands() -> None:
    """Extract the main content of web pages.

    `maintext PAGE...` prints it as Markdown; a PAGE is a file, a folder, a web address, or '-' for standard input. See
    `maintext extract --help` for its options.
    """


def main() -> None:
    """Runs the command line. An error that maintext names becomes one line and exit code 1, or 2 for wrong usage."""
    _write_all_or_fail()
    try:
        commands(prog_name="maintext")
    except maintext.MaintextError as error:
        click.echo(f"maintext: {error}", err=True)
        sys.exit(2 if isinstance(error, _USAGE_ERRORS) else 1)
    except OSError as error:
        # Commands name the files that they can't write. What has no name is standard output.
        is_output = error.filename is None and error.errno in _WRITE_ERRORS
        subject = "can't write the output" if is_output else error.filename
        click.echo(f"maintext: {subject}: {error.strerror}" if subject else f"maintext: {error}", err=True)
        _drop_output()
        sys.exit(1)


def _write_all_or_fail() -> None:
    """Gives standard output a buffer if it has none (`PYTHONUNBUFFERED`).

    Without one, Python drops the rest of a text that a nearly full disk takes a part of, and raises nothing.
    """
    raw = getattr(sys.stdout, "buffer", None)
    if isinstance(raw, io.RawIOBase):
        encoding, errors = sys.stdout.encoding, sys.stdout.errors
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(raw), encoding, errors, line_buffering=True)


def _drop_output() -> None:
    """Sends what is left of the output nowhere: Python would try to write it at its end, and exit with code 120."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
