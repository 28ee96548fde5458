"""docs/algorithms/example.html -> a picture for every extractor there is a page about: docs/algorithms/NAME.svg.

Each block of the example is a bar as wide as it has words and as high as the method's score for it; what the method
keeps is dark, and a green line underneath marks the article that a reader would keep.
"""

from pathlib import Path

import maintext
from maintext.extractors.registry import WITHOUT_BROWSER

DOCS = Path(__file__).resolve().parent.parent / "docs" / "algorithms"
WIDTH, HEIGHT, TOP, LEFT, GAP = 720, 120, 30, 12, 2
# The article of the example, by its first and last block.
FIRST, LAST = "How to make tea", "Pour. The first cup"
KEPT, DROPPED, ARTICLE = "#1f4e79", "#c9d6e2", "#3a8f4d"


def draw(name: str) -> str:
    """The picture of what an extractor does with the example."""
    document = maintext.extract((DOCS / "example.html").read_bytes(), by=name)
    words = document.page.blocks.words.tolist()
    top_score = max((block.score for block in document.blocks), default=0) or 1
    scale = (WIDTH - 2 * LEFT - GAP * len(words)) / max(sum(words), 1)
    rows, x, marks = [], float(LEFT), []
    for block, n_words in zip(document.blocks, words, strict=True):
        width, height = n_words * scale, max(block.score / top_score * HEIGHT, 1)
        rows.append(_bar(x, TOP + HEIGHT - height, width, height, KEPT if block.is_kept else DROPPED, block.text))
        if block.text.startswith((FIRST, LAST)):
            marks += [x, x + width]
        x += width + GAP
    rows.append(_bar(min(marks), TOP + HEIGHT + 6, max(marks) - min(marks), 4, ARTICLE, "the article"))
    return _picture(f"{name}: score of each block, the kept ones dark; the article is underlined", rows)


def _bar(x: float, y: float, width: float, height: float, colour: str, text: str) -> str:
    shown = text.replace("&", "&amp;").replace("<", "&lt;")
    box = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<rect {box} fill="{colour}"><title>{shown}</title></rect>'


def _picture(caption: str, rows: list[str]) -> str:
    size = f'width="{WIDTH}" height="{TOP + HEIGHT + 20}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="13">'
    return "\n".join([head, f'<text x="{LEFT}" y="18">{caption}</text>', *rows, "</svg>"]) + "\n"


def main() -> None:
    """Draws them all."""
    for page in sorted(DOCS.glob("*.md")):
        if page.stem in WITHOUT_BROWSER:
            page.with_suffix(".svg").write_text(draw(page.stem), encoding="utf-8")


if __name__ == "__main__":
    main()
