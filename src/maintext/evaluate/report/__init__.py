"""Evaluation -> one HTML file that needs nothing else: tables, plots, and the worst pages with their texts."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from maintext.evaluate.evaluation import Evaluation
from maintext.evaluate.report.plots import f1_by_type, inks, precision_against_recall, time_against_size
from maintext.evaluate.report.verdict import mean_of, verdict
from maintext.evaluate.report.worst_pages import worst_html
from maintext.evaluate.runs import Result
from maintext.evaluate.summary import Summary, summarise
from maintext.evaluate.table import COLUMNS, FEW_COLUMNS, titled
from maintext.trained.files import read_card

_INKS = {
    "light": "#0072b2 #d55e00 #009e73 #b0568a #a86f00 #2f86bd #7f3c8d "
    "#666666 #7a7e00 #e73f74 #11a579 #3969ac #80470c #b58900",
    "dark": "#56b4e9 #ff8a4c #2fd0a0 #e79fc6 #f0b429 #8ccbf2 #c58fd3 "
    "#a5acb5 #c8cc3c #ff7aa2 #4fd9b4 #86aee8 #c99367 #ffd54a",
}
"""Colours of candidates that most people can distinguish, on both papers."""


def _style() -> str:
    inks = {paper: "".join(f"--c{n}: {ink};" for n, ink in enumerate(row.split())) for paper, row in _INKS.items()}
    return f"""
:root {{ color-scheme: light dark; --paper: #fff; --raised: #f6f7f9; --ink: #1a1f27; --muted: #59626f; --rule: #dfe3e8;
  --accent: #b3124f; --lost: #ffd9d3; --extra: #d4e6ff; {inks["light"]} }}
@media (prefers-color-scheme: dark) {{ :root {{ --paper: #14171c; --raised: #1d2128; --ink: #e8ebef; --muted: #a3adba;
  --rule: #343a44; --accent: #ff7fae; --lost: #5c2b27; --extra: #1f3f66; {inks["dark"]} }} }}
body {{ font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 78rem;
  margin: 2rem auto; padding: 0 1rem }}
h1 {{ font-size: 1.6rem }} h2 {{ margin-top: 2.5rem; border-bottom: 1px solid var(--rule) }} h3 {{ margin-top: 2rem }}
.verdict {{ font-size: 1.2rem; max-width: 60rem }} a {{ color: light-dark(#1059b5, #7ab8ff) }}
.scroll {{ overflow-x: auto }} table {{ border-collapse: collapse; font-size: .85rem }}
th, td {{ padding: .2rem .6rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--rule) }}
th {{ color: var(--muted); font-weight: 500 }} td:first-child, th:first-child {{ text-align: left }}
.words td:last-child, .words th:last-child {{ text-align: left }}
svg {{ width: 100%; height: auto; display: block }} .mtb {{ max-width: 64rem }}
.legend span {{ display: inline-block; margin-right: 1.2rem; white-space: nowrap }}
.legend i {{ display: inline-block; width: .8em; height: .8em; border-radius: 50%; margin-right: .4em }}
.text {{ margin: .5rem 0 1.5rem; padding: .5rem 1rem; background: var(--raised); overflow-wrap: anywhere }}
del {{ background: var(--lost); text-decoration: none }} ins {{ background: var(--extra); text-decoration: none }}
.note {{ color: var(--muted) }} summary {{ cursor: pointer; padding: .2rem 0 }}
@media (max-width: 40rem) {{ .plot {{ overflow-x: auto }} .plot svg {{ min-width: 44rem }} }}
"""


def to_report(evaluation: Evaluation) -> str:
    """The report as HTML."""
    names = list(dict.fromkeys(result.by for result in evaluation.results))
    ink = inks(names)
    results = evaluation.results
    sections = [
        f'<h1>maintext evaluate</h1><p class="verdict">{escape(verdict(results))}</p>{_facts(evaluation)}',
        f"<h2>Figures</h2>{_tables(results)}",
        f"<h2>F1 by page type</h2>{_legend(ink)}{_plot(f1_by_type(results, ink))}",
        f"<h2>Precision against recall</h2>{_plot(precision_against_recall(results, ink))}",
        f"<h2>Time against page size</h2>{_legend(ink)}{_plot(time_against_size(results, ink))}",
        f"<h2>By page type</h2>{_folded('Tables', _all_columns(summarise(results, by_type=True)))}",
        _worth(names),
        "<h2>Worst pages</h2><p><del>lost: in the gold text, not kept</del> "
        f"<ins>too much: kept, not in the gold text</ins></p>{_worst(evaluation)}",
    ]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>maintext evaluate</title>'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f'<meta name="viewport" content="width=device-width"><style>{_style()}</style></head>'
        f"<body><main>{''.join(sections)}</main></body></html>"
    )


def _facts(evaluation: Evaluation) -> str:
    n_pages: dict[str, set[str]] = {}
    for result in evaluation.results:
        n_pages.setdefault(result.corpus, set()).add(result.id)
    corpora = "".join(
        f"<li>{escape(name)}: {len(n_pages.get(name, ())):,} pages, sha256 <code>{digest[:16]}</code>"
        for name, digest in evaluation.sha256.items()
    )
    missing = "".join(f"<li>{escape(reason)}" for reason in evaluation.missing.values())
    broken = "".join(f"<li>broken page {escape(str(page))}" for page in evaluation.broken)
    changed = "".join(f"<li>{escape(line)}" for line in evaluation.gold_lines())
    return f"<ul>{corpora}{missing}{broken}{changed}</ul>"


def _tables(results: Sequence[Result]) -> str:
    """Six columns for each corpus, and all of them folded."""
    summaries = summarise(results)
    margins = {(one.corpus, one.by): _margin(results, one) for one in summaries}
    parts = []
    for title, group in titled(summaries).items():
        head = "".join(f"<th scope=col>{name}" for name in (*FEW_COLUMNS[:4], "F1, 95 % interval", "ms"))
        rows = "".join(
            f"<tr>{''.join(f'<td>{escape(COLUMNS[name](one))}' for name in FEW_COLUMNS[:4])}"
            f"<td>{COLUMNS['F1'](one)} ± {margins[one.corpus, one.by]:.3f}<td>{escape(COLUMNS['ms'](one))}</tr>"
            for one in group
        )
        parts.append(
            f'<h3>{escape(title)}</h3><div class="scroll" tabindex="0"><table><tr>{head}</tr>{rows}</table></div>'
        )
    return "".join(parts) + _folded("All metrics, times and errors", _all_columns(summaries))


def _margin(results: Sequence[Result], summary: Summary) -> float:
    mine = (result for result in results if (result.corpus, result.by) == (summary.corpus, summary.by))
    return mean_of([result.figures["bag-of-words"]["f1"] for result in mine]).margin


def _all_columns(summaries: Sequence[Summary]) -> str:
    head = "".join(f"<th scope=col>{escape(title)}" for title in COLUMNS)
    parts = []
    for title, group in titled(summaries).items():
        rows = "".join(f"<tr>{''.join(f'<td>{escape(cell(one))}' for cell in COLUMNS.values())}</tr>" for one in group)
        table = f'<table class="words"><tr>{head}</tr>{rows}</table>'
        parts.append(f'<h3>{escape(title)}</h3><div class="scroll" tabindex="0">{table}</div>')
    return "".join(parts)


def _folded(title: str, body: str) -> str:
    return f"<details><summary>{escape(title)}</summary>{body}</details>"


def _plot(svg: str) -> str:
    return f'<div class="plot">{svg}</div>'


def _legend(ink: dict[str, str]) -> str:
    items = (f'<span><i style="background:var(--{code})"></i>{escape(by)}</span>' for by, code in ink.items())
    return f'<p class="legend">{"".join(items)}</p>'


def _worth(names: Sequence[str]) -> str:
    """How much F1 the default extractor loses without each group of features, as measured in training."""
    scores = read_card("model")["scores"] if "model" in names else {}
    worth = {name: score for name, score in scores.items() if name.startswith("without ")}
    if not worth:
        return ""
    whole = worth.pop("without none")
    rows = "".join(f"<tr><td>{escape(name)}<td>{loss:+.4f}</tr>" for name, loss in worth.items())
    head = "<tr><th scope=col>group<th scope=col>loss of F1</tr>"
    note = f"The first stage of <code>model</code> reaches {whole:.4f} on training pages of sites that it had not seen."
    return f"<h2>F1 lost without each group of features</h2><p>{note}</p><table>{head}{rows}</table>"


def _worst(evaluation: Evaluation) -> str:
    return "".join(worst_html(by, worst) for by, worst in evaluation.worst.items())
