"""How well the shapes of pages are found, on labelled pages: products, posts, verdicts. `python -m benches.shapes`."""
