"""The package as a whole: what importing it does, and what it shows."""

import subprocess
import sys

import pytest

import maintext


def run(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout


def test_importing_loads_one_module_of_ours_and_few_of_python() -> None:
    """Modules are counted, because time depends on the machine. Importing takes about a millisecond for each."""
    program = "import sys; before = set(sys.modules); import maintext; print(*(set(sys.modules) - before))"
    loaded = set(run(program).split())
    of_python = {name for name in loaded if name.partition(".")[0] in sys.stdlib_module_names}
    assert loaded - of_python == {"maintext"}
    assert len(of_python) < 60


_READS = """
import sys
import maintext

text = "<p>The ferry was late again on Monday, and nobody on the pier was surprised by that, least of all its captain."
for html in ("<title>Nothing</title>", f"<nav><a href=/>Home</a></nav><main><h1>Ferries</h1>{text * 9}</main>"):
    doc = maintext.extract(html, url="https://example.org/ferries")
    doc.text, doc.markdown, doc.metadata, doc.reason, doc.comments, doc.to_json(), doc.to_html(), doc.to_text()
print("numpy" in sys.modules)
print(doc.keep.dtype, doc.scores.score.dtype, doc.scores.decided_with.dtype, doc.page.blocks.words.dtype)
print("numpy" in sys.modules)
"""


def test_numpy_is_imported_when_an_array_is_read() -> None:
    """Its import takes longer than extracting dozens of pages."""
    assert run(_READS).splitlines() == ["False", "bool float64 uint8 int32", "True"]


def test_every_public_name_is_there() -> None:
    for name in maintext.__all__:
        assert getattr(maintext, name) is not None
    assert set(maintext.__all__) <= set(dir(maintext))


def test_parts_with_names_of_their_own_need_no_import() -> None:
    assert run("import maintext; print(maintext.shared_blocks.match.__name__, maintext.fetch.fetch_page.__name__)") == (
        "match fetch_page\n"
    )


def test_the_version_is_that_of_the_package() -> None:
    from importlib.metadata import version

    assert maintext.__version__ == version("maintext")


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        maintext.nonsense  # noqa: B018 - the access is the test


def test_an_unknown_extractor_names_the_known_ones() -> None:
    with pytest.raises(maintext.UnknownExtractorError, match=r"unknown extractor 'nonsense'; available: all") as caught:
        maintext.extract("<p>x", by="nonsense")
    assert caught.value.known == tuple(maintext.EXTRACTORS)


def test_errors_survive_a_process_boundary() -> None:
    import pickle

    for error in (maintext.PageTooLargeError(2, 1), maintext.UnknownExtractorError("x", ["a", "b"])):
        again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
        assert (type(again), str(again)) == (type(error), str(error))
