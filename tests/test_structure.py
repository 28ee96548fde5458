"""The shape of the code: imports go one way, from the doors down."""

import ast
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "maintext"

# Lower layers first; a module may import from its own layer and the ones before it.
LAYERS = (
    {"_core", "errors"},
    {"atomic_output"},
    {"barcodes"},
    {"charts"},
    {"page"},
    {"browser"},
    {"trained"},
    {"extractors.protocol", "extractors.parameters"},
    {"extractors.measures"},
    {"extractors.baselines", "extractors.papers"},
    {"model"},
    {"extractors"},
    {"selectors", "data_text"},
    {"metadata"},
    {"shapes"},
    {"render"},
    {"document"},
    {"input_formats"},
    {"api"},
    {"guard"},
    {"fetch"},
    {"from_url", "articles"},
    {"shared_blocks"},
    {"crawl"},
    {"batch"},
    {"adapters", "compat"},
    {"corpus"},
    {"train", "evaluate"},
    {"explain"},
    {"web"},
    {"label"},
    {"serve"},
    {"cli"},
)
RANKS = {name: rank for rank, names in enumerate(LAYERS) for name in names}


def part(module: str) -> str | None:
    """The name in LAYERS that a module belongs to: the room within a package if it has a layer of its own."""
    names = module.split(".")
    room = ".".join(names[:2])
    return room if room in RANKS else names[0] if names[0] in RANKS else None


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


def imported(path: Path) -> list[str]:
    """The modules of maintext that a file imports, without the package's own name."""
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "maintext":
            inside = node.module.removeprefix("maintext").removeprefix(".")
            # A name may be a module of the package; a longer path never has a lower layer than intended.
            names += [f"{inside}.{alias.name}".removeprefix(".") for alias in node.names]
        elif isinstance(node, ast.Import):
            names += [
                alias.name.removeprefix("maintext.") for alias in node.names if alias.name.startswith("maintext.")
            ]
    return names


DOORS = {"__init__", "__main__"}


def test_every_module_has_a_layer() -> None:
    modules = {module_name(path) for path in SOURCE.rglob("*.py")} - DOORS
    assert not [module for module in modules if part(module) is None]


def test_imports_go_one_way() -> None:
    wrong = []
    for path in SOURCE.rglob("*.py"):
        own = part(module_name(path))
        if own is None:
            continue
        for name in imported(path):
            target = part(name)
            if target is not None and RANKS[target] > RANKS[own]:
                wrong.append(f"{path.relative_to(SOURCE)} imports {name}")
    assert not wrong
