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
    assert (status, json.loads(text)["error"]) == (400, "an event may have at most 5,000,000 bytes")


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


ODD_LINES = (
    '{"id":"cut off","time":"20',
    "[]",
    "null",
    "1e999",
    "[" * 100_000,
    '{"id":"1"}',
    '{"id":"2","time":"t","who":"Ann","page":"page-00","action":"undo","value":[]}',
    '{"id":"3","time":"t","who":"Ann","page":"page-00","action":"undo","value":{"a":1}}',
    '{"id":"4","time":"t","who":"Ann","page":"page-00","action":"label","blocks":[1],"keep":true}',
    '{"id":"5","time":"t","who":"Ann","page":"page-00","action":"label","blocks":{"1":7},"keep":true}',
    '{"id":"6","time":"t","who":"Ann","page":"page-00","action":"label","blocks":{"-1":"a"},"keep":true}',
    '{"id":"7","time":"t","who":"Ann","page":"page-00","action":"label","blocks":{"1":"a"},"keep":"yes"}',
    '{"id":"8","time":"t","who":"Ann","page":"page-00","action":"label","blocks":{"1":"a"}}',
    '{"id":"9","time":"t","who":{},"page":"page-00","action":"done"}',
    '{"id":"10","time":"t","who":"Ann","page":[],"action":"done"}',
    '{"id":"11","time":"t","who":"\\ud800","page":"page-00","action":"done"}',
    '{"id":"12","time":"t","who":"Ann","page":"page-00","action":"nonsense"}',
    '{"id":["13"],"time":"t","who":"Ann","page":"page-00","action":"done"}',
    '{"id":"14","time":"t","who":"Ann","page":"page-00","action":"type"}',
    '{"id":"15","time":"t","who":"' + "A" * 61 + '","page":"page-00","action":"done"}',
    '{"id":"16","time":"t","who":"Ann","page":"page-00","action":"label","blocks":{"'
    + "9" * 5000
    + '":"a"},"keep":true}',
)


def test_odd_lines_of_the_log_are_set_aside_by_number_and_the_others_count(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "pages", 2)
    with serving(folder) as server:
        assert server.post(asked(1, blocks=[FIRST], keep=False))[0] == 200
    with (folder / "labels.jsonl").open("a", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in ODD_LINES)
    with serving(folder) as server:
        for path in ("/api/pages", "/api/page?page=page-00", "/frame?page=page-00"):
            assert server.get(path)[0] == 200, path
        left_out = json.loads(server.get("/api/pages")[2])["left_out"]
        assert [text.split(":")[0] for text in left_out[:2]] == ["labels.jsonl, line 3", "labels.jsonl, line 4"]
        assert left_out[-1] == f"{len(ODD_LINES) - 20} more lines of labels.jsonl"
        assert server.post(asked(2, "done"))[0] == 200
        assert json.loads(server.get("/api/page?page=page-00")[2])["keep"][FIRST] == 0
    done = run("label", folder, "--export", tmp_path / "corpus")
    assert done.stderr.splitlines()[0].startswith("maintext: left out: labels.jsonl, line 3: not an event: ")
    assert done.returncode == 0
    assert len(list((tmp_path / "corpus" / "html").iterdir())) == 1


@pytest.mark.parametrize("field", ["who", "id", "page"])
def test_text_that_can_not_be_written_as_utf_8_is_refused(server: Server, field: str) -> None:
    status, _, text = server.post({**asked(77, "done"), field: "A\ud800"})
    assert status == 400
    assert json.loads(text)["error"]
    assert server.get("/api/pages")[0] == 200


def test_links_out_of_the_folder_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.html").write_text("<p>A secret, which nobody should read.", encoding="utf-8")
    folder = make_folder(tmp_path / "pages", 1)
    (folder / "out.html").symlink_to(tmp_path / "secret.html")
    (folder / "in.html").symlink_to(folder / "page-00.html")
    with serving(folder) as server:
        assert server.get("/frame?page=in")[0] == 200
        status, _, text = server.get("/frame?page=out")
        assert (status, "links to a file outside of the folder" in text, "A secret" in text) == (400, True, False)
        listed = json.loads(server.get("/api/pages")[2])
        assert [page["id"] for page in listed["pages"]] == ["in", "page-00"]
        # A page that becomes a link while the server runs.
        (folder / "page-00.html").unlink()
        (folder / "page-00.html").symlink_to(tmp_path / "secret.html")
        assert server.get("/frame?page=page-00")[0] == 400


def test_a_log_that_is_a_link_is_not_written_to(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "pages", 1)
    (tmp_path / "elsewhere").write_text("mine", encoding="utf-8")
    (folder / "labels.jsonl").symlink_to(tmp_path / "elsewhere")
    done = run("label", folder, "--port", "0")
    assert (done.returncode, done.stderr) == (
        1,
        f"maintext: {folder / 'labels.jsonl'} can't be opened: it is a symbolic link\n",
    )
    assert (tmp_path / "elsewhere").read_text(encoding="utf-8") == "mine"
