"""The text of a CSS selector -> steps. Known is what can be answered by tags and attributes:

    p  *  .class  #id  [name]  [name=value]  [name~=value]  |=  ^=  $=  *=     a b   a > b   a, b

Pseudo-classes, pseudo-elements, siblings (`+`, `~`) and namespaces raise an error that names them.
"""

from __future__ import annotations

import re

from maintext.errors import SelectorError
from maintext.selectors.steps import Path, Relation, Step, Test

_NAME = r"(?:\\.|[\w-]|[^\x00-\x7f])+"
_TOKEN = re.compile(
    rf"""(?P<gap>\s*>\s*|\s+)
    | (?P<tag>{_NAME}|\*)
    | \.(?P<cls>{_NAME})
    | \#(?P<id>{_NAME})
    | \[\s*(?P<name>{_NAME})\s*(?:(?P<comparison>[~|^$*]?=)\s*
        (?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>{_NAME}))\s*)?\]""",
    re.VERBOSE,
)
_GROUP = re.compile(r"""(?:[^,"'\[\]]|\[(?:[^"'\]]|"[^"]*"|'[^']*')*\]|["'\]\[])+""")
_UNKNOWN = re.compile(r"::?[\w-]+(?:\([^)]*\)?)?|\[[^\]]*\]?|[+~|>]|\S+")


def read_css(text: str) -> list[Path]:
    """The selectors of a group, each as steps."""
    groups = [group.strip() for group in _GROUP.findall(text)]
    if not groups or not all(groups) or text.strip().startswith(",") or ",," in text.replace(" ", ""):
        raise SelectorError(text, "a selector between commas is empty")
    return [_path(group, text) for group in groups]


def _path(group: str, text: str) -> Path:
    steps: list[Step] = []
    relation: Relation = "inside"
    tag: str | None = None
    tests: list[Test] = []
    at, is_empty = 0, True
    while at < len(group):
        found = _TOKEN.match(group, at)
        if found is None or (found["tag"] and not is_empty):
            unknown = _UNKNOWN.match(group, at)
            raise SelectorError(text, f"{unknown.group() if unknown else group[at:]!r} is not understood", _KNOWN)
        if found["gap"]:
            if is_empty:
                raise SelectorError(text, f"an element is missing before {found['gap'].strip()!r}")
            steps.append(Step(relation, tag, tuple(tests)))
            relation, tag, tests, is_empty = "child" if ">" in found["gap"] else "inside", None, [], True
        else:
            is_empty = False
            if found["tag"]:
                tag = None if found["tag"] == "*" else _unescaped(found["tag"]).lower()
            else:
                tests.append(_test(found))
        at = found.end()
    if is_empty:
        raise SelectorError(text, f"an element is missing at the end of {group!r}")
    return (*steps, Step(relation, tag, tuple(tests)))


_KNOWN = "known are tags, .class, #id, [attribute], descendants (a b), children (a > b) and groups (a, b)"


def _test(found: re.Match[str]) -> Test:
    if found["cls"]:
        return Test("class", "~=", _unescaped(found["cls"]))
    if found["id"]:
        return Test("id", "=", _unescaped(found["id"]))
    name = _unescaped(found["name"]).lower()
    if not found["comparison"]:
        return Test(name)
    value = next(value for value in (found["double"], found["single"], found["bare"]) if value is not None)
    comparison = found["comparison"]
    return Test(name, comparison, _unescaped(value))  # type: ignore[arg-type]


def _unescaped(text: str) -> str:
    r"""A name without its escapes: `a\:b` is `a:b`, `\31 0` is `10`."""
    return re.sub(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", lambda m: _character(m[1]) if m[1] else m[2], text)


def _character(digits: str) -> str:
    """The character of a number; U+FFFD for those that no text has, as CSS says."""
    number = int(digits, 16)
    return chr(number) if 0 < number <= 0x10FFFF and not 0xD800 <= number <= 0xDFFF else "\ufffd"
