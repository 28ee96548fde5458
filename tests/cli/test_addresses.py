"""Addresses on the command line: a real server, and the guard before it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

import maintext
from maintext.cli.main import commands
from tests.cli.test_extract_command import run
from tests.web_server import Answer, WebServer, web_server

TEXT = "<title>Größen</title><p>Die Größe der Fähre genügt für sechzig Leute, sagt die <a href=/reederei>Reederei</a>."
ROUTES = {
    # The header alone says how it is written.
    "/latin": Answer(TEXT.encode("latin-1"), headers={"Content-Type": "text/html; charset=latin1"}),
    "/moved": Answer(status=302, headers={"Location": "/folder/latin"}),
    "/folder/latin": Answer(TEXT.encode("utf-16-le"), headers={"Content-Type": "text/html; charset=utf-16le"}),
    "/picture": Answer(b"\x89PNG", headers={"Content-Type": "image/png"}),
}


@pytest.fixture
def server() -> Iterator[WebServer]:
    with web_server(ROUTES) as running:
        yield running


def invoke(*arguments: str | Path) -> str:
    done = CliRunner().invoke(commands, list(map(str, arguments)), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize("path", ["/latin", "/moved"])
def test_the_server_says_how_a_page_is_written_and_where_it_is_from(server: WebServer, path: str) -> None:
    assert f"Die Größe der Fähre genügt für sechzig Leute, sagt die [Reederei]({server.url}/reederei)." in invoke(
        "--allow-private", "--by", "all", server.url + path
    )


def test_a_report_of_an_address_names_it(server: WebServer, tmp_path: Path) -> None:
    invoke("explain", "--allow-private", server.url + "/latin", "-o", tmp_path / "out.html", "--by", "all")
    report = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert "Die Größe der Fähre" in report
    assert f"{server.url}/latin · " in report


@pytest.mark.parametrize(
    ("path", "told"), [("/picture", "image/png"), ("/nowhere", "404")], ids=["a picture", "a page that is not there"]
)
def test_what_is_no_page_is_told_and_no_report_is_written(
    server: WebServer, tmp_path: Path, path: str, told: str
) -> None:
    with pytest.raises(maintext.FetchError, match=told):
        invoke("explain", "--allow-private", server.url + path, "-o", tmp_path / "out.html")
    assert not (tmp_path / "out.html").exists()


def test_addresses_of_this_machine_are_refused(tmp_path: Path) -> None:
    with web_server(ROUTES) as server:
        done = run("explain", server.url + "/latin", "-o", tmp_path / "out.html")
        assert done.returncode == 1
        assert "loopback" in done.stderr
        assert len(done.stderr.splitlines()) == 1
        assert not server.asked


@pytest.mark.parametrize("name", ["missing.html", ""])
def test_a_file_that_can_not_be_read_is_one_line(tmp_path: Path, name: str) -> None:
    done = run("explain", tmp_path / name, "-o", tmp_path / "out.html")
    assert done.returncode == 1
    assert done.stderr.startswith(f"maintext: {tmp_path / name}: ")
    assert len(done.stderr.splitlines()) == 1


def test_a_report_is_never_written_over_its_own_page(tmp_path: Path) -> None:
    (tmp_path / "report.html").write_text("<p>Text", encoding="utf-8")
    done = run("explain", tmp_path / "report.html", "-o", tmp_path / "." / "report.html")
    assert done.returncode == 1
    assert "would be overwritten" in done.stderr
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == "<p>Text"


@pytest.mark.parametrize("command", ["serve", "mcp"])
def test_a_network_that_is_none_is_told_at_once(command: str) -> None:
    done = run(command, "--allow-fetch", "--allow-network", "nonsense")
    assert done.returncode == 1
    assert done.stderr.startswith("maintext: not a network: 'nonsense'")
    assert len(done.stderr.splitlines()) == 1
