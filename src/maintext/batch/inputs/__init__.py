"""Input files -> records: finding files, decompressing them, reading WARC, HTML, JSONL and Parquet."""
