"""`make papers`: measures the five papers and writes docs/papers.md and the figures of docs/algorithms."""

from benches.papers import cetr, leaf, matching, method_pages, methods, page, pvalue, qread


def main() -> None:
    for each in (methods, cetr, qread, pvalue, matching, leaf):
        each.main()
    page.main()
    method_pages.main()


if __name__ == "__main__":
    main()
