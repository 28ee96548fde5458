"""How well the shapes of pages are found, on labelled pages: products. `python -m benches.shapes`."""
