"""The command line: a door to the library that does nothing the library can't."""

from maintext.cli.main import main

__all__ = ["main"]
