"""Labelled pages -> the model of the learned extractor: data -> weights -> fits -> learn -> report."""
