"""From a folder of pages to a model that has learned from it: label, export, `maintext train model --from shipped`."""

import re
from pathlib import Path

import pytest

import maintext
from maintext.label.desk import Desk
from maintext.model.predictor import Model
from tests.cli.test_extract_command import run
from tests.label.folders import HEADING, PAGE, make_folder
from tests.label.test_labels import asked

pytestmark = pytest.mark.slow

pytest.importorskip("xgboost", reason="needs maintext[train]")

N_PAGES = 80
UNSEEN = PAGE.format(number=99)


def label_all(folder: Path, *, keep: bool) -> None:
    """What somebody does who wants the headlines of a site in the text, or not."""
    desk = Desk(folder)
    for number, page_id in enumerate(desk.pages):
        desk.act({**asked(number), "page": page_id, "id": f"{page_id} label", "blocks": [HEADING], "keep": keep})
        desk.act({**asked(number, "done"), "page": page_id, "id": f"{page_id} done"})


def test_what_was_labelled_teaches_the_model_and_before_and_after_are_told(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "pages", N_PAGES)
    before = maintext.extract(UNSEEN)
    # The other way round than the model has it, which is in doubt about headlines.
    wanted = not before.keep[HEADING]
    label_all(folder, keep=wanted)
    exported = run("label", folder, "--export", tmp_path / "corpus")
    assert exported.stdout == f"{tmp_path / 'corpus'}: {N_PAGES} of {N_PAGES} pages\n"
    trained = run("train", "model", tmp_path / "corpus", "--from", "shipped", "-o", tmp_path / "own.npz", "--jobs", "1")
    assert trained.returncode == 0, trained.stderr
    told = re.search(r"on (\d+) held-out pages: F1 ([\d.]+) before, ([\d.]+) after", trained.stdout)
    assert told, trained.stdout
    assert float(told[2]) < float(told[3])
    after = maintext.extract(UNSEEN, by=Model.load(tmp_path / "own.npz"))
    assert after.keep[HEADING] == wanted
    assert [row for row in range(len(before.keep)) if before.keep[row] != after.keep[row]] == [HEADING]


def test_the_pages_that_the_model_is_least_sure_of_come_first(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "pages", 1)
    article = "".join(
        f"<p>Sentence {n} of a long article, with commas, which goes on for a while. And on.</p>" for n in range(30)
    )
    (folder / "article.html").write_text(
        f"<title>A</title><nav><a href=/>Home</a></nav><main><h1>A</h1>{article}</main>"
    )
    (folder / "list.html").write_text(
        "<title>L</title>" + "".join(f"<p>{n} <a href=/{n}>and more</a>" for n in range(40))
    )
    desk = Desk(folder)
    desk.rank()
    listed = [row["id"] for row in desk.listing()]
    confidence = {name: maintext.extract((folder / f"{name}.html").read_bytes()).confidence for name in listed}
    assert listed == sorted(listed, key=lambda name: confidence[name] or 0)
    assert listed[-1] == "article"
