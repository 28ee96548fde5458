"""What a caller gives as `by` -> an extractor and its name.

    cetr                        a name of the registry
    cetr-tm:deviations=0.5      a name with parameters, commas between them; see `parameters`
    models/mine.npz             a model file that `maintext train` wrote, of any kind
    package.module:Class        a class, function or instance of your own, which is imported
    mine.npz:favor=recall       both of these take parameters, too

In Python, `by` may also be the extractor itself: an instance, a function, a class or a `maintext.Model`.

`find_extractor` imports modules and reads files, so it is for the user of the machine. `get_extractor` takes only names
of the registry with their parameters, and is what a service offers to strangers.

>>> find_extractor("cetr-tm:deviations=0.5").name
'cetr-tm:deviations=0.5'
>>> split_names("cetr-tm:deviations=0.5,pvalue")
['cetr-tm:deviations=0.5', 'pvalue']
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from maintext.errors import ModelError, OptionError, UnknownExtractorError
from maintext.extractors.parameters import read_parameters, with_parameters, written_parameters
from maintext.extractors.protocol import Extractor, Scores, Trained, check_scores, name_of
from maintext.extractors.registry import EXTRACTORS, IN_BROWSER
from maintext.model.extractor import ModelExtractor
from maintext.model.predictor import Model
from maintext.trained.files import model_kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maintext.page import Page

By: TypeAlias = "str | os.PathLike[str] | Extractor | type[Extractor]"

_MODEL_FILE = re.compile(r"(?P<target>.*\.npz)(?::(?P<parameters>.*))?", re.DOTALL)
_IMPORTED = re.compile(r"(?P<target>[\w.]+:[\w.]+)(?::(?P<parameters>.*))?", re.DOTALL)
_CONTINUED = re.compile(r"\s*\w+\s*=")


@dataclass(frozen=True)
class NamedExtractor:
    """An extractor, the name under which documents mention it, and a check of what it returns."""

    base_name: str
    extractor: Extractor

    @cached_property
    def name(self) -> str:
        """The name with every parameter that differs from its default, in the form that `find_extractor` takes."""
        parameters = written_parameters(self.extractor)
        return f"{self.base_name}:{parameters}" if parameters else self.base_name

    def __call__(self, page: Page) -> Scores:
        """Judges every block of a page."""
        return check_scores(self.extractor(page), page, self.name)

    def with_parameters(self, given: Mapping[str, Any]) -> NamedExtractor:
        """The same extractor with other values of some parameters."""
        if not given:
            return self
        return NamedExtractor(self.base_name, with_parameters(self.extractor, given, self.base_name))


def find_extractor(by: By) -> NamedExtractor:
    """The extractor that a user names or gives; see the grammar above. Imports modules and reads files."""
    if isinstance(by, NamedExtractor):
        return by
    if isinstance(by, (str, os.PathLike)):
        return _find_by_text(os.fspath(by))
    extractor = ModelExtractor(model=by) if isinstance(by, Model) else _made(by) if isinstance(by, type) else by
    if not callable(extractor):
        raise OptionError(f"by must be the name of an extractor, a model file or a callable, got {by!r}")
    return NamedExtractor(name_of(extractor), extractor)


def get_extractor(text: str) -> Extractor:
    """The extractor of a registered name, with or without parameters. Imports no other module, reads no file and starts
    no browser."""
    if text.partition(":")[0] in IN_BROWSER:
        raise OptionError(f"{text} opens pages in a browser, which is not offered here")
    return _registered(text).extractor


def check_name(text: str) -> None:
    """Raises what `get_extractor` would, without making the extractor: some read a model when they are made."""
    _registered_parameters(text)


def split_names(text: str) -> list[str]:
    """The extractors of a list with commas. A part such as `b=2` is one more parameter of the extractor before it."""
    names: list[str] = []
    for part in text.split(","):
        if names and ":" in names[-1] and _CONTINUED.match(part):
            names[-1] += f",{part.strip()}"
        elif part.strip():
            names.append(part.strip())
    return names


def _find_by_text(text: str) -> NamedExtractor:
    if text in EXTRACTORS:
        return _with_defaults(text)
    if text.partition(":")[0] in EXTRACTORS:
        return _registered(text)
    if match := _MODEL_FILE.fullmatch(text):
        path = Path(match["target"])
        return _with_text(NamedExtractor(path.name, _load(path)), match["parameters"])
    if match := _IMPORTED.fullmatch(text):
        own = _import(match["target"])
        return _with_text(NamedExtractor(name_of(own), own), match["parameters"])
    raise UnknownExtractorError(text, EXTRACTORS)


@cache  # extractors have no state, and making one takes as long as a small page
def _with_defaults(name: str) -> NamedExtractor:
    return _registered(name)


def _registered(text: str) -> NamedExtractor:
    parameters, name = _registered_parameters(text), text.partition(":")[0]
    return NamedExtractor(name, EXTRACTORS[name]()).with_parameters(parameters)


def _registered_parameters(text: str) -> dict[str, Any]:
    name, colon, parameters = text.partition(":")
    if name not in EXTRACTORS:
        raise UnknownExtractorError(text, EXTRACTORS)
    return read_parameters(EXTRACTORS[name], parameters, name, get_extractor) if colon else {}


def _with_text(found: NamedExtractor, parameters: str | None) -> NamedExtractor:
    if parameters is None:
        return found
    return found.with_parameters(read_parameters(type(found.extractor), parameters, found.base_name, get_extractor))


def _load(path: Path) -> Extractor:
    kind = model_kind(path)
    extractor: object = EXTRACTORS.get(kind)
    if not isinstance(extractor, Trained):
        trained = [name for name, each in EXTRACTORS.items() if isinstance(each, Trained)]
        raise ModelError(f"{path.name} is a model of kind {kind!r}, an extractor needs one of {', '.join(trained)}")
    return extractor.load(path)


def _import(target: str) -> Extractor:
    module, _, attribute = target.partition(":")
    try:
        with _working_folder_importable():
            found: Any = import_module(module)
        for name in attribute.split("."):
            found = getattr(found, name)
    except (ImportError, AttributeError, ValueError) as error:
        raise OptionError(f"can't import the extractor {target!r}: {error}") from error
    extractor: Any = _made(found) if isinstance(found, type) else found
    if not callable(extractor):
        raise OptionError(f"{target!r} is a {type(found).__name__}, not an extractor: it can't be called on a Page")
    own: Extractor = extractor
    return own


def _made(extractor: type) -> Any:
    try:
        return extractor()
    except TypeError as error:
        raise OptionError(f"{extractor.__name__} can't be made without arguments: {error}") from error


@contextmanager
def _working_folder_importable() -> Iterator[None]:
    """Lets an import find modules in the working folder: a console script's path begins elsewhere. Last on the path,
    so that a file there can't take the place of an installed module."""
    folder = str(Path.cwd())
    sys.path.append(folder)
    try:
        yield
    finally:
        # By value, from the end: an import may have changed the path.
        del sys.path[len(sys.path) - 1 - sys.path[::-1].index(folder)]
