"""A text -> the amounts of money in it, with their currency.

A separator before one or two last digits is that of the decimals; before three it separates thousands. An amount of
0 is not a price: shops write it where they have none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

MAX_CHARS = 300

SIGNS: Mapping[str, str] = MappingProxyType(
    {
        "€": "EUR", "£": "GBP", "₹": "INR", "₽": "RUB", "₩": "KRW", "원": "KRW", "円": "JPY", "zł": "PLN",
        "kč": "CZK", "ft": "HUF", "lei": "RON", "₪": "ILS", "₺": "TRY", "₫": "VND", "₴": "UAH", "฿": "THB",
        "r$": "BRL", "тг": "KZT", "₸": "KZT", "руб": "RUB", "грн": "UAH", "chf": "CHF", "fr.": "CHF", "元": "CNY",
        "us$": "USD", "nt$": "TWD", "hk$": "HKD", "c$": "CAD", "a$": "AUD", "rs": "INR", "р.": "RUB", "лв": "BGN",
        "ر.س": "SAR", "درهم": "AED", "kr": "kr", "$": "$", "¥": "¥", "￥": "¥", "rp": "IDR", "rm": "MYR",
    }
)  # fmt: skip
"""By sign in lower case: the code of the currency; the sign itself where several currencies share it."""
_CODES = frozenset(
    "usd eur gbp inr rub rur krw jpy cny pln czk huf ron ils try vnd uah thb brl kzt chf twd hkd cad aud nzd sek nok "
    "dkk mxn ars clp cop sar aed zar sgd myr idr php bgn egp".split()
)
_NUMBER = re.compile(
    r"(?<![\d.,/\-])(?:\d{1,3}(?:[ \u00a0\u202f'’.,]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d{1,9}(?:[.,]\d{1,2}(?!\d))?)"
    r"(?![\d/%])"
)
_ANY_SIGN = re.compile("|".join(re.escape(sign) for sign in sorted({*SIGNS, *_CODES}, key=len, reverse=True)))
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
    return list(_amounts(text)) if _ANY_SIGN.search(text.lower()) else []


def _amounts(text: str) -> Iterator[Money]:
    numbers = list(_NUMBER.finditer(text))
    for index, match in enumerate(numbers):
        following = numbers[index + 1] if index + 1 < len(numbers) else None
        between = text[match.end() : following.start()] if following else ""
        before = _last_sign(text[: match.start()])
        if index and _is_sign(text[numbers[index - 1].end() : match.start()]) and _first_sign(text[match.end() :]):
            before = None
        after = None if before else _first_sign(text[match.end() :])
        # A sign between two numbers belongs to the second ("statt 4.50 CHF 2.25"), unless that has its own after it.
        if following and _is_sign(between) and not _first_sign(text[following.end() :]):
            after = None
        amount = read_amount(match[0]) if before or after else None
        if amount:
            yield Money(amount, currency_code(before or after or ""), match.start())


def _is_sign(text: str) -> bool:
    return text.strip().lower() in SIGNS or text.strip().lower() in _CODES


def _last_sign(before: str) -> str | None:
    """The sign that a text ends with."""
    end = before[-_SIGN_CHARS - 4 :].rstrip(" \u00a0:").lower()
    # Some signs end with a full stop, and after others it may be written.
    for text in (end, end.rstrip(".")):
        for n in range(_SIGN_CHARS, 0, -1):
            if _is_whole(text[-n:], text[:-n][-1:]):
                return text[-n:]
    return None


def _first_sign(after: str) -> str | None:
    """The sign that a text begins with, after decimals that are written as dashes."""
    text = after[: _SIGN_CHARS + 6].lstrip(" \u00a0.,-–—").lower()
    return next((text[:n] for n in range(_SIGN_CHARS, 0, -1) if _is_whole(text[:n], text[n : n + 1])), None)


def _is_whole(sign: str, neighbour: str) -> bool:
    """Whether letters are a sign that is not a part of a word."""
    is_known = sign in SIGNS or sign in _CODES
    return is_known and not (sign[0].isalpha() and neighbour.isalpha())


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
    match = re.fullmatch(r"(.*\d)[.,](\d{1,2})", number.strip())
    whole, decimals = match.groups() if match else (number, "")
    digits = re.sub(r"\D", "", whole).lstrip("0") or "0"
    if not re.search(r"[1-9]", digits + decimals):
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
