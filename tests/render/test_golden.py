"""Every construct has a folder named after what it shows: the smallest page, and what is expected of it.

`python -m tests.render.test_golden` writes what is missing or has changed; read the difference before committing it.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import maintext
from tests.forum_pages import as_forum
from tests.render.reading import as_html, words, words_of_html
from tests.shared_data import ROOT

GOLDEN = ROOT / "tests" / "golden"
URL = "https://example.org/dir/page.html"
FILES = {"markdown": "expected.md", "text": "expected.txt", "html": "expected.html", "tei": "expected.tei.xml"}
# Formulas are TeX where the page's text has their characters; notes and items in cells say their numbers; numbers of
# lines, buttons and languages of code, buttons of headings, links of headings to themselves, text for screen readers
# and zero-width characters are left out; so are small buttons; posts have names and dates.
OTHER_WORDS = (
    "buttons-of-a-few-characters",
    "formula-",
    "footnote",
    "table-with-lists-and-code-in-cells",
    "code-block-with-line-numbers",
    "code-block-with-a-copy-button",
    "code-block-with-a-language-label",
    "heading-with-a-permalink-beside-it",
    "heading-with-buttons",
    "icons-of-a-font",
    "text-for-screen-readers",
    "zero-width-characters",
    "thread-",
)
# The names of tabs are written over their panels; in the page all names come first.
OTHER_ORDER = ("code-in-tabs",)
THREADS = "thread-"
FOLDERS = sorted(path.name for path in GOLDEN.iterdir())


def document(folder: Path) -> maintext.Document:
    if folder.name.startswith(THREADS):
        return as_forum(maintext.extract((folder / "source.html").read_bytes(), url=URL))
    return maintext.extract((folder / "source.html").read_bytes(), url=URL, by="all")


def renderings(folder: Path) -> Iterator[tuple[Path, str]]:
    for output_format, name in FILES.items():
        if name == FILES["markdown"] or (folder / name).exists():
            yield folder / name, document(folder).render(output_format).rstrip("\n") + "\n"


@pytest.mark.parametrize("name", FOLDERS)
def test_a_page_is_written_as_expected(name: str) -> None:
    for path, rendered in renderings(GOLDEN / name):
        assert rendered == path.read_text(encoding="utf-8"), path.name


@pytest.mark.parametrize("name", [name for name in FOLDERS if not name.startswith(OTHER_WORDS)])
def test_markdown_of_a_page_gives_its_words_again(name: str) -> None:
    page = document(GOLDEN / name)
    found, expected = (
        words_of_html(as_html(page.body_in("markdown", {"include_images": False}))),
        words(page.text),
    )
    in_order = sorted if name.startswith(OTHER_ORDER) else list
    assert in_order(found) == in_order(expected)


def test_there_are_enough_of_them() -> None:
    assert len(FOLDERS) >= 160


def test_the_record_of_each_is_json() -> None:
    for name in FOLDERS:
        assert json.loads(document(GOLDEN / name).to_json(with_blocks=True))["url"] == URL


if __name__ == "__main__":
    for golden in FOLDERS:
        for file, rendered_text in renderings(GOLDEN / golden):
            file.write_text(rendered_text, encoding="utf-8", newline="\n")
