"""Page -> posts in plain Python: the twin of `crates/pagetable/src/query/posts`."""
