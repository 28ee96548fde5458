"""References of every form, and the address each means."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.errors import AddressError
from maintext.fetch.addresses import origin_of, resolve, site_of

BASE = "https://example.org/news/today.html?page=2"
FORMS = [
    ("story.html", "https://example.org/news/story.html"),
    ("./story.html", "https://example.org/news/story.html"),
    ("../story.html", "https://example.org/story.html"),
    ("../../../story.html", "https://example.org/story.html"),
    ("/a/./b/../c/", "https://example.org/a/c/"),
    ("/a/b/..", "https://example.org/a/"),
    ("?page=3", "https://example.org/news/today.html?page=3"),
    ("#top", "https://example.org/news/today.html?page=2"),
    ("", "https://example.org/news/today.html?page=2"),
    ("//other.org/x", "https://other.org/x"),
    ("HTTP://Other.ORG", "http://other.org/"),
    ("https://other.org:443/x", "https://other.org/x"),
    ("http://other.org:8080/x", "http://other.org:8080/x"),
    ("http://other.org./x", "http://other.org/x"),
    ("https://other.org/a/../b", "https://other.org/b"),
    ("  /spaced\n/out\t ", "https://example.org/spaced/out"),
    ("\\\\other.org\\a\\b", "https://other.org/a/b"),
    ("/a\\b?c\\d", "https://example.org/a/b?c\\d"),
    ("/a b/ü", "https://example.org/a%20b/%C3%BC"),
    ("/%7euser/%c3%bc", "https://example.org/~user/%C3%BC"),
    ("/a;jsessionid=0AF1?x=1", "https://example.org/a?x=1"),
    ("/a?utm_source=b&id=4&fbclid=x&UTM_Medium=c", "https://example.org/a?id=4"),
    ("/a?utm_source=b", "https://example.org/a"),
    ("/a?b=1&a=2&&b=3", "https://example.org/a?b=1&a=2&b=3"),
    ("https://user:secret@other.org/x", "https://other.org/x"),
    ("http://bücher.example/", "http://xn--bcher-kva.example/"),
    ("http://[2001:DB8::0:1]:81/", "http://[2001:db8::1]:81/"),
]


@pytest.mark.parametrize(("reference", "address"), FORMS)
def test_a_reference_of_any_form_is_resolved(reference: str, address: str) -> None:
    assert resolve(reference, BASE) == address


@pytest.mark.parametrize(
    "reference",
    [
        "javascript:void(0)",
        "mailto:a@example.org",
        "data:text/html,x",
        "file:///etc/passwd",
        "ftp://example.org/",
        "http://",
        "http://[::1",
        "http://exa mple.org/",
        "http://example.org:99999/",
        "http://-ü.\ud800/",
        "/" + "a" * 3000,
    ],
)
def test_what_cannot_be_fetched_is_a_named_error(reference: str) -> None:
    with pytest.raises(AddressError):
        resolve(reference, BASE)


def test_a_reference_without_a_base_must_be_whole() -> None:
    assert resolve("https://example.org") == "https://example.org/"
    with pytest.raises(AddressError, match="not an http or https address"):
        resolve("example.org/page")


def test_an_address_can_be_kept_to_the_letter() -> None:
    assert resolve("/a;jsessionid=1?utm_source=b#c", BASE, is_cleaned=False) == (
        "https://example.org/a;jsessionid=1?utm_source=b"
    )


def test_the_query_is_written_in_the_encoding_of_the_page() -> None:
    assert resolve("/ü?q=ü", BASE, "windows-1252") == "https://example.org/%C3%BC?q=%FC"
    assert resolve("/?q=ю", BASE, "windows-1252") == "https://example.org/?q=%26%231102%3B"
    assert resolve("/?q=ü", BASE, "x-unheard-of") == "https://example.org/?q=%C3%BC"
    assert resolve("/?q=ü", BASE, "utf-16le") == "https://example.org/?q=%C3%BC"


def test_a_site_is_a_host_without_www() -> None:
    assert site_of("http://www.example.org/") == site_of("https://example.org/x") == "example.org"
    assert site_of("http://example.org:8000/") == "example.org:8000"
    assert site_of("http://blog.example.org/") != site_of("http://example.org/")


def test_an_origin_knows_whom_to_ask() -> None:
    origin = origin_of("http://[::1]:81/x")
    assert (origin.host, origin.port, origin.name) == ("::1", 81, "http://[::1]:81")


@given(st.text(max_size=80))
def test_resolving_twice_changes_nothing(reference: str) -> None:
    try:
        once = resolve(reference, BASE)
    except AddressError:
        return
    assert resolve(once) == once
    assert once.startswith(("http://", "https://"))
    assert once.isascii()
