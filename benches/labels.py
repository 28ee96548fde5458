"""How well labels made from gold text rebuild it: the most that any classifier of blocks can reach.

For every corpus, the words of the shown blocks that are labelled content against the gold, as bags of words: by the
leaf paper's Algorithm 1 taken literally (a block is content if its text is in the gold text), and as `train/labels.py`
reads it. `python -m benches.labels [--pages N]`; the table is in docs/algorithms/leaf.md.
"""

import argparse
import statistics
from collections.abc import Callable, Sequence

import maintext
from benches.corpora import CORPORA
from maintext.corpus import open_corpus
from maintext.evaluate.metrics.bag_of_words import BagOfWords
from maintext.evaluate.metrics.pair import Pair
from maintext.extractors.papers.leaf import is_shown
from maintext.train.labels import is_content


def literally(texts: Sequence[str], gold: str) -> list[bool]:
    wanted = " ".join(gold.split())
    return [" ".join(text.split()) in wanted for text in texts]


def as_here(texts: Sequence[str], gold: str) -> list[bool]:
    labels: list[bool] = is_content(texts, gold).tolist()
    return labels


def rebuilt_f1(html: bytes, gold: str, label: Callable[[Sequence[str], str], list[bool]]) -> float:
    page = maintext.parse(html)
    texts = page.texts(is_shown(page))
    kept = [text for text, is_kept in zip(texts, label(texts, gold), strict=True) if is_kept]
    return BagOfWords().of_page(Pair.of("\n".join(kept), gold))["f1"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=100, help="about so many of each corpus, evenly spread")
    arguments = parser.parse_args()
    print(f"{'':20} {'literally':>10} {'as here':>8} {'pages':>6}")
    for archive in sorted(CORPORA.glob("*.tar.xz")):
        pages = list(open_corpus(archive).pages())
        pages = pages[:: max(1, len(pages) // arguments.pages)]
        means = [statistics.fmean(rebuilt_f1(p.html, p.gold, label) for p in pages) for label in (literally, as_here)]
        print(f"{archive.name.removesuffix('.tar.xz'):20} {means[0]:10.3f} {means[1]:8.3f} {len(pages):6}")


if __name__ == "__main__":
    main()
