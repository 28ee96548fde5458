"""Functions of other tools with the same names and options, done by maintext.

    from maintext.compat import trafilatura
    from maintext.compat.readability import Document
    from maintext.compat.justext import justext

See docs/how-to/coming-from-other-tools.md for the differences.
"""
