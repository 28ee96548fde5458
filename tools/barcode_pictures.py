"""Example pages -> docs/pictures/barcode-*.svg, light and dark: python -m tools.barcode_pictures --write

Without --write it only checks that the pictures are there. Their bars depend on the trained model, so they are drawn
again when it changes.
"""

import sys
from pathlib import Path

import maintext

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "pictures"
FOLDERS = (ROOT / "src" / "maintext" / "serve" / "examples", ROOT / "tests" / "barcodes" / "pages")
COMPARED = ("article", ("model", "econ", "cetr", "leaf"))


def pages() -> dict[str, bytes]:
    """The example pages by name."""
    return {path.stem: path.read_bytes() for folder in FOLDERS for path in sorted(folder.glob("*.html"))}


def pictures() -> dict[str, str]:
    """Every picture by the name of its file."""
    found = {}
    for theme in ("light", "dark"):
        for name, html in pages().items():
            found[f"barcode-{name}-{theme}.svg"] = maintext.barcode(maintext.extract(html), theme=theme)
        name, methods = COMPARED
        documents = [maintext.extract(pages()[name], by=by) for by in methods]
        found[f"barcode-compare-{theme}.svg"] = maintext.barcode(*documents, theme=theme)
    return found


def main() -> None:
    """Writes the pictures, or fails if one is missing."""
    drawn = pictures()
    if "--write" in sys.argv:
        for name, svg in drawn.items():
            (PICTURES / name).write_text(svg + "\n", encoding="utf-8")
    missing = [name for name in drawn if not (PICTURES / name).exists()]
    if missing:
        sys.exit(f"missing: {', '.join(missing)}; run python -m tools.barcode_pictures --write")


if __name__ == "__main__":
    main()
