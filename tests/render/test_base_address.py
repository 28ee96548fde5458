"""What the relative addresses of a page are resolved against."""

import maintext

LINK = '<p>See <a href="more.html">the other page</a>.'


def markdown(html: str, url: str | None = None) -> str:
    return maintext.extract(html, url=url, by="all").to_markdown(include_title=False).strip()


def test_the_address_of_the_page_comes_before_the_canonical_one() -> None:
    html = '<link rel=canonical href="https://c.org/d/e.html">' + LINK
    assert markdown(html, "https://a.org/b/") == "See [the other page](https://a.org/b/more.html)."
    assert markdown(html) == "See [the other page](https://c.org/d/more.html)."


def test_a_base_element_is_relative_to_the_canonical_address() -> None:
    html = '<link rel=canonical href="https://c.org/d/e.html"><base href="/f/">' + LINK
    assert markdown(html) == "See [the other page](https://c.org/f/more.html)."


def test_a_canonical_address_that_is_relative_or_of_another_scheme_is_not_used() -> None:
    for address in ("/d/e.html", "javascript:alert(1)", ""):
        assert markdown(f'<link rel=canonical href="{address}">{LINK}') == "See [the other page](more.html)."
