"""Pages in a real Chromium: scripts run, nothing is requested unasked, limits hold."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import maintext
from maintext.browser import RenderLimits, lay_out, render
from maintext.browser.rendering import find_chromium
from maintext.errors import MissingPackageError, RenderError
from maintext.fetch import EVERY_NETWORK, FetchedPage, Policy
from maintext.from_url import _rendered
from tests.browser import open_browser
from tests.web_server import Answer, WebServer, web_server

PATIENT = RenderLimits(seconds=300)
"""Machines that do other work at the same time are slow."""
SCRIPT = b"document.querySelector('#root').innerHTML = '<p>Written by a script, after the page was loaded.</p>'"
EQUIPMENT = open_browser
"""Marks these tests as those that need a browser."""
HTML = {"Content-Type": "text/html"}


@pytest.fixture(autouse=True)
def _needs_browser() -> None:
    try:
        find_chromium()
    except RenderError:
        pytest.skip("NO BROWSER: needs chromium (make .venv/browser installs it, or set MAINTEXT_CHROMIUM)")


@pytest.fixture
def server() -> Iterator[WebServer]:
    routes = {"/script.js": Answer(SCRIPT, headers={"Content-Type": "text/javascript"})}
    with web_server(routes) as other:
        page = f"<div id=root></div><script src=/script.js></script><script src={other.url}/script.js></script>"
        routes["/"] = Answer(page.encode(), headers=HTML)
        with web_server(routes) as running:
            yield running
            assert not other.hits, "third parties are blocked"


def test_scripts_run_offline_and_columns_fit_the_page(server: WebServer) -> None:
    html = (
        f"<div style='width: 300px; background: #ff0000'><p style='font-size: 20px'>One</p></div>"
        f"<img src={server.url}/a.png><script>document.body.append('two'); fetch('{server.url}/b')</script>"
    )
    rendered = render(html, limits=PATIENT)
    assert rendered.page.texts() == ["One", "two"]
    assert "data-maintext" not in rendered.html
    assert rendered.n_blocked == 2
    assert not server.hits
    row = next(row for row in range(len(rendered.layout)) if rendered.layout.width[row] == 300)
    assert rendered.page.xpath(row).endswith("/div[1]")
    assert rendered.layout.background[row] == 0xFF0000FF
    assert rendered.layout.font_size[row + 1] == 20


def test_a_layout_has_the_rows_of_the_page_and_runs_no_scripts() -> None:
    page = maintext.parse("<p>One<script>document.body.innerHTML = ''</script><p hidden>Two")
    layout = lay_out(page, PATIENT)
    assert len(layout) == len(page.elements)
    shown = [page.xpath(row) for row in range(len(layout)) if layout.is_visible[row]]
    assert shown[-1].endswith("/p[1]")


def test_a_script_without_end_and_a_page_of_too_many_elements_are_named_errors() -> None:
    with pytest.raises(RenderError, match="rendering took longer than 3 seconds"):
        render("<p>x<script>while (true) {}</script>", limits=RenderLimits(seconds=3))
    with pytest.raises(RenderError, match=r"the rendered page has \d+ elements, more than 100"):
        render("<p>x" * 200, limits=RenderLimits(seconds=300, max_elements=100))


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_page_that_takes_too_much_memory_is_a_named_error() -> None:
    with pytest.raises(RenderError, match="rendering took more than 1 MB of memory"):
        render("<p>x", limits=RenderLimits(seconds=300, memory_mb=1))


def test_a_page_that_scripts_write_is_fetched_and_rendered_from_its_own_site(server: WebServer) -> None:
    policy = Policy(allowed_networks=EVERY_NETWORK)
    empty = maintext.extract_url(server.url, policy=policy)
    assert "the page needs scripts to show its text" in (empty.reason or "")
    document = maintext.extract_url(server.url, by="all", policy=policy, render=True)
    assert document.text == "Written by a script, after the page was loaded."
    assert server.hits["/script.js"] == 1


def test_what_a_page_requests_from_its_own_site_passes_the_network_policy(server: WebServer) -> None:
    """The page is at hand; its script is at a loopback address, which the default policy refuses."""
    page = FetchedPage(server.url, 200, (), b"<div id=root></div><script src=/script.js></script>")
    html = asyncio.run(_rendered(page, Policy(), PATIENT))
    assert "Written by" not in html
    assert not server.hits
    assert "Written by" in asyncio.run(_rendered(page, Policy(allowed_networks=EVERY_NETWORK), PATIENT))


def test_limits_are_those_that_the_caller_sets() -> None:
    with pytest.raises(RenderError, match="rendering took longer than 2 seconds"):
        maintext.extract("<p>x<script>while (true) {}</script>", render=RenderLimits(seconds=2))


def test_the_command_line_renders_files_and_addresses(server: WebServer, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_bytes(b"<div id=root></div><script>" + SCRIPT + b"</script>")
    for options in ([str(file)], [server.url, "--allow-private"]):
        command = [sys.executable, "-m", "maintext", "--render", "--by", "all", *options]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        assert done.stdout.strip() == "Written by a script, after the page was loaded.", done.stderr


def test_vips_extracts_the_article_of_a_page() -> None:
    text = "The ferry left the pier at noon, and everybody who had waited for it went home again. " * 4
    menu = "<ul>" + "<li><a href=/x>Link</a></li>" * 8 + "</ul>"
    document = maintext.extract(f"<body>{menu}<article><h1>Ferry</h1><p>{text}</p><p>{text}</p></article>", by="vips")
    assert text.strip() in document.text
    assert "Link" not in document.text


def test_without_the_extra_the_error_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "playwright.async_api", None)
    with pytest.raises(MissingPackageError, match=r"pip install 'maintext\[render\]'"):
        maintext.extract("<p>Text.", by="vips")
