"""Articles over several pages on a real server, in the shapes that sites give them."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import maintext
from maintext.articles import Article, Following, aextract_article, extract_article
from maintext.articles.joining import PART, joined
from maintext.errors import HttpStatusError, OptionError
from maintext.fetch import Policy
from tests.shared_blocks.pages import paragraph
from tests.web_server import Answer, Asked, WebServer, web_server

HTML = {"Content-Type": "text/html; charset=utf-8"}
POLICY = Policy(allowed_networks=("127.0.0.1/32",))
FAST = Following(delay_s=0.0)
HEADLINE = "The storm that took the roof of the town hall"
NOTICE = "Copyright by the Harbour Gazette, which was founded in 1871 and is printed every morning but Sunday."
N_PARTS = 3
TITLE = f"{HEADLINE} - Harbour Gazette"
NOT_FOUND = f"<title>{TITLE}</title><h1>Page not found</h1><p>The page that you asked for is not here.</p>"


def part(number: int, seed: int = 0) -> list[str]:
    """The paragraphs of a page of the article."""
    return [paragraph(seed + number * 4 + row) for row in range(4)]


def html(number: int, links: str, *, title: str = TITLE, head: str = "", seed: int = 0) -> str:
    texts = "".join(f"<p>{text}</p>" for text in part(number, seed))
    return (
        f"<html><head><title>{title}</title>{head}</head><body><nav><a href=/>Home</a> <a href=/news>News</a></nav>"
        f"<article><h1>{title.partition(' - ')[0]}</h1>{texts}<p>{NOTICE}</p></article>{links}"
        "<footer><a href=/about>About us</a></footer></body></html>"
    )


Shape = Callable[[int], tuple[str, str, str]]
"""The number of a page -> its path, its links and what is in its head."""


def query(number: int) -> tuple[str, str, str]:
    numbers = "".join(f'<a href="?page={n}">{n}</a> ' for n in range(1, N_PARTS + 1))
    return "/query" + (f"?page={number}" if number > 1 else ""), f"<div class=pages>{numbers}</div>", ""


def relation(number: int) -> tuple[str, str, str]:
    head = f'<link rel="next" href="/relation/{number + 1}">' if number < N_PARTS else ""
    return "/relation" + (f"/{number}" if number > 1 else ""), '<a rel=next href="/flood">Next article</a>', head


def suffix(number: int) -> tuple[str, str, str]:
    path = "/suffix" + (f"-{number}" if number > 1 else "") + ".html"
    link = f'<p><a href="suffix-{number + 1}.html">Next &raquo;</a></p>' if number < N_PARTS else ""
    return path, link + '<a href="/flood.html">Next story: The flood</a>', ""


def words(number: int) -> tuple[str, str, str]:
    names = ["alpha", "beta", "gamma", "delta"]
    link = f'<p><a href="/words/{names[number]}">Continue reading on the next page</a></p>' if number < N_PARTS else ""
    return f"/words/{names[number - 1]}", link, ""


def drupal(number: int) -> tuple[str, str, str]:
    """Pages are counted from 0."""
    link = f'<a href="/drupal?page={number}" rel=next>next ›</a>' if number < N_PARTS else ""
    return "/drupal" + (f"?page={number - 1}" if number > 1 else ""), f"<ul><li>{link}</ul>", ""


def titled(number: int) -> tuple[str, str, str]:
    link = f'<a href="/titled/page/{number + 1}">Page {number + 1}</a>' if number < N_PARTS else ""
    return "/titled" + (f"/page/{number}" if number > 1 else ""), link, ""


def slides(number: int) -> tuple[str, str, str]:
    """Every page has a title of its own; they name each other."""
    head = "".join(
        f'<link rel={name} href="/slides?p={other}">'
        for name, other in (("prev", number - 1), ("next", number + 1))
        if 1 < other <= N_PARTS
    )
    back = '<link rel=prev href="/slides">' if number == 2 else ""
    return "/slides" + (f"?p={number}" if number > 1 else ""), "", head + back


SHAPES: dict[str, Shape] = {shape.__name__: shape for shape in (query, relation, suffix, words, drupal, titled, slides)}


def title_of(name: str, number: int) -> str:
    if name == "titled" and number > 1:
        return f"{HEADLINE} (page {number} of {N_PARTS}) - Harbour Gazette"
    return f"Slide {number} of the storm - Harbour Gazette" if name == "slides" else TITLE


def site() -> dict[str, Any]:
    routes: dict[str, Any] = {}
    for name, shape in SHAPES.items():
        for number in range(1, N_PARTS + 1):
            path, links, head = shape(number)
            text = html(number, links, title=title_of(name, number), head=head)
            routes[path] = Answer(text.encode(), headers=HTML)
            routes.setdefault(f"{path}?page=1", routes[path])
    other = html(9, "", title="The flood - Harbour Gazette", seed=500)
    routes |= {"/flood": Answer(other.encode(), headers=HTML), "/flood.html": Answer(other.encode(), headers=HTML)}
    return routes


@pytest.fixture(scope="module")
def server() -> Iterator[WebServer]:
    with web_server(site()) as running:
        yield running


@pytest.mark.parametrize("name", SHAPES)
def test_the_pages_of_an_article_are_joined(server: WebServer, name: str) -> None:
    n_before = len(server.asked)
    article = extract_article(f"{server.url}/{name}" + SUFFIXES.get(name, ""), policy=POLICY, following=FAST)
    assert [url.removeprefix(server.url) for url in article.urls] == [SHAPES[name](n)[0] for n in (1, 2, 3)]
    texts = [text for number in (1, 2, 3) for text in part(number)]
    places = [article.text.find(text) for text in texts]
    assert -1 not in places
    assert places == sorted(places), "the pages come in their order"
    assert article.text.count(NOTICE) <= 1
    assert article.text.count(HEADLINE) <= 1
    assert article.markdown.count(HEADLINE) == (0 if name == "slides" else 1)
    assert "The flood" not in article.text
    assert article.stop_reason is None
    assert not any(asked.path.startswith("/flood") for asked in server.asked[n_before:])


SUFFIXES = {"suffix": ".html", "words": "/alpha"}


def test_the_result_is_an_ordinary_document(server: WebServer) -> None:
    article = extract_article(f"{server.url}/query", policy=POLICY, following=FAST)
    document = article.document
    assert document.url == f"{server.url}/query"
    assert (article.title or "").startswith("The storm")
    record = json.loads(document.to_json())
    assert record["text"] == article.text
    assert part(3)[-1] in document.to_html()
    assert part(3)[-1] in document.to_tei()
    assert document.has_main_text


def test_an_article_of_one_page_is_what_extract_gives(server: WebServer) -> None:
    article = extract_article(f"{server.url}/flood", policy=POLICY, following=FAST)
    alone = maintext.extract(site()["/flood"].body, f"{server.url}/flood")
    assert (article.text, article.urls) == (alone.text, (f"{server.url}/flood",))


def test_it_works_in_coroutines_and_with_any_extractor(server: WebServer) -> None:
    for by in ("econ", "all"):
        article = asyncio.run(aextract_article(f"{server.url}/query", by, policy=POLICY, following=FAST))
        assert len(article.urls) == N_PARTS
        assert all(text in article.text for number in (1, 2, 3) for text in part(number))


def followed(routes: dict[str, Any], following: Following = FAST) -> tuple[Article, list[str]]:
    with web_server(routes) as server:
        article = extract_article(f"{server.url}/storm", policy=POLICY, following=following)
        return article, [asked.path for asked in server.asked]


def linked(number: int, **options: Any) -> Answer:
    link = f'<a href="/storm?page={number + 1}">Next page</a>'
    return Answer(html(number, link, **options).encode(), headers=HTML)


def test_another_article_at_the_next_number_is_not_joined() -> None:
    flood = linked(2, title="The flood in the valley - Harbour Gazette", seed=500)
    article, _ = followed({"/storm": linked(1), "/storm?page=2": flood})
    assert len(article.urls) == 1
    assert "has another title: 'The flood in the valley'" in (article.stop_reason or "")


def test_a_server_that_ignores_the_number_adds_nothing() -> None:
    page = linked(1)
    article, asked = followed({"/storm": page, "/storm?page=2": page, "/storm?page=3": page})
    assert (len(article.urls), len(asked)) == (1, 3)
    assert "repeats the pages before it" in (article.stop_reason or "")


def test_an_article_without_end_is_cut_and_says_so() -> None:
    def find(path: str) -> Any:
        number = int(path.partition("page=")[2] or 1) if path.startswith("/storm") else 0
        return linked(number) if number else Answer(status=404)

    with web_server(find) as server:
        following = Following(max_pages=4, delay_s=0.0)
        article = extract_article(f"{server.url}/storm", policy=POLICY, following=following)
        assert len(article.urls) == 4
        assert article.stop_reason == "the article has more than 4 pages"
        assert len([asked for asked in server.asked if asked.path.startswith("/storm")]) == 4


def test_robots_are_respected_and_the_pages_before_are_kept() -> None:
    robots = Answer(b"User-agent: *\nDisallow: /storm?page=3\n")
    routes = {"/robots.txt": robots, **{f"/storm?page={n}": linked(n) for n in (2, 3)}, "/storm": linked(1)}
    article, asked = followed(routes)
    assert asked == ["/storm", "/robots.txt", "/storm?page=2"]
    assert article.stop_reason == "RobotsRefusedError: robots.txt disallows it"
    assert part(2)[0] in article.text


@pytest.mark.parametrize(
    ("second", "reason"),
    [
        (Answer(status=404), "HttpStatusError"),
        (Answer(b"%PDF-1.7", headers={"Content-Type": "application/pdf"}), "NotHtmlResponseError"),
        (Answer(status=302, headers={"Location": "http://10.0.0.1/"}), "ForbiddenAddressError"),
        (Answer(f"<title>{HEADLINE} - Harbour Gazette</title>".encode(), headers=HTML), "has no main content"),
        (Answer(status=302, headers={"Location": "/storm"}), "repeats the pages before it"),
        (Answer(NOT_FOUND.encode(), headers=HTML), "/storm?page=2 is not content: error"),
    ],
    ids=["missing", "a PDF", "private", "empty", "back", "an error with the status of a page"],
)
def test_a_second_page_that_fails_leaves_the_first(second: Answer, reason: str) -> None:
    article, _ = followed({"/storm": linked(1), "/storm?page=2": second})
    assert reason in (article.stop_reason or "")
    assert all(text in article.text for text in part(1))


@pytest.mark.parametrize(
    ("title", "second"),
    [
        ("Буря над городом", "Буря над городом — страница 2"),
        ("风暴袭击市政厅", "风暴袭击市政厅(2)"),
        ("風暴襲擊市政廳", "風暴襲擊市政廳\uff08第2頁\uff09"),
        ("La tempesta", "La tempesta - Pagina 2 di 3"),
        ("Burza", "Burza (2 z 3)"),
    ],
)
def test_the_number_of_a_page_in_its_title_is_known_in_many_languages(title: str, second: str) -> None:
    article, _ = followed({"/storm": linked(1, title=title), "/storm?page=2": linked(2, title=second)})
    assert len(article.urls) == 2


def test_pages_that_lead_in_a_circle_end() -> None:
    def page(number: int, target: int) -> Answer:
        link = f'<a href="/storm/x{target}">Next page</a>'
        return Answer(html(number, link).encode(), headers=HTML)

    article, _ = followed({"/storm": page(1, 2), "/storm/x2": page(2, 3), "/storm/x3": page(3, 2)})
    assert (len(article.urls), article.stop_reason) == (3, None)


def test_a_first_page_that_fails_is_a_named_error() -> None:
    with web_server({}) as server, pytest.raises(HttpStatusError, match="404"):
        extract_article(f"{server.url}/storm", policy=POLICY)


def test_the_delay_of_robots_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("maintext.articles.following.asyncio.sleep", sleep)
    robots = Answer(b"User-agent: *\nCrawl-delay: 7\n")
    followed({"/robots.txt": robots, "/storm": linked(1), "/storm?page=2": linked(2)})
    assert [seconds for seconds in waited if seconds >= 1.0] == [7.0, 7.0]


def test_odd_options_are_refused() -> None:
    with pytest.raises(OptionError, match="max_pages must be at least 1, got 0"):
        Following(max_pages=0)
    with pytest.raises(OptionError, match="delay_s must not be negative, got -1"):
        Following(delay_s=-1.0)


def test_cookies_and_referers_are_not_sent(server: WebServer) -> None:
    n_before = len(server.asked)
    extract_article(f"{server.url}/query", policy=POLICY, following=FAST)
    asked: list[Asked] = server.asked[n_before:]
    assert not any({"cookie", "referer"} & set(one.headers) for one in asked)


@pytest.mark.parametrize("output_format", ["markdown", "json"])
def test_the_command_line_follows_on_request(server: WebServer, output_format: str) -> None:
    command = [sys.executable, "-m", "maintext", f"{server.url}/query", "--allow-private", "--format", output_format]
    alone = subprocess.run(command, capture_output=True, text=True, timeout=200, check=True)
    whole = subprocess.run([*command, "--follow"], capture_output=True, text=True, timeout=200, check=True)
    assert part(1)[0] in alone.stdout
    assert part(3)[0] not in alone.stdout
    assert part(3)[0] in whole.stdout


def test_a_page_that_marks_its_own_menu_as_a_further_page_keeps_what_it_kept() -> None:
    menu = f'<div {PART}="2"><p><a href=/a>Home and all the news of today</a> <a href=/b>More</a></div>' * 3
    pages = [html(1, menu), html(2, "")]
    first, second = (maintext.extract(page) for page in pages)
    whole = joined([first, second], "model")
    assert "More" not in first.text + whole.text
    assert [text in whole.text for text in (*part(1), *part(2))] == [True] * 8
