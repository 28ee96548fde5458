"""Tables on a terminal: aligned, as wide as it is, in colours unless NO_COLOR is set; plain in a pipe."""

import os
import re
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from tests.corpus.test_layouts import write
from tests.evaluate.test_evaluation import FILES

fcntl, pty, termios = (
    pytest.importorskip(name, reason="needs a terminal of Unix") for name in ("fcntl", "pty", "termios")
)
CODES = re.compile(r"\x1b\[[\d;]*m")
TEXTS = ("Owls hunt at night.", "Whales sing in winter.", "Bees dance at noon.", "Ants carry leaves.")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four pages that share two long blocks, one of them in Chinese letters."""
    folder = tmp_path_factory.mktemp("pages")
    shared = f"<p>{'Subscribe to our letter, ' * 8}now!</p><p>{'新着記事を読む' * 12}</p>"
    for number, text in enumerate(TEXTS):
        page = f"<title>{number}</title><p>It is known: {text}</p>{shared}"
        (folder / f"{number}.html").write_text(page, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("data") / "small", FILES)


def on_terminal(columns: int, *arguments: str | Path, **variables: str) -> list[str]:
    """What a command writes to a terminal of some width, line by line."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    ignored = ("NO_COLOR", "COLUMNS", "LINES")
    environment = {name: value for name, value in os.environ.items() if name not in ignored}
    environment |= {"TERM": "xterm-256color", "COLUMNS": str(columns), **variables}
    command = [sys.executable, "-m", "maintext", *map(str, arguments)]
    process = subprocess.Popen(command, stdout=theirs, stderr=subprocess.DEVNULL, env=environment)
    os.close(theirs)
    written = b""
    try:
        while part := os.read(ours, 65_536):
            written += part
    except OSError:  # Linux reports the end of a terminal as an error
        pass
    finally:
        os.close(ours)
    assert process.wait(timeout=300) == 0
    return written.decode().replace("\r\n", "\n").rstrip("\n").split("\n")


def test_evaluate_paints_headings_and_the_best_and_fits_the_width(corpus: Path) -> None:
    title, heading, *rows = on_terminal(70, "evaluate", corpus, "--by", "all,econ")
    assert title == f"\x1b[1m{CODES.sub('', title)}\x1b[0m"
    assert heading.startswith("\x1b[2mby")
    assert any("\x1b[1;32m" in row for row in rows)
    table = [CODES.sub("", line) for line in (heading, *rows[:2])]
    assert max(map(len, table)) <= 70
    ends = [[match.end() for match in re.finditer(r"\S+", line)][1:4] for line in table]
    assert ends[0] == ends[1] == ends[2]


def test_no_color_and_pipes_get_the_same_text_without_codes(corpus: Path, pages: Path) -> None:
    lines = on_terminal(200, "evaluate", corpus, "--by", "all,econ", NO_COLOR="1")
    assert lines[0] == "small"
    assert not any(CODES.search(line) for line in lines)
    command = [sys.executable, "-m", "maintext", "match", str(pages), "--by", "all"]
    piped = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout
    assert "\x1b" not in piped
    assert "     4 of 4  Subscribe to our letter" in piped


def test_match_aligns_counts_and_cuts_examples_to_the_width(pages: Path) -> None:
    lines = on_terminal(60, "match", pages, "--by", "all")
    assert len(lines) == 2
    for line in lines:
        assert line.startswith("\x1b[36m     4 of 4\x1b[0m  ")
        assert line.endswith("…")
    plain = [CODES.sub("", line) for line in lines]
    widths = {sum(2 if ord(char) > 0x2E7F else 1 for char in line) for line in plain}
    assert max(widths) <= 60
    assert min(widths) >= 58
