"""Text -> about how many tokens of a language model it has, without a tokenizer.

Tokenizers of language models merge frequent letter sequences: a common word is one token, a long one two or three;
punctuation, each group of up to three digits and each Chinese or Japanese character is a token of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from maintext import _core
from maintext.errors import OptionError

Tokenizer: TypeAlias = Callable[[str], int | Sequence[Any]]
"""Any function from a text to its tokens or to their number, such as `tiktoken.get_encoding(...).encode`."""

_TOKEN = re.compile(
    # White space is read together with what follows it: half the time of trying each alternative at every space.
    r"[^\S\n]*(?:[A-Za-z]{1,7}"
    # Other alphabets are merged less often.
    r"|[^\W\d_A-Za-z\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\U00020000-\U0003ffff]{1,3}"
    r"|\d{1,3}|\n+|([^\w\s])\1{0,3}|_|\w)"
)
_END = "_"
"""A token of its own after any text, so that white space at the end of a text is not tried again from each place."""


def estimate_tokens(text: str) -> int:
    """About how many tokens a text has.

    >>> estimate_tokens("Pour the boiling water over the leaves.")
    8
    """
    # The pattern takes many times as long.
    try:
        n_tokens = _core.estimate_tokens(text)
    except UnicodeEncodeError:  # half a surrogate pair, which no encoding has
        n_tokens = None
    return by_pattern(text) if n_tokens is None else n_tokens


def by_pattern(text: str) -> int:
    """The rule itself."""
    return len(_TOKEN.findall(text + _END)) - 1


def token_counter(tokenizer: Tokenizer | None) -> Callable[[str], int]:
    """A function from a text to its number of tokens: the estimate, or what a tokenizer says."""
    if tokenizer is None:
        return estimate_tokens
    if not callable(tokenizer):
        raise OptionError(f"tokenizer must be a function from a text to its tokens, got {type(tokenizer).__name__}")

    def count(text: str) -> int:
        found = tokenizer(text)
        try:
            n_tokens = found if isinstance(found, int) else len(found)
        except TypeError:
            kind = type(found).__name__
            raise OptionError(f"tokenizer must return tokens or their number, got {kind} for {text[:40]!r}") from None
        if n_tokens < 0:
            raise OptionError(f"tokenizer must return tokens or their number, got {n_tokens} for {text[:40]!r}")
        return n_tokens

    return count
