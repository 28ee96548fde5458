"""What a batch does to pages: extract them, drop shared blocks, filter rows, drop duplicates."""
