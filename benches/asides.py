"""What leaving out asides on pages of shops gains: `python -m benches.asides [--seeds 1 2 3] [--record]`.

The model is trained shortly (one ensemble per stage) once per seed, in five folds by site. Each page is then judged by
parts that have not seen its site, with and without the rules for asides. F1 is that of words against the
labels of blocks. It takes about six minutes of processor time per seed.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from benches.corpora import CORPORA, ROOT
from benches.measure import record
from maintext.corpus import open_corpus
from maintext.corpus.label_files import read_labels
from maintext.model.predictor import PAGE_TYPES
from maintext.train.model.data import Example, collect
from maintext.train.model.fits import Recipe
from maintext.train.model.learn import Judge, Plan, TrainingResult, learn

CARD = ROOT / "src" / "maintext" / "trained" / "model.json"
N_ROWS = 350_000


@dataclass(frozen=True)
class Change:
    """F1 of a page without and with the rule."""

    group: str
    before: float
    after: float


def training_archives() -> list[str]:
    """The data sets of the shipped model, in the order in which its card names them."""
    command: str = json.loads(CARD.read_text(encoding="utf-8"))["command"]
    return [word for word in command.split() if word.endswith(".tar.xz")]


def read_examples(jobs: int) -> list[Example]:
    """The pages that the shipped model was trained on, with their labels."""
    known = read_labels(ROOT / "labels")
    corpora = [open_corpus(CORPORA / name).with_labels(known) for name in training_archives()]
    return collect([page for corpus in corpora for page in corpus.pages([])], jobs)


def short_plan(seed: int, jobs: int) -> Plan:
    """The plan of the shipped model with one ensemble per stage and fewer rows."""
    plan = Plan()

    def short(recipe: Recipe) -> Recipe:
        return replace(recipe, n_members=1, n_rows=N_ROWS, seed=seed)

    # Classes play no part in the decision, so a few trees are enough.
    classes = replace(plan.classes, n_trees=2, n_rows=50_000)
    return replace(
        plan, first=short(plan.first), second=short(plan.second), end=short(plan.end), classes=classes, jobs=jobs
    )


def changes(examples: Sequence[Example], learned: TrainingResult) -> list[Change]:
    """One per page that has labels."""
    judge = Judge(learned.model.tables)
    # The rules apply on pages of these types. Without their probabilities no rule applies.
    is_shop = np.isin(PAGE_TYPES, ("product", "collection", "listing"))
    found = []
    for example, probability, types in zip(examples, learned.probabilities, learned.page_types, strict=True):
        if example.labelled.labels is not None:
            by_types = (np.where(is_shop, np.float32(0), types), types)
            before, after = (example.bags.f1(judge.kept(example, probability, own)[0]) for own in by_types)
            found.append(Change(source_of(example), before, after))
    return found


def source_of(example: Example) -> str:
    """The data set, with the page type where it has several."""
    name = example.labelled.corpus
    return f"{name}/{example.labelled.kind}" if name in ("wcxb_train", "shops_train") else name


def table(found: Sequence[Change]) -> dict[str, dict[str, float]]:
    """By group: pages, mean F1 before, mean change, half of its 95 % interval, and how many pages change."""
    rows = {}
    for group in [*sorted({change.group for change in found}), "all"]:
        own = [change for change in found if group in ("all", change.group)]
        differences = np.array([change.after - change.before for change in own])
        rows[group] = {
            "pages": len(own),
            "before": round(float(np.mean([change.before for change in own])), 4),
            "change": round(float(differences.mean()), 4),
            "interval": round(1.96 * float(differences.std()) / len(own) ** 0.5, 4),
            "changed": int(np.count_nonzero(differences)),
        }
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3], help="trainings, one per seed")
    parser.add_argument("--jobs", type=int, default=1, help="fits at the same time")
    parser.add_argument("--record", action="store_true", help="write benches/record/DATE-asides.json")
    arguments = parser.parse_args()
    examples = read_examples(arguments.jobs)
    results = {}
    for seed in arguments.seeds:
        results[f"seed {seed}"] = table(changes(examples, learn(examples, short_plan(seed, arguments.jobs))))
        print(f"seed {seed}")
        for group, row in results[f"seed {seed}"].items():
            if row["changed"]:
                figures = f"{row['before']:.3f} {row['change']:+.3f} ± {row['interval']:.3f}"
                print(f"  {group:<28} {row['pages']:>5} pages, {row['changed']:>4} change: {figures}", flush=True)
    if arguments.record:
        print(record("asides", results))


if __name__ == "__main__":
    main()
