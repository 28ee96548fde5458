"""The shape of the code: imports go one way, from the doors down."""

import ast
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "maintext"

# Lower layers first; a module may import from its own layer and the ones before it.
LAYERS = (
    {"_core", "errors"},
    {"flags", "tags", "panics"},
    {"head", "show", "page"},
    {"parser", "kinds"},
    {"trees", "models"},
    {"features"},
    {"extractors"},
    {"metadata"},
    {"render"},
    {"document", "record"},
    {"api"},
    {"guard"},
    {"fetch"},
    {"site"},
    {"batch"},
    {"compat"},
    {"corpus"},
    {"train", "evaluate"},
    {"explain"},
    {"web"},
    {"label"},
    {"serve"},
    {"cli"},
)
RANKS = {name: rank for rank, names in enumerate(LAYERS) for name in names}


def part(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def test_every_module_has_a_layer() -> None:
    parts = {part(path) for path in SOURCE.rglob("*.py")} - {"__init__", "__main__"}
    assert parts <= set(RANKS), f"without a layer: {parts - set(RANKS)}"


def test_imports_go_one_way() -> None:
    wrong = []
    for path in SOURCE.rglob("*.py"):
        if part(path) in {"__init__", "__main__"}:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module] if node.module != "maintext" else [f"maintext.{a.name}" for a in node.names]
            elif isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            for name in names:
                target = name.split(".")[1] if name.startswith("maintext.") else None
                if target in RANKS and RANKS[target] > RANKS[part(path)]:
                    wrong.append(f"{path.relative_to(SOURCE)} imports {name}")
    assert not wrong
