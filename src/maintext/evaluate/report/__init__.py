"""Evaluation -> one HTML file that needs nothing else: tables, plots, and the worst pages with their texts."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from maintext.evaluate.evaluation import Evaluation
from maintext.evaluate.report.plots import colours, f1_by_type, precision_against_recall, time_against_size
from maintext.evaluate.report.worst_pages import worst_html
from maintext.evaluate.summary import Summary, summarise
from maintext.evaluate.table import COLUMNS, titled
from maintext.trained.files import read_card

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; color: #222; max-width: 78rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.6rem } h2 { margin-top: 2.5rem; border-bottom: 1px solid #ddd } h3 { margin-top: 2rem }
table { border-collapse: collapse; font-size: .85rem; display: block; overflow-x: auto }
th, td { padding: .2rem .6rem; text-align: right; white-space: nowrap; border-bottom: 1px solid #eee }
th { color: #666; font-weight: 500 } td:first-child, th:first-child, td:last-child, th:last-child { text-align: left }
svg { max-width: 100%; height: auto; font-size: 12px }
.legend span { display: inline-block; margin-right: 1.2rem; white-space: nowrap }
.legend i { display: inline-block; width: .8em; height: .8em; border-radius: 50%; margin-right: .4em }
.text { margin: .5rem 0 1.5rem; padding: .5rem 1rem; background: #fafafa; overflow-wrap: anywhere }
del { background: #ffd9d3; text-decoration: none } ins { background: #d4e6ff; text-decoration: none }
.note { color: #777 } summary { cursor: pointer }
"""


def to_report(evaluation: Evaluation) -> str:
    """The report as HTML."""
    names = list(dict.fromkeys(result.by for result in evaluation.results))
    colour = colours(names)
    sections = [
        f"<h1>maintext evaluate</h1>{_facts(evaluation)}",
        f"<h2>Figures</h2>{_tables(summarise(evaluation.results))}",
        f"<h2>F1 by page type</h2>{_legend(colour)}{f1_by_type(evaluation.results, colour)}",
        f"<h2>Precision against recall</h2>{precision_against_recall(evaluation.results, colour)}",
        f"<h2>Time against page size</h2>{_legend(colour)}{time_against_size(evaluation.results, colour)}",
        f"<h2>By page type</h2>{_tables(summarise(evaluation.results, by_type=True))}",
        _worth(names),
        f"<h2>Worst pages</h2><p><del>lost</del> <ins>kept, but not in the gold text</ins></p>{_worst(evaluation)}",
    ]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>maintext evaluate</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>'
        f"<body>{''.join(sections)}</body></html>"
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
    return f"<ul>{corpora}{missing}{broken}</ul>"


def _tables(summaries: Sequence[Summary]) -> str:
    return "".join(f"<h3>{escape(title)}</h3>{_table(group)}" for title, group in titled(summaries).items())


def _table(summaries: Sequence[Summary]) -> str:
    head = "".join(f"<th>{escape(title)}" for title in COLUMNS)
    rows = ("".join(f"<td>{escape(cell(summary))}" for cell in COLUMNS.values()) for summary in summaries)
    return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def _legend(colour: dict[str, str]) -> str:
    items = (f'<span><i style="background:{code}"></i>{escape(by)}</span>' for by, code in colour.items())
    return f'<p class="legend">{"".join(items)}</p>'


def _worth(names: Sequence[str]) -> str:
    """How much F1 the default extractor loses without each group of features, as measured in training."""
    scores = read_card("model")["scores"] if "model" in names else {}
    worth = {name: score for name, score in scores.items() if name.startswith("without ")}
    if not worth:
        return ""
    whole = worth.pop("without none")
    rows = "".join(f"<tr><td>{escape(name)}<td>{loss:+.4f}<td></tr>" for name, loss in worth.items())
    head = "<tr><th>group<th>loss of F1<th></tr>"
    note = f"The first stage of <code>model</code> reaches {whole:.4f} on training pages of sites that it had not seen."
    return f"<h2>F1 lost without each group of features</h2><p>{note}</p><table>{head}{rows}</table>"


def _worst(evaluation: Evaluation) -> str:
    return "".join(worst_html(by, worst) for by, worst in evaluation.worst.items())
