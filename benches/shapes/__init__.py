"""How well the shapes of pages are found, on labelled pages: products, posts. `python -m benches.shapes`."""
