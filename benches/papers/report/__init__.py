"""Records of the papers -> docs/papers.md and the figures of docs/algorithms."""
