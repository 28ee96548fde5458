"""Each extra works alone: its program runs with every package hidden that the extra does not ask for."""

import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.shared_data import ROOT
from tools.extras import LARGE, PROGRAMS, command, served_demo

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

pytestmark = pytest.mark.slow

# A hidden package is not found, rather than an error: some packages only look whether another is there.
BLOCKER = """
import os, sys
HIDDEN = frozenset(os.environ["HIDDEN_MODULES"].split())
class Hiding:
    def __init__(self, finder):
        self.finder = finder
    def find_spec(self, name, path=None, target=None):
        return None if name.partition(".")[0] in HIDDEN else self.finder.find_spec(name, path, target)
    def __getattr__(self, name):
        return getattr(self.finder, name)
sys.meta_path[:] = map(Hiding, sys.meta_path)
"""


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def own_requirements() -> list[str]:
    """What pyproject.toml lists, in the form of a wheel's metadata; an installed development version may be older."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    listed = list(project["dependencies"])
    for extra, requirements in project["optional-dependencies"].items():
        for requirement in requirements:
            name, _, marker = requirement.partition(";")
            listed.append(f"{name.strip()} ; {f'({marker}) and ' if marker else ''}extra == '{extra}'")
    return listed


def needed(name: str, extras: frozenset[str]) -> set[str]:
    """A distribution with everything that it requires, as the metadata of installed packages lists it."""
    found: set[str] = set()
    waiting = [(normal(name), extras)]
    seen = set()
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        found.add(one[0])
        try:
            listed = own_requirements() if one[0] == "maintext" else requires(one[0]) or []
        except PackageNotFoundError:
            continue
        for requirement in map(Requirement, listed):
            marker = requirement.marker
            if marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *one[1])):
                waiting.append((normal(requirement.name), frozenset(requirement.extras)))
    return found


def hidden_modules(extra: str) -> set[str]:
    wanted = needed("maintext", frozenset({extra}))
    return {
        module for module, homes in packages_distributions().items() if not {normal(home) for home in homes} & wanted
    }


def run(extra: str, hidden: set[str], folder: Path) -> subprocess.CompletedProcess[str]:
    (folder / "sitecustomize.py").write_text(BLOCKER, encoding="utf-8")
    shutil.copytree(ROOT / "demo", folder / "demo")
    path = os.pathsep.join([str(folder), str(ROOT / "src")])
    environment = {**os.environ, "PYTHONPATH": path, "HIDDEN_MODULES": " ".join(hidden)}
    with served_demo() as url:
        return subprocess.run(
            command(extra, url),
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )


@pytest.mark.parametrize("extra", sorted(PROGRAMS.keys() - LARGE))
def test_an_extra_works_alone(extra: str, tmp_path: Path) -> None:
    done = run(extra, hidden_modules(extra), tmp_path)
    assert not done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("extra", sorted(PROGRAMS.keys() - LARGE))
def test_without_its_extra_a_program_names_what_to_install(extra: str, tmp_path: Path) -> None:
    done = run(extra, hidden_modules("none"), tmp_path)
    if needed("maintext", frozenset({extra})) == needed("maintext", frozenset()):
        assert not done.returncode, done.stderr  # An extra that older installations name, and that is empty now.
        return
    assert done.returncode
    if extra != "language":  # imports the package itself, because the library works without it
        assert re.search(r"pip install 'maintext\[\w+\]'", done.stdout + done.stderr), done.stderr


def test_every_extra_has_a_program() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    part = text.partition("[project.optional-dependencies]")[2].partition("\n[")[0]
    assert set(re.findall(r"^(\w+) = ", part, re.MULTILINE)) - {"all"} == set(PROGRAMS)


def test_all_has_every_extra_of_our_own() -> None:
    wanted = needed("maintext", frozenset({"all"}))
    for extra in PROGRAMS.keys() - {"azure", "gcs", "peers", "ray"}:
        assert needed("maintext", frozenset({extra})) <= wanted, extra
    assert "trafilatura" not in wanted


def test_a_hidden_package_can_not_be_imported(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(BLOCKER, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "HIDDEN_MODULES": "numpy"}
    done = subprocess.run(
        [sys.executable, "-c", "import numpy"], env=environment, capture_output=True, text=True, check=False
    )
    assert "No module named 'numpy'" in done.stderr
