"""docs/ -> the pages of the site: a hook of MkDocs, run by `make docs`.

Adds the pages whose home is elsewhere (the README as the landing page, architecture, changelog, the benchmarks made
from records), lists every page in the navigation under its folder, and turns links that leave docs/ into links to the
repository. New pages need no entry anywhere.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING

from tools import benchmark_page

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
ELSEWHERE = {
    "index.md": "README.md",
    "architecture.md": "ARCHITECTURE.md",
    "changelog.md": "CHANGELOG.md",
    "contributing.md": "CONTRIBUTING.md",
    "security.md": "SECURITY.md",
}
"""By page of the site: its file, from the root of the project."""
SECTIONS = {
    "tutorials": "Tutorials",
    "how-to": "How to",
    "algorithms": "Algorithms",
    "reference": "Reference",
    "decisions": "Decisions",
}
BENCHMARKS = "benchmarks.md"
FIRST = ("README.md", "one-page.md", "crawl-to-corpus.md", "command-line.md", "coming-from-other-tools.md")
"""Pages that come first in their section: what a newcomer reads. The others are in the order of their names."""
_LINK = re.compile(r'(\]\(|src="|srcset="|href=")([^)\s"#]+)')


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Lists every page in the navigation."""
    docs = Path(config.docs_dir)
    others = [BENCHMARKS, *sorted(path.name for path in docs.glob("*.md"))]
    config.nav = [
        {"Overview": "index.md"},
        *({title: pages_of(docs, folder)} for folder, title in SECTIONS.items()),
        {"More": [*others, *(name for name in ELSEWHERE if name != "index.md")]},
    ]
    return config


def pages_of(docs: Path, folder: str) -> list[str]:
    """The pages of a folder, those of `FIRST` before the others."""
    names = [path.name for path in (docs / folder).glob("*.md")]
    names.sort(key=lambda name: (FIRST.index(name) if name in FIRST else len(FIRST), name))
    return [f"{folder}/{name}" for name in names]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages whose home is not docs."""
    from mkdocs.structure.files import File

    for name, home in ELSEWHERE.items():
        files.append(File.generated(config, name, content=(ROOT / home).read_text(encoding="utf-8")))
    files.append(File.generated(config, BENCHMARKS, content=benchmark_page.text()))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Rewrites links for the place where the site has the page."""
    name = page.file.src_uri
    home = ELSEWHERE.get(name, f"docs/{name}")
    return _LINK.sub(lambda found: found[1] + target(found[2], home, name, config.repo_url or ""), markdown)


def target(link: str, home: str, name: str, repository: str) -> str:
    """A link of the file `home`, as the page `name` of the site needs it.

    >>> target("docs/glossary.md", "README.md", "index.md", "R")
    'glossary.md'
    >>> target("../../labels/GUIDE.md", "docs/how-to/label.md", "how-to/label.md", "R")
    'R/blob/main/labels/GUIDE.md'
    >>> target("../glossary.md", "docs/how-to/label.md", "how-to/label.md", "R")
    '../glossary.md'
    """
    if ":" in link or link.startswith(("/", "#")):
        return link
    path = posixpath.normpath(posixpath.join(posixpath.dirname(home), link))
    here = posixpath.dirname(name) or "."
    sites = {file: page for page, file in ELSEWHERE.items()}
    if path in sites:
        return posixpath.relpath(sites[path], here)
    if path.startswith("docs/") and (ROOT / path).is_file():
        return posixpath.relpath(path.removeprefix("docs/"), here)
    if path == f"docs/{BENCHMARKS}":
        return posixpath.relpath(BENCHMARKS, here)
    return f"{repository.rstrip('/')}/{'tree' if (ROOT / path).is_dir() else 'blob'}/main/{path}"
