"""A text -> the amounts of money in it, with their currency; read by the native core (`text/money.rs`)."""

from __future__ import annotations

from typing import NamedTuple

from maintext import _core


class Money(NamedTuple):
    """An amount and its currency, at a place of a text."""

    amount: str
    """Digits, with a point before the decimals."""
    currency: str
    place: int


def amounts_in(text: str) -> list[Money]:
    """The amounts with a currency in a text, in order.

    >>> [money[:2] for money in amounts_in("Was £1,599.00, now £999 (you save 37 %)")]
    [('1599.00', 'GBP'), ('999', 'GBP')]
    >>> [money[:2] for money in amounts_in("131 990 тг. или 19,90 €, statt 4.50 CHF 2.25")]
    [('131990', 'KZT'), ('19.90', 'EUR'), ('2.25', 'CHF')]
    """
    return [Money(*found) for found in _core.amounts_in(text)]


def bare_amount(text: str) -> str | None:
    """The first number of a text that is known to be a price, with a currency or without.

    >>> bare_amount("Preis: 1.299,-"), bare_amount("30,000원~"), bare_amount("free")
    ('1299', '30000', None)
    """
    return _core.bare_amount(text)


def currency_code(sign: str) -> str:
    """The code of a currency, by its code or its sign.

    >>> currency_code("€"), currency_code("rur"), currency_code("$")
    ('EUR', 'RUB', '$')
    """
    return _core.currency_code(sign)
