"""What several extractors measure: source lines, tokens, subtree sums, text density."""
