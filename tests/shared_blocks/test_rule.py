"""The rule gives the same answer in NumPy, in SQL and in plain fractions."""

import sqlite3
from collections import Counter
from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from maintext.shared_blocks import Rule
from maintext.shared_blocks.matching import shared_keys
from maintext.shared_blocks.rule import BLOCK, EVERYWHERE, PROSE

RULES = st.builds(
    Rule,
    threshold=st.integers(0, 1000).map(lambda share: share / 1000),
    minimum=st.integers(2, 9),
    prose=st.integers(0, 1000).map(lambda share: share / 1000),
    everywhere=st.integers(0, 1000).map(lambda share: share / 1000),
)
SITES = st.lists(st.sets(st.integers(-9, 30), max_size=30), min_size=1, max_size=40)


def slow_twin(pages: list[set[int]], rule: Rule) -> set[int]:
    counts = Counter(key for page in pages for key in page)
    shares = {PROSE: rule.prose, EVERYWHERE: rule.everywhere}
    minimum = {EVERYWHERE: max(10, rule.minimum)}
    return {
        key
        for key, n_with in counts.items()
        if n_with >= minimum.get(key % 4, rule.minimum)
        and Fraction(n_with, len(pages)) >= Fraction(str(shares.get(key % 4, rule.threshold)))
    }


@given(SITES, RULES)
def test_columns_agree_with_fractions(pages: list[set[int]], rule: Rule) -> None:
    columns = [np.array(sorted(page), dtype=np.int64) for page in pages]
    assert set(shared_keys(columns, rule).tolist()) == slow_twin(pages, rule)


@given(SITES, RULES)
def test_sql_agrees_with_fractions(pages: list[set[int]], rule: Rule) -> None:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE blocks (page INTEGER, key INTEGER)")
    rows = [(number, key) for number, page in enumerate(pages) for key in page]
    connection.executemany("INSERT INTO blocks VALUES (?, ?)", rows)
    counted = "SELECT key, count(*) AS n_with, ? AS n_pages FROM blocks GROUP BY key"
    query = f"SELECT key FROM ({counted}) WHERE {rule.to_sql()}"  # noqa: S608 - the rule is what is tested
    shared = connection.execute(query, [len(pages)]).fetchall()
    connection.close()
    assert {key for (key,) in shared} == slow_twin(pages, rule)


@given(st.integers(1, 100_000), RULES, st.sampled_from([BLOCK, PROSE, EVERYWHERE]))
def test_the_least_number_of_pages_is_where_sharing_begins(n_pages: int, rule: Rule, kind: int) -> None:
    least = rule.least_pages(n_pages, kind)
    key = np.array([kind] * 2)
    assert rule.is_shared(key, np.array([least - 1, least]), n_pages).tolist() == [False, True]
