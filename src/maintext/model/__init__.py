"""The learned default extractor: features, prediction, the decision which blocks are kept, and explanations."""
