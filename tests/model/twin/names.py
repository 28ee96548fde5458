"""The columns of the learned model, written down apart from the code that computes them.

Counts that may be large are logarithms (`log_`), places are shares of the page. What is not there (a title, a
container further out than the root) is NaN, and the trees know what to do with it. "Odds" are log-odds of content
that training has learned for a word or a tag, see `word_tables`.
"""

from __future__ import annotations

LEVELS = range(5)
TEXT = (
    "log_chars log_words sentences commas punctuation_per_word digit_share capital_share chars_per_word "
    "words_per_sentence ends_with_stop starts_small link_share log_unlinked_chars tags_per_word common_share odds_mean "
    "odds_least odds_greatest odds_first odds_second has_bold has_emphasis has_code has_time has_label is_hidden "
    "is_aria_hidden is_unrendered is_preformatted is_hidden_by_style"
).split()
"""The block's own text. `common_share`: how many of its first words are words that most texts have."""
PLACE = (
    "rank_share words_before_share rank rank_from_end log_words_before depth depth_share since_heading from_first_h1 "
    "tag_odds parent_tag_odds grandparent_tag_odds"
).split()
"""Where it stands on the page and in the tree."""
CLASSES = (
    "class_odds parent_class_odds grandparent_class_odds class_odds_sum class_odds_least class_odds_greatest"
).split()
"""The words of class, id, role and itemprop attributes, of its element and of all around it."""
CONTAINERS = [
    f"container{level}_{name}"
    for name in (
        "log_words link_share log_blocks log_words_per_block share_of_page long_share punctuation_per_word rank_inside "
        "common_share tag_odds"
    ).split()
    for level in LEVELS
]
"""The five nearest elements that hold more than one block: what is in them."""
REPEATED = [
    "siblings",
    *(
        f"{group}_{name}"
        for group in ("path", "template")
        for name in ("blocks", "words_per_block", "link_share", "share_of_page")
    ),
    "same_text",
]
"""Blocks with the same tags above them (path), and the same classes, too (template)."""
NEIGHBOURS = [
    *(
        f"{name}_at{offset:+d}"
        for offset in (-3, -2, -1, 1, 2, 3)
        for name in ("log_words", "link_share", "ends_with_stop", "kind", "common_share", "same_parent")
    ),
    "window_log_unlinked_words",
    "window_link_share",
]
"""The three blocks before and after it."""
PUBLISHED = (
    "tag_ratio tag_ratio_smooth tag_ratio_smoother tag_ratio_slope tag_ratio_deviations p_value0 p_value1 p_value2 "
    "p_value_greatest in_body_text rank_in_body_text in_candidate candidate_score blocks_from_candidate "
    "parent_candidate_score in_longest_container"
).split()
"""The ideas of published methods, by block: CETR's tag ratios, the P value, BTE's stretch, Readability's candidates."""
SAID = "title_likeness title_share heading_likeness from_title in_description in_structured_data".split()
"""How much of it stands in the title, the first heading, the description and the JSON-LD of the page."""
TAG_GROUPS: dict[str, str] = {
    "p": "p",
    "li": "li",
    "cell": "td th",
    "h1": "h1",
    "h2": "h2",
    "h3": "h3 h4 h5 h6",
    "article": "article",
    "main": "main",
    "section": "section",
    "nav": "nav",
    "footer": "footer",
    "aside": "aside",
    "header": "header",
    "form": "form",
    "figure": "figure figcaption",
    "table": "table",
    "quote": "blockquote",
    "pre": "pre code",
}
"""Tags that are looked for around a block, as the groups of class words are."""


CLASS_GROUPS = (
    "ad author body breadcrumb button caption card code comment consent content date description article foot forum "
    "header hidden legal list login main media meta modal nav pager popular post price product related review search "
    "share side slide spec subscribe summary tab tag title toc user widget"
).split()
"""The groups of class_groups.txt, in its order."""
GROUPS = [f"steps_to_{name}" for name in CLASS_GROUPS] + [f"steps_to_<{name}>" for name in TAG_GROUPS]
"""Steps up to the nearest element of each group, 30 if there is none."""
WHOLE = [
    *(
        "page_log_blocks page_log_words page_link_share page_long_share page_log_longest page_log_words_per_block "
        "page_greatest_template page_log_currencies page_p_share page_li_share page_cell_share page_nav_share "
        "page_pre_share"
    ).split(),
    *(
        f"page_log_{name}"
        for name in (
            "article h1 h2 h3 table form section li p pre button blockquote dl main details time img input"
        ).split()
    ),
    *(f"page_log_{name}_classes" for name in CLASS_GROUPS),
    *(
        f"page_says_{name}"
        for name in (
            "product article blog_posting forum_posting qa item_list collection faq local_business recipe".split()
        )
    ),
]
"""The page as a whole, the same for all its blocks."""
FEATURES: tuple[str, ...] = (
    *TEXT,
    *PLACE,
    *CLASSES,
    *CONTAINERS,
    *REPEATED,
    *NEIGHBOURS,
    *PUBLISHED,
    *SAID,
    *GROUPS,
    *WHOLE,
)
"""The columns of the first stage."""
LIKELY = "expected_share expected_log_words greatest_first likely_log_blocks likely_share".split()
"""How much of the page the first stage takes for content."""
TYPE_NUMBERS: tuple[str, ...] = (*WHOLE, *LIKELY, *(f"content_{name}" for name in FEATURES[: -len(WHOLE)]))
"""What a page's type is judged by: the page as a whole, and the columns of the first stage as they are on average in
what it takes for content."""
ITEM = (
    "item_mean item_log_words item_blocks item_link_share mean plain_mean deviation kept_share log_items "
    "share_of_page mass link_share log_words_per_item rank rank_in_item others heading heading_odds from_heading start "
    "column expected_f1"
).split()
CONTEXT: tuple[str, ...] = (
    "first",
    *(f"first_at{offset:+d}" for offset in (-4, -3, -2, -1, 1, 2, 3, 4)),
    *(f"window{radius}_{name}" for radius in (2, 5, 12) for name in ("mean", "plain_mean")),
    *(f"container{level}_{name}" for name in ("mean", "plain_mean", "mass", "others") for level in LEVELS),
    *"template_mean template_plain_mean page_mean page_log_mass page_greatest page_sureness mass_before".split(),
    *"mass_after from_first_sure to_last_sure to_next_sure from_last_sure".split(),
    *(f"group{number}_{name}" for number in range(2) for name in ITEM),
    *"section_mean section_log_words section_link_share section_heading section_heading_odds".split(),
    *"chapter_mean chapter_log_words chapter_heading chapter_heading_odds to_next_heading next_heading".split(),
    *"least_container_mean in_best from_best best_expected_f1".split(),
    *"gap_log_words greatest_gap_log_words mass_before_gap n_h1 n_titles since_title log_comments".split(),
    *"since_comment since_related since_author n_authors worst_heading_odds since_worst_heading".split(),
    *"worst_class_odds same_text_before same_text_elsewhere".split(),
    *"before15_mean before40_mean after15_mean after40_mean log_words_since_start".split(),
    *(f"in_top{level}" for level in LEVELS),
    "copy_margin",
    *(
        f"{name}_{where}"
        for name in ("copied", "doubled")
        for where in ("near", *(f"container{level}" for level in range(3)))
    ),
    "page_copied",
    "page_doubled",
    *"unseen_share unseen_log_words page_hidden_mass page_aria_hidden_mass page_unrendered_mass".split(),
    "page_unseen_mass",
    "page_hidden_by_style_mass",
)
"""The columns of the second stage: what the first one thinks of the block's surroundings. "Sure" blocks are those with
eight words that the first stage gives more than 0.6; "mass" is words times probability; "groups" are elements with at
least two more like them beside them, of which the block's is one item. A text is "doubled" if it stands in two
elements, "copied" where it stands after the first of them; `copy_margin` is how much more probable another block with
it is. "Unseen" is what browsers or screen readers leave out; `unseen_share` is how much of the page's mass the unseen
blocks around the block have."""
FEATURE_GROUPS: dict[str, tuple[str, ...]] = {
    "text": tuple(TEXT),
    "place": tuple(PLACE),
    "class words": (*CLASSES, *GROUPS[: len(CLASS_GROUPS)]),
    "tags around": tuple(GROUPS[len(CLASS_GROUPS) :]),
    "containers": tuple(CONTAINERS),
    "repeated structure": tuple(REPEATED),
    "neighbours": tuple(NEIGHBOURS),
    "published methods": tuple(PUBLISHED),
    "title and metadata": tuple(SAID),
    "whole page": tuple(WHOLE),
}
"""For telling what each kind of feature is worth."""
