"""The text of a block -> its template: the text without numbers, dates and names.

"Posted by Ann Lee on 3 May 2024 | 12 comments" and "Posted by Bo on 14 June 2023 | 1 comment" have the same template
with different values. A text of which too little remains has no template: "12 mm", "Chapter 3" and "The Return of the
King" would drop content of other pages.

>>> template("Posted by Ann B. Lee on 3 May 2024 at 8:15 am | 12 comments")
'posted by A on 0 at 0 comments'
>>> template("Add Magma 15 Sleeping Bag to Compare")
'add A 0 A to A'
>>> template("12 mm"), template("November 5, 2012"), template("Nothing varies here")
(None, None, None)
>>> template("Was $149.95, you save 20%")
>>> template("How to Choose a Kayak", "heading"), template("Storage: 60 GB of free space", "list item")
(None, None)
"""

from __future__ import annotations

import re

MAX_CHARS = 160
"""Of a text with a template; a longer text that differs in a name is another text."""
LEAST_WORDS, LEAST_HEADING_WORDS = 2, 3
"""Words that must remain: with one, "2.0 mm" and "Chapter 3" would be templates. Headings ("Step 2 of 3", "How to
Choose a Kayak") are content more often, so only their numbers are removed."""

# A number with what belongs to it: 3rd, 8:15pm, 2012-11-05, 1,024.
_TOKEN = re.compile(r"\d[\d.,:/\-]*(?:st|nd|rd|th|[ap]\.?m\b\.?)?|[^\W\d_]+(?:['’][^\W\d_]+)*")
# Between two words: the end of a sentence, after which a capital letter does not mark a name.
_SENTENCE_END = re.compile(r"[.!?|•·—–»>]")
_CJK = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]")
# Months, days and marks of dates: English, German, French, Spanish, Italian, Portuguese; Chinese and Japanese.
_DATE_WORDS = frozenset(
    """
    january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec
    monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun am pm
    januar februar märz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag uhr
    janvier février mars avril juin juillet août septembre octobre novembre décembre
    lundi mardi mercredi jeudi vendredi samedi dimanche
    enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
    lunes martes miércoles jueves viernes sábado domingo
    gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre
    lunedì martedì mercoledì giovedì venerdì sabato domenica
    janeiro fevereiro março maio junho julho setembro outubro novembro dezembro
    年 月 日 时 分 時 点
    """.split()
)
NUMBER, NAME = "0", "A"
# Small words inside names: Carla de Vries.
_PARTICLES = frozenset("af al bin da dal de del della den der di du el la le ten ter van von y zu".split())
# "Memory: 8 GB" in a list or table is a fact about the page's product.
_DATUM_KINDS = frozenset({"list item", "table cell", "definition"})
_LABEL = re.compile(r"[^:\d]{1,40}:\s")
# So are prices and quantities.
_PRICE = re.compile(r"[$€£¥%]\s?\d|\d\s?[$€£¥%]")


def template(text: str, kind: str = "text") -> str | None:
    """The template of a text of that kind (see `kinds.KINDS`); None if nothing varies or too little remains."""
    is_datum = kind in _DATUM_KINDS and _LABEL.match(text) is not None
    if len(text) > MAX_CHARS or is_datum or _PRICE.search(text):
        return None
    if kind == "heading":
        return _joined(_parts(text, has_names=False), LEAST_HEADING_WORDS)
    # In a line of capitalised words nearly all look like names; then only its numbers are removed.
    return _joined(_parts(text, has_names=True), LEAST_WORDS) or _joined(_parts(text, has_names=False), LEAST_WORDS)


def _parts(text: str, has_names: bool) -> list[str]:
    """Words in lower case, with a mark in place of each number, date and name; repeated marks are joined."""
    parts: list[str] = []
    stop, is_initial = 0, False
    for found in _TOKEN.finditer(text):
        word = found.group()
        # "B. Lee": the full stop after an initial does not end a sentence.
        begins = not parts or (not is_initial and bool(_SENTENCE_END.search(text, stop, found.start())))
        stop, is_initial = found.end(), len(word) == 1
        part = _part(word, has_names and not begins)
        last = parts[-1] if parts else None
        if not (part in (NUMBER, NAME) and part == last) and not (part in _PARTICLES and last == NAME):
            parts.append(part)
    return parts


def _part(word: str, may_be_name: bool) -> str:
    lower = word.lower()
    if word[0].isdigit() or lower in _DATE_WORDS:
        return NUMBER
    return NAME if may_be_name and word[0].isupper() else lower


def _joined(parts: list[str], least_words: int) -> str | None:
    varies = NUMBER in parts or NAME in parts
    return " ".join(parts) if varies and sum(map(_n_words, parts)) >= least_words else None


def _n_words(part: str) -> int:
    if part in (NUMBER, NAME):
        return 0
    return len(part) // 2 if _CJK.search(part) else int(len(part) > 1)
