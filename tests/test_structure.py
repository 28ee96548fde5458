"""The shape of the code: imports go one way, from the doors down; files, functions and folders stay small."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "maintext"
MAX_FILE_LINES, MAX_FUNCTION_LINES, MAX_MODULES = 400, 60, 15

# Lower layers first; a module may import from its own layer and the ones before it.
LAYERS = (
    {"_core", "errors"},
    {"atomic_output", "coroutines"},
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


def code_files(*folders: str) -> Iterator[Path]:
    """The Python and Rust files of the project, without what builds leave behind."""
    for folder in folders:
        files = (path for path in (ROOT / folder).rglob("*") if path.suffix in {".py", ".rs"})
        yield from (path for path in files if "target" not in path.relative_to(ROOT).parts)


def test_no_file_is_long() -> None:
    lengths = {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8").count("\n")
        for path in code_files("src", "crates", "tests", "benches", "tools", "fuzz")
    }
    assert len(lengths) > 500
    assert not {path: n_lines for path, n_lines in lengths.items() if n_lines > MAX_FILE_LINES}


def test_no_function_is_long() -> None:
    long = []
    for path in code_files("src", "tests", "benches", "tools"):
        if path.suffix == ".py":
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno:
                    n_lines = node.end_lineno - node.lineno + 1
                    long += [f"{path.relative_to(ROOT)}: {node.name} ({n_lines})"] * (n_lines > MAX_FUNCTION_LINES)
    assert not long


def test_no_folder_is_crowded() -> None:
    modules = (path for path in code_files("src", "crates") if path.name not in {"__init__.py", "mod.rs"})
    counts = Counter(str(path.parent.relative_to(ROOT)) for path in modules)
    assert not {folder: n_modules for folder, n_modules in counts.items() if n_modules > MAX_MODULES}
