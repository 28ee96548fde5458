"""Plots: what is drawn, where, and in how many bytes."""

import re

import numpy as np
from lxml import etree

from maintext.charts.axes import count_axis, linear_axis, log_axis, name_axis, share_axis
from maintext.charts.chart import BOTTOM, RIGHT, TOP, Chart

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def chart(n_columns: int = 10, highest: float = 9) -> Chart:
    return Chart(count_axis(n_columns, "column"), linear_axis(0, highest, "height"))


def drawn(made: Chart) -> list[float]:
    """Where the first shape goes: every number of its path."""
    found = re.search(r' d="([^"]*)"', made.shapes[0])
    assert found
    return [float(number) for number in NUMBER.findall(found[1])]


def test_every_axis_covers_its_values_and_has_numbers_within() -> None:
    for axis, low, high in (
        (linear_axis(-3.2, 17, "x"), -3.2, 17.0),
        (linear_axis(0, 0, "x"), 0.0, 0.0),
        (linear_axis(0, 1e-7, "x"), 0.0, 1e-7),
        (share_axis(0.83, "x"), 0.83, 1.0),
        (log_axis([0.02, 700], "x"), 0.02, 700.0),
        (count_axis(0, "x"), 0.0, 0.0),
        (count_axis(3, "x"), 0.0, 3.0),
        (name_axis(["a", "b"]), -1.5, -0.5),
    ):
        assert axis.low <= low
        assert axis.high >= high
        assert axis.low < axis.high
        assert axis.ticks
        assert all(axis.low - 1e-9 <= place <= axis.high + 1e-9 for place, _ in axis.ticks)


def test_columns_stay_inside_the_plot_and_reach_their_height() -> None:
    made = chart()
    made.columns(np.array([1.0, 9.0, np.nan, 4.0, 2.0, 0, 0, 0, 0, 3.0]), "kept", "kept")
    top, base = made.at(0, 9)[1], made.at(0, 0)[1]
    numbers = drawn(made)
    assert min(numbers) >= min(made.left, TOP) - 0.1
    assert round(top, 1) in numbers
    assert round(base, 1) in numbers
    assert max(numbers) <= made.width - RIGHT + 0.1
    assert base <= made.height - BOTTOM + 0.1
    assert made.shapes[0].count("M") == 2, "the gap divides them"


def test_of_very_many_columns_the_farthest_from_zero_are_drawn_in_few_bytes() -> None:
    values = np.zeros(100_000)
    values[777], values[9_999] = 5, -3
    made = Chart(count_axis(len(values), "column"), linear_axis(-3, 5, "height"))
    made.columns(values, "kept")
    numbers = drawn(made)
    assert round(made.at(0, 5)[1], 1) in numbers
    assert round(made.at(0, -3)[1], 1) in numbers
    rng = np.random.default_rng(7)
    made.columns(rng.random(100_000), "kept")
    assert len(made.shapes[1]) < 9_000


def test_points_that_cover_each_other_are_drawn_once() -> None:
    made = chart()
    made.points(np.array([1, 1, 1.001, 5]), np.array([2, 2, 2.001, 3]), "kept")
    assert made.shapes[0].count("h0") == 2


def test_a_plot_is_xml_with_a_sentence_and_no_colour_of_its_own() -> None:
    made = Chart(linear_axis(0, 4, 'a "title" <b>'), name_axis(["<first>", "second"]))
    made.bar(3, -0.5, "kept")
    made.bar(-1, -1.5, "dropped")
    made.dot((2, -0.5), "accent", "a & b")
    made.line([(0, -1), (4, 0)], "second")
    made.interval((1, 2), (-0.5, -0.5), "third")
    made.across(-1, "a line")
    made.text((1, -1), "<words>")
    made.name("kept", "kept")
    svg = made.to_svg('what it "shows"')
    root = etree.fromstring(svg)
    assert root.get("aria-label") == 'what it "shows"'
    assert "<first>" in [text.text for text in root.iter("text")]
    assert not re.search(r"#[0-9a-f]{3,6}|rgb", svg)
