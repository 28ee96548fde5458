"""Shows pages of demo/ and what maintext extracts from them: `make demo`."""

from __future__ import annotations

from pathlib import Path

import maintext

DEMO = Path(__file__).resolve().parent.parent / "demo"
PAGES = ("html/harbour-news.html", "html/mountain-hut.html", "hostile-soup.html")
SHOWN_LINES = 12


def main() -> None:
    """Prints the beginning of each page's source, then its main content, then what was dropped."""
    for name in PAGES:
        source = (DEMO / name).read_bytes()
        document = maintext.extract(source)
        page = document.page
        lines = page.source.decode().splitlines()
        print(f"==> demo/{name}: {len(source):,} bytes of HTML ({page.encoding})")
        print("\n".join(f"    {line[:110]}" for line in lines[:SHOWN_LINES]))
        if len(lines) > SHOWN_LINES:
            print(f"    ... {len(lines) - SHOWN_LINES} more lines")
        about = ", ".join(filter(None, [document.title, document.author, document.date, document.language]))
        print(f"==> {document.page_type}: {about} (confidence {document.confidence or 0:.2f})\n")
        print(document.to_markdown(), end="\n\n")
        print(f"==> dropped {len(document.dropped)} of {len(document.blocks)} blocks\n")
    print("Next: .venv/bin/maintext PAGE, .venv/bin/maintext evaluate demo, .venv/bin/maintext --help")


if __name__ == "__main__":
    main()
