"""`make papers`: measures the five papers and writes docs/papers.md and the figures of docs/algorithms."""

from benches.papers import cetr, leaf, matching, methods, pvalue, qread, vips
from benches.papers.report import method_pages, page
from maintext.browser.rendering import find_chromium
from maintext.errors import RenderError


def main() -> None:
    for each in (methods, cetr, qread, pvalue, matching, leaf):
        each.main()
    try:
        find_chromium()
    except RenderError as error:
        print(f"VIPS keeps its record: {error}")
    else:
        vips.main()
    page.main()
    method_pages.main()


if __name__ == "__main__":
    main()
