"""Records of the papers -> the cell of each item in docs/papers.md."""

import statistics
from collections.abc import Callable
from typing import Any

from benches.papers.records import recorded


def figures(name: str) -> Any:
    """The figures of a paper's newest record."""
    return recorded(name)["figures"]


def drawn() -> str:
    return "drawn from the page you give"


def shared_drawn() -> str:
    return "drawn from the site you give"


def cetr_tm() -> str:
    return _cetr("CETR-TM")


def cetr_km() -> str:
    return _cetr("CETR-KM")


def cetr_2d() -> str:
    return _cetr("CETR")


def _cetr(method: str) -> str:
    found = figures("cetr")["methods"][method]["CleanEval-Eng"]
    return "F1 {f1_of_means:.2f} (P {precision:.2f}, R {recall:.2f})".format(**found)


def cetr_methods() -> str:
    found = figures("cetr")
    averages = {name: average(columns) for name, columns in found["methods"].items()}
    best = max(averages, key=averages.__getitem__)
    return f"CETR {averages['CETR']:.2f} on average, best {best} {averages[best]:.2f}"


def average(columns: dict[str, dict[str, float]]) -> float:
    """The mean F1 over the sources, as in Table 4."""
    return statistics.fmean(found["f1_of_means"] for found in columns.values())


def cetr_lambda() -> str:
    found = figures("cetr")["lambda"]["NYTimes"]
    best = max(found, key=lambda each: found[each]["f1_of_means"])
    text = "P {:.1f}, R {:.1f} at 0; {:.1f}, {:.1f} at .5; {:.1f}, {:.1f} at 2; best F1 at {}"
    pairs = [found[each][name] for each in ("0", "0.5", "2") for name in ("precision", "recall")]
    return text.format(*pairs, best)


def qread_outcomes() -> str:
    found = figures("qread")
    parts = [
        "{} {accurate:.1f}, {extra:.1f}, {missed:.1f} ({})".format(
            "qRead", language, **found[language]["methods"]["qread"]
        )
        for language in ("English", "Chinese")
    ]
    return "; ".join(parts)


def qread_lambda() -> str:
    found = figures("qread")
    parts = []
    for language in ("English", "Chinese"):
        of = found[language]["lambda"]
        best = max(of, key=lambda each: of[each]["accurate"])
        parts.append(
            f"{language}: {best} is best ({of[best]['accurate']:.1f} % accurate), 3 has {of['3']['accurate']:.1f}"
        )
    return "; ".join(parts)


def _qread_times(name: str) -> dict[str, list[float]]:
    return {language: of["qread"][name] for language, of in recorded("qread")["times"].items()}


def qread_range() -> str:
    return "; ".join(
        f"{language} {low:.2f} to {high:.1f} ms" for language, (low, high) in _qread_times("range").items()
    )


def qread_means() -> str:
    return _ranges("mean", "ms")


def qread_variances() -> str:
    return _ranges("variance", "ms²")


def qread_deviations() -> str:
    return _ranges("deviation", "ms")


def _ranges(name: str, unit: str) -> str:
    found = _qread_times(name)
    return "; ".join(f"{language} {min(of):.2f} to {max(of):.2f} {unit}" for language, of in found.items())


def leaf_times() -> str:
    found = recorded("leaf")["times"]
    text = "{:.2f} ms: {:.2f} parsing and features, {:.2f} the model"
    return text.format(*(found[name]["mean"] for name in ("page", "parsing and features", "classification")))


def leaf_counts() -> str:
    found = figures("leaf")["mixed"]
    share = 100 * found["clean"] / found["nodes"]
    return f"{found['pages']} pages, {found['nodes']:,} nodes, {share:.0f} % clean"


def leaf_sites() -> str:
    found = figures("leaf")
    scores = [site["f1"] for site in found["sites"].values()]
    mixed = found["mixed"]
    text = "F1 {:.1f} to {:.1f}, median {:.1f}; mixed {:.1f}, on sites not seen {:.1f}"
    return text.format(min(scores), max(scores), statistics.median(scores), mixed["seen"]["f1"], mixed["unseen"]["f1"])


def leaf_learners() -> str:
    found = {**figures("leaf")["learners"], "XGBoost": figures("leaf")["mixed"]}
    return ", ".join(f"{of['seen']['f1']:.1f}" for of in found.values()) + " (sites seen)"


def pvalue_ctd() -> str:
    found = figures("pvalue")["extraction"]
    return "F1 {:.2f} and {:.2f}".format(*(found[name]["gn1"]["f1"] for name in ("P value", "CTD")))


def pvalue_above() -> str:
    return f"{figures('pvalue')['extraction']['P value']['gn1']['share']:.2f} %"


def pvalue_judgement() -> str:
    found = figures("pvalue")["judgement"]["page_value, threshold of other domains"]
    return "{}, {} and {}, {}: {:.2f} %".format(*found["articles"], *found["others"], found["accuracy"])


def matching_metric() -> str:
    return "P " + ", ".join(f"{of['precision']:.2f}" for of in figures("matching")["examples"].values())


def matching_pages() -> str:
    found = figures("matching")["pages"]
    means = [100 * statistics.fmean(page[form]["f1"] for page in found) for form in ("single", "paper", "extracted")]
    return "F {:.2f} and {:.2f} by its rule, {:.2f} by ours".format(*means)


CELLS: dict[str, Callable[[], str]] = {
    each.__name__: each
    for each in (
        *(drawn, shared_drawn, cetr_tm, cetr_km, cetr_2d, cetr_methods, cetr_lambda),
        *(qread_outcomes, qread_lambda, qread_range, qread_means, qread_variances, qread_deviations),
        *(leaf_times, leaf_counts, leaf_sites, leaf_learners),
        *(pvalue_ctd, pvalue_above, pvalue_judgement, matching_metric, matching_pages),
    )
}
"""The function of each name that `items` uses."""
