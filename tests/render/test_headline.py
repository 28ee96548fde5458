"""Every format begins with the headline, once, as its only heading of level 1; `include_title=False` leaves it out."""

import json
import re

import pytest

import maintext
from maintext.errors import OptionError

TITLE = "How to boil water"
PAGE = f"""<title>{TITLE} | The Kettle</title><p>The Kettle<h1>{TITLE}</h1><p>Fill the kettle.
<h1>What to fill it with</h1><p>Water.<h2>Hard water</h2><p>Beware."""
BEGINNINGS = {
    "markdown": f"# {TITLE}\n",
    "text": f"{TITLE}\n",
    "html": f"<h1>{TITLE}</h1>\n",
    "xml": f'<?xml version="1.0" encoding="UTF-8"?>\n<doc>\n<main>\n<head rend="h1">{TITLE}</head>\n',
    "tei": f'<body>\n<div><head rend="h1">{TITLE}</head>\n',
}
FIRST_LEVEL = {"markdown": r"(?m)^# ", "html": "<h1", "xml": 'rend="h1"', "tei": 'rend="h1"'}


def document(html: str = PAGE) -> maintext.Document:
    return maintext.extract(html, by="all")


@pytest.mark.parametrize("output_format", BEGINNINGS)
def test_every_format_begins_with_the_headline(output_format: str) -> None:
    rendered = document().render(output_format)
    assert BEGINNINGS[output_format] in rendered
    body = rendered.partition("<body>")[2] or rendered
    assert body.count(TITLE) == 1
    assert body.index(TITLE) < body.index("The Kettle")
    if output_format in FIRST_LEVEL:
        assert len(re.findall(FIRST_LEVEL[output_format], rendered)) == 1


@pytest.mark.parametrize("output_format", BEGINNINGS)
def test_the_headline_can_be_left_out(output_format: str) -> None:
    without = document("<title>Tea</title><p>Fill the kettle.").render(output_format, include_title=False)
    assert "Tea" not in (without.partition("<body>")[2] or without)
    copy = document().render(output_format, include_title=False)
    assert TITLE not in (copy.partition("<body>")[2] or copy)
    assert document().to_markdown(include_title=False).startswith("The Kettle\n\nFill")


def test_the_text_of_a_document_stays_its_body() -> None:
    assert document().text.startswith(f"The Kettle\n\n{TITLE}\n\nFill")
    assert document("<title>Tea</title><p>Fill the kettle.").text == "Fill the kettle."


def test_a_document_without_text_has_no_headline() -> None:
    for output_format in ("markdown", "text", "html"):
        assert document("<title>Tea</title>").render(output_format) == ""


def test_a_headline_is_escaped() -> None:
    markdown = document("<title>*a* [b](c) #</title><p>x").to_markdown()
    assert markdown == "# \\*a\\* [b\\](c) \\#\n\nx"


def test_a_copy_of_the_headline_in_a_list_stays() -> None:
    assert document("<title>Tea</title><ul><li>Tea<li>Coffee</ul>").to_markdown() == "# Tea\n\n- Tea\n- Coffee"


def test_the_headline_that_a_page_shows_is_preferred() -> None:
    html = "<title>Boil water - The Kettle</title><h1>How to boil water</h1><p>Fill the kettle."
    assert document(html).to_markdown().startswith("# How to boil water\n\nFill")


def test_the_json_text_has_no_headline_for_that_has_a_key_of_its_own() -> None:
    record = json.loads(document("<title>Tea</title><p>Fill the kettle.").to_json())
    assert (record["title"], record["text"]) == ("Tea", "Fill the kettle.")


@pytest.mark.parametrize("value", ["no", None, 2])
def test_what_is_no_switch_is_refused(value: object) -> None:
    with pytest.raises(OptionError, match=f"include_title must be True or False, got {value!r}"):
        document().to_markdown(include_title=value)  # type: ignore[arg-type]
