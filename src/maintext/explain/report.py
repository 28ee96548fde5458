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
from html import escape
from pathlib import Path
from typing import Any

from maintext.explain.block_facts import BlockFacts, block_facts
from maintext.explain.coloured import score_levels
from maintext.explain.explained import Explained, differing, explained
from maintext.explain.figures import Picture
from maintext.explain.pictures.block_scores import contribution_picture, score_picture
from maintext.explain.pictures.line_lengths import line_length_pictures
from maintext.explain.pictures.p_values import p_value_pictures
from maintext.explain.pictures.tag_ratios import tag_ratio_pictures
from maintext.explain.sections import (
    answers_html,
    blocks_html,
    document_html,
    facts_html,
    frame_html,
    pictures_html,
    side_by_side_html,
)
from maintext.extractors.registry import DEFAULT
from maintext.page import Page

N_CONTRIBUTIONS = 8
"""Contributions that are shown for a block: the largest."""
_FOLDER = Path(__file__).parent


def to_report(page: Page, by: Sequence[str] = (DEFAULT,), name: str = "page") -> str:
    """The report of a page by one extractor or more; the first one is shown first."""
    answers = [explained(page, one) for one in dict.fromkeys(by)]
    facts = block_facts(page)
    body = "".join(
        [
            facts_html(page, name),
            answers_html(answers),
            _panes(answers),
            side_by_side_html(answers),
            pictures_html(_pictures(page, answers)),
            blocks_html(answers, facts),
            '<div id="hover" role="status" hidden></div>',
        ]
    )
    return _whole(page.head.title or name, body, _numbers(answers, facts))


def _panes(answers: Sequence[Explained]) -> str:
    nothing_marked = [False] * len(answers[0].document.page.blocks)
    documents = "".join(document_html(number, answer, nothing_marked) for number, answer in enumerate(answers))
    legend = "".join(f'<i data-level="{level}"></i>' for level in range(10))
    waves = " · <u>underlined</u> if they differ" if len(answers) > 1 else ""
    return (
        '<div class="panes"><section><div class="bar"><h2>The page</h2>'
        f'<span class="legend">low {legend} high score · <b>outlined</b> if kept{waves}</span>'
        '<label><input type="checkbox" id="styles" checked> its own styles</label></div>'
        f'{frame_html(answers[0])}</section><section><div class="bar"><h2>The document</h2></div>'
        f'<div id="documents" tabindex="0">{documents}</div></section></div>'
    )


def _pictures(page: Page, answers: Sequence[Explained]) -> list[Picture]:
    if not len(page.blocks):
        return []
    contributions = (contribution_picture(answer.document, answer.contributions) for answer in answers)
    return [
        *(score_picture(answer.document) for answer in answers),
        *(picture for picture in contributions if picture),
        *tag_ratio_pictures(page),
        *line_length_pictures(page),
        *p_value_pictures(page),
    ]


def _numbers(answers: Sequence[Explained], facts: Sequence[BlockFacts]) -> dict[str, Any]:
    """What the report's script shows where the mouse rests, and how it colours the page by each extractor."""
    return {
        "blocks": facts,
        "differs": [int(row) for row in differing(answers).nonzero()[0]],
        "answers": [
            {
                "by": answer.by,
                "score": [float(f"{score:.4g}") for score in answer.document.scores.score.tolist()],
                "level": score_levels(answer.document.scores).tolist(),
                "kept": answer.document.scores.keep.astype(int).tolist(),
                "contributions": [_strongest(contributions) for contributions in answer.contributions],
            }
            for answer in answers
        ],
    }


def _strongest(contributions: list[tuple[str, float]]) -> list[tuple[str, float]]:
    ordered = sorted(contributions, key=lambda contribution: -abs(contribution[1]))[:N_CONTRIBUTIONS]
    return [(name, round(value, 2)) for name, value in ordered if round(value, 2)]


def _whole(title: str, body: str, numbers: dict[str, Any]) -> str:
    style = (_FOLDER / "report.css").read_text(encoding="utf-8")
    script = (_FOLDER / "report.js").read_text(encoding="utf-8")
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
