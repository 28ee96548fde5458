"""Pages made to bring a renderer down: each is written in every format, in time that grows with its size."""

import time
from collections.abc import Callable

import pytest

import maintext

N = 1_500
FORMATS = ("markdown", "text", "html", "tei")
PAGES: dict[str, Callable[[int], str]] = {
    "nested lists": lambda n: "<ul><li>x" * n,
    "nested quotes": lambda n: "<blockquote>" * 600 + "<p>x" * n,
    "nested marks": lambda n: "<b><i><a href=x>" * n + "x",
    "marks that never close": lambda n: "<b>x<i>y</b>" * n,
    "marks in one paragraph": lambda n: "<p>" + "<b>x</b>y<i>!</i>" * n,
    "code side by side": lambda n: "<p>" + "<code>`x</code>" * n,
    "ticks": lambda n: "<p><code>" + "`" * 10 * n + "</code><pre>" + "`" * 10 * n,
    "rows of one cell under a wide one": lambda n: "<table><tr>" + "<th>x" * n + "<tr><td>y" * n,
    "wide spans": lambda n: "<table><tr><th>a<th>b" + "<tr><td colspan=1000 rowspan=1000>x<td>y" * n,
    "nested tables": lambda n: "<table><tr><th>a<td>" * n,
    "images": lambda n: "<p>x" + "<img src=x alt=y>" * 3 * n + "z",
    "images far from text": lambda n: "<div>" * 500 + "<img src=x>" * n + "</div>" * 500 + "x",
    "notes": lambda n: "".join(f"<p>x<sup><a href=#n{i}>{i}</a></sup><p id=n{i}>note {i}" for i in range(n // 4)),
    "formulas": lambda n: "<p>x" + "<math><mfrac><mi>x</mi><mn>2</mn></mfrac></math>" * n,
    "nested formulas": lambda n: "<p>x<math>" + "<mrow><msup>" * n + "<mi>x",
    "special characters": lambda n: "<p>" + "*_[]&lt;&amp;\\`!#" * n,
    "line breaks": lambda n: "<p>" + "- x<br>" * n,
}


def seconds(page: str) -> float:
    document = maintext.extract(page, by="all")
    start = time.process_time()
    for name in FORMATS:
        document.render(name)
    return time.process_time() - start


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_time_grows_with_the_page(name: str) -> None:
    small, large = PAGES[name](N), PAGES[name](4 * N)
    ratios = []
    for _ in range(3):
        base, more = seconds(small), seconds(large)
        ratios.append(more / max(base, 0.02))
        if ratios[-1] < 8:
            return
    pytest.fail(f"four times the page took {min(ratios):.1f} times as long")
