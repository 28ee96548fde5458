"""Pages of the demo that the adapters are tried on, and the packages that they need."""

from types import ModuleType

import pytest

import maintext
from tests.shared_data import ROOT

PATH = ROOT / "demo" / "html" / "harbour-news.html"
HTML = PATH.read_text(encoding="utf-8")
DOCUMENT = maintext.extract(PATH.read_bytes())
TITLE = "Ferry returns to the old harbour after nine years"


def framework(name: str) -> ModuleType:
    """A package that an adapter is for. Large ones are only in the environment of `make adapter-tests`."""
    found: ModuleType = pytest.importorskip(name, reason=f"{name} is installed by make adapter-tests")
    return found
