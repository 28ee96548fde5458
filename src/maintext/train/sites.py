"""A labelled page -> its site: whose template it has. Splits are made by site, never through one."""

from __future__ import annotations

from urllib.parse import urlsplit

from maintext.corpus import LabelledPage


def site_of(page: LabelledPage, canonical: str | None) -> str:
    """The page's domain, by its address or its own declaration of it; a page that has neither is
    a site of its own.

    >>> site_of(LabelledPage("c", "1", b"", "", url="https://www.news.example.co.uk/a"), None)
    'example.co.uk'
    >>> site_of(LabelledPage("portal", "bbc.co.uk_news_01", b"", ""), None)
    'bbc.co.uk_news'
    """
    host = _host(page.url) or _host(canonical)
    if not host:
        # CleanPortalEval has the site in the name.
        site, _, number = page.id.rpartition("_")
        return site if site and number.isdigit() else f"{page.corpus}/{page.id}"
    labels = host.split(".")
    # Two letters after a short label are a country's second level: co.uk, com.cn, ac.jp.
    is_second_level = len(labels) > 2 and len(labels[-1]) == 2 and len(labels[-2]) <= 3
    return ".".join(labels[-3:] if is_second_level else labels[-2:])


def _host(address: str | None) -> str | None:
    try:
        return urlsplit(address or "").hostname
    except ValueError:  # pages write anything there
        return None
