"""XML is well formed whatever the page, and TEI has the structure that its guidelines ask for."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from lxml import etree

import maintext
from tests.render.test_golden import FOLDERS, GOLDEN, document
from tests.render.test_safe_html import TRICKS

TEI = "{http://www.tei-c.org/ns/1.0}"
XML = "{http://www.w3.org/XML/1998/namespace}"
PHRASES = "(?:hi|ref|del|code|q|lb|graphic|formula)"
BLOCKS = "(?:p|ab|list|table|quote|milestone)"
# What the guidelines let stand in each element and in which order, as far as we write it; "#" is text.
CONTENT = {
    "TEI": "teiHeader text",
    "teiHeader": "fileDesc (?:profileDesc )?encodingDesc",
    "fileDesc": "titleStmt publicationStmt sourceDesc",
    "titleStmt": "title (?:author )?",
    "publicationStmt": "publisher (?:date )?",
    "sourceDesc": "bibl",
    "bibl": "title (?:author )?(?:date )?(?:ptr )?",
    "profileDesc": "(?:abstract )?(?:langUsage )?",
    "abstract": "p",
    "langUsage": "language",
    "encodingDesc": "appInfo",
    "appInfo": "application",
    "application": "label",
    "text": "body",
    "body": "(?:(?:div|milestone) )+",
    "div": f"(?:head )?(?:{BLOCKS} )*",
    "list": "(?:item )+",
    "table": "(?:head )?(?:row )+",
    "row": "(?:cell )+",
    "graphic": "(?:desc )?",
    **dict.fromkeys(["head", "p", "ab", "hi", "ref", "del", "q"], f"(?:(?:#|{PHRASES}) )*"),
    **dict.fromkeys(["item", "quote", "cell"], f"(?:(?:#|{PHRASES}|{BLOCKS}) )*"),
    **dict.fromkeys(["code", "formula", "desc", "title", "author", "publisher", "date", "label"], "(?:# )?"),
    **dict.fromkeys(["lb", "milestone", "ptr", "language"], ""),
}
ADDRESS = r"\S+"
ATTRIBUTES = {
    "hi": {"rend": "bold|italic|sub|sup"},
    "ref": {"target": ADDRESS, "type": "note"},
    "list": {"type": "ordered|unordered|gloss"},
    "item": {"rend": "term|definition", "n": r"-?\d+"},
    "head": {"rend": "h[1-6]"},
    "ab": {"type": "code|heading", "rend": "h[1-6]", "subtype": r"[\w+#.-]+", f"{XML}space": "preserve"},
    "cell": {"role": "label|data", "cols": "[1-9][0-9]*", "rows": "[1-9][0-9]*"},
    "graphic": {"url": ADDRESS},
    "formula": {"notation": "TeX", "rend": "display"},
    "milestone": {"unit": "section", "rend": "rule"},
    "date": {"when": r"\d{4}-\d\d-\d\d"},
    "ptr": {"type": "URL", "target": ADDRESS},
    "language": {"ident": "[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*"},
    "application": {"ident": "[A-Za-z]+", "version": r"\d+(?:\.\d+)*"},
}
REQUIRED = {"graphic": {"url"}, "milestone": {"unit"}, "application": {"ident", "version"}, "language": {"ident"}}


def parts(element: etree._Element) -> str:
    """The names of what stands in an element, in order, "#" for text."""
    names = ["#"] if (element.text or "").strip() else []
    for child in element:
        names += [child.tag.removeprefix(TEI), *(["#"] if (child.tail or "").strip() else [])]
    return "".join(f"{name} " for name in names)


def check(root: etree._Element) -> None:
    """Every element holds what it may, in the right order, and has the attributes that it may and must."""
    for element in root.iter():
        name = element.tag.removeprefix(TEI)
        own, model = parts(element), CONTENT[name]
        model = model if not model or model.endswith((" )?", " )+", " )*")) else f"{model} "
        assert re.fullmatch(model, own), f"{name} holds {own}"
        assert REQUIRED.get(name, set()) <= set(element.keys()), f"{name} lacks an attribute"
        for key, value in element.items():
            assert re.fullmatch(ATTRIBUTES.get(name, {}).get(key, "(?!)"), value), f"{name} has {key}={value!r}"


def tei(body: str) -> etree._Element:
    header = document(GOLDEN / "lists").to_tei().partition("<text>")[0]
    return etree.fromstring(f"{header}<text><body>{body}</body></text></TEI>".encode())


@pytest.mark.parametrize(
    "body",
    [
        "",
        "<p>loose</p>",
        "<div>loose</div>",
        "<div><p/><head>late</head></div>",
        "<div><list><p>no item</p></list></div>",
        "<div><list/></div>",
        "<div><table><cell/></table></div>",
        "<div><table><row/></table></div>",
        "<div><p><p>inside</p></p></div>",
        "<div><p><code><hi>x</hi></code></p></div>",
        "<div><p><graphic/></p></div>",
        '<div><p onclick="x()">x</p></div>',
        '<div><p><hi rend="blink">x</hi></p></div>',
        '<div><table><row><cell cols="0"/></row></table></div>',
        '<div><p><ref target="a b">x</ref></p></div>',
        "<div><milestone/></div>",
    ],
)
def test_what_is_no_tei_is_found_out(body: str) -> None:
    check(tei("<div><p>Right.</p></div>"))
    with pytest.raises((AssertionError, KeyError)):
        check(tei(body))


@pytest.mark.parametrize("name", FOLDERS)
def test_tei_of_every_construct_has_the_right_structure(name: str) -> None:
    check(etree.fromstring(document(GOLDEN / name).to_tei(with_metadata=True).encode()))


@pytest.mark.parametrize("trick", TRICKS)
def test_xml_is_well_formed_whatever_the_page(trick: str) -> None:
    page = maintext.extract(trick, by="all", url="https://example.org/?a=1&b=\"'<>")
    root = etree.fromstring(page.to_xml(with_metadata=True).encode())
    assert root.tag == "doc"
    assert root.get("url") == "https://example.org/?a=1&b=\"'<>"
    check(etree.fromstring(page.to_tei(with_metadata=True).encode()))


def test_the_header_tells_what_is_known() -> None:
    page = maintext.extract(
        "<html lang=en><title>Tea &amp; more</title><p>Text.", url="https://example.org/a", by="all"
    )
    root = etree.fromstring(page.to_tei(with_metadata=True).encode())
    assert root.findtext(f".//{TEI}titleStmt/{TEI}title") == "Tea & more"
    assert root.find(f".//{TEI}ptr").get("target") == "https://example.org/a"
    assert root.find(f".//{TEI}language").get("ident") == "en"


def test_tei_follows_a_published_dtd() -> None:
    """The DTD of TEI corpora that trafilatura ships; it leaves out the modules for tables, code and formulas."""
    spec = find_spec("trafilatura")
    if spec is None or spec.origin is None:
        pytest.skip("needs the DTD in trafilatura: pip install 'maintext[peers]'")
    dtd = etree.DTD(str(Path(spec.origin).with_name("data") / "tei_corpus.dtd"))
    for name in FOLDERS:
        root = etree.fromstring(document(GOLDEN / name).to_tei(with_metadata=True).encode())
        if not any(True for _ in root.iter(f"{TEI}table", f"{TEI}code", f"{TEI}formula")):
            assert dtd.validate(root), f"{name}: {dtd.error_log.last_error}"
