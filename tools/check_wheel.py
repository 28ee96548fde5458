"""A wheel and a source distribution -> what a user gets: checked platform, stable ABI, size, a first page without Rust.

    python -m tools.check_wheel dist

Exits with an error at the first check that fails. `make wheel` runs it after the build.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tempfile
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

from tools.extras import ROOT, install, without_rust

MAX_WHEEL_MB = 3.0
MAX_BASE_MIB = 60.0
"""NumPy takes 54.5 of them: half is its linear algebra library, 7 are its own tests."""
MAX_IMPORT_SECONDS = 0.1
PLATFORM = "manylinux_2_17_x86_64"
IN_SDIST = ("Cargo.lock", "LICENSE", "NOTICE", "crates/pagetable/src/lib.rs", "src/maintext/trained/model.npz")
IN_WHEEL = ("maintext/_core.pyi", "maintext/py.typed", "maintext/trained/model.npz")

_SMOKE = """
import time; before = time.process_time()
import maintext; seconds = time.process_time() - before
page = open({page!r}, "rb").read()
document = maintext.extract(page)
assert "Merganser" in document.text and document.author == "Ines Aldous", document.text
from maintext.extractors.registry import WITHOUT_BROWSER
assert [maintext.extract(page, by=name) for name in WITHOUT_BROWSER]
print(seconds)
"""


class WheelError(Exception):
    """A check that failed."""


def only(folder: Path, pattern: str) -> Path:
    """The one file of a folder that matches a pattern."""
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise WheelError(f"expected one {pattern} in {folder}, found {len(found)}")
    return found[0]


def check_names(wheel: Path) -> None:
    """The wheel is for every Python from 3.10 and small, and has its stub, marker, model and licences."""
    if "-cp310-abi3-" not in wheel.name:
        raise WheelError(f"{wheel.name} is not for the stable ABI of Python 3.10")
    n_mb = wheel.stat().st_size / 1e6
    if n_mb >= MAX_WHEEL_MB:
        raise WheelError(f"the wheel has {n_mb:.2f} MB; at most {MAX_WHEEL_MB}")
    with ZipFile(wheel) as archive:
        names = set(archive.namelist())
        metadata = next(name for name in names if name.endswith(".dist-info/METADATA"))
        fields = Parser().parsestr(archive.read(metadata).decode())
    missing = [name for name in IN_WHEEL if name not in names]
    missing += [name for name in ("LICENSE", "NOTICE") if not any(path.endswith(f"/licenses/{name}") for path in names)]
    missing += [name for name in ("License-Expression", "Author", "Keywords", "Project-URL") if not fields[name]]
    if missing:
        raise WheelError(f"{wheel.name} lacks {', '.join(missing)}")
    print(f"{wheel.name}: {n_mb:.2f} MB")


def check_sdist(sdist: Path) -> None:
    """The source distribution has what a build needs, and no test data."""
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    missing = [name for name in IN_SDIST if name not in names]
    if missing:
        raise WheelError(f"{sdist.name} lacks {', '.join(missing)}")
    print(f"{sdist.name}: {sdist.stat().st_size / 1e6:.2f} MB, {len(names)} files")


def run_auditors(wheel: Path) -> None:
    """Auditwheel confirms the platform, abi3audit the stable ABI."""
    run = subprocess.run
    shown = run([sys.executable, "-m", "auditwheel", "show", wheel], capture_output=True, text=True, check=True).stdout
    if PLATFORM not in re.sub(r"\s+", " ", shown):
        raise WheelError(f"auditwheel: not {PLATFORM}:\n{shown}")
    print(f"auditwheel: {PLATFORM}")
    run([sys.executable, "-m", "abi3audit", "--strict", "--summary", wheel], check=True)


def installed_bytes(packages: Path) -> int:
    """Bytes of the installed files, without pip, setuptools and compiled bytecode."""
    tools = ("pip", "setuptools", "pkg_resources", "_distutils_hack", "distutils")
    files = (path for path in packages.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return sum(path.stat().st_size for path in files if not path.relative_to(packages).parts[0].startswith(tools))


def check_installed(wheel: Path) -> None:
    """An empty environment without Rust: the size, `maintext PAGE`, every extractor, the time of the import."""
    page = str(ROOT / "demo" / "html" / "harbour-news.html")
    with tempfile.TemporaryDirectory() as folder:
        python = install(str(wheel.resolve()), Path(folder, "venv"))
        packages = next(Path(folder).rglob("site-packages"))
        n_mib = installed_bytes(packages) / 2**20
        parts = {
            name: installed_bytes(packages / name) / 2**20 for name in ("maintext", "numpy", "numpy.libs", "click")
        }
        shares = ", ".join(f"{name} {size:.1f}" for name, size in parts.items())
        print(f"installed: {n_mib:.1f} MiB ({n_mib * 2**20 / 1e6:.1f} MB): {shares}")
        if n_mib >= MAX_BASE_MIB:
            raise WheelError(f"the base installation has {n_mib:.1f} MiB; at most {MAX_BASE_MIB:.0f}")
        environment = without_rust(dict(os.environ))
        command = [python, "-m", "maintext", page]
        shown = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=True).stdout  # noqa: S603
        if not shown.startswith("# Ferry returns"):
            raise WheelError(f"maintext PAGE printed {shown[:80]!r}")
        smoke = [python, "-c", _SMOKE.format(page=page)]
        done = subprocess.run(smoke, env=environment, cwd=folder, capture_output=True, text=True, check=True)  # noqa: S603
        seconds = float(done.stdout)
        print(f"maintext PAGE works without Rust; import takes {seconds * 1e3:.1f} ms of processor time")
        if seconds >= MAX_IMPORT_SECONDS:
            raise WheelError(f"import takes {seconds:.3f} s; at most {MAX_IMPORT_SECONDS}")


def main() -> None:
    """Checks what a folder has."""
    folder = Path(sys.argv[1])
    try:
        wheel = only(folder, "*.whl")
        check_names(wheel)
        check_sdist(only(folder, "*.tar.gz"))
        run_auditors(wheel)
        check_installed(wheel)
    except WheelError as error:
        sys.exit(f"wheel: {error}")


if __name__ == "__main__":
    main()
