"""Markdown versions of pages: asked for, named by links and headers, and taken as what they are."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import maintext
from maintext.fetch import FetchedPage, Policy, fetch_page
from maintext.fetch.alternates import markdown_alternate
from tests.web_server import Answer, Asked, WebServer, web_server

PLAIN = Policy(allowed_networks=("127.0.0.1/32",))
MARKDOWN = replace(PLAIN, prefers_markdown=True)
HTML = {"Content-Type": "text/html; charset=utf-8"}
SOURCE = "# Größe\n\nThe ferry left at *nine*.\n".encode()
PAGE = b"<title>Ferry</title><nav>Home</nav><p>The ferry left at nine."


def linked(href: str, rel: str = "alternate", kind: str = "text/markdown") -> Answer:
    return Answer(f'<link rel="{rel}" type="{kind}" href="{href}">'.encode() + PAGE, headers=HTML)


def negotiated(asked: Asked) -> Answer:
    """Markdown for those who prefer it."""
    if asked.headers["accept"].startswith("text/markdown"):
        return Answer(SOURCE, headers={"Content-Type": "text/markdown; charset=utf-8"})
    return Answer(PAGE, headers=HTML)


ROUTES: dict[str, Any] = {
    "/negotiated": negotiated,
    "/linked": linked("/page.md"),
    "/several": linked("page.md", "ALTERNATE nofollow", "Text/Markdown; charset=utf-8"),
    "/based": Answer(b"<base href=/deep/>" + linked("page.md").body, headers=HTML),
    "/header": Answer(
        PAGE, headers={**HTML, "Link": '</x>; rel="next", </page.md>; rel="alternate"; type="text/markdown"'}
    ),
    "/untyped": linked("/untyped.md"),
    "/gone": linked("/nowhere.md"),
    "/html": linked("/other"),
    "/self": linked("/self"),
    "/elsewhere": linked("https://other.example/page.md"),
    "/feed": linked("/feed.xml", kind="application/rss+xml"),
    "/loop": linked("/around"),
    "/around": Answer(status=302, headers={"Location": "/around"}),
    "/other": Answer(PAGE, headers=HTML),
    "/page.md": Answer(SOURCE, headers={"Content-Type": "text/markdown; charset=utf-8"}),
    "/deep/page.md": Answer(SOURCE, headers={"Content-Type": "text/x-markdown"}),
    "/untyped.md": Answer(SOURCE, headers={"Content-Type": "text/plain"}),
}


@pytest.fixture(scope="module")
def server() -> Iterator[WebServer]:
    with web_server(ROUTES) as running:
        yield running


@pytest.mark.parametrize("path", ["/negotiated", "/linked", "/several", "/based", "/header", "/untyped", "/page.md"])
def test_the_markdown_version_is_taken_where_it_is_preferred(server: WebServer, path: str) -> None:
    page = fetch_page(server.url + path, MARKDOWN).checked()
    assert page.body == SOURCE
    document = maintext.extract(page.body, page.url, encoding=page.content_type)
    assert "The ferry left at nine." in document.text
    assert "Größe" in document.to_markdown()


@pytest.mark.parametrize("path", ["/negotiated", "/linked", "/header"])
def test_html_is_taken_otherwise(server: WebServer, path: str) -> None:
    assert fetch_page(server.url + path, PLAIN).media_type == "text/html"


@pytest.mark.parametrize("path", ["/gone", "/html", "/self", "/elsewhere", "/feed", "/loop"])
def test_a_version_that_is_missing_broken_or_elsewhere_leaves_the_page(server: WebServer, path: str) -> None:
    page = fetch_page(server.url + path, MARKDOWN)
    assert (page.url, page.media_type) == (server.url + path, "text/html")
    assert b"<nav>" in page.body


def test_only_pages_have_versions() -> None:
    link = (("link", "</a.md>; rel=alternate; type=text/markdown"), ("content-type", "text/html"))
    page = FetchedPage("https://example.org/", 200, link, b"")
    assert markdown_alternate(page) == "https://example.org/a.md"
    assert markdown_alternate(replace(page, status=404)) is None
    assert markdown_alternate(replace(page, headers=(link[0], ("content-type", "image/png")))) is None
    assert markdown_alternate(replace(page, headers=(("link", "<" * 60_000), link[1]))) is None
