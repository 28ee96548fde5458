"""Doors for those who come from other tools: the same names, the same options, our extraction.

    from maintext.compat import trafilatura
    from maintext.compat.readability import Document
    from maintext.compat.justext import justext

What differs, and why, stands in docs/how-to/coming-from-other-tools.md.
"""
