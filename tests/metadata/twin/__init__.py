"""The metadata of a page in plain Python: what the native core does, one rule after the other."""
