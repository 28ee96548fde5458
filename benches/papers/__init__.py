"""The five papers measured again: every table and figure -> records in benches/record/papers -> docs/papers.md."""
