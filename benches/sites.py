"""Pages of a corpus -> sites of three or more pages.

A page's site is the host of its address or of its canonical link. CleanPortalEval has the site in the file name.
Where a page has neither (all of gn1, a quarter of dragnet) pages belong together whose sets of tag and class
signatures overlap by half: that is how templates look, and text plays no part in it.
"""

from dataclasses import dataclass
from urllib.parse import urlsplit

import numpy as np

import maintext
from benches.corpora import CORPORA
from maintext.corpus import LabelledPage, open_corpus

LEAST_PAGES = 3
LEAST_OVERLAP = 0.5
LEAST_SIGNATURES = 20
"""A page with fewer has no template to know it by."""


@dataclass(frozen=True)
class SitePage:
    """A page of a site, with its gold text."""

    id: str
    page: maintext.Page
    gold: str


def sites_of(corpus: str) -> dict[str, list[SitePage]]:
    """The sites of a corpus that have three or more pages."""
    sites: dict[str, list[SitePage]] = {}
    templates: dict[str, set[int]] = {}
    for labelled in open_corpus(CORPORA / f"{corpus}.tar.xz").pages():
        page = maintext.parse(labelled.html)
        site = named_site(labelled, page) or _site_by_template(labelled.id, page, templates)
        sites.setdefault(site, []).append(SitePage(labelled.id, page, labelled.gold))
    return {site: pages for site, pages in sites.items() if len(pages) >= LEAST_PAGES}


def named_site(labelled: LabelledPage, page: maintext.Page) -> str | None:
    if labelled.corpus == "portal":
        return labelled.id.split("_")[0]
    return _host(labelled.url) or _host(page.head.canonical)


def _host(address: str | None) -> str | None:
    try:
        host = urlsplit(address or "").hostname
    except ValueError:  # pages write anything there
        return None
    return host.removeprefix("www.") if host else None


def _site_by_template(id_: str, page: maintext.Page, templates: dict[str, set[int]]) -> str:
    """The site whose first page has the most alike template; a new one if none is alike."""
    signatures = set(np.unique(page.elements.signature).tolist())
    name = f"like {id_}"
    if len(signatures) < LEAST_SIGNATURES:
        return name
    overlaps = {site: len(signatures & other) / len(signatures | other) for site, other in templates.items()}
    best = max(overlaps, key=overlaps.__getitem__, default=None)
    if best is not None and overlaps[best] >= LEAST_OVERLAP:
        return best
    templates[name] = signatures
    return name
