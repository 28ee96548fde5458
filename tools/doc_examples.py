"""Markdown pages -> the same pages with the output of their examples, as this version prints it.

    python -m tools.doc_examples docs/how-to/batch.md     compare
    python -m tools.doc_examples --write README.md ...    write the output into the pages

What a fenced block means:

    ```python      runs; all Python blocks of a page share one namespace
    ```text        right after a Python block: what it prints
    ```console     lines that begin with `$ ` are shell commands, the others what they print
    any block      right after the comment `<!-- file: NAME -->`: the content of a file that later blocks read

A line `...` in an output matches any number of lines. A block that can't run here has the reason in a comment right
before it: `<!-- not run: needs a cluster -->`. A page runs in an empty folder with a copy of `demo`.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
_FENCE = re.compile(
    r"(?P<mark><!-- (?P<what>file|not run): (?P<value>.+?) -->\n)?"
    r"^(?P<open>(?P<ticks>```+) ?(?P<language>\w*)[^\n]*\n)(?P<body>.*?)^(?P<close>(?P=ticks))[ ]*$",
    re.DOTALL | re.MULTILINE,
)
_MINUTES = 5
ANY_LINES = "..."


class ExampleError(Exception):
    """An example failed, or two blocks do not fit together."""


@dataclass(frozen=True)
class Fence:
    """A fenced block, and the comment before it."""

    language: str
    body: str
    mark: str
    value: str
    start: int
    """Offset of the body in the page."""
    stop: int
    end: int
    """Offset after the closing ticks."""


def fences(text: str) -> list[Fence]:
    """The fenced blocks of a page, in order."""
    return [
        Fence(
            language=found["language"],
            body=found["body"],
            mark=found["what"] or "",
            value=found["value"] or "",
            start=found.start("body"),
            stop=found.end("body"),
            end=found.end(),
        )
        for found in _FENCE.finditer(text)
    ]


def with_output(text: str) -> str:
    """The page with the present output of its examples. Output that matches, also by `...`, stays as it is."""
    with _empty_folder():
        edits = list(_edits(text, fences(text)))
    for fence, output in reversed(edits):
        text = text[: fence.start] + output + text[fence.stop :]
    return text


def _edits(text: str, blocks: list[Fence]) -> Iterator[tuple[Fence, str]]:
    """The blocks whose output changed, with the new body."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, block in enumerate(blocks):
        if block.mark == "file":
            Path(block.value).parent.mkdir(parents=True, exist_ok=True)
            Path(block.value).write_text(block.body, encoding="utf-8")
        elif block.mark == "not run":
            continue
        elif block.language == "python":
            printed = _run_python(block, text, names)
            shown = _output_of(block, blocks[number + 1 : number + 2], text)
            if shown is None and printed:
                raise ExampleError(f"line {_line(text, block)}: prints something, but no ```text block shows it")
            if shown is not None and not matches(shown.body, printed):
                yield shown, printed
        elif block.language == "console":
            body = _run_console(block, text)
            if body != block.body:
                yield block, body


def _output_of(block: Fence, following: list[Fence], text: str) -> Fence | None:
    """The block right after a Python block, if it shows output."""
    for after in following:
        is_next = not text[block.end : after.start].replace("```text", "").strip()
        if after.language == "text" and is_next and not after.mark:
            return after
    return None


def _run_python(block: Fence, text: str, names: dict[str, Any]) -> str:
    printed = io.StringIO()
    # The line numbers of a traceback are those of the page.
    source = "\n" * (_line(text, block) - 1) + block.body
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(source, "<example>", "exec"), names)  # noqa: S102 - our own pages
    except Exception as error:
        raise ExampleError(f"line {_line(text, block)}: {type(error).__name__}: {error}") from error
    return _tidy(printed.getvalue())


def _tidy(output: str) -> str:
    """The output without empty lines at its end."""
    return output.rstrip("\n") + "\n" if output.strip() else ""


def _run_console(block: Fence, text: str) -> str:
    """The block with what its commands print now; the shown output stays where it matches."""
    parts = re.split(r"^(?=\$ )", block.body, flags=re.MULTILINE)
    if parts[0].strip():
        raise ExampleError(f"line {_line(text, block)}: a console block begins with `$ `")
    written = ""
    for part in parts[1:]:
        command, shown = _command_and_output(part)
        printed = _run_shell(command, _line(text, block))
        # An empty line between two commands is layout.
        gap = "\n" if part is not parts[-1] and shown.endswith("\n\n") else ""
        kept = shown if matches(shown.rstrip("\n"), printed.rstrip("\n")) else printed + gap
        written += "$ " + command + "\n" + kept
    return written


def _command_and_output(part: str) -> tuple[str, str]:
    """Splits `$ command` with its continuation lines from the output below it."""
    lines = part.removeprefix("$ ").splitlines(keepends=True)
    n_lines = 1
    while lines[n_lines - 1].rstrip("\n").endswith("\\"):
        n_lines += 1
    return "".join(lines[:n_lines]).rstrip("\n"), "".join(lines[n_lines:])


def _run_shell(command: str, line: int) -> str:
    environment = {**os.environ, "COLUMNS": "80", "TERM": "dumb", "NO_COLOR": "1"}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    command_line = ["bash", "-c", f"set -o pipefail; {command}"]
    done = subprocess.run(  # noqa: S603 - our own pages
        command_line,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
        timeout=60 * _MINUTES,
        check=False,
    )
    if done.returncode:
        raise ExampleError(f"line {line}: `{command}` failed ({done.returncode}): {done.stdout[-800:]}")
    return _tidy(done.stdout)


def matches(shown: str, printed: str) -> bool:
    r"""Whether a page shows what was printed; a line `...` stands for any lines.

    >>> matches("one\n...\nfour\n", "one\ntwo\nthree\nfour\n"), matches("one\n", "two\n")
    (True, False)
    """
    parts = re.split(r"^\.\.\.\n?$", shown, flags=re.MULTILINE)
    pattern = ".*".join(re.escape(part.strip("\n")) for part in parts)
    return re.fullmatch(pattern, printed.strip("\n"), re.DOTALL) is not None


def _line(text: str, block: Fence) -> int:
    return text.count("\n", 0, block.start) + 1


@contextlib.contextmanager
def _empty_folder() -> Iterator[None]:
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "demo", Path(folder, "demo"))
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


def main() -> None:
    """Compares pages, or writes them."""
    parser = argparse.ArgumentParser(description="Run the examples of Markdown pages.")
    parser.add_argument("pages", nargs="+", type=Path)
    parser.add_argument("--write", action="store_true", help="write the present output into the pages")
    arguments = parser.parse_args()
    stale = []
    for path in arguments.pages:
        text = path.read_text(encoding="utf-8")
        try:
            now = with_output(text)
        except ExampleError as error:
            sys.exit(f"{path}: {error}")
        if now != text and arguments.write:
            path.write_text(now, encoding="utf-8")
        elif now != text:
            stale.append(str(path))
    if stale:
        sys.exit(f"shown output is out of date: python -m tools.doc_examples --write {' '.join(stale)}")


if __name__ == "__main__":
    main()
