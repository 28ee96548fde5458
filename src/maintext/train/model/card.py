"""Plan and figures -> the card of a learned model."""

from __future__ import annotations

from collections.abc import Mapping

from maintext.model.feature_names import CONTEXT, FEATURES
from maintext.model.predictor import KIND
from maintext.train.card import Card
from maintext.train.model.fits import Recipe
from maintext.train.model.learn import Plan
from maintext.train.model.measured import Measured
from maintext.train.model.more import Change

_DESCRIPTION = (
    "Boosted trees over the blocks of a page, in two stages, with page types, where the text ends, and "
    "which blocks are headline, facts or comments."
)


def model_card(plan: Plan, measured: Measured, command: str, ablation: Mapping[str, float] | None) -> Card:
    """The card of a model that was made from nothing."""
    scores = {f"f1 {name}": value for name, value in measured.f1.items()}
    scores |= {f"half interval of f1 {name}": value for name, value in measured.half_intervals.items()}
    scores |= {f"f1 of pages with text and gold text, {name}": value for name, value in measured.findable_f1.items()}
    scores |= {f"page type right, {name}": value for name, value in measured.types_right.items()}
    scores |= {f"f1 of language {name}": f1 for name, (f1, _, _) in measured.languages.items()}
    scores |= {f"class {name}": value for name, value in measured.classes.items()}
    scores |= {f"confidence {name}": value for name, value in measured.confidence.items()}
    scores |= {f"without {name}": value for name, value in (ablation or {}).items()}
    return Card(
        kind=KIND,
        description=f"{_DESCRIPTION} Scores are bag-of-words F1 on sites not seen.",
        command=command,
        features=(*FEATURES, *CONTEXT),
        parameters={**_parameters(plan), "chosen_columns": plan.n_chosen},
        scores=scores,
    )


def grown_card(change: Change, command: str, recipe: Recipe) -> Card:
    """The card of a model that went on from another."""
    return Card(
        kind=KIND,
        description=f"{_DESCRIPTION} Grown from another model; scores are of pages held back.",
        command=command,
        features=(*FEATURES, *CONTEXT),
        parameters={"more_trees": recipe.n_trees, "leaves": recipe.leaves, "learning_rate": recipe.learning_rate},
        scores={"f1 before": change.before, "f1 after": change.after, "pages": change.n_pages},
    )


def _parameters(plan: Plan) -> dict[str, float]:
    return {
        f"{stage}_{name}": getattr(recipe, name)
        for stage, recipe in (
            ("first", plan.first),
            ("second", plan.second),
            ("end", plan.end),
            ("classes", plan.classes),
        )
        for name in (
            *("n_trees", "n_members", "n_rows", "leaves", "learning_rate"),
            *("column_share", "row_share", "least_weight", "l2", "bins"),
        )
    }
