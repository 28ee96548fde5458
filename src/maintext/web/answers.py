"""Text -> HTTP responses with the headers that all our pages have: no caching, no sniffing, no foreign content.

Our pages run only their own scripts. A visited page is shown in a frame that has FRAME_POLICY or, as `srcdoc`, inherits
the policy of the page around it. Either way no script of it runs, and it fetches nothing.
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
    """A text with a media type such as text/html, under a content security policy."""
    from starlette.responses import Response

    headers = {**HEADERS, "Content-Security-Policy": policy}
    # The text of a page may have lone surrogates, which UTF-8 can't encode.
    return Response(text.encode("utf-8", "replace"), media_type=f"{kind}; charset=utf-8", headers=headers)


def file_answer(path: Path, kind: str, policy: str = PAGE_POLICY) -> Response:
    """A file of this package."""
    return text_answer(path.read_text(encoding="utf-8"), kind, policy)


def json_answer(value: Any, status: int = 200, kind: str = "application/json") -> Response:
    """A value as JSON."""
    from starlette.responses import Response

    body = json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")
    return Response(body, status, media_type=kind, headers=HEADERS)
