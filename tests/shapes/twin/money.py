"""A text -> the amounts of money in it, by patterns: the twin of `crates/pagetable/src/text/money.rs`.

A separator before one or two last digits is that of the decimals; before three it separates thousands. An amount of
0 is not a price: shops write it where they have none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

MAX_CHARS = 300

SIGNS: Mapping[str, str] = MappingProxyType(
    {
        "€": "EUR", "£": "GBP", "₹": "INR", "₽": "RUB", "₩": "KRW", "원": "KRW", "円": "JPY", "zł": "PLN",
        "kč": "CZK", "ft": "HUF", "lei": "RON", "₪": "ILS", "₺": "TRY", "₫": "VND", "₴": "UAH", "฿": "THB",
        "r$": "BRL", "тг": "KZT", "₸": "KZT", "руб": "RUB", "грн": "UAH", "chf": "CHF", "fr.": "CHF", "元": "元",
        "us$": "USD", "nt$": "TWD", "hk$": "HKD", "c$": "CAD", "a$": "AUD", "rs": "INR", "р.": "RUB", "лв": "BGN",
        "ر.س": "SAR", "درهم": "AED", "kr": "kr", "$": "$", "¥": "¥", "￥": "¥", "rp": "IDR", "rm": "MYR",
    }
)  # fmt: skip
"""By sign in lower case: the code of the currency; the sign itself where several currencies share it."""
_CODES = frozenset(
    "usd eur gbp inr rub rur krw jpy cny pln czk huf ron ils try vnd uah thb brl kzt chf twd hkd cad aud nzd sek nok "
    "dkk mxn ars clp cop sar aed zar sgd myr idr php bgn egp".split()
)
# The first digit comes before the condition on what is before it, so that the search skips to digits.
_NUMBER = re.compile(
    r"\d(?<![\d.,/\-]\d)(?:\d{0,2}(?:[ \u00a0\u202f'’.,]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d{0,8}(?:[.,]\d{1,2}(?!\d))?)"
    r"(?![\d/%])",
    re.ASCII,
)
_DECIMALS = re.compile(r"(.*\d)[.,](\d{1,2})", re.ASCII)
_NO_DIGIT, _NOT_ZERO = re.compile(r"\D"), re.compile(r"[1-9]")
_KNOWN = frozenset({*SIGNS, *_CODES})
_FIRST_LETTERS, _LAST_LETTERS = frozenset(sign[0] for sign in _KNOWN), frozenset(sign[-1] for sign in _KNOWN)


def _any_of(signs: Iterable[str]) -> re.Pattern[str]:
    """A pattern that finds signs. By first letters, because a choice between 80 signs takes three times as long."""
    rests: dict[str, list[str]] = {}
    for sign in sorted(signs, key=len):
        rests.setdefault(sign[0], []).append(re.escape(sign[1:]))
    single = "".join(re.escape(first) for first, own in rests.items() if own[0] == "")
    longer = [f"{re.escape(first)}(?:{'|'.join(own)})" for first, own in rests.items() if own[0] != ""]
    return re.compile("|".join([f"[{single}]", *longer]))


_ANY_SIGN = _any_of(_KNOWN)
"""Most texts with digits have no sign of money in them, and need no closer look."""
_SIGN_CHARS = 4
"""No sign and no code is longer."""


class Money(NamedTuple):
    """An amount and its currency, at a place of a text."""

    amount: str
    currency: str | None
    place: int


def amounts_in(text: str) -> list[Money]:
    """The amounts with a currency in a text, in order.

    >>> [money[:2] for money in amounts_in("Was £1,599.00, now £999 (you save 37 %)")]
    [('1599.00', 'GBP'), ('999', 'GBP')]
    >>> [money[:2] for money in amounts_in("131 990 тг. или 19,90 €, statt 4.50 CHF 2.25")]
    [('131990', 'KZT'), ('19.90', 'EUR'), ('2.25', 'CHF')]
    >>> [money[:2] for money in amounts_in("49,90 € 39,90 €")]
    [('49.90', 'EUR'), ('39.90', 'EUR')]
    """
    text = text[:MAX_CHARS]
    has_both = _NUMBER.search(text) is not None and _ANY_SIGN.search(text.lower()) is not None
    return list(_amounts(text)) if has_both else []


def _amounts(text: str) -> Iterator[Money]:
    numbers = list(_NUMBER.finditer(text))
    # Lower case may be longer than the text, so each neighbourhood is changed by itself.
    before = [_last_sign(text[max(0, match.start() - _SIGN_CHARS - 4) : match.start()].lower()) for match in numbers]
    after = [_first_sign(text[match.end() : match.end() + _SIGN_CHARS + 6].lower()) for match in numbers]
    if not any(before) and not any(after):
        return
    for index, match in enumerate(numbers):
        own_before, own_after = before[index], after[index]
        if index and own_after and _is_sign(text[numbers[index - 1].end() : match.start()]):
            own_before = None
        # A sign between two numbers belongs to the second ("statt 4.50 CHF 2.25"), unless that has its own after it.
        if own_before or (index + 1 < len(numbers) and not after[index + 1] and _is_between(text, numbers, index)):
            own_after = None
        amount = read_amount(match[0]) if own_before or own_after else None
        if amount:
            yield Money(amount, currency_code(own_before or own_after or ""), match.start())


def _is_between(text: str, numbers: list[re.Match[str]], index: int) -> bool:
    """Whether only a sign is between a number and the next one."""
    return _is_sign(text[numbers[index].end() : numbers[index + 1].start()])


def _is_sign(text: str) -> bool:
    return text.strip().lower() in _KNOWN


def _last_sign(before: str) -> str | None:
    """The sign that a text in small letters ends with."""
    end = before.rstrip(" \u00a0:")
    # Some signs end with a full stop, and after others it may be written.
    for text in (end, end.rstrip(".")) if end.endswith(".") else (end,):
        if text and text[-1] in _LAST_LETTERS:
            for n in range(_SIGN_CHARS, 0, -1):
                sign = text[-n:]
                if sign in _KNOWN and not (sign[0].isalpha() and text[:-n][-1:].isalpha()):
                    return sign
    return None


def _first_sign(after: str) -> str | None:
    """The sign that a text in small letters begins with, after decimals that are written as dashes."""
    text = after.lstrip(" \u00a0.,-–—")
    if text and text[0] in _FIRST_LETTERS:
        for n in range(_SIGN_CHARS, 0, -1):
            sign = text[:n]
            if sign in _KNOWN and not (sign[0].isalpha() and text[n : n + 1].isalpha()):
                return sign
    return None


def bare_amount(text: str) -> str | None:
    """The first number of a text that is known to be a price, with a currency or without.

    >>> bare_amount("Preis: 1.299,-"), bare_amount("30,000원~"), bare_amount("free")
    ('1299', '30000', None)
    """
    found = amounts_in(text)
    if found:
        return found[0].amount
    return next((amount for match in _NUMBER.finditer(text[:MAX_CHARS]) if (amount := read_amount(match[0]))), None)


def read_amount(number: str) -> str | None:
    """A number as digits with a point before the decimals; None for zero.

    >>> read_amount("1.759,99"), read_amount("29,9"), read_amount("1'599.00"), read_amount("2.433"), read_amount("0.00")
    ('1759.99', '29.9', '1599.00', '2433', None)
    """
    match = _DECIMALS.fullmatch(number.strip())
    whole, decimals = match.groups() if match else (number, "")
    digits = (whole if whole.isdecimal() else _NO_DIGIT.sub("", whole)).lstrip("0") or "0"
    if not _NOT_ZERO.search(digits + decimals):
        return None
    return f"{digits}.{decimals}" if decimals else digits


def currency_code(sign: str) -> str:
    """The code of a currency, by its code or its sign.

    >>> currency_code("€"), currency_code("rur"), currency_code("$")
    ('EUR', 'RUB', '$')
    """
    known = SIGNS.get(sign.lower().strip()) or SIGNS.get(sign.lower().strip(" ."))
    code = sign.strip().upper()
    return known or ("RUB" if code == "RUR" else code)
