"""Documents whose page type is forum, whatever the present model predicts for a small page."""

from dataclasses import replace

import maintext


def as_forum(document: maintext.Document) -> maintext.Document:
    """The same document of a page that was predicted to be a forum."""
    judgement = document.scores.judgement
    assert judgement is not None
    return replace(document, scores=replace(document.scores, judgement=replace(judgement, page_types={"forum": 1.0})))
