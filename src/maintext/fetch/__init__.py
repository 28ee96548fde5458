"""An address -> the bytes at that address: the only part of maintext that uses the network. Needs maintext[fetch].

    page = fetch_page("https://example.org/")
    doc = maintext.extract(page.body, url=page.url, encoding=page.content_type)

Whatever a page or a redirect requests, connections are made only to public addresses (see `networks`), and no response
may be larger, longer or slower than the policy allows. Every refusal is a named error.
"""

from maintext.fetch.fetching import afetch_page, fetch_page, fetch_with
from maintext.fetch.policy import EVERY_NETWORK, Policy
from maintext.fetch.response import FetchedPage, Transport

__all__ = ["EVERY_NETWORK", "FetchedPage", "Policy", "Transport", "afetch_page", "fetch_page", "fetch_with"]
