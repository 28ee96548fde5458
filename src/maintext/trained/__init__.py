"""The products of training: the file format, boosted trees, and the models that ship with the package."""
