"""Draws the pictures of docs/algorithms from one made-up page: a menu, an article, a list of links, a footer."""

import argparse

import numpy as np

import maintext
from benches.corpora import ROOT
from benches.drawing import Chart
from maintext.extractors.measures.source_lines import read_lines
from maintext.extractors.papers import cetr, qread, xpath_blocks

FOLDER = ROOT / "docs" / "algorithms"
SENTENCE = "The fox crossed the hill. "


def made_page() -> str:
    """Paragraphs of many lengths between navigation, so that single lines tell little."""
    menu = "".join(f"<li><a href='/s{number}'>Section {number}</a></li>\n" for number in range(90))
    lengths = (4, 2, 6, 1, 5, 3, 0, 7, 2, 4, 1, 6, 3, 5, 2, 3, 4, 6, 2, 5, 3, 1, 4, 6)
    article = "".join(f"<p>{SENTENCE * length}Line {number}.</p>\n" for number, length in enumerate(lengths))
    teasers = "".join(f"<div>\n<a href='/t{number}'>More about foxes</a>\n</div>\n" for number in range(25))
    footer = "<p>Imprint and contact, all rights reserved.</p>\n"
    parts = (f"<ul>\n{menu}</ul>\n", f"<div>\n{article}</div>\n", teasers, f"<div>\n{footer}</div>\n")
    return "<title>The fox on the hill</title>\n" + "\n\n\n\n".join(parts)


def cetr_picture(page: maintext.Page) -> str:
    _, ratios = cetr.tag_ratios(read_lines(page))
    points = cetr.curve_points(ratios)
    kept = np.flatnonzero(cetr.is_off_origin(points, 3))
    top = float(ratios.max())
    chart = Chart("Tag ratios of a page's lines", "line", len(ratios), round(top))
    chart.bars(kept.tolist(), [top] * len(kept), 2, "lines that cetr keeps")
    lines = list(range(len(ratios)))
    chart.line(lines, ratios.tolist(), 3, "T, characters a tag")
    chart.line(lines, points[0].tolist(), 0, "T', smoothed")
    return chart.to_svg()


def qread_picture(page: maintext.Page) -> str:
    segment, words = qread.segments(page), page.blocks.words
    keep = qread.QRead()(page).keep
    chart = Chart("Words a block; colours by segment, the kept one in orange", "block", len(words), int(words.max()))
    for number in range(int(segment.max()) + 1):
        rows = np.flatnonzero(segment == number)
        colour = 1 if keep[rows].any() else (0, 3)[number % 2]
        chart.bars(rows.tolist(), words[rows].tolist(), colour, f"{words[rows].mean():.1f} words a line")
    return chart.to_svg()


def xpath_picture(page: maintext.Page) -> str:
    blocks, group = page.blocks, xpath_blocks.parents(page)
    rows = np.unique(group)
    unlinked = [int((blocks.chars - blocks.link_chars)[group == row].sum()) for row in rows.tolist()]
    chart = Chart("Characters outside links, by the parent's XPath", "group", len(rows), max(unlinked))
    chart.bars(list(range(len(rows))), unlinked, 0, "groups, in source order")
    chart.rule(y=xpath_blocks.XPathBlocks().least_share * max(unlinked))
    return chart.to_svg()


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    page = maintext.parse(made_page())
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, draw in (
        ("cetr-lines", cetr_picture),
        ("qread-segments", qread_picture),
        ("xpath-blocks-groups", xpath_picture),
    ):
        (FOLDER / f"{name}.svg").write_text(draw(page))


if __name__ == "__main__":
    main()
