"""trafilatura's settings files and objects -> what decides about the answer of `extract`."""

from __future__ import annotations

from configparser import ConfigParser
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_SECTION = "DEFAULT"
_DEFAULTS = {
    "DOWNLOAD_TIMEOUT": "30",
    "MAX_FILE_SIZE": "20000000",
    "MIN_FILE_SIZE": "10",
    "SLEEP_TIME": "5.0",
    "MIN_EXTRACTED_SIZE": "250",
    "MIN_EXTRACTED_COMM_SIZE": "1",
    "MIN_OUTPUT_SIZE": "1",
    "MIN_OUTPUT_COMM_SIZE": "1",
    "EXTENSIVE_DATE_SEARCH": "on",
}
"""trafilatura's own, so that a file may set some of them."""


@dataclass(frozen=True)
class Settings:
    """What the settings say; lengths are in characters."""

    min_extracted: int = 250
    """A small page of which less is found is taken as a whole."""
    min_output: int = 1
    """Shorter texts are not returned, unless there are comments."""
    min_comments: int = 1
    is_date_search_extensive: bool = True


def use_config(filename: str | None = None, config: ConfigParser | None = None) -> ConfigParser:
    """The settings of a file, or an object with the defaults; FileNotFoundError if there is no such file."""
    if config is not None:
        return config
    found = ConfigParser()
    found.read_dict({_SECTION: _DEFAULTS})
    if filename is not None:
        found.read_string(Path(filename).read_text(encoding="utf-8"))
    return found


def settings_of(config: Any, settingsfile: str | None) -> Settings:
    """What the settings say; a file wins over an object, as in trafilatura."""
    if settingsfile is not None:
        config = use_config(settingsfile)
    if config is None:
        return Settings()

    def number(name: str) -> int:
        return int(config.getint(_SECTION, name, fallback=int(_DEFAULTS[name])))

    return Settings(
        min_extracted=number("MIN_EXTRACTED_SIZE"),
        min_output=number("MIN_OUTPUT_SIZE"),
        min_comments=number("MIN_OUTPUT_COMM_SIZE"),
        is_date_search_extensive=bool(config.getboolean(_SECTION, "EXTENSIVE_DATE_SEARCH", fallback=True)),
    )
