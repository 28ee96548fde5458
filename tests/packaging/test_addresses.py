"""The project's addresses are the same wherever they are written, and the README has no badge."""

import re
import sys

from tests.shared_data import ROOT

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FILES = ("pyproject.toml", "mkdocs.yml", "CITATION.cff", "crates/pagetable/Cargo.toml", "crates/pagetable/README.md")


def test_every_file_names_one_repository_and_one_site() -> None:
    texts = {name: (ROOT / name).read_text(encoding="utf-8") for name in FILES}
    repositories = {found for text in texts.values() for found in re.findall(r"github\.com/[\w-]+/[\w-]+", text)}
    sites = {found for text in texts.values() for found in re.findall(r"[\w-]+\.github\.io/[\w-]+", text)}
    (repository,) = repositories
    (site,) = sites
    owner, name = repository.split("/")[1:]
    assert site == f"{owner}.github.io/{name}"


def test_the_readme_shows_no_badge_of_a_service() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    images = re.findall(r"!\[[^\]]*\]\(([^)]+)\)|<img[^>]+src=\"([^\"]+)\"", readme)
    assert images
    for address in filter(None, (part for pair in images for part in pair)):
        assert (ROOT / address).is_file(), address


def test_the_readme_names_every_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (passage,) = re.findall(
        r"Everything else is an extra:(.+?)\n\n", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL
    )
    named = set(re.findall(r"`(\w+)`", passage))
    assert named == set(project["optional-dependencies"])
