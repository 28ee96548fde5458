"""The SQL over all shards, the same for every engine.

    SHARED       table `keys` (schema.KEYS)              -> site, key, n_with, n_pages
    DUPLICATES   table `signatures` (schema.SIGNATURES)  -> page, kept

Engines differ in one word: the function that turns a list into rows is `unnest` in DuckDB and `explode` in Spark. Keys
are counted with count(*), because a page has each key once and counting distinct URLs takes several times as long.
"""

from __future__ import annotations

from maintext.batch.stages.filters import Filters
from maintext.shared_blocks.rule import Rule

# A URL counts as one page, however often it was fetched. Pages without URL have no site, failed pages no keys.
_SHARED = """
WITH pages AS (
    SELECT site, max(page) AS page FROM keys
    WHERE site IS NOT NULL AND url IS NOT NULL AND keys.keys IS NOT NULL
    GROUP BY site, url
),
sizes AS (
    SELECT site, count(*) AS n_pages FROM pages GROUP BY site HAVING count(*) >= {minimum}
),
counts AS (
    SELECT site, key, count(*) AS n_with
    FROM (
        SELECT keys.site AS site, {explode}(keys.keys) AS key
        FROM keys JOIN pages ON keys.page = pages.page AND keys.site = pages.site
    ) AS rows_of_keys
    GROUP BY site, key
    HAVING count(*) >= {minimum}
)
SELECT counts.site AS site, key, n_with, n_pages
FROM counts JOIN sizes ON counts.site = sizes.site
WHERE {rule}
ORDER BY site, key
"""

# The page with the smallest hash of each group is kept: any would do, and this one is the same on every engine.
_DUPLICATES = """
WITH marks AS ({marks}),
kept AS (
    SELECT mark, min(page) AS kept FROM marks GROUP BY mark HAVING count(*) > 1
)
SELECT page, min(kept) AS kept
FROM marks JOIN kept ON marks.mark = kept.mark
WHERE page > kept
GROUP BY page
ORDER BY page
"""


def shared_sql(rule: Rule, explode: str) -> str:
    """SQL for the blocks that the pages of each site share."""
    return _SHARED.format(explode=explode, minimum=rule.minimum, rule=rule.to_sql())


def duplicates_sql(filters: Filters, explode: str) -> str:
    """SQL for the pages whose text equals, or nearly equals, that of another page, and which page that is."""
    exact = "SELECT page, text_hash AS mark FROM signatures WHERE text_hash IS NOT NULL"
    near = f"SELECT page, {explode}(bands) AS mark FROM signatures"  # noqa: S608 - the engine's function name
    chosen = [text for text, wanted in ((exact, filters.exact_duplicates), (near, filters.near_duplicates)) if wanted]
    return _DUPLICATES.format(marks=" UNION ALL ".join(chosen))
