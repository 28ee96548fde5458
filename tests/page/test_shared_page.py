"""One page used by many threads at once, and by processes that were forked after it was read."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import maintext
from maintext.extractors.by import get_extractor
from maintext.render import FORMATS
from tests.shared_data import ROOT

HTML = "".join(
    f"<h2>Part {number}</h2><p>Water is <b>poured</b> over the <a href=/{number}>leaves</a>, and one waits."
    for number in range(50)
)


def everything(page: maintext.Page) -> list[object]:
    """What many rooms read of a page."""
    document = maintext.Document(page, "econ", get_extractor("econ")(page))
    rendered = [document.render(name) for name in FORMATS]
    attributes = [page.attributes(row) for row in range(len(page.elements))]
    return [rendered, attributes, page.texts(), page.head.title, page.blocks.chars.tolist(), document.metadata.title]


def test_many_threads_on_one_page_read_what_one_reads() -> None:
    alone = everything(maintext.parse(HTML))
    # Not read before: columns and facts that are kept are made by several threads at once.
    page = maintext.parse(HTML)
    with ThreadPoolExecutor(16) as pool:
        together = list(pool.map(lambda _: everything(page), range(48)))
    assert all(found == alone for found in together)


PROGRAM = """
import os, sys
import maintext
page = maintext.parse("<h1>Tea</h1><p>Water is poured over the leaves, and one waits for some minutes.")
before = maintext.extract("<p>Tea", by="all").text
children = []
for _ in range(4):
    child = os.fork()
    if child == 0:
        document = maintext.extract("<h1>Tea</h1><p>Water is poured over the leaves, and one waits for some minutes.")
        is_same = page.texts() == document.page.texts() and maintext.extract("<p>Tea", by="all").text == before
        os._exit(0 if is_same and document.to_markdown() else 1)
    children.append(child)
print([os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children])
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system can't fork")
def test_processes_forked_after_import_and_first_use_work() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=300, cwd=ROOT)
    assert done.stdout.strip() == "[0, 0, 0, 0]", done.stderr
