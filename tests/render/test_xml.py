"""XML is well formed whatever the page, and TEI has the structure that its guidelines ask for."""

from importlib.util import find_spec
from pathlib import Path

import pytest
from lxml import etree

import maintext
from tests.render.test_golden import FOLDERS, GOLDEN, document
from tests.render.test_safe_html import TRICKS

TEI = "{http://www.tei-c.org/ns/1.0}"
# What the guidelines let stand in each element, as far as we write it; "" is text.
PHRASES = {"", "hi", "ref", "del", "code", "q", "lb", "graphic", "formula"}
BLOCKS = {"p", "ab", "list", "table", "quote", "milestone"}
CONTENT = {
    "TEI": {"teiHeader", "text"},
    "text": {"body"},
    "body": {"div", "milestone"},
    "div": {"head"} | BLOCKS,
    "head": PHRASES,
    "p": PHRASES,
    "ab": PHRASES,
    "hi": PHRASES,
    "ref": PHRASES,
    "del": PHRASES,
    "q": PHRASES,
    "code": {""},
    "formula": {""},
    "graphic": {"desc"},
    "desc": {""},
    "list": {"item"},
    "item": PHRASES | BLOCKS,
    "quote": PHRASES | BLOCKS,
    "table": {"head", "row"},
    "row": {"cell"},
    "cell": PHRASES | BLOCKS,
    "lb": set(),
    "milestone": set(),
}


def check(element: etree._Element) -> None:
    """Every element holds only what it may."""
    name = element.tag.removeprefix(TEI)
    if name == "teiHeader":
        return
    has_text = bool((element.text or "").strip()) or any((child.tail or "").strip() for child in element)
    inside = {child.tag.removeprefix(TEI) for child in element} | ({""} if has_text else set())
    assert inside <= CONTENT[name], f"{name} holds {inside - CONTENT[name]}"
    heads = [at for at, child in enumerate(element) if child.tag == f"{TEI}head"]
    assert heads in ([], [0]), "a head that is not the first"
    for child in element:
        check(child)


@pytest.mark.parametrize("name", FOLDERS)
def test_tei_of_every_construct_has_the_right_structure(name: str) -> None:
    tei = document(GOLDEN / name).to_tei(with_metadata=True)
    check(etree.fromstring(tei.encode()))


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
