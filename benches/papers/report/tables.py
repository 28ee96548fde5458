"""Records of the papers -> the tables of docs/papers.md below the list of items."""

import statistics
from collections.abc import Iterable, Sequence
from typing import Any

from benches.papers.cetr import LP_OF_SITES
from benches.papers.records import FOLDER
from benches.papers.report import printed
from benches.papers.report.cells import figures
from maintext.extractors.papers import cetr, leaf, qread


def markdown(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table."""
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    return "\n".join([*lines, *(f"| {' | '.join(map(str, row))} |" for row in rows)])


def number(value: float | None, digits: int = 1) -> str:
    """A figure, or a dash."""
    return "-" if value is None else f"{value:.{digits}f}"


def cetr_tables() -> list[str]:
    found = figures("cetr")
    vips = vips_figures()
    lambdas = found["lambda"]
    head_6 = ["lambda", *(f"{source} {name}" for source in lambdas for name in ("P", "R", "F1"))]
    measures = ("precision", "recall", "f1_of_means")
    rows_6 = [
        [each, *(number(lambdas[source][each][name]) for source in lambdas for name in measures)]
        for each in next(iter(lambdas.values()))
    ]
    return [
        "**Tables 1 to 3.** The paper's precision and recall in either order, since the copy at hand mixes them, and "
        "its F1; ours below, as precision, recall and F1. All of CleanEval is the mean of its two languages.",
        _cetr_sources(found["methods"]),
        "**Table 4.** Every word by its place, F1 of mean precision and mean recall. Only the first column is of the "
        "paper's own pages; the others are the nearest ones there are. The last two lines are not in the paper.",
        _cetr_methods(found, vips),
        _vips_sentence(vips),
        "**Figure 6.** `cetr-tm:deviations=LAMBDA`.",
        markdown(head_6, rows_6),
        "**Readings.** F1 of `cetr-tm`, `cetr-km`, `cetr`, by the same metric; the difference to the first line.",
        _cetr_readings(found["readings"]),
    ]


PLACES = ("CleanEval", "chinese_train", "L3S-GN1", "CleanPortalEval", "dragnet", "dragnet")


def _cetr_sources(methods: dict[str, Any]) -> str:
    forms = ("CETR-TM", "CETR-KM", "CETR")
    rows = []
    for source, lines in printed.TABLES_1_TO_3.items():
        rows.append([f"{source}, paper", *(f"{one:.2f} {other:.2f} {f1:.2f}" for one, other, f1 in lines)])
        parts = ("CleanEval-Eng", "CleanEval-Zh") if source == "CleanEval" else (source,)
        if all(part in printed.SOURCES for part in parts):
            rows.append([f"{source}, ours", *(_mean_of_sources(methods[form], parts) for form in forms)])
    return markdown(["", *forms], rows)


def _mean_of_sources(own: dict[str, dict[str, float]], sources: Sequence[str]) -> str:
    names = ("precision", "recall", "f1_of_means")
    return " ".join(f"{statistics.fmean(own[source][name] for source in sources):.2f}" for name in names)


def _cetr_methods(found: dict[str, Any], vips: dict[str, Any] | None) -> str:
    n_pages = found["n_pages"]
    named = zip(printed.SOURCES, PLACES, strict=True)
    head = ["F1: paper, ours", *(f"{name}: {place}, {n_pages[name]}" for name, place in named), "average"]
    head.insert(3, "CleanEval: both")
    dashes = (None,) * len(printed.SOURCES)
    rows = []
    for method in (*printed.TABLE_4, "TTR", LP_OF_SITES):
        own = found["methods"].get(method)
        if method == "VIPS" and vips:
            own = {source: each["upper bound"] for source, each in vips.items()}
        ours = [own[source]["f1_of_means"] if own and source in own else None for source in printed.SOURCES]
        theirs = printed.TABLE_4.get(method, dashes)
        pairs = [f"{number(a)}, {number(b)}" for a, b in zip(theirs, ours, strict=True)]
        pairs.insert(2, f"{number(printed.ALL_OF_CLEANEVAL.get(method))}, {number(_mean(ours[:2]))}")
        rows.append([method, *pairs, f"{number(printed.AVERAGES.get(method))}, {number(_mean(ours))}"])
    return markdown(head, rows)


def _mean(values: Sequence[float | None]) -> float | None:
    """The mean; None if a value is missing."""
    known = [value for value in values if value is not None]
    return statistics.fmean(known) if len(known) == len(values) else None


def vips_figures() -> dict[str, Any] | None:
    """The figures of VIPS, which need a browser; None if they are not recorded."""
    return figures("vips") if list(FOLDER.glob("*-vips.json")) else None


def _vips_sentence(found: dict[str, Any] | None) -> str:
    if found is None:
        return "VIPS needs a browser and has not been measured; `python -m benches.papers.vips` does it."
    samples = ", ".join(f"{own['n_pages']} of {source}" for source, own in found.items())
    shipped = ", ".join(number(own["vips"]["f1_of_means"]) for own in found.values())
    n_failed = sum(own["n_failed"] for own in found.values())
    return (
        f"VIPS needs a browser (`python -m benches.papers.vips`). It is measured on these pages: {samples}; "
        f"{n_failed or 'none'} of the sample could not be laid out. The browser is offline, so that style sheets of "
        "their own files are missing. As in the paper, it is an upper bound: the best combination of segments, by bag "
        f"of words. Labelled by the model's scores instead, `vips` has {shipped} in the same columns."
    )


def _cetr_readings(found: dict[str, Any]) -> str:
    meanings = {f"as_printed={name}": text for name, text in cetr.READINGS.items()}
    meanings |= {"": "as it is here", "PAPER": "what the paper's text says", "PRINTED": "with its equations as well"}
    meanings |= {
        "least_share=0.01": "a block is kept if any of its lines is",
        "least_share=1.0": "a block is kept if all of its lines are",
    }
    rows = []
    for label in next(iter(found.values())):
        cells = []
        for readings in found.values():
            base, own = readings[""], readings[label]
            cells.append(" ".join(f"{own[form] - base[form]:+.1f}" if label else f"{own[form]:.1f}" for form in own))
        rows.append([f"`{label}`" if label else "", meanings[label], *cells])
    return markdown(["", "", *found], rows)


def qread_tables() -> list[str]:
    found = figures("qread")
    rows = []
    for language in ("English", "Chinese"):
        for by, own in found[language]["methods"].items():
            theirs = printed.QREAD_TABLE_2.get((language, by))
            cells = [
                f"{number(theirs[column] if theirs else None)}, {own[name]:.1f}"
                for column, name in enumerate(("accurate", "extra", "missed"))
            ]
            rows.append([f"{language}, {found[language]['n_pages']} pages", f"`{by}`", *cells])
    outcomes = ("accurate", "extra", "missed")
    languages = ("English", "Chinese")
    lambdas = [
        [each, *(number(found[language]["lambda"][each][name]) for language in languages for name in outcomes)]
        for each in found["English"]["lambda"]
    ]
    return [
        "**Table 2.** The paper's people judged by eye; here accurate means precision and recall of words of at least "
        "95 %.",
        markdown(["pages", "by", *(f"{name}: paper, ours" for name in outcomes)], rows),
        "**Figure 4.** `qread:empty_lines=LAMBDA`.",
        markdown(["lambda", *(f"{language} {name}" for language in languages for name in outcomes)], lambdas),
        _qread_contradictions(found),
        "**Readings.** Outcomes as above, then F1 of bags of words, in points of difference to `qread` as it is here.",
        _qread_readings(found),
        f"**Short articles**, which the paper leaves to future work: {found['short']['n_pages']} pages of L3S-GN1, "
        "newspaper_train, dragnet and CleanEval whose article has fewer than 60 words.",
        markdown(
            ["by", *outcomes, "P", "R", "F1"],
            [
                [f"`{by}`", *(number(own[name]) for name in (*outcomes, "precision", "recall", "f1"))]
                for by, own in found["short"].items()
                if by != "n_pages"
            ],
        ),
    ]


def _qread_contradictions(found: dict[str, Any]) -> str:
    english = found["English"]
    best = max(english["lambda"], key=lambda each: english["lambda"][each]["accurate"])
    order = sorted(english["methods"], key=lambda by: -english["methods"][by]["accurate"])
    ranking = ", ".join(f"`{by}` {english['methods'][by]['accurate']:.1f}" for by in order)
    return (
        f"The paper finds lambda 3 best and qRead ahead of CoreEx and ECON. On these English pages lambda {best} is "
        f"most often accurate, and the order is {ranking}. The paper's pages are not public, so that the cause can't "
        "be separated: other sites, ten years of other templates, or judging by eye."
    )


def _qread_readings(found: dict[str, Any]) -> str:
    rows = []
    bags = found["bags"]
    for label in (*qread.READINGS, "PAPER"):
        meaning = qread.READINGS.get(label, "all of them")
        differences = [
            " ".join(
                f"{found[language]['readings'][label][name] - found[language]['methods']['qread'][name]:+.1f}"
                for name in ("accurate", "extra", "missed")
            )
            for language in ("English", "Chinese")
        ]
        f1 = [f"{bags[label][corpus]['f1'] - bags['qread'][corpus]['f1']:+.1f}" for corpus in bags["qread"]]
        rows.append([f"`{'PAPER' if label == 'PAPER' else f'as_printed={label}'}`", meaning, *differences, *f1])
    return markdown(["", "", "English", "Chinese", *(f"F1 {corpus}" for corpus in bags["qread"])], rows)


def leaf_tables() -> list[str]:
    found = figures("leaf")
    columns = ("pages", "nodes", "clean", "dirty", "precision", "recall", "f1")
    rows = [[f"{site}, paper", *(f"{value:,}" for value in own)] for site, own in printed.LEAF_SITES.items()]
    rows += [[site, *(f"{own[name]:,}" for name in columns)] for site, own in found["sites"].items()]
    mixed, chinese = found["mixed"], found["chinese"]
    for label, own, kind in (
        ("all mixed, sites seen", mixed, "seen"),
        ("all mixed, sites not seen", mixed, "unseen"),
        ("chinese_train, sites not seen", chinese, "unseen"),
    ):
        rows.append([label, *(f"{own[name]:,}" for name in columns[:4]), *(own[kind][name] for name in columns[4:])])
    measured = {**found["learners"], "XGBoost": mixed}
    learners = [
        [
            name,
            " ".join(map(number, printed.LEAF_TABLE_3[name])),
            *(" ".join(number(own[kind][each]) for each in columns[4:]) for kind in ("seen", "unseen")),
        ]
        for name, own in measured.items()
    ]
    meanings = {f"as_printed={name}": text for name, text in leaf.READINGS.items()}
    meanings |= {
        "labels": "a leaf is content only if its very text is in the gold text",
        "weights": "every leaf counts one in training",
        "PAPER": "all of them",
    }
    readings = []
    base = found["readings"].get("", {})
    for label, own in found["readings"].items():
        if not label:
            continue
        name = f"as_printed={label}" if label in leaf.READINGS else label
        cells = [f"{own[kind]['f1'] - base[kind]['f1']:+.1f}" for kind in ("seen", "unseen")]
        readings.append([f"`{name}`", meanings[name], *cells])
    return [
        "**Tables 1 and 2.** The paper's ten sites, then ours: sites with ten pages or more. Clean leaves are content. "
        f"chinese_train has {chinese['pages']} pages of {chinese['sites']} sites, so that no site of it has pages to "
        "learn from and others to be tested on; it is one line, on sites not seen.",
        markdown(["site", "pages", "nodes", "clean", "dirty", "P", "R", "F1"], rows),
        "**Table 3.** Precision, recall and F1 on all sites mixed.",
        markdown(["learner", "paper", "ours, sites seen", "ours, not seen"], learners),
        "**Readings.** F1 on all sites mixed, in points of difference, all with the same parameters. With literal "
        "labels and joined leaves the test changes, too.",
        markdown(["", "", "sites seen", "not seen"], readings) if readings else "They have not been measured yet.",
    ]


def pvalue_tables() -> list[str]:
    found = figures("pvalue")
    corpora = tuple(found["extraction"]["CTD"])
    rows = []
    for label, own in found["extraction"].items():
        theirs = printed.PVALUE_TABLE_1.get(label)
        cells = [
            " ".join(number(own[corpus][name]) for name in ("precision", "recall", "f1", "share")) for corpus in corpora
        ]
        rows.append([f"`{label}`", " ".join(map(number, theirs)) if theirs else "-", *cells])
    judged = [[name, *own["articles"], *own["others"], own["accuracy"]] for name, own in found["judgement"].items()]
    return [
        "**Tables 1 and 2, and the readings.** Bag of words: precision, recall, F1, and the share of pages with all "
        "three above 95 %. `PRINTED` is the list of removed elements as printed, without `img`.",
        markdown(["", "paper: P R F1", *corpora], rows),
        "**Table 3.** Pages that are judged to have a main text.",
        markdown(["reading, threshold", "articles: yes", "no", "others: yes", "no", "accuracy"], judged),
    ]


def matching_tables() -> list[str]:
    found = figures("matching")
    names = ("precision", "recall", "f1")
    rows: list[list[object]] = [
        [f"the paper, {form}", 15, *(number(value) for value in values)]
        for form, values in printed.MATCHING_MEANS.items()
    ]
    labels = {"single": "single", "paper": "rule paper, 2 pages", "paper 3": "rule paper, 3 pages"}
    labels |= {"extracted": "default rule", "shown": "default rule, counting all blocks"}
    for corpus, own in found["rules"].items():
        for form, label in labels.items():
            rows.append([f"{corpus}, {label}", own["n_pages"], *(number(own[form][name]) for name in names)])
    forms = ("single", "paper", "extracted")
    pages = [
        [page["page"], *(number(100 * page[form][name]) for form in forms for name in names)] for page in found["pages"]
    ]
    head = ["page", *(f"{form} {name}" for form in ("single", "paper", "ours") for name in ("P", "R", "F1"))]
    theirs = [[place, *(number(each, 2) for each in own)] for place, own in enumerate(printed.MATCHING_TABLE_2, 1)]
    return [
        "**Table 1.** Precision, recall and F as printed, and by our metric `text-length`, which follows the paper's "
        "equations.",
        _metric_table(found["examples"]),
        "**Table 2** of the paper; recall is 100 on every page.",
        markdown(["page", "single P", "single F", "matched P", "matched F"], theirs),
        "**Table 2.** By length of text, by the paper's own extractor `xpath-blocks`; means over pages.",
        markdown(["", "pages", "P", "R", "F1"], rows),
        markdown(head, pages),
    ]


def _metric_table(found: dict[str, dict[str, float]]) -> str:
    rows = []
    for page, (n_extracted, n_expected, *theirs) in printed.MATCHING_TABLE_1.items():
        ours = [found[page][name] for name in ("precision", "recall", "f1")]
        cells = (" ".join(number(value, 2) for value in values) for values in (theirs, ours))
        rows.append([page, f"{n_extracted:,}", f"{n_expected:,}", *cells])
    return markdown(["", "extracted", "expected", "paper: P R F", "ours: P R F"], rows)


TABLES = {
    "CETR": cetr_tables,
    "qRead": qread_tables,
    "leaf": leaf_tables,
    "P value": pvalue_tables,
    "matching": matching_tables,
}
"""The tables of each paper."""
