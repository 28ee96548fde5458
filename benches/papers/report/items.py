"""Every table and figure of the five papers: what it shows, its figures in the paper, and how to make it here.

`ours` names a function of `cells` that reads our figures from the records. An item without one says why there is
nothing to measure. `printed` has the numbers of the papers' tables.
"""

from typing import NamedTuple


class Item(NamedTuple):
    """One table or figure of a paper."""

    paper: str
    number: str
    shows: str
    in_paper: str
    corpus: str = ""
    command: str = ""
    ours: str = ""
    reason: str = ""

    @property
    def key(self) -> str:
        """Paper and number."""
        return f"{self.paper} {self.number}"


PAPERS = {
    "CETR": "T. Weninger, W. H. Hsu, J. Han: CETR - Content Extraction via Tag Ratios. WWW 2010",
    "qRead": "J. Wang, J. Wang: qRead - A Fast and Accurate Article Extraction Method from Web Pages. IC3K 2015",
    "leaf": "W. Hong, J. Li, W. Wang, Y. Weng: Intelligent Web Robot for Content Extraction. 2019",
    "P value": "Q. Lv and others: An Algorithm to Extract and Judge the Main Text. EMIM 2017",
    "matching": "W. Thanadechteemapat, C. C. Fung: Improving Webpage Content Extraction. ICMLC 2012",
}
MODULES = {"CETR": "cetr", "qRead": "qread", "leaf": "leaf", "P value": "pvalue", "matching": "matching"}
"""The measuring module, the record and the page in docs/algorithms of each paper."""

CETR = "python -m benches.papers.cetr"
QREAD = "python -m benches.papers.qread"
LEAF = "python -m benches.papers.leaf"
PVALUE = "python -m benches.papers.pvalue"
MATCHING = "python -m benches.papers.matching"
EXPLAIN = "maintext explain PAGE"
CLEANEVAL = "CleanEval, 675 + 57 pages"
NEWS = "L3S-GN1 and newspaper_train; chinese_train and magic_articles_train"
SITES = "sites of CleanPortalEval and dragnet"
NO_HUTCH = "the page of The Hutchinson News of 2008 is not at hand; the same picture of any page"
NO_SIX = "the three news pages are not at hand; the same picture of any page"

ITEMS = (
    Item("CETR", "Figure 1", "the running example, a news page", "a screenshot", reason="the page is not at hand"),
    Item("CETR", "Figure 2", "tag ratios by line", "high from line 220 to 260", NO_HUTCH, EXPLAIN, "drawn"),
    Item("CETR", "Figure 3", "smoothed tag ratios", "one hill, lines 220 to 260", NO_HUTCH, EXPLAIN, "drawn"),
    Item("CETR", "Figure 4", "absolute derivatives", "spikes at lines 220 and 267", NO_HUTCH, EXPLAIN, "drawn"),
    Item("CETR", "Figure 5", "both as points, in clusters", "the origin is not content", NO_HUTCH, EXPLAIN, "drawn"),
    Item(
        "CETR",
        "Figure 6",
        "precision and recall of CETR-TM by lambda, NY Times",
        "recall 100 % at 0; .5 is good",
        "nytimes.com in dragnet",
        CETR,
        "cetr_lambda",
    ),
    Item("CETR", "Table 1", "CETR-TM by source", "English CleanEval F1 94.10", CLEANEVAL, CETR, "cetr_tm"),
    Item("CETR", "Table 2", "CETR-KM by source", "English CleanEval F1 94.88", CLEANEVAL, CETR, "cetr_km"),
    Item("CETR", "Table 3", "CETR by source", "English CleanEval F1 94.72", CLEANEVAL, CETR, "cetr_2d"),
    Item("CETR", "Table 4", "13 methods, 6 sources", "CETR 93.93 on average", "six, below", CETR, "cetr_methods"),
    Item("qRead", "Figure 1", "a news page", "a screenshot", reason="the page is not at hand"),
    Item("qRead", "Figure 2", "words of each line", "long lines are the article", NO_SIX, EXPLAIN, "drawn"),
    Item("qRead", "Figure 3", "words per line of each segment", "the densest is it", NO_SIX, EXPLAIN, "drawn"),
    Item("qRead", "Figure 4", "outcomes by lambda", "3 is best", NEWS, QREAD, "qread_lambda"),
    Item(
        "qRead", "Figure 5", "time of each page", "English 1 to 75 ms, Chinese 1 to 684 ms", NEWS, QREAD, "qread_range"
    ),
    Item(
        "qRead",
        "Figure 6",
        "mean time of each draw",
        "English 9.08 to 16.39 ms, Chinese 9.67 to 15.05 ms",
        NEWS,
        QREAD,
        "qread_means",
    ),
    Item(
        "qRead",
        "Figure 7",
        "variance in each draw",
        "an outlier in draw 19 (English), 17 (Chinese)",
        NEWS,
        QREAD,
        "qread_variances",
    ),
    Item("qRead", "Figure 8", "standard deviation in each draw", "the same outliers", NEWS, QREAD, "qread_deviations"),
    Item("qRead", "Table 1", "the 35 Chinese sites", "a list of addresses", reason="a list; the pages are not public"),
    Item(
        "qRead",
        "Table 2",
        "accurate, extra, missed",
        "qRead 93.6, 5.8, 1.6 (English); 96.8, 3.2, 1.0 (Chinese)",
        NEWS,
        QREAD,
        "qread_outcomes",
    ),
    Item("leaf", "Figure 1", "the approach", "a diagram", reason="a diagram of the method"),
    Item("leaf", "Figure 2", "the pipeline", "a diagram", reason="a diagram of the method"),
    Item("leaf", "Figure 3", "HTML and its tree", "a diagram", reason="a diagram of the method"),
    Item("leaf", "Figure 4", "tags that are removed", "a diagram", reason="a diagram of the method"),
    Item(
        "leaf",
        "Figure 5",
        "time of each page",
        "95 ms: 82 parsing and features, 13 the model",
        SITES,
        LEAF,
        "leaf_times",
    ),
    Item(
        "leaf",
        "Table 1",
        "pages and nodes by site",
        "1,083 pages, 78,094 nodes, 25 % clean",
        SITES,
        LEAF,
        "leaf_counts",
    ),
    Item("leaf", "Table 2", "a model for each site", "F1 96.56 to 99.10, mixed 97.63", SITES, LEAF, "leaf_sites"),
    Item("leaf", "Table 3", "three learners", "96.39, 95.81, 97.63", SITES, LEAF, "leaf_learners"),
    Item("P value", "Table 1", "P value and CTD", "F1 97.62 and 92.83", "L3S-GN1, 621 pages", PVALUE, "pvalue_ctd"),
    Item(
        "P value",
        "Table 2",
        "pages with all above 95 %",
        "95.42 % of 262",
        "L3S-GN1, 621 pages",
        PVALUE,
        "pvalue_above",
    ),
    Item(
        "P value",
        "Table 3",
        "articles and other pages by P",
        "23, 5 and 0, 55: 93.98 %",
        "wcxb_train, 649 + 157 pages",
        PVALUE,
        "pvalue_judgement",
    ),
    Item("matching", "Figure 1", "single-page extraction", "a diagram", reason="a diagram of the method"),
    Item("matching", "Figure 2", "extraction over pages", "a diagram", reason="a diagram of the method"),
    Item(
        "matching",
        "Figure 3",
        "what two pages keep and drop",
        "two screenshots",
        "the pages are not at hand; the same of any site",
        "maintext explain PAGE --site FOLDER",
        "shared_drawn",
    ),
    Item(
        "matching",
        "Table 1",
        "the metric, by example",
        "P 90.91, 89.66, 75",
        "none needed",
        MATCHING,
        "matching_metric",
    ),
    Item(
        "matching",
        "Table 2",
        "15 pages, single and matched",
        "F 89.53 and 99.93",
        "blogs.wsj.com in CleanPortalEval, 14 pages",
        MATCHING,
        "matching_pages",
    ),
)

ERRATA = {
    "CETR": (
        "Equation 1 sums over j, which makes all weights equal; the text around it describes a Gauss kernel.",
        "Equation 2 divides by the first half of the kernel, equation 3 leaves the ends of the page undefined, and "
        "equation 4 adds alpha + 1 values and divides by alpha.",
        "Tables 2 and 3 disagree with Table 4: CETR-KM on English CleanEval 94.88 and 94.68, on all of CleanEval 90.69 "
        "and 90.59; CETR on Chinese 86.69 and 86.62, on all of CleanEval 90.71 and 90.67. So does Table 1 on the "
        "Big 5, 81.23 and 81.27. The Big 5 of Table 3 have 91.82; its five lines have a mean of 91.79.",
        "The average of Table 4 leaves out the column of all of CleanEval.",
    ),
    "qRead": (
        "The abstract has 13.20 ms for Chinese and 11.37 ms for English pages, the introduction the reverse; section "
        "4.5 has 13.20 for English and 11.98 for Chinese.",
        "Table 2: 93.6 + 5.8 + 1.6 and 96.8 + 3.2 + 1.0 are both 101 %. The text has 0.8 % missed where the table "
        "has 1.6 %.",
    ),
    "leaf": (
        'The abstract has "within 10 ms" per page, section 4.3 has 95 ms.',
        "Table 1: the pages of the ten sites add up to 1,093, not 1,083.",
        "Table 2: precision 96.96 and recall 97.59 of finance.sina.com.cn give an F1 of 97.27, not 98.44, which is "
        "the line above it.",
        "Equation 3 is the harmonic mean; the text calls it a geometric one.",
    ),
    "P value": (
        "The list of removed elements lost a tag in print; the authors' code also removes <img>. <channel> is not an "
        "element of HTML.",
    ),
    "matching": (
        "Table 1: by the paper's own equations the precisions are 88.24, 86.67 and 71.43, not 90.91, 89.66 and 75.",
        "Table 2, row 15: precision 77.51 and recall 100 give 87.33, not 97.33.",
    ),
}
"""Slips of the papers themselves."""
