"""Text -> answers with the headers that every page of ours has: nothing kept, nothing guessed, nothing fetched.

A page of ours runs its own script only. What is shown of a visited page stands in a frame with FRAME_POLICY or, as
`srcdoc`, with what it inherits from the page around it: either way no script runs in it and nothing is fetched.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from maintext.explain.coloured import POLICY, SANDBOX

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.responses import Response

HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
FRAME_POLICY = f"{POLICY}; sandbox {SANDBOX}; frame-ancestors 'self'"


def text_answer(text: str, kind: str, policy: str = PAGE_POLICY) -> Response:
    """A text of a type such as text/html, under a content security policy."""
    from starlette.responses import Response

    headers = {**HEADERS, "Content-Security-Policy": policy}
    # A lone surrogate, which a page's text may have, is no UTF-8.
    return Response(text.encode("utf-8", "replace"), media_type=f"{kind}; charset=utf-8", headers=headers)


def file_answer(path: Path, kind: str, policy: str = PAGE_POLICY) -> Response:
    """A file of the package."""
    return text_answer(path.read_text(encoding="utf-8"), kind, policy)


def json_answer(value: Any, status: int = 200, kind: str = "application/json") -> Response:
    """A value as JSON."""
    from starlette.responses import Response

    body = json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")
    return Response(body, status, media_type=kind, headers=HEADERS)
