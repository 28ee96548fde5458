"""The seam between Python and the native core: few names, and pages that cross it whole. Lint compares the stub."""

import re

import numpy as np
import pytest

import maintext
from maintext import _core
from maintext.page.tags import TAGS
from tests.shared_data import ROOT

MOST_NAMES = 24


def test_the_native_core_exports_few_names() -> None:
    names = [name for name in dir(_core) if not name.startswith("__")]
    assert len(names) <= MOST_NAMES
    assert sorted(names) == sorted(_core.__all__)


def test_no_page_is_taken_apart_into_a_dictionary() -> None:
    apart = re.compile(r"page\.__dict__|vars\((?:self\.)?_?page\)")
    files = [*ROOT.glob("src/**/*.py"), *ROOT.glob("benches/*.py")]
    assert len(files) > 100
    assert [str(path) for path in files if apart.search(path.read_text(encoding="utf-8"))] == []


def test_every_flag_of_the_core_has_its_name_in_python() -> None:
    from maintext.page import flags

    assert {name: value for name, value in vars(flags).items() if name.isupper()} == _core.FLAGS


def test_words_tags_and_parts_of_the_source_are_found_natively() -> None:
    page = maintext.parse("<p>One two.<template shadowrootmode=open>in a shadow</template><p>Three &amp; more")
    for keep in ([True, False], [False, True], [True, True], [False, False]):
        mask = np.array((keep * len(page.blocks))[: len(page.blocks)])
        assert page.n_words(mask) == int(page.blocks.words[mask].sum())
    assert page.has_tag(TAGS["template"])
    assert not page.has_tag(TAGS["table"])
    for part in (b"shadowrootmode", b"&amp;", b"absent", b"", page.source, page.source + b"."):
        assert page.source_has(part) == (part in page.source)
    with pytest.raises(ValueError, match="a mask of 9"):
        page.n_words(np.ones(9, dtype=np.bool_))
