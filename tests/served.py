"""A server as a process of its own, and requests to it."""

import json
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from typing import Any

from tests.shared_data import ROOT

PATIENCE_S = 300
"""How long an answer may take: pages that hang end by processor time, of which a busy machine gives little."""


class Served:
    """A Python program that prints its address first."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT)
        assert self.process.stdout is not None
        self.first_line = self.process.stdout.readline()
        found = re.search(r"http://\S+/", self.first_line)
        assert found, f"no address in {self.first_line!r}"
        self.address = found[0].rstrip("/")
        self.port = int(self.address.rsplit(":", 1)[1])

    def get(self, path: str, **headers: str) -> tuple[int, Any, str]:
        return self.ask(path, None, headers)

    def send(self, path: str, value: Any, **headers: str) -> tuple[int, Any, str]:
        """Posts JSON, or bytes as they are."""
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        return self.ask(path, body, {"Content-Type": "application/json", **headers})

    def send_patiently(self, path: str, value: Any) -> tuple[int, Any, str]:
        """Posts JSON, and comes again when it is told to, as a client does."""
        give_up = time.monotonic() + PATIENCE_S
        while True:
            answer = self.send(path, value)
            if answer[0] != 503 or time.monotonic() > give_up:
                return answer
            time.sleep(int(answer[1]["retry-after"]))

    def ask(self, path: str, body: bytes | None, headers: dict[str, str]) -> tuple[int, Any, str]:
        """Status, headers and text of an answer."""
        request = urllib.request.Request(self.address + path, body, headers)  # noqa: S310 - our own server
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:  # noqa: S310 - our own server
                return answer.status, answer.headers, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers, error.read().decode()

    def kill(self) -> None:
        """As the machine would: at once."""
        self.process.kill()
        self.process.communicate()
