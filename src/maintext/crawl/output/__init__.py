"""A finished crawl -> rows -> JSON lines, Parquet, a folder of Markdown files, WARC."""
