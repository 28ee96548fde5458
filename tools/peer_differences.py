"""Tests of trafilatura's suite that fail with our functions: what kind of difference each shows, and why.

deliberate   ours is meant to behave differently
internal     the test looks inside trafilatura: its classes, its own elements, its lists of tags
missing      trafilatura does something that we do not
"""

from __future__ import annotations

KINDS = ("deliberate", "internal", "missing")

_CONTENT = "another method decides which text is kept"
_JSON_LD = "which node of a page's JSON-LD names its author and type"

DIFFERENCES: dict[str, tuple[str, str]] = {
    "test_author_from_markup": ("missing", "authors by rarer marks, such as `id=author`; nicknames stay"),
    "test_baseline": ("deliberate", "broken JSON-LD is repaired and used"),
    "test_block_boundaries_not_fused": ("deliberate", "blocks inside a paragraph end it, as in a browser"),
    "test_code_blocks": ("deliberate", "code has no line end at its end"),
    "test_deprecations": ("deliberate", "max_tree_size works, where trafilatura raises ValueError"),
    "test_external": ("deliberate", _CONTENT),
    "test_extract_restored_subtree_not_extracted_twice": ("deliberate", _CONTENT),
    "test_extract_with_metadata": ("missing", "the value of its fingerprint; `raw_text` without dates"),
    "test_extractor_parity": ("internal", "counts the objects of trafilatura's class Extractor"),
    "test_formatting": ("deliberate", "emphasis that CommonMark does not recognise is written as plain text"),
    "test_html_conversion": ("internal", "the value of its fingerprint"),
    "test_htmlprocessing": ("deliberate", _CONTENT),
    "test_images": ("missing", "addresses of images in attributes such as `data-src-small`"),
    "test_json_extraction": ("deliberate", _JSON_LD),
    "test_json_node_type_arrays": ("deliberate", _JSON_LD),
    "test_lb_only_subtree_stays_one_paragraph": ("deliberate", "a line break before the first line is left out"),
    "test_links": ("deliberate", "a link without an address is plain text"),
    "test_markdown_sup_sub_keep_boundary": ("deliberate", "one space, not two"),
    "test_meta": ("deliberate", "page types are in small letters"),
    "test_precision_recall": ("deliberate", _CONTENT),
    "test_recall_escalation_blog_comment_leak": (
        "deliberate",
        "comments in `<div>` are returned as comments",
    ),
    "test_settings_element_lists": ("internal", "changes trafilatura's own lists of tags"),
    "test_table_cell_escaping_stays_out_of_xml": ("deliberate", "no space at a boundary where a browser shows none"),
    "test_table_processing": ("deliberate", "a table with one row of blocks is layout, not data"),
    "test_tei": ("deliberate", "a heading holds no list"),
    "test_titles": ("deliberate", "the order of sources of a title"),
    "test_url": ("deliberate", "a relative canonical address is resolved against the page's own"),
    "test_yoast_faq_block": ("deliberate", "questions in bold are not made headings"),
}
"""By test: the kind of difference, and what it is."""


def as_table(failed: dict[str, int]) -> str:
    """The failing tests as a table of Markdown, by kind and reason."""
    rows: dict[tuple[str, str], list[str]] = {}
    for name, n_failed in sorted(failed.items()):
        shown = f"`{name.removeprefix('test_')}`" + (f" ({n_failed})" if n_failed > 1 else "")
        rows.setdefault(DIFFERENCES[name], []).append(shown)
    lines = ["| kind | fails | difference | tests |", "|---|---|---|---|"]
    for (kind, reason), names in sorted(rows.items(), key=lambda row: (KINDS.index(row[0][0]), row[0][1])):
        n_tests = sum(failed[name] for name in failed if DIFFERENCES[name] == (kind, reason))
        lines.append(f"| {kind} | {n_tests} | {reason} | {', '.join(names)} |")
    return "\n".join(lines) + "\n"
