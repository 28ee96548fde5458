"""Other extractors -> candidates, each as its documentation says to call it, comments left out where it can.

Each loads its package when it is asked for; one that is not installed is missing, not an error. Those that decode
pages themselves get the bytes, the others the text that our parser decoded.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any

from maintext.api import extract
from maintext.errors import MissingPackageError
from maintext.evaluate.candidates import Candidate


def package(module: str, name: str) -> Any:
    """A module of a peer; an error that says what to install if it is not there."""
    try:
        with warnings.catch_warnings():
            # Warnings about a peer's optional parts do not concern the measurement.
            warnings.simplefilter("ignore")
            return import_module(module)
    except ImportError as error:
        raise MissingPackageError(name, "peers") from error


def trafilatura() -> Candidate:
    """trafilatura: bytes."""
    peer = package("trafilatura", "trafilatura")
    return Candidate("trafilatura", "bytes", lambda html: peer.extract(html, include_comments=False) or "")


def readability() -> Candidate:
    """readability-lxml: bytes. It gives HTML; all the text of that is its answer."""
    peer = package("readability", "readability-lxml")
    return Candidate(
        "readability-lxml", "bytes", lambda html: extract(peer.Document(html).summary(html_partial=True), by="all").text
    )


def resiliparse() -> Candidate:
    """resiliparse: text."""
    peer = package("resiliparse.extract.html2text", "resiliparse")
    return Candidate("resiliparse", "text", lambda html: peer.extract_plain_text(html, main_content=True))


def justext() -> Candidate:
    """jusText: bytes. It needs the stop words of a language; it gets those of English."""
    peer = package("justext", "justext")
    stop_words = peer.get_stoplist("English")

    def keep(html: bytes) -> str:
        paragraphs = peer.justext(html, stop_words)
        return "\n\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)

    return Candidate("justext", "bytes", keep)


def boilerpy3() -> Candidate:
    """boilerpy3, its ArticleExtractor: text."""
    peer = package("boilerpy3.extractors", "boilerpy3")
    return Candidate("boilerpy3", "text", lambda html: peer.ArticleExtractor().get_content(html))


def newspaper4k() -> Candidate:
    """newspaper4k: text."""
    peer = package("newspaper", "newspaper4k")

    def keep(html: str) -> str:
        # The address is never visited, but it must be one; without images nothing is fetched.
        article = peer.Article("http://localhost/", fetch_images=False)
        article.download(input_html=html)
        article.parse()
        return str(article.text)

    return Candidate("newspaper4k", "text", keep)


def goose3() -> Candidate:
    """goose3: bytes."""
    peer = package("goose3", "goose3")
    return Candidate("goose3", "bytes", lambda html: peer.Goose().extract(raw_html=html).cleaned_text or "")


def turbohtml() -> Candidate:
    """turbohtml, its `main_text`: bytes."""
    peer = package("turbohtml", "turbohtml")
    return Candidate("turbohtml", "bytes", lambda html: peer.parse(html, positions=False).main_text())


def rs_trafilatura() -> Candidate:
    """rs-trafilatura: bytes."""
    peer = package("rs_trafilatura", "rs-trafilatura")
    return Candidate("rs-trafilatura", "bytes", lambda html: peer.extract_bytes(html).main_content or "")


PEERS: dict[str, Callable[[], Candidate]] = {
    "boilerpy3": boilerpy3,
    "goose3": goose3,
    "justext": justext,
    "newspaper4k": newspaper4k,
    "readability-lxml": readability,
    "resiliparse": resiliparse,
    "rs-trafilatura": rs_trafilatura,
    "trafilatura": trafilatura,
    "turbohtml": turbohtml,
}
"""Every peer's name, as its package has it, and what makes a candidate of it."""
