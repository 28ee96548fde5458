"""`maintext label` as a process: who gets what from it, and who gets nothing."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.test_extract_command import run
from tests.label.folders import FIRST, N_BLOCKS, Server, make_folder, serving
from tests.label.test_labels import asked


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = make_folder(tmp_path_factory.mktemp("pages"), 3)
    (folder / "evil.html").write_text("<script>x()</script><p onclick=x()>Text, of course.", encoding="utf-8")
    with serving(folder) as server:
        yield server


def test_it_serves_on_the_loopback_alone(server: Server) -> None:
    assert server.first_line == f"4 pages, 0 done: {server.address}/\n"
    assert server.address.startswith("http://127.0.0.1:")
    others = {str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    for address in others - {"127.0.0.1", "127.0.1.1"}:
        with pytest.raises(OSError, match="refused"):
            socket.create_connection((address, server.port), timeout=5)


def test_the_page_s_own_files_need_nothing_from_elsewhere(server: Server) -> None:
    for path in ("/", "/label.js", "/label.css"):
        status, headers, text = server.get(path)
        assert status == 200
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert "http://" not in text.replace("http://www.w3.org", "")
        assert "https://" not in text


def test_a_page_in_its_frame_has_the_sandbox_as_a_header(server: Server) -> None:
    status, headers, text = server.get("/frame?page=evil")
    assert status == 200
    policy = headers["Content-Security-Policy"]
    assert "sandbox allow-same-origin;" in policy
    assert "allow-scripts" not in policy
    assert "default-src 'none'" in policy
    assert "<script" not in text
    assert "onclick" not in text


def test_an_event_is_answered_with_the_labels(server: Server) -> None:
    status, _, text = server.post(asked(1, blocks=[FIRST], keep=False))
    state = json.loads(text)
    assert status == 200
    assert len(state["keep"]) == N_BLOCKS
    assert (state["keep"][FIRST], state["who"][FIRST], state["version"]) == (0, "Ann", 2)
    assert json.loads(server.get("/api/page?page=page-00")[2]) == state


def test_blocks_of_one_template_are_alike(server: Server) -> None:
    like = json.loads(server.get("/api/page?page=page-01")[2])["like"]
    assert like[6] == like[7] == like[8]
    assert like[3] == like[4] == like[5] != like[6]


@pytest.mark.parametrize(
    ("path", "status"),
    [("/frame?page=nonsense", 400), ("/frame", 400), ("/api/page?page=../x", 400), ("/nonsense", 404)],
)
def test_what_is_not_there_is_refused(server: Server, path: str, status: int) -> None:
    assert server.get(path)[0] == status


@pytest.mark.parametrize("body", [b"", b"nonsense", b"[]", b"{}", b'{"page":"page-00"}', b"\xff", b"[" * 100_000])
def test_a_bad_event_is_refused_with_its_reason(server: Server, body: bytes) -> None:
    status, _, text = server.post(body)
    assert status == 400
    assert json.loads(text)["error"]


def test_an_event_that_is_too_large_is_refused(server: Server) -> None:
    status, _, text = server.post({**asked(1), "more": "x" * 5_000_001})
    assert (status, json.loads(text)["error"]) == (400, "an event has at most 5,000,000 bytes")


def test_another_site_in_the_same_browser_can_not_write_or_read(server: Server) -> None:
    """A form or a plain fetch of another site has no JSON, and a name that is not ours is not answered."""
    assert server.post(asked(9, "done"), **{"Content-Type": "text/plain"})[0] == 415
    assert server.get("/api/pages", Host="evil.test")[0] == 400
    assert server.post(asked(9, "done"), Host=f"evil.test:{server.port}")[0] == 400
    answer = server.get("/api/pages", Origin="http://evil.test")
    assert "Access-Control-Allow-Origin" not in answer[1]


def test_another_address_needs_the_token(tmp_path: Path) -> None:
    with serving(make_folder(tmp_path / "pages", 1), "--host", "0.0.0.0", "--port", "0") as server:  # noqa: S104 - the point
        token = server.first_line.rsplit("?token=", 1)[1].strip()
        server.address = f"http://127.0.0.1:{server.port}"
        assert len(token) >= 32
        for path in ("/", "/api/pages", "/frame?page=page-00", "/?token=wrong", f"/api/pages?token={token}"):
            assert server.get(path)[0] == 401, path
        assert server.post(asked(1, "done"))[0] == 401
        assert server.get("/api/pages", Cookie=f"maintext_label={token}")[0] == 200
        assert server.get("/", Cookie=f"maintext_label={token[:-1]}")[0] == 401
        assert server.post(asked(1, "done"), Cookie=f"maintext_label={token}")[0] == 200


def test_a_port_that_is_taken_is_one_line(server: Server, tmp_path: Path) -> None:
    done = run("label", make_folder(tmp_path / "pages", 1), "--port", str(server.port))
    assert done.returncode == 1
    assert done.stderr.startswith(f"maintext: can't serve on 127.0.0.1, port {server.port}: ")
    assert len(done.stderr.splitlines()) == 1


def test_torn_lines_are_told(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "pages", 1)
    with serving(folder) as server:
        assert server.post(asked(1, "done"))[0] == 200
    with (folder / "labels.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"id":"torn","time":"20\n')
    done = run("label", folder, "--export", tmp_path / "corpus")
    assert done.stderr == "maintext: 1 lines of labels.jsonl are no events and do not count\n"
    assert done.returncode == 0
    assert len(list((tmp_path / "corpus" / "html").iterdir())) == 1
