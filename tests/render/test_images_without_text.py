"""Images belong to the text around them; those of figures also where the caption is not part of the document."""

import numpy as np
import pytest

import maintext

URL = "https://example.org/dir/page.html"


def without_class_out(page: maintext.Page) -> maintext.Scores:
    """Drops the blocks whose element has the class `out`."""
    is_out = ["out" in (page.attributes(int(row)).get("class") or "").split() for row in page.blocks.element]
    keep = ~np.array(is_out, dtype=bool)
    return maintext.Scores(keep.astype(float), keep)


def images(html: str) -> list[str]:
    """The names of the images in the Markdown of a page."""
    markdown = maintext.extract(html, url=URL, by=without_class_out).to_markdown()
    return [name for name in "abcdef" if f"/{name}.png" in markdown]


@pytest.mark.parametrize(
    "figure",
    [
        "<figure><img src=a.png><figcaption class=out>Photo: Jane Doe</figcaption></figure>",
        "<div><div><figure><div><img src=a.png></div><figcaption class=out>A pot</figcaption></figure></div></div>",
        "<figure><a href=large.png><img src=a.png></a><figcaption class=out>A pot</figcaption></figure>",
        "<ul><li><figure><img src=a.png><figcaption class=out>A pot</figcaption></figure></ul>",
        "<figure><figure><img src=a.png><figcaption class=out>A</figcaption></figure>"
        "<figcaption class=out>Both</figcaption></figure>",
    ],
)
def test_the_image_of_a_figure_between_kept_texts_stays_without_its_caption(figure: str) -> None:
    assert images(f"<article><p>Fill the kettle.</p>{figure}<p>Boil the water.</p></article>") == ["a"]


@pytest.mark.parametrize(
    "page",
    [
        "<article><p>Fill.</p><figure><img src=a.png><figcaption class=out>A</figcaption></figure></article>",
        "<article><p>Fill.</p><figure><a href=/other><img src=a.png><figcaption class=out>Next page</figcaption></a>"
        "</figure><p>Boil.</p></article>",
        "<article><p>Fill.</p><div><img src=a.png><p class=out>Buy a pot</p></div><p>Boil.</p></article>",
        "<article><p>Fill.</p><aside><p class=out>Much about other pages</p><figure><img src=a.png>"
        "<figcaption class=out>A</figcaption></figure></aside><p>Boil.</p></article>",
    ],
)
def test_images_of_dropped_texts_stay_out(page: str) -> None:
    assert images(page) == []
