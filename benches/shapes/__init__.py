"""How well shapes are found, on labelled pages. `python -m benches.shapes [products posts items verdicts]`."""
