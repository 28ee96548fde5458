"""What a batch writes: parts, counts, summary, progress, fingerprints."""
