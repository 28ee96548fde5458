"""The native reading of metadata gives what plain Python gives, rule by rule; see `twin`."""

from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import maintext
from maintext.metadata import Metadata
from maintext.metadata.outside import Outside
from maintext.metadata.reading import Reading, read_brief, read_metadata
from maintext.metadata.sources.address import absolute, host_of
from maintext.metadata.values.language import native_small_words
from maintext.metadata.values.months import native_months
from tests.metadata.twin.reading import Reading as Twin

WORDS = [
    "Tea",
    "time",
    "The Daily Kettle",
    "Kettle",
    "Green tea on Kettle",
    "at home",
    " | ",
    " - ",
    "｜",
    "–",
    "::",
    "»",
    "_",
    "茶",
    "史",
    "Straße",
    "STRASSE",
    "&amp;",
    "&",
    "<b>",
    "¶",
    "#",
    "  ",
    "\u200b",
    "how to boil water",
    "2024",
    "’",
    "İ",
    "ſ",
]
TITLES = st.lists(st.sampled_from(WORDS), max_size=5).map("".join)
NAMES = st.sampled_from(
    [
        "Jane Doe",
        "By Jane Doe, MD and John Roe",
        "Roe, John A.",
        "José Á. Müller",
        "CHRISTINA O’Neill-McDoe",
        "JANE DOE",
        "kettlefan",
        "Kettle-share",
        "PhD",
        "the associated press",
        "paul s. owen",
        "Jane Doe.",
        "admin",
        "The Daily Kettle",
        "Jane",
        "April Jones",
        "Sun Li",
        "Jane Doe Editor",
        "https://kettle.example/jane",
        "Jane &amp; John",
        "作者 王",
        "Jane Doe\nEditor",
    ]
)
DAYS = st.sampled_from(
    [
        "2024-03-05",
        "5 March 2024",
        "March 5, 2024 at 10:00",
        "3/5/2024",
        "5.3.2024",
        "2024",
        "1709600000",
        "soon",
        "2024年3月5日",
    ]
)
KEYS = [
    "headline",
    "author",
    "creator",
    "datePublished",
    "dateCreated",
    "dateModified",
    "description",
    "keywords",
    "license",
    "image",
    "publisher",
    "name",
    "url",
    "inLanguage",
    "articleSection",
    "genre",
    "mainEntity",
]
TYPES = st.sampled_from(
    [
        '"NewsArticle"',
        '["Thing", "schema:BlogPosting"]',
        '"WebPage"',
        '"WebSite"',
        '"Organization"',
        '"Recipe"',
        '"Person"',
        "null",
        '"Comment"',
    ]
)
TEXTS = st.one_of(TITLES, NAMES, DAYS).map(lambda text: '"' + text.replace("\n", "\\n") + '"')
NODES = st.recursive(
    st.one_of(TEXTS, st.sampled_from(["true", "false", "null", "12", '""', "NaN", r'"\u00e9\ud83d"', '{"@id": "#j"}'])),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda members: f"[{', '.join(members)}]"),
        st.tuples(TYPES, st.lists(st.tuples(st.sampled_from(KEYS), inner), max_size=5)).map(
            lambda node: (
                f'{{"@type": {node[0]}, "@id": "#j"' + "".join(f', "{key}": {value}' for key, value in node[1]) + "}"
            )
        ),
    ),
    max_leaves=12,
)
SCRIPTS = st.tuples(NODES, st.sampled_from(["", ",", "}", "]", " {}", ";"])).map(
    lambda parts: f'<script type="application/ld+json">{"".join(parts)}</script>'
)
METAS = st.tuples(
    st.sampled_from(
        [
            "og:title",
            "author",
            "DC.Creator",
            "citation_author",
            "article:published_time",
            "article:modified_time",
            "og:url",
            "description",
            "keywords",
            "article:tag",
            "og:site_name",
            "twitter:data1",
            "twitter:label1",
            "og:image",
            "og:type",
            "dc.rights",
            "og:locale",
            "content-language",
            "application-name",
            "date",
        ]
    ),
    st.one_of(
        TITLES,
        NAMES,
        DAYS,
        st.sampled_from(["en", "de-DE", "/a.png", "https://cdn.example/i.png", "Written by", "a; b, c"]),
    ),
).map(lambda meta: f'<meta name="{meta[0]}" content="{meta[1]}">')
HEADS = st.one_of(
    METAS,
    SCRIPTS,
    TITLES.map(lambda text: f"<title>{text}</title>"),
    st.sampled_from(
        [
            '<link rel=canonical href="/2024/03/05/tea">',
            '<link rel=canonical href="https://www.kettle.example/how-to-boil-water">',
            '<link rel=canonical href="http://[x">',
            '<base href="https://other.example/b/">',
            "<base href=c/>",
            '<link rel=license href="https://creativecommons.org/licenses/by-sa/4.0/">',
            '<link rel="author" href=/jane>',
        ]
    ),
)
CLASSES = st.sampled_from(
    [
        "author",
        "byline",
        "author-bio",
        "date",
        "date updated",
        "published",
        "comment",
        "sidebar",
        "author title",
        "x",
        "entry-date",
    ]
)
LINES = st.one_of(
    st.tuples(st.sampled_from(["By ", "Written by: ", "ſtory by ", "Authors: ", "by", "Posted ", ""]), NAMES).map(
        "".join
    ),
    st.tuples(
        st.sampled_from(["Published ", "Updated on ", "Joined ", "Last edited: ", "aktualisiert am ", ""]), DAYS
    ).map("".join),
)
PARTS = st.one_of(
    st.tuples(st.sampled_from(["h1", "h2", "div", "h1", "h3"]), TITLES).map(
        lambda part: f"<{part[0]}>{part[1]}</{part[0]}>"
    ),
    st.tuples(CLASSES, LINES).map(lambda part: f'<div class="{part[0]}">{part[1]}</div>'),
    st.tuples(CLASSES, LINES, LINES).map(
        lambda part: f'<div class="{part[0]}"><p>{part[1]}<i class=author>{part[2]}</i></div>'
    ),
    LINES.map(lambda line: f"<p>{line}</p>"),
    st.tuples(CLASSES, DAYS, DAYS).map(lambda part: f'<time class="{part[0]}" datetime="{part[1]}">{part[2]}</time>'),
    st.tuples(st.sampled_from(KEYS), LINES).map(lambda part: f'<p itemprop="{part[0]}">{part[1]}</p>'),
    st.tuples(st.sampled_from(["dc:creator", "schema:author", "dc:date", "foaf:x", "author date"]), LINES).map(
        lambda part: f'<span property="{part[0]}">{part[1]}</span>'
    ),
    st.tuples(
        st.sampled_from(["/author/jane", "/u/x/y", "?author=3", "/tag/tea"]),
        st.sampled_from(["tag", "category", "author", "x"]),
        NAMES,
    ).map(lambda part: f'<p><a href="{part[0]}" rel={part[1]}>{part[2]}</a>'),
    st.sampled_from(
        [
            "<p>The water is in the kettle and it will be hot soon, so that we can make tea for all of you.",
            "<p>Das Wasser ist in dem Kessel und wird bald heiß, so dass wir Tee für euch machen können.",
            "<p>Вода в чайнике, и она скоро будет горячей, так что мы сможем сделать чай для всех.",
            "<p>Tea",
            "<div typeof=Comment>",
        ]
    ),
)
PAGES = st.tuples(
    st.sampled_from(["", '<html lang="en">', '<html lang="de">']),
    st.lists(HEADS, max_size=6),
    st.lists(PARTS, max_size=9),
).map(lambda parts: f"{parts[0]}<head>{''.join(parts[1])}</head><body>{''.join(parts[2])}")
URLS = st.sampled_from(
    [
        None,
        "https://www.kettle.example/2024/march/5/tea",
        "https://bbs.daily-kettle.example/how-to-boil-water",
        "http://[x",
        "/a",
    ]
)


@given(PAGES, URLS)
@settings(max_examples=400)
@example("<title>Tea | Kettle</title><h1>Tea</h1>", "https://kettle.example:80/20240305")
def test_all_fields_and_their_sources_are_those_of_the_twin(html: str, url: str | None) -> None:
    page = maintext.parse(html)
    expected = Twin(page, url).metadata()
    for field in fields(Metadata):
        assert getattr(read_metadata(page, url), field.name) == getattr(expected, field.name), field.name
    assert list(read_metadata(page, url).sources) == list(expected.sources)
    brief = Twin(page, url).metadata(is_brief=True)
    assert read_brief(page, url) == brief


@given(PAGES, URLS)
@settings(max_examples=100)
def test_claims_of_authors_are_those_of_the_twin(html: str, url: str | None) -> None:
    page = maintext.parse(html)
    twin = Twin(page, url)
    assert twin.title == Reading(page, url).title
    expected = [(source.name, values) for source, values in twin._evidence.claims_for("authors")]
    assert Reading(page, url).claims("authors") == expected


@given(
    st.lists(
        st.sampled_from(
            [
                "https://",
                "http://",
                "//",
                "/",
                "a",
                "kettle.example",
                "-b.",
                ":80",
                "?x",
                "#y",
                "ä",
                " ",
                "\n",
                "u@",
                "[",
            ]
        )
    ).map("".join)
)
def test_addresses_are_those_of_the_twin(address: str) -> None:
    found = read_metadata(maintext.parse("<p>x"), address)
    assert (found.url, found.hostname) == (
        absolute(address, address) if address else None,
        host_of(found.url) or host_of(address),
    )


def test_an_error_of_a_function_of_python_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(text: str) -> str:
        raise ZeroDivisionError(text)

    monkeypatch.setattr(Outside, "plain", staticmethod(broken))
    page = maintext.parse("<title>Tea &amp;amp; milk")
    with pytest.raises(ZeroDivisionError):
        read_metadata(page)
    monkeypatch.undo()
    assert read_metadata(page).title == "Tea & milk"


def test_rules_name_known_kinds_of_sources() -> None:
    words = native_months(), native_small_words(), 0
    with pytest.raises(ValueError, match='unknown kind of source "cookie"'):
        maintext._core.MetadataRules({"title": [("cookie", "x", "cookie x")]}, [], [], words, Outside)
    with pytest.raises(ValueError, match='no field "colour"'):
        Reading(maintext.parse("x"), None).claims("colour")


@pytest.mark.parametrize("depth", [100, 300, *range(900, 1_010), 100_000])
def test_deep_json_ld_is_read(depth: int) -> None:
    nested = "[" * depth + "]" * depth
    script = f'{{"@type": "Article", "about": {nested}, "description": "Tea"}}'
    page = maintext.parse(f'<script type="application/ld+json">{script}</script>')
    assert read_metadata(page).description == "Tea"
