"""notebooks/*.ipynb -> the same notebooks with the output of this version.

    python -m tools.notebooks             run them; fails at the first cell that raises
    python -m tools.notebooks --write     run them, and write their output into the files

A notebook runs in an empty folder with a copy of `demo`.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "notebooks"
MAX_SECONDS = 300
"""For one cell, on a busy machine."""


def executed(path: Path) -> Any:
    """A notebook with fresh output. A cell that raises ends it with nbclient's CellExecutionError."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "demo", Path(folder, "demo"))
        resources = {"metadata": {"path": folder}}
        NotebookClient(notebook, timeout=MAX_SECONDS, kernel_name="python3", resources=resources).execute()
    # Times, versions and warnings of one machine would change the file each time.
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            cell.outputs = [output for output in cell.outputs if output.get("name") != "stderr"]
    notebook.metadata.pop("language_info", None)
    return notebook


def main() -> None:
    """Runs every notebook."""
    import nbformat

    for path in sorted(FOLDER.glob("*.ipynb")):
        notebook = executed(path)
        if "--write" in sys.argv:
            nbformat.write(notebook, path)  # type: ignore[no-untyped-call]
        print(f"{path.name}: {len(notebook.cells)} cells")


if __name__ == "__main__":
    main()
