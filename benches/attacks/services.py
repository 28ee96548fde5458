"""Requests, clients, label logs and model files that took more than they should, or that nobody could read."""

from __future__ import annotations

import gzip
import io
import json
import socket
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from benches.attacks.attack import Attack, error_of, expect
from maintext.model.predictor import Model, shipped_model
from maintext.trained.files import read_arrays
from tests.label.folders import Server, make_folder
from tests.label.test_labels import asked
from tests.label.test_server import ODD_LINES
from tests.serve.hostile_clients import NDJSON, head
from tests.served import Served

N_IDLE = 16
AnyServer = TypeVar("AnyServer", bound=Served)


@contextmanager
def _running(server: AnyServer) -> Iterator[AnyServer]:
    """A server whose processor time counts, because it is waited for."""
    try:
        yield server
    finally:
        server.process.terminate()
        server.process.communicate(timeout=120)


def _served(work: Callable[[Served], str]) -> Callable[[object], str]:
    """Work against a service of its own."""

    def run(_: object) -> str:
        with _running(Served("-m", "maintext", "serve", "--port", "0", "--workers", "1")) as server:
            return work(server)

    return run


def _labelling(folder: Path) -> AbstractContextManager[Server]:
    return _running(Server(folder, "--port", "0"))


def _gzip_request(server: Served) -> str:
    html = b"<p>Tea is made with water."
    headers = {"Content-Type": "text/html", "Accept": "text/plain", "Content-Encoding": "gzip"}
    status, _, text = server.ask("/extract?by=all", gzip.compress(html), headers)
    expect((status, text) == (200, "Tea is made with water."), (status, text))
    bomb, _, _ = server.ask("/extract?by=all", gzip.compress(bytes(100_000_000)), headers)
    other, _, _ = server.ask("/extract?by=all", html, headers | {"Content-Encoding": "br"})
    expect((bomb, other) == (413, 415), (bomb, other))
    return "decoded; 413 for a bomb, 415 for other codings"


def _idle_batches(server: Served) -> str:
    with ExitStack() as stack:
        for _ in range(N_IDLE):
            connection = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=60))
            connection.sendall(head("/extract/batch", NDJSON, "Transfer-Encoding: chunked\r\n"))
            expect(connection.recv(12) == b"HTTP/1.1 200", "the batch has not begun")
        line = b'{"html": "<p>Tea.", "by": "all"}\n'
        give_up = time.monotonic() + 20
        while (answer := server.ask("/extract/batch", line, {"Content-Type": NDJSON}))[0] == 503:
            expect(time.monotonic() < give_up, answer)
            time.sleep(0.2)
        expect(answer[0] == 200 and json.loads(answer[2])["text"] == "Tea.", answer)
    return "batch 17 takes the place of one that has been idle for a second"


def _dribblers(server: Served) -> str:
    """Four clients that send a batch byte by byte: what they cost the server per byte does not grow with the line."""
    n_bytes = 20_000
    with ExitStack() as stack:
        connections = []
        for _ in range(4):
            connection = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=60))
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.sendall(head("/extract/batch", NDJSON, "Content-Length: 10000000\r\n"))
            connections.append(connection)
        for number in range(n_bytes):
            for connection in connections:
                connection.sendall(b"x")
            if number % 2_000 == 0:
                expect(server.get("/healthz")[0] == 200, "healthz")
    return f"healthz answers 200 while 4 clients send {n_bytes:,} single bytes each"


def _nan_id(server: Served) -> str:
    lines = b'{"id": NaN, "html": "<p>One."}\n{"id": 2, "html": "<p>Two.", "by": "all"}\n'
    _, _, text = server.ask("/extract/batch", lines, {"Content-Type": NDJSON})

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    first, second = (json.loads(line, parse_constant=refuse) for line in text.splitlines())
    expect(second["text"] == "Two.", second)
    return f"an error line: {first['problem']['detail']}"


def _label_log(folder: Path) -> str:
    with (make_folder(folder / "pages", 2) / "labels.jsonl").open("w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in ODD_LINES)
    with _labelling(folder / "pages") as server:
        statuses = [server.get(path)[0] for path in ("/api/pages", "/api/page?page=page-00", "/frame?page=page-00")]
        expect(statuses == [200, 200, 200], statuses)
        n_listed = len(json.loads(server.get("/api/pages")[2])["left_out"])
    return f"the server starts and answers; {len(ODD_LINES)} odd lines are set aside and named ({n_listed} entries)"


def _label_surrogate(folder: Path) -> str:
    with _labelling(make_folder(folder / "pages", 1)) as server:
        status, _, text = server.post({**asked(1, "done"), "who": "A\ud800"})
    expect(status == 400, (status, text))
    return f"400: {json.loads(text)['error']}"


def _label_link(folder: Path) -> str:
    (folder / "secret.html").write_text("<p>A secret.", encoding="utf-8")
    (make_folder(folder / "pages", 1) / "out.html").symlink_to(folder / "secret.html")
    with _labelling(folder / "pages") as server:
        status, _, text = server.get("/frame?page=out")
    expect(status == 400 and "secret" not in text.replace("secret.html", ""), (status, text))
    return "400: the page links to a file outside of the folder"


def _zip_bomb(folder: Path) -> Path:
    piece = bytes(100_000_000)
    with zipfile.ZipFile(folder / "m.npz", "w", zipfile.ZIP_DEFLATED) as file, file.open("kind.npy", "w") as member:
        for _ in range(20):
            member.write(piece)
    return folder / "m.npz"


def _huge_shape(folder: Path) -> Path:
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": "<f8", "fortran_order": False, "shape": (2**50,)})
    with zipfile.ZipFile(folder / "m.npz", "w") as file:
        file.writestr("one.npy", header.getvalue() + bytes(64))
    return folder / "m.npz"


def _odd_numbers(arrays: dict[str, NDArray[Any]]) -> str:
    curve, chosen = np.full(arrays["curve"].shape, 1e30), np.array([1.5])
    first = error_of(lambda: Model.from_arrays({**arrays, "curve": curve}))
    second = error_of(lambda: Model.from_arrays({**arrays, "chosen": chosen}))
    return f"{first}; {second}"


SERVE, LABEL, MODEL = "serve/", "label/test_server.py::", "trained/test_files.py::"
ATTACKS = {
    "gzip-request": Attack(
        "service: `Content-Encoding: gzip` of a request",
        "compressed bytes were read as a page",
        lambda _: None,
        _served(_gzip_request),
        SERVE + "test_request_bodies.py::test_a_gzip_body_is_decompressed",
    ),
    "idle-batches": Attack(
        "service: sixteen idle batch connections",
        "503 for everyone else",
        lambda _: None,
        _served(_idle_batches),
        SERVE + "test_slow_clients.py::test_a_new_batch_takes_the_place_of_one_that_waits_for_its_client",
    ),
    "dribblers": Attack(
        "service: four clients that send byte by byte",
        "healthz took 201 ms instead of 1 ms",
        lambda _: None,
        _served(_dribblers),
        SERVE + "test_slow_clients.py::test_a_line_sent_byte_by_byte_takes_time_in_proportion_to_its_length",
    ),
    "nan-id": Attack(
        'service: a batch line with `"id": NaN`',
        "invalid JSON",
        lambda _: None,
        _served(_nan_id),
        SERVE + "test_slow_clients.py::test_an_id_that_is_not_json_is_a_problem_of_its_line",
    ),
    "label-log": Attack(
        f"label server: {len(ODD_LINES)} kinds of odd lines in the log",
        "every page 500, no start",
        lambda folder: folder,
        _label_log,
        LABEL + "test_odd_lines_of_the_log_are_set_aside_by_number_and_the_others_count",
    ),
    "label-surrogate": Attack(
        "label server: a lone surrogate in `who`",
        "500",
        lambda folder: folder,
        _label_surrogate,
        LABEL + "test_text_that_can_not_be_written_as_utf_8_is_refused",
    ),
    "label-link": Attack(
        "label server: a symbolic link out of the folder",
        "followed",
        lambda folder: folder,
        _label_link,
        LABEL + "test_links_out_of_the_folder_are_not_followed",
    ),
    "model-bomb": Attack(
        "model file: a zip of 2 MB that holds 2 GB",
        "3.9 GB of memory for 2.1 MB",
        _zip_bomb,
        lambda path: error_of(lambda: read_arrays(path, "leaf")),
        MODEL + "test_a_file_that_would_take_much_memory_is_refused_before_it_is_read",
    ),
    "model-shape": Attack(
        "model file: an array that claims 8 PB",
        "a bare MemoryError",
        _huge_shape,
        lambda path: error_of(lambda: read_arrays(path, "leaf")),
        MODEL + "test_an_array_that_claims_another_size_than_it_has_is_refused",
    ),
    "model-numbers": Attack(
        "model file: a `curve` of 1e30, a `chosen` of 1.5",
        "used as they were",
        lambda _: shipped_model().to_arrays(),
        _odd_numbers,
        "model/test_model.py::test_a_model_with_a_broken_array_is_refused",
    ),
}
