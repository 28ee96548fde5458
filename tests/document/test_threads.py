"""Threads in Markdown and text: author and date before each post, a rule between posts, and no word lost."""

import json
import re
from dataclasses import replace

import numpy as np
import pytest

import maintext
from tests.forum_pages import as_forum
from tests.shared_data import ROOT

SOURCE = (ROOT / "tests" / "golden" / "thread-with-names-and-dates" / "source.html").read_text(encoding="utf-8")
RULE = {"markdown": "\n\n---\n\n", "text": "\n\n" + "-" * 40 + "\n\n"}


def thread() -> maintext.Document:
    return as_forum(maintext.extract(SOURCE))


def keeping(doc: maintext.Document, block: int) -> maintext.Document:
    """The document with one more block."""
    keep = doc.scores.keep | (np.arange(len(doc.page.blocks)) == block)
    return replace(doc, scores=replace(doc.scores, keep=keep))


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


@pytest.mark.parametrize("output_format", ["markdown", "text"])
def test_only_names_dates_and_rules_are_added(output_format: str) -> None:
    doc = thread()
    shown = doc.render(output_format)
    plain = doc.render(output_format, include_posts=False)
    parts = shown.split(RULE[output_format])
    assert len(parts) == len(doc.posts) == 3
    for post in doc.posts:
        name = f"**{post.author}**" if output_format == "markdown" else post.author
        shown = shown.replace(f"{name} · {post.date_shown}\n\n", "", 1)
    assert words(shown) == words(plain)
    assert "Kim" not in plain


def test_other_formats_and_the_text_of_json_have_no_posts() -> None:
    doc = thread()
    assert doc.to_html() == doc.to_html(include_posts=False)
    record = json.loads(doc.to_json(with_markdown=True))
    assert "Kim" not in record["text"]
    assert "**Kim** · 4 May 2026" in record["markdown"]


def test_front_matter_comes_before_the_posts() -> None:
    assert re.match(
        r"---\ntitle: .*\n---\n\n# How long does tea take\?\n\n\*\*Kim\*\* · ",
        thread().to_markdown(with_metadata=True),
        re.DOTALL,
    )


def test_some_options_write_the_page_as_usual() -> None:
    assert "**Kim**" not in thread().to_markdown(links="references")
    assert "**Kim**" not in thread().to_markdown(include_posts=False)


def test_a_page_of_another_type_is_written_as_usual_without_looking_for_posts() -> None:
    doc = maintext.extract(SOURCE, by="all")
    assert "·" not in doc.to_markdown()
    assert "posts" not in vars(doc)


def test_a_page_with_much_text_outside_of_its_posts_is_written_as_usual() -> None:
    essay = "<p>" + "Tea is a plant that grows on hills, and people have boiled its leaves for ages. " * 20
    doc = as_forum(maintext.extract(SOURCE.replace("<footer>", f"<section class=essay>{essay}</section><footer>")))
    assert "**Kim**" not in keeping(doc, int(np.argmax(doc.page.blocks.words))).to_markdown()


def test_text_before_the_first_post_stays_before_it() -> None:
    doc = as_forum(
        maintext.extract(
            SOURCE.replace('<div class="thread">', '<p class="note">Rules of this board</p><div class="thread">')
        )
    )
    note = doc.page.texts().index("Rules of this board")
    first = keeping(doc, note).to_markdown().split(RULE["markdown"])[0]
    assert first == "# How long does tea take?\n\nRules of this board"


def test_a_headline_alone_above_the_first_post_has_no_rule_below_it() -> None:
    steps = "Water is poured over the leaves, and one waits for some minutes. " * 3
    posts = "".join(
        f"<div class=c><a class=author href=/u/{n}>Ann{n}</a> <time>2020-01-0{n}</time><p>{n} {steps}</div>"
        for n in (1, 2, 3)
    )
    doc = as_forum(maintext.extract(f"<title>Tea and milk</title><div><p><b>Tea and milk</b></div>{posts}"))
    doc = replace(doc, scores=replace(doc.scores, keep=np.ones(len(doc.page.blocks), dtype=bool)))
    assert doc.to_markdown().startswith(f"# Tea and milk\n\n**Ann1** · 2020-01-01\n\n1 {steps.strip()}\n\n---\n\n")
    assert doc.render("text").startswith("Tea and milk\n\nAnn1 · 2020-01-01\n\n")
    assert doc.to_markdown(include_title=False).startswith("**Ann1** · 2020-01-01\n\n")
