"""Page -> a row of numbers a block: what the learned extractor judges by. Training and use share this code."""

from __future__ import annotations

from importlib import resources

import numpy as np
from numpy.typing import NDArray

from tests.features.twin.around import (
    CLASSES,
    CONTAINERS,
    NEIGHBOURS,
    REPEATED,
    class_columns,
    container_columns,
    neighbour_columns,
    repeated_columns,
    template_of,
)
from tests.features.twin.blocks import PLACE, TEXT, ends_with_stop, place_columns, text_columns
from tests.features.twin.facts import Facts, read_facts
from tests.features.twin.page_facts import PAGE, page_numbers
from tests.features.twin.published import PUBLISHED, TITLE, published_columns, title_columns
from maintext.features.word_tables import TAG_GROUPS, WordTables
from maintext.page import Page


def class_group_names() -> list[str]:
    lines = resources.files("maintext.features").joinpath("class_groups.txt").read_text().splitlines()
    return [line.split()[0] for line in lines if not line.startswith("#")]


GROUPS = tuple(f"steps_to_{name}" for name in [*class_group_names(), *(f"<{n}>" for n in TAG_GROUPS)])
FEATURES = (*TEXT, *PLACE, *CLASSES, *CONTAINERS, *REPEATED, *NEIGHBOURS, *PUBLISHED, *TITLE, *GROUPS, *PAGE)


def features(page: Page, tables: WordTables) -> tuple[NDArray[np.float32], Facts, NDArray[np.intp]]:
    facts = read_facts(page, tables)
    template = template_of(facts)
    repeated = repeated_columns(facts, template)
    n_blocks = len(facts.words)
    text = text_columns(facts)
    rows: list = [*text, *place_columns(facts, tables.tag_odds), *class_columns(facts)]
    X = np.empty((len(FEATURES), n_blocks), dtype=np.float32)
    at = len(rows)
    for i, r in enumerate(rows):
        X[i] = r

    def put(rs):
        nonlocal at
        for r in rs:
            X[at] = r
            at += 1

    c = container_columns(facts, tables.tag_odds)
    X[at : at + len(c)] = c
    at += len(c)
    put(repeated)
    c = neighbour_columns(facts, text[9], text[14])
    X[at : at + len(c)] = c
    at += len(c)
    put(published_columns(facts))
    tt = title_columns(facts)
    put(tt)
    facts.title_likeness = np.nan_to_num(tt[0])
    facts.has_bold = text[20]
    X[at : at + 64] = facts.distances.T
    at += 64
    X[at:] = page_numbers(facts, float(repeated[8].max()))[:, None]
    return np.ascontiguousarray(X.T), facts, template
