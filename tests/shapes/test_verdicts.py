"""What a page is when it is not content."""

import json

import pytest

import maintext
from maintext.shapes.verdicts import KINDS, read_permissions

PAGES = {
    "login": "<title>Sign in</title><h1>Sign in</h1><form><input name=u><input type=password><button>Log "
    "in</button></form>",
    "error": "<title>404 Not Found</title><h1>Page not found</h1><p>The page that you asked for is not here. Go "
    "<a href=/>home</a>.",
    "blocked": "<title>Just a moment...</title><p>Checking if the site connection is secure</p><p>Enable "
    "JavaScript and cookies to "
    "continue</p>",
    "consent": "<title>Before you continue</title><p>We and our partners use cookies to store data. You can "
    "accept all cookies or "
    "manage options. You may withdraw your consent.</p><button>Accept all</button><button>Reject all</button>",
    "paywall": "<title>Tea prices rise</title><h1>Tea prices rise</h1><p>The price of tea rose in "
    "May.</p><p>Subscribe to continue "
    "reading.</p><p>Already a subscriber?</p>",
    "empty": "<title>App</title><div id=root></div><noscript>You need to enable JavaScript to run this app.</noscript>",
    "parked": "<title>tea.example</title><h1>tea.example</h1><p>This domain is for sale. Make an offer.</p>",
    "redirect": '<title>Redirecting</title><meta http-equiv=refresh content="0; url=/new"><p>Redirecting to <a '
    "href=/new>/new</a>",
}
WORDS = "Pour the hot water over the leaves, wait four minutes, remember your password if the page is not found. "


@pytest.mark.parametrize("kind", PAGES)
def test_each_kind_of_page_gets_its_verdict_with_evidence(kind: str) -> None:
    verdict = maintext.extract(PAGES[kind]).verdict
    assert verdict.kind == kind
    assert 0.5 < verdict.probability <= 1
    assert verdict.evidence
    assert json.loads(json.dumps(verdict.to_dict()))["kind"] in KINDS


@pytest.mark.parametrize("kind", PAGES)
def test_the_same_page_with_content_is_content(kind: str) -> None:
    text = "".join(f"<p>{WORDS}</p>" for _ in range(12))
    html = PAGES[kind].replace("<title>", "<title>How to make tea: ", 1)
    doc = maintext.extract(f"{html}<article><h1>How to make tea</h1>{text}</article>", by="all")
    assert doc.verdict.is_content


def test_a_short_text_is_content() -> None:
    verdict = maintext.extract(
        "<title>Tea</title><h1>Tea</h1><p>Pour hot water over the leaves and wait four minutes.</p>"
    ).verdict
    assert (verdict.kind, verdict.evidence) == ("content", ())
    assert verdict.probability > 0.6


def test_a_declared_paywall_is_one() -> None:
    node = {"@type": "NewsArticle", "isAccessibleForFree": "False"}
    html = f'<script type="application/ld+json">{json.dumps(node)}</script><h1>Tea</h1>'
    verdict = maintext.extract(f"{html}<p>The price of tea rose in May.</p>").verdict
    assert (verdict.kind, verdict.evidence) == ("paywall", ("declared: isAccessibleForFree is false",))


def test_a_login_form_that_nobody_sees_is_not_a_login_page() -> None:
    html = PAGES["login"].replace("<form>", "<form hidden>").replace("Sign in", "Tea")
    assert maintext.extract(html + "<p>Pour hot water over the leaves.</p>").verdict.kind != "login"


def test_signals_of_publishers_are_read_from_the_page_and_the_response() -> None:
    html = '<meta name="robots" content="noarchive, NOAI"><meta name="tdm-reservation" content="1"><p>Tea.</p>'
    doc = maintext.extract(html)
    assert set(doc.permissions.directives) == {"noarchive", "noai", "tdm-reservation=1"}
    assert not doc.permissions.allows_training
    assert doc.permissions.allows_indexing
    headers = [("X-Robots-Tag", "otherbot: noindex"), ("Content-Signal", "search=yes, ai-train=no")]
    found = read_permissions(maintext.parse("<p>Tea."), headers)
    assert found.directives["ai-train=no"] == "header content-signal"
    assert not found.allows_training
    assert not found.allows_indexing
    assert read_permissions(maintext.parse("<p>Tea.")).allows_training
