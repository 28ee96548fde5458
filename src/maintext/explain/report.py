"""Page -> one self-contained HTML file: the page in colours, its documents, and the figures of the methods.

The file opens from the disk, and a content security policy forbids it to fetch anything. The page itself is in a
sandboxed frame, see `coloured`. The only script that may run is that of the report, which the policy identifies by its
hash.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from maintext.explain.block_facts import block_facts
from maintext.explain.coloured import score_levels
from maintext.explain.explained import Explained, differing, explained
from maintext.explain.extractor_facts import best_of
from maintext.explain.pictures.block_scores import contribution_picture, score_picture
from maintext.explain.pictures.line_lengths import line_length_pictures
from maintext.explain.pictures.p_values import p_value_pictures
from maintext.explain.pictures.picture import Picture
from maintext.explain.pictures.tag_ratios import tag_ratio_pictures
from maintext.explain.sections import (
    answers_html,
    barcodes_html,
    blocks_html,
    document_html,
    facts_html,
    frame_html,
    pictures_html,
    side_by_side_html,
    site_html,
)
from maintext.explain.site import MAX_TEXT_CHARS, site_blocks
from maintext.extractors.registry import DEFAULT
from maintext.page import Page

if TYPE_CHECKING:
    from maintext.shared_blocks import SiteCounts

N_CONTRIBUTIONS = 5
"""Contributions that are shown for a block: the largest."""
_FOLDER = Path(__file__).parent
_COUNTS = ("words", "chars", "sentences", "punctuation", "digits", "tags")


def to_report(page: Page, by: Sequence[str] = (DEFAULT,), name: str = "page", counts: SiteCounts | None = None) -> str:
    """The report of a page by one extractor or more; the one with the best figures on labelled pages is shown first.

    With counts of its site, blocks that the site's pages share are dropped and listed.
    """
    answers = [_matched(explained(page, one), counts) for one in dict.fromkeys(by)]
    first = best_of([answer.by for answer in answers])
    on_site = None if counts is None else site_blocks(answers[first].document, counts)
    body = "".join(
        [
            facts_html(page, name),
            "<main>",
            answers_html(answers, first),
            barcodes_html(answers, first),
            _panes(answers),
            site_html(on_site),
            side_by_side_html(answers),
            pictures_html(_pictures(page, answers)),
            blocks_html(answers, len(page.blocks)),
            "</main>",
            '<div id="hover" role="status" hidden></div>',
        ]
    )
    return _whole(page.head.title or name, body, _numbers(answers))


def _matched(answer: Explained, counts: SiteCounts | None) -> Explained:
    return answer if counts is None else replace(answer, document=counts.match(answer.document))


def _panes(answers: Sequence[Explained]) -> str:
    documents = "".join(document_html(number, answer) for number, answer in enumerate(answers))
    legend = "".join(f'<i data-level="{level}"></i>' for level in range(10))
    waves = " · <u>underlined</u> if they differ" if len(answers) > 1 else ""
    return (
        '<div class="panes"><section aria-label="The page"><div class="bar"><h2>The page</h2>'
        f'<span class="legend">low {legend} high score · <b>outlined</b> if kept{waves}</span>'
        '<label><input type="checkbox" id="styles" checked> its own styles</label></div>'
        f'{frame_html(answers[0].document.page)}</section><section aria-label="The document"><div class="bar">'
        f'<h2>The document</h2></div><div id="documents" tabindex="0" role="region" aria-label="The document">'
        f"{documents}</div></section></div>"
    )


def _pictures(page: Page, answers: Sequence[Explained]) -> list[Picture]:
    if not len(page.blocks):
        return []
    scores = (score_picture(answer.document) for answer in answers)
    contributions = (contribution_picture(answer.document, answer.contributions) for answer in answers)
    return [
        *(picture for picture in scores if picture),
        *(picture for picture in contributions if picture),
        *tag_ratio_pictures(page),
        *line_length_pictures(page),
        *p_value_pictures(page),
    ]


def _numbers(answers: Sequence[Explained]) -> dict[str, Any]:
    """What the report's script shows of blocks, by columns: names of columns for every block would be most of it."""
    page = answers[0].document.page
    facts = block_facts(page)
    places = {place: number for number, place in enumerate(dict.fromkeys(block["place"] for block in facts))}
    kinds = {kind: number for number, kind in enumerate(dict.fromkeys(block["kind"] for block in facts))}
    names = {name: number for number, name in enumerate(_reasons(answers))}
    shared = answers[0].document.shared
    return {
        "kinds": list(kinds),
        "places": list(places),
        "reasons": list(names),
        "kind": [kinds[block["kind"]] for block in facts],
        "place": [places[block["place"]] for block in facts],
        "links": [round(100 * block["link_share"]) for block in facts],
        "flags": {row: ", ".join(block["flags"]) for row, block in enumerate(facts) if block["flags"]},
        **{name: getattr(page.blocks, name).tolist() for name in _COUNTS},
        "text": _texts(answers),
        "differs": [int(row) for row in differing(answers).nonzero()[0]],
        "shared": [] if shared is None else shared.nonzero()[0].tolist(),
        "answers": [_answer_numbers(answer, names) for answer in answers],
    }


def _texts(answers: Sequence[Explained]) -> list[str]:
    """The beginning of each block's text; empty for those that a document has, where the script finds them."""
    kept = np.any([answer.document.keep for answer in answers], axis=0).tolist()
    texts = answers[0].document.page.texts()
    shown = (text if len(text) <= MAX_TEXT_CHARS else text[: MAX_TEXT_CHARS - 1] + "…" for text in texts)
    return ["" if is_kept else text for text, is_kept in zip(shown, kept, strict=True)]


def _answer_numbers(answer: Explained, names: dict[str, int]) -> dict[str, Any]:
    document = answer.document
    return {
        "by": answer.by,
        "score": [float(f"{score:.3g}") for score in np.nan_to_num(document.scores.score).tolist()],
        # A digit per block.
        "level": "".join(map(str, score_levels(document.scores).tolist())),
        "kept": "".join("1" if is_kept else "0" for is_kept in document.keep.tolist()),
        "decided": {row: words for row, words in enumerate(answer.decisions) if words},
        "contributions": [_strongest(contributions, names) for contributions in answer.contributions],
    }


def _reasons(answers: Sequence[Explained]) -> dict[str, None]:
    return dict.fromkeys(name for answer in answers for block in answer.contributions for name, _ in block)


def _strongest(contributions: list[tuple[str, float]], names: dict[str, int]) -> list[float]:
    """The largest contributions of a block: the number of a name and its value, in turn."""
    ordered = sorted(contributions, key=lambda contribution: -abs(contribution[1]))[:N_CONTRIBUTIONS]
    return [number for name, value in ordered if round(value, 1) for number in (names[name], round(value, 1))]


def _whole(title: str, body: str, numbers: dict[str, Any]) -> str:
    style = "".join((_FOLDER / name).read_text(encoding="utf-8") for name in ("report.css", "cards.css"))
    navigator = files("maintext.barcodes").joinpath("navigator.js").read_text(encoding="utf-8")
    script = navigator + (_FOLDER / "report.js").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; script-src 'sha256-{digest}'"
    )
    # Inside a script element only `<` could end it.
    shown = json.dumps(numbers, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{escape(title)} · maintext explain</title><style>{style}</style></head><body>{body}"
        f'<script type="application/json" id="numbers">{shown}</script><script>{script}</script></body></html>\n'
    )
