"""Numbers -> small SVG plots, for reports.

axes     a range of values and where its numbers are written
chart    columns, lines, dots, bars and intervals between two axes, as compact paths

Colours are names of CSS variables (`kept`, `accent`), which the report around a plot sets for light and dark.
"""
