"""A site of some hundred pages with everything that sites do to crawlers, made from numbers alone.

`GeneratedSite.pages` are the paths that a crawl must give a text for, each asked for once; `refused` those that must
not be asked for; `failing` those that are asked for and have no page.
"""

from __future__ import annotations

import gzip
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any

import brotli

from maintext.fetch.decompression import zstandard_package
from tests.web_server import MISSING, Answer, Asked, raw

N_SECTIONS, N_ARTICLES = 8, 30
HTML = {"Content-Type": "text/html; charset=utf-8"}
SHARED = ["Sign up for our newsletter and never miss a story.", "All rights reserved by the Harbour Gazette."]
WORDS = "storm harbour ferry council bridge winter market school river station garden museum theatre library".split()


def sentence(number: int) -> str:
    picked = [WORDS[(number * 7 + place * (number % 5 + 3)) % len(WORDS)] for place in range(9)]
    return f"In chapter {number} the {' '.join(picked[:5])} met the {' '.join(picked[5:])} once more, it was said. "


def article(number: int, links: list[str]) -> str:
    body = "".join(f"<p>{sentence(number * 10 + row) * 3}</p>" for row in range(4))
    related = "".join(f'<li><a href="{link}">Read on</a></li>' for link in links)
    footer = "".join(f"<p>{text}</p>" for text in SHARED)
    return f"<title>Article {number}</title><h1>Article {number}</h1>{body}<ul>{related}</ul>{footer}"


@dataclass
class GeneratedSite:
    """The routes of the site; `private_url` is the address of a server that must never be asked."""

    private_url: str
    latency_s: float = 0.0
    routes: dict[str, Any] = field(default_factory=dict)
    pages: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)
    failing: set[str] = field(default_factory=set)
    _flaky: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._sections()
        self._redirects()
        self._broken()
        self._encodings()
        self._listings()
        self._robots()
        extra = sorted(
            path for path in [*self.routes, *self.refused] if not path.startswith(("/a/", "/section/", "/map"))
        )
        hidden = {"/robots.txt", "/only-in-the-sitemap", "/canonical-target", "/refreshed"}
        traps = [f"{self.private_url}/secret", "http://10.0.0.1/", "http://169.254.169.254/", "mailto:a@b.example"]
        links = [path for path in extra if path not in hidden and "chain/" not in path] + ["/chain/0", *traps]
        self._page("/", article(0, [f"/section/{number}" for number in range(N_SECTIONS)] + links))

    def find(self, path: str) -> Any:
        time.sleep(self.latency_s)
        return self.routes.get(path, MISSING)

    def _page(self, path: str, html: str, **headers: str) -> None:
        self.routes[path] = Answer(html.encode(), headers={**HTML, **headers})
        self.pages.add(path)

    def _sections(self) -> None:
        for section in range(N_SECTIONS):
            articles = range(section * N_ARTICLES, (section + 1) * N_ARTICLES)
            links = [f"../a/{number}?utm_source=section&x={number}#top" for number in articles]
            self._page(f"/section/{section}", article(10_000 + section, links))
            for number in articles:
                self._article(number)

    def _article(self, number: int) -> None:
        path = f"/a/{number}?x={number}"
        others = [f"/a/{other}?x={other}" for other in (number + 1, number + 17) if other < N_SECTIONS * N_ARTICLES]
        raw_html = article(number, ["/", f"?x={number}", *others]).encode()
        codings = ["", "gzip", "deflate", "br", "zstd"]
        compress = [bytes, gzip.compress, zlib.compress, brotli.compress, zstandard_package().compress]
        body, coding = compress[number % 5](raw_html), codings[number % 5]
        etag = f'"{number}"'

        def answer(asked: Asked) -> Answer:
            if asked.headers.get("if-none-match") == etag:
                return Answer(status=304, headers={"ETag": etag})
            return Answer(body, headers={**HTML, "ETag": etag, **({"Content-Encoding": coding} if coding else {})})

        self.routes[path] = answer
        self.pages.add(path)

    def _redirects(self) -> None:
        self._moved("/old", "/a/1?x=1")
        self._moved("/older", "/old")
        self._moved("/out", "https://other.example/")
        self._moved("/to-private", f"{self.private_url}/secret")
        self._moved("/to-robots", "/private/2")
        self._moved("/self", "/self#again")
        self._moved("/ping", "/pong")
        self._moved("/pong", "/ping")
        for number in range(30):
            self._moved(f"/chain/{number}", f"/chain/{number + 1}")
        self.routes["/refresh"] = Answer(b'<meta http-equiv=refresh content="0;URL=/refreshed">', headers=HTML)
        self.pages.add("/refresh")
        self._page("/refreshed", article(501, []))

    def _moved(self, path: str, target: str) -> None:
        self.routes[path] = Answer(status=301, headers={"Location": target})

    def _broken(self) -> None:
        self._failing("/always-500", Answer(status=500))
        self._failing("/gone", Answer(status=410))
        self._failing("/picture", Answer(b"\x89PNG", headers={"Content-Type": "image/png"}))
        self._failing("/bomb", Answer(gzip.compress(b"\0" * 60_000_000), headers={**HTML, "Content-Encoding": "gzip"}))
        self._failing("/cut-off", raw(_cut_off))
        self._failing("/not-http", raw(_not_http))
        self._failing("/endless-headers", raw(_endless_headers))
        for number, status in enumerate([500, 502, 503]):
            self._flaky_page(f"/flaky/{number}", article(600 + number, []), status)
        for number in range(3):
            self.routes[f"/slow/{number}"] = raw(_slow(article(700 + number, [])))
            self.pages.add(f"/slow/{number}")

    def _failing(self, path: str, route: Any) -> None:
        self.routes[path] = route
        self.failing.add(path)

    def _flaky_page(self, path: str, html: str, status: int) -> None:
        """The first answer is a failure that passes."""

        def answer(asked: Asked) -> Answer:
            self._flaky[path] = self._flaky.get(path, 0) + 1
            if self._flaky[path] == 1:
                return Answer(status=status, headers={"Retry-After": "1"})
            return Answer(html.encode(), headers=HTML)

        self.routes[path] = answer
        self.pages.add(path)

    def _encodings(self) -> None:
        text = (
            "<title>{}</title><p>Größe und Übermaß, so heißt es, führen zu Überdruß; das weiß jedes Kind im Dorfe.</p>"
        )
        for name, encoding, content_type, meta in [
            ("header", "iso-8859-1", "text/html; charset=ISO-8859-1", ""),
            ("meta", "windows-1252", "text/html", "<meta charset=windows-1252>"),
            ("header-before-meta", "utf-8", "text/html; charset=utf-8", "<meta charset=iso-8859-1>"),
            ("bom", "utf-8-sig", "text/html; charset=iso-8859-1", ""),
            ("none", "utf-8", "text/html", ""),
            ("wrong", "windows-1252", "text/html; charset=no-such-charset", ""),
        ]:
            body = (meta + text.format(name)).encode(encoding)
            self.routes[f"/charset/{name}"] = Answer(body, headers={"Content-Type": content_type})
            self.pages.add(f"/charset/{name}")

    def _listings(self) -> None:
        self._page("/only-in-the-sitemap", article(801, []))
        self._page("/printed", '<link rel=canonical href="/canonical-target">' + article(802, []))
        self._page("/canonical-target", article(802, ["/"]))
        index = "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><sitemap><loc>{}</loc></sitemap></sitemapindex>"
        self.routes["/map-index.xml"] = Answer(index.format("/map.xml.gz").encode())
        urls = "<urlset><url><loc>/only-in-the-sitemap</loc></url><url><loc>https://other.example/</loc></url></urlset>"
        self.routes["/map.xml.gz"] = Answer(gzip.compress(urls.encode()), headers={"Content-Type": "application/gzip"})

    def _robots(self) -> None:
        self.refused |= {"/private/1", "/private/2"}
        for path in self.refused:
            self.routes[path] = Answer(b"<p>Never to be seen.", headers=HTML)
        rules = "User-agent: *\nDisallow: /private/\nSitemap: /map-index.xml\n"
        self.routes["/robots.txt"] = Answer(rules.encode(), headers={"Content-Type": "text/plain"})


def _cut_off(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1000\r\n\r\n<p>not all")


def _not_http(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"220 mail.example ESMTP\r\n")


def _endless_headers(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n" + b"".join(b"X: " + b"y" * 1000 + b"\r\n" for _ in range(300)))


def _slow(html: str) -> Any:
    def write(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
        for piece in _pieces(html.encode(), 5):
            handler.wfile.write(piece)
            time.sleep(0.1)

    return write


def _pieces(body: bytes, n_pieces: int) -> Iterator[bytes]:
    size = -(-len(body) // n_pieces)
    return (body[start : start + size] for start in range(0, len(body), size))
