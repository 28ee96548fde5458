"""LangChain, LlamaIndex, Haystack and markitdown: their own documents, made by their own machinery."""

import io
import re
from pathlib import Path

import pytest

import maintext
from tests.adapters.pages import DOCUMENT, HTML, PATH, TITLE, framework
from tests.shared_data import ROOT


def test_langchain_loads_documents_one_at_a_time() -> None:
    framework("langchain_core")
    from maintext.adapters.langchain import MaintextLoader

    loader = MaintextLoader([PATH, "missing.html"])
    first = next(loader.lazy_load())
    assert first.page_content == DOCUMENT.to_markdown()
    assert first.metadata["title"] == TITLE
    assert first.metadata["source"] == str(PATH)
    with pytest.raises(FileNotFoundError, match=r"missing\.html"):
        loader.load()


def test_langchain_transforms_documents() -> None:
    core = framework("langchain_core.documents")
    from maintext.adapters.langchain import MaintextTransformer

    page = core.Document(HTML, metadata={"source": "https://harbour.example/", "title": "mine"})
    (changed,) = MaintextTransformer(output_format="text").transform_documents([page])
    assert changed.page_content == DOCUMENT.to_text()
    assert changed.metadata["title"] == "mine"
    assert changed.metadata["author"] == "Ines Aldous"
    assert page.page_content == HTML


def test_an_unknown_format_is_refused() -> None:
    from maintext.adapters.sources import content_of

    with pytest.raises(maintext.OptionError, match="unknown output format 'docx'; expected markdown, text or html"):
        content_of(DOCUMENT, "docx")


def test_llama_index_reads_a_folder(tmp_path: Path) -> None:
    core = framework("llama_index.core")
    from maintext.adapters.llama_index import MaintextReader

    (tmp_path / "page.html").write_text(HTML, encoding="utf-8")
    reader = core.SimpleDirectoryReader(str(tmp_path), file_extractor={".html": MaintextReader(output_format="text")})
    (document,) = reader.load_data()
    assert document.text == DOCUMENT.to_text()
    assert document.metadata["file_name"] == "page.html"
    assert document.metadata["title"] == TITLE
    assert len(MaintextReader().load_data([PATH, PATH])) == 2


def test_haystack_converts_in_a_pipeline() -> None:
    haystack = framework("haystack")
    from haystack.dataclasses import ByteStream

    from maintext.adapters.haystack import MaintextToDocument

    pipeline = haystack.Pipeline()
    pipeline.add_component("html", MaintextToDocument(extraction_kwargs={"favor": "recall"}))
    again = haystack.Pipeline.from_dict(pipeline.to_dict(), allowed_modules=["maintext.adapters.haystack"])
    streams = [ByteStream(HTML.encode(), meta={"url": "https://harbour.example/"}), ByteStream(b"%PDF-1.7")]
    (document,) = again.run({"html": {"sources": streams, "meta": {"team": "news"}}})["html"]["documents"]
    assert "Merganser" in document.content
    assert (document.meta["team"], document.meta["title"]) == ("news", TITLE)


def test_markitdown_converts_by_the_plugin() -> None:
    markitdown = framework("markitdown")
    from maintext.adapters import markitdown as plugin

    converter = markitdown.MarkItDown()
    plugin.register_converters(converter)
    result = converter.convert_stream(io.BytesIO(HTML.encode()), file_extension=".html")
    assert result.markdown.strip() == DOCUMENT.to_markdown().strip()
    assert result.title == TITLE
    assert converter.convert_stream(io.BytesIO(b"a,b\n1,2\n"), file_extension=".csv").markdown.startswith("| a")


def test_markitdown_finds_the_plugin_by_its_entry_point() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert re.search(r'\[project.entry-points."markitdown.plugin"\]\nmaintext = "maintext.adapters.markitdown"', text)
