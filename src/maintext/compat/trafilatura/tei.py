"""A body in trafilatura's tags -> its TEI: a header, the text and the comments in divisions."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from maintext.compat.trafilatura.body import written

if TYPE_CHECKING:
    from maintext.compat.trafilatura.extracted import Extracted


def to_tei(body: ET.Element, comments: ET.Element, found: Extracted) -> str:
    """The TEI document; headings are `<ab type="header">`, as in trafilatura."""
    root = ET.Element("TEI", {"xmlns": "http://www.tei-c.org/ns/1.0"})
    _header(ET.SubElement(root, "teiHeader"), found)
    text = ET.SubElement(ET.SubElement(root, "text"), "body")
    for kind, part in (("entry", body), ("comments", comments)):
        division = ET.SubElement(text, "div", {"type": kind})
        division.extend(part)
        if not len(division):
            ET.SubElement(division, "p")
    for element in text.iter("head"):
        element.tag = "ab"
        element.set("type", "header")
    for element in text.iter("graphic"):
        element.set("url", element.attrib.pop("src", ""))
        described = element.attrib.pop("alt", "") or element.attrib.pop("title", "")
        element.attrib.pop("title", None)
        if described:
            ET.SubElement(element, "desc").text = described
    return written(root)


def _header(header: ET.Element, found: Extracted) -> None:
    file = ET.SubElement(header, "fileDesc")
    statement = ET.SubElement(file, "titleStmt")
    ET.SubElement(statement, "title", {"type": "main"}).text = found.title
    if found.author:
        ET.SubElement(statement, "author").text = found.author
    publication = ET.SubElement(file, "publicationStmt")
    if found.sitename or found.hostname:
        ET.SubElement(publication, "publisher").text = found.sitename or found.hostname
    if found.license:
        ET.SubElement(ET.SubElement(publication, "availability"), "p").text = found.license
    if not len(publication):
        ET.SubElement(publication, "p")
    source = ET.SubElement(ET.SubElement(file, "sourceDesc"), "bibl")
    source.text = ", ".join(filter(None, (found.title, found.sitename, found.date))) or None
    _profile(ET.SubElement(header, "profileDesc"), found)
    software = ET.SubElement(ET.SubElement(header, "encodingDesc"), "appInfo")
    label = ET.SubElement(software, "application", {"version": "1", "ident": "maintext"})
    ET.SubElement(label, "label").text = "maintext"


def _profile(profile: ET.Element, found: Extracted) -> None:
    if found.description:
        ET.SubElement(ET.SubElement(profile, "abstract"), "p").text = found.description
    if found.language:
        ET.SubElement(ET.SubElement(profile, "langUsage"), "language", {"ident": found.language})
    if found.categories or found.tags:
        words = ET.SubElement(ET.SubElement(profile, "textClass"), "keywords")
        for word in (*found.categories, *found.tags):
            ET.SubElement(words, "term").text = word
    creation = ET.SubElement(profile, "creation")
    if found.date:
        ET.SubElement(creation, "date", {"type": "publication"}).text = found.date
