"""Files over HTTP, as archives far away are: parts of them on request, and only when a gate is open."""

import http.server
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

GATE_SECONDS = 500.0
"""Nobody waits longer, whatever a test forgot."""


class Gate:
    """Holds requests for files while it is shut: so work can be stopped at a place that is known."""

    def __init__(self) -> None:
        self._is_open = threading.Event()
        self._lock = threading.Lock()
        self.n_waiting = 0
        self._is_open.set()

    @contextmanager
    def shut(self) -> Iterator["Gate"]:
        """Holds requests until it is left."""
        self._is_open.clear()
        try:
            yield self
        finally:
            self._is_open.set()

    def wait(self) -> None:
        """Until the gate is open."""
        self._count(1)
        self._is_open.wait(GATE_SECONDS)
        self._count(-1)

    def _count(self, n_more: int) -> None:
        with self._lock:
            self.n_waiting += n_more


class Ranges(http.server.SimpleHTTPRequestHandler):
    """A server of files that can give parts of them."""

    def __init__(self, *arguments: object, gate: Gate, directory: str) -> None:
        self.gate = gate
        super().__init__(*arguments, directory=directory)  # type: ignore[arg-type]

    def do_HEAD(self) -> None:
        self._answer(is_body_wanted=False)

    def do_GET(self) -> None:
        self.gate.wait()
        # Who asked may have been killed.
        with suppress(BrokenPipeError, ConnectionResetError):
            self._answer(is_body_wanted=True)

    def _answer(self, is_body_wanted: bool) -> None:
        path = Path(self.translate_path(self.path))
        if not path.is_file():
            self.send_error(404)
            return
        content = path.read_bytes()
        start, stop, status = 0, len(content), 200
        if wanted := re.match(r"bytes=(\d+)-(\d*)", self.headers.get("Range", "")):
            start, status = int(wanted[1]), 206
            stop = min(int(wanted[2]) + 1 if wanted[2] else stop, stop)
        self.send_response(status)
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("Content-Length", str(stop - start))
        if status == 206:
            self.send_header("Content-Range", f"bytes {start}-{stop - 1}/{len(content)}")
        self.end_headers()
        if is_body_wanted:
            self.wfile.write(content[start:stop])

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name in the standard library
        pass


@contextmanager
def serving(folder: Path, gate: Gate) -> Iterator[str]:
    """The address at which the files of a folder are."""
    handler = partial(Ranges, gate=gate, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
