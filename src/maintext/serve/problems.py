"""Errors -> application/problem+json (RFC 9457): a status, and a sentence that says what is wrong."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from maintext import errors
from maintext.web.answers import json_answer

if TYPE_CHECKING:
    from starlette.responses import Response

KIND = "application/problem+json"
STATUSES: dict[type[errors.MaintextError], int] = {
    errors.PageTooLargeError: 413,
    errors.InputError: 422,
    errors.UnknownExtractorError: 422,
    errors.OptionError: 422,
    errors.UnknownFormatError: 422,
    errors.RequestTimeoutError: 408,
    errors.RequestError: 422,
    errors.FetchingIsOffError: 403,
    errors.ForbiddenAddressError: 403,
    errors.AddressError: 422,
    errors.FetchTimeoutError: 504,
    errors.FetchError: 502,
    errors.PageLostError: 422,
    errors.BusyError: 503,
    errors.MissingPackageError: 501,
}
"""The first class that an error is an instance of counts. A page whose process dies gets a 4xx status, so that clients
don't send it again; errors that are not listed are bugs of the service and get 500."""


def status_of(error: errors.MaintextError) -> int:
    """The HTTP status for an error."""
    return next((status for kind, status in STATUSES.items() if isinstance(error, kind)), 500)


def problem_of(error: errors.MaintextError) -> dict[str, Any]:
    """An error as a problem object."""
    # The last output of a process that died may contain paths of this machine.
    detail = f"the page's process ended: {error.ending}" if isinstance(error, errors.PageCrashError) else str(error)
    return problem(status_of(error), detail, type(error).__name__)


def problem(status: int, detail: str, name: str | None = None) -> dict[str, Any]:
    """A problem object; `name` is the name of the error's class in Python."""
    return {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "error": name,
    }


def problem_answer(error: errors.MaintextError) -> Response:
    """An error as an HTTP response."""
    answer = json_answer(problem_of(error), status_of(error), KIND)
    if isinstance(error, errors.RequestTimeoutError):
        # The rest of the request may still arrive, and is not a next one.
        answer.headers["Connection"] = "close"
    if isinstance(error, errors.BusyError):
        answer.headers["Retry-After"] = str(error.retry_seconds)
    return answer


def refusal(status: int, detail: str, headers: dict[str, str] | None = None) -> Response:
    """A status and a sentence as an HTTP response."""
    answer = json_answer(problem(status, detail), status, KIND)
    answer.headers.update(headers or {})
    return answer
