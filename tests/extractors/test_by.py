"""What may be given as `by`: names, parameters, files, modules, objects; and what is refused, with which words."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import maintext
from maintext.errors import ExtractorError, ModelError, OptionError, UnknownExtractorError
from maintext.extractors.by import check_name, find_extractor, get_extractor, split_names
from maintext.extractors.papers.cetr import TagRatios, TagRatioThreshold
from maintext.extractors.parameters import parameters_of
from maintext.extractors.protocol import Scores
from maintext.extractors.registry import EXTRACTORS, WITHOUT_BROWSER
from maintext.page import Page
from maintext.trained import files
from tests.extractors.pages import pages

TEXT = "<ul><li><a href=/>Home</a></ul><p>Boil the water, and wait.</p><p>Pour it slowly, on all of the leaves.</p>"
TRAINED = Path(files.__file__).parent


@dataclass(frozen=True)
class Longest:
    """Keeps the longest blocks."""

    n_blocks: int = 1

    def __call__(self, page: Page) -> Scores:
        chars = page.blocks.chars
        return Scores(chars.astype(float), chars >= np.sort(chars)[-self.n_blocks])


def keep_all(page: Page) -> Scores:
    return Scores(np.ones(len(page.blocks)), np.ones(len(page.blocks), dtype=bool))


SILENT = 3


@pytest.mark.parametrize("name", WITHOUT_BROWSER)
def test_every_class_knows_the_name_it_is_registered_under(name: str) -> None:
    assert EXTRACTORS[name].name == name
    assert maintext.extract(TEXT, by=EXTRACTORS[name]()).by == name
    assert maintext.extract(TEXT, by=name).by == name


@pytest.mark.parametrize(
    ("text", "extractor"),
    [
        ("cetr-tm:deviations=0.5", TagRatioThreshold(deviations=0.5)),
        ("cetr:clusters=4,lookahead_lines=2", TagRatios(clusters=4, lookahead_lines=2)),
        ("cetr: clusters = 4 , lookahead_lines=3", TagRatios(clusters=4)),
    ],
)
def test_a_name_takes_parameters(text: str, extractor: Any) -> None:
    assert get_extractor(text) == extractor
    assert find_extractor(text).extractor == extractor
    assert np.array_equal(maintext.extract(TEXT, by=text).keep, extractor(maintext.parse(TEXT)).keep)


def test_documents_name_the_parameters_that_are_not_the_defaults() -> None:
    assert maintext.extract(TEXT, by="cetr:clusters=4,lookahead_lines=3").by == "cetr:clusters=4"
    assert maintext.extract(TEXT, by=TagRatios(clusters=4)).by == "cetr:clusters=4"
    assert maintext.extract(TEXT, favor="recall", include_title=True).by == "model:favor=recall,include_title=true"
    assert maintext.extract(TEXT, by="combine:members=econ+bte,quorum=0.4").by == "combine:members=econ+bte,quorum=0.4"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cert", r"unknown extractor 'cert' \(did you mean cetr\?\); available: all, adsc,"),
        ("cert:clusters=3", r"unknown extractor 'cert:clusters=3' \(did you mean cetr\?\)"),
        ("", "unknown extractor ''; available"),
        ("cetr:cluster=3", r"no parameter 'cluster' \(did you mean clusters\?\); it has: clusters, lookahead_lines"),
        ("all:x=1", "all has no parameter 'x'; it has none"),
        ("cetr:clusters", "cetr: expected parameter=value, got 'clusters'"),
        ("cetr:", "cetr: expected parameter=value, got ''"),
        ("cetr:clusters=0", "clusters must be a whole number from 2 to 100, got 0"),
        ("cetr:clusters=2.5", "clusters must be a whole number from 2 to 100, got '2.5'"),
        ("cetr-tm:deviations=nan", "deviations must be a number of at least 0, got nan"),
        ("model:favor=speed", "favor must be one of precision, balanced, recall, got 'speed'"),
        ("model:include_title=yes", "include_title must be true or false, got 'yes'"),
        ("combine:members=", r"members must be names of extractors joined by \+, got \(\)"),
        ("combine:members=bte+nonsense", "unknown extractor 'nonsense'"),
        ("leaf:model=x.npz", "leaf has no parameter 'model'; it has: threshold"),
    ],
)
def test_a_mistake_is_named_with_what_there_is(text: str, message: str) -> None:
    for read in (get_extractor, find_extractor, check_name):
        with pytest.raises((UnknownExtractorError, OptionError), match=message):
            read(text)


@pytest.mark.parametrize("name", [name for name in WITHOUT_BROWSER if parameters_of(EXTRACTORS[name])])
@given(html=pages, number=st.sampled_from([-1, 0, 1, 2, 0.5, 1e-300, 1e300, 99_999]))
def test_no_number_makes_an_extractor_fail(name: str, html: str, number: float) -> None:
    page = maintext.parse(html)
    for parameter in parameters_of(EXTRACTORS[name]):
        try:
            extractor = find_extractor(f"{name}:{parameter}={number}")
        except (OptionError, UnknownExtractorError):
            continue
        assert len(extractor(page).keep) == len(page.blocks)


@pytest.mark.parametrize("kind", ["leaf", "mss", "model"])
def test_a_model_file_of_any_kind_is_an_extractor(kind: str) -> None:
    path = TRAINED / f"{kind}.npz"
    for by in (path, str(path)):
        document = maintext.extract(TEXT, by=by)
        assert document.by == f"{kind}.npz"
        assert np.array_equal(document.keep, maintext.extract(TEXT, by=kind).keep)


def test_a_model_file_takes_parameters() -> None:
    assert maintext.extract(TEXT, by=f"{TRAINED}/leaf.npz:threshold=0").by == "leaf.npz:threshold=0.0"
    assert maintext.extract(TEXT, by=f"{TRAINED}/model.npz:favor=recall").by == "model.npz:favor=recall"
    assert maintext.extract(TEXT, by=TRAINED / "model.npz", favor="recall").by == "model.npz:favor=recall"


def test_a_file_that_is_no_model_of_an_extractor_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.npz").write_text("no zip")
    (tmp_path / "empty.npz").write_bytes(b"PK\x05\x06" + bytes(18))
    for path, message in [
        (TRAINED / "typical.npz", "of kind 'typical', an extractor needs one of leaf, model, mss"),
        (tmp_path / "missing.npz", "can't read .*missing.npz as a model file: No such file or directory"),
        (tmp_path / "text.npz", "can't read .*text.npz as a model file: File is not a zip file"),
        (tmp_path / "empty.npz", "can't read .*empty.npz as a model file: .*kind.npy"),
    ]:
        with pytest.raises(ModelError, match=message):
            maintext.extract(TEXT, by=path)


def test_a_class_a_function_and_an_instance_of_a_module_are_imported() -> None:
    home = "tests.extractors.test_by"
    assert maintext.extract(TEXT, by=f"{home}:Longest").text == "Pour it slowly, on all of the leaves."
    assert maintext.extract(TEXT, by=f"{home}:Longest").by == "Longest"
    assert maintext.extract(TEXT, by=f"{home}:Longest:n_blocks=2").by == "Longest:n_blocks=2"
    assert maintext.extract(TEXT, by=f"{home}:keep_all").by == "keep_all"
    assert maintext.extract(TEXT, by=f"{home}:Longest:n_blocks=2").keep.sum() == 2


@pytest.mark.parametrize(
    ("by", "message"),
    [
        ("no.such.module:Class", "can't import the extractor 'no.such.module:Class': No module named 'no'"),
        ("tests.extractors.test_by:Missing", "has no attribute 'Missing'"),
        ("tests.extractors.test_by:SILENT", "is a int, not an extractor"),
        ("maintext.page:Page", "Page can't be made without arguments"),
        ("tests.extractors.test_by:keep_all:x=1", "keep_all has no parameter 'x'; it has none"),
        (3, "by must be the name of an extractor, a model file or a callable, got 3"),
        (None, "by must be the name of an extractor"),
    ],
)
def test_what_is_no_extractor_is_an_option_error(by: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        maintext.extract(TEXT, by=by)


def test_a_module_in_the_working_folder_is_found_behind_installed_ones(tmp_path: Path) -> None:
    # Self-contained: the project's folder need not be on the path of the program.
    source = "def keep_all(page):\n    raise NotImplementedError\n"
    for name in ("own_extractor", "json"):
        (tmp_path / f"{name}.py").write_text(source)
    program = (
        "import sys; sys.path.remove('')\n"
        "from maintext.extractors.by import find_extractor\n"
        "print(find_extractor('own_extractor:keep_all').name, find_extractor('json:loads').extractor.__module__)\n"
        "import os; print(os.getcwd() in sys.path)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "keep_all json\nFalse\n"


@pytest.mark.parametrize(
    ("answer", "returned"),
    [
        (None, "returned None"),
        ([True, True, True], "returned a value of type list"),
        (np.ones(3, dtype=bool), r"returned an array of shape \(3,\) and type bool"),
        (Scores(np.ones(2), np.ones(3, dtype=bool)), r"whose score is an array of shape \(2,\)"),
        (Scores(np.ones(3), np.ones(3)), r"whose keep is an array of shape \(3,\) and type float64"),  # type: ignore[arg-type]
        (Scores(np.ones(3), [True] * 3), "whose keep is a value of type list"),  # type: ignore[arg-type]
    ],
)
def test_a_wrong_return_value_is_met_with_what_the_protocol_expects(answer: Any, returned: str) -> None:
    with pytest.raises(
        ExtractorError, match=r"Odd returned .*maintext\.Scores\(score, keep\).*3 on this page"
    ) as caught:
        maintext.extract(TEXT, by=type("Odd", (), {"__call__": lambda self, page: answer})())
    assert caught.match(returned)


def test_a_list_of_names_keeps_parameters_together() -> None:
    assert split_names("cetr:clusters=4,lookahead_lines=2, pvalue,,leaf.npz,a.b:C:x=1,y=2") == [
        "cetr:clusters=4,lookahead_lines=2",
        "pvalue",
        "leaf.npz",
        "a.b:C:x=1,y=2",
    ]
    assert split_names(" , ") == []


@pytest.mark.parametrize(
    "text",
    [
        "os:getcwd",
        "tests.extractors.test_by:Longest",
        str(TRAINED / "leaf.npz"),
        "leaf.npz",
        "combine:members=os:getcwd",
    ],
)
def test_what_a_service_offers_imports_nothing_and_reads_nothing(text: str) -> None:
    for read in (get_extractor, check_name):
        with pytest.raises((UnknownExtractorError, OptionError)):
            read(text)
