"""Blocks of a page -> a barcode: a picture that shows at a glance how much of a page was kept, and where.

strip      what a barcode shows, and where each bar goes
colours    the colours of scores, light and dark
svg        one page, kept blocks above the line and dropped ones below
compare    several extractors on one page, one row per extractor
terminal   one line of text

Everything here works on plain columns, so that pages, documents and evaluations can draw themselves.
"""
