"""Every source of metadata on the smallest page that has it, and which is believed when they disagree."""

import pytest

import maintext
from maintext.metadata import Metadata, read_metadata
from maintext.metadata.order import ORDER
from maintext.metadata.reading import Reading

URL = "https://www.kettle.example/2024/03/05/tea"


def read(html: str, url: str | None = None) -> Metadata:
    return read_metadata(maintext.parse(html), url)


def json_ld(text: str) -> str:
    return f'<script type="application/ld+json">{text}</script>'


ARTICLE = """{"@context": "https://schema.org", "@graph": [
  {"@type": "WebSite", "name": "The Kettle"},
  {"@type": ["NewsArticle"], "headline": "How to boil water", "author": [{"@id": "#jane"}, "John Roe"],
   "datePublished": "2024-03-05T23:30:00-05:00", "dateModified": "2024-04-01", "articleSection": ["Kitchen"],
   "keywords": "water, heat", "license": "https://creativecommons.org/licenses/by/4.0/",
   "image": {"url": "https://img.example/kettle.jpg"}, "description": "Heat it.", "inLanguage": "en-GB"},
  {"@type": "Person", "@id": "#jane", "name": "Jane Doe"}]}"""


def test_json_ld_gives_every_field() -> None:
    found = read(json_ld(ARTICLE))
    assert found.title == "How to boil water"
    assert found.authors == ("Jane Doe", "John Roe")
    assert found.author == "Jane Doe; John Roe"
    assert (found.date, found.date_modified) == ("2024-03-05", "2024-04-01")
    assert (found.sitename, found.description) == ("The Kettle", "Heat it.")
    assert (found.categories, found.tags) == (("Kitchen",), ("water", "heat"))
    assert (found.license, found.page_type) == ("CC BY 4.0", "newsarticle")
    assert found.image == "https://img.example/kettle.jpg"
    assert (found.language_declared, found.language) == ("en-GB", "en")
    assert found.sources["date"] == "json-ld datePublished"
    assert found.sources["authors"] == "json-ld author"


def test_open_graph_gives_every_field() -> None:
    found = read(
        '<meta property="og:title" content="Tea | The Kettle"><meta property="og:site_name" content="The Kettle">'
        '<meta property="article:published_time" content="2024-03-05T10:00:00Z">'
        '<meta property="article:modified_time" content="2024-03-06T10:00:00Z">'
        '<meta property="article:author" content="Jane Doe"><meta property="article:section" content="Kitchen">'
        '<meta property="article:tag" content="water"><meta property="article:tag" content="heat">'
        '<meta property="og:image" content="/a.jpg"><meta property="og:url" content="https://kettle.example/tea">'
        '<meta property="og:description" content="Heat &amp;amp; wait"><meta property="og:locale" content="en_GB">',
        URL,
    )
    assert (found.title, found.author, found.date, found.date_modified) == (
        "Tea",
        "Jane Doe",
        "2024-03-05",
        "2024-03-06",
    )
    assert (found.categories, found.tags) == (("Kitchen",), ("water", "heat"))
    assert (found.image, found.url) == ("https://www.kettle.example/a.jpg", "https://kettle.example/tea")
    assert (found.description, found.language_declared) == ("Heat & wait", "en_GB")
    assert found.hostname == "kettle.example"


@pytest.mark.parametrize(
    ("html", "authors", "source"),
    [
        ('<meta name="author" content="By Jane Doe, PhD">', ("Jane Doe",), "meta author"),
        ('<meta name="DC.Creator" content="Doe, Jane">', ("Jane Doe",), "meta dc.creator"),
        ('<meta name="citation_author" content="Doe, Jane">', ("Jane Doe",), "meta citation.author"),
        (
            '<meta name="twitter:label1" content="Written by"><meta name="twitter:data1" content="Jane Doe">',
            ("Jane Doe",),
            "meta twitter:data1",
        ),
        ('<p itemprop="author" itemscope><b itemprop="name">Jane Doe</b>, cook', ("Jane Doe",), "microdata author"),
        ('<a rel="author" href="/jane">Jane Doe</a>', ("Jane Doe",), "link author"),
        ("<h1>Tea</h1><p>By <a href=/x>Jane Doe</a>, tea expert, on 5 March</p>", ("Jane Doe",), "byline"),
        ("<h1>Tea</h1><p>Written by</p><p>Jane Doe</p>", ("Jane Doe",), "byline"),
        ("<h1>Tea</h1><p><a href=/author/jane>Jane Doe</a>", ("Jane Doe",), "link to an author"),
        (
            "<h1>Tea</h1><p class=post-author>Jane Doe<br>4 August 2010</p>",
            ("Jane Doe",),
            "class author after the heading",
        ),
    ],
)
def test_an_author_is_found(html: str, authors: tuple[str, ...], source: str) -> None:
    found = read(html)
    assert (found.authors, found.sources["authors"]) == (authors, source)


@pytest.mark.parametrize(
    "html",
    [
        '<meta name="twitter:label1" content="Reading time"><meta name="twitter:data1" content="Five Minutes">',
        "<h1>Tea</h1><p>By continuing, you agree to our terms",
        '<div itemprop="comment" itemscope><p itemprop="author">Jane Doe</div>',
        "<h1>Tea</h1><p>Long text.</p><div class=comments><p class=author>Jane Doe</div>",
        '<meta name="author" content="https://example.org/jane">',
        '<meta name="author" content="admin">',
    ],
)
def test_what_is_no_author_is_none(html: str) -> None:
    assert read(html).authors == ()


@pytest.mark.parametrize(
    ("html", "day", "source"),
    [
        ('<meta name="dcterms.issued" content="2024-03-05">', "2024-03-05", "meta dcterms.issued"),
        ('<meta name="citation_publication_date" content="2024/3/5">', "2024-03-05", "meta citation.publication.date"),
        ('<meta itemprop="datePublished" content="2024-03-05">', "2024-03-05", "microdata datePublished"),
        (
            "<h1>T</h1><time datetime=2024-03-05>yesterday</time>",
            "2024-03-05",
            "time published after the heading",
        ),
        (
            "<h1>T</h1><p>Text.</p><aside><p>Published</p><p class=date>5 March 2024</aside>",
            "2024-03-05",
            "class date published by its label",
        ),
        ("<h1>T</h1><p>5 March 2024 | 3 min read</p>", "2024-03-05", "text published after the heading"),
        ("<p>5 March 2024</p><h1>T</h1>", "2024-03-05", "text published before the heading"),
        (json_ld('{"@type":"Article","datePublished":"Mar 5, 2024"}'), "2024-03-05", "json-ld datePublished in words"),
    ],
)
def test_a_day_is_found(html: str, day: str, source: str) -> None:
    found = read(html)
    assert (found.date, found.sources["date"]) == (day, source)


def test_the_address_has_a_day() -> None:
    found = read("<p>Tea", URL)
    assert (found.date, found.sources["date"]) == ("2024-03-05", "day in the address")


def test_published_and_modified_are_told_apart() -> None:
    found = read("<h1>Tea</h1><p>Published 5 March 2024</p><p>Updated on</p><p>6 April 2024</p>")
    assert (found.date, found.date_modified) == ("2024-03-05", "2024-04-06")


def test_a_page_that_only_tells_its_modification_says_so() -> None:
    found = read("<h1>Tea</h1><p>Last updated: 6 April 2024")
    assert (found.date, found.sources["date"]) == ("2024-04-06", "text modified after the heading")


def test_a_page_without_a_day_has_none() -> None:
    assert read("<h1>Tea of 1867</h1><p>In 2024 we drank 12 cups.").date is None


def test_the_published_time_of_the_head_beats_json_ld() -> None:
    html = '<meta property="article:published_time" content="2024-01-01">' + json_ld(ARTICLE)
    assert read(html).date == "2024-01-01"


def test_people_come_before_the_name_of_the_site() -> None:
    html = '<meta property="og:site_name" content="The Kettle"><meta name="author" content="The Kettle">'
    assert read(html).authors == ("The Kettle",)
    assert read(html + "<h1>Tea</h1><p>By Jane Doe").authors == ("Jane Doe",)


def test_categories_and_tags_are_found_in_links() -> None:
    found = read('<a rel="category tag" href=/k>Kitchen</a><a rel=tag href=/w>Water</a><a rel=nofollow href=/x>No</a>')
    assert (found.categories, found.tags) == (("Kitchen",), ("Water",))


def test_images_have_their_captions_and_absolute_addresses() -> None:
    found = read(
        "<nav><img src=logo.png></nav><figure><img src=/a.jpg alt='A kettle'><figcaption>Boiling.</figcaption></figure>"
        "<img src=pixel.gif width=1 height=1><img data-src=b.jpg src=data:image/gif;base64,R0><img src=b.jpg>",
        "https://kettle.example/x/",
    )
    assert [(image.address, image.alt, image.caption) for image in found.images] == [
        ("https://kettle.example/a.jpg", "A kettle", "Boiling."),
        ("https://kettle.example/x/b.jpg", None, None),
    ]


def test_an_empty_page_has_no_metadata() -> None:
    found = read("")
    assert found == Metadata()
    assert dict(found.sources) == {}
    assert found.to_dict()["title"] is None


def test_rdfa_tells_authors_and_day() -> None:
    found = read(
        '<body prefix="dc: http://purl.org/dc/terms/"><h1 property="dc:title">Tea</h1>'
        '<span property="dc:date dc:created" content="2012-05-01T10:00:00+02:00" datatype="xsd:dateTime">Tuesday</span>'
        '<b property="schema:author">Jane Doe</b>'
        '<div typeof="sioc:Post sioct:Comment"><i property="dc:creator">Nobody</i></div>'
    )
    assert (found.date, found.sources["date"]) == ("2012-05-01", "rdfa date")
    assert (found.authors, found.sources["authors"]) == (("Jane Doe",), "rdfa author")


def test_a_property_of_another_vocabulary_says_nothing() -> None:
    found = read('<p property="foaf:date" content="2012-05-01">x</p><p data-x=" property=dc:date">y</p>')
    assert found.date is None


def dated(json_date: str, shown: str) -> tuple[str | None, str | None]:
    found = read(json_ld(f'{{"@type": "Article", "datePublished": "{json_date}"}}') + f"<h1>Tea</h1>{shown}<p>Text.")
    return found.date, found.sources.get("date")


def test_a_page_that_shows_only_its_update_is_of_that_day() -> None:
    assert dated("2021-08-12", "<p>Updated: February 22, 2025</p>") == ("2025-02-22", "text modified after the heading")
    both = "<p>Published: May 1, 2020</p><p>Updated: February 22, 2025</p>"
    assert dated("2021-08-12", both) == ("2021-08-12", "json-ld datePublished")
    assert dated("2021-08-12", "<p>Nothing is said.</p>") == ("2021-08-12", "json-ld datePublished")
    html = '<meta property="article:published_time" content="2021-08-12"><h1>Tea</h1><p>Updated: February 22, 2025</p>'
    assert read(html).date == "2021-08-12"


def test_a_labelled_line_below_the_text_gives_the_day() -> None:
    text = "<h1>Tea</h1>" + "<p>Some words about tea and water.</p>" * 40
    found = read(f"{text}<div>Posted on April 13, 2023</div>")
    assert (found.date, found.sources["date"]) == ("2023-04-13", "labelled text elsewhere")
    assert read(f"{text}<div class=comments><p>Posted on April 13, 2023</div>").date is None
    assert read(f"{text}<p>Posted by nobody on no day at all</p>").date is None


def test_since_when_somebody_is_a_member_is_no_date() -> None:
    found = read("<h1>Football</h1><p>Joined: Dec 11, 2021</p><p>Posts: 4032</p><p>by Jane » Aug 27, 2019 1:47 am</p>")
    assert found.date == "2019-08-27"


def test_the_line_of_the_title_is_its_heading_where_there_is_none() -> None:
    menu = "".join(f"<div>Entry {n}</div>" for n in range(60))
    assert read(f"<title>Tea?</title>{menu}<div>Tea?</div><div>2019-02-23, 09:14 PM</div>").date == "2019-02-23"


def test_the_address_tells_the_month_of_a_day_in_numbers() -> None:
    html = "<html lang=en><h1>Wine</h1><p class=date>03/10/2023</p>"
    assert read(html, "https://wine.example/blog/2023/october/03/types/").date == "2023-10-03"
    assert read(html, "https://wine.example/blog/types/").date == "2023-03-10"


def test_a_document_has_its_metadata() -> None:
    doc = maintext.extract("<title>Tea | Kettle</title><h1>Tea</h1><p>By Jane Doe</p>" + json_ld(ARTICLE), url=URL)
    assert (doc.title, doc.author, doc.date, doc.sitename) == ("Tea", "Jane Doe; John Roe", "2024-03-05", "The Kettle")
    assert doc.metadata is doc.metadata


def test_every_source_in_the_order_has_a_reader() -> None:
    reading = Reading(maintext.parse("<p>x"), None)
    for field, sources in ORDER.items():
        assert len(set(sources)) == len(sources)
        assert reading.claims(field) == []


def test_names_of_sources_are_their_own() -> None:
    sources = {source for sources in ORDER.values() for source in sources}
    assert len({source.name for source in sources}) == len(sources)


def test_a_heading_that_the_address_repeats_is_the_title() -> None:
    html = "<title>Kettles compared: our picks</title><h1>Join the newsletter</h1><h1>How to boil water</h1>"
    assert read(html, "https://kettle.example/how-to-boil-water").title == "How to boil water"
    assert read(html, "https://kettle.example/compared").title == "Kettles compared: our picks"


def test_links_to_a_heading_itself_are_not_part_of_the_title() -> None:
    assert (
        read("<title>Tea &lt;br> time - Kettle</title><h1>Tea &lt;br> time <a href=#x>¶</a></h1>").title
        == "Tea <br> time"
    )
