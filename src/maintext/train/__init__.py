"""Labelled pages -> models: labels from gold text, features, fits. Needs the extra `maintext[train]`."""
