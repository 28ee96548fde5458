"""openapi.json, completed by what the code knows: the version, the extractors, the formats, the schema of a record."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import maintext
from maintext.extractors.registry import DEFAULT, WITHOUT_BROWSER
from maintext.serve.requests import MAX_URL_CHARS, OUTPUT_FORMATS

_FILE = Path(__file__).with_suffix(".json")
_RECORD = Path(maintext.__file__).parent / "document" / "record.schema.json"


def description(*, is_fetching: bool = False, by: str = DEFAULT) -> dict[str, Any]:
    """The OpenAPI description of the service; `is_fetching` if it fetches pages by their addresses.

    `by` is the extractor of requests that name none. It is described only if clients can name it as well.
    """
    described: dict[str, Any] = json.loads(_FILE.read_text(encoding="utf-8"))
    described["info"]["version"] = maintext.__version__
    described["info"]["x-fetches-pages"] = is_fetching
    schemas = described["components"]["schemas"]
    pattern = f"^({'|'.join(WITHOUT_BROWSER)})(:[a-z_]+=[^,=]+(,[a-z_]+=[^,=]+)*)?$"
    schemas["Extractor"] |= {"pattern": pattern, "examples": list(WITHOUT_BROWSER)}
    if re.search(pattern, by):
        schemas["Extractor"]["default"] = by
    schemas["Format"]["enum"] = list(OUTPUT_FORMATS)
    schemas["Address"]["maxLength"] = MAX_URL_CHARS
    # The schema moves into another document, and its references with it.
    record_text = _RECORD.read_text(encoding="utf-8").replace('"#/$defs/', '"#/components/schemas/Record/$defs/')
    record = json.loads(record_text)
    schemas["Record"] = {name: value for name, value in record.items() if name != "$schema"}
    return described
