"""Page -> the blocks that its style sheets hide, slowly: one regular expression per part of a sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maintext.page import Page, flags
from maintext.page.table import Elements
from maintext.page.tags import TAGS

NAME = r"[\w\-\u0080-\U0010ffff]+"
SELECTOR = re.compile(rf"(?P<tag>{NAME})?(?P<tokens>(?:[.#]{NAME})+)", re.ASCII)
OTHER_MEDIA = ("print", "max-width")
WHOLE = {TAGS[name] for name in ("html", "body", "main", "article")}
MAX_TOKENS, MAX_RULES_OF_NAME, MAX_CLASSES, MAX_BYTES = 8, 16, 32, 100_000
SPACE = " \t\n\r\f"


@dataclass(frozen=True)
class Rule:
    tokens: tuple[str, ...]
    tag: str | None
    precedence: tuple[bool, int, int, bool, int]
    hides: bool


def hidden_by_styles(page: Page) -> NDArray[np.bool_]:
    """Whether each block is inside an element that a style sheet hides."""
    rules = rules_of(page)
    is_hidden = np.zeros(len(page.blocks), dtype=np.bool_)
    if not any(rule.hides for rule in rules):
        return is_hidden
    elements, own = page.elements, page.blocks.element
    for row in range(len(elements)):
        if elements.tag[row] in WHOLE or elements.flags[row] & flags.IMPLIED:
            continue
        if hides(rules, tokens_of(page, row), tag_name(page, row)):
            is_hidden |= (own >= row) & (own < elements.end[row])
    return is_hidden


def rules_of(page: Page) -> list[Rule]:
    elements: Elements = page.elements
    skipped = flags.NOSCRIPT | flags.TEMPLATE | flags.SVG
    styles = np.flatnonzero(elements.tag == TAGS["style"]).tolist()
    rows = [row for row in styles if not elements.flags[row] & skipped]
    rules: list[Rule] = []
    n_left = MAX_BYTES
    for row in rows:
        if any(word in page.attributes(row).get("media", "") for word in OTHER_MEDIA):
            continue
        sheet = content(page, row)[:n_left]
        n_left -= len(sheet)
        text = re.sub(r"/\*.*?(\*/|\Z)", "", sheet.decode(errors="ignore"), flags=re.DOTALL)
        for selectors, said in declarations(text):
            for selector in selectors.split(","):
                rule = read_rule(selector.strip(SPACE), said, len(rules))
                rules += [rule] if rule else []
    return rules


def declarations(sheet: str) -> Iterator[tuple[str, tuple[bool, bool]]]:
    """Selectors, whether they are hidden, whether that is important."""
    head = at = 0
    while found := re.compile("[{};]").search(sheet, at):
        at = found.end()
        if found[0] == "{":
            selectors = sheet[head : found.start()].strip(SPACE)
            if selectors.startswith("@"):
                at = at if is_for_wide_screens(selectors) else after_block(sheet, at)
            else:
                stop = min((place for mark in "{}" if (place := sheet.find(mark, at)) >= 0), default=len(sheet))
                if (said := display(sheet[at:stop])) is not None:
                    yield selectors, said
                at = max(at, sheet.rfind(";", at, stop) + 1) if sheet[stop : stop + 1] == "{" else stop
        head = at


def is_for_wide_screens(head: str) -> bool:
    head = head.lower()
    if head.startswith(("@supports", "@layer")):
        return True
    return head.startswith("@media") and not any(word in head for word in (*OTHER_MEDIA, "not", "prefers"))


def after_block(sheet: str, at: int) -> int:
    depth = 1
    while depth:
        found = re.compile("[{}]").search(sheet, at)
        if found is None:
            return len(sheet)
        depth += 1 if found[0] == "{" else -1
        at = found.end()
    return at


def display(body: str) -> tuple[bool, bool] | None:
    said = None
    for declaration in body.split(";"):
        name, _, value = declaration.partition(":")
        if name.strip(SPACE) == "display":
            word = re.match("[a-zA-Z]*", value.strip(SPACE))
            said = (word is not None and word[0].lower() == "none", "!" in value)
    return said


def read_rule(selector: str, said: tuple[bool, bool], place: int) -> Rule | None:
    found = SELECTOR.fullmatch(selector)
    tokens = tuple(re.findall(rf"[.#]{NAME}", found["tokens"], re.ASCII)) if found else ()
    if found is None or len(tokens) > MAX_TOKENS or not has_word(tokens[-1]):
        return None
    ids = sum(token[0] == "#" for token in tokens)
    precedence = (said[1], ids, len(tokens) - ids, found["tag"] is not None, place)
    return Rule(tokens, found["tag"] and found["tag"].lower(), precedence, said[0])


def hides(rules: list[Rule], tokens: list[str], tag: str) -> bool:
    found = []
    for token in set(tokens):
        of_name = [rule for rule in rules if rule.tokens[-1] == token][-MAX_RULES_OF_NAME:]
        found += [rule for rule in of_name if set(rule.tokens) <= set(tokens) and rule.tag in (None, tag)]
    return bool(found) and max(found, key=lambda rule: rule.precedence).hides


def tokens_of(page: Page, row: int) -> list[str]:
    attributes = page.attributes(row)
    classes = re.findall(rf"[^{SPACE}]+", attributes.get("class", ""))[:MAX_CLASSES]
    return [*(f".{name}" for name in classes), *([f"#{attributes['id']}"] if "id" in attributes else [])]


def has_word(token: str) -> bool:
    """Whether it has a word of two bytes or more."""
    parts = re.findall(r"[a-zA-Z\u0080-\U0010ffff]+", re.sub(r"([a-z\u0080-\U0010ffff])([A-Z])", r"\1 \2", token))
    return any(len(part.encode()) > 1 for part in parts)


def tag_name(page: Page, row: int) -> str:
    start = int(page.elements.start[row]) + 1
    found = re.match(rb"[a-zA-Z0-9\-]*", page.source[start : page.elements.open_stop[row]])
    return found[0].decode().lower() if found else ""


def content(page: Page, row: int) -> bytes:
    return page.source[page.elements.open_stop[row] : page.elements.close_start[row]]
