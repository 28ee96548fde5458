"""Options that several commands share: `--by`, limits for a page, the rule for shared blocks.

`--by` takes what `maintext.extractors.by` reads, and is checked before any page is read.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import maintext
from maintext.cli.inputs import media_type
from maintext.errors import MaintextError, UnknownExtractorError
from maintext.extractors.by import check_name, find_extractor, split_names
from maintext.extractors.parameters import parameters_of
from maintext.extractors.registry import DEFAULT, EXTRACTORS

_MEDIA_TYPES = ("text/html", "application/xhtml+xml", "text/plain", "text/markdown")

FORMS = "a name, a name with parameters (cetr-tm:deviations=0.5), a model file (.npz) or module:Class"


if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    TextType = click.ParamType[str]
    TextListType = click.ParamType[list[str]]
else:
    # In older versions of click the class takes no type.
    TextType = TextListType = click.ParamType


class ExtractorType(TextType):
    """The text that names an extractor."""

    name = "extractor"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The text, if there is such an extractor; a usage error that suggests another name if not."""
        try:
            _check(str(value))
        except MaintextError as error:
            self.fail(str(error), param, ctx)
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Names, parameters after a colon, and model files."""
        # Not at the top, here and below: only a shell that completes a command needs it.
        from click.shell_completion import CompletionItem

        return [CompletionItem(text) for text in completions(incomplete)]


class ExtractorListType(TextListType):
    """Texts that name extractors, with commas between them."""

    name = "extractors"

    def __init__(self, others: Collection[str] = ()) -> None:
        self.others = others
        """Other names that are allowed, such as those of peers."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """A list of the texts, once each."""
        if isinstance(value, list):
            return value
        names = list(dict.fromkeys(split_names(value)))
        if not names:
            self.fail("name at least one extractor", param, ctx)
        try:
            for name in names:
                _check(name, self.others)
        except MaintextError as error:
            self.fail(str(error), param, ctx)
        return names

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The same for the last of several, or one more parameter of the one before."""
        from click.shell_completion import CompletionItem

        before, comma, last = incomplete.rpartition(",")
        found = completions(last, self.others)
        if comma and ":" not in last and ":" in split_names(before)[-1]:
            found += _parameters(split_names(before)[-1], last)
        return [CompletionItem(before + comma + text) for text in found]


def by_option(text: str = "Extractor") -> Callable[[Any], Any]:
    """The option `--by` with one extractor."""
    return click.option(
        "--by",
        type=ExtractorType(),
        default=DEFAULT,
        show_default=True,
        metavar="EXTRACTOR",
        help=f"{text}: {FORMS}. Names: {', '.join(EXTRACTORS)}.",
    )


def page_limit_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options `--page-seconds` and `--page-megabytes`."""
    seconds = click.option(
        "--page-seconds", type=float, default=10.0, show_default=True, help="CPU time limit per page."
    )
    megabytes = click.option(
        "--page-megabytes", type=int, default=2048, show_default=True, help="Memory limit per page."
    )
    return seconds(megabytes(command))


def rule_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options `--rule`, `--threshold` and `--minimum`: which shared blocks are dropped."""
    # Not at the top: a command on single pages needs nothing of it.
    from maintext.shared_blocks.rule import RULES

    rule = click.option(
        "--rule",
        type=click.Choice(list(RULES)),
        default="default",
        show_default=True,
        help="Which shared blocks to drop; paper: equal texts on two pages, with no exceptions.",
    )
    threshold = click.option(
        "--threshold",
        type=float,
        help="Share of the pages that must have a block for it to be dropped.  [default: 0.03]",
    )
    minimum = click.option("--minimum", type=int, help="Number of pages that must have it.  [default: 3; paper: 2]")
    return rule(threshold(minimum(command)))


def completions(incomplete: str, others: Collection[str] = ()) -> list[str]:
    """Everything that the beginning of an extractor's name can become.

    >>> completions("cetr-"), completions("cetr:clusters=4,look")
    (['cetr-km', 'cetr-tm'], ['cetr:clusters=4,lookahead_lines='])
    """
    name, colon, parameters = incomplete.partition(":")
    if colon and name in EXTRACTORS:
        last = parameters.rpartition(",")[2]
        before = incomplete.removesuffix(last) if last else incomplete
        return [before + text for text in _parameters(before, last)]
    names = [known for known in (*EXTRACTORS, *others) if known.startswith(incomplete)]
    return names + [path for path in _models_in(incomplete) if path.startswith(incomplete)]


def _models_in(incomplete: str) -> list[str]:
    """The model files and folders of the folder that a path begins with, written as the path is."""
    folder = incomplete.rpartition("/")[0] + "/" if "/" in incomplete else ""
    try:
        entries = sorted(Path(folder or ".").iterdir())
    except OSError:
        return []
    found = [f"{folder}{entry.name}{'/' if entry.is_dir() else ''}" for entry in entries]
    return [path for path in found if path.endswith((".npz", "/"))]


def _check(text: str, others: Collection[str] = ()) -> None:
    if text in others:
        return
    try:
        # Registered extractors are not made: some read a model, and other processes will.
        (check_name if text.partition(":")[0] in EXTRACTORS else find_extractor)(text)
    except UnknownExtractorError as error:
        raise UnknownExtractorError(text, [*error.known, *others]) from None


def _parameters(before: str, incomplete: str) -> list[str]:
    """The parameters of the extractor at the start of a text that the text does not have yet."""
    name = before.partition(":")[0]
    known = parameters_of(EXTRACTORS[name]) if name in EXTRACTORS else {}
    return [f"{each}=" for each in known if each.startswith(incomplete) and f"{each}=" not in before]


def encoding_option() -> Callable[[Any], Any]:
    """`--encoding`: a charset that browsers know, or a Content-Type."""
    return click.option(
        "--encoding",
        callback=_known_encoding,
        metavar="NAME",
        help="Charset of the HTTP header, or the whole Content-Type, such as text/markdown.",
    )


def _known_encoding(context: click.Context, parameter: click.Parameter, given: str | None) -> str | None:
    # Browsers ignore a header that they don't understand; an option that nobody understands is a mistake.
    if given is None:
        return None
    own_type = media_type(given)
    if own_type and own_type not in _MEDIA_TYPES:
        raise click.BadParameter(f"{own_type!r} is not a type of pages: {', '.join(_MEDIA_TYPES)}")
    has_charset = not own_type or "charset" in given.lower()
    if has_charset and maintext.parse(b"-", encoding=given).encoding_evidence != "header":
        raise click.BadParameter(f"{given!r} is not an encoding of web pages, such as utf-8, windows-1252 or gbk")
    return given


def split_shapes(given: Collection[str]) -> tuple[str, ...]:
    """The names of shapes, each once; an option may have several.

    >>> split_shapes(["posts,verdict", "posts"])
    ('posts', 'verdict')
    """
    return tuple(dict.fromkeys(name.strip() for names in given for name in names.split(",")))
