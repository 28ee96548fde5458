"""Single pages: quadratic time, output that no input explains, live tags in Markdown, XML that no parser reads."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import yaml

import maintext
from benches.attacks.attack import Attack, expect
from tests.render.test_safe_html import TRICKS
from tests.render.test_safe_markdown import MARKDOWN_TRICKS, PIECES, TAGS, check

N_RANDOM_PAGES = 2_000


def _page(html: Callable[[], str]) -> Callable[[Path], str]:
    return lambda _: html()


def _parsed(html: str) -> str:
    page = maintext.parse(html)
    expect(len(page.blocks) > 0, "no block")
    return f"{_size(len(page.text))} of text"


def _size(n_bytes: int) -> str:
    return f"{n_bytes / 1000:,.0f} KB" if n_bytes >= 1000 else f"{n_bytes} bytes"


def _rendered(*formats: str) -> Callable[[str], str]:
    def work(html: str) -> str:
        document = maintext.extract(html, "https://example.org/", by="all")
        sizes = {name: len(document.render(name)) for name in formats}
        expect(max(sizes.values()) < 60 * len(html) + 1_500_000, sizes)
        found = ", ".join(f"{_size(n_bytes)} of {name}" for name, n_bytes in sizes.items())
        return f"{_size(len(html))} become {found}"

    return work


def _random_pages(_: Path) -> list[str]:
    dice = random.Random(20261118)  # noqa: S311 - no secret
    pieces = [*PIECES, *map("<{}>".format, TAGS), *map("</{}>".format, TAGS)]
    return [*MARKDOWN_TRICKS, *TRICKS, *("".join(dice.choices(pieces, k=30)) for _ in range(N_RANDOM_PAGES))]


def _unmeant_elements(pages: list[str]) -> str:
    for html in pages:
        check(html)
    return f"{len(pages):,} pages, no element that was not meant"


ODD_TITLE = "Tea\x01\x1b\x7f\x80\ufffe\uffff and \x00 milk"


def _well_formed(title: str) -> str:
    html = f"<title>{title}</title><meta name=author content='{title}'><h1>{title}</h1><p>Text."
    document = maintext.extract(html, "https://example.org/", by="all")
    for rendered in (document.to_xml(with_metadata=True), document.to_tei(with_metadata=True)):
        ET.fromstring(rendered)  # noqa: S314 - our own output
    front: Any = yaml.safe_load(document.to_markdown(with_metadata=True).split("---\n")[1])
    expect("Tea" in front["title"], front)
    return "XML and TEI are well-formed; PyYAML reads the front matter"


def _mistyped(html: str) -> str:
    rendered = maintext.extract(html, "https://example.org/", by="all").to_html()
    expect("htts" not in rendered, rendered)
    return "the address is left out, its text stays"


PRE = "pre", "textarea"
ATTACKS = {
    **{
        f"{tag}-{n_kb}": Attack(
            f"parse: {n_kb:,} KB of lines without spaces in `<{tag}>`",
            before,
            _page(lambda tag=tag, n_kb=n_kb: f"<{tag}>" + "0a1b2c3d4e5f\n" * (n_kb * 1000 // 13)),  # type: ignore[misc]
            _parsed,
            "hostile/test_hostile_pages.py::test_time_is_linear",
        )
        for tag in PRE
        for n_kb, before in ((317, "1.4 s"), (634, "4.7 s"), (1269, "19 s"))
    },
    "long-base": Attack(
        "render: 172 KB with a long `<base>` and many links",
        "122 MB",
        _page(lambda: f"<base href='https://example.org/{'x' * 12_000}/'>" + "<a href=y>z</a> " * 10_000),
        _rendered("markdown", "html"),
        "render/test_expansion.py::test_no_page_becomes_a_text_of_any_length",
    ),
    "colspan-75": Attack(
        "render: 75 KB of table cells with colspan",
        "45 MB",
        _page(lambda: "<table><tr>" + "<th>a" * 500 + "<tr><td colspan=1000>x" * 3_300),
        _rendered("markdown", "html"),
        "render/test_expansion.py::test_no_page_becomes_a_text_of_any_length",
    ),
    "colspan-286": Attack(
        "render: 286 KB of table cells with colspan",
        "183 MB",
        _page(lambda: "<table><tr>" + "<th>a" * 500 + "<tr><td colspan=1000>x" * 12_900),
        _rendered("markdown", "html"),
        "render/test_expansion.py::test_no_page_becomes_a_text_of_any_length",
    ),
    "markdown-tags": Attack(
        f"render: tricks and {N_RANDOM_PAGES:,} random pages as Markdown, read by CommonMark with HTML on",
        "hundreds of live `<script>` and `<img onerror>`",
        _random_pages,
        _unmeant_elements,
        "render/test_safe_markdown.py::test_markdown_of_any_page_has_no_element_that_was_not_meant",
    ),
    "formatting-depth": Attack(
        "parse: formatting elements past the depth limit",
        "a panic",
        _page(lambda: "<p><b><i><div>" * 50_000 + "<p>x"),
        _parsed,
        "hostile/test_hostile_pages.py::test_the_text_is_kept",
    ),
    "template-row": Attack(
        "render: a template inside a table row",
        "a panic",
        _page(lambda: "<table><tr><template><td>a</template><td>b<tr><template>c</template></table>"),
        _rendered("markdown", "html", "xml"),
        "golden/template-inside-a-table-row",
    ),
    "nested-math": Attack(
        "render: nested `<math>`",
        "3 s, 10 s for four times as much",
        _page(lambda: "<p>x<math>" + "<mrow><msup>" * 40_000 + "<mi>x"),
        _rendered("markdown", "html"),
        "render/test_hostile_rendering.py::test_time_grows_with_the_page",
    ),
    "footnotes": Attack(
        "render: 20,000 footnotes",
        "quadratic",
        _page(lambda: "".join(f"<p>x<sup><a href=#n{n}>{n}</a></sup><p id=n{n}>Note {n}" for n in range(20_000))),
        _rendered("markdown", "html"),
        "render/test_hostile_rendering.py::test_time_grows_with_the_page",
    ),
    "wide-table": Attack(
        "render: a table of 20,000 columns and 20,000 rows",
        "quadratic",
        _page(lambda: "<table><tr>" + "<th>x" * 20_000 + "<tr><td>y" * 20_000),
        _rendered("markdown", "html"),
        "render/test_hostile_rendering.py::test_time_grows_with_the_page",
    ),
    "odd-metadata": Attack(
        "render: control characters, U+007F, U+0080 and U+FFFE in metadata",
        "XML, TEI and YAML that no parser reads",
        lambda _: ODD_TITLE,
        _well_formed,
        "render/test_record.py::test_odd_characters_in_metadata_break_no_format",
    ),
    "mistyped-scheme": Attack(
        "render: a link to `htts://...`",
        "passed through to HTML",
        _page(lambda: "<p><a href='htts://example.org/x'>Tea</a> is poured."),
        _mistyped,
        "golden/address-with-a-mistyped-scheme",
    ),
}
