"""Where a page describes itself: one module for each kind of markup that is read."""
