"""What a change of the training gains: `python -m benches.trainings [--seeds 1 2] [--columns 110 60 120] [--record]`.

Short trainings (one ensemble per stage, fewer rows) of the plan as it is and of the plan with a change, once per seed,
in five folds by site. F1 is that of words against labels of blocks, on sites that the trees have not seen, with half of
the 95 % interval of the change over pages. Trainings that differ in the seed alone differ by .004 on all pages and
by .03 on small groups, so compare several. One takes four minutes of processor time.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from benches.asides import read_examples, short_plan, source_of
from benches.measure import record
from maintext.train.model.data import Example
from maintext.train.model.learn import Judge, Plan, learn

ALL = "all"


def scores(examples: Sequence[Example], plan: Plan) -> list[float]:
    """F1 of each example, out of fold."""
    learned = learn(examples, plan)
    judge = Judge(learned.model.tables)
    answers = zip(examples, learned.probabilities, learned.page_types, strict=True)
    return [example.bags.f1(judge.kept(example, own, types)[0]) for example, own, types in answers]


def table(examples: Sequence[Example], before: Sequence[float], after: Sequence[float]) -> dict[str, dict[str, float]]:
    """By group of labelled pages: how many, mean F1 before and after, and half of the interval of the change."""
    labelled = [
        (source_of(example), one, two)
        for example, one, two in zip(examples, before, after, strict=True)
        if example.labelled.labels is not None
    ]
    rows = {}
    for group in [*sorted({name for name, _, _ in labelled}), ALL]:
        own = np.array([(one, two) for name, one, two in labelled if group in (ALL, name)])
        change = own[:, 1] - own[:, 0]
        rows[group] = {
            "pages": len(own),
            "before": round(float(own[:, 0].mean()), 4),
            "after": round(float(own[:, 1].mean()), 4),
            "interval": round(1.96 * float(change.std()) / len(own) ** 0.5, 4),
        }
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seeds", type=int, nargs="+", default=[1], help="trainings of each plan, one per seed")
    parser.add_argument("--columns", type=int, nargs=3, help="columns of the first stage, chosen of it, of the second")
    parser.add_argument("--without-fragments", action="store_true", help="let whole pages alone teach")
    parser.add_argument("--jobs", type=int, default=1, help="fits at the same time")
    parser.add_argument("--record", action="store_true", help="write benches/record/DATE-trainings.json")
    arguments = parser.parse_args()
    examples = read_examples(arguments.jobs)
    results = {}
    for seed in arguments.seeds:
        plan = short_plan(seed, arguments.jobs)
        changed = replace(plan, with_fragments=not arguments.without_fragments)
        if arguments.columns:
            n_first, n_chosen, n_second = arguments.columns
            changed = replace(changed, n_first=n_first, n_chosen=n_chosen, n_second=n_second)
        results[f"seed {seed}"] = rows = table(examples, scores(examples, plan), scores(examples, changed))
        print(f"seed {seed}")
        for group, row in rows.items():
            figures = f"{row['before']:.3f} -> {row['after']:.3f} ± {row['interval']:.3f}"
            print(f"  {group:<28} {row['pages']:>5} pages  {figures}", flush=True)
    if arguments.record:
        print(record("trainings", results))


if __name__ == "__main__":
    main()
