"""Whatever fits the OpenAPI description, and much that does not, is answered as described: Schemathesis."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case, SerializationContext, checks

from maintext.document.record import PARTS
from maintext.extractors.registry import WITHOUT_BROWSER
from maintext.serve.app import KINDS
from maintext.serve.openapi import description
from maintext.serve.requests import CHOICES, MODES, OUTPUT_FORMATS
from tests.served import Served


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    server = Served("-m", "maintext", "serve", "--port", "0", "--workers", "2")
    yield server
    server.kill()


@schemathesis.serializer("application/x-ndjson")
def write_lines(context: SerializationContext, value: Any) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")


CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
schema = schemathesis.openapi.from_dict(description())


@schema.parametrize()
@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)
def test_every_request_is_answered_as_described(case: Case[Any], server: Served) -> None:
    response = case.call(base_url=server.address)
    assert response.status_code != 500, response.text
    case.validate_response(response, checks=CHECKS)


def test_the_description_names_what_the_code_knows() -> None:
    described = description()
    fields = described["components"]["schemas"]["ExtractRequest"]["properties"]
    assert set(fields) == {"html", "url", "by", "output_format", "keep", "prune", *PARTS, *CHOICES, *MODES}
    assert described["components"]["schemas"]["Extractor"]["examples"] == list(WITHOUT_BROWSER)
    answers = described["paths"]["/extract"]["post"]["responses"]["200"]["content"]
    assert set(answers) == set(KINDS.values())
    assert set(KINDS) == set(OUTPUT_FORMATS)


def test_the_examples_of_the_description_are_answered(server: Served) -> None:
    def send(kind: str, value: Any) -> int:
        body = value.encode() if isinstance(value, str) else json.dumps(value).encode()
        return server.ask("/extract", body, {"Content-Type": kind})[0]

    contents = description()["components"]["requestBodies"]["Page"]["content"]
    statuses = {
        name: send(kind, example["value"]) for kind in contents for name, example in contents[kind]["examples"].items()
    }
    # Fetching is off.
    assert statuses == {"html": 200, "url": 403, "page": 200}
