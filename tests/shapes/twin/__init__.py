"""Slow and plain versions of what the native core collects for shapes."""
