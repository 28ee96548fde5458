"""Where a page describes itself, as far as Python reads it or has the words for it."""
