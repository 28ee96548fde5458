r"""Page -> Scores by CETR, content extraction via tag ratios: `cetr-tm`, `cetr-km`, `cetr`.

T. Weninger, W. H. Hsu, J. Han: CETR - Content Extraction via Tag Ratios. WWW 2010.

What the paper says. A line of the source has a tag ratio, the characters of its text over the number of
its tags. Navigation has many tags and little text, articles the reverse. Lines without text and tags are
left out, and scripts, styles and comments are not text. The ratios T are smoothed with a Gauss kernel whose
width is their own standard deviation:

    T_i = chars_i / max(tags_i, 1)
    T'  = T * k,   k_j = exp(-j^2 / 2 s^2) / sum,   -ceil(s) <= j <= ceil(s),   s = std(T)

`cetr-tm` keeps the lines with T' >= lambda std. `cetr-km` puts T' into three clusters by k-means and drops
the one nearest to zero. `cetr` looks at the shape of the curve as well: G is the mean of the next alpha
values of T' less this one, smoothed the same way; the points (T', |G'|) are clustered with one centroid
held at the origin, and its cluster is dropped: the borders of the content have a high |G'|.

How the equations were read. Printed, (1) sums over j and so gives a kernel of equal weights, and (2)
divides by half of the kernel; the kernel above is what the text around them describes. Its width is in
lines and T's deviation in characters a tag; the text says that smoothing grows with the variance of T, so
it is taken at its word. (3) leaves the first and last ceil(s) lines undefined: here the page continues as
empty lines on both sides. (4) adds the line itself to the next alpha and still divides by alpha; the text
has the mean of the next alpha. The threshold's deviation is that of T', the values that are compared with it.

Departures: white space is not counted as text. k-means starts from centroids evenly spaced between the
origin and the largest values, not from chance, so that a page has one answer, and stops after five rounds. A
block is kept if half of its text is on kept lines. Pages whose tags are on few lines are broken as those on
one line are (`source_lines`).

Each of these is a name in `as_printed`, which follows the paper there (`READINGS`), and `least_share` is the
share of a block's text: `--by cetr:as_printed=spaces+slopes`. `PAPER` has what the paper's text says,
`PRINTED` its equations as well. docs/algorithms/cetr.md has what each of them changes.

>>> import maintext
>>> menu, text = "<li><a href=x>Link</a></li>\n", "<p>A paragraph of plain text.</p>\n"
>>> page = maintext.parse("<ul>\n" + menu * 30 + "</ul>\n" + text * 9)
>>> tag_ratios(read_lines(page))[1].tolist()[29:34]
[1.0, 1.0, 0.0, 11.0, 11.0]
>>> keep = TagRatios()(page).keep
>>> bool(keep[:25].any()), bool(keep[-9:].all())
(False, True)
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray

from maintext.extractors.measures.source_lines import SourceLines, block_shares, read_lines, with_spaces
from maintext.extractors.parameters import Count, Range, Share, Weight, check_readings
from maintext.extractors.protocol import Scores, empty_scores
from maintext.page import flags

if TYPE_CHECKING:
    from maintext.page import Page

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
Clusters = Annotated[int, Range(2, 100)]
"""One cluster is dropped, so there must be another."""

READINGS = {
    "spaces": "white space within the text counts as text",
    "weights": "(1): all lines of the kernel have the same weight",
    "half-sum": "(2): the kernel is divided by the sum of its first half",
    "edges": "(3): the first and last lines, for which the kernel is too wide, are not smoothed",
    "slopes": "(4): the line itself is added to the next ones, and the last lines have no slope",
    "start": "k-means starts from a random assignment; here with a fixed seed",
    "rounds": "k-means ends when no line moves",
    "lines": "only pages on a single line are broken",
}
"""What the paper says where this module does something else: the values of `as_printed`."""
PAPER_TEXT = ("spaces", "start", "rounds", "lines")
"""What the paper's text says; the other readings follow its equations where they contradict the text."""
SEED = 1
"""Of the random start."""
MAX_ROUNDS = 5
"""k-means is stopped before it has settled: more rounds take longer and pull the centres into the lesser
text. F1 of `cetr` with five and with ten: CleanEval .922 .921, GN1 .819 .808, dragnet .653 .638, portal .821 .812."""
SETTLED_ROUNDS = 1000
"""More than k-means takes to settle on any page."""
TINY = 1e-12
"""Nearer to another centre than to the origin by at least this, so that rounding moves no point."""


@dataclass(frozen=True)
class TagRatioThreshold:
    """`cetr-tm`: keeps the lines whose smoothed tag ratio is high."""

    name: ClassVar[str] = "cetr-tm"
    deviations: Weight = 1.0
    """lambda: the threshold, in standard deviations. Lower keeps more."""
    as_printed: tuple[str, ...] = ()
    """Where to follow the paper instead: names of `READINGS`, joined by + on the command line."""
    least_share: Share = 0.5
    """A block with this share of its text on kept lines is kept."""

    def __post_init__(self) -> None:
        check_readings(self.name, self.as_printed, READINGS)

    def __call__(self, page: Page) -> Scores:
        """Judges every block of a page."""
        return judge_lines(page, self._is_content, self.as_printed, self.least_share)

    def _is_content(self, ratios: Floats) -> Mask:
        smoothed = smooth(ratios, self.as_printed)
        return np.asarray(smoothed >= self.deviations * _deviation(smoothed))


@dataclass(frozen=True)
class TagRatioClusters:
    """`cetr-km`: keeps the lines that are not in the cluster of the lowest tag ratios."""

    name: ClassVar[str] = "cetr-km"
    clusters: Clusters = 3
    as_printed: tuple[str, ...] = ()
    """Where to follow the paper instead: names of `READINGS`, joined by + on the command line."""
    least_share: Share = 0.5
    """A block with this share of its text on kept lines is kept."""

    def __post_init__(self) -> None:
        check_readings(self.name, self.as_printed, READINGS)

    def __call__(self, page: Page) -> Scores:
        """Judges every block of a page."""
        return judge_lines(page, self._is_content, self.as_printed, self.least_share)

    def _is_content(self, ratios: Floats) -> Mask:
        smoothed = smooth(ratios, self.as_printed)
        return np.asarray(smoothed >= lowest_border(smoothed, self.clusters, self.as_printed))


@dataclass(frozen=True)
class TagRatios:
    """`cetr`: clusters lines by their tag ratio and by how steeply it changes."""

    name: ClassVar[str] = "cetr"
    clusters: Clusters = 3
    lookahead_lines: Count = 3
    """alpha: the lines after a line whose mean it is compared with."""
    as_printed: tuple[str, ...] = ()
    """Where to follow the paper instead: names of `READINGS`, joined by + on the command line."""
    least_share: Share = 0.5
    """A block with this share of its text on kept lines is kept."""

    def __post_init__(self) -> None:
        check_readings(self.name, self.as_printed, READINGS)

    def __call__(self, page: Page) -> Scores:
        """Judges every block of a page."""
        return judge_lines(page, self._is_content, self.as_printed, self.least_share)

    def _is_content(self, ratios: Floats) -> Mask:
        points = curve_points(ratios, self.lookahead_lines, self.as_printed)
        return is_off_origin(points, self.clusters, self.as_printed)


PAPER = TagRatios(as_printed=PAPER_TEXT)
"""`cetr` as the text of the paper describes it."""
PRINTED = TagRatios(as_printed=tuple(READINGS))
"""`cetr` as its equations are printed."""


def tag_ratios(lines: SourceLines) -> tuple[Mask, Floats]:
    """Which lines are not empty, and the tag ratios of those."""
    is_line = (lines.chars > 0) | (lines.tags > 0)
    return is_line, lines.chars[is_line] / np.maximum(lines.tags[is_line], 1)


def curve_points(ratios: Floats, lookahead: int = 3, as_printed: Sequence[str] = ()) -> Floats:
    """The points that `cetr` clusters: T' in the first row, |G'| in the second."""
    smoothed = smooth(ratios, as_printed)
    slopes = _printed_slopes(smoothed, lookahead) if "slopes" in as_printed else _slopes(smoothed, lookahead)
    return np.stack([smoothed, np.abs(smooth(slopes, as_printed))])


def smooth(values: Floats, as_printed: Sequence[str] = ()) -> Floats:
    """The values blurred by a Gauss kernel as wide as their standard deviation.

    >>> smooth(np.array([0.0, 0.0, 4.0, 0.0, 0.0])).round(2).tolist()
    [0.51, 0.92, 1.12, 0.92, 0.51]
    """
    deviation = _deviation(values)
    # Beyond the page there is nothing to weigh, so the kernel may as well end there.
    radius = min(math.ceil(deviation), len(values))
    if deviation < 1e-9:
        return values
    steps = np.arange(-radius, radius + 1)
    kernel = np.ones(len(steps)) if "weights" in as_printed else np.exp(steps * steps / (-2 * deviation * deviation))
    blurred = _convolve(values, kernel)[radius : radius + len(values)]
    blurred = blurred / (kernel[: radius + 1].sum() if "half-sum" in as_printed else kernel.sum())
    if "edges" in as_printed:
        is_inner = np.zeros(len(values), dtype=np.bool_)
        is_inner[radius : max(len(values) - radius, 0)] = True
        blurred = np.where(is_inner, blurred, values)
    return np.asarray(blurred, dtype=np.float64)


def lowest_border(values: Floats, clusters: int, as_printed: Sequence[str] = ()) -> float:
    """Where the lowest cluster of k-means ends.

    >>> lowest_border(np.array([0, 1, 2, 10, 11, 30, 31, 32.0]), 3)
    5.75
    """
    ordered = np.sort(values)
    # Lists, not arrays, from here on: a round looks at a handful of numbers.
    values_list, sums = ordered.tolist(), [0.0, *np.cumsum(ordered).tolist()]
    centres: list[float] = np.linspace(ordered[0], ordered[-1], clusters).tolist()
    if "start" in as_printed:
        centres = sorted(_random_centres(ordered[None, :], clusters)[:, 0].tolist())
    for _ in range(_most_rounds(as_printed)):
        # In one dimension a cluster is a stretch of the sorted values.
        inner = [bisect_left(values_list, (low + high) / 2) for low, high in pairwise(centres)]
        stretches = zip([0, *inner], [*inner, len(values_list)], centres, strict=True)
        moved = [(sums[stop] - sums[start]) / (stop - start) if stop > start else c for start, stop, c in stretches]
        if moved == centres:
            break
        centres = moved
    return (centres[0] + centres[1]) / 2 if clusters > 1 else 0.0


def is_off_origin(points: Floats, clusters: int, as_printed: Sequence[str] = ()) -> Mask:
    """Which points (columns) k-means puts into clusters other than the one whose centre stays at 0.

    >>> is_off_origin(np.array([[0, 0, 1, 9, 8.0], [0, 1, 0, 0, 2]]), 3)
    array([False, False, False,  True,  True])
    """
    return np.asarray(_members(points, clusters, as_printed).any(axis=0))


def cluster_numbers(points: Floats, clusters: int) -> NDArray[np.intp]:
    """The cluster of each point, 0 for the one at the origin, the others from the nearest to the farthest start.

    >>> cluster_numbers(np.array([[0, 0, 1, 9, 4.0], [0, 1, 0, 0, 2]]), 3)
    array([0, 0, 0, 2, 1])
    """
    is_member = _members(points, clusters)
    return np.where(is_member.any(axis=0), is_member.argmax(axis=0) + 1, 0)


def _members(points: Floats, clusters: int, as_printed: Sequence[str] = ()) -> Mask:
    """Which points belong to each of the clusters but the one at the origin."""
    right, top = points.max(axis=1).tolist()
    steps = range(1, clusters)
    centres = [(right * step / len(steps), top * step / len(steps)) for step in steps]
    if "start" in as_printed:
        centres = [(x, y) for x, y in _random_centres(points, clusters)[1:].tolist()]
    # A third coordinate of one, so that one product gives the sums and the sizes of the clusters.
    rows = np.vstack([points, np.ones(points.shape[1])])
    columns = rows.T.copy()
    is_member = np.zeros((len(centres), points.shape[1]), dtype=np.bool_)
    for _ in range(_most_rounds(as_printed)):
        # How much nearer than the origin each centre is, up to a factor: |p|^2 - |p - c|^2 over two.
        nearness = np.array([(x, y, -(x * x + y * y) / 2) for x, y in centres]) @ rows
        is_member = nearness >= np.maximum.reduce(nearness, axis=0, initial=TINY)
        sums: list[list[float]] = (is_member.astype(np.float64) @ columns).tolist()
        moved = [(x / n, y / n) if n else c for (x, y, n), c in zip(sums, centres, strict=True)]
        if moved == centres:
            break
        centres = moved
    return is_member


def _random_centres(points: Floats, clusters: int) -> Floats:
    """The means of clusters to which the points (columns) are assigned by chance; 0 for one without points."""
    assigned = np.random.default_rng(SEED).integers(clusters, size=points.shape[1])
    sizes = np.maximum(np.bincount(assigned, minlength=clusters), 1)
    return np.stack([np.bincount(assigned, row, minlength=clusters) / sizes for row in points], axis=1)


def _most_rounds(as_printed: Sequence[str]) -> int:
    return SETTLED_ROUNDS if "rounds" in as_printed else MAX_ROUNDS


def judge_lines(
    page: Page, is_content: Callable[[Floats], Mask], as_printed: Sequence[str] = (), least_share: float = 0.5
) -> Scores:
    """Applies a decision about ratios to the lines of a page, and that about lines to its blocks."""
    lines = read_lines(page, breaks_crowded="lines" not in as_printed)
    if "spaces" in as_printed:
        lines = with_spaces(page, lines)
    is_shown = page.blocks.flags & (flags.UNSHOWN | flags.SVG) == 0
    if not lines.has_tags:
        return Scores(is_shown.astype(np.float64), is_shown, "the page shows no text")
    is_line, ratios = tag_ratios(lines)
    if not ratios.any():
        return empty_scores(page, f"none of {len(lines.start)} lines has text")
    is_kept = np.zeros(len(lines.start), dtype=np.bool_)
    is_kept[is_line] = is_content(ratios)
    share = block_shares(page, lines, is_kept)
    return Scores(
        share, (share >= least_share) & (share > 0) & is_shown, f"none of {len(ratios)} lines has a high tag ratio"
    )


def _deviation(values: Floats) -> float:
    """The standard deviation; np.std takes five times as long on a page's few hundred values."""
    mean = float(values.sum()) / len(values)
    return math.sqrt(max(float(values @ values) / len(values) - mean * mean, 0.0))


def _slopes(values: Floats, lookahead: int) -> Floats:
    """For each value, the mean of those that follow it less itself; past the end the last value is repeated."""
    ahead = np.concatenate([values, np.full(lookahead, values[-1])])
    sums = np.concatenate([[0.0], np.cumsum(ahead)])
    n_values = len(values)
    means = (sums[lookahead + 1 : lookahead + 1 + n_values] - sums[1 : 1 + n_values]) / lookahead
    return np.asarray(means - values, dtype=np.float64)


def _printed_slopes(values: Floats, lookahead: int) -> Floats:
    """Equation (4) as printed: the value itself is in the sum, which is divided by the number of the others."""
    sums = np.concatenate([[0.0], np.cumsum(values)])
    n_slopes = max(len(values) - lookahead, 0)
    slopes = np.zeros(len(values))
    slopes[:n_slopes] = (sums[lookahead + 1 :] - sums[:n_slopes]) / lookahead - values[:n_slopes]
    return slopes


def _convolve(values: Floats, kernel: Floats) -> Floats:
    """All of the convolution; by Fourier transform where that takes fewer steps."""
    n_out = len(values) + len(kernel) - 1
    if len(values) * len(kernel) < 400_000:
        return np.convolve(values, kernel)
    # A length that is a power of two: others can take a hundred times longer.
    size = 1 << (n_out - 1).bit_length()
    spectrum = np.fft.rfft(values, size) * np.fft.rfft(kernel, size)
    return np.asarray(np.fft.irfft(spectrum, size)[:n_out])
