"""Batches inside other tools: Arrow tables, pandas, Polars, datatrove, Ray Data, Spark data frames."""
