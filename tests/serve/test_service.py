"""The service over HTTP: what it takes, what it answers, whom it lets in."""

import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import maintext
from maintext.errors import ServeError
from tests.served import Served
from tests.shared_data import ROOT
from tests.web_server import Answer, web_server

DEMO = ROOT / "demo" / "html" / "harbour-news.html"
LEGACY = ROOT / "demo" / "html" / "mountain-hut.html"
FORMATS = {"application/json": "json", "text/markdown": "markdown", "text/plain": "text"}
TOKEN = "a-token-that-is-long-enough"  # noqa: S105 - opens nothing


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    server = Served("-m", "maintext", "serve", "--port", "0", "--max-body", "1", "--workers", "2")
    yield server
    server.kill()


@pytest.fixture(scope="module")
def guarded() -> Iterator[Served]:
    """On every address of the machine, with a token, and allowed to fetch from it."""
    options = ["--host", "0.0.0.0", "--token", TOKEN, "--allow-fetch"]  # noqa: S104 - what is tested
    server = Served("-m", "maintext", "serve", "--port", "0", "--workers", "1", *options)
    server.address = f"http://127.0.0.1:{server.first_line.rsplit(':', 1)[1].split('/')[0]}"
    yield server
    server.kill()


def problem(answer: tuple[int, Any, str]) -> tuple[int, str]:
    """Status and detail of an answer that must be a problem."""
    status, headers, text = answer
    assert headers["content-type"] == "application/problem+json"
    told = json.loads(text)
    assert told["status"] == status
    return status, told["detail"]


def test_links_can_be_references(server: Served) -> None:
    asked = {"html": "<p>A <a href=/b>link</a>.", "by": "all", "output_format": "markdown", "links": "references"}
    assert server.send("/extract", asked)[2] == "A [link][1].\n\n[1]: /b"
    refused = server.send("/extract", {**asked, "links": "footnotes"})
    assert problem(refused) == (422, "links must be one of inline, references, got 'footnotes'")
    refused = server.send("/extract", {**asked, "max_tokens": 100})
    assert problem(refused) == (422, "links=references needs the whole document: not with max_tokens or chunk_tokens")


@pytest.mark.parametrize("kind", FORMATS)
def test_the_answer_is_what_accept_asks_for_and_what_python_gives(server: Served, kind: str) -> None:
    html = DEMO.read_text(encoding="utf-8")
    asked = {"html": html, "url": "https://example.org/a", "include_links": False, "by": "cetr"}
    status, headers, text = server.send("/extract", asked, Accept=kind)
    assert (status, headers["content-type"].split(";")[0]) == (200, kind)
    document = maintext.extract(html, "https://example.org/a", "cetr")
    assert text == document.render(FORMATS[kind], include_links=False)


def test_modes_of_the_learned_extractor_are_those_of_python(server: Served) -> None:
    html = DEMO.read_text(encoding="utf-8")
    for modes in ({"favor": "precision"}, {"favor": "recall", "include_title": True}, {"content": "all"}):
        status, _, text = server.send("/extract", {"html": html, **modes}, Accept="text/markdown")
        assert (status, text) == (200, maintext.extract(html, **modes).to_markdown())


def test_parts_and_selectors_are_those_of_python(server: Served) -> None:
    html = DEMO.read_text(encoding="utf-8")
    asked = {"html": html, "by": "all", "prune": ["nav", "//footer"], "with_markdown": True, "max_tokens": 80}
    status, _, text = server.send("/extract", {**asked, "with_sections": True, "chunk_tokens": 60, "chunk_overlap": 8})
    document = maintext.extract(html, by="all", prune=["nav", "//footer"])
    wanted = document.to_dict(with_markdown=True, max_tokens=80, with_sections=True, chunk_tokens=60, chunk_overlap=8)
    assert (status, json.loads(text)) == (200, wanted)
    status, _, text = server.send("/extract", {"html": html, "keep": "h1", "max_tokens": 30}, Accept="text/markdown")
    assert (status, text) == (200, maintext.extract(html, keep="h1").to_markdown(max_tokens=30))
    query = "/extract?keep=h1&chunk_tokens=40&with_sections=true"
    status, _, text = server.send(query, html.encode(), **{"Content-Type": "text/html"})
    assert (status, len(json.loads(text)["chunks"])) == (200, 1)


def test_options_that_are_lists_are_repeated_in_the_address_and_no_others(server: Served) -> None:
    html = b"<title>Not found</title><h1>Not found</h1><p>Nothing is here.</p><i>a</i><b>b</b>"
    headers = {"Content-Type": "text/html"}
    status, _, text = server.ask("/extract?shapes=verdict&shapes=items&keep=i&keep=b", html, headers)
    record = json.loads(text)
    assert (status, record["verdict"]["kind"], record["items"], record["text"]) == (200, "error", [], "ab")
    status, _, text = server.ask("/extract?by=all&by=cetr", html, headers)
    assert (status, "by is in the query twice" in text) == (422, True)


def test_the_web_page_is_warned_of_a_page_that_is_not_content(server: Served) -> None:
    login = "<title>Log in</title><nav><a href=/>Home</a></nav><h1>Log in</h1><input type=password>"
    status, _, text = server.send("/view", {"html": login, "url": "https://shop.example/login"})
    view = json.loads(text)
    assert (status, view["judgement"]["verdict"]["kind"], len(view["warnings"])) == (200, "login", 1)
    assert "probably not content: login" in view["warnings"][0]
    assert json.loads(server.send("/view", {"html": DEMO.read_text(encoding="utf-8")})[2])["warnings"] == []


def test_html_is_taken_as_bytes_with_options_in_the_address(server: Served) -> None:
    headers = {"Content-Type": "text/html", "Accept": "text/markdown"}
    for path in (DEMO, LEGACY):
        page = path.read_bytes()
        status, _, text = server.ask("/extract?by=ccb&include_images=false", page, headers)
        assert (status, text) == (200, maintext.extract(page, by="ccb").to_markdown(include_images=False))


def test_the_charset_of_the_header_counts(server: Served) -> None:
    page = "<p>Žluťoučký kůň, a pak další text.</p>".encode("iso-8859-2")
    headers = {"Content-Type": "text/html; charset=iso-8859-2", "Accept": "text/plain"}
    assert server.ask("/extract?by=all", page, headers)[2] == "Žluťoučký kůň, a pak další text."


def test_an_output_format_wins_over_accept(server: Served) -> None:
    asked = {"html": "<h1>Tea</h1><p>Boil it.", "by": "all", "output_format": "tei"}
    status, headers, text = server.send("/extract", asked, Accept="image/png")
    assert (status, headers["content-type"]) == (200, "application/tei+xml; charset=utf-8")
    assert text.startswith("<?xml")


@pytest.mark.parametrize(
    ("asked", "status", "reason"),
    [
        (b"{", 422, "not JSON"),
        (b"[" * 100_000, 422, "not JSON"),
        (b"\xff\xfe\xff", 422, "not JSON"),
        (b"[]", 422, "must be a JSON object, got a list"),
        ({}, 422, "html or url is required"),
        ({"html": 3}, 422, "html must be a string, got 3"),
        ({"html": "", "by": "magic"}, 422, "unknown extractor 'magic'; available: all,"),
        ({"html": "", "output_format": "pdf"}, 422, "unknown format 'pdf'"),
        ({"html": "", "include_links": "no"}, 422, 'include_links must be true or false, got "no"'),
        ({"html": "", "favor": "speed"}, 422, "favor must be one of precision, balanced, recall, got 'speed'"),
        ({"html": "", "by": "cetr", "favor": "recall"}, 422, "favor can only be set for model, not for cetr"),
        ({"html": "", "include_link": True}, 422, "unknown option 'include_link'; the options are html,"),
        ({"html": "", "by": "maintext.extractors.baselines.keep_all:KeepAll"}, 422, "unknown extractor 'maintext"),
        ({"html": "", "by": "/etc/passwd"}, 422, "unknown extractor '/etc/passwd'"),
        ({"html": "", "prune": "p:hover"}, 422, "':hover' is not understood"),
        ({"html": "", "keep": [1]}, 422, "keep must be a string or a list"),
        ({"html": "", "max_tokens": "many"}, 422, 'max_tokens must be a whole number, got "many"'),
        ({"html": "", "chunk_tokens": 3}, 422, "at least 16, got 3"),
        (b'{"html": "", "by": NaN}', 422, "NaN is not a JSON number"),
        ({"url": "https://example.org/"}, 403, "does not fetch pages"),
        ({"html": "x" * 1_100_000}, 413, r"1,\d+,\d+ bytes, the limit is 1,000,000"),
    ],
)
def test_a_bad_request_gets_its_reason(server: Served, asked: Any, status: int, reason: str) -> None:
    got = problem(server.send("/extract", asked))
    assert got[0] == status
    assert re.search(reason, got[1])


def test_other_types_paths_and_methods_are_refused(server: Served) -> None:
    assert problem(server.ask("/extract", b"a=b", {"Content-Type": "application/x-www-form-urlencoded"}))[0] == 415
    assert problem(server.ask("/extract", b"{}", {"Content-Type": "text/plain"}))[0] == 415
    assert problem(server.ask("/extract/batch", b"{}", {"Content-Type": "application/json"}))[0] == 415
    assert problem(server.send("/extract", {"html": ""}, Accept="image/png"))[0] == 406
    assert problem(server.send("/extract?by=all", {"html": ""}))[0] == 422
    assert problem(server.get("/nothing"))[0] == 404
    status, headers, _ = server.get("/extract")
    assert (status, headers["allow"]) == (405, "POST")


def test_a_batch_answers_every_line_in_order_and_a_bad_line_costs_only_itself(server: Served) -> None:
    pages = [{"id": number, "html": f"<p>Page {number}.", "by": "all"} for number in range(40)]
    lines = [json.dumps(page).encode() for page in pages]
    lines[7] = b"{no json"
    lines[8] = b'{"id": "long", "html": "' + b"x" * 1_000_001 + b'"}'
    lines[9] = json.dumps({"id": [9], "html": "<p>Nine.", "output_format": "markdown", "by": "all"}).encode()
    body = b"\n".join(lines[:20]) + b"\n\n" + b"\n".join(lines[20:])
    status, headers, text = server.ask("/extract/batch", body, {"Content-Type": "application/x-ndjson"})
    answers = [json.loads(line) for line in text.splitlines()]
    assert (status, headers["content-type"], len(answers)) == (200, "application/x-ndjson", 40)
    assert [answer["line"] for answer in answers] == [*range(1, 21), *range(22, 42)]
    good = [answer for answer in answers if answer["line"] not in (8, 9, 10)]
    assert all(answer["text"] == f"Page {answer['id']}." for answer in good)
    assert "not JSON" in answers[7]["problem"]["detail"]
    assert "line 9 has more than" in answers[8]["problem"]["detail"]
    assert (answers[9]["id"], answers[9]["markdown"]) == ([9], "Nine.")


def test_a_batch_is_answered_while_it_is_still_being_sent(server: Served) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
        head = "POST /extract/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
        connection.sendall(f"{head}Transfer-Encoding: chunked\r\n\r\n".encode())
        for number in range(3):
            line = json.dumps({"id": number, "html": f"<p>Page {number}.", "by": "all"}) + "\n"
            connection.sendall(f"{len(line):x}\r\n{line}\r\n".encode())
            received = ""
            while f'"text": "Page {number}."' not in received:
                received += connection.recv(65536).decode()
        connection.sendall(b"0\r\n\r\n")
        while not received.endswith("0\r\n\r\n"):
            received += connection.recv(65536).decode()


def test_health_metrics_and_the_description_are_there(server: Served) -> None:
    assert server.get("/healthz")[::2] == (200, '{"status": "ok"}')
    server.send("/extract", {"html": "<p>Tea."})
    status, headers, text = server.get("/metrics")
    assert (status, headers["content-type"]) == (200, "text/plain; version=0.0.4; charset=utf-8")
    assert re.search(r'^maintext_requests_total{path="/extract",status="200"} [1-9]', text, re.M)
    assert re.search(r"^process_resident_memory_bytes [1-9]\d{6}", text, re.M)
    assert json.loads(server.get("/openapi.json")[2])["info"]["version"] == maintext.__version__


def test_only_the_names_of_this_machine_are_answered(server: Served) -> None:
    assert server.get("/healthz", Host="evil.example")[0] == 400
    assert server.get("/healthz", Host="localhost")[0] == 200


def test_every_page_of_the_service_forbids_foreign_content(server: Served) -> None:
    for path in ("/", "/page.js", "/show.js", "/page.css"):
        status, headers, _ = server.get(path)
        assert status == 200
        assert "default-src 'none'; script-src 'self'" in headers["content-security-policy"]
    asked = {"html": "<p>Tea, and so on.", "by": "all", "output_format": "html"}
    assert server.send("/extract", asked)[1]["content-security-policy"] == "default-src 'none'; sandbox"


def test_without_the_token_nobody_gets_in(guarded: Served) -> None:
    assert f"?token={TOKEN}" in guarded.first_line
    assert guarded.get("/healthz")[0] == 200
    for path in ("/", "/metrics", "/openapi.json", "/mcp", f"/page.js?token={TOKEN}", "/?token=wrong"):
        assert problem(guarded.get(path))[0] == 401
    for wrong in ("", "Bearer", "Bearer wrong", f"Basic {TOKEN}", f"Bearer {TOKEN}x", "Bearer caf\xe9"):
        assert guarded.send("/extract", {"html": "x"}, Authorization=wrong)[0] == 401
    assert guarded.send("/extract", {"html": "x"}, Authorization=f"Bearer {TOKEN}")[0] == 200
    # The address with the token leads on, with a cookie.
    assert guarded.get("/", Cookie=f"maintext_serve={TOKEN}")[0] == 200


def test_private_addresses_are_not_fetched(guarded: Served) -> None:
    with web_server({"/": Answer(b"<p>Secret.", headers={"Content-Type": "text/html"})}) as web:
        for host in ("127.0.0.1", "localhost", "[::ffff:127.0.0.1]"):
            asked = {"url": f"http://{host}:{web.port}/"}
            status, told = problem(guarded.send("/extract", asked, Authorization=f"Bearer {TOKEN}"))
            assert status == 403, told
        assert not web.hits
    bad = guarded.send("/extract", {"url": "file:///etc/passwd"}, Authorization=f"Bearer {TOKEN}")
    assert problem(bad)[0] == 422


def test_a_page_is_fetched_where_that_is_allowed() -> None:
    page = {"/a": Answer(DEMO.read_bytes(), headers={"Content-Type": "text/html; charset=utf-8"})}
    options = ["--allow-fetch", "--allow-network", "127.0.0.0/8", "--workers", "1", "--port", "0"]
    with web_server(page) as web:
        server = Served("-m", "maintext", "serve", *options)
        try:
            status, _, text = server.send("/extract", {"url": f"{web.url}/a"})
            missing = problem(server.send("/extract", {"url": f"{web.url}/b"}))
        finally:
            server.kill()
    assert (status, json.loads(text)["url"]) == (200, f"{web.url}/a")
    assert "ferry" in json.loads(text)["text"]
    assert missing == (502, f"{web.url}/b has status 404")


def test_the_path_can_be_the_address_of_a_page() -> None:
    page = Answer(DEMO.read_bytes(), headers={"Content-Type": "text/html; charset=utf-8"})
    options = ["--allow-fetch", "--allow-network", "127.0.0.0/8", "--workers", "1", "--port", "0"]
    with web_server({"/a%2Fb?x=1&y": page}) as web:
        server = Served("-m", "maintext", "serve", *options)
        try:
            answers = [server.get(f"/{web.url}/a%2Fb?x=1&y")]
            answers += [server.get(f"/{web.url.replace('//', '/')}/a%2Fb?x=1&y", Accept="application/json")]
            elsewhere = problem(server.get(f"/{web.url}/a", **{"Sec-Fetch-Site": "cross-site"}))
        finally:
            server.kill()
        assert set(web.hits) == {"/a%2Fb?x=1&y"}
    markdown = maintext.extract(DEMO.read_bytes(), f"{web.url}/a%2Fb").to_markdown()
    assert [status for status, _, _ in answers] == [200, 200]
    assert (answers[0][1]["content-type"], answers[0][2]) == ("text/markdown; charset=utf-8", markdown)
    assert json.loads(answers[1][2])["url"] == f"{web.url}/a%2Fb?x=1&y"
    assert elsewhere == (403, "another site can't make this service fetch an address")


def test_an_address_in_the_path_is_not_fetched_unless_that_is_allowed(server: Served) -> None:
    assert problem(server.get("/https://example.org/a"))[0] == 403
    assert server.get("/ftp://example.org/a")[0] == 404


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--token", "short"], "the token must have at least 16 characters, got 5"),
        (["--allow-network", "10.0.0.0/8"], "needs --allow-fetch"),
        (["--host", "192.0.2.77", "--port", "0"], "can't serve on 192.0.2.77"),
    ],
)
def test_a_service_that_can_not_be_started_safely_is_not_started(options: list[str], told: str) -> None:
    command = [sys.executable, "-m", "maintext", "serve", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("maintext: ")
    assert told in done.stderr


def test_the_service_ends_its_processes_when_it_is_told_to_stop() -> None:
    server = Served("-m", "maintext", "serve", "--port", "0", "--workers", "1")
    assert server.send("/extract", {"html": "x"})[0] == 200
    server.process.terminate()
    out, err = server.process.communicate(timeout=60)
    assert "Traceback" not in err
    assert out == ""


def test_a_port_that_is_taken_is_named() -> None:
    from maintext.web.listening import listen

    with listen("127.0.0.1", 0) as listener, pytest.raises(ServeError, match="can't serve on"):
        listen("127.0.0.1", listener.getsockname()[1])


def test_the_service_runs_any_extractor_that_its_operator_names(tmp_path: Path) -> None:
    model = tmp_path / "mine.npz"
    model.write_bytes((ROOT / "src" / "maintext" / "trained" / "leaf.npz").read_bytes())
    server = Served("-m", "maintext", "serve", "--port", "0", "--workers", "1", "--by", f"{model}:threshold=0.9")
    try:
        html = "<nav><a href=/>Home</a></nav><p>Boil the water, and wait, for tea takes time.</p>"
        status, _, text = server.send("/extract", {"html": html})
        assert (status, json.loads(text)["by"]) == (200, "mine.npz:threshold=0.9")
        status, _, text = server.send("/extract", {"html": html, "by": "cetr"})
        assert (status, json.loads(text)["by"]) == (200, "cetr")
        status, _, text = server.send("/extract", {"html": html, "by": str(model)})
        assert (status, "unknown extractor" in text) == (422, True), "a client must not make the service read a file"
        status, _, text = server.send("/extract", {"html": html, "favor": "recall"})
        assert (status, "favor can only be set for model" in text) == (422, True)
    finally:
        server.kill()
