"""An S3 server on loopback: moto's, behind a door that counts requests, refuses some and can be told to lose some."""

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

BUCKET = "crawls"
KEYS = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_DEFAULT_REGION": "us-east-1"}


@dataclass
class S3Server:
    """The server's address, and what the door has seen and is to do."""

    address: str = ""
    requests: list[tuple[str, str]] = field(default_factory=list)
    """Method and path."""
    fails: Callable[[str, str], bool] = lambda method, path: False
    """Whether a request is answered with an internal error."""
    forbids: Callable[[str, str], bool] = lambda method, path: False
    """Whether a request is answered with Access Denied."""

    @property
    def environment(self) -> dict[str, str]:
        """For processes that are to use it. One attempt per request, so that failures reach our own attempts."""
        return {**os.environ, **KEYS, "AWS_ENDPOINT_URL": self.address, "AWS_MAX_ATTEMPTS": "1"}

    def puts(self, ending: str) -> list[str]:
        return [path for method, path in self.requests if method == "PUT" and path.endswith(ending)]


class _Door:
    def __init__(self, server: S3Server, application: Any) -> None:
        self.server, self.application = server, application

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
        self.server.requests.append((method, path))
        for is_so, status, code in (
            (self.server.fails, "500 Internal Server Error", "InternalError"),
            (self.server.forbids, "403 Forbidden", "AccessDenied"),
        ):
            if is_so(method, path):
                # Read to the end, as a server does that fails late.
                environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
                start_response(status, [("Content-Type", "application/xml")])
                return [f"<Error><Code>{code}</Code><Message>{code} for the test</Message></Error>".encode()]
        answer: Iterable[bytes] = self.application(environ, start_response)
        return answer


@contextmanager
def running_s3() -> Iterator[S3Server]:
    """A server with one bucket."""
    moto = pytest.importorskip("moto.server", reason="needs moto: pip install 'moto[server]'")
    s3fs = pytest.importorskip("s3fs", reason="needs s3fs: pip install 'maintext[s3]'")
    from werkzeug.serving import WSGIRequestHandler, make_server

    # Its file systems are kept by their arguments, and the server's address is in the environment: without this, tests
    # would ask the server of the module before.
    s3fs.S3FileSystem.clear_instance_cache()

    class Quiet(WSGIRequestHandler):
        def log(self, type: str, message: str, *args: Any) -> None:  # noqa: A002 - the name in werkzeug
            pass

    server = S3Server()
    application = moto.DomainDispatcherApplication(moto.create_backend_app)
    listening = make_server("127.0.0.1", 0, _Door(server, application), threaded=True, request_handler=Quiet)
    listening.daemon_threads = True  # type: ignore[attr-defined]  # of the threaded kind
    server.address = f"http://127.0.0.1:{listening.port}"
    thread = threading.Thread(target=listening.serve_forever, daemon=True)
    thread.start()
    try:
        _make_bucket(server.address)
        yield server
    finally:
        listening.shutdown()
        thread.join()


def _make_bucket(address: str) -> None:
    import urllib.request

    # moto asks for no signature.
    urllib.request.urlopen(urllib.request.Request(f"{address}/{BUCKET}", method="PUT")).read()  # noqa: S310 - our own server
