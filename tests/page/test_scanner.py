"""What the scanner makes of HTML: one small page for each rule."""

import random

import pytest

import maintext
from maintext.page import flags
from maintext.page.tags import TAGS


def texts(html: str) -> list[str]:
    return maintext.parse(html).texts()


def paths(html: str) -> list[str]:
    """The tag names from the root to the block-level element of each block."""
    page = maintext.parse(html)
    found = []
    for element in page.blocks.element.tolist():
        names = []
        while element >= 0:
            names.append(page.tag_name(element))
            element = int(page.elements.parent[element])
        found.append(" ".join(reversed(names)))
    return found


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("", []),
        ("plain text", ["plain text"]),
        ("a<b>b</b>c", ["abc"]),
        ("  a \n\t b  <i> c</i>  d ", ["a b c d"]),
        ("<p>one<p>two", ["one", "two"]),
        ("<div>one<div>two</div>three</div>", ["one", "two", "three"]),
        ("a<br>b", ["a\nb"]),
        ("a<br> <br>b", ["a", "b"]),
        ("a<hr>b", ["a", "b"]),
        ("a&nbsp;&nbsp;b", ["a b"]),
        ("&lt;p&gt; &amp; &eacute; &notin; &notit; &#128; &#x1F600;", ["<p> & é ∉ ¬it; € 😀"]),
        ("AT&T &nonsense; &", ["AT&T &nonsense; &"]),
        ("1 < 2 <3 </ 4", ["1 < 2 <3"]),
        ("a<!-- b -->c<!d>e<?f?>g</ h>i", ["acegi"]),
        ("<script>if (a<b) x</script>a<style>b{}</style>c", ["ac"]),
        ("<script><!-- <script>a</script> --> b</script>c", ["c"]),
        ("<title>t</title>a", ["a"]),
        ("<textarea><b>x</textarea>", ["<b>x"]),
        ("a<iframe>b</iframe>c<noframes>d</noframes>", ["ac"]),
        ("<xmp><b>&amp;</xmp>", ["<b>&amp;"]),
        ("a<plaintext><b></plaintext>", ["a", "<b></plaintext>"]),
        ("<pre>\n  a\n\n    b\tc  \n</pre>", ["  a\n\n    b\tc"]),
        ("<pre>a\r\nb\rc</pre>", ["a\nb\nc"]),
        ("<pre>a<br>b&nbsp;&nbsp;c</pre>", ["a\nb  c"]),
        ("<button>a</button><button>b</button>", ["a b"]),
        ("<select><option>a<option>b</select>c", ["a", "b", "c"]),
        ("<select><div>a</div></select>", ["a"]),
        ("<table>x<tr><td>a<td>b</table>", ["x", "a", "b"]),
        ("a\0b", ["ab"]),
        ("<p>a</br>b", ["a\nb"]),
        ("<b>a<p>b</b>c", ["a", "bc"]),
        ("a</p>b", ["a", "b"]),
        ("<svg><style>x</style><text>a</text></svg>", ["a"]),
        ("<svg><![CDATA[a<b]]></svg>", ["a<b"]),
        ("<![CDATA[a]]>b", ["b"]),
        ("<math><mi>x</mi><mo>=</mo><mn>1</mn></math> so", ["x=1 so"]),
        ("a<body>b</body>c</html>d", ["abcd"]),
        ("<frameset><frame src=x></frameset>", []),
        ("<p>un<wbr>broken so&shy;ft", ["unbroken so\u00adft"]),
        ("<ruby>漢<rt>kan</rt></ruby>", ["漢kan"]),
    ],
)
def test_text_is_cut_into_blocks(html: str, expected: list[str]) -> None:
    assert texts(html) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>a", ["html body p"]),
        ("<p>a<div>b", ["html body p", "html body div"]),
        ("<p><span>a<div>b", ["html body p", "html body div"]),
        ("<ul><li>a<li>b<ul><li>c</ul><li>d", ["html body ul li"] * 2 + ["html body ul li ul li", "html body ul li"]),
        ("<dl><dt>a<dd>b<dt>c", ["html body dl dt", "html body dl dd", "html body dl dt"]),
        ("<table><td>a", ["html body table tbody tr td"]),
        ("<table><tr><td>a<tr><td>b", ["html body table tbody tr td"] * 2),
        ("<table><caption>a<tr><th>b", ["html body table caption", "html body table tbody tr th"]),
        (
            "<table><tr><td>a<table><tr><td>b</table>c",
            [
                "html body table tbody tr td",
                "html body table tbody tr td table tbody tr td",
                "html body table tbody tr td",
            ],
        ),
        ("<!doctype html><p>a<table><td>b", ["html body p", "html body table tbody tr td"]),
        ("<p>a<table><td>b", ["html body p", "html body p table tbody tr td"]),
        ("<td>a", ["html body"]),
        ("<h1>a<h2>b", ["html body h1", "html body h2"]),
        ("<h1>a</h3>b", ["html body h1", "html body"]),
        ("<div><p>a</div>b", ["html body div p", "html body"]),
        ("<form>a<form>b</form>c", ["html body form", "html body form", "html body"]),
        ("<svg><p>a", ["html body p"]),
        ("<svg><foreignObject><p>a</p></foreignObject></svg>b", ["html body svg foreignobject p", "html body"]),
        ("<head><p>a", ["html body p"]),
        ("<noscript><p>a</noscript>", ["html noscript p"]),
        ("<head><noscript><p>a</noscript><body class=b>c", ["html head noscript p", "html body"]),
        ("<template><td>a</template>", ["html template td"]),
    ],
)
def test_elements_close_as_in_a_browser(html: str, expected: list[str]) -> None:
    assert paths(html) == expected


@pytest.mark.parametrize(
    "inside",
    ["<iframe src=x />", '<img alt="', "<!-- ", "<style>", "<script>", "<plaintext>", "<div><a href=x>", "<noscript>"],
)
def test_what_is_open_in_noscript_takes_nothing_from_the_page(inside: str) -> None:
    page = maintext.parse(f"<noscript>{inside}</noscript><p class=b>shown</p>")
    shown = page.blocks.element[page.blocks.flags & flags.NOSCRIPT == 0]
    assert page.texts() == ["shown"]
    assert [page.tag_name(element) for element in shown.tolist()] == ["p"]
    assert not page.blocks.link_chars.any()


def test_a_noscript_without_an_end_hides_nothing() -> None:
    page = maintext.parse("<noscript>a<p>b")
    assert page.texts() == ["a", "b"]
    assert not page.blocks.flags.any()


def test_a_title_without_an_end_does_not_take_the_page() -> None:
    page = maintext.parse("<head><title>News &amp; more\n<meta name=a content=b><p>text")
    assert page.head.title == "News & more"
    assert page.head.meta == (("a", "b"),)
    assert page.texts() == ["text"]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<a href=x>Jobs</a><a href=y>Press</a>", "Jobs Press"),
        ("<span>Chairs</span><span>1385</span>", "Chairs 1385"),
        ("<span><b>Title</b></span><span><i>2024</i></span>", "Title 2024"),
        ("<label>Blue</label><span>12</span>", "Blue 12"),
        ("<i-con>New</i-con><i-con>York</i-con>", "New York"),
        ("<a>الرئيسية</a><a>أخبار</a>", "الرئيسية أخبار"),
        ("<span>wor</span><span>ds</span>", "words"),
        ("<b>W</b>hen", "When"),
        ("<span>W</span><span>HEN</span>", "WHEN"),
        ("<b>i</b><i>Phone</i>", "iPhone"),
        ("<i>H</i><sub>2</sub>O", "H2O"),
        ("<span>3</span><span>rd</span>", "3rd"),
        ("<a>北京</a><a>大学</a>", "北京大学"),
        ("<span>a</span><span>, B</span>", "a, B"),
        ("<code><span>is</span><span>Open</span></code>", "isOpen"),
        ("<pre><span>is</span><span>Open</span></pre>", "isOpen"),
        ("<span>a<span>B</span></span>", "aB"),
        ("<b><a>x</b>Y</a>", "xY"),
    ],
)
def test_two_elements_side_by_side_are_two_words_unless_they_may_be_one(html: str, expected: str) -> None:
    assert texts(html) == [expected]


def test_hidden_text_stands_apart_and_does_not_tear_a_word() -> None:
    page = maintext.parse("<p>un<span style='display: none'>secret</span>broken <i hidden>two</i>text</p>")
    assert page.texts() == ["unbroken text", "secret two"]
    assert page.blocks.flags.tolist() == [0, flags.HIDDEN]


@pytest.mark.parametrize(
    ("html", "flag"),
    [
        ("<div hidden>x</div>", flags.HIDDEN),
        ("<div style='color:red;DISPLAY:NONE'><p>x</p></div>", flags.HIDDEN),
        ("<p style='visibility:hidden'>x", flags.HIDDEN),
        ("<dialog>x</dialog>", flags.HIDDEN),
        ("<dialog open>x</dialog>", 0),
        ("<video>x</video>", flags.HIDDEN),
        ("<p aria-hidden=true>x", flags.ARIA_HIDDEN),
        ("<p aria-hidden=false>x", 0),
        ("<body><noscript>x</noscript>", flags.NOSCRIPT),
        ("<template><p>x</template>", flags.TEMPLATE),
        ("<svg><text>x</svg>", flags.SVG),
        ("<svg><title>x</title></svg>", flags.SVG | flags.HIDDEN),
        ("<math><mi>x</math>", flags.MATH),
        ("<math><annotation>x</annotation></math>", flags.MATH | flags.HIDDEN),
        ("<pre>x</pre>", flags.PREFORMATTED),
    ],
)
def test_blocks_are_flagged(html: str, flag: int) -> None:
    assert maintext.parse(html).blocks.flags.tolist() == [flag]


def test_links_are_counted() -> None:
    page = maintext.parse("<p>ab <a href=x>cd<b>ef</b></a> <a name=y>gh</a>")
    assert page.blocks.chars.tolist() == [8]
    assert page.blocks.link_chars.tolist() == [4]


def test_a_link_that_nobody_closes_goes_on_in_the_next_block() -> None:
    page = maintext.parse("<p>a<a href=x>b<p>c</a>d")
    assert page.texts() == ["ab", "cd"]
    assert page.blocks.link_chars.tolist() == [1, 1]
    again = page.elements.rows[(page.elements.tag == TAGS["a"]) & (page.elements.flags & flags.IMPLIED != 0)]
    assert len(again) == 1
    row = int((page.elements.flags & flags.IMPLIED != 0).nonzero()[0][-1])
    assert page.attributes(row) == {"href": "x"}


def test_a_link_ends_the_link_before_it() -> None:
    page = maintext.parse("<a href=x>a<a href=y>b</a>c")
    assert page.blocks.link_chars.tolist() == [2]
    assert page.elements.depth[page.elements.tag == TAGS["a"]].tolist() == [2, 2]


@pytest.mark.parametrize(
    ("text", "words", "sentences", "punctuation", "digits", "uppers"),
    [
        ("Hello, World. It is 42.", 5, 2, 3, 2, 3),
        ("He said “no.” Then (yes!) left…", 6, 3, 3, 0, 2),
        ("www.example.org 3.14", 2, 0, 3, 3, 0),
        ("Привет, Мир!", 2, 1, 2, 0, 2),
        ("我们今天去学校。你呢？", 1 + 9 // 2, 2, 2, 0, 0),
        ("今日は、いい天気です。", 1 + 9 // 2, 1, 2, 0, 0),
        ("สวัสดีชาวโลก", 1 + 12 // 5, 0, 0, 0, 0),
        ("안녕하세요 세계", 2, 0, 0, 0, 0),
        ("٣٤ عربي،", 2, 0, 1, 2, 0),
    ],
)
def test_text_is_counted(text: str, words: int, sentences: int, punctuation: int, digits: int, uppers: int) -> None:
    blocks = maintext.parse(f"<p>{text}").blocks
    assert int(blocks.words[0]) == words
    assert int(blocks.sentences[0]) == sentences
    assert int(blocks.punctuation[0]) == punctuation
    assert int(blocks.digits[0]) == digits
    assert int(blocks.uppers[0]) == uppers
    assert int(blocks.chars[0]) == len(text.replace(" ", ""))


@pytest.mark.parametrize("script", ["ລາວ" * 10, "မြန်မာ" * 10, "ខ្មែរ" * 10, "ไทย" * 10, "中文" * 10])
def test_scripts_without_spaces_have_words(script: str) -> None:
    assert int(maintext.parse(f"<p>{script}").blocks.words[0]) > 4


def test_lines_are_counted() -> None:
    page = maintext.parse("<p>ab cd</p>\n<script>\nx<y\n</script>\n<b>e</b>\nf")
    assert page.lines.chars.tolist() == [4, 0, 0, 0, 1, 1]
    assert page.lines.words.tolist() == [2, 0, 0, 0, 1, 1]
    assert page.lines.tags.tolist() == [2, 0, 0, 0, 2, 0]


def test_repeated_structure_has_equal_hashes() -> None:
    page = maintext.parse("<ul><li class='card big card-1'>a<li class='big card-2 card'>b<li>c</ul><ol><li>d</ol>")
    items = page.elements.rows[page.elements.tag == TAGS["li"]]
    assert items["path"][0] == items["path"][1] == items["path"][2] != items["path"][3]
    assert items["signature"][2] == items["signature"][3] != items["signature"][0]
    assert page.blocks.hash[0] != page.blocks.hash[1]


def test_equal_texts_have_equal_hashes_on_different_pages() -> None:
    one, two = maintext.parse("<p>Same   text &amp; all</p>"), maintext.parse("<div>x<h1>Same text\n& all")
    assert one.blocks.hash[0] == two.blocks.hash[1]


def test_words_of_an_element_are_found_by_their_hash() -> None:
    from maintext import _core

    page = maintext.parse("<body><p id=mainText class='post-12 isBig' role=main itemprop=articleBody>x")
    row = int((page.elements.tag == TAGS["p"]).nonzero()[0][0])
    expected = [("post", "class"), ("is", "class"), ("big", "class"), ("main", "id"), ("text", "id")]
    expected += [("main", "role"), ("article", "itemprop"), ("body", "itemprop")]
    assert page.words_of(row).tolist() == [_core.word_hash(word, kind) for word, kind in expected]  # type: ignore[arg-type]
    assert page.words_of(0).tolist() == []


def test_the_name_of_a_custom_element_counts_as_class_words() -> None:
    from maintext import _core

    page = maintext.parse("<cart-drawer class=open><p>x</p></cart-drawer><blink>y</blink>")
    words = [page.words_of(row).tolist() for row in range(len(page.elements))]
    assert [row for row in words if row] == [[_core.word_hash(word, "class") for word in ("cart", "drawer", "open")]]
    one, two = maintext.parse("<product-card>x</product-card><cart-drawer>y</cart-drawer>").elements.signature[-2:]
    assert one != two


def test_attributes_are_read_from_the_source() -> None:
    page = maintext.parse("<p A=1 a=2 b='x &amp; y' c>t<table><td>u")
    row = int((page.elements.tag == TAGS["p"]).nonzero()[0][0])
    assert page.attributes(row) == {"a": "1", "b": "x & y", "c": ""}
    rows = [row, int((page.elements.tag == TAGS["tbody"]).nonzero()[0][0])]
    assert page.attribute(rows, "b") == ["x & y", None]
    assert page.attributes(rows[1]) == {}


def test_an_element_that_is_only_implied_has_no_attributes() -> None:
    page = maintext.parse("<p lang=fr class=a>x<table><tr class=k><td>y")
    rows = range(len(page.elements))
    assert dict(zip(map(page.tag_name, rows), page.attribute(rows, "class"), strict=True)) == {
        "html": None,
        "body": None,
        "p": "a",
        "table": None,
        "tbody": None,
        "tr": "k",
        "td": None,
    }
    assert page.head.language is None


def test_an_xpath_leads_to_the_element() -> None:
    page = maintext.parse("<div>a</div><div><x-y>b</x-y><x-z>c</x-z><x-y><p>d</p></x-y></div>")
    assert page.xpath(int(page.blocks.element[-1])) == "/html[1]/body[1]/div[2]/x-y[2]/p[1]"


def test_the_source_span_of_a_block_holds_its_text() -> None:
    html = "<p>  one <b>two</b> </p><p>three</p>"
    page = maintext.parse(html)
    spans = zip(page.blocks.start.tolist(), page.blocks.stop.tolist(), strict=True)
    assert [html[start:stop] for start, stop in spans] == ["one <b>two", "three"]


def test_a_page_can_be_read_by_a_person() -> None:
    page = maintext.parse(b"<title>Tea</title><p>Boil the <a href=x>water</a>.</p><p hidden>x")
    assert repr(page) == "<Page: 'Tea', 65 bytes of UTF-8 (utf-8), 6 elements, 2 blocks, 4 words>"
    lines = page.show().splitlines()
    assert lines[0].split() == ["block", "tag", "words", "chars", "links", "sent.", "flags", "text"]
    assert lines[1].split() == ["0", "p", "3", "13", "38%", "1", "Boil", "the", "water."]
    assert lines[2].split() == ["1", "p", "1", "1", "0%", "0", "h", "x"]
    assert repr(page.blocks).startswith("<Blocks: 2 rows of hash, text_start,")


def test_a_page_never_changes() -> None:
    page = maintext.parse("<p>x")
    with pytest.raises(AttributeError):
        page.source = b""  # type: ignore[misc]
    with pytest.raises(AttributeError):
        page.blocks.rows = page.elements.rows
    with pytest.raises(ValueError, match="read-only"):
        page.blocks.chars[0] = 7


def test_columns_outlive_their_page() -> None:
    chars = maintext.parse("<p>abc" * 1000).blocks.chars
    for _ in range(100):
        maintext.parse("<p>x" * 1000)
    assert (chars == 3).all()


@pytest.mark.parametrize(
    ("html", "max_depth"),
    [
        ("<p><b><b><div><div><p><b>x", 6),
        ("<b><u></b><p><em><li><div><p><b>x", 6),
        ("<p><nobr><b><h1><table><td><table><td><p><a href=x>x", 9),
    ],
)
def test_formatting_is_opened_again_past_the_depth_limit(html: str, max_depth: int) -> None:
    page = maintext.parse(html, limits=maintext.Limits(max_depth=max_depth))
    assert page.texts() == ["x"]
    assert int(page.elements.depth.max()) < max_depth


def test_an_element_that_reopened_formatting_closes_ends_after_its_start_tag() -> None:
    page = maintext.parse("<table><a><tr><b>", limits=maintext.Limits(max_depth=4))
    assert (page.elements.open_stop <= page.elements.stop).all()


def test_any_formatting_is_read_at_any_depth_limit() -> None:
    chance = random.Random(5)
    tags = (
        "<b> <i> <p> <div> </p> </div> x <table><td> </table> </b> <a> </a> <li> <h1> <nobr> <applet> </applet>".split()
    )
    for _ in range(4_000):
        html = "".join(chance.choices(tags, k=chance.randint(3, 60))) + "<p>last"
        page = maintext.parse(html, limits=maintext.Limits(max_depth=chance.choice([2, 3, 4, 6, 9])))
        assert page.texts()[-1].endswith("last")
        assert page.text.count(b"x") == html.count("x")
        assert (page.elements.open_stop <= page.elements.stop).all(), html
