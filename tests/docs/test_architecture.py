"""ARCHITECTURE.md shows the tree that is there."""

import re
from pathlib import Path

from tests.shared_data import ROOT

TREE = re.compile(r"## The tree\n\n```\n(.*?)```", re.DOTALL)


def listed_paths() -> set[str]:
    """Every path of the drawn tree, from the root of the project."""
    found = TREE.search((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    assert found, "ARCHITECTURE.md draws no tree"
    open_folders: list[tuple[int, str]] = []
    paths = set()
    for line in found[1].splitlines():
        name, indent = line.split()[0], len(line) - len(line.lstrip())
        while open_folders and open_folders[-1][0] >= indent:
            open_folders.pop()
        path = (open_folders[-1][1] if open_folders else "") + name
        paths.add(path.rstrip("/"))
        if name.endswith("/"):
            open_folders.append((indent, path))
    return paths


def rooms() -> set[str]:
    """Every package below src/maintext, the modules beside them that are not doors, and every room of the core."""
    top = ROOT / "src" / "maintext"
    packages = {path.parent for path in top.rglob("__init__.py")} - {top}
    modules = {path for path in top.glob("*.py*") if not path.name.startswith("__")}
    rust = {path for path in (ROOT / "crates" / "pagetable" / "src").iterdir() if path.is_dir()}
    return {path.relative_to(ROOT).as_posix() for path in packages | modules | rust}


def test_every_path_of_the_tree_exists() -> None:
    assert not [path for path in sorted(listed_paths()) if not Path(ROOT, path).exists()]


def test_every_room_is_in_the_tree() -> None:
    assert not rooms() - listed_paths()
