"""An address -> the bytes that are there: the only part of maintext that touches the network. Needs maintext[crawl].

    page = fetch_page("https://example.org/")
    doc = maintext.extract(page.body, url=page.url, encoding=page.content_type)

Whatever a page or a redirect says, connections are made to public addresses only (see `networks`), and
nothing is larger, longer or slower than the policy allows. Every refusal is a named error.
"""

from maintext.fetch.fetching import fetch_page, fetch_with
from maintext.fetch.policy import EVERY_NETWORK, Policy
from maintext.fetch.response import FetchedPage, Transport

__all__ = ["EVERY_NETWORK", "FetchedPage", "Policy", "Transport", "fetch_page", "fetch_with"]
