"""What runs the shards and queries of a batch: processes of this machine with DuckDB, or a Spark cluster."""
