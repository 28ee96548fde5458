"""Labelled pages x candidates -> results -> summaries -> table, report, floors."""
