"""What a page is when it is not content."""

import json
import re

import pytest

import maintext
from maintext.shapes.verdicts import KINDS, read_permissions, words

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
MORE = [
    ("error", "Seite nicht gefunden", "Die gewünschte Seite konnte leider nicht gefunden werden."),
    ("error", "Page introuvable", "La page que vous cherchez n’existe plus."),
    ("error", "Página não encontrada", "A página que você procura não existe."),
    ("error", "Sidan hittades inte", "Sidan du letar efter finns inte."),
    ("error", "Sivua ei löytynyt", "Etsimääsi sivua ei löydy."),
    ("error", "Az oldal nem található", "A keresett oldal nem található."),
    ("error", "Сторінку не знайдено", "Такої сторінки не існує."),
    ("error", "Η σελίδα δεν βρέθηκε", "Η σελίδα που ζητήσατε δεν υπάρχει."),
    ("error", "الصفحة غير موجودة", "الصفحة التي تبحث عنها غير موجودة."),
    ("error", "Không tìm thấy trang", "Trang bạn tìm không tồn tại."),
    ("error", "Error establishing a database connection", ""),
    ("error", "We’ll be back soon", "Our site is down for maintenance."),
    ("blocked", "Accès refusé", "Vous n’êtes pas autorisé à accéder à cette page."),
    ("blocked", "Acceso denegado", "No tiene permiso para ver esta página."),
    ("blocked", "Einen Moment bitte", "Wir prüfen, ob Sie ein Mensch sind."),
    ("blocked", "安全验证", "请完成下方验证后继续访问。"),
    ("blocked", "429 Too Many Requests", "You have sent too many requests."),
    ("blocked", "Unavailable", "This content is not available in your country."),
    ("consent", "Cookies", "Nous utilisons des cookies. Vous pouvez accepter ou refuser. Tout accepter. Tout refuser."),
    ("consent", "Cookies", "Wij plaatsen cookies. Geef toestemming. Alle cookies accepteren. Cookies weigeren."),
    ("paywall", "The storm", "The roof flew off. This story is for paying subscribers only."),
    ("paywall", "Der Sturm", "Das Dach flog davon. Dieser Artikel ist nur für Abonnenten."),
    ("paywall", "La tormenta", "El techo voló. Suscríbete para seguir leyendo."),
    ("paywall", "Burza", "Dach odleciał. Wykup dostęp, aby czytać dalej."),
    ("paywall", "嵐", "屋根が飛んだ。この記事は会員限定です。"),
    ("empty", "App", "Loading…"),
    ("parked", "tea.example", "Ce nom de domaine est à vendre."),
    ("parked", "tea.example", "Домен выставлен на продажу."),
    ("parked", "Account suspended", "This account has been suspended."),
    ("redirect", "Redirection", "Vous allez être redirigé."),
    ("redirect", "Перенаправление", "Вы будете перенаправлены."),
    ("content", "Room 404", "The room has a view of the harbour, two beds and a desk."),
    ("content", "Cat missing", "Our cat has been missing since Monday. Grey, with a white tail."),
    ("content", "Oat cookies", "Bake the cookies for ten minutes. The cookies keep for a week. Makes 20 cookies."),
    ("content", "Prices", "A subscription costs 20 € a month. Subscribers get access to the pool."),
    ("content", "Redirecting the river", "The river is being redirected to save the meadows."),
    ("content", "Security check at the airport", "The security check takes ten minutes longer this week."),
    ("content", "Road closed", "The harbour road is closed for maintenance from Monday to Friday."),
]
"""Kind, title and heading, text."""
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


@pytest.mark.parametrize(("kind", "title", "text"), MORE, ids=[f"{kind} {title}" for kind, title, _ in MORE])
def test_pages_are_known_in_many_languages(kind: str, title: str, text: str) -> None:
    verdict = maintext.extract(f"<title>{title}</title><h1>{title}</h1><p>{text}</p>").verdict
    assert (verdict.kind, bool(verdict.evidence)) == (kind, kind != "content")


def test_a_page_to_log_in_may_have_buttons_alone() -> None:
    html = (
        "<title>Sign in</title><h1>Sign in</h1><a href=/g>Continue with Google</a> <a href=/a>Continue with Apple</a>"
    )
    assert maintext.extract(html).verdict.kind == "login"


def test_a_field_in_the_header_of_a_shop_is_not_a_login_page() -> None:
    html = "<form><input name=user> <a href=/l>Login</a></form><h1>Kettle K2</h1><p>Boils a litre. 39.90 €</p>"
    assert maintext.extract(html, by="all").verdict.is_content


def test_a_page_that_is_nothing_but_a_redirection_is_not_empty() -> None:
    html = "<script>window.location.href = '/new'</script>"
    assert maintext.extract(html).verdict.kind == "redirect"
    # Larger pages also send old browsers elsewhere.
    assert maintext.extract(f"<title>App</title>{html}<!--{'x' * 2000}-->").verdict.kind == "empty"


def test_no_pattern_matches_nothing() -> None:
    patterns = [value for value in vars(words).values() if isinstance(value, re.Pattern)]
    assert len(patterns) > 8
    assert not any(pattern.search(text) for pattern in patterns for text in ("", " ", "tea"))


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
