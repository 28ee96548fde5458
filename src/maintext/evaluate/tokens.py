r"""str -> tokens: what the metrics count.

A word is a run of `\w`. In scripts that are written without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese)
such a run would be a whole sentence, so there every character is a token.

>>> words("The U.S. in 2010")
['The', 'U', 'S', 'in', '2010']
>>> words("东京 Tokyo2020年")
['东', '京', 'Tokyo2020', '年']
>>> pieces("Well, it's 东京!")
['Well,', "it's", '东', '京', '!']
>>> words_and_marks("Well, it's 东京!")
['Well', ',', 'it', "'", 's', '东', '京', '!']
"""

from __future__ import annotations

import re

NO_SPACES = (
    "\u0e01-\u0e3a\u0e40-\u0e4e"  # Thai
    "\u0e81-\u0ece\u0edc-\u0edf"  # Lao
    "\u1000-\u103f\u1050-\u109f"  # Burmese
    "\u1780-\u17d3"  # Khmer
    "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"  # Japanese syllables
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"  # Chinese characters
)
"""Characters of those scripts, as ranges of a regular expression's class. Korean is written with spaces."""

_UNSPACED = re.compile(f"[{NO_SPACES}]")
_WORD = re.compile(rf"[{NO_SPACES}]|[^\W{NO_SPACES}]+")
_WORD_OR_MARK = re.compile(rf"[{NO_SPACES}]|[^\W{NO_SPACES}]+|[^\w\s]")
_PIECE = re.compile(rf"[{NO_SPACES}]|[^\s{NO_SPACES}]+")
_SPACED_WORD = re.compile(r"\w+")


def words(text: str) -> list[str]:
    """The words, as they are written."""
    # Most pages have no such script, and the plain pattern is several times as fast.
    return (_WORD if _UNSPACED.search(text) else _SPACED_WORD).findall(text)


def pieces(text: str) -> list[str]:
    """What white space parts, punctuation included: joined, the text without its spaces."""
    return _PIECE.findall(text) if _UNSPACED.search(text) else text.split()


def words_and_marks(text: str) -> list[str]:
    """The words, and each mark by itself: joined, the text without its spaces."""
    return _WORD_OR_MARK.findall(text)
