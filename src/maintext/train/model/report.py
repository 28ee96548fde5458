"""Measured -> the learning report, as Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from maintext.train.model.measured import Measured

N_FEATURES = 25


def to_markdown(measured: Measured, gains: Mapping[str, float], ablation: Mapping[str, float] | None = None) -> str:
    """What was learned, in tables."""
    parts = [
        "# What the model learned",
        "Bag-of-words F1 on sites that the measured trees had not seen: five folds, split by domain. After each mean "
        "of pages: half of its 95 % interval.",
        _table(("pages", "F1", "with text and gold text", "first stage alone", "page type right"), _scores(measured)),
        "## Languages",
        "By the language of the content, with half of the 95 % interval; languages of few pages are left out.",
        _table(
            ("language", "F1", "pages"),
            [(name, f"{f1:.3f} ± {half:.3f}", str(n)) for name, (f1, half, n) in measured.languages.items()],
        ),
        "## Confidence",
        "Pages in ten parts by their expected F1, and the F1 they had.",
        _table(("expected", "had", "pages"), [(f"{p:.3f}", f"{h:.3f}", str(n)) for p, h, n in measured.reliability]),
        _plot(measured),
        "\n".join(f"- {name.replace('_', ' ')}: {value:.3f}" for name, value in measured.confidence.items()),
        "## Headline, facts and comments",
        "On pages that have labels: the share of headlines that are the most probable block; the mean F1, in words, of "
        "facts and of comments.",
        "\n".join(f"- {name}: {value:.3f}" for name, value in measured.classes.items()),
        "## What the first stage looked at",
        _table(("feature", "share of the gain"), _gains(gains)),
    ]
    if ablation:
        rows = [(name, f"{value:+.4f}") for name, value in ablation.items() if name != "none"]
        parts += [
            "## What each group of features is worth",
            f"What the first stage's F1, {ablation['none']:.4f} over all pages, loses without it.",
            _table(("without", "loss"), rows),
        ]
    return "\n\n".join(parts) + "\n"


def _scores(measured: Measured) -> list[tuple[str, ...]]:
    others = (measured.findable_f1, measured.first_f1, measured.types_right)
    return [
        (
            name,
            f"{f1:.4f} ± {measured.half_intervals[name]:.4f}",
            *(f"{some[name]:.4f}" if name in some else "" for some in others),
        )
        for name, f1 in measured.f1.items()
    ]


def _gains(gains: Mapping[str, float]) -> list[tuple[str, ...]]:
    total = sum(gains.values()) or 1.0
    best = sorted(gains.items(), key=lambda item: -item[1])[:N_FEATURES]
    return [(name, f"{gain / total:.1%}") for name, gain in best]


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in lines)


def _plot(measured: Measured) -> str:
    """The reliability of confidence as a plot of characters: expected F1 to the right, actual F1 upwards."""
    size = 20
    cells = [["." if x == y else " " for x in range(size + 1)] for y in range(size + 1)]
    for expected, had, _ in measured.reliability:
        cells[round(had * size)][round(expected * size)] = "o"
    lines = ["".join(row).rstrip() for row in reversed(cells)]
    return "```text\n" + "\n".join(f"{(size - n) / size:4.2f} |{line}" for n, line in enumerate(lines)) + "\n```"
