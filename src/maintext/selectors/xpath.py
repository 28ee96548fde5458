"""The text of an XPath of the simple kind -> steps.

    /html/body/div[2]   //ul/li   //*[@id="top"]   //div[@class and contains(@data-kind, "ad")]   //aside | //nav

Predicates: a position; `@name`; `@name="value"`; `contains(@name, "value")`; `starts-with(@name, "value")`; several
with `and`. The usual spelling of a class, `contains(concat(" ", normalize-space(@class), " "), " ad ")`, is known too.
Anything else raises an error that names it.
"""

from __future__ import annotations

import re

from maintext.errors import SelectorError
from maintext.selectors.steps import Path, Relation, Step, Test

_STRING = r"""(?:"[^"]*"|'[^']*')"""
_STEP = re.compile(r"(//?)\s*(?:descendant-or-self::|descendant::|child::)?([\w.-]+|\*)")
_PREDICATE = re.compile(rf"\s*\[((?:{_STRING}|[^\]\"'])*)\]")
_POSITION = re.compile(r"\s*(\d+)\s*")
_CONDITIONS = (
    (re.compile(r"@([\w:.-]+)"), "has"),
    (re.compile(rf"@([\w:.-]+)\s*=\s*({_STRING})"), "="),
    (re.compile(rf"contains\(\s*@([\w:.-]+)\s*,\s*({_STRING})\s*\)"), "*="),
    (re.compile(rf"starts-with\(\s*@([\w:.-]+)\s*,\s*({_STRING})\s*\)"), "^="),
    (
        re.compile(
            r"contains\(\s*concat\(\s*(?:' '|\" \")\s*,\s*(?:normalize-space\(\s*)?@([\w:.-]+)\s*\)?\s*,\s*"
            rf"(?:' '|\" \")\s*\)\s*,\s*({_STRING})\s*\)"
        ),
        "~=",
    ),
)
_KNOWN = "known are steps (/a, //a, *), positions, @name, =, contains(), starts-with(), and, |"


def is_xpath(text: str) -> bool:
    """Whether a selector is an XPath: CSS selectors never begin like one."""
    return text.lstrip().startswith(("/", "./", ".//", "("))


def read_xpath(text: str) -> list[Path]:
    """The paths of an XPath, each as steps."""
    return [_path(path.strip(), text) for path in re.findall(rf"(?:{_STRING}|[^|\"'])+|(?<=\|)$", text)]


def _path(path: str, text: str) -> Path:
    if path.startswith("(") and path.endswith(")"):
        path = path[1:-1].strip()
    path = path.removeprefix(".")
    if not path.startswith("/"):
        raise SelectorError(text, f"{path[:60]!r} does not begin with / or //")
    steps: list[Step] = []
    at = 0
    while at < len(path):
        found = _STEP.match(path, at)
        if found is None:
            raise SelectorError(text, f"{path[at : at + 60]!r} is not understood", _KNOWN)
        relation: Relation = "inside" if found[1] == "//" else "child" if steps else "root"
        at, tests, position = _predicates(path, found.end(), text)
        tag = None if found[2] == "*" else found[2].lower()
        steps.append(Step(relation, tag, tests, position))
        at += len(path[at:]) - len(path[at:].lstrip())
    return tuple(steps)


def _predicates(path: str, at: int, text: str) -> tuple[int, tuple[Test, ...], int | None]:
    tests: list[Test] = []
    position: int | None = None
    while found := _PREDICATE.match(path, at):
        at = found.end()
        if number := _POSITION.fullmatch(found[1]):
            position = int(number[1])
            continue
        conditions = re.split(rf"\s+and\s+(?=(?:[^\"']|{_STRING})*$)", found[1])
        tests += [_test(condition.strip(), text) for condition in conditions]
    return at, tuple(tests), position


def _test(condition: str, text: str) -> Test:
    for pattern, comparison in _CONDITIONS:
        if found := pattern.fullmatch(condition):
            value = found[2][1:-1] if pattern.groups > 1 else ""
            return Test(found[1].lower(), comparison, value.strip() if comparison == "~=" else value)  # type: ignore[arg-type]
    raise SelectorError(text, f"{condition[:60]!r} is not understood", _KNOWN)
