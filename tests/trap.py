"""A server on the loopback that nobody should call: it writes down every request. And a page that tries to."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


@dataclass
class Trap:
    """The server's address, and what was asked of it."""

    address: str = ""
    requests: list[str] = field(default_factory=list)


@contextmanager
def open_trap() -> Iterator[Trap]:
    """Serves until the block ends."""
    trap = Trap()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            trap.requests.append(self.path)
            self.send_response(200)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.end_headers()
            self.wfile.write(b"trapped")

        do_POST = do_GET  # noqa: N815 - the name is the standard library's

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    trap.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield trap
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def hostile_page(address: str) -> str:
    """A page that tries every way out that it knows: to the parent's document, and to an address."""
    escape = f"top.document.title='OWNED';parent.document.body.innerHTML='OWNED';fetch('{address}/script')"
    page = Path(__file__).with_suffix(".html").read_text(encoding="utf-8")
    return page.replace("ESCAPE", escape).replace("ADDRESS", address)
