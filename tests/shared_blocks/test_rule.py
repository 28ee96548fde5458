"""The rule says the same in NumPy, in SQL and in plain fractions."""

import sqlite3
from collections import Counter
from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from maintext.shared_blocks import Rule
from maintext.shared_blocks.matching import shared_keys

RULES = st.builds(
    Rule,
    threshold=st.integers(0, 1000).map(lambda share: share / 1000),
    minimum=st.integers(2, 9),
    prose=st.integers(0, 1000).map(lambda share: share / 1000),
)
SITES = st.lists(st.sets(st.integers(-9, 30), max_size=20), min_size=1, max_size=25)


def slow_twin(pages: list[set[int]], rule: Rule) -> set[int]:
    counts = Counter(key for page in pages for key in page)
    share = {False: Fraction(str(rule.threshold)), True: Fraction(str(rule.prose))}
    return {
        key
        for key, n_with in counts.items()
        if n_with >= rule.minimum and Fraction(n_with, len(pages)) >= share[key % 2 == 1]
    }


@given(SITES, RULES)
def test_columns_say_what_fractions_say(pages: list[set[int]], rule: Rule) -> None:
    columns = [np.array(sorted(page), dtype=np.int64) for page in pages]
    assert set(shared_keys(columns, rule).tolist()) == slow_twin(pages, rule)


@given(SITES, RULES)
def test_sql_says_what_fractions_say(pages: list[set[int]], rule: Rule) -> None:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE blocks (page INTEGER, key INTEGER)")
    rows = [(number, key) for number, page in enumerate(pages) for key in page]
    connection.executemany("INSERT INTO blocks VALUES (?, ?)", rows)
    counted = "SELECT key, count(*) AS n_with, ? AS n_pages FROM blocks GROUP BY key"
    query = f"SELECT key FROM ({counted}) WHERE {rule.to_sql()}"  # noqa: S608 - the rule is what is tested
    shared = connection.execute(query, [len(pages)]).fetchall()
    connection.close()
    assert {key for (key,) in shared} == slow_twin(pages, rule)


@given(st.integers(1, 100_000), RULES, st.booleans())
def test_the_least_number_of_pages_is_where_sharing_begins(n_pages: int, rule: Rule, is_prose: bool) -> None:
    least = rule.least_pages(n_pages, is_prose)
    key = np.array([int(is_prose)] * 2)
    assert rule.is_shared(key, np.array([least - 1, least]), n_pages).tolist() == [False, True]
